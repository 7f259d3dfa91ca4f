"""A wish turned round: what many pay unless they meet one of a few is asked of those few instead.

Let everybody who pays have no free edges but to the few. Take the cost off all edges of those who pay, and put it on
all edges of the few: every perfect matching changes by the same sum. Now those who paid do so no more, whomever they
meet; each of the few pays unless it meets one of them.
"""

from __future__ import annotations

from collections.abc import Sequence

from rookery.faces.matching import bits
from rookery.faces.unweighed import Block


def asked_of_few(rows: Sequence[int], alive: int, block: Block) -> list[Block] | None:
    """The same wish asked of fewer, if they are found at a glance: totals differ by the same for all.

    Nothing is asked where each pays whatever happens, or never.

    >>> star = [0b11110, 0b100001, 0b100001, 0b1, 0b100001, 0b10110]  # 1, 2 and 4 can meet 0, or else 5
    >>> asked_of_few(star, 0b111111, (1, 0b10111, 0b101000))
    [(1, 1, 41)]
    """
    cost, payers, whom = block
    if payers & whom:
        return None
    keep, few, never, free = alive & ~whom, 0, 0, []
    for v in bits(payers):
        near = rows[v] & keep
        if not rows[v] & whom:
            never |= 1 << v
        elif near:
            free.append((near.bit_count(), v, near))
    if not free:
        return []
    free.sort()
    for _, v, near in free:
        if near & ~few and not few >> v & 1:
            few |= near
    if few.bit_count() >= len(free):
        return None
    for v in bits(never & ~few):  # who never pays may be taken for one who does, if it meets none but the few
        if rows[v] & keep & ~few:
            payers ^= 1 << v
    reach = strange = 0
    for v in bits(few):
        reach |= rows[v]
        strange |= (not payers >> v & 1 and rows[v] & whom != 0) << v
    others = reach & keep & ~payers & ~few
    if not strange and not others:  # commonest: the few are among those who pay
        return [(cost, few, few | whom)]
    found = [(cost, few, others), (cost, strange, whom), (2 * cost, few & ~strange, whom), (2 * cost, few, few)]
    return [one for one in found if one[1] and one[2]]
