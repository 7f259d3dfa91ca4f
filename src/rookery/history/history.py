"""History of a tournament, derived from its rounds: scores, opponents met, colours, floats, bars from the bye.

| question | answer |
|---|---|
| what happened in round r? | `History.round_columns[r - 1]`, or as `Meeting` values `History.round_results[r - 1]` |
| have these two met, and when? | `History.rounds_met(participant, opponent)` |
| what were the totals before round r? | `History.before(r).totals`, by participant, or `totals_columns` |
| with how many points is round r paired? | `History.before(r).pairing_scores()`, with virtual points |
| which participants floated some rounds ago? | `History.before(r).floats(rounds_ago)` |

All pairing systems and tie-breaks use it; everything is computed once.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterator, Mapping, Sequence
from enum import Enum
from itertools import compress
from operator import add, attrgetter, eq, itemgetter
from typing import Any, Literal, NamedTuple, TypeVar
from weakref import ref

from rookery._record import fields, record
from rookery.errors import UnfinishedError
from rookery.history.round_results import (
    Kind,
    Meeting,
    RoundBuilder,
    RoundColumns,
    RoundResults,
    match_kinds,
    truth_table,
)
from rookery.messages import count
from rookery.model import Colour, Points, RequestedBye, Round, Tournament
from rookery.model._construct import replace_unchecked, tuple_factory
from rookery.model.tournament import HISTORY_ATTRIBUTE
from rookery.regulations import parse_type_code

__all__ = [
    "Float",
    "History",
    "Kind",
    "Meeting",
    "RoundOutcome",
    "RoundResults",
    "Snapshot",
    "Totals",
    "TotalsColumns",
    "bonus_points",
    "match_kinds",
    "round_outcome",
    "round_outcomes",
    "truth_table",
]


class Float(Enum):
    """The float of a round: against a higher score (UP), a lower one or unplayed but scored (DOWN), or neither."""

    __hash__ = object.__hash__  # members are singletons; faster than hashing the name

    NONE = 0
    DOWN = 1
    UP = 2


class Totals(NamedTuple):
    """The totals of one participant before a round: points, colours of played games (oldest first), opponents met."""

    score: Points = 0
    secondary: Points = 0
    colours: str = ""
    opponents: tuple[int, ...] = ()
    games_played: int = 0
    paired: bool = False
    had_bye: bool = False
    won_unplayed: bool = False
    scored_unplayed_win: bool = False
    won_by_forfeit: bool = False

    @property
    def barred(self) -> bool:
        """Whether the allocated bye is barred (C.04.1 4): had one, or once scored a win's worth without playing."""
        return self.had_bye or self.scored_unplayed_win


class TotalsColumns(NamedTuple):
    """The totals of all participants before a round in columns, ordered as `History.ids`; fields as in `Totals`."""

    score: Sequence[Points]
    secondary: Sequence[Points]
    colours: Sequence[str]
    opponents: Sequence[tuple[int, ...]]
    games_played: Sequence[int]
    paired: Sequence[bool]
    had_bye: Sequence[bool]
    won_unplayed: Sequence[bool]
    scored_unplayed_win: Sequence[bool]
    won_by_forfeit: Sequence[bool]

    def select(self, which: Sequence[int]) -> Iterator[Totals]:
        """Yield the totals of the participants whose value in a column is not 0."""
        return map(_make_totals, zip(*[compress(column, which) for column in self], strict=True))


T = TypeVar("T")

_NO_TOTALS = Totals()
_make_totals, _make_columns = tuple_factory(Totals), tuple_factory(TotalsColumns)

_fixed_fields = attrgetter(*({field.name for field in fields(Tournament)} - {"rounds", "requested_byes"}))
"""Reads the fields of a tournament that do not change from round to round."""


class History:
    """The rounds of a tournament, participant by participant.

    `round_columns[r - 1]` holds round r in columns, `round_results[r - 1]` a `Meeting` for each participant. The
    history of a longer tournament can be derived with `extend`, which shares what is already computed.
    """

    def __init__(
        self, tournament: Tournament, round_columns: Sequence[RoundColumns] = (), builder: RoundBuilder | None = None
    ) -> None:
        self.tournament = tournament
        self.round_columns: list[RoundColumns] = list(round_columns)
        self._builder = builder or RoundBuilder(tournament)
        self._bonus = bonus_points(tournament, self._builder.by_games or not tournament.team_event)
        self._one_score = not tournament.team_event and not self._bonus  # then the secondary score equals the score
        self.id_index = self._builder.id_index
        self.ids = self.id_index.ids
        self._totals_columns: dict[int, TotalsColumns] = {}
        self._totals: dict[int, dict[int, Totals]] = {}
        self._points: dict[int, Sequence[Points]] = {1: (0,) * len(self.ids)}
        self._scores: dict[int, dict[int, Points]] = {}
        self._virtual: dict[int, dict[int, Points]] = {}
        self._floats: dict[int, Sequence[Float]] = {}
        self.cache: dict[Hashable, ref[Any]] = {}  # derived objects, for as long as they are alive
        for round in tournament.rounds[len(self.round_columns) :]:
            self.round_columns.append(self._builder.build(round, self.round_columns))

    def __getstate__(self) -> dict[str, object]:
        """Return the state without the cache of derived objects."""
        return self.__dict__ | {"cache": {}}

    @classmethod
    def for_tournament(cls, tournament: Tournament) -> History:
        """Return the history of a tournament, extending that of the shorter tournament it was derived from.

        Cached per tournament through a weak reference; reused while another object keeps the history alive.
        """
        reference = tournament.__dict__.get(HISTORY_ATTRIBUTE)
        history: History | None = reference() if reference is not None else None
        if history is not None and history.tournament is tournament:
            return history
        # without a round, group A of an accelerated tournament is not known yet
        if history is not None and history.round_columns and not tournament.team_event:
            return history.extend(tournament)
        return cls(tournament)._cache_itself()

    @property
    def round_results(self) -> list[RoundResults]:
        """The meetings of each round."""
        return [columns.results for columns in self.round_columns]

    def extend(self, tournament: Tournament) -> History:
        """Return the history of the same tournament with more rounds; recomputed if anything else has changed."""
        past = self.tournament
        unchanged = all(map(eq, _fixed_fields(tournament), _fixed_fields(past)))
        if not unchanged or tournament.rounds[: len(past.rounds)] != past.rounds:
            return History(tournament)._cache_itself()
        builder = None if tournament.team_event else self._builder  # the boards of a match may follow from its rounds
        longer = History(tournament, self.round_columns, builder)._share_cache(self)
        return longer if tournament.team_event else longer._cache_itself()

    def append_round(self, round: Round, requested: tuple[RequestedBye, ...] | None = None) -> History:
        """Return the history after one more round of players, which was paired from this history or is recorded.

        Byes requested for that round are used up, unless `requested` replaces all requests.
        """
        past, number, requests = self.tournament, len(self.round_columns) + 1, requested
        if requests is None:
            requests = past.requested_byes and tuple([bye for bye in past.requested_byes if bye.round != number])
        longer = object.__new__(History)
        longer.__dict__.update(self.__dict__)
        longer.tournament = replace_unchecked(past, rounds=(*past.rounds, round), requested_byes=requests)
        longer.round_columns = [*self.round_columns, self._builder.build(round, self.round_columns)]
        longer._totals, longer.cache = {}, {}
        return longer._share_cache(self)._cache_itself()

    def _share_cache(self, shorter: History) -> History:
        """Copy the caches of a shorter history, whose rounds are shared, and return self."""
        self._totals_columns, self._points = dict(shorter._totals_columns), dict(shorter._points)
        self._scores, self._virtual, self._floats = dict(shorter._scores), dict(shorter._virtual), dict(shorter._floats)
        return self

    def _cache_itself(self) -> History:
        """Store a weak reference to this history in its tournament and return self."""
        self.tournament.__dict__[HISTORY_ATTRIBUTE] = ref(self)
        return self

    def before(self, round: int) -> Snapshot:
        """Return everything known when this round is paired; every earlier game must have ended."""
        if round > len(self.round_columns) + 1:
            raise ValueError(
                f"round {round} cannot be looked at: {count(len(self.round_columns), 'round is', 'rounds are')} known"
            )
        if round not in self._points:
            self.totals_columns(round)
        return Snapshot(self, round)

    def totals_columns(self, round: int) -> TotalsColumns:
        """Return the totals of all participants before this round, in columns."""
        if not self._totals_columns:
            self._totals_columns[1] = _make_columns([(default,) * len(self.ids) for default in _NO_TOTALS])
        if round not in self._totals_columns:
            first = max(
                [number for number in tuple(self._totals_columns) if number < round]
            )  # another thread may add one
            sums = _TotalsAccumulator(self._totals_columns[first], self._builder.win, self._one_score)
            for number in range(first, round):
                sums.add(self.round_columns[number - 1], number, self._bonus.get(number, {}))
                self._points[number + 1] = sums.score
            self._totals_columns[round] = sums.to_columns()
        return self._totals_columns[round]

    def totals(self, round: int) -> dict[int, Totals]:
        """Return the totals of each participant before this round."""
        if round not in self._totals:
            columns = self.totals_columns(round)
            self._totals[round] = dict(zip(self.ids, map(_make_totals, zip(*columns, strict=True)), strict=True))
        return self._totals[round]

    def scores(self, round: int) -> dict[int, Points]:
        """Return the points of all participants before a round for which `before` has been called."""
        if round not in self._scores:
            self._scores[round] = dict(zip(self.ids, self._points[round], strict=True))
        return self._scores[round]

    def rounds_met(self, participant: int, opponent: int) -> tuple[int, ...]:
        """Return the rounds in which two participants have met, so that they may not meet again (C.04.1 2)."""
        is_meeting = [
            results[participant].kind.bars_rematch and results[participant].opponent == opponent
            for results in self.round_results
        ]
        return tuple([number for number, yes in enumerate(is_meeting, 1) if yes])

    def virtual_points(self, round: int) -> dict[int, Points]:
        """Return the virtual points with which this round is (was) paired."""
        if not (self.tournament.acceleration or parse_type_code(self.tournament.system).baku):
            return {}
        if round not in self._virtual:
            from rookery.history.acceleration import virtual_points

            self._virtual[round] = virtual_points(self.tournament, round)
        return self._virtual[round]


class _TotalsAccumulator:
    """Accumulates totals column by column while rounds are added; used inside one call only."""

    def __init__(self, totals: TotalsColumns, win: Points, one_score: bool) -> None:
        self.win, self.one_score = win, one_score
        self.score, self.secondary, colours, self.earlier_opponents, games_played, *marks = totals
        self.has_games = any(games_played)
        self.colours: list[Sequence[str]] = [colours] if self.has_games else []
        self.opponents: list[Sequence[int]] = []
        self.marks: list[list[bool]] = [list(column) for column in marks]
        self.unplayed_positions: set[int] = set()

    def add(self, columns: RoundColumns, round: int, bonus: Mapping[int, Points]) -> None:
        """Add a round: the opponents and colours of games, and what unplayed rounds count for."""
        self.opponents.append(columns.opponents)
        self.colours.append(columns.colours)
        self.score = score = [*map(add, self.score, columns.points)]
        if not self.one_score:
            self.secondary = [*map(add, self.secondary, columns.secondary)]
        if columns.unplayed:
            self._add_unplayed(columns, round, bonus)
        if bonus:
            positions = columns.id_index.positions
            for participant in bonus.keys() & set(columns.id_index.ids):
                score[positions[participant]] += bonus[participant]

    def _add_unplayed(self, columns: RoundColumns, round: int, bonus: Mapping[int, Points]) -> None:
        """Record what unplayed rounds count for."""
        positions, win = columns.id_index.positions, self.win
        paired, had_bye, won_unplayed, worth_a_win, by_forfeit = self.marks
        for participant, (kind, _, _, points, _) in columns.unplayed.items():
            if kind is Kind.PENDING:
                raise _unfinished_error(round, columns)
            i = positions[participant]
            self.unplayed_positions.add(i)
            if kind.paired:
                paired[i] = True
                if kind is Kind.FORFEIT_WIN:
                    by_forfeit[i] = True
            if kind.is_unplayed_win:
                won_unplayed[i] = True
            if kind.bars_bye == "yes":
                had_bye[i] = True
            elif points + bonus.get(participant, 0) >= win and kind.bars_bye == "by points":
                worth_a_win[i] = True

    def to_columns(self) -> TotalsColumns:
        """Return the accumulated totals."""
        opponents: list[tuple[int, ...]] = list(zip(*self.opponents, strict=True))
        for i in self.unplayed_positions:
            opponents[i] = tuple([opponent for opponent in opponents[i] if opponent])
        if self.has_games:
            opponents = list(map(add, self.earlier_opponents, opponents))
        paired, *marks = self.marks
        return TotalsColumns(
            self.score,
            self.score if self.one_score else self.secondary,
            list(map("".join, zip(*self.colours, strict=True))),
            opponents,
            list(map(len, opponents)),
            [yes or games != () for yes, games in zip(paired, opponents, strict=True)],
            *marks,
        )


def _unfinished_error(round: int, columns: RoundColumns) -> UnfinishedError:
    """Return the error that names the open boards of a round."""
    pending = [(participant, m) for participant, m in columns.unplayed.items() if m.kind is Kind.PENDING]
    return UnfinishedError(
        round, [(participant, m.opponent or 0) for participant, m in pending if m.colour is Colour.WHITE]
    )


def bonus_points(tournament: Tournament, game_points: bool) -> dict[int, dict[int, Points]]:
    """Return bonus and penalty points by round (record 299 without a result letter): game points, or match points."""
    bonus_by_round: dict[int, dict[int, Points]] = {}
    for adjustment in tournament.point_adjustments:
        if not adjustment.kind:
            bonus = bonus_by_round.setdefault(adjustment.round or 1, {})
            for participant in adjustment.players:
                points = adjustment.points if game_points else adjustment.match_points
                bonus[participant] = bonus.get(participant, 0) + points
    return bonus_by_round


@record
class Snapshot:
    """The history as it is before one round is paired."""

    history: History
    round: int

    def totals_columns(self, ids: Sequence[int]) -> TotalsColumns:
        """Return the totals of some participants, in columns."""
        columns = self.history.totals_columns(self.round)
        return columns if tuple(ids) == self.history.ids else _make_columns(map(self.column_selector(ids), columns))

    def column_selector(self, ids: Sequence[int]) -> Callable[[Sequence[T]], Sequence[T]]:
        """Return a function that selects the values of these participants, in their order, from a column of all."""
        positions = self.history.id_index.positions
        selected = [positions[participant] for participant in ids]
        return itemgetter(*selected) if len(selected) > 1 else lambda column: [column[i] for i in selected]

    @property
    def totals(self) -> dict[int, Totals]:
        """The totals of all participants."""
        return self.history.totals(self.round)

    def score(self, participant: int) -> Points:
        """Return the points for the standings."""
        return self.history.scores(self.round)[participant]

    def pairing_score(self, participant: int) -> Points:
        """Return the points for pairing: the score and the virtual points of this round (C.04.7 1.5)."""
        return self.score(participant) + self.history.virtual_points(self.round).get(participant, 0)

    def pairing_scores(self) -> dict[int, Points]:
        """Return the points for pairing of all participants."""
        if not self.history.virtual_points(self.round):
            return self.history.scores(self.round)
        return dict(zip(self.history.ids, self.pairing_score_column(), strict=True))

    def pairing_score_column(self) -> Sequence[Points]:
        """Return the points for pairing in the order of all participants."""
        scores, virtual = self.history._points[self.round], self.history.virtual_points(self.round)
        if not virtual:
            return scores
        return [score + virtual.get(number, 0) for number, score in zip(self.history.ids, scores, strict=True)]

    def meeting(self, participant: int, rounds_ago: int) -> Meeting | None:
        """Return the meeting of a participant `rounds_ago` calendar rounds ago; None before round one."""
        number = self.round - rounds_ago
        return self.history.round_columns[number - 1].results[participant] if number >= 1 else None

    def meetings(self, participant: int) -> Iterator[Meeting]:
        """Return all meetings of a participant, oldest first."""
        return (columns.results[participant] for columns in self.history.round_columns[: self.round - 1])

    def floats(self, rounds_ago: int) -> dict[int, Float]:
        """Return the floats of `rounds_ago` calendar rounds ago, by the scores used to pair that round (C.04.3 1.4).

        Played: down against a lower score, up against a higher one. Not played: down after the allocated bye, whatever
        its worth, and after any other round that gave more than a loss. Participants without a float are left out.
        """
        column = self.float_column(rounds_ago)
        return {number: kind for number, kind in zip(self.history.ids, column, strict=True) if kind is not Float.NONE}

    def float_column(self, rounds_ago: int) -> Sequence[Float]:
        """Return the float of every participant `rounds_ago` calendar rounds ago."""
        number, float_columns = self.round - rounds_ago, self.history._floats
        if number < 1:
            return (Float.NONE,) * len(self.history.ids)
        if number not in float_columns:
            float_columns[number] = self.history.before(number)._compute_floats()
        return float_columns[number]

    def _compute_floats(self) -> Sequence[Float]:
        """Return the floats of all participants in this round, as it was played."""
        scores, columns = self.pairing_score_column(), self.history.round_columns[self.round - 1]
        positions, loss = columns.id_index.positions, self.history._builder.loss
        level, down, up = Float.NONE, Float.DOWN, Float.UP
        # opponent 0 yields the first score; those floats are replaced below
        opponent_scores = map(scores.__getitem__, map(positions.__getitem__, columns.opponents))
        result = [level if a == b else down if a > b else up for a, b in zip(scores, opponent_scores, strict=True)]
        for participant, (kind, _, _, points, _) in columns.unplayed.items():
            is_downfloat = kind.floats == "down" or (kind.floats == "by points" and points > loss)
            result[positions[participant]] = down if is_downfloat else level
        return result


RoundOutcome = Literal["won", "drawn", "lost", "open", "free"]
"""The outcome of a round for a participant, by the points of both sides; `free` without an opponent."""


def round_outcomes(tournament: Tournament) -> dict[int, tuple[RoundOutcome, ...]]:
    """Return the outcome of every round for each participant, by the points that rank them."""
    rounds = History(tournament).round_results
    return {
        participant: tuple(round_outcome(results, results[participant]) for results in rounds)
        for participant in tournament.participants_by_number
    }


def round_outcome(results: RoundResults, meeting: Meeting) -> RoundOutcome:
    """Return the outcome of a meeting, given the results of its round."""
    if meeting.opponent is None:
        return "free"
    if meeting.kind is Kind.PENDING:
        return "open"
    opponent_points = results[meeting.opponent].points
    if meeting.points == opponent_points:
        return "drawn" if meeting.points else "lost"  # both can lose
    return "won" if meeting.points > opponent_points else "lost"
