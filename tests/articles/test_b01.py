"""The articles of the title regulations on norms (B.01 1.4), one test each; pairs of events are in tests/rating."""

from __future__ import annotations

from dataclasses import replace

from rookery.model import Bye, ByeKind, Game, Player, Result, Round, Tournament, TournamentInfo
from rookery.rating import TITLES, Audit, NormGame, Terms, derive_terms, norms
from rookery.rating.ignored_games import ignore_fewest
from rookery.rating.norm_conditions import average_and_performance, check_conditions, needed_titles, raise_lowest

GM = TITLES[0]


def games(*rows: tuple[int | None, str, str, int]) -> list[NormGame]:
    return [NormGame(at, at, *row) for at, row in enumerate(rows, 1)]


GOOD = games(
    *[(2450, "GM", "GER", 2)] * 3, *[(2450, "IM", "FRA", 2)] * 3, (2450, "FM", "NOR", 1), *[(2450, "", "NOR", 0)] * 2
)  # fmt: skip


def failed(played: list[NormGame], terms: Terms | None = None, unplayed: int = 0) -> list[str]:
    found = check_conditions(GM, "NOR", played, terms or Terms(), unplayed)
    return [condition.article for condition in found if not condition.passed]


def event(results: str, byes: dict[int, ByeKind] | None = None) -> Tournament:
    """Player 1 against nine grandmasters of two federations, round by round; + is a forfeit win."""
    letters = {"1": Result.WHITE_WINS, "=": Result.DRAW, "0": Result.BLACK_WINS, "+": Result.WHITE_BY_FORFEIT}
    players = [Player(1, "A", 2400, "NOR")]
    rounds = []
    for at, letter in enumerate(results, 1):
        if byes and at in byes:
            rounds.append(Round(byes=(Bye(1, byes[at]),)))
            continue
        players.append(Player(at + 1, f"P{at}", 2500, ("GER", "FRA", "ENG")[at % 3], "GM"))
        rounds.append(Round((Game(1, at + 1, letters[letter]),)))
    return Tournament(info=TournamentInfo(), players=tuple(players), rounds=tuple(rounds), planned_rounds=len(results))


def audit(tournament: Tournament) -> Audit:
    return norms(tournament, player=1, title="GM")[0]


def test_number_of_games() -> None:
    assert failed(GOOD) == []
    assert "1.4.1" in failed(GOOD[:8])
    assert "1.4.1" not in failed(GOOD[:8], unplayed=1)
    assert "1.4.1" in failed(GOOD[:8], Terms(rounds=10), unplayed=1)
    assert "1.4.1" in failed(GOOD[:8], unplayed=2)
    assert "1.4.1" not in failed(GOOD[:7], Terms(minimum=7))


def test_credit() -> None:
    assert audit(event("11111====")).credit == 10
    assert audit(event("111111111")).credit == 12


def test_trailing_games() -> None:
    ten = [*GOOD, NormGame(10, 10, 2450, "", "NOR", 0)]
    assert ignore_fewest(GM, "NOR", ten, Terms()) == tuple(GOOD)
    assert ignore_fewest(GM, "NOR", ten, Terms(swiss=False)) is None


def test_won_games() -> None:
    beaten, drawn = NormGame(0, 10, 1500, "", "NOR", 2), NormGame(0, 10, 1500, "", "NOR", 1)
    weakest = NormGame(0, 11, 1600, "", "NOR", 2)
    terms = Terms(swiss=False, rounds=11)
    assert ignore_fewest(GM, "NOR", [beaten, *GOOD, weakest], terms) == tuple(GOOD)
    assert ignore_fewest(GM, "NOR", [drawn, *GOOD, weakest], terms) is None


def test_games_that_are_excluded() -> None:
    left = audit(event("111111==+"))
    assert len(left.games) == 8
    field = event("111111===")
    outside = replace(field, players=(*field.players[:-1], replace(field.players[-1], federation="NON")))
    assert len(audit(outside).games) == 8


def test_last_forfeit_as_loss() -> None:
    made = audit(event("0111111=1+", {1: ByeKind.HALF}))
    assert made.is_met
    assert made.as_loss
    assert (len(made.games), made.half_points) == (9, 15)


def test_federations() -> None:
    two = [replace(game, federation="GER" if game.federation == "FRA" else game.federation) for game in GOOD]
    assert failed(two) == ["1.4.3"]
    assert failed(two, Terms(foreigners="zonal")) == []


def test_large_swiss() -> None:
    players = tuple(
        Player(n, f"P{n}", 2400, ("GER", "FRA", "ENG")[n % 3], "WIM" if n <= 10 else "") for n in range(1, 21)
    )
    rounds = tuple(Round(tuple(Game(n, n + 10, Result.DRAW) for n in range(1, 11))) for _ in range(3))
    big = Tournament(info=TournamentInfo(federation="NOR"), players=players, rounds=rounds, planned_rounds=3)
    assert derive_terms(big).foreigners
    missed_two = replace(big, rounds=(rounds[0], *(Round(one.games[1:]) for one in rounds[1:])))
    assert not derive_terms(missed_two).foreigners


def test_shares_of_federations() -> None:
    own = [replace(game, federation="NOR") if at > 2 else game for at, game in enumerate(GOOD)]
    assert "1.4.4" in failed(own)


def test_titles() -> None:
    assert [needed_titles(n, Terms()) for n in (7, 8, 9, 10, 13)] == [(4, 3), (4, 3), (5, 3), (5, 4), (7, 5)]
    assert needed_titles(10, Terms(double_round_robin=True)) == (5, 5)
    assert failed([replace(game, title="CM") if game.title == "IM" else game for game in GOOD]) == ["1.4.5a"]
    assert failed([replace(game, title="IM") if game.title == "GM" else game for game in GOOD]) == ["1.4.5b"]


def test_the_lowest_opponent_is_raised() -> None:
    assert raise_lowest(GM, games((None, "", "", 0), (2100, "", "", 0), (2500, "", "", 0))) == [2200, 2100, 2500]
    assert [title.floor for title in TITLES] == [2200, 2050, 2000, 1850]


def test_average() -> None:
    assert average_and_performance(GM, games((2401, "", "", 1), (2400, "", "", 1)))[0] == 2401
    assert [title.average for title in TITLES] == [2380, 2230, 2180, 2030]


def test_performance() -> None:
    assert average_and_performance(GM, GOOD) == (2450, 2616)
    assert failed([replace(game, half_points=0) if game.half_points == 1 else game for game in GOOD]) == ["1.4.8"]
    assert [title.performance for title in TITLES] == [2600, 2450, 2400, 2250]


def test_share_of_points() -> None:
    strong = [replace(game, rating=2760, half_points=2 if at < 3 else 0) for at, game in enumerate(GOOD)]
    assert failed(strong) == ["1.4.8b"]
    assert failed([*strong[:8], replace(strong[8], half_points=1)]) == []
