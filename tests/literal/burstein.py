"""Literal reference of the Burstein System, C.04.4.2 (2026), for small fields.

What it is: seeding rounds 1..min(R div 2, 4) by literal.dutch; later every set of legal pairs of a bracket is listed
and judged by C5-C8, ties by the order of article 4 (opponent of the first player as low as possible, and so on).
Slow: usable up to about 10 players. Supported: byes, forfeits, forbidden pairs, virtual points, point systems.
Open reading (default first):
  --zero-byes trailing|absent-now|none   1.7.2: the zero-point byes of an opponent that reach up to the last completed
                             round count as draws for the Index; or only if he has one in the round being paired too;
                             or never

Usage and API: as dutch (FILE..., --json, --replay, --random S0 S1 NMIN NMAX; pair_next_round(event)).
"""

from __future__ import annotations

from collections.abc import Iterator

from literal import dutch
from literal.dubov import allocate_colours, colours_clash
from literal.dutch import (
    Candidate,
    Field,
    Pair,
    Pairing,
    Player,
    floater_value,
    ids_of,
    smallest,
)
from literal.events import Event
from literal.rounds import arguments, command_line


def seeding_rounds(total: int) -> int:
    return min(total // 2, 4)


class Index:
    """Buchholz and Sonneborn-Berger of 1.7 (standings points only), and the ranking of 1.8."""

    def __init__(self, event: Event, zero_byes: str):
        self.event = event
        self.zero_byes = zero_byes
        self.as_opponent = {p: event.score(p) + self.trailing_bonus(p) for p in event.cells}

    def trailing_bonus(self, player: int) -> int:
        """1.7.2: what the series of zero-point byes adds to this player's score for the benefit of his opponents."""
        absent_now = self.event.absent.get(player) == "Z"
        if self.zero_byes == "none" or (self.zero_byes == "absent-now" and not absent_now):
            return 0
        number = 0
        for cell in reversed(self.event.cells[player]):
            if cell.opponent or cell.result != "Z":
                break
            number += 1
        return number * (self.event.points.draw - self.event.points.absent)

    def of(self, player: int) -> tuple[int, int]:
        own = self.event.score(player)
        buchholz = sonneborn = 0
        for cell in self.event.cells[player]:
            other = self.as_opponent[cell.opponent] if cell.played else own  # unplayed: a game against oneself
            buchholz += other
            sonneborn += other * self.event.points.of(cell.result)
        return buchholz, sonneborn

    def rank(self, p: Player) -> tuple[int, int, int]:
        buchholz, sonneborn = self.of(p.id)
        return -buchholz, -sonneborn, p.tpn


class BursteinRound:
    def __init__(self, event: Event, zero_byes: str):
        self.event = event
        self.index = Index(event, zero_byes)
        self.rank = {p.id: self.index.rank(p) for p in dutch.players_to_pair(event)}
        self.players = sorted(dutch.players_to_pair(event), key=lambda p: self.rank[p.id])
        self.field = Field(self.players, event, colours_clash)

    def pair(self) -> Pairing | None:
        ids = frozenset(self.field.by_id)
        bye = None
        if len(ids) % 2:  # 3.1
            able = [p for p in self.players if p.may_have_bye and self.field.all_paired(ids - {p.id})]
            if not able:
                return None
            bye = min(able, key=lambda p: (p.score, -p.games, [-x for x in self.rank[p.id]]))
            self.players.remove(bye)
        elif not self.field.all_paired(ids):
            return None
        pairs: list[Pair] = []
        incoming: list[Player] = []
        groups = sorted({p.score for p in self.players}, reverse=True)
        for number, score in enumerate(groups):
            following = groups[number + 1] if number + 1 < len(groups) else None
            chosen = self.choose(incoming, score, following)
            pairs += chosen.pairs
            incoming = chosen.down
        return self.finish(pairs, bye)

    def choose(self, incoming: list[Player], score: int, following: int | None) -> Candidate:
        bracket = self.sorted(incoming + [p for p in self.players if p.score == score])
        lower = ids_of(p for p in self.players if p.score < score)
        next_group = [p for p in self.players if p.score == following]

        def next_bracket(down: list[Player]) -> tuple:  # C7
            if not next_group:
                return 0, []
            below = lower - ids_of(next_group)
            return min(floater_value(c.down) for c in self.outcomes(self.sorted(down + next_group), below))

        found = smallest(list(self.outcomes(bracket, lower)), lambda c: floater_value(c.down))  # C5, C6
        found = smallest(found, dutch.lru_by_down(next_bracket))
        found = smallest(
            found, lambda c: sum(a.preference is not None and a.preference == b.preference for a, b in c.pairs)
        )  # C8
        return min(found, key=lambda c: self.generation_order(bracket, c))

    def sorted(self, players: list[Player]) -> list[Player]:
        return sorted(players, key=lambda p: self.rank[p.id])

    def outcomes(self, bracket: list[Player], lower: frozenset[int]) -> Iterator[Candidate]:
        for pairs in self.partial_pairings(bracket):
            paired = {p for pair in pairs for p in pair}
            down = [p for p in bracket if p not in paired]
            if self.field.all_paired(ids_of(down) | lower):
                yield Candidate(pairs, down)

    def partial_pairings(self, players: list[Player]) -> Iterator[list[Pair]]:
        if not players:
            yield []
            return
        first, rest = players[0], players[1:]
        yield from self.partial_pairings(rest)
        for i, other in enumerate(rest):
            if self.field.legal(first, other):
                for pairs in self.partial_pairings(rest[:i] + rest[i + 1 :]):
                    yield [(first, other), *pairs]

    @staticmethod
    def generation_order(bracket: list[Player], candidate: Candidate) -> list[int]:
        """Article 4: the opponent of sequence number 1 as large as possible (floaters 0), then of number 2, ..."""
        number = {p: n for n, p in enumerate(bracket, 1)}
        opponent = dict.fromkeys(bracket, 0)
        for a, b in candidate.pairs:
            opponent[a], opponent[b] = number[b], number[a]
        return [-opponent[p] for p in bracket]

    def finish(self, pairs: list[Pair], bye: Player | None) -> Pairing:
        def allocate(a: Player, b: Player, initial: str) -> Pair:
            return allocate_colours(*self.sorted([a, b]), initial)

        return dutch.finish(pairs, bye, self.event.initial, allocate)


def pair_next_round(event: Event, zero_byes: str = "trailing") -> Pairing | None:
    if event.played_rounds < seeding_rounds(event.rounds):
        return dutch.pair_next_round(event)
    return BursteinRound(event, zero_byes).pair()


if __name__ == "__main__":
    parser = arguments(__doc__)
    parser.add_argument("--zero-byes", choices=["trailing", "absent-now", "none"], default="trailing")
    chosen = parser.parse_args()
    command_line(__doc__, lambda event: pair_next_round(event, chosen.zero_byes), args=chosen, system="FIDE_BURSTEIN")
