"""Rules as functions that carry their text: `python -OO` removes docstrings, so the text is kept as data."""

from __future__ import annotations

from collections.abc import Callable
from enum import Enum
from functools import lru_cache
from typing import Any, ParamSpec, Protocol, TypeVar, cast

from rookery.messages import Message, map_text, msg_const, transform_source

P = ParamSpec("P")
R = TypeVar("R")
R_co = TypeVar("R_co", covariant=True)


class NamedParties(Enum):
    """Which participants a sentence names where two pairings differ in a criterion, and the number for each."""

    PAYERS = "payers"
    """The pairs that incur the cost; no number."""
    FLOATERS = "floaters"
    """The floaters who incur the cost; no number."""
    POINTS = "points"
    """The participants who incur the cost, with their points."""
    APART = "apart"
    """The pairs that incur the cost, with the difference of their points."""
    GAPS = "gaps"
    """All participants who leave the bracket, with their points, and the pairs of different scores, with the
    difference; only those that `times` counts (of a pair, the one with more points)."""
    TIMES = "times"
    """The participants who incur the cost, with the number of earlier occurrences."""
    LEAVING = "leaving"
    """All participants who leave the bracket, with their points."""
    COMING = "coming"
    """All participants brought up to the bracket, with their points."""
    AHEAD = "ahead"
    """The best result of the next bracket."""
    MISSED = "missed"
    """The participant with the bye, and the number of games missed."""
    NUMBER = "number"
    """The participant with the bye, and the pairing number."""
    RATING = "rating"
    """The participant with the bye, and the rating."""


class Rule(Protocol[P, R_co]):
    """A function with the sentence that states its rule.

    `worse` is the consequence of a worse pairing, worded to follow "that would mean"; the placeholders {group},
    {players}, {player} and {next} stand for the bracket, the participants, one participant, and the next bracket.
    """

    __name__: str
    text: str
    worse: str
    shows: NamedParties
    times: Callable[[Any], int] | None
    article: str

    def __call__(self, *args: P.args, **kwargs: P.kwargs) -> R_co:
        """Call the function."""
        ...


def rule(
    text: str,
    worse: str = "",
    shows: NamedParties = NamedParties.PAYERS,
    times: Callable[[Any], int] | None = None,
    article: str = "",
) -> Callable[[Callable[P, R]], Rule[P, R]]:
    """Decorate a function with the text of its rule, and with the text for a pairing that is worse by it.

    `times` returns the number of one participant for `NamedParties.TIMES`, or whether `NamedParties.GAPS` counts them.
    If the function returns the opponent by the plain order of a bracket, the second text is for participants from
    another bracket, and `article` is the article of that order. For a rule of colours the second text is a sentence
    about two opponents: {higher} has priority, {lower} is the other one.

    >>> @rule("Twice as much.")
    ... def double(number: int) -> int:
    ...     return 2 * number
    >>> double(4), double.text, name_of(double)
    (8, 'Twice as much.', 'double')
    """

    def mark(decorated: Callable[P, R]) -> Rule[P, R]:
        annotated: Any = decorated
        annotated.text = annotated.__doc__ = text
        annotated.worse, annotated.shows, annotated.times, annotated.article = worse, shows, times, article
        return cast(Rule[P, R], annotated)

    return mark


def name_of(function: Rule[..., object]) -> str:
    """Return the name of a rule in words."""
    return function.__name__.replace("_", " ")


HALVES = "{halves}"
"""Placeholder for different exchanges of halves or sides: the sentence names the players in either pairing."""
NEXT = "{next}"
"""Placeholder for a worse next bracket: the sentence describes it."""


def drop_other_side(differs: str) -> str:
    """Return the description of a difference in an order, without the other pairing.

    >>> drop_other_side("{turn} meets {ours} before {theirs}")
    '{turn} meets {ours}'
    """
    return differs.partition(" before ")[0]


@lru_cache(maxsize=1 << 9)
def as_template(text: str) -> Message:
    """Return the text of a rule as a template of the message catalogue.

    >>> as_template("more {players} brought up to {group}")
    'more %(players)s brought up to %(group)s'
    """
    return msg_const(text.replace("{", "%(").replace("}", ")s"))


def lower_first_letter(text: str) -> str:
    """Return a sentence to be placed after a colon."""
    return transform_source(text, _lower_first)


def _lower_first(text: str) -> str:
    return text[:1].lower() + text[1:]


def strip_full_stop(text: str) -> str:
    """Return a sentence without its full stop."""
    return map_text(text, _strip_stop)


def _strip_stop(text: str) -> str:
    return text.rstrip(".。")
