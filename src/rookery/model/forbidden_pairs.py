"""Forbidden pairs of an event as bit sets, computed once: an event may have hundreds of thousands of them."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import NamedTuple

from rookery.model.requests import ForbiddenPair

DENSE = 16  # a table of digits is used if at least one pair in this number is forbidden

Span = tuple[int, int | None]
"""The rounds in which a pair is forbidden: the first, and the last (None: the last of the event)."""


class ForbiddenPairs(NamedTuple):
    """The forbidden opponents of each participant as an int in which bit k stands for `names[k]`."""

    names: tuple[int, ...]
    opponents: Mapping[int, int]

    def by_place(self, place: Mapping[int, int]) -> dict[int, int]:
        """Return the bit sets of the participants who have a place, by place; places count from 0 without a gap.

        >>> pairs_within_groups([(7, 3), (5, 9)]).by_place({3: 0, 5: 1, 7: 2})
        {2: 1, 0: 4}
        """
        names, opponents = self.names, self.opponents
        total = sum(map(int.bit_count, opponents.values()))
        if 2 * total * DENSE > len(names) * len(place):
            return self._by_place_from_table(place)
        bits_by_place = {}
        for participant_id, opponent_bits in opponents.items():
            if participant_id in place:
                row, rest = 0, opponent_bits
                while rest:
                    low = rest & -rest
                    opponent_id = names[low.bit_length() - 1]
                    if opponent_id in place:
                        row |= 1 << place[opponent_id]
                    rest ^= low
                if row:
                    bits_by_place[place[participant_id]] = row
        return bits_by_place

    def _by_place_from_table(self, place: Mapping[int, int]) -> dict[int, int]:
        """Return what `by_place` returns, through a table of binary digits whose columns equal its rows."""
        size, opponents = len(self.names), self.opponents
        ids_last_first = sorted(place, key=place.__getitem__, reverse=True)
        table = "".join([f"{opponents.get(participant_id, 0):0{size}b}" for participant_id in ids_last_first])
        rows = {
            place[participant_id]: int(table[size - k :: size], 2)
            for k, participant_id in enumerate(self.names, 1)
            if participant_id in place
        }
        return {position: row for position, row in rows.items() if row}


class ForbiddenPairsByRound(NamedTuple):
    """The forbidden opponents of each participant for every span of rounds, with the pairs that they come from."""

    source: tuple[ForbiddenPair, ...]
    names: tuple[int, ...]
    spans: dict[Span, dict[int, int]]

    def in_round(self, round: int) -> ForbiddenPairs:
        """Return the forbidden pairs of a round."""
        active = []
        for (first, last), opponents in self.spans.items():
            if first <= round and (last is None or round <= last):
                active.append(opponents)
        if len(active) < 2:
            return ForbiddenPairs(self.names, active[0] if active else {})
        merged: dict[int, int] = {}
        for opponents in active:
            for participant_id, opponent_bits in opponents.items():
                merged[participant_id] = merged.get(participant_id, 0) | opponent_bits
        return ForbiddenPairs(self.names, merged)


def build_forbidden_pairs(pairs: tuple[ForbiddenPair, ...], participants: Iterable[int]) -> ForbiddenPairsByRound:
    """Return the forbidden pairs of an event; players named who do not take part come after the participants."""
    index = {participant_id: k for k, participant_id in enumerate(participants)} if pairs else {}
    always = [pair.players for pair in pairs if pair.first_round == 1 and pair.last_round is None]
    groups_by_span: dict[Span, list[tuple[int, ...]]] = {(1, None): always} if always else {}
    if len(always) < len(pairs):
        for pair in pairs:
            if pair.first_round != 1 or pair.last_round is not None:
                groups_by_span.setdefault((pair.first_round, pair.last_round), []).append(pair.players)
    spans = {span: _collect_opponents(groups, index) for span, groups in groups_by_span.items()}
    return ForbiddenPairsByRound(pairs, tuple(index), spans)


def pairs_within_groups(groups: Iterable[tuple[int, ...]]) -> ForbiddenPairs:
    """Return the forbidden pairs that result if no two members of any of these groups may meet."""
    index: dict[int, int] = {}
    opponents = _collect_opponents(tuple(groups), index)
    return ForbiddenPairs(tuple(index), opponents)


def _collect_opponents(groups: Sequence[tuple[int, ...]], index: dict[int, int]) -> dict[int, int]:
    """Return the forbidden opponents that these groups give, and add members without a bit to `index`."""
    size = len(index)
    opponents: dict[int, int] = {}
    if len(groups) * DENSE > size * size:
        opponents, groups = _opponents_of_pairs(groups, index)
    for group in groups:
        group_bits = 0
        for participant_id in group:
            group_bits |= 1 << index.setdefault(participant_id, len(index))
        for participant_id in group:
            opponents[participant_id] = opponents.get(participant_id, 0) | group_bits
    for participant_id, opponent_bits in opponents.items():  # participants are not their own forbidden opponents
        opponents[participant_id] = opponent_bits & ~(1 << index[participant_id])
    return opponents


def _opponents_of_pairs(
    groups: Sequence[tuple[int, ...]], index: Mapping[int, int]
) -> tuple[dict[int, int], list[tuple[int, ...]]]:
    """Return the forbidden opponents that the pairs among these groups give, and the other groups."""
    size, other_groups = len(index), []
    digits = {participant_id: bytearray(b"0") * size for participant_id in index}
    for group in groups:
        try:
            first, second = group
            digits[first][index[second]] = 49  # the digit 1
        except (KeyError, ValueError):  # a larger group, or a participant without a bit
            other_groups.append(group)
    table, opponents = b"".join(digits.values()), {}
    for participant_id, i in index.items():
        row, column = table[i * size : (i + 1) * size], table[i::size]
        opponent_bits = int(row[::-1], 2) | int(column[::-1], 2)
        if opponent_bits:
            opponents[participant_id] = opponent_bits
    return opponents, other_groups
