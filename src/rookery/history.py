"""What follows from the rounds: scores, opponents met, colours, floats, bars from the bye.

| question | answer |
|---|---|
| what did everybody do in round r? | `History.sheets[r - 1]`, or `History.columns[r - 1]` with a `Meeting` each |
| have these two met, and when? | `History.rounds_met(one, other)` |
| what had everybody gathered before round r? | `History.before(r).tallies`, a `Tally` each, or `gathered` in columns |
| with how many points is round r paired? | `History.before(r).pairing_scores()`, virtual ones added |
| who floated so many rounds ago? | `History.before(r).floats(rounds_ago)` |

Computed once, and every system reads it here.
"""

from __future__ import annotations

from _weakref import ref  # the rest of weakref is sets and dictionaries
from collections.abc import Callable, Hashable, Iterator, Mapping, Sequence
from itertools import compress
from operator import add, attrgetter, eq, itemgetter

from rookery.errors import Unfinished
from rookery.meetings import Column, Kind, Meeting, Reader, Sheet, match_kinds, truth_table
from rookery.model import Colour, Points, RequestedBye, Round, Tournament
from rookery.model.tournament import HELD
from rookery.model.unchecked import changed, rows
from rookery.regulations import scheme
from rookery.typed import Any, TypeVar
from rookery.values import Enum, NamedTuple, Value, fields
from rookery.wording import count

__all__ = [
    "Column",
    "Float",
    "Gathered",
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


class Gathered(NamedTuple):
    """What everybody has gathered before a round, in columns: the fields of their tallies, in the order of `by_id`."""

    score: Sequence[Points]
    secondary: Sequence[Points]
    colours: Sequence[str]
    met: Sequence[tuple[int, ...]]
    played: Sequence[int]
    paired: Sequence[bool]
    had_bye: Sequence[bool]
    won_unplayed: Sequence[bool]
    scored_unplayed_win: Sequence[bool]
    won_by_forfeit: Sequence[bool]

    def only(self, which: Sequence[int]) -> Iterator[Tally]:
        """The tallies of those for whom there is something but 0 in a column."""
        return map(_tally, zip(*[compress(column, which) for column in self], strict=True))


T = TypeVar("T")

_EMPTY = Tally()
_tally, _columns = rows(Tally), rows(Gathered)

_LASTING = attrgetter(*(field.name for field in fields(Tournament) if field.name not in ("rounds", "requested")))
"""What of a tournament does not change from round to round."""


class History:
    """The rounds of a tournament, participant by participant.

    `sheets[r - 1]` holds round r in columns, `columns[r - 1]` a meeting for each. The history of a longer tournament
    can be had from a shorter one by `extended`, which shares what is already known.
    """

    def __init__(self, tournament: Tournament, sheets: Sequence[Sheet] = (), reader: Reader | None = None) -> None:
        self.tournament = tournament
        self.sheets: list[Sheet] = list(sheets)
        self._reader = reader or Reader(tournament)
        self._bonus = bonuses(tournament, self._reader.by_games or not tournament.team_event)
        self._one_score = not tournament.team_event and not self._bonus  # the secondary one is the same then
        self.everybody = self._reader.everybody
        self.ids = self.everybody.ids
        self._gathered: dict[int, Gathered] = {}
        self._tallies: dict[int, dict[int, Tally]] = {}
        self._points: dict[int, Sequence[Points]] = {1: (0,) * len(self.ids)}
        self._scores: dict[int, dict[int, Points]] = {}
        self._virtual: dict[int, dict[int, Points]] = {}
        self._floats: dict[int, Sequence[Float]] = {}
        self.kept: dict[Hashable, ref[Any]] = {}  # what others have made of it, as long as somebody has that
        for round in tournament.rounds[len(self.sheets) :]:
            self.sheets.append(self._reader.sheet(round, self.sheets))

    def __getstate__(self) -> dict[str, object]:
        """All but what others have made of it, who are elsewhere."""
        return self.__dict__ | {"kept": {}}

    @classmethod
    def of(cls, tournament: Tournament) -> History:
        """The history of a tournament; one that came from another by a round carries on the history of that.

        The tournament only remembers where it is: it is there as long as somebody else has it, as an outcome does.
        """
        held = tournament.__dict__.get(HELD)
        known: History | None = held() if held is not None else None
        if known is not None and known.tournament is tournament:
            return known
        begun = known is not None and known.sheets and not tournament.team_event  # round one says who is in group A
        return known.extended(tournament) if known is not None and begun else cls(tournament)._held()

    @property
    def columns(self) -> list[Column]:
        """The meetings of each round."""
        return [sheet.column for sheet in self.sheets]

    def extended(self, tournament: Tournament) -> History:
        """The history of the same tournament with more rounds; begun anew if anything else has changed."""
        known = self.tournament
        same = all(map(eq, _LASTING(tournament), _LASTING(known)))
        if not same or tournament.rounds[: len(known.rounds)] != known.rounds:
            return History(tournament)._held()
        reader = None if tournament.team_event else self._reader  # rounds may tell how many boards a match has
        longer = History(tournament, self.sheets, reader)._knowing(self)
        return longer if tournament.team_event else longer._held()

    def followed_by(self, round: Round, requested: tuple[RequestedBye, ...] | None = None) -> History:
        """The history after one more round of players, which is known to fit: it was paired from it, or is recorded.

        Byes asked for in that round are used up, or these take the place of all.
        """
        known, number, left = self.tournament, len(self.sheets) + 1, requested
        if left is None:
            left = known.requested and tuple([bye for bye in known.requested if bye.round != number])
        longer = object.__new__(History)
        longer.__dict__.update(self.__dict__)
        longer.tournament = changed(known, rounds=(*known.rounds, round), requested=left)
        longer.sheets = [*self.sheets, self._reader.sheet(round, self.sheets)]
        longer._tallies, longer.kept = {}, {}
        return longer._knowing(self)._held()

    def _knowing(self, shorter: History) -> History:
        """Itself, with a copy of what is known of the rounds of a shorter one: each goes on by itself."""
        self._gathered, self._points = dict(shorter._gathered), dict(shorter._points)
        self._scores, self._virtual, self._floats = dict(shorter._scores), dict(shorter._virtual), dict(shorter._floats)
        return self

    def _held(self) -> History:
        """Itself, and the tournament remembers where it is."""
        self.tournament.__dict__[HELD] = ref(self)
        return self

    def before(self, round: int) -> View:
        """Everything known when this round is paired; every earlier game must have ended."""
        if round > len(self.sheets) + 1:
            raise ValueError(
                f"round {round} cannot be looked at: {count(len(self.sheets), 'round is', 'rounds are')} known"
            )
        if round not in self._points:
            self.gathered(round)
        return View(self, round)

    def gathered(self, round: int) -> Gathered:
        """What everybody has gathered before this round, in columns."""
        if not self._gathered:
            self._gathered[1] = _columns([(value,) * len(self.ids) for value in _EMPTY])
        if round not in self._gathered:
            first = max([number for number in tuple(self._gathered) if number < round])  # a thread may add one
            sums = _Sums(self._gathered[first], self._reader.win, self._one_score)
            for number in range(first, round):
                sums.add(self.sheets[number - 1], number, self._bonus.get(number, {}))
                self._points[number + 1] = sums.score
            self._gathered[round] = sums.gathered()
        return self._gathered[round]

    def tallies(self, round: int) -> dict[int, Tally]:
        """What everybody has gathered before this round."""
        if round not in self._tallies:
            columns = self.gathered(round)
            self._tallies[round] = dict(zip(self.ids, map(_tally, zip(*columns, strict=True)), strict=True))
        return self._tallies[round]

    def scores(self, round: int) -> dict[int, Points]:
        """The points of everybody before a round that has been looked at."""
        if round not in self._scores:
            self._scores[round] = dict(zip(self.ids, self._points[round], strict=True))
        return self._scores[round]

    def rounds_met(self, one: int, other: int) -> tuple[int, ...]:
        """The rounds in which these two have met, so that they may not meet again (C.04.1 2)."""
        met = [column[one].kind.met and column[one].opponent == other for column in self.columns]
        return tuple([number for number, yes in enumerate(met, 1) if yes])

    def virtual(self, round: int) -> dict[int, Points]:
        """The virtual points with which this round is (was) paired."""
        if not (self.tournament.acceleration or scheme(self.tournament.system).baku):
            return {}
        if round not in self._virtual:
            from rookery.acceleration import virtual_points

            self._virtual[round] = virtual_points(self.tournament, round)
        return self._virtual[round]


class _Sums:
    """What everybody has gathered, column by column, while rounds are added; it lives inside one call."""

    def __init__(self, so_far: Gathered, win: Points, one_score: bool) -> None:
        self.win, self.one_score = win, one_score
        self.score, self.secondary, colours, self.known, played, *marks = so_far
        self.begun = any(played)
        self.colours: list[Sequence[str]] = [colours] if self.begun else []
        self.met: list[Sequence[int]] = []
        self.marks: list[list[bool]] = [list(column) for column in marks]
        self.idle: set[int] = set()

    def add(self, sheet: Sheet, round: int, bonus: Mapping[int, Points]) -> None:
        """One more round: of who did not play in it there is nothing, or what the sheet has of them."""
        self.met.append(sheet.opponents)
        self.colours.append(sheet.colours)
        self.score = score = [*map(add, self.score, sheet.points)]
        if not self.one_score:
            self.secondary = [*map(add, self.secondary, sheet.secondary)]
        if sheet.others:
            self._mark(sheet, round, bonus)
        if bonus:
            place = sheet.everybody.place
            for one in bonus.keys() & set(sheet.everybody.ids):
                score[place[one]] += bonus[one]

    def _mark(self, sheet: Sheet, round: int, bonus: Mapping[int, Points]) -> None:
        """Remember of everybody what a round counts for in which they did not play."""
        place, win = sheet.everybody.place, self.win
        paired, had_bye, won, worth_a_win, by_forfeit = self.marks
        for one, (kind, _, _, points, _) in sheet.others.items():
            if kind is Kind.PENDING:
                raise _unfinished(round, sheet)
            i = place[one]
            self.idle.add(i)
            if kind.paired:
                paired[i] = True
                if kind is Kind.FORFEIT_WIN:
                    by_forfeit[i] = True
            if kind.wins:
                won[i] = True
            if kind.bars == "yes":
                had_bye[i] = True
            elif points + bonus.get(one, 0) >= win and kind.bars == "by points":
                worth_a_win[i] = True

    def gathered(self) -> Gathered:
        """What each has gathered now."""
        met: list[tuple[int, ...]] = list(zip(*self.met, strict=True))
        for i in self.idle:
            met[i] = tuple([one for one in met[i] if one])
        if self.begun:
            met = list(map(add, self.known, met))
        paired, *marks = self.marks
        return Gathered(
            self.score,
            self.score if self.one_score else self.secondary,
            list(map("".join, zip(*self.colours, strict=True))),
            met,
            list(map(len, met)),
            [yes or games != () for yes, games in zip(paired, met, strict=True)] if () in met else [True] * len(met),
            *marks,
        )


def _unfinished(round: int, sheet: Sheet) -> Unfinished:
    """The error that names the open boards of a round."""
    pending = [(one, m) for one, m in sheet.others.items() if m.kind is Kind.PENDING]
    return Unfinished(round, [(one, m.opponent or 0) for one, m in pending if m.colour is Colour.WHITE])


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


class View(Value):
    """The history as it stands before one round is paired."""

    history: History
    round: int

    def gathered(self, who: Sequence[int]) -> Gathered:
        """What these have gathered, in columns."""
        columns = self.history.gathered(self.round)
        return columns if tuple(who) == self.history.ids else _columns(map(self.of(who), columns))

    def of(self, who: Sequence[int]) -> Callable[[Sequence[T]], Sequence[T]]:
        """What takes these, in their order, out of a column of everybody."""
        place = self.history.everybody.place
        at = [place[one] for one in who]
        return itemgetter(*at) if len(at) > 1 else lambda column: [column[i] for i in at]

    @property
    def tallies(self) -> dict[int, Tally]:
        """What everybody has gathered."""
        return self.history.tallies(self.round)

    def score(self, one: int) -> Points:
        """Points for the standings."""
        return self.history.scores(self.round)[one]

    def pairing_score(self, one: int) -> Points:
        """Points for pairing: the score and the virtual points of this round (C.04.7 1.5)."""
        return self.score(one) + self.history.virtual(self.round).get(one, 0)

    def pairing_scores(self) -> dict[int, Points]:
        """The points for pairing of everybody."""
        if not self.history.virtual(self.round):
            return self.history.scores(self.round)
        return dict(zip(self.history.ids, self.pairing_column(), strict=True))

    def pairing_column(self) -> Sequence[Points]:
        """The same in the order of everybody."""
        ids, scores, more = self.history.ids, self.history._points[self.round], self.history.virtual(self.round)
        return [score + more.get(one, 0) for one, score in zip(ids, scores, strict=True)] if more else scores

    def meeting(self, one: int, rounds_ago: int) -> Meeting | None:
        """What a participant did so many calendar rounds ago; nothing before round one."""
        number = self.round - rounds_ago
        return self.history.sheets[number - 1].column[one] if number >= 1 else None

    def meetings(self, one: int) -> Iterator[Meeting]:
        """All rounds of a participant, oldest first."""
        return (sheet.column[one] for sheet in self.history.sheets[: self.round - 1])

    def floats(self, rounds_ago: int) -> dict[int, Float]:
        """Who floated so many calendar rounds ago, on the scores with which that round was paired (C.04.3 1.4).

        Played: down against a lower score, up against a higher one. Not played: down after the allocated bye, whatever
        its worth, and after any other round that gave more than a loss. Those who did neither are left out.
        """
        column = self.float_column(rounds_ago)
        return {one: side for one, side in zip(self.history.ids, column, strict=True) if side is not Float.NONE}

    def float_column(self, rounds_ago: int) -> Sequence[Float]:
        """The same of everybody, in their order."""
        number, known = self.round - rounds_ago, self.history._floats
        if number < 1:
            return (Float.NONE,) * len(self.history.ids)
        if number not in known:
            known[number] = self.history.before(number)._floating()
        return known[number]

    def _floating(self) -> Sequence[Float]:
        """Who floats in this round, as it was played."""
        scores, sheet = self.pairing_column(), self.history.sheets[self.round - 1]
        place, loss = sheet.everybody.place, self.history._reader.loss
        level, down, up = Float.NONE, Float.DOWN, Float.UP
        others = map(scores.__getitem__, map(place.__getitem__, sheet.opponents))  # the score of nobody is not used
        found = [level if a == b else down if a > b else up for a, b in zip(scores, others, strict=True)]
        for one, (kind, _, _, points, _) in sheet.others.items():
            floats = kind.floats == "down" or (kind.floats == "by points" and points > loss)
            found[place[one]] = down if floats else level
        return found
