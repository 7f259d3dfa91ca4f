"""The order of equals: drawn by lot, laid down by hand, or by values that somebody enters."""

from __future__ import annotations

from rookery.desk.happening import Happening, kind


@kind("order.drawn")
class OrderDrawn(Happening):
    """The lots are drawn after a round: everybody in their order, which follows from the one seed."""

    after: int
    order: tuple[str, ...]


@kind("order.set")
class OrderSet(Happening):
    """Who are equal after a round are ranked by hand, group by group; no groups take that back."""

    after: int
    groups: tuple[tuple[str, ...], ...] = ()


@kind("value.entered")
class ValueEntered(Happening):
    """Somebody's value of a tie-break that the event defines is entered, as a fraction; nothing takes it away."""

    code: str
    key: str
    value: str | None
    was: str | None = None
