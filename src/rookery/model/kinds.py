"""What a value is not, said when somebody builds one of the wrong kind: a slip that would come out much later."""

from __future__ import annotations

from collections.abc import Iterable

from rookery.errors import RuleError

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
    return RuleError(f"{what} must be {expected}, not {shown}{f': {hint}' if hint else ''}")


def row(owner: object, name: str) -> None:
    """Make a tuple of what was given as another sequence; a frozen value must not change with a list."""
    given = getattr(owner, name)
    if not isinstance(given, Iterable) or isinstance(given, str | bytes | dict):
        raise misfit(name, "a tuple", given)
    object.__setattr__(owner, name, tuple(given))
