"""Luck: random numbers that have a key each, so that two systems meet the same luck and nothing disturbs the rest.

The key is the seed, the number of the tournament, and what the number is for ("strength of 7", "7 meets 12", "lot of
7"). Who asks for one changes no other, whoever asks first; what is never asked for is never drawn.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from hashlib import shake_128
from statistics import NormalDist
from struct import unpack
from sys import byteorder

from rookery.simulation.outcomes import WHOLE

_BLOCK = 128
"""So many numbers are drawn from one key: those for neighbours."""
_BITS = 32
_WORD = _BITS // 8

_CURVE = NormalDist()


def _words(drawn: bytes) -> Sequence[int]:
    """Bytes as whole numbers, the least significant first; where the machine counts so itself, as they lie."""
    if byteorder == "little":
        return memoryview(drawn).cast("I")
    return unpack(f"<{len(drawn) // _WORD}I", drawn)


class _Meeting(dict[int, Sequence[int]]):
    """Blocks of the same part, by the number that they are for: each is drawn when it is first asked for."""

    __slots__ = ("key", "rest", "size")

    def __init__(self, key: str, rest: str, size: int) -> None:
        self.key, self.rest, self.size = key, rest, _WORD * size

    def __missing__(self, one: int) -> Sequence[int]:
        block = self[one] = _words(shake_128(f"{self.key}{one}{self.rest}".encode()).digest(self.size))
        return block


class Luck:
    """The luck of one tournament; `most` is the largest number that is likely to be asked about.

    >>> luck = Luck(seed=1, tournament=7)
    >>> luck.of_two(7, 12) == luck.of_two(12, 7), luck.of_two(7, 12) == Luck(1, 8).of_two(7, 12)
    (True, False)
    >>> 0 <= luck.of_two(7, 12) < 1_000_000
    True
    """

    def __init__(self, seed: int, tournament: int, most: int = _BLOCK) -> None:
        self.key = f"{seed}/{tournament}/"
        self._size = min(most + 1, _BLOCK)  # of a block only the beginning is drawn, until more is asked for
        self._near = most <= _BLOCK  # the beginning of the first block has everybody
        self._blocks: dict[tuple[str | int, int, int], Sequence[int]] = {}
        self._meeting: dict[tuple[int, int], _Meeting] = {}

    def number(self, what: str | int, one: int, again: int = 0) -> int:
        """A whole number of 32 bits: for this purpose, of this one, the so-many-th."""
        part, at = divmod(one, _BLOCK)
        return self._block(what, again, part, at + 1)[at]

    def numbers(self, what: str, some: Sequence[int]) -> list[int]:
        """The same for many at once."""
        if not some:
            return []
        first, most = min(some) // _BLOCK, max(some)
        blocks = [
            self._block(what, 0, part, min(_BLOCK, most + 1 - part * _BLOCK))
            for part in range(first, most // _BLOCK + 1)
        ]
        if len(blocks) == 1:
            only, less = blocks[0], first * _BLOCK
            return [only[one - less] for one in some]
        return [blocks[one // _BLOCK - first][one % _BLOCK] for one in some]

    def _block(self, what: str | int, again: int, part: int, size: int) -> Sequence[int]:
        """At least the first so many numbers of a block: a longer beginning begins like a shorter one."""
        block = self._blocks.get((what, again, part), ())
        if len(block) < size:
            drawn = shake_128(f"{self.key}{what}/{again}/{part}".encode()).digest(_WORD * max(self._size, size))
            block = self._blocks[what, again, part] = _words(drawn)
        return block

    def of_pairs(self, pairs: Sequence[tuple[int, int]], again: int = 0) -> list[int]:
        """The luck of whoever has the smaller number of each two who meet, in millionths: below its chance of winning
        it wins, whatever the colours."""
        if self._near:
            near = self._part(again, 0)
            try:
                return [(near[a][b] if a < b else near[b][a]) * WHOLE >> _BITS for a, b in pairs]
            except IndexError:  # somebody has a larger number than was likely
                self._near, self._size, self._meeting = False, _BLOCK, {}
        found = []
        for two in pairs:
            part, at = divmod(max(two), _BLOCK)
            found.append(self._part(again, part)[min(two)][at] * WHOLE >> _BITS)
        return found

    def _part(self, again: int, part: int) -> _Meeting:
        """The luck of everybody against those whose numbers are in one block."""
        known = self._meeting.get((again, part))
        if known is None:
            known = self._meeting[again, part] = _Meeting(self.key, f"/{again}/{part}", self._size)
        return known

    def of_two(self, one: int, other: int, again: int = 0) -> int:
        """The luck of the one with the smaller number when these two meet."""
        return self.of_pairs([(one, other)], again)[0]

    def happens(self, what: str, one: int, millionths: int, again: int = 0) -> bool:
        """Whether something with this chance happens to somebody."""
        return self.millionth(what, one, again) < millionths

    def millionth(self, what: str, one: int, again: int = 0) -> int:
        """A whole number of millionths: what has a larger chance than this happens."""
        return self.number(what, one, again) * WHOLE >> _BITS

    def between(self, what: str, one: int, low: int, high: int) -> int:
        """A whole number between these two, each as likely."""
        return self.all_between(what, [one], low, high)[0]

    def all_between(self, what: str, some: Sequence[int], low: int, high: int) -> list[int]:
        """The same for many."""
        width = high - low + 1
        return [low + (number * width >> _BITS) for number in self.numbers(what, some)]

    def around(self, what: str, one: int, mean: float, deviation: float) -> int:
        """A whole number from a bell curve."""
        return self.all_around(what, [one], [(mean, deviation)])[0]

    def all_around(self, what: str, some: Sequence[int], curves: Iterable[tuple[float, float]]) -> list[int]:
        """The same for many, each from a curve of its own: its middle and its width."""
        bell, halves = _CURVE.inv_cdf, 2 << _BITS
        return [
            round(mean + wide * bell((2 * number + 1) / halves)) if wide else round(mean)
            for number, (mean, wide) in zip(self.numbers(what, some), curves, strict=False)
        ]

    def lots(self, everybody: Iterable[int]) -> dict[int, int]:
        """The lot of everybody, by which ties are broken: never by the seed, which would give the truth away."""
        some = list(everybody)
        return dict(zip(some, self.numbers("lot", some), strict=True))
