"""A set of perfect matchings given by a graph and odd sets, with one member: queries and restrictions by vertex.

`mate` is a perfect matching of `rows` within `alive` and leaves every odd set by exactly one edge; the state stands for
the set of all such matchings.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Self

from rookery.matching.blossom import (
    EXPOSED,
    Deficit,
    Mate,
    augment_path,
    bits,
    complete_matching,
    lowest,
    mask_of,
    match_pair,
    maximize_with_deficit,
    search,
)
from rookery.matching.small_cases import Block, total_cost


class MatchingState:
    """All perfect matchings of a graph that leave every odd set exactly once; `mate` is one of them."""

    __slots__ = ("alive", "mate", "odd_sets", "rows")

    def __init__(self, rows: list[int], mate: Mate, alive: int, odd_sets: tuple[int, ...] = ()) -> None:
        self.rows, self.mate, self.alive, self.odd_sets = rows, mate, alive, odd_sets

    def copy(self) -> Self:
        """Return an independent copy."""
        return type(self)(self.rows[:], self.mate[:], self.alive, self.odd_sets)

    def restrict_to_subgraph(self, rows: list[int], among: int = -1) -> bool:
        """Keep the matchings within these rows if there are any; edges outside `among` must be in `rows`."""
        mate = self.mate[:]
        exposed = self._unmatch_missing_edges(rows, mate, among)
        return complete_matching(rows, mate, self.alive, exposed) and self._accept(rows, mate)

    def subgraph_deficit(self, rows: list[int], among: int = -1) -> Deficit:
        """Return the deficit of a maximum matching within these rows, ignoring odd sets."""
        mate = self.mate[:]
        return maximize_with_deficit(rows, mate, self.alive, self._unmatch_missing_edges(rows, mate, among))

    # -- single vertices

    def try_restrict(self, i: int, allowed: int) -> bool:
        """Keep the matchings that pair i within `allowed` if there are any; otherwise remove these edges of i."""
        possible = self.try_rematch(i, allowed)
        row = self.rows[i] & self.alive
        if not possible:  # no matching has any of these edges
            self._remove_edges(i, row & allowed)
        elif row & ~allowed:
            self._remove_edges(i, row & ~allowed)
        return possible

    def try_rematch(self, i: int, allowed: int) -> bool:
        """Return whether some matching pairs i within `allowed`, and if so make `mate` one of them."""
        candidates = allowed & self.rows[i] & self.alive
        return bool(candidates >> self.mate[i] & 1) or (
            bool(candidates) and self._rematch(i, candidates, candidates) != EXPOSED
        )

    def possible_partners(self, i: int) -> int:
        """Return all vertices that some matching pairs with i."""
        if self.odd_sets:
            return mask_of(j for j in bits(self.rows[i] & self.alive) if self.copy()._try_pair(i, j))
        mate, current = self.mate[:], self.mate[i]
        mate[current] = EXPOSED
        return self.rows[i] & search(self.rows, mate, current, self.alive & ~(1 << i)).outer

    def is_forced(self, vertices: int) -> bool:
        """Return whether each of these vertices has a single possible partner, judged from its row alone."""
        rows, mate, alive = self.rows, self.mate, self.alive
        for i in bits(vertices):
            if rows[i] & alive != 1 << mate[i] and rows[mate[i]] & alive != 1 << i:
                break
        else:
            return True
        return False

    def fix(self, i: int, allowed: int) -> int:
        """Match i with its lowest possible partner in `allowed`, remove both, and return the partner."""
        j = self.try_fix(i, allowed)
        assert j != EXPOSED, "nobody possible"
        return j

    def try_fix(self, i: int, allowed: int) -> int:
        """Fix i if any vertex of `allowed` is possible; otherwise change nothing and return EXPOSED."""
        allowed &= self.rows[i] & self.alive
        first, j = allowed & -allowed, self.mate[i]
        if not first >> j & 1:
            j = self._rematch(i, allowed, first) if allowed else EXPOSED
        if j != EXPOSED:
            if self.odd_sets:
                self._shrink_odd_sets(i, j)
            self.alive &= ~(1 << i | 1 << j)
            self.mate[i] = self.mate[j] = EXPOSED
        return j

    def fix_in_order(self, order: Sequence[int], allowed: int) -> list[tuple[int, int]]:
        """Fix each of these vertices in order and return the pairs."""
        mate, pairs = self.mate, []
        for i in order:
            near, j = allowed & self.rows[i] & self.alive, mate[i]
            if near & -near == 1 << j and not self.odd_sets:  # it has its first choice already
                self.alive ^= 1 << i | 1 << j
                mate[i] = mate[j] = EXPOSED
            else:
                j = self.fix(i, allowed)
                mate = self.mate
            pairs.append((i, j))
        return pairs

    # -- machinery

    def _unmatch_missing_edges(self, rows: Sequence[int], mate: Mate, among: int = -1) -> int:
        """Unmatch the pairs of `among` that are not edges of these rows; return the exposed vertices."""
        exposed = 0
        for v in bits(self.alive & among):
            w = mate[v]
            if w == EXPOSED:
                exposed |= 1 << v
            elif (w > v or not among >> w & 1) and not rows[v] >> w & 1:
                exposed |= 1 << v | 1 << w
                mate[v] = mate[w] = EXPOSED
        return exposed

    def _accept(self, rows: list[int], mate: Mate) -> bool:
        """Adopt these rows, of which `mate` is a perfect matching, if they contain a member of the set."""
        if self.odd_sets and not self._respects_odd_sets(mate):
            from rookery.matching.odd_sets import match_with_odd_sets

            respecting = match_with_odd_sets(rows, self.alive, self.odd_sets, mate)
            if respecting is None:
                return False
            mate = respecting
        self.rows, self.mate = rows, mate
        return True

    def _crossing_cost(self, cost: int = 1) -> list[Block]:
        """Return the cost of leaving odd sets."""
        return [(cost, odd_set, self.alive & ~odd_set) for odd_set in self.odd_sets]

    def _respects_odd_sets(self, mate: Mate) -> bool:
        """Return whether the matching leaves every odd set exactly once."""
        return total_cost(self._crossing_cost(), mate) == len(self.odd_sets)

    def _shrink_odd_sets(self, i: int, j: int) -> None:
        """Update the odd sets when i and j leave: sets left by the edge i-j become closed and are dropped."""
        pair = 1 << i | 1 << j
        odd_sets = []
        for odd_set in self.odd_sets:
            rest = odd_set & ~pair
            if (odd_set ^ rest).bit_count() == 1:  # no other edge leaves this set
                for v in bits(self.alive & ~pair):
                    self.rows[v] &= rest if rest >> v & 1 else ~rest
            elif rest.bit_count() > 1:
                odd_sets.append(rest)
        self.odd_sets = tuple(dict.fromkeys(odd_sets))  # two sets that differed by i and j only are now equal

    def _remove_edges(self, i: int, removed: int) -> None:
        """Remove these edges of i."""
        self.rows[i] &= ~removed
        keep = ~(1 << i)
        for j in bits(removed):
            self.rows[j] &= keep

    def _remove_edges_leaving(self, separator: int, groups: int) -> None:
        """Remove the edges from `separator` to vertices outside `groups`, which need all of it."""
        rows, reached = self.rows, 0
        for v in bits(separator):
            reached |= rows[v]
            rows[v] &= groups
        keep = ~separator
        for w in bits(reached & self.alive & ~groups):
            rows[w] &= keep

    def _rematch(self, i: int, allowed: int, stop: int) -> int:
        """Match i with a vertex of `stop`, else the lowest possible of `allowed`; return the partner or EXPOSED.

        j is possible for i iff an even alternating path leads to j from the present partner in the graph without i.
        """
        mate, rows = self.mate, self.rows
        current = mate[i]
        if stop >> current & 1:
            return current
        if self.odd_sets:
            return self._rematch_with_odd_sets(i, allowed)
        j = stop.bit_length() - 1
        partner = mate[j]
        if rows[partner] >> current & 1:  # the most frequent case: exchange partners
            match_pair(mate, partner, current)
            match_pair(mate, i, j)
            return j
        mate[current] = EXPOSED
        remaining = self.alive & ~(1 << i)
        if stop == 1 << j:  # a single target is free if its partner finds another
            tree = search(rows, mate, current, remaining & ~(stop | 1 << partner), rows[partner])
            if tree.end != EXPOSED:
                augment_path(mate, tree.parent, tree.end, partner)
                match_pair(mate, i, j)
                return j
            if tree.outer & rows[j]:
                tree = search(rows, mate, current, remaining)
        else:
            tree = search(rows, mate, current, remaining, stop)
        j = tree.end
        if j == EXPOSED:
            self._remove_edges_leaving(tree.visited & ~tree.outer | 1 << i, tree.outer)
            if allowed & tree.outer:
                j = lowest(allowed & tree.outer)
        mate[current] = i
        if j != EXPOSED and j != current:
            mate[current] = mate[i] = EXPOSED
            augment_path(mate, tree.parent, j, i)
        return j

    def _rematch_with_odd_sets(self, i: int, allowed: int) -> int:
        """Match i with the lowest possible vertex of `allowed` such that the odd sets are respected."""
        return next((j for j in bits(allowed) if self._try_pair(i, j)), EXPOSED)

    def _try_pair(self, i: int, j: int) -> bool:
        """Return whether some matching pairs i and j, and if so make `mate` one of them."""
        pair = 1 << i | 1 << j
        rows = [row & ~pair for row in self.rows]
        rows[i], rows[j] = 1 << j, 1 << i
        trial = self.copy()
        possible = trial.restrict_to_subgraph(rows)
        if possible:
            self.mate = trial.mate
        return possible
