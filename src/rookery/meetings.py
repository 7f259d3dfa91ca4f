"""A participant's round: a game, a two-game match or a team match seen from one side, or none at all.

What did somebody do in a round, against whom, with which colour, for how many points: a `Meeting`. What does that count
for: its `Kind`, the one table of byes and forfeits. What were all meetings of a round: a `Sheet`, which `Reader` makes.

>>> print(truth_table())
round           paired  met  colour  float      bars the bye  a win
played          yes     yes  yes     by scores  no            no
forfeit win     yes     no   no      by points  by points     yes
forfeit loss    yes     no   no      by points  by points     no
allocated bye   yes     no   no      down       yes           no
full-point bye  no      no   no      by points  by points     yes
half-point bye  no      no   no      by points  by points     no
zero-point bye  no      no   no      by points  by points     no
not entered     no      no   no      by points  by points     no
pending         yes     no   no      no         no            no
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import cache, lru_cache
from itertools import repeat
from operator import itemgetter

from rookery.model import Bye, ByeKind, Colour, Ending, Game, Match, Points, PointSystem, Result, Round, Tournament
from rookery.model.unchecked import rows
from rookery.regulations import scheme
from rookery.scoring import bye_table, letter, match_points, outcome_table
from rookery.typed import Any
from rookery.values import Enum, NamedTuple


class Kind(Enum):
    """What became of a participant's round, and what it counts for.

    `paired`: taken into account when the round was paired. `met`: a meeting that may not be repeated, and a colour
    (C.04.2 3.4, 3.5). `floats`: "by scores" against the opponent, "by points" if it gave more than a loss (C.04.3 1.4).
    `bars` from the allocated bye: "by points" if it gave a win's worth or more (C.04.1 4). `wins`: a win without
    playing, which bars where matches are played (C.04.5 2.1.2, C.04.6 2.1.2).
    """

    __hash__ = object.__hash__  # there is one of each

    paired: bool
    met: bool
    floats: str
    bars: str
    wins: bool

    PLAYED = "played", True, True, "by scores", "no"
    FORFEIT_WIN = "forfeit win", True, False, "by points", "by points", True
    FORFEIT_LOSS = "forfeit loss", True, False, "by points", "by points"
    ALLOCATED_BYE = "allocated bye", True, False, "down", "yes"
    FULL_BYE = "full-point bye", False, False, "by points", "by points", True
    HALF_BYE = "half-point bye", False, False, "by points", "by points"
    ZERO_BYE = "zero-point bye", False, False, "by points", "by points"
    NOT_ENTERED = "not entered", False, False, "by points", "by points"
    PENDING = "pending", True, False, "no", "no"

    def __new__(cls, text: str, paired: bool, met: bool, floats: str, bars: str, wins: bool = False) -> Kind:
        member = object.__new__(cls)
        member._value_ = text
        member.paired, member.met, member.floats, member.bars, member.wins = paired, met, floats, bars, wins
        return member


def truth_table() -> str:
    """What each kind of round counts for, as a table for people."""
    said = ("no", "yes")
    rows = [("round", "paired", "met", "colour", "float", "bars the bye", "a win")]
    rows += [(str(k.value), said[k.paired], said[k.met], said[k.met], k.floats, k.bars, said[k.wins]) for k in Kind]
    widths = (15, 7, 4, 7, 10, 13, 0)
    return "\n".join(" ".join(f"{cell:<{w}}" for cell, w in zip(row, widths, strict=True)).rstrip() for row in rows)


class Meeting(NamedTuple):
    """One round of one participant. `colour` is the scheduled one, also of a forfeit; points in tenths.

    `points` is the score used for ranking (in a team event the primary one), `secondary` the other of a team event.
    """

    kind: Kind
    opponent: int | None = None
    colour: Colour | None = None
    points: Points = 0
    secondary: Points = 0


Column = dict[int, Meeting]
"""One round: the meeting of every participant."""

BYES = {
    ByeKind.PAIRING_ALLOCATED: Kind.ALLOCATED_BYE,
    ByeKind.FULL: Kind.FULL_BYE,
    ByeKind.HALF: Kind.HALF_BYE,
    ByeKind.ZERO: Kind.ZERO_BYE,
    ByeKind.NOT_ENTERED: Kind.NOT_ENTERED,
}
"""What a round is for somebody with a bye."""
_FORFEITS = {
    Ending.FORFEIT_WIN: Kind.FORFEIT_WIN,
    Ending.FORFEIT_LOSS: Kind.FORFEIT_LOSS,
    Ending.PENDING: Kind.PENDING,
}
_meeting = rows(Meeting)
_ADJOURNED = Result.ADJOURNED.number

SPARSE = 8
"""Numbers larger than so many times as there are of them are looked up in a dictionary."""

_COLOURED: tuple[Colour | None, Colour | None] = (Colour.WHITE, Colour.BLACK)
_COLOURLESS: tuple[Colour | None, Colour | None] = (None, None)
_NAMED: dict[str, Colour | None] = {colour.value: colour for colour in Colour} | {"": None}


class Sheet:
    """A round in columns: everybody who played, and the meetings of the others.

    Who played stands in `who`, and at the same place of the other columns the opponent, the colour ("w", "b", or "" for
    none), the points and the secondary ones. Nothing is added once the reader has made it. `adjourned` says whether
    some game is to be finished later.
    """

    __slots__ = (
        "_column", "_faced", "_order", "_won", "adjourned", "colours", "opponents", "others", "points", "secondary",
        "who",
    )  # fmt: skip

    def __init__(self, whites: list[int], blacks: list[int], points: list[Points]) -> None:
        self.who = whites + blacks
        self.opponents = blacks + whites
        self.colours = ["w"] * len(whites) + ["b"] * len(blacks)
        self.points, self.secondary = points, points[:]
        self.others: Column = {}
        self.adjourned = False
        self._column: Column | None = None
        self._order: tuple[Mapping[int, object], Callable[[Sequence[Any]], tuple[Any, ...]]] | None = None
        self._faced: tuple[int, ...] | None = None
        self._won: tuple[Points, ...] | None = None

    def add(self, one: int, meeting: Meeting) -> None:
        """The meeting of one more participant."""
        kind, opponent, colour, points, secondary = meeting
        if kind is not Kind.PLAYED:
            self.others[one] = meeting
            return
        assert opponent is not None
        self.who.append(one)
        self.opponents.append(opponent)
        self.colours.append(colour.value if colour else "")
        self.points.append(points)
        self.secondary.append(secondary)

    def ordered(self, column: Sequence[Any], everybody: Mapping[int, object]) -> tuple[Any, ...]:
        """A column, of which first come those who played and then the others, in the order of everybody."""
        known = self._order
        if known is None or known[0] is not everybody:
            places = places_among([*self.who, *self.others], everybody)
            known = self._order = everybody, itemgetter(*places) if len(places) > 1 else tuple  # of one: no tuple
            self._faced = self._won = None
        return known[1](column)

    def faced(self, everybody: Mapping[int, object]) -> tuple[int, ...]:
        """Whom everybody played over the board, in their order; 0 for nobody."""
        order, found = self._order, self._faced
        if found is None or order is None or order[0] is not everybody:
            found = self._faced = self.ordered([*self.opponents, *[0] * len(self.others)], everybody)
        return found

    def won(self, everybody: Mapping[int, object]) -> tuple[Points, ...]:
        """The points of everybody, in their order."""
        order, found = self._order, self._won
        if found is None or order is None or order[0] is not everybody:
            others = [each.points for each in self.others.values()]
            found = self._won = self.ordered([*self.points, *others], everybody)
        return found

    @property
    def column(self) -> Column:
        """The meeting of every participant."""
        if self._column is None:
            self._column = self.made_column()
        return self._column

    def made_column(self) -> Column:
        """The same, for somebody who keeps the meetings in another order."""
        if self._column is not None:
            return self._column
        colours = map(_NAMED.__getitem__, self.colours)
        made = zip(repeat(Kind.PLAYED), self.opponents, colours, self.points, self.secondary, strict=False)
        return dict(zip(self.who, map(_meeting, made), strict=True)) | self.others


def places_among(who: Sequence[int], wanted: Iterable[int]) -> list[int]:
    """At which places those who are wanted stand, all of whom are there.

    >>> places_among([4, 2, 9], [2, 4, 9])
    [1, 0, 2]
    """
    place: dict[int, int] | list[int] = {}
    largest = max(who, default=0)
    if largest <= SPARSE * len(who):
        place = [0] * (largest + 1)  # where numbers are small a list is much quicker than a dictionary
    for at, one in enumerate(who):
        place[one] = at
    return [place[one] for one in wanted]


def _kinds(result: Result) -> tuple[Kind, Kind]:
    """What a game that ended so counts for on both sides."""
    return (Kind.PLAYED, Kind.PLAYED) if result.played else (_FORFEITS[result.white], _FORFEITS[result.black])


@cache
def _all_kinds() -> tuple[list[tuple[Kind, Kind]], frozenset[int]]:
    """What a game counts for on both sides, result by result; and the numbers of those over the board."""
    return [_kinds(result) for result in Result], frozenset(result.number for result in Result if result.played)


@lru_cache(64)
def _worth(system: PointSystem) -> tuple[list[Points], list[Points]]:
    """What a game is worth to White and to Black, result by result."""
    worth = outcome_table(system)
    return [worth[result.white] for result in Result], [worth[result.black] for result in Result]


class Reader:
    """Turns rounds into sheets of meetings."""

    def __init__(self, tournament: Tournament) -> None:
        plan = scheme(tournament.system)
        self.tournament = tournament
        self.kinds, self.played = _all_kinds()
        self.worth = _worth(tournament.points)
        self.byes = bye_table(tournament)
        self._free: dict[ByeKind, Meeting] = {}  # a round without a game, which is the same for all who have it
        self.by_games = tournament.team_event and plan.primary == "GP"
        system = tournament.match_points if tournament.team_event and not self.by_games else tournament.points
        self.win, self.loss = self._decisive(system.win, system.loss, plan.two_game_matches)
        self.special = [record for record in tournament.abnormal if record.kind]

    def _decisive(self, win: Points, loss: Points, two_games: bool) -> tuple[Points, Points]:
        """What a meeting won, and one lost, is worth."""
        times = 2 if two_games else 1
        if self.by_games:
            from rookery.matches import boards_per_match

            times = boards_per_match(self.tournament)
        return times * win, times * loss

    def sheet(self, round: Round, past: Sequence[Sheet]) -> Sheet:
        """The meetings of a round; who is not mentioned was absent, or had not entered yet."""
        sheet = self._games(round.games)
        for match in round.matches:
            for one, meeting in zip((match.white, match.black), self._match(match, round.player_byes), strict=True):
                sheet.add(one, meeting)
        if round.matches:
            sheet.adjourned = bool(round.adjourned)
        for bye in round.byes:
            sheet.others[bye.player] = self._bye(bye.kind)
        everybody = self.tournament.by_id
        if len(sheet.who) + len(sheet.others) < len(everybody):
            named = {*sheet.who, *sheet.others}
            for one in [one for one in everybody if one not in named]:
                before = past[-1].others.get(one) if past else None
                new = not past or (before is not None and before.kind is Kind.NOT_ENTERED)
                sheet.others[one] = self._bye(ByeKind.NOT_ENTERED if new else ByeKind.ZERO)
        if self.special:
            self._award(round, sheet, len(past) + 1)
        return sheet

    def _games(self, games: Sequence[Game]) -> Sheet:
        """The sheet of these games."""
        numbers, rest = [game.result.number for game in games], []
        if not self.played.issuperset(numbers):
            rest = [game for game in games if game.result.number not in self.played]
            games = [game for game in games if game.result.number in self.played]
            numbers = [game.result.number for game in games]
        white, black = self.worth
        worth = [white[number] for number in numbers] + [black[number] for number in numbers]
        sheet = Sheet([game.white for game in games], [game.black for game in games], worth)
        sheet.adjourned = _ADJOURNED in numbers
        for game in rest:
            number = game.result.number
            sides = _COLOURED if game.coloured else _COLOURLESS
            for side, one, other in ((0, game.white, game.black), (1, game.black, game.white)):
                points = self.worth[side][number]
                sheet.others[one] = Meeting(self.kinds[number][side], other, sides[side], points, points)
        return sheet

    def _bye(self, kind: ByeKind) -> Meeting:
        found = self._free.get(kind)
        if found is None:
            found = self._free[kind] = self._meeting(BYES[kind], None, None, *self.byes[kind])
        return found

    def _meeting(
        self, kind: Kind, opponent: int | None, colour: Colour | None, matches: Points, games: Points
    ) -> Meeting:
        """A meeting with its points: match and game points of a team, the same thing twice otherwise."""
        return Meeting(kind, opponent, colour, *self._both(matches, games))

    def _both(self, matches: Points, games: Points) -> tuple[Points, Points]:
        """The points for ranking, and the others."""
        return (games, matches) if self.by_games else (matches, games)

    def _match(self, match: Match, unopposed: Sequence[Bye]) -> tuple[Meeting, Meeting]:
        kinds, coloured = match_kinds(self.tournament, match)
        first, second = match_points(self.tournament, match, unopposed)
        colours = (Colour.WHITE, Colour.BLACK) if coloured else (None, None)
        return (
            self._meeting(kinds[0], match.black, colours[0], *first),
            self._meeting(kinds[1], match.white, colours[1], *second),
        )

    def _award(self, round: Round, sheet: Sheet, number: int) -> None:
        """Points out of the ordinary replace those of the result they name (record 299)."""
        letters, place = _letters(round, self.tournament), {one: i for i, one in enumerate(sheet.who)}
        for record in self.special:
            first = record.match_points if self.tournament.team_event else record.points
            points, secondary = self._both(first, record.points)
            for one in record.players if record.round in (None, 0, number) else ():
                if letters.get(one, "Z") != record.kind:
                    continue
                if one in place:
                    sheet.points[place[one]], sheet.secondary[place[one]] = points, secondary
                elif one in sheet.others:
                    sheet.others[one] = sheet.others[one]._replace(points=points, secondary=secondary)


def _letters(round: Round, tournament: Tournament) -> dict[int, str]:
    """The letter by which record 299 names everybody's result; who has none was absent (Z)."""
    found = {bye.player: bye.kind.value.replace(" ", "Z") for bye in round.byes}
    for game in round.games:
        found[game.white], found[game.black] = letter(game.result.white), letter(game.result.black)
    for match in round.matches:
        (_, white), (_, black) = match_points(tournament, match, round.player_byes)
        signs = ("W", "L") if white > black else ("L", "W") if black > white else ("D", "D")
        if match.forfeit is not None:
            signs = letter(match.forfeit.white), letter(match.forfeit.black)
        found[match.white], found[match.black] = signs
    return found


def match_kinds(tournament: Tournament, match: Match) -> tuple[tuple[Kind, Kind], bool]:
    """What a match counts for on both sides, and whether it gives a colour.

    A team match is played if one board was (C.04.6). A two-game match is forfeited only if a player forfeits both
    games; otherwise it is played, but without a single game played it gives no colour (C.04.5 preface, 1.6).
    """
    results = [game.result for game in match.games]
    if match.forfeit is not None:
        return (_FORFEITS[match.forfeit.white], _FORFEITS[match.forfeit.black]), True
    if match.open:
        return (Kind.PENDING, Kind.PENDING), True
    if any(result.played for result in results):
        return (Kind.PLAYED, Kind.PLAYED), True
    from rookery.matches import sides

    white, black = zip(*sides(tournament, match), strict=True)
    if not tournament.team_event and not any(all(s is Ending.FORFEIT_LOSS for s in half) for half in (white, black)):
        return (Kind.PLAYED, Kind.PLAYED), False
    up = [half.count(Ending.FORFEIT_WIN) for half in (white, black)]
    if up[0] > up[1]:
        return (Kind.FORFEIT_WIN, Kind.FORFEIT_LOSS), True
    if up[1] > up[0]:
        return (Kind.FORFEIT_LOSS, Kind.FORFEIT_WIN), True
    return (Kind.FORFEIT_LOSS, Kind.FORFEIT_LOSS), True
