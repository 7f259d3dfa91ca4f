"""Rules asked about whole columns: each question put once for each distinct case, in plain numbers.

The rules know nothing of arrays. What is said here about them is only what they declare themselves: the ratings at
which they look at more than a difference (`edges`), and their ladder of K (`k_steps`).
"""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache, partial
from itertools import product

import numpy as np

from rookery.arrays.columns import Ints, Truths
from rookery.rating.elo_rules import ANY, EloRules, KStep

NOT_RATED = -1
"""In the place of an expectation: the game does not count."""
_LARGEST = 1 << 20  # as many cases have a table of their own
_FEW = 256  # fewer rows are asked one by one
_STEP = 512  # tables of expectations grow by so many points
_WIDEST = 1 << 14  # beyond such a difference no table is made


def answered(rules: EloRules, name: str, *columns: Ints) -> Ints:
    """What the rules answer to a question by this name, row by row.

    Where they leave the answer to EloRules it is arithmetic that columns can do as well.
    """
    if getattr(type(rules), name) is getattr(EloRules, name):
        arithmetic: Callable[..., Ints] = getattr(rules, name)
        return arithmetic(*columns)
    return asked(getattr(rules, name), *columns)


def asked(question: Callable[..., int | None], *columns: Ints) -> Ints:
    """What is answered to each row, asked once for each distinct one; None is 0."""
    if len(columns[0]) < _FEW:
        rows = zip(*(column.tolist() for column in columns), strict=True)
        return np.array([question(*row) or 0 for row in rows], dtype=np.int64)
    lows = [int(column.min()) for column in columns]
    spans = [int(column.max()) - low + 1 for column, low in zip(columns, lows, strict=True)]
    cases = int(np.prod(np.array(spans, dtype=object)))
    if cases > _LARGEST:
        return _asked_of_the_distinct(question, columns)
    key = columns[0] - lows[0]
    for column, low, span in zip(columns[1:], lows[1:], spans[1:], strict=True):
        key = key * span + (column - low)
    table = np.zeros(cases, np.int64)
    table[key] = 1
    there = np.flatnonzero(table)
    parts = zip(np.unravel_index(there, spans), lows, strict=True)
    table[there] = [question(*row) or 0 for row in zip(*((part + low).tolist() for part, low in parts), strict=True)]
    return table[key]


def _asked_of_the_distinct(question: Callable[..., int | None], columns: tuple[Ints, ...]) -> Ints:
    rows, place = np.unique(np.stack(columns, axis=1), axis=0, return_inverse=True)
    answers = np.array([question(*row) or 0 for row in rows.tolist()], dtype=np.int64)
    return answers[place.reshape(-1)]


def expected(rules: EloRules, own: Ints, opponent: Ints) -> Ints:
    """What is expected of rated players against rated opponents, in hundredths; NOT_RATED where the game is not."""
    difference = own - opponent
    width = max(-int(difference.min()), int(difference.max())) if len(own) else 0
    if rules.edges is None or len(own) < _FEW or width > _WIDEST:
        return asked(partial(_expected, rules), own, opponent)
    width = -(-width // _STEP) * _STEP
    difference += width
    if not rules.edges or max(own.max(), opponent.max()) < rules.edges[0]:
        usual: Ints = _table(rules, (0, 0), width)[difference]
        return usual
    tables, bands = _tables(rules, width), len(rules.edges) + 1
    found: Ints = tables[0][difference]
    rows = np.flatnonzero((own >= rules.edges[0]) | (opponent >= rules.edges[0]))
    mine, theirs = own[rows], opponent[rows]
    which = sum(bands * (mine >= edge) + (theirs >= edge) for edge in rules.edges)
    found[rows] = tables[which, difference[rows]]
    return found


def _expected(rules: EloRules, own: int, opponent: int) -> int:
    return rules.expected(own, opponent) if rules.is_rated(own, opponent) else NOT_RATED


@lru_cache(maxsize=128)
def _table(rules: EloRules, bands: tuple[int, int], width: int) -> Ints:
    """The expectation by difference, from -width on, of players in one band between edges against those in another."""
    edges = rules.edges or ()
    starts, ends = (1, *edges), (*(edge - 1 for edge in edges), ANY[-1])
    own, other = bands
    table = np.full(2 * width + 1, NOT_RATED, np.int64)
    for difference in range(-width, width + 1):
        one = max(starts[own], starts[other] + difference)  # the lowest in its band whose opponent is in theirs
        if one <= ends[own] and one - difference <= ends[other]:
            table[difference + width] = _expected(rules, one, one - difference)
    return table


@lru_cache(maxsize=32)
def _tables(rules: EloRules, width: int) -> Ints:
    """The tables of every two bands, one's own first."""
    bands = range(len(rules.edges or ()) + 1)
    return np.stack([_table(rules, two, width) for two in product(bands, repeat=2)])


def k_of(rules: EloRules, rating: Ints, games: Ints, age: Ints, highest: Ints) -> Ints:
    """K of every player; an age that is not known is the highest number of `ANY`."""
    if not rules.k_steps:
        return asked(partial(_k, rules), rating, games, age, highest)
    best = np.maximum(rating, highest)
    fits = [_fits(step, best, games, age) for step in rules.k_steps]
    found = np.select(fits, [step.k for step in rules.k_steps], -1)
    left = found < 0
    if left.any():  # no step fits: the rules have their say
        found[left] = asked(partial(_k, rules), rating[left], games[left], age[left], highest[left])
    return found


def _k(rules: EloRules, rating: int, games: int, age: int, highest: int) -> int:
    return rules.k(rating, games, age=None if age == ANY[-1] else age, highest=highest)


def _fits(step: KStep, best: Ints, games: Ints, age: Ints) -> Truths:
    return _within(best, step.best) & _within(games, step.games) & _within(age, step.age)


def _within(column: Ints, numbers: range) -> Truths:
    return (column >= numbers.start) & (column < numbers.stop)
