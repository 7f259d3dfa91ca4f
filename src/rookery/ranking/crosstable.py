"""The cross table from which tie-breaks are computed: the meetings of the rounds counted, and all scores.

A team event has two scores, match points and game points; any other event has one. All of them are whole tenths.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Hashable, Iterable, Mapping, Sequence
from functools import cache, cached_property
from itertools import compress, repeat
from typing import Any, NamedTuple, TypeVar, cast
from weakref import ref

from rookery._record import field, fields, record, replace
from rookery.errors import RuleError, UnfinishedError
from rookery.history.completion import counts_in_standings, unranked_participants
from rookery.history.history import History, Kind, Meeting, bonus_points
from rookery.history.round_results import RoundColumns
from rookery.history.team_matches import boards_per_match
from rookery.messages import count, msg
from rookery.model import Colour, Ending, Points, Result, Tournament
from rookery.model._construct import tuple_factory
from rookery.ranking.rules import MARCH_2026, TieBreakRules
from rookery.regulations import format_for, parse_type_code

T = TypeVar("T")


def predetermined(tournament: Tournament) -> bool:
    """Return whether all pairings were known before round one (15.2).

    The code of the system decides, else the words of record 092.

    >>> predetermined(Tournament(system="BERGER_ROUNDROBIN")), predetermined(Tournament(system="FIDE_DUTCH_2026"))
    (True, False)
    """
    return format_for(tournament.system, tournament.info.type).predetermined


class PlayedGames(NamedTuple):
    """The games of a player over the board: round, opponent, colour and half points of each."""

    rounds: Sequence[int]
    opponents: Sequence[int]
    colours: Sequence[Colour | None]
    half_points: Sequence[int]


_games = tuple_factory(PlayedGames)
_COLOURS = {colour.value: colour for colour in Colour}


@record
class ScoreSheet:
    """One score of all participants: the worth of a win and a draw, the points round by round, and the totals.

    `name` is MP or GP in a team event and empty otherwise. `extra` holds bonus and penalty points by round (299).
    """

    name: str
    win: Points
    draw: Points
    points: dict[int, tuple[Points, ...]]
    extra: dict[int, dict[int, Points]]
    totals: dict[int, Points]


class _Memory(dict[Hashable, Any]):
    """Cached values, which `dataclasses.asdict` leaves out."""

    def __init__(self, entries: object = ()) -> None:
        super().__init__()


@record(slots=False, eq=False)
class CrossTable:
    """The rounds counted, participant by participant.

    Tie-breaks are computed from rows of plain numbers, one for each participant: `opponents`, `scheduled`, the
    `points` of a score; `unplayed` has the rounds not played over the board. `meetings` has a value for each round.
    """

    tournament: Tournament
    rules: TieBreakRules
    rounds: int
    planned: int
    predetermined: bool
    columns: tuple[RoundColumns, ...]
    """The rounds counted, in columns."""
    early: frozenset[int]
    """Participants who withdrew from a round robin before half of their games (C.05 6.6)."""
    pending: frozenset[int] = frozenset()
    """Participants whose game of the last round counted is still open; for them that round is ignored."""
    _memory: dict[Hashable, Any] = field(default_factory=_Memory, repr=False)

    @classmethod
    def for_tournament(
        cls,
        tournament: Tournament,
        after: int | None = None,
        rules: TieBreakRules = MARCH_2026,
        *,
        provisional: bool = False,
    ) -> CrossTable:
        """Return the table after a round (default: the last complete one, or if `provisional` the last one).

        A provisional table includes the finished part of a round still being played. As long as a table is
        referenced, as by standings, the same one is returned again.
        """
        history = History.for_tournament(tournament)
        key = "table", after, rules, provisional
        reference = history.cache.get(key)
        table = None if reference is None else reference()
        if table is None:
            table = cls.from_history(history, after, rules, provisional)
            history.cache[key] = ref(table)
        return table

    @classmethod
    def from_history(
        cls, history: History, after: int | None, rules: TieBreakRules, provisional: bool = False
    ) -> CrossTable:
        """Return the table of a history, without caching."""
        tournament = history.tournament
        planned = max(tournament.planned_rounds or 0, len(history.round_columns))
        rounds = after if after is not None else len(history.round_columns) if provisional else None
        if rounds is None:
            rounds = find_last_complete(tournament, history, planned)
        else:
            _require_complete(tournament, history, rounds, planned, provisional)
        pending_ids = _pending_participants(history, rounds) if provisional else frozenset()
        is_predetermined = predetermined(tournament)
        columns = tuple(history.round_columns[:rounds])
        early: frozenset[int] = frozenset()
        if is_predetermined and rounds and rules.readings.withdrawn_early != "ranked":
            early = unranked_participants(tournament if after is None else tournament.before_round(rounds + 1))
        table = cls(tournament, rules, rounds, planned, is_predetermined, columns, early, pending_ids)
        table._memory[History] = history
        if early and rules.readings.withdrawn_early == "void":
            return table.with_meetings(lambda participant, round, meeting: _void_if_early(early, participant, meeting))
        return table

    def with_meetings(self, meeting: Callable[[int, int, Meeting], Meeting]) -> CrossTable:
        """Return the table with the meetings that a function of participant, round and meeting returns."""
        new_columns = []
        for round, columns in enumerate(self.columns, 1):
            replaced = RoundColumns(columns.id_index)
            for participant, old_meeting in columns.compute_results().items():
                replaced.add(participant, meeting(participant, round, old_meeting))
            new_columns.append(replaced)
        table = replace(self, columns=tuple(new_columns), _memory=_Memory())
        table._memory.update({key: self._memory[key] for key in self._memory.keys() & {History}})
        return table

    def __getstate__(self) -> dict[str, object]:
        """Return the state without cached values."""
        return {field_.name: getattr(self, field_.name) for field_ in fields(self) if field_.name != "_memory"} | {
            "_memory": _Memory()
        }

    def cached(self, key: Hashable, make: Callable[[], T]) -> T:
        """Return a value that several tie-breaks need, computed on first use."""
        value = self._memory.get(key)
        if value is None:  # or it was worked out, and is None: then it is again
            value = self._memory[key] = make()
        return cast(T, value)

    @cached_property
    def ids(self) -> tuple[int, ...]:
        """All participants in the order of their pairing numbers."""
        return tuple(self.tournament.participants_by_number)

    @property
    def final(self) -> bool:
        """Whether the last round of the tournament is counted and complete."""
        return self.rounds == self.planned and not self.pending

    @property
    def length(self) -> int:
        """The number of rounds in the tournament, as 16.4.2 and 9.2 mean it (Q6)."""
        return self.rounds if self.rules.readings.rounds == "counted" else self.planned

    def rounds_for(self, participant: int) -> int:
        """Return the number of rounds for one participant, without a round that is still open for them."""
        return self.length - (participant in self.pending and self.length == self.rounds)

    @cached_property
    def boards(self) -> int:
        """The number of boards of a team match."""
        return boards_per_match(self.tournament)

    @cached_property
    def _two_games(self) -> bool:
        return parse_type_code(self.tournament.system).two_game_matches

    @cached_property
    def primary(self) -> str:
        """The score that decides a team event, MP or GP; empty in any other event."""
        return (parse_type_code(self.tournament.system).primary or "MP") if self.tournament.team_event else ""

    @property
    def secondary(self) -> str:
        """The other score of a team event."""
        return {"MP": "GP", "GP": "MP", "": ""}[self.primary]

    def sheet(self, name: str = "") -> ScoreSheet:
        """Return the score with this name; by default the one that decides the event."""
        if name and not self.tournament.team_event:
            raise RuleError(msg("%(name)s is a score of team events", name=name), article="C.07 11.1")
        score_name = name or self.primary
        return self.cached(("sheet", score_name), lambda: self._sheet(score_name))

    def _sheet(self, name: str) -> ScoreSheet:
        event = self.tournament
        if name == "MP":
            win, draw = event.match_points.win, event.match_points.draw
        else:
            times = self.boards if name == "GP" else 2 if self._two_games else 1
            win, draw = times * event.points.win, times * event.points.draw
        if name and name != self.primary:
            points = self.rows([columns.secondary for columns in self.columns])
        else:
            points = self.rows([columns.points for columns in self.columns])
        extra = {number: bonus for number, bonus in bonus_points(event, name != "MP").items() if number <= self.rounds}
        totals = dict(zip(points, map(sum, points.values()), strict=True))
        for bonus in extra.values():
            for participant in bonus.keys() & totals.keys():
                totals[participant] += bonus[participant]
        return ScoreSheet(name, win, draw, points, extra, totals)

    # -- rows: the results of each participant by round

    def rows(self, columns: Sequence[Iterable[T]]) -> dict[int, tuple[T, ...]]:
        """Return columns in the order of the numbers as a row for each participant.

        The last round is left out if it is open for the participant.
        """
        rows: dict[int, tuple[T, ...]] = dict(zip(self.ids, zip(*columns, strict=False), strict=False))
        rows = rows or dict.fromkeys(self.ids, ())
        return rows | {participant: rows[participant][:-1] for participant in self.pending} if self.pending else rows

    @cached_property
    def meetings(self) -> Mapping[int, tuple[Meeting, ...]]:
        """The meetings of each participant, round by round."""
        return self.rows([map(columns.compute_results().__getitem__, self.ids) for columns in self.columns])

    @cached_property
    def opponents(self) -> Mapping[int, tuple[int, ...]]:
        """The opponents over the board of each participant, round by round; 0 for none."""
        return self.rows(self.opponent_columns)

    @property
    def opponent_columns(self) -> list[list[int]]:
        """The opponents over the board in columns: of every round, in the order of the numbers."""
        return [columns.opponents for columns in self.columns]

    @cached_property
    def scheduled(self) -> Mapping[int, tuple[int, ...]]:
        """The scheduled opponents of each participant, forfeits included, round by round; 0 for none."""
        opponents = []
        for columns in self.columns:
            column, positions = columns.opponents[:], columns.id_index.positions
            for participant, meeting in columns.unplayed.items():
                column[positions[participant]] = meeting.opponent or 0
            opponents.append(column)
        return self.rows(opponents)

    @cached_property
    def unplayed(self) -> Mapping[int, Mapping[int, Meeting]]:
        """The meetings not played over the board, by participant and place in the row."""
        unplayed_by_id: dict[int, dict[int, Meeting]] = {}
        for place, columns in enumerate(self.columns):
            for participant, meeting in columns.unplayed.items():
                if participant in unplayed_by_id:
                    unplayed_by_id[participant][place] = meeting
                else:
                    unplayed_by_id[participant] = {place: meeting}
        for participant in self.pending:
            unplayed_by_id[participant].pop(self.rounds - 1)
        return unplayed_by_id

    def games(self, participant: int) -> PlayedGames:
        """Return the games of a player over the board."""
        if self._two_games:
            return self.cached("match games", self._match_games)[participant]
        opponents, halves = self.opponents[participant], self._half_points[participant]
        columns = range(1, len(halves) + 1), opponents, self._colours[participant], halves
        if -1 not in halves and 0 not in opponents:
            return _games(columns)
        played = [opponent > 0 and half >= 0 for opponent, half in zip(opponents, halves, strict=True)]
        return _games([list(compress(column, played)) for column in columns])

    @cached_property
    def _colours(self) -> dict[int, tuple[Colour | None, ...]]:
        """The colours of each participant over the board."""
        return self.rows([map(_COLOURS.get, columns.colours) for columns in self.columns])

    @cached_property
    def _half_points(self) -> dict[int, tuple[int, ...]]:
        """The half points of every game over the board, -1 where there was none."""
        white, black = _half_points_of_results()
        columns = []
        for round in self.tournament.rounds[: self.rounds]:
            games = [game for game in round.games if game.result.played]
            numbers, blacks = [game.result.number for game in games], [game.black for game in games]
            half_points_by_id = dict(zip([game.white for game in games], map(white.__getitem__, numbers), strict=True))
            half_points_by_id |= dict(zip(blacks, map(black.__getitem__, numbers), strict=True))
            columns.append(map(half_points_by_id.get, self.ids, repeat(-1)))
        return self.rows(columns)

    def _match_games(self) -> dict[int, PlayedGames]:
        """Return the games of two-game matches, where a round has more than one."""
        games_by_id: dict[int, list[tuple[int, int, Colour, int]]] = {player: [] for player in self.ids}
        for number, round in enumerate(self.tournament.rounds[: self.rounds], 1):
            counted_matches = [
                match for match in round.matches if number < self.rounds or match.white not in self.pending
            ]
            for game in (game for match in counted_matches for game in match.games if game.result.played):
                white, black = half_points(game.result.white), half_points(game.result.black)
                games_by_id[game.white].append((number, game.black, Colour.WHITE, white))
                games_by_id[game.black].append((number, game.white, Colour.BLACK, black))
        nothing = PlayedGames((), (), (), ())
        return {player: _games(zip(*games, strict=True)) if games else nothing for player, games in games_by_id.items()}


def half_points(outcome: Ending) -> int:
    """Return the half points of a game, whatever the point system; an adjourned one counts as drawn."""
    return 2 if outcome is Ending.WIN else 0 if outcome is Ending.LOSS else 1


@cache
def _half_points_of_results() -> tuple[list[int], list[int]]:
    """Return the half points of White and of Black, by result number."""
    return [half_points(result.white) for result in Result], [half_points(result.black) for result in Result]


def find_last_complete(tournament: Tournament, history: History, planned: int) -> int:
    """Return the last round after which standings can be drawn up: it and all before it have every result."""
    rounds = 0
    while rounds < len(history.round_columns) and not _open_boards(history, rounds + 1):
        rounds += 1
    return rounds - 1 if rounds == planned and _adjourned_games(tournament, history) else rounds


def _open_boards(history: History, round: int) -> list[tuple[int, int]]:
    """Return the boards of a round without a result, White first."""
    columns = history.round_columns[round - 1]
    if not columns.pending:
        return []
    pending = [
        (participant, meeting) for participant, meeting in columns.unplayed.items() if meeting.kind is Kind.PENDING
    ]
    return sorted(
        (participant, meeting.opponent or 0) for participant, meeting in pending if meeting.colour is Colour.WHITE
    )


def _adjourned_games(tournament: Tournament, history: History) -> list[tuple[int, int, int]]:
    """Return round and players of the adjourned games; standings are not final while there is one."""
    return [
        (number, game.white, game.black)
        for number, (columns, round) in enumerate(zip(history.round_columns, tournament.rounds, strict=True), 1)
        if columns.adjourned
        for game in round.adjourned
    ]


def _pending_participants(history: History, round: int) -> frozenset[int]:
    """Return the participants whose game of this round is still open."""
    unplayed = history.round_columns[round - 1].unplayed if round else {}
    return frozenset([participant for participant, meeting in unplayed.items() if meeting.kind is Kind.PENDING])


def _require_complete(tournament: Tournament, history: History, rounds: int, planned: int, provisional: bool) -> None:
    if not 0 <= rounds <= len(history.round_columns):
        known_rounds = count(len(history.round_columns), "round is", "rounds are")
        raise RuleError(msg("there are no standings after round %(rounds)s: %(known)s known", rounds=rounds,
                               known=known_rounds))  # fmt: skip
    for round in range(1, rounds + (not provisional)):
        boards = _open_boards(history, round)
        if boards:
            raise UnfinishedError(round, boards)
    if rounds == planned and not provisional:
        for round, white, black in _adjourned_games(tournament, history):
            raise UnfinishedError(round, [(white, black)])


def _void_if_early(early: Collection[int], participant: int, meeting: Meeting) -> Meeting:
    """Return the meeting, or an absence if one of the two withdrew too early for it to count."""
    return meeting if counts_in_standings(participant, meeting.opponent, early) else Meeting(Kind.ZERO_BYE)
