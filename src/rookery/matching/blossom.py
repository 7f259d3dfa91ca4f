"""Matchings of graphs stored as bitset rows, found with augmenting paths and blossoms (Edmonds).

Conventions: a vertex is a small int, and a set of vertices (`VertexSet`) is an int with one bit each. `rows[v]` is the
set of vertices that v may be matched with; rows are symmetric, no vertex is in its own row, and bits outside `alive`
carry no meaning: mask before use. `mate[v]` is the partner of v, or EXPOSED.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import partial
from typing import NamedTuple, TypeAlias

EXPOSED = -1

VertexSet: TypeAlias = int
"""A set of vertices as a bit mask: bit i stands for vertex i."""

Rows = Sequence[VertexSet]
Mate = list[int]


def bits(vertices: VertexSet) -> list[int]:
    """Return the members of a set in ascending order.

    >>> bits(0b10110)
    [1, 2, 4]
    """
    members = []
    while vertices:
        low = vertices & -vertices
        members.append(low.bit_length() - 1)
        vertices ^= low
    return members


def mask_of(vertices: Iterable[int]) -> VertexSet:
    """Return the set with these members as a bit mask.

    >>> bin(mask_of([1, 2, 4]))
    '0b10110'
    """
    mask = 0
    for v in vertices:
        mask |= 1 << v
    return mask


def lowest(vertices: VertexSet) -> int:
    """Return the lowest member of a non-empty set."""
    return (vertices & -vertices).bit_length() - 1


def smaller_sides(odd_sets: Iterable[VertexSet], alive: VertexSet) -> tuple[VertexSet, ...]:
    """Return for each odd set the smaller of the set and its complement in `alive`, without single vertices.

    If all of `alive` are matched, the edges that leave a set are those that leave its complement. If two of the sets
    are disjoint or nested, so are the sets returned for them.

    >>> [bin(bond) for bond in smaller_sides([0b000111, 0b111110], 0b111111)]
    ['0b111']
    """
    halves = {odd_set if 2 * odd_set.bit_count() <= alive.bit_count() else alive & ~odd_set for odd_set in odd_sets}
    return tuple(sorted([odd_set for odd_set in halves if odd_set & odd_set - 1]))


def match_pair(mate: Mate, v: int, w: int) -> None:
    """Match v and w."""
    mate[v], mate[w] = w, v


class Tree(NamedTuple):
    """An alternating tree: where the search ended, the parents, the vertices reached by even and by any paths."""

    end: int  # an outer vertex of the set that was sought, or EXPOSED if there is none
    parent: dict[int, int]
    outer: VertexSet
    visited: VertexSet


_make_tree = partial(tuple.__new__, Tree)  # faster than Tree(...): called very often


def search(rows: Rows, mate: Mate, root: int, alive: VertexSet, stop: VertexSet = 0) -> Tree:
    """Grow an alternating tree from the exposed `root` inside `alive` until a vertex of `stop` is outer.

    If none of `stop` can be, the tree is complete: `outer` holds every vertex an even alternating path leads to.
    """
    parent: dict[int, int] = {}
    base: dict[int, int] = {}  # a vertex swallowed by a blossom -> a vertex nearer to the blossom's base
    blossoms: dict[int, VertexSet] = {}  # base -> the vertices of its blossom
    outer = visited = 1 << root
    if outer & stop:
        return _make_tree((root, parent, outer, visited))
    queue = [root]
    for u in queue:
        row = rows[u] & alive
        new = row & ~visited
        while new:
            low = new & -new
            x = mate[v := low.bit_length() - 1]
            parent[v] = u
            mate_bit = 1 << x
            visited |= low | mate_bit
            outer |= mate_bit
            if mate_bit & stop:
                return _make_tree((x, parent, outer, visited))
            new &= ~visited
            queue.append(x)
        closing = row & outer and row & outer & ~(blossoms.get(_find_base(base, u), 1 << u) if blossoms else 1 << u)
        while closing:
            blossom = _shrink_blossom(mate, parent, base, blossoms, u, (closing & -closing).bit_length() - 1)
            queue += bits(blossom & ~outer)
            outer |= blossom
            if blossom & stop:
                return _make_tree((lowest(blossom & stop), parent, outer, visited))
            closing &= ~blossom
    return _make_tree((EXPOSED, parent, outer, visited))


def _find_base(base: dict[int, int], v: int) -> int:
    """Return the base of the outermost blossom around v."""
    while v in base:
        up = base[v]
        if up in base:
            base[v] = base[up]
        v = up
    return v


def _shrink_blossom(
    mate: Mate, parent: dict[int, int], base: dict[int, int], blossoms: dict[int, VertexSet], u: int, v: int
) -> VertexSet:
    """Shrink the odd cycle closed by the edge between the outer vertices u and v; return its vertices."""
    top = _find_common_base(mate, parent, base, u, v)
    blossom = blossoms.get(top, 1 << top)
    absorbed = []
    for end, other_end in ((u, v), (v, u)):
        x, child = end, other_end
        while (b := _find_base(base, x)) != top:
            y = mate[x]
            absorbed += [b, _find_base(base, y)]
            parent[x] = child
            child, x = y, parent[y]
    for b in absorbed:
        if b != top:
            blossom |= blossoms.get(b, 1 << b)
            base[b] = top
    blossoms[top] = blossom
    return blossom


def _find_common_base(mate: Mate, parent: dict[int, int], base: dict[int, int], u: int, v: int) -> int:
    """Return the first common base on the paths from u and v to the root."""
    visited = set()
    b = _find_base(base, u)
    while True:
        visited.add(b)
        if mate[b] == EXPOSED:
            break
        b = _find_base(base, parent[mate[b]])
    b = _find_base(base, v)
    while b not in visited:
        b = _find_base(base, parent[mate[b]])
    return b


def augment_path(mate: Mate, parent: dict[int, int], outer: int, end: int) -> None:
    """Match `end` with the vertex `outer` of a tree; exchange matched and unmatched edges from there to the root."""
    while True:
        next_outer = mate[outer]
        mate[outer], mate[end] = end, outer
        if next_outer == EXPOSED:
            return
        end, outer = next_outer, parent[next_outer]


def complete_matching(rows: Rows, mate: Mate, alive: VertexSet, free: VertexSet) -> bool:
    """Match the exposed vertices `free` of `alive`; return False as soon as one cannot be matched."""
    return not free or not _maximize(rows, mate, alive, free, False)[0]


def maximize_matching(rows: Rows, mate: Mate, alive: VertexSet, free: VertexSet) -> VertexSet:
    """Extend `mate` to a maximum matching; `free` is the set of exposed vertices. Return those that stay exposed."""
    return _maximize(rows, mate, alive, free, True)[0] if free & free - 1 else free  # a single one has no partner


class Deficit(NamedTuple):
    """Why a maximum matching is not perfect (Gallai-Edmonds decomposition).

    `exposed` are the vertices it leaves unmatched, `outer` those that some maximum matching leaves exposed, and `inner`
    their only neighbours outside their own component.
    """

    exposed: VertexSet
    outer: VertexSet
    inner: VertexSet


_NO_DEFICIT = Deficit(0, 0, 0)


def find_deficit(rows: Rows, mate: Mate, alive: VertexSet, exposed: VertexSet) -> Deficit:
    """Return the deficit of the maximum matching `mate`, which leaves `exposed` unmatched."""
    outer = visited = 0
    alive &= ~exposed
    for root in bits(exposed):
        tree = search(rows, mate, root, alive | 1 << root)
        outer |= tree.outer
        visited |= tree.visited
        alive &= ~tree.visited
    return Deficit(exposed, outer, visited & ~outer)


def maximize_with_deficit(rows: Rows, mate: Mate, alive: VertexSet, free: VertexSet) -> Deficit:
    """Extend `mate` to a maximum matching; `free` is the set of exposed vertices. Return its deficit."""
    if not free:
        return _NO_DEFICIT
    exposed, outer, visited = _maximize(rows, mate, alive, free, True)
    for root in bits(exposed & ~outer):  # the only exposed vertex: no path was searched for
        tree = search(rows, mate, root, alive & ~visited)
        outer |= tree.outer
        visited |= tree.visited
    return Deficit(exposed, outer, visited & ~outer)


def _maximize(
    rows: Rows, mate: Mate, alive: VertexSet, free: VertexSet, exhaustive: bool
) -> tuple[VertexSet, VertexSet, VertexSet]:
    """Find a maximum matching; return the exposed vertices, and the outer and all vertices of the failed trees.

    Such a tree cannot contain a later augmenting path and is removed from the search.
    """
    unmatched = outer = visited = near = 0
    for u in bits(free):
        if not free >> u & 1:
            continue
        free ^= 1 << u
        exposed_neighbours = rows[u] & free
        if exposed_neighbours:
            low = exposed_neighbours & -exposed_neighbours
            w = low.bit_length() - 1
            mate[u], mate[w] = w, u
            free ^= low
            continue
        if free:
            near = near or neighbours(rows, free)
            tree = search(rows, mate, u, alive & ~free, near & alive)
            if tree.end != EXPOSED and not rows[tree.end] & free:  # its exposed neighbours have been matched since
                near = neighbours(rows, free)
                tree = search(rows, mate, u, alive & ~free, near & alive)
            if tree.end != EXPOSED:
                w = lowest(rows[tree.end] & free)
                augment_path(mate, tree.parent, tree.end, w)
                free ^= 1 << w
                continue
            alive &= ~tree.visited
            outer |= tree.outer
            visited |= tree.visited
        unmatched |= 1 << u
        if not exhaustive:
            break
    return unmatched, outer, visited


def neighbours(rows: Rows, vertices: VertexSet) -> VertexSet:
    """Return the union of the rows of these vertices."""
    near = 0
    for v in bits(vertices):
        near |= rows[v]
    return near


def connected_components(rows: Rows, alive: VertexSet) -> list[VertexSet]:
    """Return the connected components of a graph."""
    components = []
    while alive:
        component = frontier = alive & -alive
        while frontier:
            reach = 0
            for v in bits(frontier):
                reach |= rows[v]
            frontier = reach & alive & ~component
            component |= frontier
        components.append(component)
        alive &= ~component
    return components


def remove_forced_pairs(rows: list[VertexSet], mate: Mate, alive: VertexSet) -> VertexSet:
    """Remove pairs of which one vertex has a single partner, repeatedly; return the remaining vertices.

    `mate` is a perfect matching, so it contains these pairs. No perfect matching has an edge that is removed.
    """
    remaining = alive
    forced = [v for v in bits(alive) if not (near := rows[v] & alive) & near - 1]
    for v in forced:
        if remaining >> v & 1:
            w = mate[v]
            remaining ^= 1 << v | 1 << w
            for u in bits(rows[w] & remaining):
                rows[u] ^= 1 << w
                near = rows[u] & remaining
                if not near & near - 1:
                    forced.append(u)
            rows[v], rows[w] = 1 << w, 1 << v
    return remaining


class Barrier(NamedTuple):
    """Why no perfect matching exists (Tutte-Berge): more odd `groups` than vertices in `separator`."""

    groups: tuple[VertexSet, ...]
    separator: VertexSet


def find_barrier(rows: Rows, deficit: Deficit) -> Barrier:
    """Return the barrier that proves a deficit: the groups are connected only through `separator`."""
    return Barrier(tuple(connected_components(rows, deficit.outer)), deficit.inner)
