"""The Lim System (FIDE C.04.4.3, 2026), written as the handbook tells it: slow, literal, for small fields.

    python tests/literal lim FILE.trf                    next pairing: "white black" lines, the bye as "player 0"
    python tests/literal lim --random S0 S1 NMIN NMAX    random positions with answers, one JSON object per line
    python tests/literal lim --selftest                  the handbook's examples and the legality checks
    options: --maxi (3.2.3, 3.8, 5.7), --reading NAME=VALUE (see Readings)

The text is a procedure for a person with cards, not a list of criteria: "the first player that ..." decides
everywhere. Questions such as "can the others still be paired" are answered by trying every pairing. Where the text
is silent or not known word by word, the choice taken is a field of `Readings`, with the other choice beside it.

Words: pairing number (TPN) 1 is "the highest numbered player" (4.2), a large TPN is a "low number". A pairing made
"downward" arranges players from the highest number, "upwards" from the lowest. Points are tenths of a point.
"""

from __future__ import annotations

import sys
from dataclasses import dataclass, field, replace
from functools import cached_property

from literal import course
from literal.course import Games, NoPairing
from literal.events import Event

DOWN, UP = "downward", "upwards"
OTHER = {"w": "b", "b": "w"}


@dataclass(frozen=True)
class Readings:
    """What was decided where the text leaves a choice; the first value is the decision."""

    due: str = "balance"  # 5.5/5.6 | parity: even rounds equalise, odd rounds alternate, by round number
    floated: str = "transferred"  # 3.10    | unequal: any game against another score, residents included
    floater_order: str = "type"  # 3.9/3.10/3.2.2 | previous: 3.10 above 3.9 | colour: 3.2.2 above 3.10
    upfloater_opponent: str = "lowest"  # 3.8 in the median | highest: as everybody else in a group paired downward
    median_opponents: str = "members"  # 3.8     | residents: floaters of the other side only when no resident is left
    colour_exchange: str = "anyone"  # 5.2     | bottom: an exchange for colour stays within the bottom half
    crack: str = "last"  # 2.6     | first: the first pairing made in the nearest scoregroup
    crack_count: str = "recount"  # 2.6     | fixed: cracked players do not count as floaters of their side
    last_round: str = "everyone"  # 6       | same: the colour limits lapse only between equal scores


DEFAULT = Readings()


ALTERNATIVES = {
    "due": ["parity"],
    "floated": ["unequal"],
    "floater_order": ["previous", "colour"],
    "upfloater_opponent": ["highest"],
    "median_opponents": ["residents"],
    "colour_exchange": ["bottom"],
    "crack": ["first"],
    "crack_count": ["fixed"],
    "last_round": ["same"],
}


@dataclass(frozen=True)
class Player:
    tpn: int
    score: int = 0
    colours: str = ""  # colours of the games played, oldest first (General Handling 3.4)
    met: frozenset[int] = frozenset()  # opponents of games played
    rating: int = 0
    barred: bool = False  # Basic Rules 4: shall not receive the pairing-allocated bye
    floated: bool = False  # floated in the previous round (3.10)

    @property
    def difference(self) -> int:
        return self.colours.count("w") - self.colours.count("b")

    def may_have(self, colour: str) -> bool:
        """5.1.1, 5.1.2: not the third time in succession, not three more of one colour than of the other."""
        after = self.difference + (1 if colour == "w" else -1)
        return self.colours[-2:] != colour * 2 and abs(after) < 3


@dataclass(frozen=True)
class Floater:
    player: Player
    kind: str  # DF came from above, UF from below


@dataclass
class Group:
    """What pairing a scoregroup gives: pairs in the order they were made, and the players transferred."""

    pairs: list[tuple[Player, Player]]
    floaters: list[Player]


@dataclass
class Round:
    """The round to be paired."""

    number: int
    last: bool = False
    median: int = 0
    initial: str = "w"
    maxi: bool = False
    forbidden: set[frozenset[int]] = field(default_factory=set)
    readings: Readings = Readings()

    # ------------------------------------------------------------------------------------ 2.1 compatible players

    def compatible(self, a: Player, b: Player) -> bool:
        """2.1: they have not met and a legal colour allocation exists; in the last round colours yield (6)."""
        if a.tpn == b.tpn or b.tpn in a.met or frozenset((a.tpn, b.tpn)) in self.forbidden:
            return False
        if self.last and (self.readings.last_round == "everyone" or a.score == b.score):
            return True
        return any(a.may_have(colour) and b.may_have(OTHER[colour]) for colour in "wb")

    def due(self, player: Player) -> str | None:
        """5.1, 5.5, 5.6 (Basic Rules 8): the equalising colour, or if colours are equal the alternating one."""
        if not player.colours:
            return None
        alternating = OTHER[player.colours[-1]]
        if player.difference == 0 or (self.readings.due == "parity" and self.number % 2 == 1):
            return alternating
        return "b" if player.difference > 0 else "w"

    def suits(self, a: Player, b: Player) -> bool:
        """5.2: both can have the colour due to them."""
        return self.due(a) is None or self.due(b) is None or self.due(a) != self.due(b)

    # ------------------------------------------------------------------------------------ questions, by trial

    @cached_property
    def known(self) -> dict[frozenset[int], int]:
        return {}

    def most_pairs(self, players: list[Player]) -> int:
        """The largest number of compatible pairs, by trying every pairing."""
        if len(players) < 2:
            return 0
        key = frozenset(p.tpn for p in players)
        if key not in self.known:
            first, *rest = sorted(players, key=lambda p: p.tpn)
            best = 0
            for other in rest:
                if 2 * best >= len(players) - 1:
                    break
                if self.compatible(first, other):
                    best = max(best, 1 + self.most_pairs(without(rest, other)))
            if 2 * best < len(players) - 1:
                best = max(best, self.most_pairs(rest))
            self.known[key] = best
        return self.known[key]

    def can_pair_all(self, players: list[Player]) -> bool:
        return 2 * self.most_pairs(players) == len(players)

    def opponents_found(self, floaters: list[Player], group: list[Player]) -> int:
        """How many of the floaters can have different compatible opponents in the group."""
        if not floaters:
            return 0
        first, *rest = floaters
        found = [self.opponents_found(rest, group)]
        found += [1 + self.opponents_found(rest, without(group, o)) for o in group if self.compatible(first, o)]
        return max(found)

    # ------------------------------------------------------------------------------------ 1, 7.1 the bye

    def bye(self, players: list[Player]) -> Player | None:
        """1.1: lowest rank in the lowest scoregroup; 7.1: in round one the lowest rated; the others can be paired."""
        if len(players) % 2 == 0:
            return None

        def key(p):
            return (p.rating if self.number == 1 else p.score, -p.tpn)

        for player in sorted(players, key=key):
            if not player.barred and self.can_pair_all(without(players, player)):
                return player
        raise NoPairing("nobody can receive the pairing-allocated bye")

    # ------------------------------------------------------------------------------------ 2.2 the round

    def pair(self, players: list[Player]) -> tuple[list[tuple[int, int]], int | None]:
        """(white, black) of every game, and the player with the bye."""
        bye = self.bye(players)
        paired = without(players, bye) if bye else list(players)
        if not self.can_pair_all(paired):
            raise NoPairing("no compatible pairing of all players exists (2.1)")
        games = self.first_round(paired) if self.number == 1 else self.later_round(paired)
        return games, bye.tpn if bye else None

    def first_round(self, players: list[Player]) -> list[tuple[int, int]]:
        """7.2: 1 v n/2+1, 2 v n/2+2 ...; #1's colour by lot, the odd ones of the top half have the same colour."""
        games = []
        for index, (a, b) in enumerate(self.pair_all(players, [], DOWN)):
            colour = self.initial if index % 2 == 0 else OTHER[self.initial]
            games.append((a.tpn, b.tpn) if colour == "w" else (b.tpn, a.tpn))
        return games

    def later_round(self, players: list[Player]) -> list[tuple[int, int]]:
        """2.2: from the top down to the median, from the bottom up to it, the median last."""
        scores = sorted({p.score for p in players})
        higher = [s for s in reversed(scores) if s > self.median]
        lower = [s for s in scores if s < self.median]
        above, from_above = self.pair_side(players, higher, DOWN)
        below, from_below = self.pair_side(players, lower, UP)
        residents = [p for p in players if p.score == self.median]
        middle = self.pair_median(residents, from_above, from_below, above, below)
        games = [self.colours(a, b, upper=True) for group in above for a, b in group]
        games += [self.colours(a, b, upper=False) for group in below for a, b in group]
        return games + [self.colours(a, b, upper=True) for a, b in middle]

    def pair_side(self, players, scores, direction) -> tuple[list[list[tuple[Player, Player]]], list[Player]]:
        """The scoregroups of one side in turn; floaters go to the next one, the last ones to the median (3.2.1)."""
        kind = "DF" if direction == DOWN else "UF"
        made, floaters = [], []
        for score, following in zip(scores, [*scores[1:], self.median], strict=False):
            residents = [p for p in players if p.score == score]
            adjacent = [p for p in players if p.score == following]
            group = self.pair_group(residents, [Floater(p, kind) for p in floaters], adjacent, direction)
            made.append(group.pairs)
            floaters = group.floaters
        return made, floaters

    def pair_median(self, residents, from_above, from_below, above, below) -> list[tuple[Player, Player]]:
        """2.2, 2.6: the median, paired downward; while that is impossible a neighbour's pairing is cracked."""
        from_above, from_below = list(from_above), list(from_below)
        counted = [len(from_above), len(from_below)]
        while not self.can_pair_all(residents + from_above + from_below):
            if self.readings.crack_count == "recount":
                counted = [len(from_above), len(from_below)]
            lower_first = counted[0] > counted[1]  # 2.6.1, otherwise 2.6.2
            sides = [(below, from_below), (above, from_above)]
            made, joins = next(side for side in (sides if lower_first else sides[::-1]) if any(side[0]))
            nearest = [group for group in made if group][-1]
            joins += nearest.pop(-1 if self.readings.crack == "last" else 0)
        incoming = [Floater(p, "DF") for p in from_above] + [Floater(p, "UF") for p in from_below]
        return self.pair_all(residents, incoming, DOWN)

    # ------------------------------------------------------------------------------------ 2.3, 3 floaters

    def pair_group(self, residents, incoming: list[Floater], adjacent, direction) -> Group:
        """2.3-2.5: floaters are transferred first, then the others are paired."""
        members = residents + [f.player for f in incoming]
        floaters = self.choose_floaters(members, [f.player for f in incoming], adjacent, direction)
        stay = [p for p in residents if p not in floaters]
        return Group(self.pair_all(stay, [f for f in incoming if f.player not in floaters], direction), floaters)

    def choose_floaters(self, members, incoming, adjacent, direction) -> list[Player]:
        """2.3, 3.10.2, 4.4: the group keeps as many pairings as it can have; the others float, one after the other."""
        pairs = self.most_pairs(members)
        staying, floaters = list(members), []
        while len(staying) > 2 * pairs:
            order = sorted(
                staying, key=lambda p: self.floater_preference(p, staying, floaters, incoming, adjacent, direction)
            )
            chosen = next(p for p in order if self.most_pairs(without(staying, p)) == pairs)
            floaters.append(chosen)
            staying.remove(chosen)
        return floaters

    def floater_preference(self, player, staying, chosen, incoming, adjacent, direction) -> tuple:
        """3.9.2 the smaller disadvantage; 3.10 not two rounds in succession; 3.2.2 colours; 3.2.4 number."""
        kind = self.disadvantage(player, chosen, incoming, adjacent, direction)
        previous = player.floated
        colour = not self.equalises(player, staying, direction)
        number = -player.tpn if direction == DOWN else player.tpn
        order = self.readings.floater_order
        if order == "previous":
            return previous, kind, colour, number
        return (kind, colour, previous, number) if order == "colour" else (kind, previous, colour, number)

    def disadvantage(self, player, chosen, incoming, adjacent, direction) -> int:
        """3.9.1: d = 0 not floated before, has an opponent next door; c = 1, b = 2, a = 3 floated before, has none.

        3.3, 3.4: opponents of floaters already chosen that are paired before this one do not count.
        """
        ahead = [p for p in chosen if pairing_order(p, direction) < pairing_order(player, direction)]
        found = self.opponents_found([*ahead, player], adjacent) > self.opponents_found(ahead, adjacent)
        return 2 * (player in incoming) + (not found)

    def equalises(self, player, staying, direction) -> bool:
        """3.2.2: the player is due the colour that more players are due (3.2.3: within 100 points, if Maxi)."""
        dues = [self.due(p) for p in staying]
        if dues.count("w") == dues.count("b"):
            return False
        if self.due(player) != ("w" if dues.count("w") > dues.count("b") else "b"):
            return False
        by_number = arranged(staying, direction)[-1]  # whom 3.2.4 would take
        return not self.maxi or abs(player.rating - by_number.rating) <= 100

    # ------------------------------------------------------------------------------------ 2.4, 3.6-3.8, 4 opponents

    def pair_all(self, residents, incoming: list[Floater], direction) -> list[tuple[Player, Player]]:
        """Floaters first (3.6, 3.7), then the first player of the arranged list, again and again (4.1)."""
        left, pairs = residents + [f.player for f in incoming], []

        def give(player, candidates, exchangeable):
            opponent = self.opponent(player, candidates, exchangeable, left)
            left.remove(player)
            left.remove(opponent)
            pairs.append((player, opponent))

        for floater in self.floaters_in_order(incoming, direction):
            if floater.player in left:
                candidates = self.floater_candidates(floater, left, incoming, direction)
                give(floater.player, candidates, candidates)
        while left:
            first, candidates, bottom = self.exchange_order(arranged(left, direction))
            give(first, candidates, bottom if self.readings.colour_exchange == "bottom" else candidates)
        return pairs

    def floaters_in_order(self, incoming, direction) -> list[Floater]:
        """3.6: downfloaters first, from the highest score, the highest number; 3.7: the mirror for upfloaters."""
        first = "DF" if direction == DOWN else "UF"

        def key(f):
            return f.kind != first, pairing_order(f.player, DOWN if f.kind == "DF" else UP)

        return sorted(incoming, key=key)

    def floater_candidates(self, floater, left, incoming, direction) -> list[Player]:
        """3.8: a downfloater looks from the highest number, an upfloater from the lowest."""
        look = DOWN if floater.kind == "DF" else UP
        if self.readings.upfloater_opponent == "highest":
            look = direction
        candidates = arranged(without(left, floater.player), look)
        if self.readings.median_opponents == "residents":
            others = [f.player for f in incoming]
            candidates.sort(key=lambda p: p in others)
        return candidates

    @staticmethod
    def exchange_order(group: list[Player]) -> tuple[Player, list[Player], list[Player]]:
        """4.2: the first player tries the bottom half in order, then the top half from its bottom (1: 4 5 6 3 2)."""
        half = len(group) // 2
        return group[0], group[half:] + group[half - 1 : 0 : -1], group[half:]

    def opponent(self, player, candidates, exchangeable, left) -> Player:
        """4.1, 4.4, 5.2: the first available opponent due another colour, or else the first available one."""
        available = [c for c in candidates if self.available(player, c, left)]
        first = available[0]
        for candidate in available:
            near = not self.maxi or abs(candidate.rating - first.rating) <= 100  # 3.8, 5.7
            if self.suits(player, candidate) and near and candidate in exchangeable:
                return candidate
        return first

    def available(self, player, candidate, left) -> bool:
        """Compatible, and the players left can still all be paired (4.4)."""
        return self.compatible(player, candidate) and self.can_pair_all(without(without(left, player), candidate))

    # ------------------------------------------------------------------------------------ 5 colours

    def colours(self, a: Player, b: Player, upper: bool) -> tuple[int, int]:
        """(white, black) of a pair made in the median or above it (upper), or below it."""
        colour = self.by_limits(a, b) or self.by_due(a, b) or by_history(a, b) or self.by_rank(a, b, upper)
        return (a.tpn, b.tpn) if colour == "w" else (b.tpn, a.tpn)

    def by_limits(self, a, b) -> str | None:
        """5.1, 5.3: the only permissible allocation."""
        legal = [colour for colour in "wb" if a.may_have(colour) and b.may_have(OTHER[colour])]
        return legal[0] if len(legal) == 1 else None

    def by_due(self, a, b) -> str | None:
        """5.1, 5.2: each has the colour due."""
        if self.due(a) and self.due(b):
            return self.due(a) if self.due(a) != self.due(b) else None
        return self.due(a) or (OTHER[self.due(b)] if self.due(b) else None)

    def by_rank(self, a, b, upper) -> str:
        """5.4: the same colours so far: the higher ranked decides in the median and above, the lower ranked below."""
        higher, lower = sorted((a, b), key=lambda p: p.tpn)
        decides = higher if upper else lower
        colour = self.due(decides) or self.initial
        return colour if decides == a else OTHER[colour]


def without(players: list[Player], player: Player) -> list[Player]:
    return [p for p in players if p.tpn != player.tpn]


def arranged(players: list[Player], direction: str) -> list[Player]:
    """2.4: in the order of the pairing numbers; the mirror when pairing upwards."""
    return sorted(players, key=lambda p: p.tpn, reverse=direction == UP)


def pairing_order(player: Player, direction: str) -> tuple[int, int]:
    """3.6.1, 3.6.2: highest score, then highest number; 3.7.1, 3.7.2: lowest score, then lowest number."""
    return (-player.score, player.tpn) if direction == DOWN else (player.score, -player.tpn)


def by_history(a: Player, b: Player) -> str | None:
    """5.4: going back, the first difference; each has the colour the other had then."""
    for mine, other in zip(reversed(a.colours), reversed(b.colours), strict=False):
        if mine != other:
            return other
    return None


# ---------------------------------------------------------------------------------------------- from a tournament


def transferred(score: int, opponent: int, median: int) -> bool:
    """2.3, 3.2.1: which of two unequal scores floated: the pair met in the scoregroup nearest to the median."""
    if (score - median) * (opponent - median) < 0:
        return True
    return abs(score - median) > abs(opponent - median)


def median_score(event: Event, rounds: int) -> int:
    """2.2: half of what the rounds played can give."""
    return rounds * event.points.win // 2


def player_of(event: Event, tpn: int, readings: Readings) -> Player:
    row, done = event.cells[tpn], event.played_rounds
    played = [cell for cell in row if cell.played]
    barred = any(c.result == "U" or (not c.played and event.points.of(c.result) >= event.points.win) for c in row)
    floated = False
    if done and row[-1].played:
        score, opponent = event.score(tpn, done - 1), event.score(row[-1].opponent, done - 1)
        floated = (
            score != opponent
            if readings.floated == "unequal"
            else transferred(score, opponent, median_score(event, done - 1))
        )
    return Player(
        tpn,
        event.score(tpn),
        "".join(c.colour for c in played),
        frozenset(c.opponent for c in played),
        event.rating.get(tpn, 0),
        barred,
        floated,
    )


def round_of(event: Event, maxi: bool = False, readings: Readings = DEFAULT) -> tuple[Round, list[Player]]:
    """The round to be paired and its players."""
    number = event.played_rounds + 1
    players = [player_of(event, tpn, readings) for tpn in event.cells if tpn not in event.absent]
    return Round(
        number,
        number == event.rounds,
        median_score(event, number - 1),
        event.initial,
        maxi,
        event.forbidden_pairs(number),
        readings,
    ), players


def next_round(event: Event, maxi: bool = False, readings: Readings = DEFAULT):
    """The games [(white, black)] and the bye of the next round; raises NoPairing."""
    paired, players = round_of(event, maxi, readings)
    games, bye = paired.pair(players)
    return board_order(event, games), bye


def board_order(event: Event, games: list[tuple[int, int]]) -> list[tuple[int, int]]:
    """General Handling 3.6 (recommended): higher score, sum of scores, number of the higher ranked."""

    def key(game):
        high, low = sorted(game, key=lambda tpn: (-event.score(tpn), tpn))
        return -event.score(high), -event.score(high) - event.score(low), high

    return sorted(games, key=key)


def sensitive(event: Event, answer: Games | None) -> list[str]:
    """The other readings under which this round would be paired otherwise."""
    return course.sensitive(
        event, answer, ALTERNATIVES, lambda one, chosen: next_round(one, readings=replace(Readings(), **chosen))
    )


def main(arguments: list[str]) -> int:
    """The command line."""
    from literal import lim_events

    return course.command_line(
        __doc__, arguments, lim_events, lambda event, maxi, chosen: next_round(event, maxi, Readings(**chosen))
    )


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
