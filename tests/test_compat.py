"""The plain calls: every documented example, the departures, and the same answers as the core on whole tournaments."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from functools import partial
from pathlib import Path
from types import SimpleNamespace

import pytest
from syrupy.assertion import SnapshotAssertion

import rookery
from rookery import compat
from rookery.compat import Game
from rookery.compat.tiebreaks import TIEBREAK_FACTORIES
from rookery.history.late_entries import with_provisional_ratings
from rookery.model import CLASSIC, ByeKind, Result, Tournament
from rookery.pairing.burstein import seeding_rounds
from rookery.rating import rules_for

ROOT = Path(__file__).resolve().parent.parent

# -- ratings: the documented examples ----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("a", "b", "game", "after"),
    [
        (1400, 1400, 1, (1410, 1390)),
        ({"age": 15, "rating": 1400}, 1400, 1, (1420, 1390)),
        ({"games_played": 10, "rating": 1400}, 1400, 1, (1420, 1390)),
        (2400, 2400, {"game_type": "blitz", "result": 1}, (2410, 2390)),
        ({"games_in_period": 18, "games_played": 0, "rating": 1400}, 1400, 1, (1419, 1390)),
        ({"rating": 1400, "k": 32}, {"rating": 1400, "k": 0}, 0.5, (1400, 1400)),
        ({"rating": 1400, "k": 32}, {"rating": 1400, "k": 0}, 0, (1384, 1400)),
        ({"rating": 1400, "k": 25}, {"rating": 1400, "k": 25}, 1, (1413, 1387)),  # 12.5 goes away from zero, 8.3.4
        (2400, 2400, 1, (2405, 2395)),
        (2400, 2400, {"result": 0}, (2395, 2405)),
    ],
)
def test_update(a: object, b: object, game: object, after: tuple[int, int]) -> None:
    assert compat.update(a, b, game) == after  # type: ignore[arg-type]


def games_against(*pairs: tuple[int, float]) -> list[dict[str, float]]:
    return [{"opponent_rating": rating, "result": result} for rating, result in pairs]


def test_performance() -> None:
    assert compat.performance(games_against((1600, 1), (1600, 0.5), (1600, 0))) == 1600
    assert compat.performance([SimpleNamespace(opponent_rating=1600, result=1)]) == 2400


def test_initial() -> None:
    played = games_against((1600, 1), (1500, 0.5), (1700, 0), (1600, 1), (1550, 1))
    assert compat.initial(played) == 1752
    assert compat.initial(games_against(*[(2300, 1)] * 5)) == 2200
    assert compat.initial(played[:1]) > 0  # and nothing that FIDE would publish
    assert rules_for().first_rating([1600], 2).rating is None


@pytest.mark.parametrize(
    ("options", "documented", "regulation"),
    [
        ({"rating": 2000}, 20, 20),
        ({"rating": 2400}, 10, 10),
        ({"rating": 2300, "ever_higher_2400": True}, 10, 10),
        ({"rating": 2000, "games_played": 30}, 40, 20),  # the documents say up to 30 games, 8.3.3 fewer than 30
        ({"rating": 2000, "games_played": 31}, 20, 20),
        ({"rating": 2000, "age": 17}, 40, 40),
        ({"rating": 2000, "age": 18}, 20, 40),  # and 8.3.3 the whole year of the 18th birthday
        ({"rating": 2300, "age": 17}, 20, 20),
        ({"rating": 2450, "games_played": 5}, 40, 10),  # and 8.3.3 2400 before all else
        ({"rating": 2450, "game_type": "rapid"}, 20, 10),
        ({"rating": 2000, "games_played": 5, "game_type": "blitz"}, 20, 40),
        ({"rating": 2000, "games_in_period": 36}, 19, 19),
        ({"rating": 2000, "games_in_period": 36, "game_type": "rapid"}, 19, 19),
    ],
)
def test_k_is_as_documented(options: dict[str, int | str], documented: int, regulation: int) -> None:
    assert compat.k_factor(options) == documented
    rules = rules_for(options.get("game_type", "standard"))
    k = rules.k(
        int(options["rating"]),
        int(options.get("games_played", 100)),
        age=options.get("age"),
        highest=2400 if options.get("ever_higher_2400") else None,
    )
    assert rules.limited_k(k, int(options.get("games_in_period", 0))) == regulation


def test_expected_score_is_as_documented() -> None:
    assert compat.expected(2000, 1900) == 0.64
    assert compat.expected(1400, 2000) == compat.expected(1400, 1800) == 0.08
    assert compat.expected(2700, 2100) == rules_for().expected(2700, 2100) / 100 == 0.98
    assert compat.expected(2100, 2700) == 0.02  # either player lifts the limit,
    assert rules_for().expected(2100, 2700) == 8  # and by 8.3.1 only one's own rating does
    assert rules_for().limit_lifted_from == 2650


def test_delta() -> None:
    assert compat.delta(1, 0.64, 20) == 7.2
    assert compat.delta(0, 0.5, 40) == -20


@pytest.mark.parametrize(
    "call",
    [
        lambda: compat.update(1400, 1400, 0.7),
        lambda: compat.update(1400, 1400, {"gameKind": "blitz", "result": 1}),
        lambda: compat.update(1400, 1400, {"game_type": "bullet", "result": 1}),
        lambda: compat.update(1400, 1400, {"gameType": "bullet", "result": 1}),
        lambda: compat.update({"gamesDone": 3, "rating": 1400}, 1400, 1),
        lambda: compat.update({"age": 3}, 1400, 1),
        lambda: compat.k_factor({"rating": 1400.5}),
        lambda: compat.k_factor({"rating": float("inf")}),
        lambda: compat.performance([]),
        lambda: compat.performance(games_against((1600, 2))),
        lambda: compat.initial([]),
    ],
)
def test_what_is_no_rating_question_is_refused(call: Callable[[], object]) -> None:
    with pytest.raises(ValueError, match=r"\w"):
        call()


# -- tie-breaks: the documented examples -------------------------------------------------------------------------------

RATED = [{"id": one, "rating": rating} for one, rating in zip("ABCD", (1800, 1600, 1700, 1900), strict=True)]
QUICK_START: list[list[dict[str, object]]] = [
    [{"white": "A", "black": "B", "result": 1}],
    [{"white": "A", "black": "C", "result": 0.5}],
    [{"white": "D", "black": "A", "result": 0}],
    [{"white": "A", "black": "", "result": 0.5, "kind": "half-bye"}],
]


@pytest.mark.parametrize(
    ("function", "value"),
    [
        (compat.progressive, 1 + 1.5 + 2.5 + 3),
        (compat.progressive_cut1, 0.5 + 1.5 + 2),
        (compat.number_of_wins, 2),
        (compat.games_won, 2),
        (compat.games_played_with_black, 1),
        (compat.games_won_with_black, 1),
        (compat.rounds_elected_to_play, 3),
        (compat.standard_points, 3),  # 1 + ½ + 1, and ½ for the bye (7.7)
        (compat.buchholz, 0 + 0.5 + 0 + 2),  # the dummy has A's 3, but not more than four draws (16.4.2)
        (compat.buchholz_cut1, 0 + 0.5 + 0),  # the round not played goes first (16.5)
        (compat.buchholz_cut2, 0 + 0.5),
        (compat.buchholz_median1, 0),
        (compat.buchholz_median2, 0),
        (compat.average_opponents_buchholz, 3),  # each opponent met A only
        (compat.fore_buchholz, 0.5 + 2),
        (compat.sonneborn_berger, 0 + 0.25 + 0 + 1),
        (compat.sonneborn_berger_cut1, 0 + 0.25 + 0),  # the round not played goes first (16.5)
        (compat.sonneborn_berger_cut2, 0 + 0.25),
        (compat.koya, 0),
        (compat.average_rating, 1733),
        (compat.average_rating_cut1, 1800),
        (compat.performance_rating, 1733 + 273),  # 83 per cent
        (compat.average_performance_of_opponents, 1267),  # 1000, 1800, 1000: (3800) / 3
    ],
)
def test_the_quick_start(function: Callable[..., float], value: float) -> None:
    assert function("A", QUICK_START, RATED) == value
    assert function("A", [[Game(**game) for game in round] for round in QUICK_START], RATED) == value  # type: ignore[arg-type]


def test_the_quick_start_of_buchholz() -> None:
    """Byes are excluded there; here the dummy of the half-point bye has A's own two points (16.4)."""
    games = [[Game("A", "B", 1)], [Game("A", "C", 0)], [Game("D", "A", 0.5)], [Game("A", "", 0.5, "half-bye")]]
    assert compat.buchholz("A", games[:3]) == 0 + 1 + 0.5
    assert compat.buchholz("A", games) == 0 + 1 + 0.5 + 2


def test_a_single_rated_opponent_leaves_nothing_to_average() -> None:
    assert compat.average_rating_cut1("A", [[Game("A", "B", 1)]], RATED) == 0
    assert compat.average_rating("A", [[Game("A", "", 1, "full-bye")]], RATED) == 0


def test_examples_of_the_packages_that_contradict_their_own_rules() -> None:
    """Two quick starts take Black's win in round three for a loss; it is one for every function here."""
    assert compat.progressive("A", QUICK_START) == 8  # 1 + 1.5 + 2.5 + 3, and the page says 1 + 1.5 + 1.5 + 2 = 6
    assert compat.number_of_wins("A", QUICK_START) == 2  # and the page says 1
    as_meant = [*QUICK_START[:2], [{"white": "D", "black": "A", "result": 1}], QUICK_START[3]]
    assert (compat.progressive("A", as_meant), compat.number_of_wins("A", as_meant)) == (6, 1)


def test_progressive_as_documented_and_as_regulated() -> None:
    games = [[Game("A", "B", 1)], [Game("A", "B", 0.5)], [Game("A", "B", 1)]]
    assert compat.progressive("A", games) == 5
    assert compat.progressive_cut1("A", games) == 2
    assert compat.progressive_cut1("A", games[:1]) == 0
    by_code = compat.standings(["A", "B"], games, ["PS/C1", compat.progressive_cut1])
    assert by_code[0].tiebreaks == (4.0, 2.0)


def test_the_first_quick_start_of_swiss() -> None:
    """The page says [1, 1] of alice, whose only opponent has no point; the package gives [0, 0], as C.07 8.1, 9.1."""
    players = ["alice", "bob", "carol", "dave"]
    games = [{"whiteId": "alice", "blackId": "carol", "result": 1, "round": 1},
             {"whiteId": "bob", "blackId": "dave", "result": 0.5, "round": 1}]  # fmt: skip
    table = compat.standings(players, games, [compat.buchholz, compat.sonneborn_berger])  # type: ignore[arg-type]
    assert (table[0].player, table[0].rank, table[0].tiebreaks) == ("alice", 1, (0, 0))


def test_the_double_swiss_example_of_swiss() -> None:
    """C.04.5 3.6, 4.3.1: its page has alice against bob."""
    pairs = compat.double_swiss(["alice", "bob", "carol", "dave"], []).pairings
    assert [(pair.white, pair.black) for pair in pairs] == [("alice", "carol"), ("dave", "bob")]
    two = compat.double_swiss(["alice", "bob"], []).pairings
    assert [(pair.white, pair.black) for pair in two] == [("alice", "bob")]


def test_a_forfeit_is_no_direct_encounter() -> None:
    """C.07 6.1.1; the package counts it."""
    forfeit = [[Game("A", "B", 1, "forfeit-win")], [Game("B", "A", 1)]]
    assert [compat.direct_encounter(one, forfeit, ["A", "B"]) for one in "AB"] == [0, 1]


def test_direct_encounter() -> None:
    group = [{"id": "A"}, {"id": "B"}, {"id": "C"}]
    games = [[Game("A", "B", 1)], [Game("A", "C", 0.5)], [Game("B", "C", 0)]]
    assert [compat.direct_encounter(one, games, group) for one in "ABC"] == [1.5, 0, 1.5]
    assert compat.direct_encounter("A", games, group[:2]) == 1
    more = [*games, [Game("A", "", 1, "full-bye"), Game("B", "C", 1, "forfeit-win")]]
    assert [compat.direct_encounter(one, more, group) for one in "ABC"] == [1.5, 0, 1.5]


def test_ratings_skip_the_unrated() -> None:
    some = [{"id": "A"}, {"id": "B", "rating": 1600}, {"id": "C"}, {"id": "D", "rating": 1900}]
    assert compat.average_rating("A", QUICK_START, some) == 1750
    assert compat.performance_rating("A", QUICK_START, some) == 1750 + 800
    assert compat.average_rating("B", QUICK_START, some) == 0
    assert compat.average_performance_of_opponents("A", QUICK_START, some) == 0
    with pytest.raises(ValueError, match=r"C\.07 10"):
        compat.standings(some, QUICK_START, ["ARO"])


def test_perfect_performance_of_a_full_score() -> None:
    games = [[Game("A", "B", 1)], [Game("D", "A", 0)]]
    assert compat.perfect_performance_rating("A", games, RATED) == 1900 + 800
    assert compat.perfect_performance_rating("B", games, RATED) == 1800 - 800
    assert compat.average_perfect_performance_of_opponents("B", games, RATED) == 1900 + 800
    rows = compat.standings(RATED, games, ["PTP"])
    assert rows[0].tiebreaks == (1900 + 736,)


def test_a_round_without_an_entry_contributes_nothing() -> None:
    """The same value with further rounds of others, for the player and for the opponents."""
    alone = [[Game("A", "B", 0)], [Game("B", "C", 0.5)]]
    longer: list[list[Game]] = [*alone, [Game("C", "D", 0.5)], [Game("D", "E", 0.5)]]
    for function in (compat.buchholz, compat.sonneborn_berger, compat.progressive, compat.rounds_elected_to_play):
        assert function("A", longer) == function("A", alone), function.__name__
    assert compat.buchholz("A", longer) == 1.5
    assert compat.average_opponents_buchholz("A", longer) == 1  # B met A, who has 0, and C, who has 1
    with_bye = [*alone, [Game("A", "", 0, "zero-bye")]]
    assert compat.buchholz("A", with_bye) == 1.5 + 0
    bye_of_b = [*alone, [Game("B", "", 0, "zero-bye")], [Game("C", "D", 1)]]
    assert (
        compat.buchholz("A", bye_of_b) == 2.0
    )  # B's last bye counts as a draw (16.3.2), the round after it as nothing


def test_names_of_the_packages() -> None:
    assert compat.tournament_performance_rating is compat.performance_rating
    assert compat.perfect_tournament_performance is compat.perfect_performance_rating
    assert compat.average_rating_of_opponents_cut1 is compat.average_rating_cut1
    assert len(set(compat.__all__)) == len(compat.__all__)
    assert compat.__all__ == sorted(compat.__all__)
    assert compat.pair is compat.dutch
    assert compat.PairingResult is compat.Paired
    assert {function for function in TIEBREAK_FACTORIES if getattr(compat, function.__name__) is function} == set(
        TIEBREAK_FACTORIES
    )


# -- pairing -----------------------------------------------------------------------------------------------------------

FOUR = [{"id": one, "rating": rating} for one, rating in
        (("alice", 2100), ("bob", 1950), ("carol", 1870), ("dave", 1820))]  # fmt: skip
SYSTEMS = (compat.dutch, compat.dubov, compat.burstein, compat.lim, compat.double_swiss, compat.swiss_team)


def pairs(paired: compat.Paired) -> set[frozenset[str]]:
    return {frozenset(pairing) for pairing in paired.pairings}


def test_four_players() -> None:
    first = compat.dutch(FOUR, [])
    assert pairs(first) == {frozenset(("alice", "carol")), frozenset(("bob", "dave"))}
    assert first.pairings[0] == ("alice", "carol")
    assert first.byes == ()
    games = [[Game("alice", "carol", 1), Game("bob", "dave", 0.5)]]
    second = compat.dutch(FOUR, games)
    assert not pairs(second) & pairs(first)
    assert compat.dutch(FOUR, games, 1) == compat.dutch(FOUR[::-1], [])
    assert compat.dutch([SimpleNamespace(**one) for one in FOUR], games, round=2) == second


def test_the_documented_byes_and_matches() -> None:
    """A bye of one entry; in a Double-Swiss a match and a bye of two."""
    games = [[Game("alice", "carol", 1), Game("bob", "", 1)]]
    assert compat.pair(FOUR[:3], games) == ((("bob", "alice"),), (("carol",),))
    match = [Game("alice", "bob", 1), Game("bob", "alice", 0.5), Game("carol", "", 1), Game("carol", "", 0.5)]
    made = compat.double_swiss(FOUR[:3], [match])  # alice and carol have 1.5, and bob has no bye yet
    assert made.byes == (("bob",),)
    assert pairs(made) == {frozenset(("alice", "carol"))}


@pytest.mark.parametrize("system", SYSTEMS)
def test_every_system_pairs_five(system: Callable[..., compat.Paired]) -> None:
    """Three rounds of five players: nobody meets twice, nobody has two byes, everybody is there."""
    five = [*FOUR, {"id": "eve", "rating": 1700}]
    games: list[list[Game]] = []
    met: set[frozenset[str]] = set()
    for round in (1, 2, 3):
        made = system(five, games, round)
        assert len(made.byes) == 1
        assert {one for pair in made.pairings for one in pair} | {made.byes[0].player} == {one["id"] for one in five}
        assert not met & (pairs(made) | {frozenset(made.byes[0])})
        met |= pairs(made) | {frozenset(made.byes[0])}
        entries = [Game(white, black, 0.5) for white, black in made.pairings]
        if system is compat.double_swiss:
            entries += [Game(black, white, 0) for white, black in made.pairings]
            entries += [Game(made.byes[0].player, "", 1), Game(made.byes[0].player, "", 0.5)]
        else:
            entries += [Game(made.byes[0].player, "", 1)]
        games.append(entries)


@pytest.mark.parametrize("system", SYSTEMS)
def test_what_cannot_be_paired(system: Callable[..., compat.Paired]) -> None:
    for arguments in (
        (FOUR[:1], []),
        ([], []),
        (FOUR, [[Game("alice", "zoe", 1)]]),
        (FOUR, [], 0),
        (FOUR, [], -1),
        (FOUR, [], 2),
        ([*FOUR, FOUR[0]], []),
        ([{"rating": 2000}, *FOUR], []),
    ):
        with pytest.raises(ValueError, match=r"\w"):
            system(*arguments)


DECIDED_BY_THE_NUMBER = [compat.dubov, compat.burstein]


@pytest.mark.parametrize("system", DECIDED_BY_THE_NUMBER)
def test_nine_rounds_by_default(system: Callable[..., compat.Paired], snapshot: SnapshotAssertion) -> None:
    games = [[Game("alice", "carol", 1), Game("dave", "bob", 0.5)]]
    assert system(FOUR, games) == system(FOUR, games, rounds=9)
    assert compat.burstein(FOUR, [], rounds=1) != compat.burstein(FOUR, [])  # no seeding round: first against last
    assert message(partial(system, rounds=1), FOUR, games) == snapshot


@pytest.mark.parametrize("system", DECIDED_BY_THE_NUMBER)
def test_the_ninth_round_of_nine_is_the_last_and_there_may_be_more(system: Callable[..., compat.Paired]) -> None:
    many = [{"id": f"p{number:02}", "rating": 2400 - 10 * number} for number in range(24)]
    games: list[list[Game]] = []
    for round in range(1, 12):
        made = system(many, games)
        assert made == system(many, games, rounds=9 if round < 10 else round + 1)
        games.append([Game(white, black, (0, 0.5, 1)[(round + place) % 3]) for place, (white, black) in
                      enumerate(made.pairings)])  # fmt: skip
    assert system(many, games, 3) == system(many, games, 3, rounds=12)


@pytest.mark.parametrize(("system", "least", "most"), [(compat.dubov, 5, 9), (compat.burstein, 8, 12)])
def test_for_which_events_the_assumption_is_the_rule(
    system: Callable[..., compat.Paired], least: int, most: int
) -> None:
    """The limit of Dubov is that of 5 to 9 rounds (1.8.2), the seeding rounds of Burstein of 8 or more (1.6.2)."""
    many = [{"id": f"p{number:02}", "rating": 2400 - 10 * number} for number in range(14)]
    games: list[list[Game]] = []
    for round in range(1, 9):
        made = system(many, games)
        assert all(made == system(many, games, rounds=rounds) for rounds in range(max(least, round + 1), most + 1))
        games.append([Game(white, black, (1, 0.5, 0)[place % 3]) for place, (white, black) in enumerate(made.pairings)])
    assert [seeding_rounds(rounds)[1] for rounds in (4, 5, 6, 7, 8, 9, 20)] == [2, 2, 3, 3, 4, 4, 4]


def test_dubov_needs_ratings() -> None:
    with pytest.raises(ValueError, match=r"C\.04\.4\.1"):
        compat.dubov(["a", "b"], [])


@pytest.mark.parametrize(
    "entry",
    [
        pytest.param(Game("A", "B", 0.3), id="result-0.3"),
        pytest.param(Game("A", "B", 1, "bye"), id="unknown-kind"),  # type: ignore[arg-type]
        pytest.param(Game("A", "B", 1, "full-bye"), id="bye-with-opponent"),
        pytest.param(Game("A", "", 1, "forfeit-win"), id="forfeit-without-opponent"),
        pytest.param(Game("A", "B", 0.5, "forfeit-win"), id="drawn-forfeit"),
        pytest.param(Game("A", "", 1, "half-bye"), id="half-bye-of-1"),
        pytest.param(Game("", "A", 1), id="white-empty"),
        pytest.param({"white": "A", "black": "B"}, id="result-missing"),
    ],
)
def test_an_entry_that_cannot_be(entry: Game | dict[str, object], snapshot: SnapshotAssertion) -> None:
    assert message(compat.buchholz, "A", [[entry]]) == snapshot


def message(function: Callable[..., object], *arguments: object) -> str:
    """The message of the ValueError with which a call ends."""
    with pytest.raises(ValueError) as caught:  # noqa: PT011
        function(*arguments)
    return str(caught.value)


def test_missing_and_duplicate_players(snapshot: SnapshotAssertion) -> None:
    assert message(compat.buchholz, "Z", QUICK_START) == snapshot
    assert message(compat.buchholz, "A", [[Game("A", "B", 1), Game("C", "A", 1)]]) == snapshot
    byes = [[Game("A", "", 1, "pairing-bye")], [Game("B", "", 0.5, "pairing-bye")]]
    assert message(compat.buchholz, "A", byes) == snapshot
    assert compat.buchholz("E", QUICK_START, [*RATED, {"id": "E"}]) == 0


def test_a_bye_may_name_the_player_twice() -> None:
    games = [[Game("A", "B", 1)], [Game("A", "A", 0.5, "half-bye")]]
    assert compat.standings(["A", "B"], games, [])[0] == (1, "A", 1.5, ())


def test_nothing_played_yet() -> None:
    assert [(row.rank, row.score) for row in compat.standings(["A", "B"], [])] == [(1, 0), (1, 0)]
    assert compat.buchholz("A", [], ["A", "B"]) == compat.progressive_cut1("A", [], ["A", "B"]) == 0
    assert compat.standings(["A", "B"], [[]], ["BH", "AOB"])[0].tiebreaks == (0, None)


@pytest.mark.parametrize("system", SYSTEMS)
def test_a_forfeit_is_no_meeting_and_no_second_bye(system: Callable[..., compat.Paired]) -> None:
    """Whoever won by forfeit or had the bye has none now, so the third does, and the other two meet."""
    three = FOUR[:3]
    games = [[Game("alice", "carol", 1, "forfeit-win"), Game("bob", "", 1)]]
    if system is compat.double_swiss:
        both = [Game("carol", "alice", 0, "forfeit-loss"), Game("bob", "", 0.5)]
        games[0] += both
    made = system(three, games)
    assert made.byes == (("carol",),)
    assert pairs(made) == {frozenset(("alice", "bob"))}


# -- standings ---------------------------------------------------------------------------------------------------------


def test_standings_take_codes_and_functions(snapshot: SnapshotAssertion) -> None:
    def rating(player: str, games: object, players: list[object]) -> float:
        return next(float(one["rating"]) for one in players if isinstance(one, dict) and one["id"] == player)

    games = [[Game("A", "B", 0.5), Game("C", "D", 0.5)], [Game("A", "C", 1), Game("B", "D", 1)]]
    rows = compat.standings(RATED, games, [compat.direct_encounter, "BH", compat.buchholz, rating])
    assert [(row.rank, row.player, row.score) for row in rows] == [
        (1, "A", 1.5), (2, "B", 1.5), (3, "D", 0.5), (4, "C", 0.5),
    ]  # fmt: skip
    assert rows[0].tiebreaks == (0, 2, 2, 1800)
    assert compat.standings(RATED, games, [lambda player, games, players: Fraction(1, 3)])[1].rank == 1
    for bad in (["NONE"], [""]):
        assert message(compat.standings, RATED, games, bad) == snapshot
    assert message(compat.standings, RATED[:2], games) == snapshot
    assert message(compat.standings, RATED[:1], []) == snapshot


# -- whole tournaments: the same answers as the core -------------------------------------------------------------------

_KINDS = {ByeKind.PAIRING_ALLOCATED: ("pairing-bye", 1), ByeKind.FULL: ("full-bye", 1), ByeKind.HALF: ("half-bye", 0.5),
          ByeKind.ZERO: ("zero-bye", 0), ByeKind.NOT_ENTERED: ("zero-bye", 0)}  # fmt: skip
_SCORES = {Result.WHITE_WINS: (1, None), Result.DRAW: (0.5, None), Result.BLACK_WINS: (0, None),
           Result.WHITE_BY_FORFEIT: (1, "forfeit-win"), Result.BLACK_BY_FORFEIT: (0, "forfeit-loss")}  # fmt: skip


def plain(tournament: Tournament) -> tuple[list[dict[str, object]], list[list[dict[str, object]]]]:
    """A tournament as plain data; who is not mentioned in a round has a zero-point bye."""
    players: list[dict[str, object]] = [
        {"id": f"p{player.number}", "rating": player.rating} for player in tournament.players
    ]
    games: list[list[dict[str, object]]] = []
    for round in tournament.rounds:
        entries: list[dict[str, object]] = []
        for game in round.games:
            result, kind = _SCORES[game.result]
            entries.append({"white": f"p{game.white}", "black": f"p{game.black}", "result": result, "kind": kind})
        for bye in round.byes:
            kind, result = _KINDS[bye.kind]
            entries.append({"white": f"p{bye.player}", "black": "", "result": result, "kind": kind})
        for one in tournament.participants_by_number.keys() - round.participants:
            entries.append({"white": f"p{one}", "black": "", "result": 0, "kind": "zero-bye"})
        games.append(entries)
    return players, games


CODES = ("BH", "BH/C1", "BH/C2", "BH/M1", "BH/M2", "AOB", "FB", "SB", "SB/C1", "SB/C2", "PS", "KS", "WIN", "WON",
         "BPG", "BWG", "REP", "STD", "ARO", "ARO/C1", "TPR", "APRO", "DE")  # fmt: skip
FUNCTIONS = (compat.buchholz, compat.buchholz_cut1, compat.buchholz_cut2, compat.buchholz_median1,
             compat.buchholz_median2, compat.average_opponents_buchholz, compat.fore_buchholz, compat.sonneborn_berger,
             compat.sonneborn_berger_cut1, compat.sonneborn_berger_cut2, compat.progressive, compat.koya,
             compat.number_of_wins, compat.games_won, compat.games_played_with_black, compat.games_won_with_black,
             compat.rounds_elected_to_play, compat.standard_points, compat.average_rating, compat.average_rating_cut1,
             compat.performance_rating, compat.average_performance_of_opponents,
             compat.direct_encounter)  # fmt: skip


def generated(seed: int) -> Tournament:
    """A tournament with byes of all kinds, forfeits and absences; whoever has no rating has the lowest."""
    settings = rookery.GeneratorSettings(
        players=15, rounds=6, acceleration="none", forbidden=0, forfeits=0.1, double_forfeits=0, unusual=0, unrated=0,
        half_byes=1, full_byes=(1, 0, 0, 1, 0, 0), zero_byes=1, withdrawals=1, late_entries=1, points=CLASSIC,
    )  # fmt: skip
    return with_provisional_ratings(rookery.generate(settings, seed=seed), 1)


@pytest.mark.parametrize("seed", range(6))
def test_whole_tournaments_give_what_the_core_gives(seed: int) -> None:
    tournament = generated(seed)
    players, games = plain(tournament)
    expected = rookery.standings(tournament, CODES, len(tournament.rounds))
    known = [
        (row.rank, f"p{row.id}", row.points / 10, tuple(None if v is None else float(v) for v in row.values))
        for row in expected
    ]
    assert [tuple(row) for row in compat.standings(players, games, CODES)] == known
    assert [tuple(row) for row in compat.standings(players, games, FUNCTIONS)] == known
    for _, player, _, values in known[::5]:
        for function, value in zip(FUNCTIONS[:-1], values, strict=False):
            assert function(player, games, players) == (value or 0), function.__name__


@pytest.mark.parametrize("seed", range(6))
def test_rounds_are_paired_as_the_core_pairs_them(seed: int) -> None:
    """From round two on: round one shows which colour was drawn."""
    tournament = generated(seed)
    players, games = plain(tournament)
    for round in range(2, len(games) + 1):
        outcome = rookery.pair(tournament, round=round)
        paired = compat.dutch(players, games, round, rounds=tournament.planned_rounds)
        assert [(f"p{white}", f"p{black}") for white, black in outcome.pairs] == list(paired.pairings)
        assert [f"p{outcome.bye}"] * (outcome.bye is not None) == [bye.player for bye in paired.byes]
