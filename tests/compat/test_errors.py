"""What somebody who comes from JavaScript may try: a ValueError that says what is wrong, and where."""

from __future__ import annotations

import re
from collections.abc import Callable
from decimal import Decimal
from fractions import Fraction
from functools import partial
from types import SimpleNamespace
from typing import Any

import pytest
from syrupy.assertion import SnapshotAssertion

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
    pytest.param(entry(white=None), id="white-None"),
    pytest.param(entry(white=7), id="white-a-number"),
    pytest.param(entry(black=None), id="black-None"),
    pytest.param(entry(white=FOUR[0]), id="white-a-player"),
    pytest.param({"whiteId": "alice", "result": 1}, id="black-missing"),
    pytest.param(entry(whiteId="alice"), id="white-twice"),
    pytest.param(entry(round=1), id="other-round"),
    pytest.param(entry(round="two"), id="round-a-word"),
    pytest.param(("alice", "bob", 1), id="tuple"),
    pytest.param(None, id="None"),
    pytest.param("alice-bob", id="text"),
    pytest.param(entry(result=2), id="result-2"),
    pytest.param(entry(result=-1), id="result-minus-1"),
    pytest.param(entry(result="1-0"), id="result-1-0"),
    pytest.param(entry(result="1"), id="result-text-1"),
    pytest.param(entry(result="white wins"), id="result-a-phrase"),
    pytest.param(entry(result="none"), id="result-none"),
    pytest.param(entry(result="white", forfeit="white"), id="white-forfeits-and-wins"),
    pytest.param(entry(result=1, forfeit="black"), id="black-forfeits-and-result-1"),
    pytest.param(entry(result="white", forfeit="nobody"), id="forfeit-by-nobody"),
    pytest.param(entry(result="white", forfeit="black", kind="forfeit-win"), id="forfeit-and-kind"),
    pytest.param(entry(result=None), id="result-None"),
    pytest.param(entry(result=True), id="result-True"),
    pytest.param(entry(result=float("nan")), id="result-nan"),
    pytest.param(entry(result=Fraction(1, 3)), id="result-a-third"),
    pytest.param(entry(kind="bye"), id="kind-bye"),
    pytest.param(entry(kind="fullBye"), id="kind-fullBye"),
    pytest.param(entry(kind=["half-bye"]), id="kind-a-list"),
    pytest.param(entry(kind="half-bye"), id="bye-with-opponent"),
    pytest.param(entry(white="dave", black="carol"), id="two-players-twice"),
    pytest.param(entry(white="carol", black=""), id="bye-of-a-paired-player"),
]


def messages(*calls: Callable[[], object]) -> list[str]:
    """The different messages of calls of which each ends with a ValueError."""
    texts = set()
    for call in calls:
        with pytest.raises(ValueError) as caught:  # noqa: PT011
            call()
        texts.add(str(caught.value))
    return sorted(texts)


@pytest.mark.parametrize("game", GAMES)
def test_a_wrong_game(game: Any, snapshot: SnapshotAssertion) -> None:
    """For pairings, standings and tie-breaks alike."""
    games = [ROUND, [Game("carol", "dave", 1), game]]
    texts = messages(
        lambda: compat.dutch(FOUR, games),
        lambda: compat.standings(FOUR, games),
        lambda: compat.buchholz("alice", games),
        lambda: compat.direct_encounter("alice", games, FOUR),
        lambda: compat.round_robin(FOUR, games),
    )
    assert texts == snapshot


ROUNDS = [
    pytest.param(None, id="None"),
    pytest.param(3, id="number"),
    pytest.param("games", id="text"),
    pytest.param({"1": ROUND}, id="dict"),
    pytest.param(ROUND, id="flat-games-without-round"),
    pytest.param([entry()], id="flat-dict-without-round"),
    pytest.param([entry(round=1), ROUND], id="flat-then-round"),
    pytest.param([ROUND, entry(round=2)], id="round-then-flat"),
    pytest.param([entry(round=0)], id="round-0"),
    pytest.param([entry(round=1.5)], id="round-1.5"),
    pytest.param([entry(round=10**9)], id="round-too-large"),
    pytest.param([entry(round=1, result=7)], id="result-7"),
    pytest.param([entry(round=1), entry(round=1, white="carol")], id="player-twice"),
    pytest.param([ROUND, None], id="round-None"),
    pytest.param([{"byes": []}], id="round-without-games"),
    pytest.param([{"games": ROUND, "byes": [{"kind": "pairing"}]}], id="bye-without-player"),
    pytest.param([{"games": [], "byes": [{"player": "bob", "kind": "late"}]}], id="bye-of-unknown-kind"),
    pytest.param([{"games": ROUND, "byes": [{"player": "bob", "kind": "half"}]}], id="bye-of-a-paired-player"),
    pytest.param([{"games": "none"}], id="games-a-text"),
    pytest.param([{"games": [], "byes": {}}], id="byes-a-dict"),
    pytest.param([ROUND, [Game("alice", "zoe", 1)]], id="unknown-player"),
]


@pytest.mark.parametrize("games", ROUNDS)
def test_wrong_rounds(games: Any, snapshot: SnapshotAssertion) -> None:
    calls: tuple[Callable[..., object], ...] = (*SYSTEMS, compat.standings)
    assert messages(*(partial(call, FOUR, games) for call in calls)) == snapshot


PLAYERS = [
    pytest.param(None, id="None"),
    pytest.param("ab", id="text"),
    pytest.param({"alice": {"rating": 2100}}, id="dict"),
    pytest.param([], id="no-players"),
    pytest.param(FOUR[:1], id="one-player"),
    pytest.param([*FOUR, None], id="player-None"),
    pytest.param([*FOUR, 5], id="player-a-number"),
    pytest.param([*FOUR, {"id": 5}], id="id-a-number"),
    pytest.param([*FOUR, {"id": ""}], id="id-empty"),
    pytest.param([*FOUR, {"name": "Eve"}], id="id-missing"),
    pytest.param([*FOUR, {"id": "bob"}], id="id-twice"),
    pytest.param([*FOUR, "bob"], id="id-twice-as-text"),
    pytest.param([*FOUR, {"id": "eve", "rating": "1800"}], id="rating-a-text"),
    pytest.param([*FOUR, {"id": "eve", "rating": 1800.5}], id="rating-1800.5"),
    pytest.param([*FOUR, {"id": "eve", "rating": float("nan")}], id="rating-nan"),
    pytest.param([*FOUR, {"id": "eve", "rating": 0}], id="rating-0"),
]


@pytest.mark.parametrize("players", PLAYERS)
def test_wrong_players(players: Any, snapshot: SnapshotAssertion) -> None:
    calls: tuple[Callable[..., object], ...] = (*SYSTEMS, compat.standings, compat.round_robin)
    assert messages(*(partial(call, players, []) for call in calls)) == snapshot


@pytest.mark.parametrize("system", SYSTEMS)
@pytest.mark.parametrize(
    "options",
    [
        pytest.param({"round": 0}, id="round-0"),
        pytest.param({"round": -1}, id="round-minus-1"),
        pytest.param({"round": 3}, id="round-3"),
        pytest.param({"round": "2"}, id="round-a-text"),
        pytest.param({"round": True}, id="round-True"),
        pytest.param({"rounds": 0}, id="rounds-0"),
        pytest.param({"rounds": "nine"}, id="rounds-a-text"),
        pytest.param({"rounds": 1}, id="rounds-1"),
    ],
)
def test_wrong_rounds_to_pair(
    system: Callable[..., object], options: dict[str, object], snapshot: SnapshotAssertion
) -> None:
    games = [[Game("alice", "carol", 1), Game("carol", "alice", 1)]] if system is compat.double_swiss else [ROUND]
    assert messages(lambda: system(FOUR, games, **options)) == snapshot


def test_more_rounds_known_than_planned(snapshot: SnapshotAssertion) -> None:
    games = [ROUND, [Game("bob", "alice", 1), Game("carol", "dave", 1)]]
    assert messages(lambda: compat.dutch(FOUR, games, 1, rounds=1)) == snapshot


@pytest.mark.parametrize(
    "player",
    [
        pytest.param("zoe", id="unknown"),
        pytest.param(None, id="None"),
        pytest.param(1, id="number"),
        pytest.param(FOUR[0], id="dict"),
    ],
)
def test_a_wrong_player(player: Any, snapshot: SnapshotAssertion) -> None:
    functions: tuple[Callable[..., object], ...] = (
        compat.buchholz, compat.average_rating, compat.koya, compat.direct_encounter,
    )  # fmt: skip
    assert messages(*(partial(function, player, [ROUND], FOUR) for function in functions)) == snapshot


def test_the_others_are_named_by_their_ids(snapshot: SnapshotAssertion) -> None:
    assert messages(lambda: compat.dubov([*FOUR[:2], {"id": "carol"}], [])) == snapshot


@pytest.mark.parametrize(
    "tiebreaks",
    [
        pytest.param("BH", id="text"),
        pytest.param(None, id="None"),
        pytest.param([None], id="list-of-None"),
        pytest.param(["buchholz"], id="unknown-code"),
        pytest.param([lambda *_: None], id="number-None"),
        pytest.param([lambda *_: float("nan")], id="number-nan"),
        pytest.param([lambda *_: "7"], id="number-a-text"),
    ],
)
def test_wrong_tiebreaks(tiebreaks: Any, snapshot: SnapshotAssertion) -> None:
    assert messages(lambda: compat.standings(FOUR, [ROUND], tiebreaks)) == snapshot


@pytest.mark.parametrize(
    "entries",
    [
        pytest.param([Game("alice", "bob", 1), Game("bob", "carol", 1)], id="opponents-two"),
        pytest.param([Game("alice", "bob", 1), Game("bob", "", 1)], id="game-and-bye"),
        pytest.param([Game("alice", "bob", 1)] * 3, id="three-games"),
        pytest.param([Game("alice", "", 0.5), Game("alice", "", 0)], id="half-then-0"),
        pytest.param([Game("alice", "", 0.5, "half-bye"), Game("alice", "", 0, "zero-bye")], id="two-kinds-of-byes"),
        pytest.param([Game("alice", "", 1, "half-bye"), Game("alice", "", 1, "half-bye")], id="half-bye-of-2"),
        pytest.param([Game("alice", "", 1, "zero-bye")], id="zero-bye-of-1"),
    ],
)
def test_wrong_matches(entries: list[Game], snapshot: SnapshotAssertion) -> None:
    assert messages(lambda: compat.double_swiss(FOUR, [entries])) == snapshot


@pytest.mark.parametrize(
    "call",
    [
        pytest.param(lambda: compat.update("1400", 1400, 1), id="rating-a-text"),
        pytest.param(lambda: compat.update(None, 1400, 1), id="rating-None"),
        pytest.param(lambda: compat.update(1400, 1400, 2), id="result-2"),
        pytest.param(lambda: compat.update(1400, 1400, None), id="result-None"),
        pytest.param(lambda: compat.update(1400, 1400, {"gameKind": "blitz", "result": 1}), id="game-option"),
        pytest.param(lambda: compat.update({"gamesDone": 3, "rating": 1400}, 1400, 1), id="player-option"),
        pytest.param(
            lambda: compat.update({"gamesPlayed": 3, "games_played": 3, "rating": 1400}, 1400, 1), id="field-twice"
        ),
        pytest.param(lambda: compat.k_factor({"rating": 1400, "gamesInPeriod": 0}), id="games-in-period-0"),
        pytest.param(
            lambda: compat.update({"rating": 1400, "game_type": "blitz"}, 1400, 1), id="game-type-of-a-player"
        ),
        pytest.param(lambda: compat.update({"rating": 1400, "age": "15"}, 1400, 1), id="age-a-text"),
        pytest.param(lambda: compat.update({"rating": 1400, "games_played": -1}, 1400, 1), id="games-played-negative"),
        pytest.param(lambda: compat.update({"rating": 1400, "k": "32"}, 1400, 1), id="k-a-text"),
        pytest.param(lambda: compat.update({"rating": 1400, "k": float("inf")}, 1400, 1), id="k-infinite"),
        pytest.param(lambda: compat.k_factor({"rating": 1400, "k": 32}), id="k-of-k-factor"),
        pytest.param(lambda: compat.k_factor({"rating": 1400, "game_type": "bullet"}), id="game-type-bullet"),
        pytest.param(lambda: compat.expected(1400, None), id="opponent-None"),
        pytest.param(lambda: compat.delta("1", 0.5, 20), id="actual-a-text"),
        pytest.param(lambda: compat.performance(None), id="games-None"),
        pytest.param(lambda: compat.performance([(1600, 1)]), id="opponent-rating-missing"),
        pytest.param(lambda: compat.initial([{"opponent_rating": 1600, "result": 7}]), id="result-7"),
    ],
)
def test_wrong_ratings(call: Callable[[], object], snapshot: SnapshotAssertion) -> None:
    assert messages(call) == snapshot


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
