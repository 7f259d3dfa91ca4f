"""A round: its boards and matches with who entered what and when, who does not play, and what is open."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Literal

from rookery.declared import player_points
from rookery.desk.decision import Refused
from rookery.desk.guard import window
from rookery.desk.state import Entered, State
from rookery.desk.views.who import Who, before_round, players
from rookery.finality import length
from rookery.formats.board_order import at_boards, free
from rookery.model import Bye, ByeKind, Date, Game, Match, Points, Result, Round, Tournament
from rookery.model.unchecked import changed
from rookery.order import to_pair
from rookery.regulations import scheme
from rookery.scoring import bye_points, bye_table, match_points
from rookery.values import frozen
from rookery.wording import spoken

Standing = Literal["open", "to settle", "adjourned", "ended"]
"""How a board stands; `to settle` has no result although a later round is paired."""


@frozen
class BoardView:
    """A game at its board: who, with how many points before the round, how it ended, who entered that and when (UTC).

    In a match `number` is the board in it. `game` counts the games of the two with these colours, from 0.
    """

    number: int
    white: Who
    black: Who
    result: Result
    standing: Standing
    game: int = 0
    by: str = ""
    at: str = ""
    source: str = ""


@frozen
class MatchView:
    """A match of teams, or of several games, with its boards: match points and game points of both so far, in tenths.

    `alone` are players of it who had nobody to meet.
    """

    number: int
    white: Who
    black: Who
    standing: Standing
    boards: tuple[BoardView, ...] = ()
    match_points: tuple[Points, Points] = (0, 0)
    game_points: tuple[Points, Points] = (0, 0)
    forfeit: Result | None = None
    alone: tuple[ByeView, ...] = ()

    @property
    def won(self) -> Literal["", "white", "black"]:
        """Who has won it, once it has ended."""
        white, black = self.match_points if self.match_points != (0, 0) else self.game_points
        return "" if self.standing != "ended" or white == black else "white" if white > black else "black"


@frozen
class ByeView:
    """Somebody without an opponent: which bye, and what it is worth in tenths."""

    who: Who
    kind: ByeKind
    worth: Points


@frozen
class LineUpView:
    """Who sits at the boards of a team, as its captain said."""

    team: Who
    players: tuple[Who, ...]


@frozen
class RoundView:
    """A round as it is: to come, made by hand, being played, or over.

    `free` are those for whom the table of the format has nobody, `out` those a knock-out has left behind, `unplaced`
    those who have no place yet in a round that is made by hand. The byes of a round to come are those asked for.
    `change` is the code of the warning that a change of a result brings: none, `correction` or `past`.
    """

    number: int
    of: int | None
    standing: Literal["to come", "by hand", "open", "over"]
    boards: tuple[BoardView, ...] = ()
    matches: tuple[MatchView, ...] = ()
    byes: tuple[ByeView, ...] = ()
    free: tuple[Who, ...] = ()
    out: tuple[Who, ...] = ()
    unplaced: tuple[Who, ...] = ()
    lineups: tuple[LineUpView, ...] = ()
    games: int = 0
    open: int = 0
    adjourned: int = 0
    change: Literal["", "correction", "past"] = ""
    position: int | None = None
    day: Date | None = None


@frozen
class ResultView:
    """One result by the keys of the two: how it stands, who entered it and when (UTC), and what is left in the round.

    Of its `games` so many are `open`, and so many `adjourned`.
    """

    round: int
    white: str
    black: str
    game: int
    result: Result
    standing: Standing
    by: str = ""
    at: str = ""
    source: str = ""
    games: int = 0
    open: int = 0
    adjourned: int = 0


@frozen
class RoundBefore:
    """What a round had before its first result: everybody's points, and the numbers of the boards of its meetings.

    Results of the round do not change it, so that whoever shows it often may keep it.
    """

    points: Mapping[int, Points]
    numbers: Mapping[tuple[int, int], int]


def round_before(t: Tournament, number: int) -> RoundBefore:
    """What a round has before its first result."""
    boards = at_boards(t, number) if number <= len(t.rounds) else []
    return RoundBefore(player_points(t.until(number)), {(one.white, one.black): at for at, one in boards})


def round_view(state: State, number: int, before: RoundBefore | None = None) -> RoundView:
    """A round that is paired, the one made by hand, or one to come; `before` is for whoever has kept it."""
    t, by_hand = state.tournament, state.phase is not None and state.phase.round == number
    if state.phase is not None and by_hand:
        t = changed(t, rounds=(*t.rounds[: number - 1], state.phase.boards.round(state.keys)))
    if not 1 <= number <= (length(t) or t.next_round):
        raise Refused(spoken("there is no round %(number)s", number=number))
    return _Sheet(state, t, number, before or round_before(t, number)).view(by_hand)


def result_view(state: State, number: int, white: str, black: str, game: int = 0) -> ResultView:
    """One result of a round, and how many are still open there; nothing else is worked out for it."""
    t, keys = state.tournament, state.keys.players
    if not 1 <= number <= len(t.rounds):
        raise Refused(spoken("round %(number)s is not paired", number=number))
    round, both = t.rounds[number - 1], (keys.get(white), keys.get(black))
    every = [*round.games, *(one for match in round.matches for one in match.games)]
    found = [one for one in every if (one.white, one.black) == both]
    if not 0 <= game < len(found):
        raise Refused(spoken("%(white)s - %(black)s is not a game of round %(number)s", white=state.name(white),
                             black=state.name(black), number=number), keys=(white, black))  # fmt: skip
    result = found[game].result
    told = state.entered.get(number, {}).get(f"{white}-{black}/{game}")
    by = (told.by.actor, told.by.at, told.source) if told else ("", "", "")
    left = len(round.pending), len(round.adjourned)
    return ResultView(number, white, black, game, result, _standing(t, number, result), *by, len(every), *left)


def _standing(t: Tournament, number: int, result: Result) -> Standing:
    """How a board with this result stands."""
    if result is Result.ADJOURNED:
        return "adjourned"
    if result is not Result.PENDING:
        return "ended"
    return "open" if number == len(t.rounds) else "to settle"


class _Sheet:
    """What a round is made of; it lives inside one call."""

    def __init__(self, state: State, t: Tournament, number: int, before: RoundBefore) -> None:
        self.state, self.t, self.number, self.numbers = state, t, number, before.numbers
        self.players = players(state, before.points, number)
        self.who = before_round(state, t, number) if t.team_event else self.players
        self.round = t.rounds[number - 1] if number <= len(t.rounds) else Round()
        self.entered = state.entered.get(number, {})

    def view(self, by_hand: bool) -> RoundView:
        """All of it."""
        paired, round, state = self.number <= len(self.t.rounds), self.round, self.state
        games, matches = self._meetings() if paired else ((), ())
        pending, adjourned = len(round.pending), len(round.adjourned)
        over = not pending and not any(match.open for match in round.matches)
        every = len(round.games) + sum(len(match.games) for match in round.matches)
        day = self.t.event.round_dates[self.number - 1 : self.number]
        standing: Literal["to come", "by hand", "open", "over"] = "over" if over else "open"
        return RoundView(
            self.number,
            length(self.t),
            "by hand" if by_hand else standing if paired else "to come",
            games,
            matches,
            tuple(self._byes(paired)),
            self._named(free(self.t, self.number) if paired else ()),
            self._out() if paired else (),
            self._unplaced() if by_hand else (),
            tuple(self._lineups()),
            every,
            pending,
            adjourned,
            self._change(),
            state.positions.get(self.number),
            day[0] if day else None,
        )

    def _named(self, numbers: Iterable[int]) -> tuple[Who, ...]:
        return tuple(self.who[one] for one in numbers)

    def _change(self) -> Literal["", "correction", "past"]:
        if self.number < window(self.state):
            return "past"
        return "correction" if self.number < len(self.t.rounds) else ""

    def _meetings(self) -> tuple[tuple[BoardView, ...], tuple[MatchView, ...]]:
        every: tuple[Game | Match, ...] = (*self.round.games, *self.round.matches)
        meetings = {(one.white, one.black): one for one in every}
        both = [(at, meetings[pair]) for pair, at in self.numbers.items()]
        made = [self._match(at, one) if isinstance(one, Match) else self._boards((one,), at)[0] for at, one in both]
        return (
            tuple(one for one in made if isinstance(one, BoardView)),
            tuple(one for one in made if isinstance(one, MatchView)),
        )

    def _boards(self, games: Sequence[Game], first: int = 1) -> tuple[BoardView, ...]:
        seen: dict[tuple[int, int], int] = {}
        made = []
        for at, game in enumerate(games, first):
            both = game.white, game.black
            count = seen[both] = seen.get(both, -1) + 1
            white, black = self.players[game.white], self.players[game.black]
            told: Entered | None = self.entered.get(f"{white.key}-{black.key}/{count}")
            said = (told.by.actor, told.by.at, told.source) if told else ()
            made.append(
                BoardView(at, white, black, game.result, _standing(self.t, self.number, game.result), count, *said)
            )
        return tuple(made)

    def _match(self, number: int, match: Match) -> MatchView:
        (home, games), (away, others) = match_points(self.t, match, self.round.player_byes)
        standing = _standing(self.t, self.number, Result.PENDING) if match.open else "ended"
        if not match.open and any(game.result is Result.ADJOURNED for game in match.games):
            standing = "adjourned"
        return MatchView(number, self.who[match.white], self.who[match.black], standing, self._boards(match.games),
                         (home, away), (games, others), match.forfeit, tuple(self._alone(match)))  # fmt: skip

    def _alone(self, match: Match) -> Iterator[ByeView]:
        """Players of the two teams who had nobody to meet; in any other event a player is nobody's."""
        if not self.t.team_event:
            return
        theirs = {one for team in self.t.teams if team.id in (match.white, match.black) for one in team.players}
        for bye in self.round.player_byes:
            if bye.player in theirs:
                yield ByeView(self.players[bye.player], bye.kind, bye_points(self.t.points, bye.kind))

    def _byes(self, paired: bool) -> Iterator[ByeView]:
        worth = bye_table(self.t)
        asked = self.t.absent(self.number).items()
        for bye in self.round.byes if paired else [Bye(one, kind) for one, kind in asked]:
            if not self._is_out(bye.kind):
                yield ByeView(self.who[bye.player], bye.kind, worth[bye.kind][0])

    def _is_out(self, kind: ByeKind) -> bool:
        return kind is ByeKind.ZERO and scheme(self.t.system).format.eliminates

    def _out(self) -> tuple[Who, ...]:
        """Who neither meets anybody nor goes through without, where whoever loses is out."""
        if not scheme(self.t.system).format.eliminates:
            return ()
        here = {one for both in self.round.pairs for one in both}
        here |= {bye.player for bye in self.round.byes if not self._is_out(bye.kind)}
        return self._named(one for one in self.who if one not in here)

    def _unplaced(self) -> tuple[Who, ...]:
        here = self.round.participants
        return self._named(one for one in to_pair(self.t.until(self.number)) if one not in here)

    def _lineups(self) -> Iterator[LineUpView]:
        for team, keys in self.state.lineups.get(self.number, {}).items():
            numbers = self.state.keys.players
            yield LineUpView(self.who[self.state.number(team)], tuple(self.players[numbers[key]] for key in keys))
