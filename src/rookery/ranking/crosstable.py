"""The table that tie-breaks are worked out from: who met whom in the rounds counted, and every score there is.

A team event has two scores, match points and game points; any other event has one. All of them are whole tenths.
"""

from __future__ import annotations

from _weakref import ref  # the rest of weakref is sets and dictionaries
from collections.abc import Callable, Collection, Hashable
from functools import cached_property
from operator import attrgetter

from rookery.attendance import counts, unranked
from rookery.errors import RuleError, Unfinished
from rookery.history import History, Kind, Meeting, bonuses
from rookery.matches import boards_per_match
from rookery.model import Colour, Ending, Points, Tournament
from rookery.model.unchecked import rows
from rookery.ranking.rules import MARCH_2026, TieBreakRules
from rookery.regulations import announced, scheme
from rookery.typed import Any, TypeVar, cast
from rookery.values import NamedTuple, field, fields, frozen

T = TypeVar("T")


def predetermined(tournament: Tournament) -> bool:
    """Whether who meets whom was known before round one (15.2): by the code of the system, else by the type's words.

    >>> predetermined(Tournament(system="BERGER_ROUNDROBIN")), predetermined(Tournament(system="FIDE_DUTCH_2026"))
    (True, False)
    """
    return announced(tournament.system, tournament.event.type).predetermined


class PlayedGame(NamedTuple):
    """One game over the board, seen from one side."""

    round: int
    opponent: int
    colour: Colour | None
    half_points: int


_game = rows(PlayedGame)


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
    """The rounds counted, participant by participant."""

    tournament: Tournament
    rules: TieBreakRules
    rounds: int
    planned: int
    predetermined: bool
    meetings: dict[int, tuple[Meeting, ...]]
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
        known = history.kept[key]() if key in history.kept else None
        if known is None:
            known = cls._made(history, after, rules, provisional)
            history.kept[key] = ref(known)
        return known

    @classmethod
    def _made(cls, history: History, after: int | None, rules: TieBreakRules, provisional: bool) -> CrossTable:
        tournament = history.tournament
        planned = max(tournament.planned or 0, len(history.sheets))
        rounds = after if after is not None else len(history.sheets) if provisional else None
        rounds = last_complete(tournament, history, planned) if rounds is None else rounds
        _must_be_complete(tournament, history, rounds, planned, provisional)
        waiting = _waiting(history, rounds) if provisional else frozenset()
        fixed = predetermined(tournament)
        meetings = history.meetings(rounds)
        if waiting:
            meetings = {one: row[:-1] if one in waiting else row for one, row in meetings.items()}
        early: frozenset[int] = frozenset()
        if fixed and rounds and rules.readings.withdrawn_early != "ranked":
            early = unranked(tournament if after is None else tournament.until(rounds + 1))
            if rules.readings.withdrawn_early == "void":
                meetings = {one: tuple(_unless(early, one, each) for each in row) for one, row in meetings.items()}
        return cls(tournament, rules, rounds, planned, fixed, meetings, early, waiting, {History: history})

    def __getstate__(self) -> dict[str, object]:
        """What was worked out on the way is not kept."""
        return {each.name: getattr(self, each.name) for each in fields(self) if each.name != "_memory"} | {
            "_memory": {}
        }

    def once(self, key: Hashable, make: Callable[[], T]) -> T:
        """Something that several tie-breaks need, worked out when first asked for."""
        if key not in self._memory:
            self._memory[key] = make()
        return cast(T, self._memory[key])

    @property
    def ids(self) -> tuple[int, ...]:
        """Everybody, in the order of the pairing numbers."""
        return tuple(self.meetings)

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
            raise RuleError(f"{name} is a score of team events", article="C.07 11.1")
        wanted = name or self.primary
        return self.once(("sheet", wanted), lambda: self._sheet(wanted))

    def _sheet(self, name: str) -> Sheet:
        event = self.tournament
        if name == "MP":
            win, draw = event.match_points.win, event.match_points.draw
        else:
            times = self.boards if name == "GP" else 2 if self._two_games else 1
            win, draw = times * event.points.win, times * event.points.draw
        won = attrgetter("secondary" if name and name != self.primary else "points")
        points = {one: tuple(map(won, row)) for one, row in self.meetings.items()}
        extra = {r: more for r, more in bonuses(event, name != "MP").items() if r <= self.rounds}
        totals = {one: sum(row) for one, row in points.items()}
        for more in extra.values():
            for one in more.keys() & totals.keys():
                totals[one] += more[one]
        return Sheet(name, win, draw, points, extra, totals)

    def games(self, one: int) -> list[PlayedGame]:
        """The games of a player over the board."""
        if self._two_games:
            return self.once("match games", self._match_games)[one]
        rounds = zip(self.meetings[one], self.once("half points", self._half_points)[one], strict=True)
        return [
            _game((number, opponent, colour, half))
            for number, ((_, opponent, colour, _, _), half) in enumerate(rounds, 1)
            if half >= 0 and opponent is not None
        ]

    def _half_points(self) -> dict[int, list[int]]:
        """Half points of every game over the board, -1 where there was none; plain numbers, for there are many."""
        found = {one: [-1] * len(row) for one, row in self.meetings.items()}
        for at, round in enumerate(self.tournament.rounds[: self.rounds]):
            for game in round.games:
                result = game.result
                if result.played:
                    found[game.white][at] = half_points(result.white)
                    found[game.black][at] = half_points(result.black)
        return found

    def _match_games(self) -> dict[int, list[PlayedGame]]:
        """The games of two-game matches: a round has more than one."""
        found: dict[int, list[PlayedGame]] = {one: [] for one in self.meetings}
        for number, round in enumerate(self.tournament.rounds[: self.rounds], 1):
            over = [match for match in round.matches if number < self.rounds or match.white not in self.waiting]
            for game in (game for match in over for game in match.games):
                result = game.result
                if result.played:
                    white, black = half_points(result.white), half_points(result.black)
                    found[game.white].append(PlayedGame(number, game.black, Colour.WHITE, white))
                    found[game.black].append(PlayedGame(number, game.white, Colour.BLACK, black))
        return found


def half_points(outcome: Ending) -> int:
    """A game on the scale of 1, ½, 0, whatever the point system; one adjourned counts as drawn."""
    return 2 if outcome is Ending.WIN else 0 if outcome is Ending.LOSS else 1


def last_complete(tournament: Tournament, history: History, planned: int) -> int:
    """The last round after which standings can be drawn up: it and all before it have every result."""
    rounds = 0
    while rounds < len(history.sheets) and not _open(history, rounds + 1):
        rounds += 1
    return rounds - 1 if rounds == planned and _adjourned(tournament) else rounds


def _open(history: History, round: int) -> list[tuple[int, int]]:
    """The boards of a round without a result, White first."""
    waiting = [(one, each) for one, each in history.sheets[round - 1].others.items() if each.kind is Kind.PENDING]
    return sorted((one, each.opponent or 0) for one, each in waiting if each.colour is Colour.WHITE)


def _adjourned(tournament: Tournament) -> list[tuple[int, int, int]]:
    """Round and players of the games not yet finished; there are no final standings while there is one."""
    return [
        (number, game.white, game.black)
        for number, round in enumerate(tournament.rounds, 1)
        for game in round.adjourned
    ]


def _waiting(history: History, round: int) -> frozenset[int]:
    """Whose game of this round is still open."""
    others = history.sheets[round - 1].others if round else {}
    return frozenset([one for one, each in others.items() if each.kind is Kind.PENDING])


def _must_be_complete(tournament: Tournament, history: History, rounds: int, planned: int, provisional: bool) -> None:
    if not 0 <= rounds <= len(history.sheets):
        raise RuleError(f"there are no standings after round {rounds}: {len(history.sheets)} rounds are known")
    for round in range(1, rounds + (not provisional)):
        boards = _open(history, round)
        if boards:
            raise Unfinished(round, boards)
    if rounds == planned and not provisional:
        for round, white, black in _adjourned(tournament):
            raise Unfinished(round, [(white, black)])


def _unless(early: Collection[int], one: int, meeting: Meeting) -> Meeting:
    """The meeting, unless one of the two withdrew too early for it to count."""
    return meeting if counts(one, meeting.opponent, early) else Meeting(Kind.ZERO_BYE)
