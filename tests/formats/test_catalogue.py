"""What the formats have in common: the next round with the arbiter's word, how many rounds, who stands where."""

from __future__ import annotations

from dataclasses import replace

import pytest

import rookery
from rookery import formats
from rookery.errors import RuleError, Unsupported
from rookery.model import Bye, ByeKind, Date, Event, Game, Match, Player, RequestedBye, Result, Round, Team, Tournament
from rookery.pairing.knockout import Level, placed
from rookery.regulations import Format


def field(size: int, system: str, **more: object) -> Tournament:
    players = tuple(Player(i, f"P{i:02}") for i in range(1, size + 1))
    return Tournament(players=players, system=system, **more)  # type: ignore[arg-type]


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
def test_one_is_no_field(system: str) -> None:
    with pytest.raises(RuleError, match="two"):
        formats.rounds_needed(field(1, system))


# -- the word of the arbiter


def level() -> Tournament:
    """Six of whom 3 and 6 have drawn."""
    games = (Game(5, 4, Result.WHITE_WINS), Game(6, 3, Result.DRAW))
    byes = (Bye(1, ByeKind.FULL), Bye(2, ByeKind.FULL))
    return field(6, "CUSTOM_KNOCKOUT", planned=3, rounds=(Round(games=games, byes=byes),))


def test_who_goes_through() -> None:
    with pytest.raises(Level, match="3 and 6 are level"):
        rookery.pair(level())
    assert rookery.pair(level(), through=[6]).pairs == ((1, 5), (2, 6))
    assert rookery.pair(level(), through=[3]).pairs == ((1, 5), (3, 2))
    with pytest.raises(RuleError, match="1 cannot go through"):
        rookery.pair(level(), through=[1])


def test_how_many_games() -> None:
    outcome = rookery.pair(level(), through=[3], games=2)
    assert outcome.whole is not None
    assert [len(match.games) for match in outcome.whole.matches] == [2, 2]
    announced = replace(level().until(1), system="CUSTOM_KNOCKOUT_G2")
    assert [len(match.games) for match in rookery.pair(announced).whole.matches] == [2, 2]
    with pytest.raises(RuleError, match="at least one game"):
        rookery.pair(level(), through=[3], games=0)


@pytest.mark.parametrize("system", ["BERGER_ROUNDROBIN", "CUSTOM_KEIZER", "FIDE_DUTCH_2026"])
def test_no_other_format_asks(system: str) -> None:
    with pytest.raises(RuleError, match="knock-outs only"):
        rookery.pair(field(4, system, planned=3), through=[1])
    if system != "FIDE_DUTCH_2026":
        with pytest.raises(RuleError, match="knock-outs only"):
            formats.conduct_of(field(4, system)).round(field(4, system), formats.Wishes(games=2))


# -- who stands where


def test_places_of_a_knockout() -> None:
    event = level()
    assert placed(event.until(1)) == ((1, 2, 3, 4, 5, 6),)
    assert placed(event) == ((1, 2, 3, 5, 6), (4,))  # nobody has said who of 3 and 6 goes through
    semifinals = Round(games=(Game(1, 5, Result.BLACK_WINS), Game(6, 2, Result.WHITE_WINS)))
    event = event.with_round(semifinals)
    assert placed(event) == ((5, 6), (1, 2), (3, 4))
    final = event.with_round(Round(games=(Game(5, 6, Result.WHITE_WINS),)))
    assert placed(final) == ((5,), (6,), (1, 2), (3, 4))
    assert [(row.rank, row.id) for row in rookery.standings(final)] == [(1, 5), (2, 6), (3, 1), (3, 2), (5, 3), (5, 4)]
    drawn = event.with_round(Round(games=(Game(5, 6, Result.DRAW),)))
    assert placed(drawn) == ((5, 6), (1, 2), (3, 4))


def test_a_bracket_that_was_left_has_no_places() -> None:
    won = (Game(1, 4, Result.WHITE_WINS), Game(6, 2, Result.WHITE_WINS))
    wrong = level().with_round(Round(games=won)).with_round(Round())
    with pytest.raises(RuleError, match="should meet"):
        placed(wrong)


def test_only_two_formats_rank_in_their_own_way() -> None:
    own = {name for name, format in rookery.regulations.FORMATS.items() if format.ranks_itself}
    assert own == {name for name in rookery.regulations.FORMATS if formats.conduct_named(name).standings}
    assert own == {"keizer", "knockout"}
    assert [row.id for row in rookery.standings(field(3, "CUSTOM_KEIZER"))] == [1, 2, 3]


def test_a_bye_of_another_kind_is_remarked() -> None:
    event = field(3, "CUSTOM_KNOCKOUT", planned=2)
    games, byes = (Game(3, 2, Result.WHITE_WINS),), (Bye(1, ByeKind.PAIRING_ALLOCATED),)
    assert "no pairing-allocated bye" in rookery.check(event.with_round(Round(games=games, byes=byes))).notes[0]


# -- the whole round


def test_who_is_absent_is_in_the_outcome() -> None:
    event = field(5, "BERGER_ROUNDROBIN", planned=5, requested=(RequestedBye(1, 2), RequestedBye(1, 3)))
    whole = rookery.pair(event).whole
    assert whole is not None
    assert [str(game.result) for game in whole.games] == ["-/+", "-/+"]
    assert whole.byes == (Bye(1, ByeKind.ZERO),)
    assert rookery.pair(field(5, "FIDE_DUTCH_2026", planned=5)).whole is None


def test_a_team_that_is_absent_forfeits_its_match() -> None:
    teams = tuple(Team(i, f"T{i}", (2 * i - 1, 2 * i)) for i in range(1, 5))
    event = replace(field(8, "BERGER_TEAM_ROUNDROBIN", planned=3), teams=teams, team_event=True)
    whole = rookery.pair(event.withdraw(4)).whole
    assert whole is not None
    assert whole.matches[0] == Match(1, 4, (), Result.WHITE_BY_FORFEIT)
    assert whole.matches[1].open


@pytest.mark.parametrize(
    ("event", "one", "says"),
    [
        (field(5, "BERGER_ROUNDROBIN"), 1, "P01 (1) is free in round 1. (C.05)"),
        (field(5, "CUSTOM_KNOCKOUT"), 1, "P01 (1) has a bye"),
        (field(5, "CUSTOM_KEIZER"), 5, "P05 (5) is left over"),
        (field(4, "CUSTOM_KEIZER"), 1, "neighbours in the ranking"),
        (field(4, "CUSTOM_KNOCKOUT"), 4, "so the bracket says"),
        (field(5, "CUSTOM_KEIZER", requested=(RequestedBye(1, 2),)), 2, "P02 (2) is absent"),
        (
            level().with_round(Round(games=(Game(1, 5, Result.DRAW), Game(6, 2, Result.DRAW)))),
            4,
            "P04 (4) went out before round 3",
        ),
    ],
)
def test_why(event: Tournament, one: int, says: str) -> None:
    through = [1, 6] if event.rounds else []
    assert says in str(rookery.pair(event, through=through).explain(one))
    with pytest.raises(RuleError, match="there is no 99"):
        rookery.pair(event, through=through).explain(99)


@pytest.mark.parametrize("system", ["BERGER_ROUNDROBIN", "CUSTOM_KEIZER", "CUSTOM_KNOCKOUT"])
def test_no_edition_where_there_is_none(system: str) -> None:
    event = field(4, system, planned=3)
    for ask in (rookery.pair, rookery.check):
        with pytest.raises(RuleError, match="has no editions"):
            ask(event, edition="2017")


# -- a system that is named


def dated(size: int, year: int, system: str = "", **more: object) -> Tournament:
    return field(size, system, planned=9, event=Event(start=Date(year, 6, 1)), **more)


def test_a_name_means_the_edition_of_the_day_and_a_code_all_it_says() -> None:
    assert str(rookery.pair(dated(8, 2019), "dutch").edition) == "C.04.3 (2017-07)"
    assert str(rookery.pair(dated(8, 2027), "dutch").edition) == "C.04.3 (2026-02)"
    assert str(rookery.pair(dated(8, 2027, "FIDE_DUTCH_2017"), "dutch").edition) == "C.04.3 (2017-07)"
    assert str(rookery.pair(dated(8, 2019), "FIDE_DUTCH_2026").edition) == "C.04.3 (2026-02)"
    baku = "FIDE_DUTCH_2026_BAKU"
    assert rookery.pair(field(40, "", planned=9), baku).pairs == rookery.pair(field(40, baku, planned=9)).pairs
    apart = "CUSTOM_KEIZER_APART4"
    assert rookery.pair(field(5, "", planned=9), apart).pairs == rookery.pair(field(5, apart, planned=9)).pairs


def test_an_edition_for_an_event_that_is_older_than_any_text() -> None:
    for ask in (
        lambda **more: rookery.pair(dated(8, 2012), **more),
        lambda **more: rookery.check(dated(8, 2012), **more),
    ):
        with pytest.raises(Unsupported, match="before July 2017"):
            ask()
        assert str(ask(edition="2017").edition) == "C.04.3 (2017-07)"
        assert str(ask(system="dutch", edition="2026").edition) == "C.04.3 (2026-02)"


def test_check_by_another_system() -> None:
    made = rookery.generate(rookery.Settings(system="dutch", players=8, rounds=3), seed=1)
    assert rookery.check(made, system="FIDE_DUTCH_2026").agree
    with pytest.raises(Unsupported, match="2029"):
        rookery.check(made, system="FIDE_DUTCH_2029")
    with pytest.raises(RuleError, match="2 games"):
        rookery.check(made, system="double-swiss")


def test_a_system_given_as_a_value_has_no_other_edition() -> None:
    with pytest.raises(RuleError, match="no other edition"):
        rookery.pair(field(4, "", planned=3), formats.newest("dutch"), edition="2017")


@pytest.mark.parametrize(
    ("facts", "verbs", "says"),
    [
        ({"swiss": True}, {}, "needs a regulation"),
        ({}, {}, "needs next_round"),
        ({"ranks_itself": True}, {"next_round": lambda tournament, wishes: Round()}, "needs standings"),
    ],
)
def test_a_conduct_has_the_verbs_that_its_facts_ask_for(
    facts: dict[str, bool], verbs: dict[str, object], says: str
) -> None:
    with pytest.raises(RuleError, match=says):
        formats.Conduct(format=Format(name="odd", title="Odd", **facts), **verbs)  # type: ignore[arg-type]
