"""A round entered by hand has everybody in it, and keeps them: whoever is left out would have no point for it."""

from __future__ import annotations

from rookery.desk.booking import Booking
from rookery.desk.levels import TABLE
from rookery.errors import RuleError
from rookery.model import Bye, ByeKind
from rookery.pairing.knockout import survivors
from rookery.regulations import scheme
from rookery.wording import counted, listed, spoken


def must_be_whole(booking: Booking) -> None:
    """Refuse a round that begins or goes on without some who are there for it, and say what to do instead."""
    left = _left_out(booking) if booking.begins else _put_out(booking)
    if not left or _only_asked_for(booking):
        return
    number, one = booking.number, left[0]
    names = listed(map(booking.name, left), 12)
    if not booking.begins:
        raise RuleError(spoken("this would leave %(names)s with neither a game nor a bye in round %(round)s; %(do)s",
                               names=names, round=number, do=booking.voice.kept(one)), who=left)  # fmt: skip
    text = counted(
        len(left), "round %(round)s is not paired yet, and this would leave %(names)s without a game; %(do)s",
        "round %(round)s is not paired yet, and this would leave %(names)s without games; %(do)s", round=number,
        names=names, do=booking.voice.begun(number, one),
    )  # fmt: skip
    raise RuleError(text, who=left, article=TABLE["not-paired"].article)


def _only_asked_for(booking: Booking) -> bool:
    """Whether the round has nothing but byes that were asked for: nothing has begun, or all is taken back."""
    asked = (ByeKind.FULL, ByeKind.HALF, ByeKind.ZERO)
    return all(isinstance(seat, Bye) and seat.kind in asked for seat in booking.seats.values())


def _left_out(booking: Booking) -> list[int]:
    """Who is there for a round that begins and has neither an opponent nor a bye."""
    left = [one for one in _due(booking) if one not in booking.seats]
    format = scheme(booking.base.system).format
    free = format.everybody_meets and len(booking.base.by_id) % 2 and len(left) == 1
    return [] if free else left


def _put_out(booking: Booking) -> list[int]:
    """Who had a game or a bye in a round that goes on, and has neither now."""
    return [one for one in booking.had if one not in booking.seats]


def _due(booking: Booking) -> list[int]:
    """Who is to be paired if they have no bye: in a knock-out those still in who have a neighbour, else everybody."""
    if not scheme(booking.base.system).format.eliminates:
        return list(booking.base.by_id)
    slots = survivors(booking.base.until(booking.number), through=booking.seats)
    both = zip(slots[::2], slots[1::2], strict=True)
    return [one for upper, lower in both if upper is not None and lower is not None for one in (upper, lower)]
