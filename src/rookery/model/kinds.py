"""What a value is not, said when somebody builds one of the wrong kind: a slip that would come out much later."""

from __future__ import annotations

from collections.abc import Iterable

from rookery.errors import RuleError
from rookery.wording import filled, spoken, word

MOST = 60
"""How much is shown of what was given."""


def fits(given: object, *kinds: type) -> bool:
    """Whether a field holds what its type says: annotations are promises that nobody keeps for us."""
    return isinstance(given, kinds)


def misfit(what: str, expected: str, given: object, hint: str = "") -> RuleError:
    """The error for a field that holds something else.

    >>> misfit("the rating of player 1", "a whole number", "2000")
    RuleError("the rating of player 1 must be a whole number, not '2000'")
    """
    shown = repr(given)
    shown = shown if len(shown) <= MOST else f"{shown[: MOST - 3]}..."
    what, expected = _framed(what), _framed(expected)
    return RuleError(spoken("%(what)s must be %(expected)s, not %(shown)s: %(hint)s" if hint else
                            "%(what)s must be %(expected)s, not %(shown)s", what=what, expected=expected, shown=shown,
                            hint=hint))  # fmt: skip


def _framed(text: str) -> str:
    """What is in the catalogue; the name of a field is in none."""
    return word(text) if " " in text else text


def must_number(what: str, *given: object, **values: object) -> None:
    """Refuse what cannot number anybody: a participant is an int, never 1.0, '1' or True.

    `values` stand in the text of `what`, which is made only when it is needed.

    >>> must_number("a player of a game", 1.0)
    Traceback (most recent call last):
    rookery.errors.RuleError: a player of a game must be a whole number from 1, not 1.0
    """
    for one in given:
        if not isinstance(one, int) or isinstance(one, bool) or one < 1:
            raise misfit(filled(word(what), **values), "a whole number from 1", one)


def must_be_tenths(what: str, *given: object, **values: object) -> None:
    """Refuse points that are no whole tenths; None stands for none.

    >>> must_be_tenths("the points of player 7", 1.5)
    Traceback (most recent call last):
    rookery.errors.RuleError: the points of player 7 must be whole tenths, not 1.5: in tenths that is 15
    """
    for points in given:
        if points is not None and (not isinstance(points, int) or isinstance(points, bool)):
            tenths = round(10 * points) if isinstance(points, float) and abs(points) < 1e6 else None
            hint = "" if tenths is None else spoken("in tenths that is %(tenths)s", tenths=tenths)
            raise misfit(filled(word(what), **values), "whole tenths", points, hint)


def row(owner: object, name: str) -> None:
    """Make a tuple of what was given as another sequence; a frozen value must not change with a list."""
    given = getattr(owner, name)
    if not isinstance(given, Iterable) or isinstance(given, str | bytes | dict):
        raise misfit(name, "a tuple", given)
    object.__setattr__(owner, name, tuple(given))
