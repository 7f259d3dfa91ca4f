"""Schedules of events, the next round of them, and complaints."""

from __future__ import annotations

from dataclasses import replace

import pytest
from syrupy.assertion import SnapshotAssertion

import rookery
from rookery import formats
from rookery.errors import RuleError, Severity, UnsupportedError
from rookery.model import Bye, ByeKind, Game, Match, Player, RequestedBye, Result, Round, Team, Tournament
from rookery.pairing.schedules.schedule import find_other_colours, find_problems, next_round, schedule, sides
from rookery.pairing.schedules.tables import berger, two_cycles


def field(size: int, system: str = "BERGER_ROUNDROBIN", **more: object) -> Tournament:
    players = tuple(Player(i, f"P{i:02}") for i in range(1, size + 1))
    return Tournament(players=players, system=system, **more)  # type: ignore[arg-type]


def clubs(size: int, boards: int, system: str = "BERGER_TEAM_ROUNDROBIN") -> Tournament:
    teams = tuple(Team(i, f"T{i}", tuple(range((i - 1) * boards + 1, i * boards + 1))) for i in range(1, size + 1))
    return replace(field(size * boards, system), teams=teams, team_event=True)


def play_schedule(tournament: Tournament, rounds: int | None = None) -> Tournament:
    """The event with its schedule played, every game drawn."""
    for round in schedule(tournament)[:rounds]:
        games = tuple(replace(game, result=Result.DRAW) for game in round.games)
        tournament = tournament.with_round(replace(round, games=games))
    return tournament


# -- schedules ---------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("code", ["BERGER_ROUNDROBIN", "FIDE_ROUNDROBIN", "CUSTOM_ROUNDROBIN", "BERGER_ROUNDROBIN_G1"])
def test_a_round_robin(code: str) -> None:
    assert tuple(round.pairs for round in schedule(field(6, code))) == berger(6)


def test_an_odd_field_has_a_free_round_each() -> None:
    rounds = schedule(field(7))
    assert [round.byes for round in rounds] == [(Bye(one, ByeKind.ZERO),) for one in (1, 5, 2, 6, 3, 7, 4)]


def test_numbers_with_gaps_are_seats_in_order() -> None:
    players = tuple(Player(i) for i in (2, 3, 5, 9))
    rounds = schedule(Tournament(players=players, system="BERGER_ROUNDROBIN"))
    assert rounds[0].pairs == ((2, 9), (3, 5))


@pytest.mark.parametrize(("size", "default"), [(6, True), (7, False)])
def test_two_cycles_reverse_where_it_is_needed(size: int, default: bool) -> None:
    event = field(size, "BERGER_DOUBLEROUNDROBIN")
    for reverse in (None, True, False):
        wanted = two_cycles(berger(size), reverse=default if reverse is None else reverse)
        assert tuple(round.pairs for round in schedule(event, reverse=reverse)) == wanted


def test_a_team_round_robin() -> None:
    event = clubs(4, 3)
    rounds = schedule(event)
    assert tuple(round.pairs for round in rounds) == berger(4)
    assert rounds[0].matches[0] == Match(1, 4, (Game(1, 10), Game(11, 2), Game(3, 12)))
    assert [len(round.byes) for round in schedule(clubs(5, 2))] == [1] * 5
    assert len(schedule(clubs(4, 2, "BERGER_TEAM_DOUBLEROUNDROBIN"))) == 6


def test_a_team_without_players_is_scheduled_too() -> None:
    event = Tournament(teams=(Team(1), Team(2)), team_event=True, system="BERGER_TEAM_ROUNDROBIN")
    assert schedule(event) == (Round(matches=(Match(1, 2),)),)


def test_scheveningen_of_halves_of_teams_and_as_a_match() -> None:
    halves = field(4, "FIDE_SCHEVENINGEN")
    assert sides(halves) == ((1, 2), (3, 4))
    assert [round.pairs for round in schedule(halves)] == [((1, 3), (2, 4)), ((4, 1), (3, 2))]
    teams = (Team(1, "Old", (1, 4)), Team(2, "Young", (3, 2)))
    listed = replace(halves, teams=teams)
    assert [round.pairs for round in schedule(listed)] == [((1, 3), (4, 2)), ((2, 1), (3, 4))]
    match = replace(listed, team_event=True)
    assert schedule(match)[1] == Round(matches=(Match(2, 1, (Game(2, 1), Game(3, 4))),))
    assert len(schedule(field(8, "FIDE_DOUBLESCHEVENINGEN"))) == 8


def test_sides_must_be_equal(snapshot: SnapshotAssertion) -> None:
    with pytest.raises(RuleError) as caught:
        schedule(field(5, "FIDE_SCHEVENINGEN"))
    assert str(caught.value) == snapshot


@pytest.mark.parametrize(
    "code",
    [
        "FIDE_SCHILLER",
        "FIDE_DUTCH_2026",
        "",
        "BERGER_ROUNDROBIN_G2",
    ],
)
def test_what_is_not_scheduled(code: str, snapshot: SnapshotAssertion) -> None:
    with pytest.raises(UnsupportedError) as caught:
        schedule(field(6, code))
    assert str(caught.value) == snapshot


# -- the next round ----------------------------------------------------------------------------------------------------


def test_round_after_round(snapshot: SnapshotAssertion) -> None:
    event = field(5, "BERGER_DOUBLEROUNDROBIN")
    whole = schedule(event)
    for round in whole:
        assert next_round(event) == rookery.pair(event).complete_round == round
        event = event.with_round(round)
    with pytest.raises(RuleError) as caught:
        next_round(event)
    assert str(caught.value) == snapshot


def test_the_choice_of_order_is_read_from_the_rounds() -> None:
    """Whoever played round 5 of the table before round 4, or did not, goes on so."""
    event = field(6, "BERGER_DOUBLEROUNDROBIN")
    for reverse in (True, False):
        rounds = schedule(event, reverse=reverse)
        for number in range(5, 10):
            assert next_round(replace(event, rounds=rounds[:number])) == rounds[number]


def test_an_order_of_ones_own() -> None:
    event = field(6)
    rounds = schedule(event)
    assert next_round(replace(event, rounds=rounds[2:4])) == rounds[0]


def test_rounds_that_are_none_of_the_table(snapshot: SnapshotAssertion) -> None:
    event = field(4).with_round(Round(games=(Game(1, 2), Game(3, 4))))
    assert next_round(event).pairs == ((1, 4), (2, 3))
    with pytest.raises(RuleError) as caught:
        next_round(field(6).with_round(Round(games=(Game(1, 2), Game(3, 4), Game(5, 6)))))
    assert str(caught.value) == snapshot


def test_withdrawn_players_lose_by_forfeit() -> None:
    event = play_schedule(replace(field(6), planned_rounds=5), 2).withdraw(3)
    assert next_round(event).games == (Game(2, 6), Game(3, 1, Result.BLACK_BY_FORFEIT), Game(4, 5))
    both = event.withdraw(1)
    assert next_round(both).games[1].result is Result.DOUBLE_FORFEIT
    teams = replace(clubs(4, 2), planned_rounds=3).withdraw(4)
    assert next_round(teams).matches[0] == Match(1, 4, (), Result.WHITE_BY_FORFEIT)


def test_there_are_no_half_point_byes(snapshot: SnapshotAssertion) -> None:
    event = replace(field(6), requested_byes=(RequestedBye(1, 2, ByeKind.HALF),))
    with pytest.raises(RuleError) as caught:
        next_round(event)
    assert str(caught.value) == snapshot


# -- complaints --------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("size", [4, 5, 8, 9])
@pytest.mark.parametrize("code", ["BERGER_ROUNDROBIN", "BERGER_DOUBLEROUNDROBIN", "FIDE_SCHEVENINGEN"])
def test_nothing_to_complain_of(size: int, code: str) -> None:
    size += code.endswith("SCHEVENINGEN") and size % 2
    event = play_schedule(field(size, code))
    assert find_problems(event) == formats.find_problems(event) == ()
    assert find_problems(event.before_round(3)) == ()


def test_a_pair_that_meets_twice_and_two_that_never_do(snapshot: SnapshotAssertion) -> None:
    event = play_schedule(field(6))
    games = tuple(Game(w, b, Result.DRAW) for w, b in ((1, 6), (2, 4), (5, 3)))
    wrong = replace(event, rounds=(*event.rounds[:4], Round(games=games)))
    found = [problem for problem in find_problems(wrong) if problem.code == "meeting"]
    assert [problem.text for problem in found] == snapshot
    assert {problem.severity for problem in found} == {Severity.ERROR}


def test_the_same_colours_twice(snapshot: SnapshotAssertion) -> None:
    event = field(4, "BERGER_DOUBLEROUNDROBIN")
    rounds = schedule(event, reverse=False)
    wrong = replace(event, rounds=(*rounds[:3], *rounds[:3]))
    found = find_problems(wrong)
    assert [problem.code for problem in found] == ["colours"] * 6 + ["balance"]
    assert {problem.severity for problem in found} == {Severity.WARNING}
    assert [problem.text for problem in found] == snapshot


def test_two_cycles_without_the_reversal(snapshot: SnapshotAssertion) -> None:
    event = field(8, "BERGER_DOUBLEROUNDROBIN")
    found = find_problems(replace(event, rounds=schedule(event, reverse=False)))
    assert [problem.text for problem in found] == snapshot


def test_colours_out_of_balance(snapshot: SnapshotAssertion) -> None:
    event = play_schedule(field(4))
    rounds = [Round(games=tuple(Game(min(p), max(p), Result.DRAW) for p in round.pairs)) for round in event.rounds]
    assert [problem.text for problem in find_problems(replace(event, rounds=tuple(rounds)))] == snapshot


def test_an_absence_that_should_be_a_forfeit(snapshot: SnapshotAssertion) -> None:
    event = play_schedule(field(4))
    rounds = [
        replace(round, games=tuple(g for g in round.games if 3 not in (g.white, g.black))) for round in event.rounds
    ]
    found = [each for each in find_problems(replace(event, rounds=tuple(rounds))) if each.code == "meeting"]
    assert [problem.severity for problem in found] == [Severity.ERROR] * 3
    assert [problem.text for problem in found] == snapshot


def test_meetings_inside_a_side_and_a_wrong_number_of_rounds(snapshot: SnapshotAssertion) -> None:
    event = replace(field(4, "FIDE_SCHEVENINGEN"), planned_rounds=3)
    found = find_problems(event.with_round(Round(games=(Game(1, 2), Game(3, 4)))))
    assert [problem.text for problem in found] == snapshot


def test_formats_answer_for_themselves_only(snapshot: SnapshotAssertion) -> None:
    with pytest.raises(UnsupportedError) as caught:
        next_round(field(4, "FIDE_DUTCH_2026"))
    assert str(caught.value) == snapshot


def _exchange_colours(event: Tournament, number: int, at: int) -> Tournament:
    """One game of a round with the colours exchanged."""
    round = event.rounds[number - 1]
    games = [Game(g.black, g.white, g.result) if i == at else g for i, g in enumerate(round.games)]
    return replace(
        event, rounds=(*event.rounds[: number - 1], replace(round, games=tuple(games)), *event.rounds[number:])
    )


@pytest.mark.parametrize("code", ["BERGER_ROUNDROBIN", "BERGER_DOUBLEROUNDROBIN"])
def test_other_colours_than_the_table(code: str) -> None:
    event = play_schedule(field(6, code))
    assert find_other_colours(event) == {}
    white, black = event.rounds[1].pairs[2]
    assert find_other_colours(_exchange_colours(event, 2, 2)) == {2: (((black, white), (white, black)),)}
    assert find_other_colours(replace(event, rounds=event.rounds[::-1])) == {}, "the rounds may come in any order"


def test_colours_that_no_table_gives() -> None:
    event = play_schedule(field(6))
    assert find_other_colours(_exchange_colours(replace(event, system="CUSTOM_ROUNDROBIN"), 1, 0)) is None
    by_hand = Round(games=tuple(Game(*pair, Result.DRAW) for pair in ((2, 1), (4, 3), (6, 5))))
    assert find_other_colours(replace(event, rounds=(by_hand,))) is None
    assert find_other_colours(play_schedule(field(6, "FIDE_SCHEVENINGEN"))) is None
    forfeit = replace(event.rounds[0].games[0], white=6, black=1, result=Result.DOUBLE_FORFEIT, coloured=False)
    first = replace(event.rounds[0], games=(forfeit, *event.rounds[0].games[1:]))
    assert find_other_colours(replace(event, rounds=(first, *event.rounds[1:]))) == {}
