"""A function and the sentence that says what it asks for, kept as data: `python -OO` takes only docstrings away."""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache

from rookery.typed import Any, ParamSpec, Protocol, TypeVar, cast
from rookery.values import OneOf
from rookery.wording import Text, finished, in_english, word

P = ParamSpec("P")
R = TypeVar("R")
R_co = TypeVar("R_co", covariant=True)


class Shows(OneOf):
    """Whom a sentence names where two pairings differ in a criterion, and the number that it gives for each."""

    PAYERS = "payers"
    """The pairs at whose expense it is; no number."""
    FLOATERS = "floaters"
    """Those at whose expense it is because they float; no number."""
    POINTS = "points"
    """The same with their points."""
    APART = "apart"
    """The pairs at whose expense it is, and how many points lie between the two."""
    GAPS = "gaps"
    """Everybody who leaves the bracket, with their points, and all who meet another score in it, how many points apart;
    of these only those whom `times` counts (of two who meet, the one with more points)."""
    TIMES = "times"
    """Those at whose expense it is, and how often it happened to them before."""
    LEAVING = "leaving"
    """Everybody who leaves the bracket, with their points."""
    COMING = "coming"
    """Everybody who is brought up to the bracket, with their points."""
    AHEAD = "ahead"
    """What the next bracket comes to."""
    MISSED = "missed"
    """Who has the bye, and the games they have missed."""
    NUMBER = "number"
    """Who has the bye, and their pairing number."""
    RATING = "rating"
    """Who has the bye, and their rating."""


class Stated(Protocol[P, R_co]):
    """A function that can say in one sentence what it asks for.

    `worse` names what a pairing has more of that is worse by it, as the end of "that would mean ..."; in it stand
    {group}, {players}, {player} and {next} for the bracket, for those who take part, and for the bracket after it.
    """

    __name__: str
    text: str
    worse: str
    shows: Shows
    times: Callable[[Any], int] | None
    article: str

    def __call__(self, *args: P.args, **kwargs: P.kwargs) -> R_co:
        """The function itself."""
        ...


def stated(
    text: str,
    worse: str = "",
    shows: Shows = Shows.PAYERS,
    times: Callable[[Any], int] | None = None,
    article: str = "",
) -> Callable[[Callable[P, R]], Stated[P, R]]:
    """Give a function its sentence, and what there is to say where a pairing is worse by it.

    `times` gives the number of one participant that `Shows.TIMES` asks for, or whether `Shows.GAPS` counts them. Where
    the function says whom somebody meets by the plain order of a bracket, the second text is for those who came to it
    from elsewhere, and `article` is where that order stands. Of a rule of colours it is the sentence about two who
    meet: in it stand {higher} and {lower} for who is asked first and for the other one.

    >>> @stated("Twice as much.")
    ... def double(number: int) -> int:
    ...     return 2 * number
    >>> double(4), double.text, name_of(double)
    (8, 'Twice as much.', 'double')
    """

    def mark(function: Callable[P, R]) -> Stated[P, R]:
        marked: Any = function
        marked.text = marked.__doc__ = text
        marked.worse, marked.shows, marked.times, marked.article = worse, shows, times, article
        return cast(Stated[P, R], marked)

    return mark


def name_of(function: Stated[..., object]) -> str:
    """A function by its meaning: its name in words."""
    return function.__name__.replace("_", " ")


HALVES = "{halves}"
"""What differs where two pairings change halves or sides otherwise: the sentence says who does in either."""
NEXT = "{next}"
"""What is worse where the next bracket comes to something else: the sentence says what."""


def without_theirs(differs: str) -> str:
    """What it means that two places in an order differ, where the other one takes nobody.

    >>> without_theirs("{turn} meets {ours} before {theirs}")
    '{turn} meets {ours}'
    """
    return differs.partition(" before ")[0]


@lru_cache(maxsize=1 << 9)
def as_template(text: str) -> Text:
    """The text of a rule as a template of the catalogue.

    >>> as_template("more {players} brought up to {group}")
    'more %(players)s brought up to %(group)s'
    """
    return word(text.replace("{", "%(").replace("}", ")s"))


def after_colon(text: str) -> str:
    """A sentence as the second half of another."""
    return in_english(text, _lowered)


def _lowered(text: str) -> str:
    return text[:1].lower() + text[1:]


def without_stop(text: str) -> str:
    """A sentence that goes on."""
    return finished(text, _without_stop)


def _without_stop(text: str) -> str:
    return text.rstrip(".。")
