"""Which rule of colours is the first to have a word on two who meet, read from the chapters."""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple


class Side(NamedTuple):
    """One of two who meet: colours so far, the colour due and how strongly (0 to 3)."""

    colours: str
    due: str | None = None
    strength: int = 0

    @property
    def difference(self) -> int:
        """Whites minus Blacks."""
        return self.colours.count("w") - self.colours.count("b")


Speaks = Callable[[Side, Side], bool]
ABSOLUTE = 3


def always(higher: Side, lower: Side) -> bool:
    """The last word."""
    return True


def neither_played(higher: Side, lower: Side) -> bool:
    """Neither has played."""
    return not higher.colours and not lower.colours


def compatible_preferences(higher: Side, lower: Side) -> bool:
    """Somebody is due a colour, and the other is not due the same."""
    return higher.due != lower.due


def opposite(higher: Side, lower: Side) -> bool:
    """Both are due colours, and not the same."""
    return None not in (higher.due, lower.due) and higher.due != lower.due


def single_preference(higher: Side, lower: Side) -> bool:
    """One is due a colour, the other none."""
    return (higher.due is None) != (lower.due is None)


def unequal(higher: Side, lower: Side) -> bool:
    """Both are due colours, one more strongly."""
    return None not in (higher.due, lower.due) and higher.strength != lower.strength


def stronger_or_wider(higher: Side, lower: Side) -> bool:
    """The same, or both absolutely with other differences."""
    wide = abs(higher.difference) != abs(lower.difference)
    return unequal(higher, lower) or (higher.strength == lower.strength == ABSOLUTE and wide)


def differ_in_history(higher: Side, lower: Side) -> bool:
    """At some time, counted back from the latest game, one had White and the other Black."""
    return any(a != b for a, b in zip(reversed(higher.colours), reversed(lower.colours), strict=False))


def higher_due(higher: Side, lower: Side) -> bool:
    """The higher ranked is due a colour."""
    return higher.due is not None


def whites_differ(higher: Side, lower: Side) -> bool:
    """One had White more often."""
    return higher.colours.count("w") != lower.colours.count("w")


def differences_differ(higher: Side, lower: Side) -> bool:
    """The differences of colours are not the same."""
    return higher.difference != lower.difference


def higher_played(higher: Side, lower: Side) -> bool:
    """The higher ranked has played."""
    return bool(higher.colours)


def may_have(colours: str, colour: str) -> bool:
    """Neither the third time in succession nor three more than of the other (C.04.4.3 5.1)."""
    new = colours + colour
    return new[-3:] != 3 * colour and abs(new.count("w") - new.count("b")) < 3


def single_allocation(higher: Side, lower: Side) -> bool:
    """Only one allocation keeps the limits of Lim."""
    ways = [may_have(higher.colours, mine) and may_have(lower.colours, yours) for mine, yours in ("wb", "bw")]
    return sum(ways) == 1


def rules(articles: list[str], *speak: Speaks) -> list[tuple[str, Speaks]]:
    """The rules by their articles."""
    return list(zip(articles, speak, strict=True))


DUTCH = rules(
    ["5.2.1", "5.2.2", "5.2.3", "5.2.4", "5.2.5"],
    compatible_preferences,
    stronger_or_wider,
    differ_in_history,
    higher_due,
    always,
)
DUTCH_2017 = [(f"E.{article[-1]}", speaks) for article, speaks in DUTCH]
DUBOV = rules(
    ["5.2.1", "5.2.2", "5.2.3", "5.2.4", "5.2.5"],
    neither_played,
    compatible_preferences,
    unequal,
    differ_in_history,
    always,
)
DOUBLE = rules(
    ["4.3.1", "4.3.2", "4.3.3", "4.3.4", "4.3.5"],
    neither_played,
    whites_differ,
    differ_in_history,
    higher_played,
    always,
)
TEAM = rules(
    [f"4.3.{n}" for n in range(1, 10)],
    neither_played, single_preference, opposite, unequal, differences_differ, differ_in_history, higher_due,
    higher_played, always,
)  # fmt: skip
LIM = rules(
    ["5.3", "5.2", "5.4", "5.4", "5.4"],
    single_allocation,
    compatible_preferences,
    differ_in_history,
    higher_due,
    always,
)
LIM_FIRST = rules(["7.2"], always)


def article(table: list[tuple[str, Speaks]], higher: Side, lower: Side) -> str:
    """The article of the first rule that speaks."""
    return next(name for name, speaks in table if speaks(higher, lower))
