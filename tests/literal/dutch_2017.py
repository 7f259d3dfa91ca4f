"""Literal reference of the FIDE (Dutch) System, C.04.3, as in force from July 2017 to January 2026, for small fields.

What it is: the route of A.9 step by step. For every bracket ALL sets of legal pairs are listed and judged by the
criteria C.5-C.19 in their order; ties are decided by the order of section D. If the downfloaters of the best one leave
no complete pairing of the round, the bracket is judged again among those that do (C.4, without C.7), and everybody
below it forms the collapsed last bracket. Facts that did not change (colours, orders, legality) are those of `dutch`.
Supported, and not supported: as `dutch`.

Usage
  dutch_2017 [--json | --replay] FILE.trf ...
  dutch_2017 --random S0 S1 NMIN NMAX
API
  pair_next_round(event) -> Pairing or None (None: no legal pairing); Round(event) also says whether it `collapsed`
"""

from __future__ import annotations

from collections.abc import Callable, Iterable

from literal.dutch import (
    DOWN,
    LEVEL,
    STRONG,
    UP,
    Candidate,
    Field,
    Pairing,
    Player,
    allocate_colours,
    finish,
    homogeneous_order,
    ids_of,
    partial_pairings,
    players_to_pair,
    smallest,
)
from literal.events import Cell, Event
from literal.rounds import command_line

ONE_POINT = 10  # A.8: so far below the lowest score of the bracket lies the artificial value

Value = Callable[[Candidate], tuple]


# ------------------------------------------------------------------------------------------------- data per player


def players_of(event: Event) -> list[Player]:
    players = players_to_pair(event)
    done = event.played_rounds
    for player in players:
        player.may_have_bye = not any(bars_from_bye(cell) for cell in event.cells[player.id])
        player.float_last = float_of(event, player.id, done - 1)
        player.float_before = float_of(event, player.id, done - 2)
    return players


def bars_from_bye(cell: Cell) -> bool:
    """C.2 (C.04.1.d): an allocated bye, or a win because the opponent did not appear; not a bye that was asked for."""
    return cell.result == "U" or (cell.opponent != 0 and cell.result == "+")


def float_of(event: Event, number: int, index: int) -> int:
    """A.4.b: by the scores of those who played; who for whatever reason did not play received a downfloat."""
    if index < 0:
        return LEVEL
    cell = event.cells[number][index]
    if not cell.played:
        return DOWN
    own, other = event.pairing_score(number, index), event.pairing_score(cell.opponent, index)
    return DOWN if own > other else UP if own < other else LEVEL


# ------------------------------------------------------------------------------------------------------ one bracket


class Bracket:
    def __init__(self, field: Field, moved_down: Iterable[Player], residents: list[Player], initial: str) -> None:
        self.field, self.initial = field, initial
        self.moved_down = sorted(moved_down, key=lambda p: p.rank)
        self.residents = residents
        self.artificial = min(p.score for p in self.moved_down + residents) - ONE_POINT

    def candidates(self) -> list[Candidate]:
        return list(partial_pairings(self.field, self.moved_down, self.residents))

    def best(self, candidates: list[Candidate], ahead: Value | None = None) -> Candidate:
        found = smallest(candidates, lambda c: len(c.down))  # C.5
        found = smallest(found, self.psd)  # C.6
        found = smallest(found, lambda c: sum(p in self.moved_down for p in c.down))  # B.1.c: M1 is the maximum
        if ahead:
            found = smallest(found, ahead)  # C.7
        found = smallest(found, self.criteria_8_to_19)
        return min(found, key=self.generation_order)

    def psd(self, candidate: Candidate) -> list[int]:
        """A.8: the score differences of pairs and downfloaters, from the highest."""
        pairs = [abs(a.score - b.score) for a, b in candidate.pairs]
        return sorted(pairs + [p.score - self.artificial for p in candidate.down], reverse=True)

    def criteria_8_to_19(self, candidate: Candidate) -> tuple:
        """Every player who receives a float counts for C.12-C.19, with the score difference that belongs to it."""
        c8 = c9 = c10 = c11 = 0
        down = [(p, p.score - self.artificial) for p in candidate.down]
        up = []
        for a, b in candidate.pairs:
            top = a.topscorer or b.topscorer
            white, black = allocate_colours(a, b, self.initial)
            for p, colour, step in ((white, "w", 1), (black, "b", -1)):
                c8 += top and abs(p.difference + step) > 2
                c9 += top and p.repeated == colour
                if p.preference and p.preference != colour:
                    c10 += 1
                    c11 += p.strength == STRONG
            if a.score != b.score:
                higher, lower = (a, b) if a.score > b.score else (b, a)
                down.append((higher, higher.score - lower.score))
                up.append((lower, higher.score - lower.score))
        same = [
            sorted([d for p, d in who if getattr(p, when) == side], reverse=True)
            for when in ("float_last", "float_before")
            for side, who in ((DOWN, down), (UP, up))
        ]
        return c8, c9, c10, c11, [len(one) for one in same], same

    def generation_order(self, candidate: Candidate) -> tuple:
        """B.7, section D: MDP-exchange (D.3), opponents of the MDPs (D.1), exchange (D.2) and transposition (D.1)."""
        bsn = {p.id: n for n, p in enumerate(self.moved_down + self.residents, 1)}
        moved = ids_of(self.moved_down)
        mixed = sorted((bsn[a.id], bsn[b.id]) for a, b in candidate.pairs if a.id in moved)
        taken = {p.id for a, b in candidate.pairs if a.id in moved for p in (a, b)}
        fresh = {p.id: n for n, p in enumerate((p for p in self.residents if p.id not in taken), 1)}
        plain = [(fresh[a.id], fresh[b.id]) for a, b in candidate.pairs if a.id not in moved]
        scores = [-p.score for p in self.moved_down if p.id in taken]
        return scores, [m for m, _ in mixed], [r for _, r in mixed], homogeneous_order(plain)


# ------------------------------------------------------------------------------------------------- the round (A.9)


class Round:
    def __init__(self, event: Event) -> None:
        self.players = players_of(event)
        self.field = Field(self.players, event)
        self.initial = event.initial
        self.collapsed = False
        self.pairs: list[tuple[Player, Player]] = []
        self.bye: Player | None = None

    def pair(self) -> bool:
        """Whether there is a pairing at all; it is then in `pairs` and `bye`."""
        if not self.completes(self.players):
            return False
        scores = sorted({p.score for p in self.players}, reverse=True)
        groups = [[p for p in self.players if p.score == score] for score in scores]
        down: list[Player] = []
        for number, residents in enumerate(groups[:-1], 1):
            bracket, lower = self.bracket(down, residents), [p for group in groups[number:] for p in group]
            chosen = bracket.best(bracket.candidates(), self.ahead(groups[number], number + 1 == len(groups)))
            if not self.completes(chosen.down + lower):
                self.collapsed = True  # this bracket is the penultimate one
                chosen = bracket.best([c for c in bracket.candidates() if self.completes(c.down + lower)])
            self.pairs += chosen.pairs
            down = chosen.down
            if self.collapsed:
                self.finish(self.bracket(down, lower))
                return True
        if groups:
            self.finish(self.bracket(down, groups[-1]))
        return True

    def bracket(self, moved_down: Iterable[Player], residents: list[Player]) -> Bracket:
        return Bracket(self.field, moved_down, residents, self.initial)

    def completes(self, players: list[Player]) -> bool:
        """Whether all of these can be paired with each other, but for one who may receive the bye."""
        ids = ids_of(players)
        if len(ids) % 2 == 0:
            return self.field.all_paired(ids)
        return any(p.may_have_bye and self.field.all_paired(ids - {p.id}) for p in players)

    def closing(self, candidate: Candidate) -> bool:
        """Whether a candidate leaves nobody over but one who may receive the bye."""
        return len(candidate.down) < 2 and all(p.may_have_bye for p in candidate.down)

    def finish(self, last: Bracket) -> None:
        chosen = last.best([c for c in last.candidates() if self.closing(c)])
        self.pairs += chosen.pairs
        self.bye = chosen.down[0] if chosen.down else None

    def ahead(self, following: list[Player], last: bool) -> Value:
        """C.7: the best C.5 and C.6 of the following bracket; if it is the last one, of what completes the round."""
        known: dict[frozenset[int], tuple] = {}

        def value(candidate: Candidate) -> tuple:
            key = ids_of(candidate.down)
            if key not in known:
                bracket = self.bracket(candidate.down, following)
                found = [c for c in bracket.candidates() if not last or self.closing(c)]
                known[key] = min(((len(c.down), bracket.psd(c)) for c in found), default=(len(self.players) + 1,))
            return known[key]

        return value


def pair_next_round(event: Event) -> Pairing | None:
    found = Round(event)
    return finish(found.pairs, found.bye, event.initial, allocate_colours) if found.pair() else None


if __name__ == "__main__":
    command_line(__doc__, pair_next_round, system="FIDE_DUTCH_2017")
