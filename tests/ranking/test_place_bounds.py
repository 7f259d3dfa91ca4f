"""The places that can be reached in the last round: never exceeded, and reached where points decide alone."""

from __future__ import annotations

from itertools import product

import pytest

import rookery
from rookery._record import replace
from rookery.model import Result, Tournament
from rookery.tournaments.views.last_round import PlaceBounds, place_bounds

RESULTS = (Result.WHITE_WINS, Result.DRAW, Result.BLACK_WINS)
OWN = {Result.WHITE_WINS: ("win", "loss"), Result.DRAW: ("draw", "draw"), Result.BLACK_WINS: ("loss", "win")}


def last_round(seed: int, players: int, open_games: int, system: str = "dutch") -> Tournament:
    """A generated tournament with open games in its last round."""
    settings = rookery.GeneratorSettings(system=system, players=players, rounds=4)
    t = rookery.generate(settings, seed)
    everybody = tuple(replace(player, points=None, rank=None) for player in t.players)
    last, games = t.rounds[-1], list(t.rounds[-1].games)
    for index in range(min(open_games, len(games))):
        games[index] = replace(games[index], result=Result.PENDING)
    return replace(t, players=everybody, planned_rounds=len(t.rounds),
                   rounds=(*t.rounds[:-1], replace(last, games=tuple(games))))  # fmt: skip


def ended(t: Tournament, results: tuple[Result, ...]) -> Tournament:
    """The tournament with its open games ended like this."""
    last, left = t.rounds[-1], iter(results)
    games = [replace(game, result=next(left)) if game.result is Result.PENDING else game for game in last.games]
    return replace(t, rounds=(*t.rounds[:-1], replace(last, games=tuple(games))))


@pytest.mark.parametrize(("seed", "players", "open_games"), [(1, 8, 4), (2, 9, 3), (3, 7, 2), (4, 10, 4), (5, 6, 1)])
def test_no_result_of_the_last_round_leads_outside_of_the_bounds(seed: int, players: int, open_games: int) -> None:
    """Every combination of results is ranked by the library; ranks by points alone reach both bounds."""
    t = last_round(seed, players, open_games)
    pending = [(game.white, game.black) for game in t.rounds[-1].pending]
    ranked = {place.id for place in rookery.standings(t).places}
    bounds = {player: {row.ending: row for row in place_bounds(t, player, ranked)} for player in ranked}
    reached: dict[tuple[int, str], set[int]] = {}
    for results in product(RESULTS, repeat=len(pending)):
        endings = dict.fromkeys(ranked, "")
        for (white, black), result in zip(pending, results, strict=True):
            endings[white], endings[black] = OWN[result]
        rows = rookery.standings(ended(t, results)).rows
        points = {row.id: row.points for row in rows}
        for row in rows:
            bound = bounds[row.id][endings[row.id]]
            assert bound.points == row.points
            assert bound.best <= row.rank <= bound.worst
            above = sum(other > row.points for other in points.values())
            level = sum(other >= row.points for other in points.values())
            reached.setdefault((row.id, endings[row.id]), set()).update((1 + above, level))
    for player, rows_of_player in bounds.items():
        for ending, bound in rows_of_player.items():
            assert {bound.best, bound.worst} <= reached[player, ending]


def test_before_the_last_round_is_paired_any_pairing_is_possible() -> None:
    t = last_round(1, 8, 0)
    before = replace(t, rounds=t.rounds[:-1])
    ranked = frozenset(range(1, 9))
    for player in ranked:
        wide = {row.ending: row for row in place_bounds(before, player, ranked)}
        game = next((game for game in t.rounds[-1].games if player in (game.white, game.black)), None)
        if game is None or game.result not in OWN:
            continue
        row = rookery.standings(t).row(player)
        bound = wide[OWN[game.result][player == game.black]]  # type: ignore[index]
        assert bound.points == row.points
        assert bound.best <= row.rank <= bound.worst


def test_there_are_no_bounds_where_nothing_is_known() -> None:
    """Two rounds before the end, after it, for a player without a rank, and with an adjourned game."""
    t = last_round(1, 8, 2)
    ranked = frozenset(range(1, 9))
    assert place_bounds(t, 1, ranked - {1}) == ()
    assert place_bounds(replace(t, planned_rounds=9), 1, ranked) == ()
    over = ended(t, (Result.DRAW, Result.DRAW))
    assert place_bounds(over, 1, ranked) == ()
    assert place_bounds(ended(t, (Result.DRAW, Result.ADJOURNED)), 1, ranked) == ()


def test_a_player_without_an_open_game_has_a_single_row() -> None:
    t = last_round(1, 8, 1)
    playing = {*(t.rounds[-1].pending[0].white, t.rounds[-1].pending[0].black)}
    idle = next(player for player in range(1, 9) if player not in playing)
    (row,) = place_bounds(t, idle, frozenset(range(1, 9)))
    assert isinstance(row, PlaceBounds)
    assert row.ending == ""
