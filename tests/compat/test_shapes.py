"""Every shape of games and players that a page of the packages ever showed: the same answers for all of them."""

from __future__ import annotations

import random
from collections.abc import Callable
from contextlib import suppress
from dataclasses import replace
from types import SimpleNamespace
from typing import Any

import pytest
from syrupy.assertion import SnapshotAssertion

from rookery import NoPairingError, RequestedBye, compat, pair
from rookery.compat import Game
from rookery.compat.entries import build_field
from rookery.compat.shapes import parse_rounds, snake_case
from rookery.compat.tiebreaks import TIEBREAK_FACTORIES

FIVE: list[dict[str, Any]] = [
    {"id": one, "rating": rating} for one, rating in zip("ABCDE", (2100, 2000, 1900, 1800, 1700), strict=True)
]
ROUNDS: list[list[Game]] = [
    [Game("A", "C", 1), Game("D", "B", 0.5), Game("E", "", 1, "pairing-bye")],
    [Game("E", "A", 0), Game("B", "C", 1, "forfeit-win"), Game("D", "", 0.5, "half-bye")],
    [Game("A", "B", 0.5), Game("C", "E", 0, "forfeit-loss"), Game("D", "", 1, "pairing-bye")],
]
FLAT: list[dict[str, Any]] = [
    {"whiteId": game.white, "blackId": game.black, "result": game.result, "round": at, "kind": game.kind}
    for at, round in enumerate(ROUNDS, 1)
    for game in round
]
COMPLETED: list[dict[str, Any]] = [
    {
        "games": [
            {"white": "A", "black": "C", "result": "white"},
            {"white": "D", "black": "B", "result": "draw", "rated": False},
        ],
        "byes": [{"player": "E", "kind": "pairing"}],
    },
    {
        "games": [
            {"white": "E", "black": "A", "result": "black"},
            {"white": "B", "black": "C", "result": "white", "forfeit": "black"},
        ],
        "byes": [{"player": "D", "kind": "half"}],
    },
    {
        "games": [
            {"white": "A", "black": "B", "result": "draw"},
            {"white": "C", "black": "E", "result": "black", "forfeit": "white"},
        ],
        "byes": [{"player": "D", "kind": "pairing"}],
    },
]
SHAPES: dict[str, Any] = {
    "rounds": ROUNDS,
    "tuples": tuple(map(tuple, ROUNDS)),
    "ids": [
        [{"whiteId": game.white, "blackId": game.black, "result": game.result, "kind": game.kind} for game in round]
        for round in ROUNDS
    ],
    "snake_case": [
        [{"white_id": game.white, "black_id": game.black, "result": game.result, "kind": game.kind} for game in round]
        for round in ROUNDS
    ],
    "flat": FLAT,
    "flat, in any order": FLAT[::-1],
    "flat, as objects": [SimpleNamespace(**game) for game in FLAT],
    "completed": COMPLETED,
    "completed, as objects": [
        SimpleNamespace(games=[SimpleNamespace(**game) for game in round["games"]], byes=round["byes"])
        for round in COMPLETED
    ],
    "mixed": [ROUNDS[0], COMPLETED[1], ROUNDS[2]],
}
SYSTEMS = (compat.dutch, compat.dubov, compat.burstein, compat.lim, compat.swiss_team)


@pytest.mark.slow
@pytest.mark.parametrize("shape", SHAPES)
def test_every_shape_gives_the_same_tiebreaks_in_either_order(shape: str) -> None:
    for function in TIEBREAK_FACTORIES:
        for player in FIVE:
            known = function(player["id"], ROUNDS, FIVE)
            assert function(player["id"], SHAPES[shape], FIVE) == known, function.__name__
            assert function(player["id"], games=SHAPES[shape], players=FIVE) == known, function.__name__
            if function is not compat.direct_encounter:
                assert function(player["id"], FIVE, SHAPES[shape]) == known, function.__name__


@pytest.mark.parametrize("shape", SHAPES)
def test_every_shape_gives_the_same_pairings_and_standings(shape: str) -> None:
    games = SHAPES[shape]
    for system in SYSTEMS:
        assert system(FIVE, games) == system(FIVE, ROUNDS)
        assert system(FIVE, games, 2) == system(FIVE, ROUNDS, 2)
    wanted: list[Any] = ["BH/C1", compat.sonneborn_berger, compat.direct_encounter]
    assert compat.standings(FIVE, games, wanted) == compat.standings(FIVE, ROUNDS, wanted)
    assert compat.round_robin(FIVE, games) == compat.round_robin(FIVE, ROUNDS)


def test_the_page_of_swiss() -> None:
    """The quick start in its first form: flat games, players before games, the names of its tie-breaks."""
    players = [{"id": one} for one in ("alice", "bob", "carol", "dave")]
    games: list[dict[str, Any]] = [
        {"whiteId": "alice", "blackId": "carol", "result": 1, "round": 1},
        {"whiteId": "bob", "blackId": "dave", "result": 0.5, "round": 1},
    ]
    assert compat.dutch(players, games, 2) == compat.dutch(
        players, [[Game("alice", "carol", 1), Game("bob", "dave", 0.5)]]
    )
    rows = compat.standings(players, games, [compat.buchholz, compat.sonneborn_berger])
    assert [(row.rank, row.player, row.score) for row in rows][:2] == [(1, "alice", 1.0), (2, "bob", 0.5)]
    assert compat.buchholz_cut is compat.buchholz_cut1
    assert compat.median_buchholz is compat.buchholz_median1
    for games_of_three in (FLAT, ROUNDS):
        assert compat.buchholz_cut("A", FIVE, games_of_three) == compat.buchholz_cut1("A", ROUNDS)
        assert compat.median_buchholz("A", FIVE, games_of_three) == compat.buchholz_median1("A", ROUNDS)


def test_functions_of_ones_own_in_either_order() -> None:
    def wins(player: str, _players: list[Any], games: list[Any]) -> float:
        assert _players[0]["id"] == "A"
        return sum(1.0 for game in games if game["whiteId"] == player and game["result"] == 1)

    def rating(player: str, games: list[Any], players: list[Any]) -> float:
        assert games[0]["whiteId"] == "A"
        return float(next(one["rating"] for one in players if one["id"] == player))

    class Wins:
        def __call__(self, player: str, players: list[Any], games: list[Any]) -> float:
            return wins(player, players, games)

    rows = compat.standings(FIVE, FLAT, [wins, rating, Wins()])
    assert {row.player: row.tiebreaks for row in rows}["A"] == (1.0, 2100.0, 1.0)
    assert compat.standings(FIVE, FLAT, [lambda *_: 1.0])[0].tiebreaks == (1.0,)


def test_direct_encounter_averages_repeated_meetings() -> None:
    """C.07 6.1.2: two games of the same two are one encounter, of their average."""
    twice = [[Game("A", "B", 1)], [Game("B", "A", 1)], [Game("A", "C", 0.5), Game("B", "D", 1)]]
    assert compat.direct_encounter("A", twice, ["A", "B"]) == compat.direct_encounter("B", twice, ["A", "B"]) == 0.5
    assert compat.direct_encounter("A", twice, ["A", "B", "C"]) == 1.0
    thrice = [[Game("A", "B", 1)], [Game("B", "A", 0)], [Game("A", "B", 0)]]
    assert compat.direct_encounter("A", thrice, ["A", "B"]) == pytest.approx(2 / 3)


def test_direct_encounter_of_the_whole_field() -> None:
    """With the players first they are the field, as on the page of swiss: who has other points is not tied (6.1)."""
    games = [
        [Game("A", "B", 1), Game("C", "D", 0)],
        [Game("A", "D", 0.5), Game("C", "B", 0)],
        [Game("A", "C", 1), Game("D", "B", 1)],
    ]
    assert [compat.direct_encounter(one, list("ABCD"), games) for one in "ABCD"] == [0.5, 0, 0, 0.5]
    assert compat.direct_encounter("A", games, ["A", "D"]) == 0.5
    assert compat.direct_encounter("A", games, list("ABCD")) == 2.5  # as the page of direct-encounter says


def test_a_game_that_both_forfeit() -> None:
    """It has a form in the newest packages: no points, and no meeting."""
    both: list[Any] = [{"games": [{"white": "A", "black": "B", "result": "none", "forfeit": "both"}]}]
    assert [row.score for row in compat.standings(["A", "B"], both, [])] == [0, 0]
    assert compat.dutch(["A", "B"], both).pairings  # they may still meet
    assert compat.rounds_elected_to_play("A", both) == 0


def message(function: Callable[..., object], *arguments: object, **options: object) -> str:
    """The message of the ValueError with which a call ends."""
    with pytest.raises(ValueError) as caught:  # noqa: PT011
        function(*arguments, **options)
    return str(caught.value)


def test_rounds_without_games(snapshot: SnapshotAssertion) -> None:
    assert compat.buchholz("A", []) == compat.koya("A", [[], []]) == 0
    assert compat.number_of_wins("A", ROUNDS, []) == compat.number_of_wins("A", [], ROUNDS) == 2
    assert message(compat.buchholz, 7, []) == snapshot
    assert message(compat.buchholz, "A", [], ["B"]) == snapshot
    last = [{"whiteId": "A", "blackId": "B", "result": 1, "round": 3}]
    assert compat.progressive("A", last) == 1
    assert compat.dutch(FIVE, last, 6) == compat.dutch(FIVE, [[], [], [Game("A", "B", 1)], [], []])
    assert message(compat.dutch, FIVE, [], 3) == snapshot


@pytest.mark.parametrize(
    ("games", "players"),
    [
        pytest.param(FIVE, FIVE, id="players-twice"),
        pytest.param(FIVE, None, id="players-only"),
        pytest.param(ROUNDS, ROUNDS, id="games-twice"),
        pytest.param(None, FIVE, id="games-None"),
        pytest.param("A", FIVE, id="games-a-text"),
        pytest.param(ROUNDS, {"A": 1}, id="players-a-dict"),
    ],
)
def test_what_is_neither_players_nor_games(games: object, players: object, snapshot: SnapshotAssertion) -> None:
    assert message(compat.buchholz, "A", games, players) == snapshot


PARTS: list[Any] = [
    "A", "B", "C", "", 7, None, True, 0.5, 1, "white", "draw", "both", "half-bye", float("nan"), 10**30, [], {},
]  # fmt: skip
FIELDS = ("white", "black", "whiteId", "result", "round", "kind", "forfeit", "rated", "games", "byes", "player", "id")


def anything(chance: random.Random, depth: int = 0) -> Any:
    """Any plain data, often with a field or two of a game."""
    kind = chance.random()
    if depth > 3 or kind < 0.4:
        return chance.choice(PARTS)
    if kind < 0.7:
        game = {"white": "A", "black": "B", "result": 1} if chance.random() < 0.7 else {}
        return game | {chance.choice(FIELDS): anything(chance, depth + 1) for _ in range(chance.randint(0, 2))}
    return [anything(chance, depth + 1) for _ in range(chance.randint(0, 3))]


def test_any_input_gives_an_answer_or_a_value_error() -> None:
    chance, answers = random.Random(15), 0
    for _ in range(1500):
        first, second = (chance.choice([anything(chance), FIVE, FLAT, ROUNDS]) for _ in range(2))
        for call in (
            lambda one, two: compat.buchholz("A", one, two),
            lambda one, two: compat.direct_encounter("A", one, two),
            lambda one, two: compat.dutch(one, two),
            lambda one, two: compat.standings(one, two),
        ):
            with suppress(ValueError, NoPairingError):
                call(first, second)
                answers += 1
    assert answers > 100


# -- who is absent -----------------------------------------------------------------------------------------------------


def ids(paired: compat.Paired) -> set[str]:
    return {one for each in (*paired.pairings, *paired.byes) for one in each}


@pytest.mark.parametrize("system", [*SYSTEMS, compat.double_swiss])
def test_absentees_are_left_out(system: Callable[..., compat.Paired]) -> None:
    games: list[list[Game]] = [[Game("A", "C", 1), Game("D", "B", 0.5), Game("E", "", 1)]]
    if system is compat.double_swiss:
        games[0] += [Game("C", "A", 1), Game("B", "D", 0.5), Game("E", "", 0.5)]
    named = system(FIVE, games, absent=["B"])
    assert ids(named) == set("ACDE")
    assert system(FIVE, games, absent=[FIVE[1]]) == named
    assert ids(system(FIVE, games, absent=["B", "E"])) == set("ACD")
    without = [one for one in FIVE if one["id"] != "B"]
    assert system(without, games, absent=[FIVE[1]]) == named  # with the rating, that Dubov needs of an opponent
    if system is not compat.dubov:
        assert ids(system(without, games)) == set("ACDE")


def test_an_absentee_is_paired_by_the_core_like_a_requested_bye() -> None:
    plain = build_field(FIVE, parse_rounds(ROUNDS[:1]), "FIDE_DUTCH_2026", complete=True)
    for one in FIVE:
        asked = replace(plain.tournament, requested_byes=(RequestedBye(2, plain.numbers[one["id"]]),))
        outcome = pair(asked)
        here = compat.dutch(FIVE, ROUNDS[:1], absent=[one["id"]])
        assert [(plain.ids[white], plain.ids[black]) for white, black in outcome.pairs] == list(here.pairings)


def test_omitted_players_may_be_an_oversight(snapshot: SnapshotAssertion) -> None:
    """Where a player has no entry in the round of a stranger, the stranger may be that player."""
    games = [[Game("A", "C", 1), Game("D", "Bb", 0.5), Game("E", "", 1)]]
    assert {message(system, FIVE, games) for system in SYSTEMS} == snapshot
    assert ids(compat.dutch(FIVE, games, absent=["Bb"])) == set("ABCDE")
    for absent in (["Z"], "B", [7], ["B", "B"]):
        assert message(compat.dutch, FIVE, ROUNDS, absent=absent) == snapshot
    assert message(compat.dutch, FIVE, ROUNDS, 2, absent=["B"]) == snapshot
    without = [one for one in FIVE if one["id"] != "B"]
    assert message(compat.dutch, without, ROUNDS, 2) == snapshot  # its rating would decide


# -- the third argument, and the names ---------------------------------------------------------------------------------


def test_the_options_of_the_newest_packages(snapshot: SnapshotAssertion) -> None:
    assert compat.dutch(FIVE, ROUNDS, {"expectedRounds": 4}) == compat.dutch(FIVE, ROUNDS, rounds=4)
    assert compat.burstein(FIVE, [], {"expectedRounds": 1}) == compat.burstein(FIVE, [], rounds=1)
    assert compat.dutch(FIVE, ROUNDS, {}) == compat.dutch(FIVE, ROUNDS)
    assert compat.dutch(FIVE, ROUNDS).games == compat.dutch(FIVE, ROUNDS).pairings
    assert message(compat.dutch, FIVE, ROUNDS, {"trace": print}) == snapshot
    assert message(compat.dutch, FIVE, ROUNDS, {"expectedRounds": 4}, rounds=4) == snapshot
    assert message(compat.dutch, FIVE, ROUNDS, {"expectedRounds": 0}) == snapshot


@pytest.mark.parametrize(
    ("there", "here"),
    [
        ("opponentRating", "opponent_rating"),
        ("gamesPlayed", "games_played"),
        ("everHigher2400", "ever_higher_2400"),
        ("fideId", "fide_id"),
        ("games_in_period", "games_in_period"),
        ("k", "k"),
        ("K", "K"),
        ("", ""),
    ],
)
def test_names_of_the_other_language(there: str, here: str) -> None:
    assert snake_case(there) == here


def test_options_of_ratings_in_either_spelling(snapshot: SnapshotAssertion) -> None:
    assert compat.update({"gamesPlayed": 10, "rating": 1400}, 1400, 1) == (1420, 1390)
    assert compat.update({"gamesInPeriod": 18, "gamesPlayed": 0, "rating": 1400}, 1400, 1) == (1419, 1390)
    assert compat.update(2400, 2400, {"gameType": "blitz", "result": 1}) == (2410, 2390)
    assert compat.k_factor({"everHigher2400": True, "rating": 2300}) == 10
    assert compat.performance([{"opponentRating": 1600, "result": result} for result in (1, 0.5, 0)]) == 1600
    assert compat.initial([SimpleNamespace(opponentRating=1800, result=0.5)] * 2) == 1800
    game = {"opponentRating": 1600, "opponent_rating": 1600, "result": 1}
    assert message(compat.performance, [game]) == snapshot


def test_a_report_in_either_spelling() -> None:
    player = {"pairingNumber": 1, "name": "Hatter, Max", "points": 0, "rank": 1, "results": [], "fideId": "4100018"}
    report: dict[str, object] = {"version": "TRF26", "rounds": 5, "chiefArbiter": "Hare, Mia", "players": [player]}
    again = compat.parse(compat.stringify(report))
    assert (again["chief_arbiter"], again["players"][0]["fide_id"]) == ("Hare, Mia", "4100018")
    cells = [
        {"round": 1, "color": "w", "opponentId": 2, "result": "1"},
        {"round": 1, "color": "b", "opponentId": 1, "result": "0"},
    ]
    rows = [player | {"pairingNumber": number, "results": [cell]} for number, cell in enumerate(cells, 1)]
    whole: Any = report | {"players": rows}
    assert [one["id"] for one in compat.to_players(whole)] == ["1", "2"]
    assert compat.to_games(whole) == [[Game("1", "2", 1.0)]]
