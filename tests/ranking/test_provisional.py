"""Standings while a round is being played: what is over counts, what is open counts as not yet played."""

from __future__ import annotations

import random
from fractions import Fraction

import pytest
from syrupy.assertion import SnapshotAssertion

import rookery
from rookery import Player, Result, Round, Team, Tournament, UnfinishedError, as_data
from rookery._record import replace
from rookery.history.completion import OpenEnd
from rookery.history.late_entries import insert_player

RESULTS = (Result.WHITE_WINS, Result.DRAW, Result.BLACK_WINS)


def event(size: int, complete: int, rng: random.Random, planned: int = 9) -> Tournament:
    """A Swiss with so many complete rounds and one that has been paired."""
    made = Tournament(players=tuple(map(Player, range(1, size + 1))), planned_rounds=planned, system="dutch")
    for number in range(1, complete + 2):
        made = made.with_round(rookery.pair(made).round)
        for game in made.rounds[-1].games if number <= complete else ():
            made = made.with_result(number, game.white, game.black, rng.choice(RESULTS))
    return made


def change_last_round(made: Tournament, rng: random.Random) -> Tournament:
    """The event with some results of its last round."""
    for game in made.rounds[-1].games:
        if rng.random() < 0.5:
            made = made.with_result(len(made.rounds), game.white, game.black, rng.choice(RESULTS))
    return made


def literally(made: Tournament) -> dict[int, tuple[int, Fraction, Fraction]]:
    """Points, Buchholz and Sonneborn-Berger from the games that are over alone; nobody has a bye."""
    over = [game for round in made.rounds for game in round.games if game.result is not Result.PENDING]
    worth = {"1-0": (10, 0), "½-½": (5, 5), "0-1": (0, 10)}
    met: dict[int, list[tuple[int, int]]] = {one: [] for one in made.participants_by_number}
    for game in over:
        white, black = worth[str(game.result)]
        met[game.white].append((game.black, white))
        met[game.black].append((game.white, black))
    points = {one: sum(won for _, won in games) for one, games in met.items()}
    return {
        one: (
            points[one],
            Fraction(sum(points[other] for other, _ in games), 10),
            Fraction(sum(points[other] * won for other, won in games), 100),
        )
        for one, games in met.items()
    }


@pytest.mark.parametrize("seed", range(40))
def test_what_is_over_counts_and_nothing_else(seed: int) -> None:
    rng = random.Random(seed)
    made = change_last_round(event(2 * rng.randint(3, 12), rng.randint(0, 4), rng), rng)
    table = rookery.standings(made, "BH,SB", provisional=True)
    assert {row.id: (row.points, *row.values) for row in table} == literally(made)
    assert table.after == len(made.rounds)
    keys = [(-row.points, *(-(value or 0) for value in row.values)) for row in table]
    assert keys == sorted(keys)


@pytest.mark.parametrize(
    "code", ["BH/C1", "SB", "DE", "PS", "KS", "WIN", "WON", "BPG", "REP", "STD", "AOB", "FB", "BH/F"]
)
def test_every_tie_break_works_while_a_round_is_open(code: str) -> None:
    rng = random.Random(7)
    made = change_last_round(event(14, 4, rng, planned=5), rng)
    assert made.rounds[-1].pending
    rookery.standings(made, [code], provisional=True)


def test_a_round_that_is_over_gives_the_usual_standings() -> None:
    rng = random.Random(3)
    made = event(12, 4, rng).before_round(5)
    usual, asked = rookery.standings(made), rookery.standings(made, provisional=True)
    assert usual == asked
    assert not asked.provisional


def test_a_bye_of_the_round_counts_at_once_and_the_table_says_what_is_open(snapshot: SnapshotAssertion) -> None:
    rng = random.Random(5)
    made = event(7, 2, rng)
    table = rookery.standings(made, provisional=True)
    bye = made.rounds[-1].byes[0].player
    assert table.row(bye).points == rookery.standings(made).row(bye).points + 10
    assert (table.provisional, table.open, table.final) == (True, 3, False)
    assert table.notes == snapshot
    data = as_data(table)
    assert (data["provisional"], data["final"], data["after"]) == (True, False, 3)


def test_open_matches_of_teams_count_as_not_yet_played(snapshot: SnapshotAssertion) -> None:
    players = tuple(map(Player, range(1, 9)))
    teams = tuple(Team(i, f"Team {i}", (2 * i - 1, 2 * i)) for i in range(1, 5))
    made = Tournament(
        players=players, teams=teams, team_event=True, system="team", planned_rounds=3, board_colours="WB"
    )
    made = made.with_round(rookery.pair(made).round)
    first = made.rounds[0].matches[0]
    for game in first.games:
        made = made.with_result(1, game.white, game.black, "1-0")
    table = rookery.standings(made, ["MPvGP", "BC", "EDE"], provisional=True)
    assert [row.points for row in table] == [10, 10, 0, 0]
    assert table.notes == snapshot


def test_an_earlier_round_must_be_over() -> None:
    rng = random.Random(1)
    made = event(8, 1, rng)
    broken = Tournament(players=made.players, planned_rounds=9, system="dutch", rounds=(made.rounds[1], made.rounds[0]))
    with pytest.raises(UnfinishedError):
        rookery.standings(broken, provisional=True)


@pytest.mark.parametrize("seed", range(12))
def test_a_round_that_is_only_published_moves_no_value(seed: int) -> None:
    """Late entries and byes of earlier rounds included: what is capped by the number of rounds stays capped."""
    rng = random.Random(seed)
    made = event(rng.choice((5, 7, 9)), 2, rng).before_round(3)
    made = insert_player(made, Player(90, "Late", 2000)).tournament
    running = made.with_round(rookery.pair(made).round)
    assert not running.rounds[-1].byes
    for codes in ("BH", "BH/C1", "SB", "KS", "AOB", "PS", "STD"):
        before = {row.id: (row.points, row.values) for row in rookery.standings(made, codes)}
        assert {
            row.id: (row.points, row.values) for row in rookery.standings(running, codes, provisional=True)
        } == before


# -- whether it is over


def test_a_knock_out_whose_final_is_level_is_not_over() -> None:
    cup = Tournament(players=tuple(map(Player, range(1, 3))), system="knockout", planned_rounds=1)
    cup = cup.with_round(rookery.pair(cup).round)
    white, black = cup.rounds[0].pairs[0]
    level = cup.with_result(1, white, black, "½-½")
    assert rookery.completion(level).reasons == (OpenEnd("level final", 1, ((white, black),)),)
    assert not rookery.standings(level).final
    assert rookery.completion(cup.with_result(1, white, black, "1-0"))
    assert rookery.completion(cup.with_result(1, white, black, "-/+"))


def test_every_reason_why_an_event_is_not_over_is_named(snapshot: SnapshotAssertion) -> None:
    rng = random.Random(2)
    made = event(4, 1, rng, planned=3)
    game, other = made.rounds[1].games
    made = made.with_result(2, game.white, game.black, Result.ADJOURNED)
    found = rookery.completion(made)
    assert not found
    assert found.reasons == (
        OpenEnd("open games", 2, ((other.white, other.black),)),
        OpenEnd("adjourned games", 2, ((game.white, game.black),)),
        OpenEnd("round to come", 3),
    )
    assert [reason.text for reason in found.reasons] == snapshot


@pytest.mark.parametrize(("system", "rounds"), [("round-robin", 3), ("double-round-robin", 6), ("knockout", 2)])
def test_the_field_tells_how_long_an_event_is_where_it_can(system: str, rounds: int) -> None:
    made = Tournament(players=tuple(map(Player, range(1, 5))), system=system)
    for number in range(1, rounds + 1):
        assert not rookery.completion(made)
        made = made.with_round(rookery.pair(made).round)
        for game in made.rounds[-1].pending:
            made = made.with_result(number, game.white, game.black, "1-0")
    assert rookery.completion(made)
    assert rookery.standings(made).final


def test_a_swiss_without_a_number_of_rounds_is_never_over() -> None:
    made = Tournament(
        players=(Player(1), Player(2)), system="dutch", rounds=(Round((rookery.Game(1, 2, Result.DRAW),)),)
    )
    assert rookery.completion(made).reasons == (OpenEnd("length unknown"),)


def test_standings_of_an_earlier_round_are_not_final() -> None:
    rng = random.Random(2)
    made = event(6, 2, rng, planned=3)
    for game in made.rounds[2].games:
        made = made.with_result(3, game.white, game.black, "1-0")
    assert rookery.completion(made)
    assert rookery.standings(made).final
    assert not rookery.standings(made, after=2).final
    assert rookery.standings(made, after=2).finality.reasons == (OpenEnd("round to come", 3),)


@pytest.mark.parametrize("system", ["keizer", "knockout"])
def test_a_format_that_ranks_itself_stops_before_the_round_of_an_adjourned_game(system: str) -> None:
    event = rookery.generate(rookery.GeneratorSettings(players=8, system=system), seed=3)
    *rounds, last = event.rounds
    games = (replace(last.games[0], result=Result.ADJOURNED, coloured=True), *last.games[1:])
    waiting = replace(event, rounds=(*rounds, replace(last, games=games)))
    found = rookery.standings(waiting, provisional=True)
    assert (found.after, found.final) == (len(rounds), False)
    assert [row[:2] for row in found.rows] == [row[:2] for row in rookery.standings(event, after=len(rounds)).rows]
