"""Literal reference of the FIDE (Dutch) System, C.04.3 (2026), for small fields.

What it is: for every bracket ALL sets of legal pairs are listed, judged by the criteria C5-C21 in their order, and
ties are decided by the generation order of article 4. Nothing is clever, so it is slow, usable up to about 11 players.
Supported: byes (U F H Z), forfeits, late absences, forbidden pairs (260/XXP), virtual points (250/XXA), other point
systems (162/BB*), PAB of any value, topscorers in the last round.
Not supported: choosing the virtual points itself (Baku groups), lists of forbidden pairs that cannot be kept.

Usage
  dutch FILE.trf ...               next round of each file: lines 'white black', the bye as 'player 0'
  dutch --json FILE.trf ...        the same as JSON lines
  dutch --replay FILE.trf ...      pair every round of finished files again and compare
  dutch --random S0 S1 NMIN NMAX   random positions of tournaments S0 <= seed < S1 with their answer (JSON lines)
API
  pair_next_round(event) -> Pairing or None (None: no legal pairing); event = events.read_event(text)
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from functools import lru_cache
from itertools import product
from typing import NamedTuple

from literal.events import Cell, Event, Points

OTHER = {"w": "b", "b": "w"}
NONE, MILD, STRONG, ABSOLUTE = 0, 1, 2, 3  # strength of a colour preference (1.7)
UP, LEVEL, DOWN = -1, 0, 1  # float of a round (1.4)
BEYOND = 100_000  # larger than any score difference (moved-down player not paired)


class Pairing(NamedTuple):
    pairs: list[tuple[int, int]]  # (white, black), best board first
    bye: int | None


@dataclass(eq=False)
class Player:
    id: int
    tpn: int
    score: int  # pairing score, tenths
    colours: str  # colours of the played games, oldest first
    met: frozenset[int]
    may_have_bye: bool  # C2
    preference: str | None = None
    strength: int = NONE
    float_last: int = LEVEL  # previous round
    float_before: int = LEVEL  # two rounds ago
    topscorer: bool = False

    @property
    def games(self) -> int:
        return len(self.colours)

    @property
    def difference(self) -> int:
        return self.colours.count("w") - self.colours.count("b")

    @property
    def repeated(self) -> str | None:
        """The colour of the last two games if they were equal."""
        return self.colours[-1] if self.colours[-2:] in ("ww", "bb") else None

    @property
    def rank(self) -> tuple[int, int]:  # 1.2
        return -self.score, self.tpn


Pair = tuple[Player, Player]


# ------------------------------------------------------------------------------------------------- data per player


def players_to_pair(event: Event) -> list[Player]:
    done = event.played_rounds
    present = set(event.cells) - set(event.absent)
    counted = [p for p in sorted(event.cells) if p in present or ever_paired(event.cells[p])]
    tpn = {player: number for number, player in enumerate(counted, 1)}  # players never paired have no TPN
    players = []
    for number in sorted(present):
        row = event.cells[number]
        player = Player(
            id=number,
            tpn=tpn[number],
            score=event.pairing_score(number, done),
            colours="".join(c.colour for c in row if c.played),
            met=frozenset(c.opponent for c in row if c.played),
            may_have_bye=not any(bars_from_bye(c, event.points) for c in row),
        )
        set_preference(player)
        player.float_last = float_of(event, number, done - 1)
        player.float_before = float_of(event, number, done - 2)
        player.topscorer = done == event.rounds - 1 and 2 * player.score > event.points.win * done
        players.append(player)
    return sorted(players, key=lambda p: p.rank)


def ever_paired(row: Iterable[Cell]) -> bool:
    return any(c.opponent or c.result == "U" for c in row)


def bars_from_bye(cell: Cell, points: Points) -> bool:
    return not cell.played and (cell.result == "U" or points.of(cell.result) >= points.win)


def set_preference(p: Player) -> None:
    if not p.colours:
        return
    if abs(p.difference) > 1:
        p.preference, p.strength = ("b" if p.difference > 0 else "w"), ABSOLUTE
    elif p.repeated:
        p.preference, p.strength = OTHER[p.repeated], ABSOLUTE
    elif p.difference:
        p.preference, p.strength = ("b" if p.difference > 0 else "w"), STRONG
    else:
        p.preference, p.strength = OTHER[p.colours[-1]], MILD


def float_of(event: Event, number: int, index: int) -> int:
    """Float of the round with this 0-based index (1.4.2-1.4.4)."""
    if index < 0:
        return LEVEL
    cell = event.cells[number][index]
    if cell.played:
        own, other = event.pairing_score(number, index), event.pairing_score(cell.opponent, index)
        return DOWN if own > other else UP if own < other else LEVEL
    gained = cell.result == "U" or event.points.of(cell.result) > event.points.loss
    return DOWN if gained else LEVEL


# --------------------------------------------------------------------------------------------- legality and colours


def colours_clash(a: Player, b: Player) -> bool:
    """C3: equal absolute preferences, and neither of them is a topscorer."""
    return a.strength == b.strength == ABSOLUTE and a.preference == b.preference and not (a.topscorer or b.topscorer)


def allocate_colours(a: Player, b: Player, initial: str) -> Pair:
    """Article 5.2: returns (white, black)."""
    if b.rank < a.rank:
        a, b = b, a

    def give(colour: str) -> Pair:  # to the higher ranked player
        return (a, b) if colour == "w" else (b, a)

    if a.preference and (b.preference is None or a.preference != b.preference):
        return give(a.preference)  # 5.2.1
    if b.preference and a.preference is None:
        return give(OTHER[b.preference])
    if a.preference:
        if a.strength != b.strength:  # 5.2.2
            return give(a.preference if a.strength > b.strength else OTHER[b.preference])
        if a.strength == ABSOLUTE and abs(a.difference) != abs(b.difference):
            return give(a.preference if abs(a.difference) > abs(b.difference) else OTHER[b.preference])
    for mine, yours in zip(reversed(a.colours), reversed(b.colours), strict=False):
        if mine != yours:  # 5.2.3
            return give(yours)
    if a.preference:
        return give(a.preference)  # 5.2.4
    return give(initial if a.tpn % 2 else OTHER[initial])  # 5.2.5


class Field:
    """The players of the round, who may meet whom, and whether a rest can still be paired (C1-C4)."""

    def __init__(self, players: list[Player], event: Event, clash: Callable[[Player, Player], bool] = colours_clash):
        self.players = players
        self.by_id = {p.id: p for p in players}
        banned = event.forbidden_pairs(event.played_rounds + 1)
        self.allowed = {
            (a.id, b.id): b.id not in a.met and frozenset((a.id, b.id)) not in banned and not clash(a, b)
            for a in players
            for b in players
            if a is not b
        }
        self.all_paired = lru_cache(None)(self._all_paired)

    def legal(self, a: Player, b: Player) -> bool:
        return self.allowed[a.id, b.id]

    def _all_paired(self, ids: frozenset[int]) -> bool:
        if not ids:
            return True
        if len(ids) % 2:
            return False
        first = min(ids)
        return any(self.allowed[first, other] and self.all_paired(ids - {first, other}) for other in ids - {first})

    def can_complete(self, ids: frozenset[int], bye_score: int | None) -> bool:
        """Everybody paired; if the number is odd one eligible player with that score gets the bye."""
        if len(ids) % 2 == 0:
            return self.all_paired(ids)
        return any(
            p.may_have_bye and p.score == bye_score and self.all_paired(ids - {p.id}) for p in map(self.by_id.get, ids)
        )

    def lowest_bye_score(self) -> int | None:
        """C5 over all complete pairings of the round; None if there is none."""
        ids = frozenset(self.by_id)
        return min((p.score for p in self.players if p.may_have_bye and self.all_paired(ids - {p.id})), default=None)


def ids_of(players: Iterable[Player]) -> frozenset[int]:
    return frozenset(p.id for p in players)


def smallest(items: list, value: Callable) -> list:
    """All items that share the smallest value."""
    values = [value(item) for item in items]
    best = min(values)
    return [item for item, v in zip(items, values, strict=False) if v == best]


# ------------------------------------------------------------------------------------------------- one bracket (1.9)


class Candidate(NamedTuple):
    pairs: list[Pair]  # a moved-down player always stands first in its pair
    down: list[Player]  # downfloaters


def partial_pairings(field: Field, moved_down: list[Player], residents: list[Player]) -> Iterator[Candidate]:
    """Every set of legal pairs of the bracket; two moved-down players are never paired with each other."""
    everybody = moved_down + residents

    def extend(i: int, used: frozenset[int], pairs: list[Pair]) -> Iterator[Candidate]:
        while i in used:
            i += 1
        if i == len(everybody):
            paired = {p for pair in pairs for p in pair}
            yield Candidate(pairs, [p for p in everybody if p not in paired])
            return
        yield from extend(i + 1, used, pairs)
        for j in range(max(i + 1, len(moved_down)), len(everybody)):
            if j not in used and field.legal(everybody[i], everybody[j]):
                yield from extend(i + 1, used | {i, j}, [*pairs, (everybody[i], everybody[j])])

    return extend(0, frozenset(), [])


def floater_value(down: list[Player]) -> tuple:
    """C6 number of downfloaters, C7 their scores from the highest."""
    return len(down), sorted((p.score for p in down), reverse=True)


@dataclass
class Bracket:
    field: Field
    moved_down: list[Player]
    residents: list[Player]
    next_group: list[Player]  # the following scoregroup
    lower: frozenset[int]  # everybody below this scoregroup
    bye_score: int | None
    rounds_done: int
    initial: str

    def choose(self) -> Candidate:
        found = self.best_by_floaters()
        found = smallest(found, lru_by_down(self.next_bracket_value))  # C8
        found = smallest(found, self.criteria_9_to_21)
        return min(found, key=self.generation_order)

    def best_by_floaters(self) -> list[Candidate]:
        """The candidates that allow completion (C4, C5) and are best on C6 and C7."""
        best, found = None, []
        for candidate in partial_pairings(self.field, self.moved_down, self.residents):
            value = floater_value(candidate.down)
            if (best is not None and value > best) or (not self.lower and len(candidate.down) > 1):
                continue
            if not self.field.can_complete(ids_of(candidate.down) | self.lower, self.bye_score):
                continue
            if value != best:
                best, found = value, []
            found.append(candidate)
        return found

    def next_bracket_value(self, down: list[Player]) -> tuple:
        """C8: the best C6 and C7 the following bracket can reach with these downfloaters."""
        if not self.next_group:
            return 0, []
        below = self.lower - ids_of(self.next_group)
        best = None
        for candidate in partial_pairings(self.field, sorted(down, key=lambda p: p.rank), self.next_group):
            value = floater_value(candidate.down)
            better = best is None or value < best
            if better and self.field.can_complete(ids_of(candidate.down) | below, self.bye_score):
                best = value
        assert best is not None
        return best

    def criteria_9_to_21(self, candidate: Candidate) -> tuple:
        pairs, down = candidate
        moved = ids_of(self.moved_down)
        c9 = self.unplayed_games_of_bye(down)
        c10 = c11 = c12 = c13 = 0
        for a, b in pairs:
            top = a.topscorer or b.topscorer
            white, black = allocate_colours(a, b, self.initial)
            for p, colour, step in ((white, "w", 1), (black, "b", -1)):
                c10 += top and abs(p.difference + step) > 2
                c11 += top and p.repeated == colour
                if p.preference and p.preference != colour:
                    c12 += 1
                    c13 += p.strength == STRONG
        mixed = [(a, b) for a, b in pairs if a.id in moved]
        resident_down = [p for p in down if p.id not in moved]
        c14 = sum(p.float_last == DOWN for p in resident_down)
        c15 = sum(b.float_last == UP for _, b in mixed)
        c16 = sum(p.float_before == DOWN for p in resident_down)
        c17 = sum(b.float_before == UP for _, b in mixed)
        limbo = [p for p in down if p.id in moved]
        c18 = self.differences(
            [a.score - b.score for a, b in mixed if a.float_last == DOWN]
            + [BEYOND + p.score for p in limbo if p.float_last == DOWN]
        )
        c19 = self.differences([a.score - b.score for a, b in mixed if b.float_last == UP])
        c20 = self.differences(
            [a.score - b.score for a, b in mixed if a.float_before == DOWN]
            + [BEYOND + p.score for p in limbo if p.float_before == DOWN]
        )
        c21 = self.differences([a.score - b.score for a, b in mixed if b.float_before == UP])
        return c9, c10, c11, c12, c13, c14, c15, c16, c17, c18, c19, c20, c21

    def unplayed_games_of_bye(self, down: list[Player]) -> int:
        """C9 counts only when the single downfloater of the bracket is the player who will get the bye."""
        odd = len(self.field.players) % 2
        if odd and len(down) == 1 and down[0].score == self.bye_score:
            return self.rounds_done - down[0].games
        return 0

    def differences(self, values: list[int]) -> list[int]:
        return sorted(values, reverse=True) + [0] * (len(self.moved_down) + 1 - len(values))

    def generation_order(self, candidate: Candidate) -> tuple:
        """Articles 3.7 and 4: MDP set (4.4), opponents of the MDPs (4.2), exchange (4.3) and transposition (4.2)."""
        bsn = {p.id: n for n, p in enumerate(self.moved_down + self.residents, 1)}
        moved = ids_of(self.moved_down)
        mixed = sorted((bsn[a.id], bsn[b.id]) for a, b in candidate.pairs if a.id in moved)
        taken = {p.id for a, b in candidate.pairs if a.id in moved for p in (a, b)}
        fresh = {p.id: n for n, p in enumerate((p for p in self.residents if p.id not in taken), 1)}
        plain = [(fresh[a.id], fresh[b.id]) for a, b in candidate.pairs if a.id not in moved]
        return [m for m, _ in mixed], [r for _, r in mixed], homogeneous_order(plain)


def lru_by_down(value: Callable[[list[Player]], tuple]) -> Callable[[Candidate], tuple]:
    known: dict[frozenset[int], tuple] = {}

    def look_up(candidate: Candidate) -> tuple:
        key = ids_of(candidate.down)
        if key not in known:
            known[key] = value(candidate.down)
        return known[key]

    return look_up


def homogeneous_order(pairs: list[tuple[int, int]]) -> tuple:
    """When is this set of pairs (bracket sequence numbers) first generated? Every split into S1/S2 is tried."""
    original_s1 = set(range(1, len(pairs) + 1))
    best = None
    for flips in product((False, True), repeat=len(pairs)):
        opponent = {(b if flip else a): (a if flip else b) for flip, (a, b) in zip(flips, pairs, strict=False)}
        leaving = sorted(original_s1 - set(opponent), reverse=True)
        entering = sorted(set(opponent) - original_s1)
        key = (
            len(leaving),
            sum(entering) - sum(leaving),
            [-x for x in leaving],
            entering,  # 4.3.2.1-4.3.2.4
            [opponent[x] for x in sorted(opponent)],
        )  # 4.2
        if best is None or key < best:
            best = key
    return best


# ------------------------------------------------------------------------------------------------------- the round


def pair_next_round(event: Event) -> Pairing | None:
    players = players_to_pair(event)
    field = Field(players, event)
    bye_score = None
    if len(players) % 2:
        bye_score = field.lowest_bye_score()
        if bye_score is None:
            return None
    elif not field.all_paired(frozenset(field.by_id)):
        return None
    groups = sorted({p.score for p in players}, reverse=True)
    pairs: list[Pair] = []
    moved_down: list[Player] = []
    for index, score in enumerate(groups):
        following = groups[index + 1] if index + 1 < len(groups) else None
        bracket = Bracket(
            field,
            sorted(moved_down, key=lambda p: p.rank),
            [p for p in players if p.score == score],
            [p for p in players if p.score == following],
            ids_of(p for p in players if p.score < score),
            bye_score,
            event.played_rounds,
            event.initial,
        )
        chosen = bracket.choose()
        pairs += chosen.pairs
        moved_down = chosen.down
    return finish(pairs, moved_down[0] if moved_down else None, event.initial, allocate_colours)


def finish(pairs: list[Pair], bye: Player | None, initial: str, allocate: Callable) -> Pairing:
    """Colours and board order (C.04.2: score of the higher ranked, sum of scores, TPN of the higher ranked)."""
    boards = []
    for pair in pairs:
        higher, lower = sorted(pair, key=lambda p: p.rank)
        white, black = allocate(higher, lower, initial)
        boards.append(((-higher.score, -higher.score - lower.score, higher.tpn), (white.id, black.id)))
    return Pairing([ids for _, ids in sorted(boards)], bye.id if bye else None)


if __name__ == "__main__":
    from literal.rounds import command_line

    command_line(__doc__, pair_next_round)
