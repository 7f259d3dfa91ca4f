"""Events that order tied participants: lots, ranks set by hand, and entered tie-break values."""

from __future__ import annotations

from rookery.tournaments.event import Event, kind
from rookery.tournaments.limits import check_fraction


@kind("order.drawn")
class OrderDrawn(Event):
    """Lots are drawn after a round: all participants in the order that follows from the seed."""

    after: int
    order: tuple[str, ...]


@kind("order.set")
class OrderSet(Event):
    """Participants tied after a round are ranked by hand, group by group; no groups revoke that."""

    after: int
    groups: tuple[tuple[str, ...], ...] = ()


@kind("value.entered")
class ValueEntered(Event):
    """A participant's value of a tie-break that the event defines is entered, as a fraction; None removes it."""

    code: str
    key: str
    value: str | None
    was: str | None = None

    def __post_init__(self) -> None:
        Event.__post_init__(self)
        if self.value is not None:
            check_fraction(self.value)
