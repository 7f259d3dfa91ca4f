"""A participant's round: a game, a two-game match or a team match seen from one side, or none at all.

What did somebody do in a round, against whom, with which colour, for how many points: a `Meeting`. What does that count
for: its `Kind`, the one table of byes and forfeits. What were all meetings of a round: `Reader.column`.

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

from collections.abc import Sequence
from enum import Enum
from typing import NamedTuple

from rookery.matches import boards_per_match, sides
from rookery.model import Bye, ByeKind, Colour, Ending, Match, Points, Result, Round, Tournament
from rookery.model.unchecked import rows
from rookery.regulations import scheme
from rookery.scoring import bye_table, letter, match_points, outcome_table


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

_COLOURED: tuple[Colour | None, Colour | None] = (Colour.WHITE, Colour.BLACK)
_COLOURLESS: tuple[Colour | None, Colour | None] = (None, None)


def _kinds(result: Result) -> tuple[Kind, Kind]:
    """What a game that ended so counts for on both sides."""
    return (Kind.PLAYED, Kind.PLAYED) if result.played else (_FORFEITS[result.white], _FORFEITS[result.black])


class Reader:
    """Turns rounds into columns of meetings."""

    def __init__(self, tournament: Tournament) -> None:
        plan = scheme(tournament.system)
        self.tournament = tournament
        worth = outcome_table(tournament.points)
        self.ends = [(*_kinds(result), worth[result.white], worth[result.black]) for result in Result]
        self.byes = bye_table(tournament)
        self.by_games = tournament.team_event and plan.primary == "GP"
        system = tournament.match_points if tournament.team_event and not self.by_games else tournament.points
        self.win, self.loss = self._decisive(system.win, system.loss, plan.two_game_matches)
        self.special = [record for record in tournament.abnormal if record.kind]

    def _decisive(self, win: Points, loss: Points, two_games: bool) -> tuple[Points, Points]:
        """What a meeting won, and one lost, is worth."""
        times = 2 if two_games else boards_per_match(self.tournament) if self.by_games else 1
        return times * win, times * loss

    def column(self, round: Round, past: Sequence[Column]) -> Column:
        """The meetings of a round; who is not mentioned was absent, or had not entered yet."""
        column: Column = {}
        ends = self.ends
        for game in round.games:
            white, black = game.white, game.black
            mine, yours, w, b = ends[game.result.number]
            first, second = _COLOURED if game.coloured else _COLOURLESS
            column[white] = _meeting((mine, black, first, w, w))
            column[black] = _meeting((yours, white, second, b, b))
        for match in round.matches:
            column[match.white], column[match.black] = self._match(match, round.player_byes)
        for bye in round.byes:
            column[bye.player] = self._bye(bye.kind)
        missing = self.tournament.by_id.keys() - column.keys()
        for one in missing:
            new = not past or past[-1][one].kind is Kind.NOT_ENTERED
            column[one] = self._bye(ByeKind.NOT_ENTERED if new else ByeKind.ZERO)
        if self.special:
            self._award(round, column, len(past) + 1)
        return column

    def _bye(self, kind: ByeKind) -> Meeting:
        return self._meeting(BYES[kind], None, None, *self.byes[kind])

    def _meeting(
        self, kind: Kind, opponent: int | None, colour: Colour | None, matches: Points, games: Points
    ) -> Meeting:
        """A meeting with its points: match and game points of a team, the same thing twice otherwise."""
        points = (games, matches) if self.by_games else (matches, games)
        return Meeting(kind, opponent, colour, *points)

    def _match(self, match: Match, unopposed: Sequence[Bye]) -> tuple[Meeting, Meeting]:
        kinds, coloured = match_kinds(self.tournament, match)
        first, second = match_points(self.tournament, match, unopposed)
        colours = (Colour.WHITE, Colour.BLACK) if coloured else (None, None)
        return (
            self._meeting(kinds[0], match.black, colours[0], *first),
            self._meeting(kinds[1], match.white, colours[1], *second),
        )

    def _award(self, round: Round, column: Column, number: int) -> None:
        """Points out of the ordinary replace those of the result they name (record 299)."""
        letters = _letters(round, self.tournament)
        for record in self.special:
            for one in record.players if record.round in (None, 0, number) else ():
                if one in column and letters.get(one, "Z") == record.kind:
                    kind, opponent, colour, _, _ = column[one]
                    first = record.match_points if self.tournament.team_event else record.points
                    column[one] = self._meeting(kind, opponent, colour, first, record.points)


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
    white, black = zip(*sides(tournament, match), strict=True)
    if not tournament.team_event and not any(all(s is Ending.FORFEIT_LOSS for s in half) for half in (white, black)):
        return (Kind.PLAYED, Kind.PLAYED), False
    up = [half.count(Ending.FORFEIT_WIN) for half in (white, black)]
    if up[0] > up[1]:
        return (Kind.FORFEIT_WIN, Kind.FORFEIT_LOSS), True
    if up[1] > up[0]:
        return (Kind.FORFEIT_LOSS, Kind.FORFEIT_WIN), True
    return (Kind.FORFEIT_LOSS, Kind.FORFEIT_LOSS), True
