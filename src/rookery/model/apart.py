"""Who is kept apart: the bans of an event as sets, read once. Of pairs there may be hundreds of thousands."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from rookery.model.announcements import Forbidden
from rookery.values import NamedTuple

DENSE = 16  # where one pair in so many is forbidden all are written down in a table

Span = tuple[int, int | None]
"""The rounds in which a ban holds: the first, and the last (None: the last of all)."""


class Apart(NamedTuple):
    """Whom each may not meet, by number: an int in which the bit k stands for `names[k]`; said from both sides."""

    names: tuple[int, ...]
    whom: Mapping[int, int]

    def at(self, place: Mapping[int, int]) -> dict[int, int]:
        """The same of those who have a place, by their places, which are 0, 1, ... without a gap.

        >>> apart([(7, 3), (5, 9)]).at({3: 0, 5: 1, 7: 2})
        {2: 1, 0: 4}
        """
        names, whom = self.names, self.whom
        total = sum(map(int.bit_count, whom.values()))
        if 2 * total * DENSE > len(names) * len(place):
            return self._rearranged(place)
        found = {}
        for one, others in whom.items():
            if one in place:
                row = 0
                while others:
                    low = others & -others
                    other = names[low.bit_length() - 1]
                    if other in place:
                        row |= 1 << place[other]
                    others ^= low
                if row:
                    found[place[one]] = row
        return found

    def _rearranged(self, place: Mapping[int, int]) -> dict[int, int]:
        """The same digit by digit: what the rows of a table say its columns say, too."""
        size, whom = len(self.names), self.whom
        here = sorted(place, key=place.__getitem__, reverse=True)
        table = "".join([f"{whom.get(one, 0):0{size}b}" for one in here])
        rows = {place[one]: int(table[size - k :: size], 2) for k, one in enumerate(self.names, 1) if one in place}
        return {at: row for at, row in rows.items() if row}


class Bans(NamedTuple):
    """What was read of these bans: for every span of rounds whom each may not meet, as `Apart` has it."""

    said: tuple[Forbidden, ...]
    names: tuple[int, ...]
    spans: dict[Span, dict[int, int]]

    def in_round(self, round: int) -> Apart:
        """Who is kept apart in a round."""
        held = []
        for (first, last), whom in self.spans.items():
            if first <= round and (last is None or round <= last):
                held.append(whom)
        if len(held) < 2:
            return Apart(self.names, held[0] if held else {})
        found: dict[int, int] = {}
        for whom in held:
            for one, others in whom.items():
                found[one] = found.get(one, 0) | others
        return Apart(self.names, found)


def read(said: tuple[Forbidden, ...], participants: Iterable[int]) -> Bans:
    """The bans of an event; whoever is named and does not take part stands behind the participants."""
    index = {one: k for k, one in enumerate(participants)} if said else {}
    always = [one.players for one in said if one.first_round == 1 and one.last_round is None]
    others: dict[Span, list[tuple[int, ...]]] = {(1, None): always} if always else {}
    if len(always) < len(said):
        for one in said:
            if one.first_round != 1 or one.last_round is not None:
                others.setdefault((one.first_round, one.last_round), []).append(one.players)
    spans = {span: _whom(groups, index) for span, groups in others.items()}
    return Bans(said, tuple(index), spans)


def apart(groups: Iterable[tuple[int, ...]]) -> Apart:
    """Who is kept apart when no two of any of these groups may meet."""
    index: dict[int, int] = {}
    whom = _whom(tuple(groups), index)
    return Apart(tuple(index), whom)


def _whom(groups: Sequence[tuple[int, ...]], index: dict[int, int]) -> dict[int, int]:
    """Whom each of these groups keeps apart; who has no bit yet is given one."""
    size = len(index)
    found: dict[int, int] = {}
    if len(groups) * DENSE > size * size:
        found, groups = _table(groups, index)
    for group in groups:
        both = 0
        for one in group:
            both |= 1 << index.setdefault(one, len(index))
        for one in group:
            found[one] = found.get(one, 0) | both
    for one, others in found.items():  # nobody is kept apart from themselves
        found[one] = others & ~(1 << index[one])
    return found


def _table(groups: Sequence[tuple[int, ...]], index: Mapping[int, int]) -> tuple[dict[int, int], list[tuple[int, ...]]]:
    """Whom the pairs among these keep apart, written down in a table; and the other groups."""
    size, others = len(index), []
    digits = {one: bytearray(b"0") * size for one in index}
    for group in groups:
        try:
            one, other = group
            digits[one][index[other]] = 49  # the digit 1
        except (KeyError, ValueError):  # a larger group, or somebody without a bit
            others.append(group)
    table, found = b"".join(digits.values()), {}
    for one, i in index.items():
        row, column = table[i * size : (i + 1) * size], table[i::size]
        both = int(row[::-1], 2) | int(column[::-1], 2)
        if both:
            found[one] = both
    return found, others
