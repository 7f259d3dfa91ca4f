"""What follows from the rounds: scores, opponents met, colours, floats, bars from the bye.

| question | answer |
|---|---|
| what did everybody do in round r? | `History.columns[r - 1]`, a `Meeting` each (`rookery.meetings`) |
| have these two met, and when? | `History.rounds_met(one, other)` |
| what had everybody gathered before round r? | `History.before(r).tallies`, a `Tally` each |
| with how many points is round r paired? | `History.before(r).pairing_scores()`, virtual ones added |
| who floated so many rounds ago? | `History.before(r).floats(rounds_ago)` |

Computed once, and every system reads it here.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, fields
from enum import Enum
from operator import attrgetter, eq
from typing import NamedTuple

from rookery.acceleration import virtual_points
from rookery.errors import Unfinished
from rookery.meetings import Column, Kind, Meeting, Reader, match_kinds, truth_table
from rookery.model import Colour, Points, Tournament
from rookery.model.unchecked import rows

__all__ = [
    "Column",
    "Float",
    "History",
    "Kind",
    "Meeting",
    "Tally",
    "View",
    "bonuses",
    "match_kinds",
    "truth_table",
]


class Float(Enum):
    """Whether a round was against a higher score (UP), a lower one or none that scored (DOWN), or neither."""

    __hash__ = object.__hash__  # there is one of each

    NONE = 0
    DOWN = 1
    UP = 2


class Tally(NamedTuple):
    """What a participant has gathered before a round: points, colours of played games (oldest first), opponents met."""

    score: Points = 0
    secondary: Points = 0
    colours: str = ""
    met: tuple[int, ...] = ()
    played: int = 0
    paired: bool = False
    had_bye: bool = False
    won_unplayed: bool = False
    scored_unplayed_win: bool = False
    won_by_forfeit: bool = False

    @property
    def barred(self) -> bool:
        """May not receive the allocated bye (C.04.1 4): had one, or once scored a win's worth without playing."""
        return self.had_bye or self.scored_unplayed_win


_EMPTY = Tally()
_PLAYED = Kind.PLAYED
_tally = rows(Tally)

_LASTING = attrgetter(*(field.name for field in fields(Tournament) if field.name not in ("rounds", "requested")))
"""What of a tournament does not change from round to round."""


class History:
    """The rounds of a tournament, participant by participant.

    `columns[r - 1]` holds the meetings of round r. The history of a longer tournament can be had from a shorter one by
    `extended`, which shares what is already known.
    """

    def __init__(self, tournament: Tournament, columns: Sequence[Column] = (), reader: Reader | None = None) -> None:
        self.tournament = tournament
        self.columns: list[Column] = list(columns)
        self._reader = reader or Reader(tournament)
        self._bonus = bonuses(tournament, self._reader.by_games or not tournament.team_event)
        self._tallies: list[dict[int, Tally]] = [dict.fromkeys(tournament.by_id, _EMPTY)]
        self._virtual: dict[int, dict[int, Points]] = {}
        self._scores: dict[int, dict[int, Points]] = {}
        self._floats: dict[int, dict[int, Float]] = {}
        for round in tournament.rounds[len(self.columns) :]:
            self.columns.append(self._reader.column(round, self.columns))

    def extended(self, tournament: Tournament) -> History:
        """The history of the same tournament with more rounds; begun anew if anything else has changed."""
        known = self.tournament
        same = all(map(eq, _LASTING(tournament), _LASTING(known)))
        if not same or tournament.rounds[: len(known.rounds)] != known.rounds:
            return History(tournament)
        reader = None if tournament.team_event else self._reader  # rounds may tell how many boards a match has
        longer = History(tournament, self.columns, reader)
        longer._tallies = self._tallies[:]
        longer._virtual, longer._scores, longer._floats = dict(self._virtual), dict(self._scores), dict(self._floats)
        return longer

    def before(self, round: int) -> View:
        """Everything known when this round is paired; every earlier game must have ended."""
        if round > len(self.columns) + 1:
            raise ValueError(f"round {round} cannot be looked at: {len(self.columns)} rounds are known")
        for number in range(len(self._tallies), round):
            self._tallies.append(self._advanced(number))
        return View(self, round)

    def rounds_met(self, one: int, other: int) -> tuple[int, ...]:
        """The rounds in which these two have met, so that they may not meet again (C.04.1 2)."""
        met = [column[one].kind.met and column[one].opponent == other for column in self.columns]
        return tuple([number for number, yes in enumerate(met, 1) if yes])

    def virtual(self, round: int) -> dict[int, Points]:
        """The virtual points with which this round is (was) paired."""
        if round not in self._virtual:
            self._virtual[round] = virtual_points(self.tournament, round)
        return self._virtual[round]

    def _advanced(self, round: int) -> dict[int, Tally]:
        """The tallies after this round."""
        past, column = self._tallies[round - 1], self.columns[round - 1]
        bonus, win = self._bonus.get(round), self._reader.win
        after, white = {}, Colour.WHITE
        for one, tally in past.items():
            kind, opponent, colour, points, secondary = column[one]
            if bonus:
                points += bonus.get(one, 0)
            if kind is _PLAYED:
                score, second, colours, met, played, _, had_bye, won, worth_a_win, forfeit = tally
                if colour is not None:
                    colours += "w" if colour is white else "b"
                met = (*met, opponent or 0)
                score, second, played = score + points, second + secondary, played + 1
                after[one] = _tally((score, second, colours, met, played, True, had_bye, won, worth_a_win, forfeit))
            elif kind is Kind.PENDING:
                raise self._unfinished(round)
            else:
                after[one] = _with_unplayed(tally, kind, points, secondary, win)
        return after

    def _unfinished(self, round: int) -> Unfinished:
        """The error that names the open boards of a round."""
        pending = [(one, m) for one, m in self.columns[round - 1].items() if m.kind is Kind.PENDING]
        return Unfinished(round, [(one, m.opponent or 0) for one, m in pending if m.colour is Colour.WHITE])


def _with_unplayed(tally: Tally, kind: Kind, points: Points, secondary: Points, win: Points) -> Tally:
    """A tally with one more round, in which nothing was played."""
    return tally._replace(
        score=tally.score + points,
        secondary=tally.secondary + secondary,
        paired=tally.paired or kind.paired,
        had_bye=tally.had_bye or kind.bars == "yes",
        won_unplayed=tally.won_unplayed or kind.wins,
        scored_unplayed_win=tally.scored_unplayed_win or (kind.bars == "by points" and points >= win),
        won_by_forfeit=tally.won_by_forfeit or kind is Kind.FORFEIT_WIN,
    )


def bonuses(tournament: Tournament, game_points: bool) -> dict[int, dict[int, Points]]:
    """Bonus and penalty points by round (record 299 without a result letter): of game points, or of match points."""
    found: dict[int, dict[int, Points]] = {}
    for record in tournament.abnormal:
        if not record.kind:
            column = found.setdefault(record.round or 1, {})
            for one in record.players:
                value = record.points if game_points else record.match_points
                column[one] = column.get(one, 0) + value
    return found


@dataclass(frozen=True, slots=True)
class View:
    """The history as it stands before one round is paired."""

    history: History
    round: int

    @property
    def tallies(self) -> dict[int, Tally]:
        """What everybody has gathered."""
        return self.history._tallies[self.round - 1]

    def score(self, one: int) -> Points:
        """Points for the standings."""
        return self.tallies[one].score

    def pairing_score(self, one: int) -> Points:
        """Points for pairing: the score and the virtual points of this round (C.04.7 1.5)."""
        return self.tallies[one].score + self.history.virtual(self.round).get(one, 0)

    def pairing_scores(self) -> dict[int, Points]:
        """The points for pairing of everybody."""
        known = self.history._scores
        if self.round not in known:
            more = self.history.virtual(self.round)
            known[self.round] = {one: tally.score + more.get(one, 0) for one, tally in self.tallies.items()}
        return known[self.round]

    def meeting(self, one: int, rounds_ago: int) -> Meeting | None:
        """What a participant did so many calendar rounds ago; nothing before round one."""
        number = self.round - rounds_ago
        return self.history.columns[number - 1][one] if number >= 1 else None

    def meetings(self, one: int) -> Iterator[Meeting]:
        """All rounds of a participant, oldest first."""
        return (column[one] for column in self.history.columns[: self.round - 1])

    def floats(self, rounds_ago: int) -> dict[int, Float]:
        """Who floated so many calendar rounds ago, on the scores with which that round was paired (C.04.3 1.4).

        Played: down against a lower score, up against a higher one. Not played: down after the allocated bye, whatever
        its worth, and after any other round that gave more than a loss. Those who did neither are left out.
        """
        number = self.round - rounds_ago
        if number < 1:
            return {}
        known = self.history._floats
        if number not in known:
            known[number] = self.history.before(number)._floating()
        return known[number]

    def _floating(self) -> dict[int, Float]:
        """Who floats in this round, as it was played."""
        scores = self.pairing_scores()
        loss = self.history._reader.loss
        found: dict[int, Float] = {}
        played, down, up = Kind.PLAYED, Float.DOWN, Float.UP
        for one, (kind, opponent, _, points, _) in self.history.columns[self.round - 1].items():
            if kind is played:
                own, other = scores[one], scores[opponent]  # type: ignore[index]
                if own != other:
                    found[one] = down if own > other else up
            elif kind.floats == "down" or (kind.floats == "by points" and points > loss):
                found[one] = down
        return found
