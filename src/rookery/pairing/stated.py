"""A function and the sentence that says what it asks for, kept as data: `python -OO` takes only docstrings away."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, ParamSpec, Protocol, TypeVar, cast

P = ParamSpec("P")
R = TypeVar("R")
R_co = TypeVar("R_co", covariant=True)


class Stated(Protocol[P, R_co]):
    """A function that can say in one sentence what it asks for."""

    __name__: str
    text: str

    def __call__(self, *args: P.args, **kwargs: P.kwargs) -> R_co:
        """The function itself."""
        ...


def stated(text: str) -> Callable[[Callable[P, R]], Stated[P, R]]:
    """Give a function its sentence.

    >>> @stated("Twice as much.")
    ... def double(number: int) -> int:
    ...     return 2 * number
    >>> double(4), double.text, name_of(double)
    (8, 'Twice as much.', 'double')
    """

    def mark(function: Callable[P, R]) -> Stated[P, R]:
        marked: Any = function
        marked.text = marked.__doc__ = text
        return cast(Stated[P, R], marked)

    return mark


def name_of(function: Stated[..., object]) -> str:
    """A function by its meaning: its name in words."""
    return function.__name__.replace("_", " ")


def lowered(text: str) -> str:
    """A sentence as the second half of another."""
    return text[:1].lower() + text[1:]
