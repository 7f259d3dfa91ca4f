"""The table that tie-breaks are worked out from: who met whom in the rounds counted, and every score there is.

A team event has two scores, match points and game points; any other event has one. All of them are whole tenths.
"""

from __future__ import annotations

from _weakref import ref  # the rest of weakref is sets and dictionaries
from collections.abc import Callable, Collection, Hashable, Iterable, Mapping, Sequence
from functools import cache, cached_property
from itertools import compress, repeat

from rookery.attendance import counts, unranked
from rookery.errors import RuleError, Unfinished
from rookery.history import History, Kind, Meeting, bonuses
from rookery.matches import boards_per_match
from rookery.meetings import Sheet as RoundSheet
from rookery.model import Colour, Ending, Points, Result, Tournament
from rookery.model.unchecked import rows
from rookery.ranking.rules import MARCH_2026, TieBreakRules
from rookery.regulations import announced, scheme
from rookery.typed import Any, TypeVar, cast
from rookery.values import NamedTuple, field, fields, frozen, replace
from rookery.wording import count as counted
from rookery.wording import spoken

T = TypeVar("T")


def predetermined(tournament: Tournament) -> bool:
    """Whether who meets whom was known before round one (15.2): by the code of the system, else by the type's words.

    >>> predetermined(Tournament(system="BERGER_ROUNDROBIN")), predetermined(Tournament(system="FIDE_DUTCH_2026"))
    (True, False)
    """
    return announced(tournament.system, tournament.event.type).predetermined


class PlayedGames(NamedTuple):
    """Games over the board, seen from one side: of each the round, the opponent, the colour and the half points."""

    rounds: Sequence[int]
    opponents: Sequence[int]
    colours: Sequence[Colour | None]
    half_points: Sequence[int]


_games = rows(PlayedGames)
_COLOURS = {colour.value: colour for colour in Colour}


@frozen
class Sheet:
    """One score of everybody: what a win and a draw are worth, the points round by round, and the sums.

    `name` is MP or GP in a team event and empty otherwise. `extra` holds bonus and penalty points by round (299).
    """

    name: str
    win: Points
    draw: Points
    points: dict[int, tuple[Points, ...]]
    extra: dict[int, dict[int, Points]]
    totals: dict[int, Points]


@frozen(slots=False, eq=False)
class CrossTable:
    """The rounds counted, participant by participant.

    Tie-breaks are worked out from rows of plain numbers, one for everybody: `opponents`, `scheduled`, the `points` of a
    sheet; `unplayed` has the rounds that are more than that. `meetings` has a value for each round, for who asks.
    """

    tournament: Tournament
    rules: TieBreakRules
    rounds: int
    planned: int
    predetermined: bool
    columns: tuple[RoundSheet, ...]
    """The rounds counted, in columns."""
    early: frozenset[int]
    """Who withdrew from a round robin before half of their games (C.05 6.6)."""
    waiting: frozenset[int] = frozenset()
    """Whose game of the last round counted is still open: for them it is as if that round had not begun."""
    _memory: dict[Hashable, Any] = field(default_factory=dict, repr=False)

    @classmethod
    def of(
        cls,
        tournament: Tournament,
        after: int | None = None,
        rules: TieBreakRules = MARCH_2026,
        *,
        provisional: bool = False,
    ) -> CrossTable:
        """The table after a round; without one, after the last that is complete, or of all there is if `provisional`.

        A provisional table takes what is over of a round that is still being played. As long as somebody has a table,
        as standings do, it is the same one that others are given.
        """
        history = History.of(tournament)
        key = "table", after, rules, provisional
        kept = history.kept.get(key)
        known = None if kept is None else kept()
        if known is None:
            known = cls.made(history, after, rules, provisional)
            history.kept[key] = ref(known)
        return known

    @classmethod
    def made(cls, history: History, after: int | None, rules: TieBreakRules, provisional: bool = False) -> CrossTable:
        """The same of a history, for somebody who needs it once."""
        tournament = history.tournament
        planned = max(tournament.planned or 0, len(history.sheets))
        rounds = after if after is not None else len(history.sheets) if provisional else None
        if rounds is None:
            rounds = last_complete(tournament, history, planned)
        else:
            _must_be_complete(tournament, history, rounds, planned, provisional)
        waiting = _waiting(history, rounds) if provisional else frozenset()
        fixed = predetermined(tournament)
        columns = tuple(history.sheets[:rounds])
        early: frozenset[int] = frozenset()
        if fixed and rounds and rules.readings.withdrawn_early != "ranked":
            early = unranked(tournament if after is None else tournament.until(rounds + 1))
        table = cls(tournament, rules, rounds, planned, fixed, columns, early, waiting, {History: history})
        if early and rules.readings.withdrawn_early == "void":
            return table.altered(lambda one, round, meeting: _unless(early, one, meeting))
        return table

    def altered(self, meeting: Callable[[int, int, Meeting], Meeting]) -> CrossTable:
        """The table with other meetings: what a function makes of each, with its participant and its round."""
        columns = []
        for round, sheet in enumerate(self.columns, 1):
            made = RoundSheet(sheet.everybody)
            for one, known in sheet.made_column().items():
                made.add(one, meeting(one, round, known))
            columns.append(made)
        history = {key: self._memory[key] for key in self._memory.keys() & {History}}
        return replace(self, columns=tuple(columns), _memory=history)

    def __getstate__(self) -> dict[str, object]:
        """What was worked out on the way is not kept."""
        return {each.name: getattr(self, each.name) for each in fields(self) if each.name != "_memory"} | {
            "_memory": {}
        }

    def once(self, key: Hashable, make: Callable[[], T]) -> T:
        """Something that several tie-breaks need, worked out when first asked for."""
        found = self._memory.get(key)
        if found is None:  # or it was worked out, and is None: then it is again
            found = self._memory[key] = make()
        return cast(T, found)

    @cached_property
    def ids(self) -> tuple[int, ...]:
        """Everybody, in the order of the pairing numbers."""
        return tuple(self.tournament.by_id)

    @property
    def final(self) -> bool:
        """Whether the last round of the tournament is among those counted, and over."""
        return self.rounds == self.planned and not self.waiting

    @property
    def length(self) -> int:
        """The number of rounds in the tournament, as 16.4.2 and 9.2 mean it (Q6)."""
        return self.rounds if self.rules.readings.rounds == "counted" else self.planned

    def rounds_of(self, one: int) -> int:
        """The same for one participant: without a round that is still open for them."""
        return self.length - (one in self.waiting and self.length == self.rounds)

    @cached_property
    def boards(self) -> int:
        """The boards of a team match."""
        return boards_per_match(self.tournament)

    @cached_property
    def _two_games(self) -> bool:
        return scheme(self.tournament.system).two_game_matches

    @cached_property
    def primary(self) -> str:
        """MP or GP, whichever decides a team event; empty in any other."""
        return (scheme(self.tournament.system).primary or "MP") if self.tournament.team_event else ""

    @property
    def secondary(self) -> str:
        """The other score of a team event."""
        return {"MP": "GP", "GP": "MP", "": ""}[self.primary]

    def sheet(self, name: str = "") -> Sheet:
        """The score called so; without a name the one that decides the event."""
        if name and not self.tournament.team_event:
            raise RuleError(spoken("%(name)s is a score of team events", name=name), article="C.07 11.1")
        wanted = name or self.primary
        return self.once(("sheet", wanted), lambda: self._sheet(wanted))

    def _sheet(self, name: str) -> Sheet:
        event = self.tournament
        if name == "MP":
            win, draw = event.match_points.win, event.match_points.draw
        else:
            times = self.boards if name == "GP" else 2 if self._two_games else 1
            win, draw = times * event.points.win, times * event.points.draw
        if name and name != self.primary:
            points = self.rows([sheet.secondary for sheet in self.columns])
        else:
            points = self.rows([sheet.points for sheet in self.columns])
        extra = {r: more for r, more in bonuses(event, name != "MP").items() if r <= self.rounds}
        totals = dict(zip(points, map(sum, points.values()), strict=True))
        for more in extra.values():
            for one in more.keys() & totals.keys():
                totals[one] += more[one]
        return Sheet(name, win, draw, points, extra, totals)

    # -- rows: what everybody did, round by round

    def rows(self, columns: Sequence[Iterable[T]]) -> dict[int, tuple[T, ...]]:
        """Columns in the order of the numbers as a row for everybody; who is waiting has no last round."""
        rows: dict[int, tuple[T, ...]] = dict(zip(self.ids, zip(*columns, strict=False), strict=False))
        rows = rows or dict.fromkeys(self.ids, ())
        return rows | {one: rows[one][:-1] for one in self.waiting} if self.waiting else rows

    @cached_property
    def meetings(self) -> Mapping[int, tuple[Meeting, ...]]:
        """What everybody did, a value for each round."""
        return self.rows([map(sheet.made_column().__getitem__, self.ids) for sheet in self.columns])

    @cached_property
    def opponents(self) -> Mapping[int, tuple[int, ...]]:
        """Whom everybody played over the board, round by round; 0 for nobody."""
        return self.rows(self.faced)

    @property
    def faced(self) -> list[list[int]]:
        """The same in columns: of every round, in the order of the numbers."""
        return [sheet.opponents for sheet in self.columns]

    @cached_property
    def scheduled(self) -> Mapping[int, tuple[int, ...]]:
        """Whom everybody was to play, forfeits included, round by round; 0 for nobody."""
        columns = []
        for sheet in self.columns:
            column, place = sheet.opponents[:], sheet.everybody.place
            for one, meeting in sheet.others.items():
                column[place[one]] = meeting.opponent or 0
            columns.append(column)
        return self.rows(columns)

    @cached_property
    def unplayed(self) -> Mapping[int, Mapping[int, Meeting]]:
        """The rounds in which somebody did not play over the board, by their places in the row."""
        found: dict[int, dict[int, Meeting]] = {}
        for at, sheet in enumerate(self.columns):
            for one, meeting in sheet.others.items():
                if one in found:
                    found[one][at] = meeting
                else:
                    found[one] = {at: meeting}
        for one in self.waiting:
            found[one].pop(self.rounds - 1)
        return found

    def games(self, one: int) -> PlayedGames:
        """The games of a player over the board."""
        if self._two_games:
            return self.once("match games", self._match_games)[one]
        opponents, halves = self.opponents[one], self._half_points[one]
        columns = range(1, len(halves) + 1), opponents, self._colours[one], halves
        if -1 not in halves and 0 not in opponents:
            return _games(columns)
        over = [opponent > 0 and half >= 0 for opponent, half in zip(opponents, halves, strict=True)]
        return _games([list(compress(column, over)) for column in columns])

    @cached_property
    def _colours(self) -> dict[int, tuple[Colour | None, ...]]:
        """The colours that everybody had over the board."""
        return self.rows([map(_COLOURS.get, sheet.colours) for sheet in self.columns])

    @cached_property
    def _half_points(self) -> dict[int, tuple[int, ...]]:
        """Half points of every game over the board, -1 where there was none."""
        white, black = _half_points_of_results()
        columns = []
        for round in self.tournament.rounds[: self.rounds]:
            games = [game for game in round.games if game.result.played]
            numbers, blacks = [game.result.number for game in games], [game.black for game in games]
            found = dict(zip([game.white for game in games], map(white.__getitem__, numbers), strict=True))
            found |= dict(zip(blacks, map(black.__getitem__, numbers), strict=True))
            columns.append(map(found.get, self.ids, repeat(-1)))
        return self.rows(columns)

    def _match_games(self) -> dict[int, PlayedGames]:
        """The games of two-game matches: a round has more than one."""
        found: dict[int, list[tuple[int, int, Colour, int]]] = {one: [] for one in self.ids}
        for number, round in enumerate(self.tournament.rounds[: self.rounds], 1):
            over = [match for match in round.matches if number < self.rounds or match.white not in self.waiting]
            for game in (game for match in over for game in match.games if game.result.played):
                white, black = half_points(game.result.white), half_points(game.result.black)
                found[game.white].append((number, game.black, Colour.WHITE, white))
                found[game.black].append((number, game.white, Colour.BLACK, black))
        nothing = PlayedGames((), (), (), ())
        return {one: _games(zip(*games, strict=True)) if games else nothing for one, games in found.items()}


def half_points(outcome: Ending) -> int:
    """A game on the scale of 1, ½, 0, whatever the point system; one adjourned counts as drawn."""
    return 2 if outcome is Ending.WIN else 0 if outcome is Ending.LOSS else 1


@cache
def _half_points_of_results() -> tuple[list[int], list[int]]:
    """What a game is for White and for Black on that scale, result by result."""
    return [half_points(result.white) for result in Result], [half_points(result.black) for result in Result]


def last_complete(tournament: Tournament, history: History, planned: int) -> int:
    """The last round after which standings can be drawn up: it and all before it have every result."""
    rounds = 0
    while rounds < len(history.sheets) and not _open(history, rounds + 1):
        rounds += 1
    return rounds - 1 if rounds == planned and _adjourned(tournament, history) else rounds


def _open(history: History, round: int) -> list[tuple[int, int]]:
    """The boards of a round without a result, White first."""
    sheet = history.sheets[round - 1]
    if not sheet.pending:
        return []
    waiting = [(one, each) for one, each in sheet.others.items() if each.kind is Kind.PENDING]
    return sorted((one, each.opponent or 0) for one, each in waiting if each.colour is Colour.WHITE)


def _adjourned(tournament: Tournament, history: History) -> list[tuple[int, int, int]]:
    """Round and players of the games not yet finished; there are no final standings while there is one."""
    return [
        (number, game.white, game.black)
        for number, (sheet, round) in enumerate(zip(history.sheets, tournament.rounds, strict=True), 1)
        if sheet.adjourned
        for game in round.adjourned
    ]


def _waiting(history: History, round: int) -> frozenset[int]:
    """Whose game of this round is still open."""
    others = history.sheets[round - 1].others if round else {}
    return frozenset([one for one, each in others.items() if each.kind is Kind.PENDING])


def _must_be_complete(tournament: Tournament, history: History, rounds: int, planned: int, provisional: bool) -> None:
    if not 0 <= rounds <= len(history.sheets):
        known = counted(len(history.sheets), "round is", "rounds are")
        raise RuleError(spoken("there are no standings after round %(rounds)s: %(known)s known", rounds=rounds,
                               known=known))  # fmt: skip
    for round in range(1, rounds + (not provisional)):
        boards = _open(history, round)
        if boards:
            raise Unfinished(round, boards)
    if rounds == planned and not provisional:
        for round, white, black in _adjourned(tournament, history):
            raise Unfinished(round, [(white, black)])


def _unless(early: Collection[int], one: int, meeting: Meeting) -> Meeting:
    """The meeting, unless one of the two withdrew too early for it to count."""
    return meeting if counts(one, meeting.opponent, early) else Meeting(Kind.ZERO_BYE)
