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

from collections.abc import Iterable, Mapping, Sequence
from functools import cache, lru_cache
from itertools import compress, repeat
from operator import not_

from rookery.model import Bye, ByeKind, Colour, Ending, Game, Match, Points, PointSystem, Result, Round, Tournament
from rookery.model.unchecked import rows
from rookery.regulations import scheme
from rookery.scoring import bye_table, letter, match_points, outcome_table
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


class Everybody:
    """All who take part, in the order of their numbers, and the place of each in it; nobody, who is 0, is at the first.

    >>> everybody = Everybody([2, 4, 9])
    >>> everybody.ids, everybody.place[9]
    ((2, 4, 9), 2)
    """

    __slots__ = ("ids", "place")

    def __init__(self, ids: Iterable[int]) -> None:
        self.ids = tuple(ids)
        self.place: Mapping[int, int] | list[int] = _places(self.ids)


def _places(ids: tuple[int, ...]) -> Mapping[int, int] | list[int]:
    """At which place each of these stands."""
    largest = max(ids, default=0)
    if largest == len(ids):
        return [0, *range(largest)]
    if largest > SPARSE * len(ids):
        return {0: 0, **dict(zip(ids, range(len(ids)), strict=True))}
    place = [0] * (largest + 1)  # where numbers are small a list is much quicker than a dictionary
    for at, one in enumerate(ids):
        place[one] = at
    return place


class Sheet:
    """A round in columns, in the order of everybody: whom each played over the board, the colour, the points.

    `opponents` has 0 where somebody did not play, whose meeting is in `others`, and `colours` "w", "b", or "" for none;
    `points` and `secondary` are those of everybody. Nothing is added once the reader has made it. `adjourned` says
    whether some game is to be finished later, `pending` whether any is still being played.
    """

    __slots__ = (
        "_column",
        "adjourned",
        "colours",
        "everybody",
        "opponents",
        "others",
        "pending",
        "points",
        "secondary",
    )

    def __init__(self, everybody: Everybody, two_scores: bool = True) -> None:
        size = len(everybody.ids)
        self.everybody = everybody
        self.opponents, self.colours, self.points = [0] * size, [""] * size, [0] * size
        self.secondary = [0] * size if two_scores else self.points
        self.others: Column = {}
        self.adjourned = self.pending = False
        self._column: Column | None = None

    def add(self, one: int, meeting: Meeting) -> None:
        """The meeting of one more participant, or another one of the same."""
        kind, opponent, colour, points, secondary = meeting
        at = self.everybody.place[one]
        self.secondary[at], self.points[at] = secondary, points
        if kind is not Kind.PLAYED:
            self.others[one] = meeting
            self.pending |= kind is Kind.PENDING
            return
        assert opponent is not None
        self.opponents[at] = opponent
        self.colours[at] = colour.value if colour else ""

    @property
    def boards(self) -> list[tuple[int, int]]:
        """Who played each other over the board, each two once."""
        pairs = zip(self.everybody.ids, self.opponents, strict=True)
        return [(one, other) for one, other in pairs if one < other]

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
        return dict(zip(self.everybody.ids, map(_meeting, made), strict=True)) | self.others


def _kinds(result: Result) -> tuple[Kind, Kind]:
    """What a game that ended so counts for on both sides."""
    return (Kind.PLAYED, Kind.PLAYED) if result.played else (_FORFEITS[result.white], _FORFEITS[result.black])


@cache
def _all_kinds() -> list[tuple[Kind, Kind]]:
    """What a game counts for on both sides, result by result."""
    return [_kinds(result) for result in Result]


@lru_cache(64)
def _worth(system: PointSystem) -> tuple[list[tuple[Points, Points]], list[tuple[Points, Points] | None]]:
    """What games are worth to White and to Black, result by result; and only where one was played to the end, so that
    there is no more to say of it."""
    worth = outcome_table(system)
    both = [(worth[result.white], worth[result.black]) for result in Result]
    plain = [result.played and result.number != _ADJOURNED for result in Result]
    return both, [points if yes else None for points, yes in zip(both, plain, strict=True)]


class Reader:
    """Turns rounds into sheets of meetings."""

    def __init__(self, tournament: Tournament) -> None:
        plan = scheme(tournament.system)
        self.tournament = tournament
        self.everybody = Everybody(tournament.by_id)
        self.kinds, (self.worth, self.plain) = _all_kinds(), _worth(tournament.points)
        self._byes: dict[ByeKind, tuple[Points, Points]] = {}  # what byes are worth, once there is one
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
        sheet = Sheet(self.everybody, self.tournament.team_event)
        self._add_games(sheet, round.games)
        for match in round.matches:
            for one, meeting in zip((match.white, match.black), self._match(match, round.player_byes), strict=True):
                sheet.add(one, meeting)
        if round.matches:
            sheet.adjourned = bool(round.adjourned)
        for bye in round.byes:
            sheet.add(bye.player, self._bye(bye.kind))
        if sheet.opponents.count(0) > len(sheet.others):
            for one in compress(self.everybody.ids, map(not_, sheet.opponents)):
                if one not in sheet.others:
                    before = past[-1].others.get(one) if past else None
                    new = not past or (before is not None and before.kind is Kind.NOT_ENTERED)
                    sheet.add(one, self._bye(ByeKind.NOT_ENTERED if new else ByeKind.ZERO))
        if self.special:
            self._award(round, sheet, len(past) + 1)
        return sheet

    def _add_games(self, sheet: Sheet, games: Sequence[Game]) -> None:
        """Put these games down."""
        place, plain = self.everybody.place, self.plain
        opponents, colours, points = sheet.opponents, sheet.colours, sheet.points
        for game in games:
            white, black = game.white, game.black
            worth = plain[game.result.number]
            if worth is None:
                self._add_game(sheet, game)
                continue
            at, other = place[white], place[black]
            opponents[at], opponents[other] = black, white
            colours[at], colours[other] = "w", "b"
            points[at], points[other] = worth

    def _add_game(self, sheet: Sheet, game: Game) -> None:
        """Put a game down of which there is more to be said than that it was played to the end."""
        number = game.result.number
        sheet.adjourned |= number == _ADJOURNED
        sides = _COLOURED if game.coloured else _COLOURLESS
        for side, one, other in ((0, game.white, game.black), (1, game.black, game.white)):
            points = self.worth[number][side]
            sheet.add(one, Meeting(self.kinds[number][side], other, sides[side], points, points))

    def _bye(self, kind: ByeKind) -> Meeting:
        found = self._free.get(kind)
        if found is None:
            self._byes = self._byes or bye_table(self.tournament)
            found = self._free[kind] = self._meeting(BYES[kind], None, None, *self._byes[kind])
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
        letters, column = _letters(round, self.tournament), sheet.made_column()
        for record in self.special:
            first = record.match_points if self.tournament.team_event else record.points
            points, secondary = self._both(first, record.points)
            for one in record.players if record.round in (None, 0, number) else ():
                if letters.get(one, "Z") == record.kind and one in column:
                    column[one] = column[one]._replace(points=points, secondary=secondary)
                    sheet.add(one, column[one])


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
