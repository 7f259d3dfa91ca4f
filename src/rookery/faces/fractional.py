"""The fractional matching problem of one wish, solved exactly in whole numbers. Knows no wishes, only costs.

Every vertex stands once on the left and once on the right (the double cover), where the Hungarian method applies. By
complementary slackness the perfect matchings that attain the fractional optimum are those made of tight edges only:
the tight graph, if it holds a perfect matching at all, describes every optimal one.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from operator import xor

from rookery.faces.matching import EXPOSED, FEW, Mate, bits, lowest, mask_of
from rookery.faces.unweighed import Block
from rookery.values import Workplace

Stars = dict[int, list[tuple[int, int]]]  # vertex -> cost, partners at whom its edges cost so much
Parts = list[dict[int, int]]  # vertex -> cost -> the partners at that cost; blocks add up, an edge in none is free


def classes_of(alive: int, blocks: Sequence[Block]) -> list[int]:
    """The vertices, those together that belong to the same sets of the blocks: their edges cost the same."""
    classes = [alive]
    for chosen in {mask for _, left, right in blocks for mask in (left, right)}:
        halves = [mask & chosen for mask in classes]
        classes = [mask for mask in halves if mask] + [mask for mask in map(xor, classes, halves) if mask]
    return classes


def spread(reach: int, kin: int, blocks: Iterable[Block]) -> dict[int, int]:
    """For the vertices of one class, whose edges lead to `reach`: cost -> the partners at that cost."""
    parts = {0: reach}
    for cost, left, right in blocks:
        hit = (right if left & kin else 0) | (left if right & kin else 0)
        if hit & reach:
            parts = _raised(parts, hit, cost)
    return parts


def _raised(part: dict[int, int], hit: int, cost: int) -> dict[int, int]:
    """The edges of a vertex by their cost when those to these cost so much more."""
    found: dict[int, int] = {}
    for c, whom in part.items():
        moved = whom & hit
        if moved:
            found[c + cost] = found.get(c + cost, 0) | moved
            whom ^= moved
        if whom:
            found[c] = found.get(c, 0) | whom
    return found


def weighed(wishes: Sequence[Sequence[Block]], size: int) -> list[Block]:
    """Wishes in order as one: each weighs more than everything that could follow, in a matching of this size."""
    weight, blocks = 1, []
    for wish in reversed(wishes):
        blocks += [(weight * cost, left, right) for cost, left, right in wish]
        weight *= 1 + sum([cost * min(left.bit_count(), right.bit_count(), size) for cost, left, right in wish])
    return blocks


def stars_of(blocks: Sequence[Block]) -> tuple[Stars, list[Block]]:
    """The blocks about the edges of one vertex, by that vertex, if they are many; and the others."""
    stars: Stars = {}
    others = []
    for cost, left, right in blocks:
        if left & left - 1 and right & right - 1:
            others.append((cost, left, right))
        else:
            one, whom = (right, left) if left & left - 1 else (left, right)
            stars.setdefault(one.bit_length() - 1, []).append((cost, whom))
    return (stars, others) if len(stars) > FEW else ({}, list(blocks))


def parts_of(rows: Sequence[int], alive: int, blocks: Sequence[Block]) -> Parts:
    """The edges of every vertex by their cost.

    Blocks about one vertex are looked at edge by edge: where each vertex has its own cost there are no classes.
    """
    stars, blocks = stars_of(blocks)
    parts = _parts_by_class(rows, alive, blocks)
    centres = mask_of(stars)
    for v in bits(alive) if stars else ():
        part = parts[v]
        for cost, whom in stars.get(v, ()):
            part = _raised(part, whom, cost)
        for w in bits(rows[v] & centres):
            for cost, whom in stars[w]:
                if whom >> v & 1:
                    part = _raised(part, 1 << w, cost)
        parts[v] = part
    return parts


def _parts_by_class(rows: Sequence[int], alive: int, blocks: Sequence[Block]) -> Parts:
    """The edges of every vertex by their cost, for vertices of the same class at once."""
    parts: Parts = [{} for _ in rows]
    for kin in classes_of(alive, blocks):
        members = bits(kin)
        reach = 0
        for v in members:
            reach |= rows[v]
        found = spread(reach & alive, kin, blocks).items()
        for v in members:
            row = rows[v]
            parts[v] = {c: whom & row for c, whom in found if whom & row}
    return parts


def lower(parts: Parts, outlook: Sequence[int] = ()) -> Parts:
    """Take off what a vertex pays whatever happens, one after the other: all matchings become cheaper by the same.

    With an `outlook` so much is taken off first come, first served, and others may have something put on for it.
    """
    paid: dict[int, int] = {}  # what was taken off -> of whom
    off = [0] * len(parts)
    for v, part in enumerate(parts):
        if outlook and outlook[v]:
            before = {c: some for c, whom in part.items() if (some := whom & (1 << v) - 1)}
            off[v] = min([outlook[v], *_lowered(before, 0, paid)])
        elif part and (outlook or 0 not in part):
            off[v] = min(_lowered(part, 0, paid) if paid else part)
        if off[v]:
            paid[off[v]] = paid.get(off[v], 0) | 1 << v
    if not paid:
        return parts
    return [_lowered(part, off[v], paid) for v, part in enumerate(parts)]


def outlook(parts: Parts, outer: int) -> list[int]:
    """What each vertex is likely to pay: those of the outer vertices who cannot be matched among themselves, the least.

    They are too many for the others (see `Deficit`), so most of them will have to.
    """
    likely = [0] * len(parts)
    for v in bits(outer):
        if not parts[v].get(0, 0) & outer:
            likely[v] = min([c for c in parts[v] if c], default=0)
    return likely


def _lowered(part: dict[int, int], off: int, paid: dict[int, int]) -> dict[int, int]:
    """The edges of a vertex by their cost less what was taken off at both ends."""
    found: dict[int, int] = {}
    for cost, whom in part.items():
        c = cost - off
        for d, payers in paid.items():
            hit = whom & payers
            if hit:
                found[c - d] = found.get(c - d, 0) | hit
                whom ^= hit
        if whom:
            found[c] = found.get(c, 0) | whom
    return found


class Duals(Workplace):
    """Potentials of one side, and for each value the vertices that have it."""

    of: list[int]
    at: dict[int, int]

    @classmethod
    def from_values(cls, of: list[int], alive: int) -> Duals:
        at: dict[int, int] = {}
        for v in bits(alive):
            at[of[v]] = at.get(of[v], 0) | 1 << v
        return cls(of, at)

    def move(self, who: int, step: int) -> None:
        """Change the potential of these vertices."""
        moved = [(d, m & who) for d, m in self.at.items() if m & who]
        for d, m in moved:
            self.at[d] ^= m
        for d, m in moved:
            self.at[d + step] = self.at.get(d + step, 0) | m
        self.at = {d: m for d, m in self.at.items() if m}
        for v in bits(who):
            self.of[v] += step

    def nearest(self, who: int) -> list[tuple[int, int]]:
        """Of these vertices, those of each value, the highest first: edges to them have the least slack."""
        return [(d, m & who) for d, m in sorted(self.at.items(), reverse=True) if m & who]

    def most(self, whom: int, near: list[tuple[int, int]], above: int | None) -> int | None:
        """The highest potential of these, who are among those in `near`, if there is one that is higher than this."""
        if not whom:
            return None
        if whom.bit_count() < len(near):
            most = max(map(self.of.__getitem__, bits(whom)))
            return most if above is None or most > above else None
        for d, m in near:
            if above is not None and d <= above:
                return None
            if m & whom:
                return d
        return None


class Cover(Workplace):
    """A matching of the double cover: `to` from left to right, `back` from right to left."""

    to: Mate
    back: Mate
    open: int  # the vertices on the right that are still exposed

    def augment(self, way: dict[int, int], end: int) -> None:
        """Exchange matched and unmatched edges from the exposed vertex `end` on the right to the root on the left."""
        self.open ^= 1 << end
        while end != EXPOSED:
            u = way[end]
            self.to[u], self.back[end], end = end, u, self.to[u]


def fractional(parts: Parts, alive: int, mate: Mate, duals: tuple[Duals, Duals] | None = None) -> tuple[Duals, Duals]:
    """An optimal dual of the fractional problem; `mate` is any matching to start from, `duals` any that are feasible.

    These are changed.
    """
    left, right = duals or first_duals(parts, alive)
    cover, exposed = _first_cover(parts, alive, left, right, mate)
    while exposed:
        reached, stuck, exposed = _round(parts, left, right, cover, exposed)
        if exposed:
            step = _least_slack(parts, left, right, stuck, alive & ~reached)
            left.move(stuck, step)
            right.move(reached, -step)
    return left, right


def first_duals(parts: Parts, alive: int) -> tuple[Duals, Duals]:
    """What a vertex pays whatever happens: the least of its costs on the left, what is then left of it on the right."""
    least = [min(part, default=0) for part in parts]
    if not any(least):
        return Duals(least, {0: alive}), Duals(least[:], {0: alive})
    left = Duals.from_values(least, alive)
    rest = [0] * len(parts)
    for v in bits(alive):
        if least[v]:
            rest[v] = min(c - d for c, row in parts[v].items() for d, m in left.at.items() if row & m)
    return left, Duals.from_values(rest, alive)


def _first_cover(parts: Parts, alive: int, left: Duals, right: Duals, mate: Mate) -> tuple[Cover, list[int]]:
    """As much of a matching as is tight, and who is exposed on the left."""
    cover = Cover([EXPOSED] * len(parts), [EXPOSED] * len(parts), alive)
    exposed = []
    for v in bits(alive):
        w = mate[v]
        if w != EXPOSED and parts[v].get(left.of[v] + right.of[w], 0) >> w & 1:
            cover.to[v], cover.back[w] = w, v
            cover.open ^= 1 << w
        else:
            exposed.append(v)
    return cover, exposed


def _round(parts: Parts, left: Duals, right: Duals, cover: Cover, roots: list[int]) -> tuple[int, int, list[int]]:
    """Augment from every root that tight edges lead out of; what the others reach, right and left, and the others."""
    rows: dict[int, int] = {}  # left -> the tight edges, once somebody has come there
    if len(roots) > FEW:
        roots = _dive(parts, left, right, cover, roots)
    while True:
        reached = stuck = 0
        failed = []
        for root in roots:
            tree, end, way = [root], EXPOSED, {}
            for u in tree:
                row = rows.get(u)
                if row is None:
                    row = rows[u] = _tight_row(parts[u], left.of[u], right.at)
                new = row & ~reached
                if new & cover.open:
                    end = lowest(new & cover.open)
                    way[end] = u
                    break
                reached |= new
                for w in bits(new):
                    way[w] = u
                    tree.append(cover.back[w])
            if end != EXPOSED:
                cover.augment(way, end)
            else:
                stuck |= mask_of(tree)
                failed.append(root)
        if not failed or len(failed) == len(roots):
            return reached, stuck, failed
        roots = failed  # what others have come by was not looked at twice, so look again


def _dive(parts: Parts, left: Duals, right: Duals, cover: Cover, roots: list[int]) -> list[int]:
    """Augment from as many roots as is easy, nobody on the right being passed twice; the others."""
    fresh, failed = -1, []
    for root in roots:
        tree, way = [root], {}
        while tree:
            u = tree[-1]
            row = _tight_row(parts[u], left.of[u], right.at) & fresh
            if not row:
                tree.pop()
                continue
            w = lowest(row & cover.open or row)
            fresh &= ~(1 << w)
            way[w] = u
            if cover.back[w] == EXPOSED:
                cover.augment(way, w)
                break
            tree.append(cover.back[w])
        else:
            failed.append(root)
    return failed


def _tight_row(part: dict[int, int], potential: int, at: dict[int, int]) -> int:
    """The right ends of the tight edges of a vertex on the left."""
    row = 0
    for c, whom in part.items():
        ends = at.get(c - potential)
        if ends:
            row |= whom & ends
    return row


def _least_slack(parts: Parts, left: Duals, right: Duals, stuck: int, beyond: int) -> int:
    """How far the potentials may move until an edge between these sets becomes tight."""
    near = right.nearest(beyond)
    best = 0
    for u in bits(stuck):
        d = left.of[u]
        for c, row in parts[u].items():
            most = right.most(row & beyond, near, c - d - best if best else None)
            if most is not None:
                best = c - d - most
        if best == 1:
            break
    assert best > 0, "no perfect matching, not even a fractional one"
    return best


def tight(parts: Parts, alive: int, left: Duals, right: Duals) -> list[int]:
    """The graph of the edges that are tight both ways round."""
    rows = [0] * len(parts)
    for v in bits(alive):
        d, e = left.of[v], right.of[v]
        for c, row in parts[v].items():
            rows[v] |= row & right.at.get(c - d, 0) & left.at.get(c - e, 0)
    return rows
