"""Random numbers with a key each, so that two systems get the same numbers and no draw disturbs another.

The key is the seed, the number of the tournament, and the purpose of the number ("strength of 7", "7 meets 12", "lot of
7"). The order of the draws does not matter, and numbers that are not needed are not drawn.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from hashlib import shake_128
from statistics import NormalDist
from struct import unpack
from sys import byteorder

from rookery.simulation.result_models import WHOLE

_BLOCK = 128
"""The number of values that are drawn from one key."""
_BITS = 32
_WORD = _BITS // 8

_CURVE = NormalDist()


def unpack_words(block: bytes) -> Sequence[int]:
    """Return bytes as little-endian whole numbers, without a copy where the machine has that byte order."""
    if byteorder == "little":
        return memoryview(block).cast("I")
    return unpack(f"<{len(block) // _WORD}I", block)


class _PairBlocks(dict[int, Sequence[int]]):
    """Blocks of the same part by player number, each drawn when it is first used."""

    __slots__ = ("key", "rest", "size")

    def __init__(self, key: str, rest: str, size: int) -> None:
        self.key, self.rest, self.size = key, rest, _WORD * size

    def __missing__(self, player_id: int) -> Sequence[int]:
        block = self[player_id] = unpack_words(
            shake_128(f"{self.key}{player_id}{self.rest}".encode()).digest(self.size)
        )
        return block


class KeyedRandom:
    """The random numbers of one tournament; `largest_id` is the largest player number that is likely to be used.

    >>> rng = KeyedRandom(seed=1, tournament=7)
    >>> number = rng.pair_millionth(7, 12)
    >>> number == rng.pair_millionth(12, 7), number == KeyedRandom(1, 8).pair_millionth(7, 12)
    (True, False)
    >>> 0 <= number < 1_000_000
    True
    """

    def __init__(self, seed: int, tournament: int, largest_id: int = _BLOCK) -> None:
        self.key = f"{seed}/{tournament}/"
        self._size = min(largest_id + 1, _BLOCK)  # only the beginning of a block is drawn until more is needed
        self._near = largest_id <= _BLOCK  # the first block covers all players
        self._blocks: dict[tuple[str | int, int, int], Sequence[int]] = {}
        self._meeting: dict[tuple[int, int], _PairBlocks] = {}

    def number(self, purpose: str | int, number: int, again: int = 0) -> int:
        """Return a whole number of 32 bits for this purpose and number, the `again`-th of them."""
        part, offset = divmod(number, _BLOCK)
        return self._block(purpose, again, part, offset + 1)[offset]

    def numbers(self, purpose: str, numbers: Sequence[int]) -> list[int]:
        """Return a whole number of 32 bits for this purpose and each of these numbers."""
        if not numbers:
            return []
        first, largest = min(numbers) // _BLOCK, max(numbers)
        blocks = [
            self._block(purpose, 0, part, min(_BLOCK, largest + 1 - part * _BLOCK))
            for part in range(first, largest // _BLOCK + 1)
        ]
        if len(blocks) == 1:
            block, start = blocks[0], first * _BLOCK
            return [block[number - start] for number in numbers]
        return [blocks[number // _BLOCK - first][number % _BLOCK] for number in numbers]

    def _block(self, purpose: str | int, again: int, part: int, size: int) -> Sequence[int]:
        """Return at least the first `size` numbers of a block; a longer beginning starts like a shorter one."""
        block = self._blocks.get((purpose, again, part), ())
        if len(block) < size:
            digest = shake_128(f"{self.key}{purpose}/{again}/{part}".encode()).digest(_WORD * max(self._size, size))
            block = self._blocks[purpose, again, part] = unpack_words(digest)
        return block

    def pair_millionths(self, pairs: Sequence[tuple[int, int]], again: int = 0) -> list[int]:
        """Return a number of millionths for each pair, whatever the colours.

        The smaller player number wins if the number is below its chance of winning.
        """
        if self._near:
            near = self._pair_blocks(again, 0)
            try:
                return [(near[a][b] if a < b else near[b][a]) * WHOLE >> _BITS for a, b in pairs]
            except IndexError:  # a player number is larger than expected
                self._near, self._size, self._meeting = False, _BLOCK, {}
        values = []
        for pair in pairs:
            part, offset = divmod(max(pair), _BLOCK)
            values.append(self._pair_blocks(again, part)[min(pair)][offset] * WHOLE >> _BITS)
        return values

    def _pair_blocks(self, again: int, part: int) -> _PairBlocks:
        """Return the numbers of every pair whose larger number is in one block."""
        blocks = self._meeting.get((again, part))
        if blocks is None:
            blocks = self._meeting[again, part] = _PairBlocks(self.key, f"/{again}/{part}", self._size)
        return blocks

    def pair_millionth(self, first: int, second: int, again: int = 0) -> int:
        """Return a number of millionths for one pair."""
        return self.pair_millionths([(first, second)], again)[0]

    def happens(self, purpose: str, number: int, millionths: int, again: int = 0) -> bool:
        """Return whether an event with this chance happens."""
        return self.millionth(purpose, number, again) < millionths

    def millionth(self, purpose: str, number: int, again: int = 0) -> int:
        """Return a whole number of millionths; an event with a larger chance happens."""
        return self.number(purpose, number, again) * WHOLE >> _BITS

    def between(self, purpose: str, number: int, low: int, high: int) -> int:
        """Return a whole number between `low` and `high`, uniformly distributed."""
        return self.all_between(purpose, [number], low, high)[0]

    def all_between(self, purpose: str, numbers: Sequence[int], low: int, high: int) -> list[int]:
        """Return a whole number between `low` and `high` for each of these numbers."""
        width = high - low + 1
        return [low + (word * width >> _BITS) for word in self.numbers(purpose, numbers)]

    def around(self, purpose: str, number: int, mean: float, deviation: float) -> int:
        """Return a whole number from a normal distribution."""
        return self.all_around(purpose, [number], [(mean, deviation)])[0]

    def all_around(self, purpose: str, numbers: Sequence[int], curves: Iterable[tuple[float, float]]) -> list[int]:
        """Return a whole number for each of these numbers, from its own normal distribution: mean and deviation."""
        bell, halves = _CURVE.inv_cdf, 2 << _BITS
        return [
            round(mean + deviation * bell((2 * word + 1) / halves)) if deviation else round(mean)
            for word, (mean, deviation) in zip(self.numbers(purpose, numbers), curves, strict=False)
        ]

    def lots(self, player_ids: Iterable[int]) -> dict[int, int]:
        """Return a lot for each player, which breaks ties; the seeding order would reveal the true strength."""
        ids = list(player_ids)
        return dict(zip(ids, self.numbers("lot", ids), strict=True))
