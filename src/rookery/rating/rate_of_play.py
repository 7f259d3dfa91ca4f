"""The rate of play: how long sixty moves may take, and which rating list, if any, a game of that pace belongs to."""

from __future__ import annotations

import re

from rookery.model import Event
from rookery.values import frozen
from rookery.wording import spoken

MINUTE = 60
MOVES = 60
"""The rules of B.02 count the time for so many moves."""

# A player rated so high in the game needs at least so many minutes (B.02 1.1).
STANDARD_MINUTES = ((2400, 120), (1800, 90), (0, 60))
FIRST_CONTROL_MOVES = 30


@frozen
class RateOfPlay:
    """The time of each player for sixty moves, in seconds, and the moves of the first control (0: there is but one)."""

    seconds: int
    first_control: int = 0
    equal: bool = True

    @property
    def kind(self) -> str | None:
        """The list that games at this pace belong to; None when they are too fast, or the times differ, for any.

        >>> RateOfPlay(90 * 60 + 60 * 30).kind, RateOfPlay(10 * 60).kind, RateOfPlay(3 * 60).kind
        ('standard', 'blitz', None)
        """
        if not self.equal or self.seconds <= 3 * MINUTE:
            return None
        if self.seconds >= 60 * MINUTE:
            return "standard"
        return "rapid" if self.seconds > 10 * MINUTE else "blitz"

    def allows(self, kind: str, highest: int) -> bool:
        """Whether a game in which the higher rated player has this rating can be rated on the list.

        >>> RateOfPlay(90 * 60).allows("standard", 2399), RateOfPlay(90 * 60).allows("standard", 2400)
        (True, False)
        """
        if self.kind != kind:
            return False
        if kind != "standard":
            return True
        needed = next(minutes for rating, minutes in STANDARD_MINUTES if highest >= rating)
        return self.seconds >= needed * MINUTE and not 0 < self.first_control < FIRST_CONTROL_MOVES

    @property
    def said(self) -> str:
        """The time for sixty moves, in words."""
        minutes, seconds = divmod(self.seconds, MINUTE)
        return spoken("%(minutes)s min %(seconds)s s for %(moves)s moves" if seconds else
                      "%(minutes)s min for %(moves)s moves", minutes=minutes, seconds=seconds, moves=MOVES)  # fmt: skip

    def __str__(self) -> str:
        return str(self.said)


_PERIOD = re.compile(r"(?:(\d+)/)?(\d+)(?:\+(\d+))?")
# "90+30", "15 + 5", "10MIN+2SEC", "5m + 3s", "7'+5''": minutes and seconds a move, and nothing else in the text.
_SPOKEN = re.compile(
    r"(\d+)\s*(?:'|′|m|min|mins|minutes)?(?:\s*\+\s*(\d+)\s*(?:''|\"|″|s|sec|secs|seconds)?(?:/(?:m|move|zug))?)?", re.I
)


def rate_of_play(event: Event) -> RateOfPlay | None:
    """The rate of play an event declares: its encoded time control, or a text as plain as `90+30`; else None.

    >>> rate_of_play(Event(encoded_time_control="40/6000+30:900+30"))
    RateOfPlay(seconds=8700, first_control=40, equal=True)
    >>> rate_of_play(Event(time_control="15+5")).kind
    'rapid'
    """
    sides = [side.lstrip("WB") for side in event.encoded_time_control.replace(" ", "").split("-") if side]
    paces = [_encoded(side) for side in sides]
    if paces and paces[0] is not None and None not in paces:
        return RateOfPlay(paces[0].seconds, paces[0].first_control, len(set(paces)) == 1)
    plain = _SPOKEN.fullmatch(event.time_control.strip())
    if plain is None or not event.time_control.strip():
        return None
    return RateOfPlay(MINUTE * int(plain[1]) + MOVES * int(plain[2] or 0))


def _encoded(text: str) -> RateOfPlay | None:
    """One side of TRF26 record 222: periods of `moves/seconds+increment` with colons between."""
    seconds, before, first, parts = 0, 0, 0, text.split(":")
    for part in parts:
        period = _PERIOD.fullmatch(part)
        if period is None:
            return None
        moves, base, increment = (int(group or 0) for group in period.groups())
        if before < MOVES:  # what is added later than move 60 does not help to make sixty moves
            seconds += base + increment * (min(moves or MOVES, MOVES - before))
        first = first or (moves if len(parts) > 1 else 0)
        before = before + moves if moves else MOVES
    return RateOfPlay(seconds, first)
