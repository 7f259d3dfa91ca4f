"""Luck: random numbers that have a key each, so that two systems meet the same luck and nothing disturbs the rest.

The key is the seed, the number of the tournament, and what the number is for ("strength of 7", "7 meets 12", "lot of
7"). Who asks for one changes no other, whoever asks first; what is never asked for is never drawn.
"""

from __future__ import annotations

from collections.abc import Iterable
from hashlib import shake_128
from statistics import NormalDist
from struct import unpack

from rookery.simulation.outcomes import WHOLE

_BLOCK = 128
"""So many numbers are drawn from one key: those for neighbours."""
_BITS = 32

_CURVE = NormalDist()


class Luck:
    """The luck of one tournament.

    >>> luck = Luck(seed=1, tournament=7)
    >>> luck.of_two(7, 12) == luck.of_two(12, 7), luck.of_two(7, 12) == Luck(1, 8).of_two(7, 12)
    (True, False)
    >>> 0 <= luck.of_two(7, 12) < 1_000_000
    True
    """

    def __init__(self, seed: int, tournament: int) -> None:
        self.key = f"{seed}/{tournament}/"
        self._blocks: dict[tuple[str | int, int, int], bytes] = {}

    def number(self, what: str | int, one: int, again: int = 0) -> int:
        """A whole number of 32 bits: for this purpose, of this one, the so-many-th."""
        part, at = divmod(one, _BLOCK)
        block = self._blocks.get((what, again, part)) or self._block(what, again, part)
        return int.from_bytes(block[4 * at : 4 * at + 4], "little")

    def _block(self, what: str | int, again: int, part: int) -> bytes:
        told = f"{self.key}{what}/{again}/{part}".encode()
        block = self._blocks[what, again, part] = shake_128(told).digest(_BLOCK * _BITS // 8)
        return block

    def of_pairs(self, pairs: Iterable[tuple[int, int]], again: int = 0) -> list[int]:
        """The luck of whoever has the smaller number of each two who meet, in millionths: below its chance of winning
        it wins, whatever the colours."""
        blocks, found = self._blocks, []
        for low, high in pairs:
            if low > high:
                low, high = high, low
            block = blocks.get((low, again, high >> 7))
            at = 4 * (high & 127)
            drawn = self.number(low, high, again) if block is None else int.from_bytes(block[at : at + 4], "little")
            found.append(drawn * WHOLE >> _BITS)
        return found

    def of_two(self, one: int, other: int, again: int = 0) -> int:
        """The luck of the one with the smaller number when these two meet."""
        return self.of_pairs([(one, other)], again)[0]

    def happens(self, what: str, one: int, millionths: int, again: int = 0) -> bool:
        """Whether something with this chance happens to somebody."""
        return self.number(what, one, again) * WHOLE >> _BITS < millionths

    def between(self, what: str, one: int, low: int, high: int) -> int:
        """A whole number between these two, each as likely."""
        return low + (self.number(what, one) * (high - low + 1) >> _BITS)

    def around(self, what: str, one: int, mean: float, deviation: float) -> int:
        """A whole number from a bell curve."""
        if not deviation:
            return round(mean)
        at = (2 * self.number(what, one) + 1) / (2 << _BITS)
        return round(mean + deviation * _CURVE.inv_cdf(at))

    def lots(self, everybody: Iterable[int]) -> dict[int, int]:
        """The lot of everybody, by which ties are broken: never by the seed, which would give the truth away."""
        blocks: dict[int, tuple[int, ...]] = {}
        found = {}
        for one in everybody:
            part = one // _BLOCK
            if part not in blocks:
                blocks[part] = unpack(f"<{_BLOCK}I", self._blocks.get(("lot", 0, part)) or self._block("lot", 0, part))
            found[one] = blocks[part][one % _BLOCK]
        return found
