"""Rate of play: the time for sixty moves, and the rating list that games of that pace belong to."""

from __future__ import annotations

import re

from rookery._record import record
from rookery.messages import msg
from rookery.model import TournamentInfo

MINUTE = 60
MOVES = 60
"""The number of moves for which the rules of B.02 count the time."""

# The least rating of a player in the game, and the minutes required at least (B.02 1.1).
STANDARD_MINUTES = ((2400, 120), (1800, 90), (0, 60))
FIRST_CONTROL_MOVES = 30


@record
class RateOfPlay:
    """Time of each player for sixty moves, in seconds, and moves of the first control (0: only one control)."""

    seconds: int
    first_control: int = 0
    equal: bool = True

    @property
    def kind(self) -> str | None:
        """Rating list of games at this pace; None if they are too fast or the players' times differ.

        >>> RateOfPlay(90 * 60 + 60 * 30).kind, RateOfPlay(10 * 60).kind, RateOfPlay(3 * 60).kind
        ('standard', 'blitz', None)
        """
        if not self.equal or self.seconds <= 3 * MINUTE:
            return None
        if self.seconds >= 60 * MINUTE:
            return "standard"
        return "rapid" if self.seconds > 10 * MINUTE else "blitz"

    def allows(self, kind: str, highest: int) -> bool:
        """Return whether a game can be rated on the list when the higher rated player has rating `highest`.

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
    def description(self) -> str:
        """The time for sixty moves, in words."""
        minutes, seconds = divmod(self.seconds, MINUTE)
        return msg("%(minutes)s min %(seconds)s s for %(moves)s moves" if seconds else
                      "%(minutes)s min for %(moves)s moves", minutes=minutes, seconds=seconds, moves=MOVES)  # fmt: skip

    def __str__(self) -> str:
        return str(self.description)


_PERIOD = re.compile(r"(?:(\d{1,9})/)?(\d{1,9})(?:\+(\d{1,9}))?")
# "90+30", "15 + 5", "10MIN+2SEC", "5m + 3s", "7'+5''": minutes and seconds a move, and nothing else in the text.
_PLAIN_TEXT = re.compile(
    r"(\d{1,9})\s*(?:'|′|m|min|mins|minutes)?"
    r"(?:\s*\+\s*(\d{1,9})\s*(?:''|\"|″|s|sec|secs|seconds)?(?:/(?:m|move|zug))?)?",
    re.I,
)


def rate_of_play(event: TournamentInfo) -> RateOfPlay | None:
    """Return the rate of play of an event from its encoded time control, or from a text like `90+30`; else None.

    >>> rate_of_play(TournamentInfo(encoded_time_control="40/6000+30:900+30"))
    RateOfPlay(seconds=8700, first_control=40, equal=True)
    >>> rate_of_play(TournamentInfo(time_control="15+5")).kind
    'rapid'
    """
    side_texts = [side.lstrip("WB") for side in event.encoded_time_control.replace(" ", "").split("-") if side]
    paces = [_parse_encoded_side(side) for side in side_texts]
    if paces and paces[0] is not None and None not in paces:
        return RateOfPlay(paces[0].seconds, paces[0].first_control, len(set(paces)) == 1)
    match = _PLAIN_TEXT.fullmatch(event.time_control.strip())
    if match is None or not event.time_control.strip():
        return None
    return RateOfPlay(MINUTE * int(match[1]) + MOVES * int(match[2] or 0))


def _parse_encoded_side(text: str) -> RateOfPlay | None:
    """Parse one side of TRF26 record 222: periods of `moves/seconds+increment` separated by colons."""
    seconds, moves_before, first_control, parts = 0, 0, 0, text.split(":")
    for part in parts:
        period = _PERIOD.fullmatch(part)
        if period is None:
            return None
        moves, base, increment = (int(group or 0) for group in period.groups())
        if moves_before < MOVES:  # what is added later than move 60 does not help to make sixty moves
            seconds += base + increment * (min(moves or MOVES, MOVES - moves_before))
        first_control = first_control or (moves if len(parts) > 1 else 0)
        moves_before = moves_before + moves if moves else MOVES
    return RateOfPlay(seconds, first_control)
