"""Matchings of graphs whose rows are Python ints, by alternating paths with blossoms (Edmonds). Knows no wishes.

Rules of this file. A vertex is a small int and a set of vertices is an int, one bit each. `rows[v]` is the set of
vertices that v may be matched with; rows are symmetric, nobody is in their own row, and bits outside `alive` carry no
meaning: mask before use. `mate[v]` is the partner of v, or EXPOSED. Only `flip`, `join` and `complete` change a mate.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import partial
from itertools import chain, compress

from rookery.values import NamedTuple

EXPOSED = -1
FEW = 8  # of more exposed vertices than this as many as possible are matched the easy way first

Rows = Sequence[int]
Mate = list[int]


def _sets_of(vertices: range) -> list[tuple[int, ...]]:
    """All sets of these, in the order of their ints."""
    found: list[tuple[int, ...]] = [()]
    for v in vertices:
        found += [(*one, v) for one in found]
    return found


_BYTES = [_sets_of(range(first, first + 8)) for first in range(0, 64, 8)]
_FIRST, _SECOND, _THIRD, _FOURTH, _FIFTH, _SIXTH, _SEVENTH, _EIGHTH = _BYTES
_SCARCE = 10  # as many are taken one by one
_LISTED = 256  # the members of longer sets are not read off a list for every byte
_DIGITS = bytes(digit == ord("1") for digit in range(256))


def bits(vertices: int) -> Sequence[int]:
    """The members of a set, ascending.

    >>> list(bits(0b10110))
    [1, 2, 4]
    """
    if vertices < 256:
        return _FIRST[vertices]
    if vertices < 65536:
        return _FIRST[vertices & 255] + _SECOND[vertices >> 8]
    if vertices < 4294967296:
        return (
            _FIRST[vertices & 255] + _SECOND[vertices >> 8 & 255] + _THIRD[vertices >> 16 & 255]
            + _FOURTH[vertices >> 24]
        )  # fmt: skip
    if vertices < 18446744073709551616:
        high = vertices >> 32
        found = _FIFTH[high & 255] + _SIXTH[high >> 8 & 255]
        if high > 65535:
            found += _SEVENTH[high >> 16 & 255] + _EIGHTH[high >> 24]
        vertices &= 4294967295
        if vertices:
            return (
                _FIRST[vertices & 255] + _SECOND[vertices >> 8 & 255] + _THIRD[vertices >> 16 & 255]
                + _FOURTH[vertices >> 24] + found
            )  # fmt: skip
        return found
    return _of_many(vertices)


def _of_many(vertices: int) -> Sequence[int]:
    """The members of a set that has some beyond the first 64."""
    low = vertices & -vertices
    first, last = low.bit_length() - 1, vertices.bit_length()
    if not vertices & vertices + low:  # a run without a gap
        return range(first, last)
    count = vertices.bit_count()
    if count > _SCARCE and last <= _LISTED:
        return _by_bytes(vertices, last + 7 >> 3)
    if count > _SCARCE and count << 3 > last - first:  # dense: read the digits
        return list(compress(range(first, last), bin(vertices >> first)[:1:-1].encode().translate(_DIGITS)))
    members = []
    while vertices:
        low = vertices & -vertices
        members.append(low.bit_length() - 1)
        vertices ^= low
    return members


def _by_bytes(vertices: int, size: int) -> list[int]:
    """The members of a set of so many bytes, read off a list for every byte; lists are made when first asked for."""
    while len(_BYTES) < size:
        _BYTES.append(_sets_of(range(8 * len(_BYTES), 8 * len(_BYTES) + 8)))
    return [*chain.from_iterable(map(list.__getitem__, _BYTES, vertices.to_bytes(size, "little")))]


def mask_of(vertices: Iterable[int]) -> int:
    """The set with these members.

    >>> bin(mask_of([1, 2, 4]))
    '0b10110'
    """
    mask = 0
    for v in vertices:
        mask |= 1 << v
    return mask


def lowest(vertices: int) -> int:
    """The lowest member of a set that is not empty."""
    return (vertices & -vertices).bit_length() - 1


def smaller(bonds: Iterable[int], alive: int) -> tuple[int, ...]:
    """Of each of these odd sets or whatever it leaves of the others, the one with fewer members; none of one vertex.

    What leaves the one leaves the other, if all of `alive` are matched. Where two of the sets are apart, or one holds
    the other, so it is with what is taken for them.

    >>> [bin(bond) for bond in smaller([0b000111, 0b111110], 0b111111)]
    ['0b111']
    """
    halves = {bond if 2 * bond.bit_count() <= alive.bit_count() else alive & ~bond for bond in bonds}
    return tuple(sorted([bond for bond in halves if bond & bond - 1]))


def join(mate: Mate, v: int, w: int) -> None:
    """Match v and w."""
    mate[v], mate[w] = w, v


class Tree(NamedTuple):
    """An alternating tree: where the search ended, the way home, and the vertices that even and any paths reach."""

    end: int  # an outer vertex of the set that was sought, or EXPOSED if there is none
    parent: dict[int, int]
    outer: int
    seen: int


_tree = partial(tuple.__new__, Tree)  # made by the hundred thousand


def search(rows: Rows, mate: Mate, root: int, alive: int, stop: int = 0) -> Tree:
    """Grow an alternating tree from the exposed root inside `alive` until a vertex of `stop` is outer.

    If none of `stop` can be, the tree is complete: `outer` holds every vertex an even alternating path leads to.
    """
    parent: dict[int, int] = {}
    base: dict[int, int] = {}  # a vertex swallowed by a blossom -> a vertex nearer to the blossom's base
    petals: dict[int, int] = {}  # base -> the vertices of its blossom
    outer = seen = 1 << root
    if outer & stop:
        return _tree((root, parent, outer, seen))
    queue = [root]
    for u in queue:
        row = rows[u] & alive
        new = row & ~seen
        while new:
            low = new & -new
            x = mate[v := low.bit_length() - 1]
            parent[v] = u
            far = 1 << x
            seen |= low | far
            outer |= far
            if far & stop:
                return _tree((x, parent, outer, seen))
            new &= ~seen
            queue.append(x)
        odd = row & outer and row & outer & ~(petals.get(_base(base, u), 1 << u) if petals else 1 << u)
        while odd:
            blossom = _shrink(mate, parent, base, petals, u, (odd & -odd).bit_length() - 1)
            queue += bits(blossom & ~outer)
            outer |= blossom
            if blossom & stop:
                return _tree((lowest(blossom & stop), parent, outer, seen))
            odd &= ~blossom
    return _tree((EXPOSED, parent, outer, seen))


def _base(base: dict[int, int], v: int) -> int:
    """The base of the outermost blossom around v."""
    while v in base:
        up = base[v]
        if up in base:
            base[v] = base[up]
        v = up
    return v


def _shrink(mate: Mate, parent: dict[int, int], base: dict[int, int], petals: dict[int, int], u: int, v: int) -> int:
    """Shrink the odd cycle closed by the edge between the outer vertices u and v; the vertices of the blossom."""
    top = _meeting(mate, parent, base, u, v)
    blossom = petals.get(top, 1 << top)
    swallowed = []
    for x, child in ((u, v), (v, u)):
        while (b := _base(base, x)) != top:
            y = mate[x]
            swallowed += [b, _base(base, y)]
            parent[x] = child
            child, x = y, parent[y]
    for b in swallowed:
        if b != top:
            blossom |= petals.get(b, 1 << b)
            base[b] = top
    petals[top] = blossom
    return blossom


def _meeting(mate: Mate, parent: dict[int, int], base: dict[int, int], u: int, v: int) -> int:
    """The base where the ways home of u and v meet."""
    passed = set()
    b = _base(base, u)
    while True:
        passed.add(b)
        if mate[b] == EXPOSED:
            break
        b = _base(base, parent[mate[b]])
    b = _base(base, v)
    while b not in passed:
        b = _base(base, parent[mate[b]])
    return b


def flip(mate: Mate, parent: dict[int, int], outer: int, end: int) -> None:
    """Match `end` with the vertex `outer` of a tree; exchange matched and unmatched edges from there to the root."""
    while True:
        after = mate[outer]
        mate[outer], mate[end] = end, outer
        if after == EXPOSED:
            return
        end, outer = after, parent[after]


def complete(rows: Rows, mate: Mate, alive: int, free: int) -> bool:
    """Match the exposed vertices `free`, all that there are in `alive`; False as soon as one of them cannot be."""
    return not free or not _augmented(rows, mate, alive, free, False)[0]


def largest(rows: Rows, mate: Mate, alive: int, free: int) -> int:
    """Match as many as possible of the exposed vertices `free`, all that there are in `alive`; those left over."""
    return _augmented(rows, mate, alive, free, True)[0] if free & free - 1 else free  # one alone finds nobody


def extended(rows: Rows, mate: Mate, alive: int, exposed: int, more: int) -> int:
    """Make a largest matching of `alive`, which leaves these exposed, one with `more` as well; those left over.

    Whoever comes to a largest matching is at one end of every path that there was not before: one search for each.
    """
    near = EXPOSED  # whom the exposed may be matched with, once that is asked for
    for v in bits(more):
        alive |= 1 << v
        end = v
        parent: dict[int, int] = {}
        if not rows[v] & exposed:
            near = near_to(rows, exposed) if near == EXPOSED else near
            end, parent, _, _ = search(rows, mate, v, alive & ~exposed, near & alive)
        if end == EXPOSED:
            exposed |= 1 << v
            near |= rows[v]
        else:
            w = lowest(rows[end] & exposed)
            flip(mate, parent, end, w)
            exposed ^= 1 << w
            near = EXPOSED
    return exposed


class Deficit(NamedTuple):
    """Why a largest matching cannot do better (Gallai and Edmonds).

    `exposed` are those it leaves over, `outer` is whoever some largest matching leaves exposed; `inner` are their only
    partners outside their own group.
    """

    exposed: int
    outer: int
    inner: int


_NOTHING = Deficit(0, 0, 0)


def deficit(rows: Rows, mate: Mate, alive: int, exposed: int) -> Deficit:
    """What the largest matching `mate` lacks, which leaves these vertices exposed."""
    outer = seen = 0
    alive &= ~exposed
    for root in bits(exposed):
        tree = search(rows, mate, root, alive | 1 << root)
        outer |= tree.outer
        seen |= tree.seen
        alive &= ~tree.seen
    return Deficit(exposed, outer, seen & ~outer)


def shortfall(rows: Rows, mate: Mate, alive: int, free: int) -> Deficit:
    """Match as many as possible of the exposed vertices `free`, all that there are in `alive`; what is lacking."""
    if not free:
        return _NOTHING
    exposed, outer, seen = _augmented(rows, mate, alive, free, True)
    for root in bits(exposed & ~outer):  # nobody else was exposed, so no path was looked for
        tree = search(rows, mate, root, alive & ~seen)
        outer |= tree.outer
        seen |= tree.seen
    return Deficit(exposed, outer, seen & ~outer)


def _augmented(rows: Rows, mate: Mate, alive: int, free: int, every: bool) -> tuple[int, int, int]:
    """A largest matching: who is left over; the outer vertices, and all, of the trees that found no path.

    Such a tree has no use for later paths, and leaves the search.
    """
    many = free.bit_count()
    while many > FEW:
        free = _dive(rows, mate, alive, free)
        many = free.bit_count() if 2 * free.bit_count() < many else 0
    left = outer = seen = near = 0
    for u in bits(free):
        if not free >> u & 1:
            continue
        free ^= 1 << u
        open_ = rows[u] & free
        if open_:
            low = open_ & -open_
            w = low.bit_length() - 1
            mate[u], mate[w] = w, u
            free ^= low
            continue
        if free:
            near = near or near_to(rows, free)
            tree = search(rows, mate, u, alive & ~free, near & alive)
            if tree.end != EXPOSED and not rows[tree.end] & free:  # those who were near there have been matched since
                near = near_to(rows, free)
                tree = search(rows, mate, u, alive & ~free, near & alive)
            if tree.end != EXPOSED:
                w = lowest(rows[tree.end] & free)
                flip(mate, tree.parent, tree.end, w)
                free ^= 1 << w
                continue
            alive &= ~tree.seen
            outer |= tree.outer
            seen |= tree.seen
        left |= 1 << u
        if not every:
            break
    return left, outer, seen


def near_to(rows: Rows, who: int) -> int:
    """Whom any of these may be matched with."""
    near = 0
    for v in bits(who):
        near |= rows[v]
    return near


def _dive(rows: Rows, mate: Mate, alive: int, free: int) -> int:
    """Match exposed vertices as long as that is easy: nobody is passed twice, and no blossom is looked for; the rest.

    For many it is much quicker than to grow a tree for each.
    """
    left, fresh = 0, alive & ~free
    for root in bits(free):
        if not free >> root & 1:
            continue
        free ^= 1 << root
        way: list[int] = []
        u = root
        while not rows[u] & free:
            new = rows[u] & fresh
            if new:
                v = lowest(new)
                way.append(u)
                u = mate[v]
                fresh &= ~(1 << v | 1 << u)
            elif way:
                u = way.pop()
            else:
                left |= 1 << root
                break
        else:
            w = lowest(rows[u] & free)
            free ^= 1 << w
            while way:
                v = mate[u]
                mate[u], mate[w] = w, u
                u, w = way.pop(), v
            mate[u], mate[w] = w, u
    return left


def components(rows: Rows, alive: int, ties: Iterable[int] = ()) -> list[int]:
    """The pieces into which a graph falls; what is tied together belongs to one."""
    pieces = []
    while alive:
        piece = fresh = alive & -alive
        while fresh:
            reach = 0
            for v in bits(fresh):
                reach |= rows[v]
            for tie in ties:
                if tie & fresh:
                    reach |= tie
            fresh = reach & alive & ~piece
            piece |= fresh
        pieces.append(piece)
        alive &= ~piece
    return pieces


def core(rows: list[int], mate: Mate, alive: int) -> int:
    """Who is left when those go, one pair after the other, of whom one has nobody else; their other edges are removed.

    `mate` is a perfect matching, so that is whom it has. No perfect matching has an edge that is removed.
    """
    left = alive
    alone = [v for v in bits(alive) if not (near := rows[v] & alive) & near - 1]
    for v in alone:
        if left >> v & 1:
            w = mate[v]
            left ^= 1 << v | 1 << w
            for u in bits(rows[w] & left):
                rows[u] ^= 1 << w
                near = rows[u] & left
                if not near & near - 1:
                    alone.append(u)
            rows[v], rows[w] = 1 << w, 1 << v
    return left


class Barrier(NamedTuple):
    """Why no perfect matching exists (Tutte and Berge): more odd `groups` than vertices in `around` to serve them."""

    groups: tuple[int, ...]
    around: int


def barrier(rows: Rows, deficit: Deficit) -> Barrier:
    """The witness of a deficit: the groups have no edges among each other, so each needs a vertex of `around`."""
    return Barrier(tuple(components(rows, deficit.outer)), deficit.inner)
