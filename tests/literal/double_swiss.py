"""The Double-Swiss Pairing System (FIDE C.04.5, 2026), by plain enumeration: slow, literal, for small fields.

    python tests/literal double_swiss FILE.trf                    next match pairing: "white black" lines, bye
    "player 0" python tests/literal double_swiss --random S0 S1 NMIN NMAX    random positions with answers, one JSON
    object per line python tests/literal double_swiss --selftest                  the handbook's examples and the
    legality checks option: --reading NAME=VALUE (see Readings)

Every pairing is a match of two games. In the file, match k takes the TRF rounds 2k-1 and 2k, one per game, colours
reversed; a bye fills both columns; 142 (and 240, 260) count columns. "White" of a pair has White in the first game.
Every set of upfloaters and every pairing of a bracket is listed and judged; nothing is clever. Points are tenths.
"""

from __future__ import annotations

import sys
from dataclasses import dataclass, field, replace
from functools import cached_property
from itertools import combinations

from literal import course
from literal.course import Games, NoPairing
from literal.events import PLAYED, Cell, Event, write_event

OTHER = {"w": "b", "b": "w"}


@dataclass(frozen=True)
class Readings:
    """What was decided where the text leaves a choice; the first value is the decision."""

    c6: str = "met"  # 2.3.3 | graded: fewest upfloaters in the following bracket, when none is without
    following: str = "standings"  # 2.3.3 | left: the next scoregroup that still has players
    numbering: str = "paired"  # 4.3.1 | declared: players never yet paired keep their number (General Handling 2.4)
    floated: str = "matches"  # 1.5   | pairings: a forfeited match against another score floats as well


DEFAULT = Readings()


ALTERNATIVES = {"c6": ["graded"], "following": ["left"], "numbering": ["declared"], "floated": ["pairings"]}


@dataclass(frozen=True)
class Player:
    id: int  # number in the file
    tpn: int
    score: int = 0
    colours: str = ""  # first-game colours of matches with a game played (1.6)
    met: frozenset[int] = frozenset()  # ids of opponents of matches not forfeited
    matches: int = 0  # matches played (3.4.3)
    barred: bool = False  # [C2]
    floated: bool = False  # floater in the previous round (1.5)


Pair = tuple[Player, Player]


@dataclass
class Round:
    """The round to be paired."""

    players: list[Player]
    last: bool = False
    initial: str = "w"
    forbidden: set[frozenset[int]] = field(default_factory=set)
    readings: Readings = Readings()

    # ------------------------------------------------------------------------------------ 2.1, 2.2 legality

    def legal(self, a: Player, b: Player) -> bool:
        """2.1.1 [C1]: two players who have met shall not meet again."""
        return b.id not in a.met and frozenset((a.id, b.id)) not in self.forbidden

    @cached_property
    def known(self) -> dict[frozenset[int], bool]:
        return {}

    def complete(self, players) -> bool:
        """2.2.1 [C3]: a legal pairing of all these players exists; found by trying."""
        if len(players) % 2:
            return False
        if not players:
            return True
        key = frozenset(p.id for p in players)
        if key not in self.known:
            first, *rest = sorted(players, key=lambda p: p.tpn)
            self.known[key] = any(self.legal(first, o) and self.complete(minus(rest, [o])) for o in rest)
        return self.known[key]

    # ------------------------------------------------------------------------------------ 3.3 outlook, 3.4 bye

    def pair(self) -> tuple[list[tuple[int, int]], int | None]:
        """3.3.2: the bye, then bracket after bracket, then the colours."""
        bye = self.bye()
        left = minus(self.players, [bye] if bye else [])
        if not self.complete(left):
            raise NoPairing("no legal round-pairing exists (3.3.3)")
        pairs: list[Pair] = []
        while left:
            residents = top_scoregroup(left)
            upfloaters = self.upfloaters(residents, minus(left, residents))
            pairs += self.pairing(residents, upfloaters)
            left = minus(left, residents + upfloaters)
        return [self.colours(a, b) for a, b in pairs], bye.id if bye else None

    def bye(self) -> Player | None:
        """3.4: leaves a legal pairing, lowest score, most matches played, largest TPN; [C2] not barred."""
        if len(self.players) % 2 == 0:
            return None
        able = [p for p in self.players if not p.barred and self.complete(minus(self.players, [p]))]
        if not able:
            raise NoPairing("nobody can receive the pairing-allocated bye (3.4)")
        return min(able, key=lambda p: (p.score, -p.matches, -p.tpn))

    # ------------------------------------------------------------------------------------ 3.5 upfloaters

    def upfloaters(self, residents: list[Player], lower: list[Player]) -> list[Player]:
        """3.5: of all sets that are legal, [C4] the smallest, [C5] the highest scores, then [C6], [C7], 3.5.4."""
        potential = sorted(lower, key=lambda p: (-p.score, p.tpn))  # 3.5.3
        for size in range(len(residents) % 2, len(potential) + 1, 2):  # [C4]
            sets = [
                list(chosen)
                for chosen in combinations(potential, size)
                if self.complete(residents + list(chosen)) and self.complete(minus(lower, chosen))
            ]
            if sets:
                best = max(map(ascending_scores, sets))  # [C5]
                sets = [chosen for chosen in sets if ascending_scores(chosen) == best]
                return min(
                    sets,
                    key=lambda chosen: (
                        self.following_spoilt(residents, minus(lower, chosen)),
                        self.floated_again(chosen),
                        [p.tpn for p in chosen],
                    ),
                )
        raise NoPairing("no set of upfloaters completes the bracket")

    def following_spoilt(self, residents: list[Player], rest: list[Player]) -> int:
        """2.3.3 [C6]: does the following scoregroup need more upfloaters than its number of players asks for?"""
        pool = rest if self.readings.following == "left" else self.players
        below = [p.score for p in pool if p.score < residents[0].score]
        group = [p for p in rest if below and p.score == max(below)]
        if not group:
            return 0
        needed, fewest = self.upfloaters_needed(group, minus(rest, group)), len(group) % 2
        return needed if self.readings.c6 == "graded" else int(needed > fewest)

    def upfloaters_needed(self, group: list[Player], lower: list[Player]) -> int:
        return next(
            size
            for size in range(len(group) % 2, len(lower) + 1, 2)
            for chosen in combinations(lower, size)
            if self.complete(group + list(chosen)) and self.complete(minus(lower, chosen))
        )

    def floated_again(self, upfloaters: list[Player]) -> int:
        """2.3.4 [C7]: upfloaters that were floaters in the previous round; not in the last round."""
        return 0 if self.last else sum(p.floated for p in upfloaters)

    # ------------------------------------------------------------------------------------ 3.6 pairing of a bracket

    def pairing(self, residents: list[Player], upfloaters: list[Player]) -> list[Pair]:
        """3.6.4: [C1], [C8], then the first identifier.

        Two upfloaters never meet: without them the bracket and the rest could be paired, against [C4].
        """
        best = min(
            self.pairings(residents + upfloaters),
            key=lambda pairs: (self.opponents_floated(pairs, upfloaters), identifier(pairs)),
        )
        assert not any(a in upfloaters and b in upfloaters for a, b in best)
        return best

    def pairings(self, bracket: list[Player]):
        """Every legal pairing of the bracket, each pair as (top member, bottom member) (3.6.1)."""
        if not bracket:
            yield []
            return
        top, *rest = sorted(bracket, key=lambda p: p.tpn)
        for bottom in rest:
            if self.legal(top, bottom):
                for others in self.pairings(minus(rest, [bottom])):
                    yield [(top, bottom), *others]

    def opponents_floated(self, pairs: list[Pair], upfloaters: list[Player]) -> int:
        """2.3.5 [C8]: upfloaters' opponents that were floaters in the previous round; not in the last round."""
        opponents = {b for a, b in pairs if a in upfloaters} | {a for a, b in pairs if b in upfloaters}
        return 0 if self.last else sum(p.floated for p in opponents)

    # ------------------------------------------------------------------------------------ 4 colours

    def colours(self, a: Player, b: Player) -> tuple[int, int]:
        """4.2, 4.3: ids of (White, Black) of the first game; the higher ranked player's colour by the first rule."""
        higher, lower = sorted((a, b), key=lambda p: (-p.score, p.tpn))
        rules = (self.initial_colour, fewer_whites, last_difference, alternate_higher, alternate_lower)
        colour = next(found for found in (rule(higher, lower) for rule in rules) if found)
        return (higher.id, lower.id) if colour == "w" else (lower.id, higher.id)

    def initial_colour(self, higher: Player, lower: Player) -> str | None:
        """4.3.1: both have yet to play a match (none gave a colour, 1.6): an odd TPN has the initial-colour."""
        if higher.colours or lower.colours:
            return None
        return self.initial if higher.tpn % 2 else OTHER[self.initial]


def fewer_whites(higher: Player, lower: Player) -> str | None:
    """4.3.2: White to the player who had fewer Whites."""
    mine, other = higher.colours.count("w"), lower.colours.count("w")
    return None if mine == other else "w" if mine < other else "b"


def last_difference(higher: Player, lower: Player) -> str | None:
    """4.3.3: alternate to the most recent time one had White and the other Black (General Handling 3.4)."""
    for mine, other in zip(reversed(higher.colours), reversed(lower.colours), strict=False):
        if mine != other:
            return other
    return None


def alternate_higher(higher: Player, lower: Player) -> str | None:
    """4.3.4: alternate the higher ranked player's colour of the last played match."""
    return OTHER[higher.colours[-1]] if higher.colours else None


def alternate_lower(higher: Player, lower: Player) -> str | None:
    """4.3.5: alternate the opponent's colour of the last played match."""
    return lower.colours[-1] if lower.colours else None


def top_scoregroup(left: list[Player]) -> list[Player]:
    """3.2: the players with the highest score among those yet to be paired."""
    highest = max(p.score for p in left)
    return [p for p in left if p.score == highest]


def ascending_scores(players: list[Player]) -> list[int]:
    return sorted(p.score for p in players)


def identifier(pairs: list[Pair]) -> list[int]:
    """3.6.2: the top members' TPNs in ascending order, then those of the corresponding bottom members."""
    ordered = sorted((a.tpn, b.tpn) for a, b in pairs)
    return [top for top, _ in ordered] + [bottom for _, bottom in ordered]


def minus(players, others) -> list[Player]:
    gone = {p.id for p in others}
    return [p for p in players if p.id not in gone]


# ---------------------------------------------------------------------------------------------- from a tournament


@dataclass(frozen=True)
class Match:
    """One match of one player: both games' cells and the opponent's."""

    games: tuple[Cell, Cell]
    opponent_games: tuple[Cell, ...] = ()

    @property
    def opponent(self) -> int:
        return self.games[0].opponent

    @property
    def forfeited(self) -> bool:
        """Preface: at least one player forfeits both games."""
        return bool(self.opponent) and any(
            all(c.result == "-" for c in side) for side in (self.games, self.opponent_games)
        )

    @property
    def played(self) -> bool:
        return bool(self.opponent) and not self.forfeited

    @property
    def colour(self) -> str:
        """1.6: the colour of the first game if at least one game was played."""
        return self.games[0].colour if self.played and any(c.result in PLAYED for c in self.games) else ""

    @property
    def bars(self) -> bool:
        """[C2]: a bye by the pairing, a match won by forfeit, a full-point bye."""
        won = (
            self.forfeited
            and all(c.result == "-" for c in self.opponent_games)
            and any(c.result == "+" for c in self.games)
        )
        return won or (not self.opponent and self.games[0].result in "UF")


def match_of(event: Event, player: int, number: int) -> Match:
    first, second = (event.cells[player][2 * number + game] for game in (0, 1))
    assert first.opponent == second.opponent, f"player {player}, match {number + 1}: two opponents"
    theirs = event.cells[first.opponent][2 * number : 2 * number + 2] if first.opponent else ()
    return Match((first, second), tuple(theirs))


def match_points(event: Event, match: Match) -> int:
    """Preface, 1.4: the points of both games; the bye by the pairing is worth a game won and a game drawn."""
    if not match.opponent and match.games[0].result == "U":
        return event.points.win + event.points.draw if event.points.pab is None else event.points.pab
    return sum(event.points.of(game.result) for game in match.games)


def score(event: Event, player: int, matches: int) -> int:
    return sum(match_points(event, match_of(event, player, k)) for k in range(matches))


def players_of(event: Event, readings: Readings) -> list[Player]:
    """The players to be paired, numbered among those ever paired (General Handling 2.4)."""
    done = event.played_rounds // 2
    history = {p: [match_of(event, p, k) for k in range(done)] for p in event.cells}
    numbered = [
        p
        for p, row in sorted(history.items())
        if readings.numbering == "declared"
        or p not in event.absent
        or any(m.opponent or m.games[0].result == "U" for m in row)
    ]
    tpn = {player: index for index, player in enumerate(numbered, 1)}
    return [player_of(event, p, tpn[p], history[p], readings) for p in history if p not in event.absent]


def player_of(event: Event, player: int, tpn: int, row: list[Match], readings: Readings) -> Player:
    done, floated = len(row), False
    if row and (row[-1].played or (readings.floated == "pairings" and row[-1].opponent)):
        floated = score(event, player, done - 1) != score(event, row[-1].opponent, done - 1)
    return Player(
        player,
        tpn,
        score(event, player, done),
        "".join(m.colour for m in row),
        frozenset(m.opponent for m in row if m.played),
        sum(m.played for m in row),
        any(m.bars for m in row),
        floated,
    )


def round_of(event: Event, readings: Readings = DEFAULT) -> Round:
    column = event.played_rounds + 1
    return Round(
        players_of(event, readings), column + 1 >= event.rounds, event.initial, event.forbidden_pairs(column), readings
    )


def next_round(event: Event, readings: Readings = DEFAULT):
    """The matches [(white, black)] and the bye of the next round; raises NoPairing."""
    paired = round_of(event, readings)
    games, bye = paired.pair()
    points = {p.id: p.score for p in paired.players}

    def key(game):
        high, low = sorted(game, key=lambda p: (-points[p], p))
        return -points[high], -points[high] - points[low], high

    return sorted(games, key=key), bye


def write_matches(event: Event) -> str:
    """The event as a file: announced byes in both columns, points by match."""
    full = replace(
        event,
        cells={
            p: row + [Cell(0, "-", event.absent[p])] * 2 if p in event.absent else row for p, row in event.cells.items()
        },
        absent={},
    )
    lines = []
    for line in write_event(full).splitlines():
        if line.startswith("001"):
            player = int(line[4:8])
            total = score(full, player, len(full.cells[player]) // 2)
            line = f"{line[:80]}{total / 10:4.1f}{line[84:]}"
        lines.append(line)
    for letter in "FHZ":
        ids = sorted(p for p, code in event.absent.items() if code == letter)
        for column in (1, 2) if ids else ():
            lines.append(f"240 {letter} {event.played_rounds + column:3d} " + " ".join(f"{p:4d}" for p in ids))
    return "\n".join(lines) + "\n"


def sensitive(event: Event, answer: Games | None) -> list[str]:
    """The other readings under which this round would be paired otherwise."""
    return course.sensitive(
        event, answer, ALTERNATIVES, lambda one, chosen: next_round(one, replace(Readings(), **chosen))
    )


def main(arguments: list[str]) -> int:
    """The command line."""
    from literal import double_swiss_events

    return course.command_line(
        __doc__, arguments, double_swiss_events, lambda event, maxi, chosen: next_round(event, Readings(**chosen))
    )


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
