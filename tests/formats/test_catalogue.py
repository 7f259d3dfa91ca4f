"""What the formats have in common: the next round with the arbiter's word, how many rounds, who stands where."""

from __future__ import annotations

from dataclasses import replace

import pytest
from syrupy.assertion import SnapshotAssertion

import rookery
from rookery import formats
from rookery.errors import RuleError, UnsupportedError
from rookery.model import (
    Bye,
    ByeKind,
    Game,
    Match,
    PartialDate,
    Player,
    RequestedBye,
    Result,
    Round,
    Team,
    Tournament,
    TournamentInfo,
)
from rookery.pairing.knockout import LevelMatchError, places
from rookery.regulations import Format


def field(size: int, system: str, **fields: object) -> Tournament:
    players = tuple(Player(i, f"P{i:02}") for i in range(1, size + 1))
    return Tournament(players=players, system=system, **fields)  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("system", "size", "rounds"),
    [
        ("BERGER_ROUNDROBIN", 7, 7),
        ("BERGER_DOUBLEROUNDROBIN", 6, 10),
        ("FIDE_SCHEVENINGEN", 8, 4),
        ("FIDE_DOUBLESCHEVENINGEN", 8, 8),
        ("CUSTOM_KNOCKOUT", 9, 4),
        ("CUSTOM_KNOCKOUT", 2, 1),
        ("CUSTOM_KEIZER", 9, None),
        ("FIDE_DUTCH_2026", 9, None),
    ],
)
def test_how_many_rounds(system: str, size: int, rounds: int | None) -> None:
    assert formats.rounds_needed(field(size, system)) == rounds


@pytest.mark.parametrize("system", ["CUSTOM_KNOCKOUT", "BERGER_ROUNDROBIN", "FIDE_SCHEVENINGEN"])
def test_a_single_player_is_no_field(system: str, snapshot: SnapshotAssertion) -> None:
    with pytest.raises(RuleError) as caught:
        formats.rounds_needed(field(1, system))
    assert str(caught.value) == snapshot


# -- the word of the arbiter


def level() -> Tournament:
    """Six of whom 3 and 6 have drawn."""
    games = (Game(5, 4, Result.WHITE_WINS), Game(6, 3, Result.DRAW))
    byes = (Bye(1, ByeKind.FULL), Bye(2, ByeKind.FULL))
    return field(6, "CUSTOM_KNOCKOUT", planned_rounds=3, rounds=(Round(games=games, byes=byes),))


def test_qualified_players(snapshot: SnapshotAssertion) -> None:
    with pytest.raises(LevelMatchError) as caught:
        rookery.pair(level())
    assert str(caught.value) == snapshot
    assert rookery.pair(level(), through=[6]).pairs == ((1, 5), (2, 6))
    assert rookery.pair(level(), through=[3]).pairs == ((1, 5), (3, 2))
    with pytest.raises(RuleError) as caught:
        rookery.pair(level(), through=[1])
    assert str(caught.value) == snapshot


def test_how_many_games(snapshot: SnapshotAssertion) -> None:
    outcome = rookery.pair(level(), through=[3], games=2)
    assert outcome.complete_round is not None
    assert [len(match.games) for match in outcome.complete_round.matches] == [2, 2]
    announced = replace(level().before_round(1), system="CUSTOM_KNOCKOUT_G2")
    assert [len(match.games) for match in rookery.pair(announced).complete_round.matches] == [2, 2]
    with pytest.raises(RuleError) as caught:
        rookery.pair(level(), through=[3], games=0)
    assert str(caught.value) == snapshot


@pytest.mark.parametrize("system", ["BERGER_ROUNDROBIN", "CUSTOM_KEIZER", "FIDE_DUTCH_2026"])
def test_no_other_format_asks(system: str, snapshot: SnapshotAssertion) -> None:
    with pytest.raises(RuleError) as caught:
        rookery.pair(field(4, system, planned_rounds=3), through=[1])
    assert str(caught.value) == snapshot
    if system != "FIDE_DUTCH_2026":
        with pytest.raises(RuleError) as caught:
            formats.handlers_for(field(4, system)).pair_round(field(4, system), formats.PairingRequest(games=2))
        assert str(caught.value) == snapshot


# -- who stands where


def test_places_of_a_knockout() -> None:
    event = level()
    assert places(event.before_round(1)) == ((1, 2, 3, 4, 5, 6),)
    assert places(event) == ((1, 2, 3, 5, 6), (4,))  # nobody has said who of 3 and 6 goes through
    semifinals = Round(games=(Game(1, 5, Result.BLACK_WINS), Game(6, 2, Result.WHITE_WINS)))
    event = event.with_round(semifinals)
    assert places(event) == ((5, 6), (1, 2), (3, 4))
    final = event.with_round(Round(games=(Game(5, 6, Result.WHITE_WINS),)))
    assert places(final) == ((5,), (6,), (1, 2), (3, 4))
    assert [(row.rank, row.id) for row in rookery.standings(final)] == [(1, 5), (2, 6), (3, 1), (3, 2), (5, 3), (5, 4)]
    drawn = event.with_round(Round(games=(Game(5, 6, Result.DRAW),)))
    assert places(drawn) == ((5, 6), (1, 2), (3, 4))


def test_a_bracket_that_was_left_has_no_places(snapshot: SnapshotAssertion) -> None:
    won = (Game(1, 4, Result.WHITE_WINS), Game(6, 2, Result.WHITE_WINS))
    wrong = level().with_round(Round(games=won)).with_round(Round())
    with pytest.raises(RuleError) as caught:
        places(wrong)
    assert str(caught.value) == snapshot


def test_only_two_formats_rank_in_their_own_way() -> None:
    own = {name for name, format in rookery.regulations.FORMATS.items() if format.ranks_itself}
    assert own == {name for name in rookery.regulations.FORMATS if formats.get_handlers(name).standings}
    assert own == {"keizer", "knockout"}
    assert [row.id for row in rookery.standings(field(3, "CUSTOM_KEIZER"))] == [1, 2, 3]


def test_a_bye_of_another_kind_is_remarked(snapshot: SnapshotAssertion) -> None:
    event = field(3, "CUSTOM_KNOCKOUT", planned_rounds=2)
    games, byes = (Game(3, 2, Result.WHITE_WINS),), (Bye(1, ByeKind.PAIRING_ALLOCATED),)
    assert rookery.check(event.with_round(Round(games=games, byes=byes))).notes == snapshot


# -- the whole round


def test_absentees_are_in_the_outcome() -> None:
    event = field(5, "BERGER_ROUNDROBIN", planned_rounds=5, requested_byes=(RequestedBye(1, 2), RequestedBye(1, 3)))
    whole = rookery.pair(event).complete_round
    assert whole is not None
    assert [str(game.result) for game in whole.games] == ["-/+", "-/+"]
    assert whole.byes == (Bye(1, ByeKind.ZERO),)
    assert rookery.pair(field(5, "FIDE_DUTCH_2026", planned_rounds=5)).complete_round is None


def test_a_team_that_is_absent_forfeits_its_match() -> None:
    teams = tuple(Team(i, f"T{i}", (2 * i - 1, 2 * i)) for i in range(1, 5))
    event = replace(field(8, "BERGER_TEAM_ROUNDROBIN", planned_rounds=3), teams=teams, team_event=True)
    whole = rookery.pair(event.withdraw(4)).complete_round
    assert whole is not None
    assert whole.matches[0] == Match(1, 4, (), Result.WHITE_BY_FORFEIT)
    assert whole.matches[1].open


@pytest.mark.parametrize(
    ("event", "one"),
    [
        (field(5, "BERGER_ROUNDROBIN"), 1),
        (field(5, "CUSTOM_KNOCKOUT"), 1),
        (field(5, "CUSTOM_KEIZER"), 5),
        (field(4, "CUSTOM_KEIZER"), 1),
        (field(4, "CUSTOM_KNOCKOUT"), 4),
        (field(5, "CUSTOM_KEIZER", requested_byes=(RequestedBye(1, 2),)), 2),
        (level().with_round(Round(games=(Game(1, 5, Result.DRAW), Game(6, 2, Result.DRAW)))), 4),
    ],
    ids=["free round", "bye", "odd club", "neighbours", "bracket", "absent", "out"],
)
def test_why(event: Tournament, one: int, snapshot: SnapshotAssertion) -> None:
    through = [1, 6] if event.rounds else []
    assert str(rookery.pair(event, through=through).explain(one)) == snapshot
    with pytest.raises(RuleError) as caught:
        rookery.pair(event, through=through).explain(99)
    assert str(caught.value) == snapshot


@pytest.mark.parametrize("system", ["BERGER_ROUNDROBIN", "CUSTOM_KEIZER", "CUSTOM_KNOCKOUT"])
def test_no_edition_where_there_is_none(system: str, snapshot: SnapshotAssertion) -> None:
    event = field(4, system, planned_rounds=3)
    for ask in (rookery.pair, rookery.check):
        with pytest.raises(RuleError) as caught:
            ask(event, edition="2017")
        assert str(caught.value) == snapshot


# -- a system that is named


def dated(size: int, year: int, system: str = "", **fields: object) -> Tournament:
    return field(size, system, planned_rounds=9, info=TournamentInfo(start=PartialDate(year, 6, 1)), **fields)


def test_a_name_means_the_edition_of_the_day_and_a_code_all_it_says() -> None:
    assert str(rookery.pair(dated(8, 2019), "dutch").edition) == "C.04.3 (2017-07)"
    assert str(rookery.pair(dated(8, 2027), "dutch").edition) == "C.04.3 (2026-02)"
    assert str(rookery.pair(dated(8, 2027, "FIDE_DUTCH_2017"), "dutch").edition) == "C.04.3 (2017-07)"
    assert str(rookery.pair(dated(8, 2019), "FIDE_DUTCH_2026").edition) == "C.04.3 (2026-02)"
    baku = "FIDE_DUTCH_2026_BAKU"
    assert (
        rookery.pair(field(40, "", planned_rounds=9), baku).pairs
        == rookery.pair(field(40, baku, planned_rounds=9)).pairs
    )
    apart = "CUSTOM_KEIZER_APART4"
    assert (
        rookery.pair(field(5, "", planned_rounds=9), apart).pairs
        == rookery.pair(field(5, apart, planned_rounds=9)).pairs
    )


def test_an_edition_for_an_event_that_is_older_than_any_text(snapshot: SnapshotAssertion) -> None:
    for ask in (
        lambda **more: rookery.pair(dated(8, 2012), **more),
        lambda **more: rookery.check(dated(8, 2012), **more),
    ):
        with pytest.raises(UnsupportedError) as caught:
            ask()
        assert str(caught.value) == snapshot
        assert str(ask(edition="2017").edition) == "C.04.3 (2017-07)"
        assert str(ask(system="dutch", edition="2026").edition) == "C.04.3 (2026-02)"


def test_check_by_another_system(snapshot: SnapshotAssertion) -> None:
    made = rookery.generate(rookery.GeneratorSettings(system="dutch", players=8, rounds=3), seed=1)
    assert rookery.check(made, system="FIDE_DUTCH_2026").agree
    with pytest.raises(UnsupportedError, match="2029"):
        rookery.check(made, system="FIDE_DUTCH_2029")
    with pytest.raises(RuleError) as caught:
        rookery.check(made, system="double-swiss")
    assert str(caught.value) == snapshot


def test_a_system_passed_as_a_value_has_no_other_edition(snapshot: SnapshotAssertion) -> None:
    with pytest.raises(RuleError) as caught:
        rookery.pair(field(4, "", planned_rounds=3), formats.newest_system("dutch"), edition="2017")
    assert str(caught.value) == snapshot


@pytest.mark.parametrize(
    ("facts", "verbs"),
    [
        ({"swiss": True}, {}),
        ({}, {}),
        ({"ranks_itself": True}, {"next_round": lambda tournament, wishes: Round()}),
    ],
    ids=["regulation", "next round", "standings"],
)
def test_a_conduct_has_the_verbs_that_its_facts_ask_for(
    facts: dict[str, bool], verbs: dict[str, object], snapshot: SnapshotAssertion
) -> None:
    with pytest.raises(RuleError) as caught:
        formats.FormatHandlers(format=Format(name="odd", title="Odd", **facts), **verbs)  # type: ignore[arg-type]
    assert str(caught.value) == snapshot
