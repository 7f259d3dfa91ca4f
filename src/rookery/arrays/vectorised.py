"""Rating rules applied to whole columns, evaluating each distinct case once.

The rules know nothing of arrays. This module relies only on what they declare: the ratings from which more than the
difference matters (`edges`), and their steps of K (`k_steps`).
"""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache, partial
from itertools import product

import numpy as np

from rookery.arrays.columns import Bools, Ints
from rookery.rating.elo_rules import UNBOUNDED, EloRules, KStep

NOT_RATED = -1
"""The expectation of a game that does not count."""
_MAX_TABLE_CASES = 1 << 20  # up to this many cases are tabulated
_MIN_VECTORISED = 256  # fewer rows are evaluated one by one
_WIDTH_STEP = 512  # widths of expectation tables are multiples of this
_MAX_WIDTH = 1 << 14  # larger differences are not tabulated


def apply_rule(rules: EloRules, name: str, *columns: Ints) -> Ints:
    """Apply the method of this name row by row.

    Where they leave the answer to EloRules it is arithmetic that columns can do as well.
    """
    if getattr(type(rules), name) is getattr(EloRules, name):
        arithmetic: Callable[..., Ints] = getattr(rules, name)
        return arithmetic(*columns)
    return map_distinct(getattr(rules, name), *columns)


def map_distinct(function: Callable[..., int | None], *columns: Ints) -> Ints:
    """Apply a function to each row, once per distinct row; None counts as 0."""
    if len(columns[0]) < _MIN_VECTORISED:
        rows = zip(*(column.tolist() for column in columns), strict=True)
        return np.array([function(*row) or 0 for row in rows], dtype=np.int64)
    lows = [int(column.min()) for column in columns]
    spans = [int(column.max()) - low + 1 for column, low in zip(columns, lows, strict=True)]
    cases = int(np.prod(np.array(spans, dtype=object)))
    if cases > _MAX_TABLE_CASES:
        return _map_unique_rows(function, columns)
    key = columns[0] - lows[0]
    for column, low, span in zip(columns[1:], lows[1:], spans[1:], strict=True):
        key = key * span + (column - low)
    table = np.zeros(cases, np.int64)
    table[key] = 1
    present = np.flatnonzero(table)
    parts = zip(np.unravel_index(present, spans), lows, strict=True)
    table[present] = [function(*row) or 0 for row in zip(*((part + low).tolist() for part, low in parts), strict=True)]
    return table[key]


def _map_unique_rows(function: Callable[..., int | None], columns: tuple[Ints, ...]) -> Ints:
    rows, inverse = np.unique(np.stack(columns, axis=1), axis=0, return_inverse=True)
    answers = np.array([function(*row) or 0 for row in rows.tolist()], dtype=np.int64)
    return answers[inverse.reshape(-1)]


def expected_scores(rules: EloRules, ratings: Ints, opponents: Ints) -> Ints:
    """Return the expected scores of rated games in hundredths; NOT_RATED where the game does not count."""
    difference = ratings - opponents
    width = max(-int(difference.min()), int(difference.max())) if len(ratings) else 0
    if rules.edges is None or len(ratings) < _MIN_VECTORISED or width > _MAX_WIDTH:
        return map_distinct(partial(_expected_score, rules), ratings, opponents)
    width = -(-width // _WIDTH_STEP) * _WIDTH_STEP
    difference += width
    if not rules.edges or max(ratings.max(), opponents.max()) < rules.edges[0]:
        usual: Ints = _expectation_table(rules, (0, 0), width)[difference]
        return usual
    tables, bands = _expectation_tables(rules, width), len(rules.edges) + 1
    expectations: Ints = tables[0][difference]
    rows = np.flatnonzero((ratings >= rules.edges[0]) | (opponents >= rules.edges[0]))
    own_ratings, opponent_ratings = ratings[rows], opponents[rows]
    which = sum(bands * (own_ratings >= edge) + (opponent_ratings >= edge) for edge in rules.edges)
    expectations[rows] = tables[which, difference[rows]]
    return expectations


def _expected_score(rules: EloRules, rating: int, opponent: int) -> int:
    return rules.expected(rating, opponent) if rules.is_rated(rating, opponent) else NOT_RATED


@lru_cache(maxsize=128)
def _expectation_table(rules: EloRules, bands: tuple[int, int], width: int) -> Ints:
    """Return the expectation by difference, from -width on, between the players of two rating bands."""
    edges = rules.edges or ()
    starts, ends = (1, *edges), (*(edge - 1 for edge in edges), UNBOUNDED[-1])
    own_band, opponent_band = bands
    table = np.full(2 * width + 1, NOT_RATED, np.int64)
    for difference in range(-width, width + 1):
        # The lowest rating of its band whose opponent is in the other band.
        rating = max(starts[own_band], starts[opponent_band] + difference)
        if rating <= ends[own_band] and rating - difference <= ends[opponent_band]:
            table[difference + width] = _expected_score(rules, rating, rating - difference)
    return table


@lru_cache(maxsize=32)
def _expectation_tables(rules: EloRules, width: int) -> Ints:
    """Return the tables of every pair of bands, the player's own band first."""
    bands = range(len(rules.edges or ()) + 1)
    return np.stack([_expectation_table(rules, pair, width) for pair in product(bands, repeat=2)])


def k_factors(rules: EloRules, rating: Ints, games: Ints, age: Ints, highest: Ints) -> Ints:
    """Return K of every player; an unknown age is the last number of `UNBOUNDED`."""
    if not rules.k_steps:
        return map_distinct(partial(_k_factor, rules), rating, games, age, highest)
    best = np.maximum(rating, highest)
    fits = [_matches_step(step, best, games, age) for step in rules.k_steps]
    result = np.select(fits, [step.k for step in rules.k_steps], -1)
    unmatched = result < 0
    if unmatched.any():  # no step fits: the rules decide
        result[unmatched] = map_distinct(
            partial(_k_factor, rules), rating[unmatched], games[unmatched], age[unmatched], highest[unmatched]
        )
    return result


def _k_factor(rules: EloRules, rating: int, games: int, age: int, highest: int) -> int:
    return rules.k(rating, games, age=None if age == UNBOUNDED[-1] else age, highest=highest)


def _matches_step(step: KStep, best: Ints, games: Ints, age: Ints) -> Bools:
    return _is_within(best, step.best) & _is_within(games, step.games) & _is_within(age, step.age)


def _is_within(column: Ints, numbers: range) -> Bools:
    return (column >= numbers.start) & (column < numbers.stop)
