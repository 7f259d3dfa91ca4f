"""Luck: random numbers that have a key each, so that two systems meet the same luck and nothing disturbs the rest.

The key is the seed, the number of the tournament, and what the number is for ("strength of 7", "7 meets 12", "lot of
7"). Who asks for one changes no other, whoever asks first; what is never asked for is never drawn.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from hashlib import shake_128
from statistics import NormalDist
from struct import unpack

from rookery.simulation.outcomes import WHOLE

_BLOCK = 128
"""So many numbers are drawn from one key: those for neighbours."""
_BITS = 32
_WORD = _BITS // 8

_CURVE = NormalDist()


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
        self._bytes = _WORD * min(most + 1, _BLOCK)  # of a block only the beginning is drawn, until more is asked for
        self._blocks: dict[tuple[str | int, int, int], bytes] = {}

    def number(self, what: str | int, one: int, again: int = 0) -> int:
        """A whole number of 32 bits: for this purpose, of this one, the so-many-th."""
        part, at = divmod(one, _BLOCK)
        word = self._block(what, again, part, at + 1)[_WORD * at : _WORD * at + _WORD]
        return int.from_bytes(word, "little")

    def numbers(self, what: str, some: Sequence[int]) -> list[int]:
        """The same for many at once."""
        if not some:
            return []
        blocks: dict[int, tuple[int, ...]] = {}
        for part in range(min(some) // _BLOCK, max(some) // _BLOCK + 1):
            size = min(_BLOCK, max(some) + 1 - part * _BLOCK)
            blocks[part] = unpack(f"<{size}I", self._block(what, 0, part, size)[: _WORD * size])
        if len(blocks) == 1:
            (part, only), *_ = blocks.items()
            return [only[one - part * _BLOCK] for one in some]
        return [blocks[one // _BLOCK][one % _BLOCK] for one in some]

    def _block(self, what: str | int, again: int, part: int, size: int) -> bytes:
        """At least the first so many numbers of a block: a longer beginning begins like a shorter one."""
        block = self._blocks.get((what, again, part), b"")
        if len(block) < _WORD * size:
            length = max(self._bytes, _WORD * size)
            block = shake_128(f"{self.key}{what}/{again}/{part}".encode()).digest(length)
            self._blocks[what, again, part] = block
        return block

    def of_pairs(self, pairs: Iterable[tuple[int, int]], again: int = 0) -> list[int]:
        """The luck of whoever has the smaller number of each two who meet, in millionths: below its chance of winning
        it wins, whatever the colours."""
        blocks, key, length, whole, found = self._blocks, self.key, self._bytes, int.from_bytes, list[int]()
        for low, high in pairs:
            if low > high:
                low, high = high, low
            part, at = high >> 7, _WORD * (high & 127)
            block = blocks.get((low, again, part))
            if block is None or len(block) <= at:
                block = shake_128(f"{key}{low}/{again}/{part}".encode()).digest(max(length, at + _WORD))
                blocks[low, again, part] = block
            found.append(whole(block[at : at + _WORD], "little") * WHOLE >> _BITS)
        return found

    def of_two(self, one: int, other: int, again: int = 0) -> int:
        """The luck of the one with the smaller number when these two meet."""
        return self.of_pairs([(one, other)], again)[0]

    def happens(self, what: str, one: int, millionths: int, again: int = 0) -> bool:
        """Whether something with this chance happens to somebody."""
        return self.number(what, one, again) * WHOLE >> _BITS < millionths

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
            for number, (mean, wide) in zip(self.numbers(what, some), curves, strict=True)
        ]

    def lots(self, everybody: Iterable[int]) -> dict[int, int]:
        """The lot of everybody, by which ties are broken: never by the seed, which would give the truth away."""
        some = list(everybody)
        return dict(zip(some, self.numbers("lot", some), strict=True))
