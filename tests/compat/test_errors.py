"""What somebody who comes from JavaScript may try: a ValueError that says what is wrong, and where."""

from __future__ import annotations

import re
from collections.abc import Callable
from decimal import Decimal
from fractions import Fraction
from types import SimpleNamespace
from typing import Any

import pytest

from rookery import compat
from rookery.compat import Game

FOUR: list[Any] = [{"id": one, "rating": rating} for one, rating in
                   (("alice", 2100), ("bob", 1950), ("carol", 1870), ("dave", 1820))]  # fmt: skip
ROUND: list[Any] = [Game("alice", "carol", 1), Game("dave", "bob", 0.5)]
SYSTEMS = (compat.dutch, compat.dubov, compat.burstein, compat.lim, compat.double_swiss, compat.swiss_team)


def entry(**fields: object) -> dict[str, object]:
    """The second game of the second round, spoiled."""
    return {"white": "alice", "black": "bob", "result": 1, **fields}


GAMES = [
    (entry(white=None), "round 2, game 2: ids are strings, and white is never empty"),
    (entry(white=7), "round 2, game 2: ids are strings"),
    (entry(black=None), "round 2, game 2: ids are strings.*black is empty for a bye"),
    (entry(white=FOUR[0]), "round 2, game 2: ids are strings"),
    ({"whiteId": "alice", "result": 1}, "round 2, game 2: ids are strings"),
    (entry(whiteId="alice"), "round 2, game 2: 'white' and 'whiteId' are the same field"),
    (entry(round=1), "round 2, game 2: the game says round 1"),
    (entry(round="two"), "round 2, game 2: round is a whole number, not 'two'"),
    (("alice", "bob", 1), "round 2, game 2: ids are strings"),
    (None, "round 2, game 2: ids are strings"),
    ("alice-bob", "round 2, game 2: ids are strings"),
    (entry(result=2), "round 2, game 2: a result is 1, 0.5 or 0, not 2"),
    (entry(result=-1), "round 2, game 2: a result is .* not -1"),
    (entry(result="1-0"), "round 2, game 2: a result is .* not '1-0'"),
    (entry(result="1"), "round 2, game 2: a result is .* not '1'"),
    (entry(result="white wins"), "round 2, game 2: a result is .* not 'white wins'"),
    (entry(result="none"), "round 2, game 2: a game without a winner is a draw, or forfeited by both"),
    (entry(result="white", forfeit="white"), "when forfeit is 'white' the result is 'black', not 'white'"),
    (entry(result=1, forfeit="black"), "when forfeit is 'black' the result is 'white', not 1"),
    (entry(result="white", forfeit="nobody"), "round 2, game 2: forfeit is one of black, white, both"),
    (entry(result="white", forfeit="black", kind="forfeit-win"), "no kind goes with it"),
    (entry(result=None), "round 2, game 2: a result is .* not None"),
    (entry(result=True), "round 2, game 2: a result is .* not True"),
    (entry(result=float("nan")), "round 2, game 2: a result is .* not nan"),
    (entry(result=Fraction(1, 3)), "round 2, game 2: a result is"),
    (entry(kind="bye"), "round 2, game 2: 'bye' is no kind: there are forfeit-win"),
    (entry(kind="fullBye"), "no kind"),
    (entry(kind=["half-bye"]), "no kind"),
    (entry(kind="half-bye"), "round 2, game 2: a bye has no opponent"),
    (entry(white="dave", black="carol"), "round 2: 'carol' appears twice|round 2: 'dave' appears twice"),
    (entry(white="carol", black=""), "round 2: 'carol' appears twice"),
]


@pytest.mark.parametrize(("game", "says"), GAMES)
def test_a_wrong_game(game: Any, says: str) -> None:
    """For pairings, standings and tie-breaks alike."""
    games = [ROUND, [Game("carol", "dave", 1), game]]
    for call in (
        lambda: compat.dutch(FOUR, games),
        lambda: compat.standings(FOUR, games),
        lambda: compat.buchholz("alice", games),
        lambda: compat.direct_encounter("alice", games, FOUR),
        lambda: compat.round_robin(FOUR, games),
    ):
        with pytest.raises(ValueError, match=says):
            call()


ROUNDS: list[tuple[Any, str]] = [
    (None, "games is a list of rounds, not None"),
    (3, "games is a list of rounds, not 3"),
    ("games", "games is a list of rounds, not 'games'"),
    ({"1": ROUND}, "games is a list of rounds, not {"),
    (ROUND, r"game 1 has no round: games come round by round, or each with its round: Game\(white='alice'"),
    ([entry()], "game 1 has no round: .*{'white'"),
    ([entry(round=1), ROUND], "game 2 has no round: .*Game"),
    ([ROUND, entry(round=2)], "game 1 has no round"),
    ([entry(round=0)], "game 1: round is at least 1, not 0"),
    ([entry(round=1.5)], "game 1: round is a whole number, not 1.5"),
    ([entry(round=10**9)], "game 1: round is at most 999, not 1000000000"),
    ([entry(round=1, result=7)], "game 1, round 1: a result is"),
    ([entry(round=1), entry(round=1, white="carol")], "round 1: 'bob' appears twice"),
    ([ROUND, None], "round 2 is a list of games, not None"),
    ([{"byes": []}], "round 1 is a list of games, not {'byes'"),
    ([{"games": ROUND, "byes": [{"kind": "pairing"}]}], "round 1, bye 1: a bye has a player"),
    ([{"games": [], "byes": [{"player": "bob", "kind": "late"}]}], "round 1, bye 1: 'late' is no kind: there are full"),
    ([{"games": ROUND, "byes": [{"player": "bob", "kind": "half"}]}], "round 1: 'bob' appears twice"),
    ([{"games": "none"}], "round 1 is a list of games, not 'none'"),
    ([{"games": [], "byes": {}}], "round 1: byes is a list of byes, not {}"),
    ([ROUND, [Game("alice", "zoe", 1)]], "round 2: 'zoe' is in the games, and not among the players"),
]


@pytest.mark.parametrize(("games", "says"), ROUNDS)
def test_wrong_rounds(games: Any, says: str) -> None:
    for system in SYSTEMS:
        with pytest.raises(ValueError, match=says):
            system(FOUR, games)
    with pytest.raises(ValueError, match=says):
        compat.standings(FOUR, games)


PLAYERS: list[tuple[Any, str]] = [
    (None, "players is a list of players, not None"),
    ("ab", "players is a list of players, not 'ab'"),
    ({"alice": {"rating": 2100}}, "players is a list of players, not {'alice'"),
    ([], "two players or more, not 0"),
    (FOUR[:1], "two players or more, not 1"),
    ([*FOUR, None], "player 5: a player has an id, a string that is not empty: None"),
    ([*FOUR, 5], "player 5: a player has an id"),
    ([*FOUR, {"id": 5}], "player 5: a player has an id"),
    ([*FOUR, {"id": ""}], "player 5: a player has an id"),
    ([*FOUR, {"name": "Eve"}], "player 5: a player has an id"),
    ([*FOUR, {"id": "bob"}], "players 2 and 5 have the same id 'bob'"),
    ([*FOUR, "bob"], "players 2 and 5 have the same id 'bob'"),
    ([*FOUR, {"id": "eve", "rating": "1800"}], "player 5: the rating of 'eve' is a whole number, not '1800'"),
    ([*FOUR, {"id": "eve", "rating": 1800.5}], "player 5: the rating of 'eve' is a whole number, not 1800.5"),
    ([*FOUR, {"id": "eve", "rating": float("nan")}], "is a whole number, not nan"),
    ([*FOUR, {"id": "eve", "rating": 0}], "player 5: the rating of 'eve' is at least 1, not 0"),
]


@pytest.mark.parametrize(("players", "says"), PLAYERS)
def test_wrong_players(players: Any, says: str) -> None:
    calls: tuple[Callable[..., object], ...] = (*SYSTEMS, compat.standings, compat.round_robin)
    for call in calls:
        with pytest.raises(ValueError, match=says):
            call(players, [])


@pytest.mark.parametrize("system", SYSTEMS)
@pytest.mark.parametrize(
    ("options", "says"),
    [
        ({"round": 0}, "round 0 cannot be paired: 1 round is known"),
        ({"round": -1}, "round -1 cannot be paired"),
        ({"round": 3}, "round 3 cannot be paired: 1 round is known"),
        ({"round": "2"}, "round is a whole number, not '2'"),
        ({"round": True}, "round is a whole number, not True"),
        ({"rounds": 0}, "rounds is at least 1, not 0"),
        ({"rounds": "nine"}, "rounds is a whole number, not 'nine'"),
        ({"rounds": 1}, "the tournament has 1 round"),
    ],
)
def test_wrong_rounds_to_pair(system: Callable[..., object], options: dict[str, object], says: str) -> None:
    games = [[Game("alice", "carol", 1), Game("carol", "alice", 1)]] if system is compat.double_swiss else [ROUND]
    with pytest.raises(ValueError, match=says):
        system(FOUR, games, **options)


def test_more_rounds_known_than_planned() -> None:
    games = [ROUND, [Game("bob", "alice", 1), Game("carol", "dave", 1)]]
    with pytest.raises(ValueError, match="2 rounds are known: the tournament has 1"):
        compat.dutch(FOUR, games, 1, rounds=1)


@pytest.mark.parametrize(
    ("player", "says"),
    [
        ("zoe", "there is no player 'zoe'"),
        (None, "there is no player None: a player is named by the id, a string"),
        (1, "there is no player 1"),
        (FOUR[0], "there is no player {'id': 'alice'"),
    ],
)
def test_a_wrong_player(player: Any, says: str) -> None:
    for function in (compat.buchholz, compat.average_rating, compat.koya):
        with pytest.raises(ValueError, match=says):
            function(player, [ROUND], FOUR)
    with pytest.raises(ValueError, match=says):
        compat.direct_encounter(player, [ROUND], FOUR)


def test_the_others_are_named_by_their_ids() -> None:
    with pytest.raises(ValueError, match=r"C\.04\.4\.1.*'carol'"):
        compat.dubov([*FOUR[:2], {"id": "carol"}], [])


@pytest.mark.parametrize(
    ("tiebreaks", "says"),
    [
        ("BH", "tiebreaks is a list of functions or codes, not 'BH'"),
        (None, "tiebreaks is a list"),
        ([None], "a tie-break is a function or a code, not None"),
        (["buchholz"], "tie-break"),
        ([lambda *_: None], "the tie-break lambda gives 'alice' no number but None"),
        ([lambda *_: float("nan")], "the tie-break lambda gives 'alice' no number but nan"),
        ([lambda *_: "7"], "no number but '7'"),
    ],
)
def test_wrong_tiebreaks(tiebreaks: Any, says: str) -> None:
    with pytest.raises(ValueError, match=says):
        compat.standings(FOUR, [ROUND], tiebreaks)


@pytest.mark.parametrize(
    ("entries", "says"),
    [
        ([Game("alice", "bob", 1), Game("bob", "carol", 1)], "round 1: 'bob' appears twice"),
        ([Game("alice", "bob", 1), Game("bob", "", 1)], "round 1: 'bob' appears twice"),
        ([Game("alice", "bob", 1)] * 3, "round 1: a match has two games, not 3"),
        ([Game("alice", "", 0.5), Game("alice", "", 0)], "a bye of 'alice' cannot give 0.5 in two games"),
        ([Game("alice", "", 0.5, "half-bye"), Game("alice", "", 0, "zero-bye")], "half-bye and zero-bye of 'alice'"),
        ([Game("alice", "", 1, "half-bye"), Game("alice", "", 1, "half-bye")], "half-bye of 'alice' cannot give 2.0"),
        ([Game("alice", "", 1, "zero-bye")], "cannot give 1.0"),
    ],
)
def test_wrong_matches(entries: list[Game], says: str) -> None:
    with pytest.raises(ValueError, match=says):
        compat.double_swiss(FOUR, [entries])


@pytest.mark.parametrize(
    ("call", "says"),
    [
        (lambda: compat.update("1400", 1400, 1), "a rating is a whole number, not '1400'"),
        (lambda: compat.update(None, 1400, 1), "a rating is a whole number, not None"),
        (lambda: compat.update(1400, 1400, 2), "a result is 1, 0.5 or 0, not 2"),
        (lambda: compat.update(1400, 1400, None), "a result is"),
        (lambda: compat.update(1400, 1400, {"gameKind": "blitz", "result": 1}), "no option 'game_kind' of a game"),
        (lambda: compat.update({"gamesDone": 3, "rating": 1400}, 1400, 1), "no option 'games_done' here: there are"),
        (
            lambda: compat.update({"gamesPlayed": 3, "games_played": 3, "rating": 1400}, 1400, 1),
            "'gamesPlayed' and 'games_played' are the same field",
        ),
        (lambda: compat.k_factor({"rating": 1400, "gamesInPeriod": 0}), "games_in_period is at least 1, not 0"),
        (lambda: compat.update({"rating": 1400, "game_type": "blitz"}, 1400, 1), "no option 'game_type' here"),
        (lambda: compat.update({"rating": 1400, "age": "15"}, 1400, 1), "age is a whole number, not '15'"),
        (lambda: compat.update({"rating": 1400, "games_played": -1}, 1400, 1), "games_played is at least 0, not -1"),
        (lambda: compat.update({"rating": 1400, "k": "32"}, 1400, 1), "k is a number, not '32'"),
        (lambda: compat.update({"rating": 1400, "k": float("inf")}, 1400, 1), "k is a number, not inf"),
        (lambda: compat.k_factor({"rating": 1400, "k": 32}), "no option 'k' here"),
        (lambda: compat.k_factor({"rating": 1400, "game_type": "bullet"}), "game_type is one of .*, not 'bullet'"),
        (lambda: compat.expected(1400, None), "a rating is a whole number"),
        (lambda: compat.delta("1", 0.5, 20), "actual is a number, not '1'"),
        (lambda: compat.performance(None), "games is a list of games, not None"),
        (lambda: compat.performance([(1600, 1)]), "game 1: opponent_rating is a whole number, not None"),
        (lambda: compat.initial([{"opponent_rating": 1600, "result": 7}]), "game 1: a result is"),
    ],
)
def test_wrong_ratings(call: Callable[[], object], says: str) -> None:
    with pytest.raises(ValueError, match=says):
        call()


@pytest.mark.parametrize("half", [0.5, Fraction(1, 2), Decimal("0.5")])
def test_a_half_is_a_half(half: Any) -> None:
    games = [[Game("alice", "bob", half)]]
    assert compat.standings(["alice", "bob"], games, [])[1].score == 0.5
    assert compat.update(1400, 1400, half) == (1400, 1400)


def test_objects_will_do() -> None:
    games: Any = ((SimpleNamespace(white="alice", black="bob", result=1.0, kind=None),),)
    assert compat.number_of_wins("alice", games, (SimpleNamespace(**one) for one in FOUR)) == 1
    assert compat.dutch(iter(FOUR), []) == compat.dutch(FOUR, [])


def test_an_error_shows_no_more_than_a_line() -> None:
    with pytest.raises(ValueError, match=re.escape("...")) as raised:
        compat.dutch(FOUR, [{"rounds": ROUND * 50}])
    assert len(str(raised.value)) < 160
