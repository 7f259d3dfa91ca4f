"""Amounts of absences: a number of players, or a share of those present, in every round or round by round."""

from __future__ import annotations

from rookery.errors import RuleError

Amount = int | float | tuple[int | float, ...]
"""The number for each round: an integer, a share of those present (a float, 0.0 to 1.0), or one of these per round."""


def check_share(label: str, value: object) -> None:
    """Raise RuleError unless `value` is a share between 0.0 and 1.0."""
    if not isinstance(value, int | float) or not 0 <= value <= 1:
        raise RuleError(f"{label} lies between 0.0 and 1.0, not {value}")


def check_amount(label: str, value: Amount | None) -> None:
    """Raise RuleError unless `value` is an amount; None stands for an open one."""
    for amount in value if isinstance(value, tuple) else () if value is None else (value,):
        if isinstance(amount, float):
            check_share(f"the share of {label}", amount)
        elif not isinstance(amount, int):
            raise RuleError(f"{label} are a whole number, or a share such as 0.03, not {amount!r}")
        elif amount < 0:
            raise RuleError(f"the number of {label} is not negative: {amount}")


def check_whole_number(label: str, value: object, least: int) -> None:
    """Raise RuleError unless `value` is a whole number of at least `least`."""
    if not isinstance(value, int) or value < least:
        raise RuleError(f"{label} from {least} on, not {value!r}")


def check_amount_rounds(label: str, value: Amount | None, rounds: int) -> None:
    """Raise RuleError if amounts are given for more rounds than there are."""
    if isinstance(value, tuple) and len(value) > rounds:
        raise RuleError(f"{label} are told for {len(value)} rounds, and there are {rounds}")


def amount_in_round(amount: Amount, round: int) -> int | float:
    """Return the amount of one round; 0 after the last round that is listed.

    >>> amount_in_round(2, 5), amount_in_round((2, 0.1), 2), amount_in_round((2, 0.1), 3)
    (2, 0.1, 0)
    """
    if isinstance(amount, tuple):
        return amount[round - 1] if round <= len(amount) else 0
    return amount


def is_positive_amount(amount: Amount) -> bool:
    """Return whether an amount is positive in some round.

    >>> is_positive_amount(0.0), is_positive_amount((0, 0)), is_positive_amount((0, 1))
    (False, False, True)
    """
    return any(amount) if isinstance(amount, tuple) else bool(amount)
