"""Amounts: how many of those who are there, as a number or as a share, in every round or round by round."""

from __future__ import annotations

from rookery.errors import RuleError

Amount = int | float | tuple[int | float, ...]
"""How many in each round: a whole number, a share of those present (a float, 0.0 to 1.0), or one of these per round."""


def must_be_share(what: str, value: object) -> None:
    """Refuse what is no share."""
    if not isinstance(value, int | float) or not 0 <= value <= 1:
        raise RuleError(f"{what} lies between 0.0 and 1.0, not {value}")


def must_be_amount(what: str, value: Amount | None) -> None:
    """Refuse what is no amount; None is one that is still open."""
    for one in value if isinstance(value, tuple) else () if value is None else (value,):
        if isinstance(one, float):
            must_be_share(f"the share of {what}", one)
        elif not isinstance(one, int):
            raise RuleError(f"{what} are a whole number, or a share such as 0.03, not {one!r}")
        elif one < 0:
            raise RuleError(f"the number of {what} is not negative: {one}")


def must_be_whole(what: str, value: object, least: int) -> None:
    """Refuse what is no whole number, or below the least there can be."""
    if not isinstance(value, int) or value < least:
        raise RuleError(f"{what} from {least} on, not {value!r}")


def must_fit_rounds(what: str, value: Amount | None, rounds: int) -> None:
    """Refuse amounts for more rounds than there are."""
    if isinstance(value, tuple) and len(value) > rounds:
        raise RuleError(f"{what} are told for {len(value)} rounds, and there are {rounds}")


def in_round(amount: Amount, round: int) -> int | float:
    """The amount of one round; after the last that is told there are none.

    >>> in_round(2, 5), in_round((2, 0.1), 2), in_round((2, 0.1), 3)
    (2, 0.1, 0)
    """
    if isinstance(amount, tuple):
        return amount[round - 1] if round <= len(amount) else 0
    return amount


def any_of(amount: Amount) -> bool:
    """Whether an amount is more than nothing, in some round.

    >>> any_of(0.0), any_of((0, 0)), any_of((0, 1))
    (False, False, True)
    """
    return any(amount) if isinstance(amount, tuple) else bool(amount)
