"""The view of a round: boards and matches with their results, byes, and open games."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Literal

from rookery._record import record, replace
from rookery.formats.board_order import free_participants, list_numbered_boards
from rookery.history.completion import total_rounds
from rookery.history.declared_points import player_points
from rookery.history.pairing_numbers import participants_to_pair
from rookery.history.scoring import bye_points, bye_table, match_points
from rookery.history.team_matches import match_boards
from rookery.model import Bye, ByeKind, Colour, Game, Match, PartialDate, Points, Result, Round, Tournament
from rookery.model._construct import replace_unchecked
from rookery.regulations import parse_type_code
from rookery.tournaments.domain.rounds import round_start
from rookery.tournaments.errors import round_not_found
from rookery.tournaments.guard import first_changeable_round
from rookery.tournaments.state import Entered, State
from rookery.tournaments.views.participants import Participant, before_round, players
from rookery.tournaments.views.schedule import RoundStart

Standing = Literal["open", "to settle", "adjourned", "ended"]
"""The status of a board; `to settle` has no result although a later round is paired."""


@record
class BoardView:
    """A game at its board: players with points before the round, result, and who entered it when (UTC).

    In a match, `number` is the board in it, and `turned` says that the first-named team, which has White on board 1,
    has Black here. `game` counts the games of the two with these colours, from 0. `keeps` names who keeps this board.
    """

    number: int
    white: Participant
    black: Participant
    result: Result
    standing: Standing
    game: int = 0
    by: str = ""
    at: str = ""
    source: str = ""
    turned: bool = False
    keeps: str = ""

    @property
    def left(self) -> Participant:
        """The player named first; in a match, the player of the first-named team."""
        return self.black if self.turned else self.white

    @property
    def right(self) -> Participant:
        """The player named second."""
        return self.white if self.turned else self.black


@record
class VacantBoardView:
    """A board of a match that one or both teams left vacant: a forfeit, without a game.

    `turned` says that the first-named team, which has White on board 1, has Black here.
    """

    number: int
    white: Participant | None
    black: Participant | None
    result: Result
    turned: bool = False

    @property
    def left(self) -> Participant | None:
        """The player of the first-named team."""
        return self.black if self.turned else self.white

    @property
    def right(self) -> Participant | None:
        """The player of the other team."""
        return self.white if self.turned else self.black


@record
class MatchView:
    """A team match, or one of several games, with its boards, match points and game points so far, in tenths.

    `vacant` are boards that a team left vacant; `alone` are players without an opponent whose board is unknown. `keeps`
    names who keeps this table.
    """

    number: int
    white: Participant
    black: Participant
    standing: Standing
    boards: tuple[BoardView, ...] = ()
    match_points: tuple[Points, Points] = (0, 0)
    game_points: tuple[Points, Points] = (0, 0)
    forfeit: Result | None = None
    alone: tuple[ByeView, ...] = ()
    vacant: tuple[VacantBoardView, ...] = ()
    keeps: str = ""

    @property
    def lines(self) -> tuple[BoardView | VacantBoardView, ...]:
        """All boards in order, including vacant ones."""
        return tuple(sorted((*self.boards, *self.vacant), key=lambda board: board.number))

    @property
    def won(self) -> Literal["", "white", "black"]:
        """The winner of the match, once it has ended."""
        white, black = self.match_points if self.match_points != (0, 0) else self.game_points
        return "" if self.standing != "ended" or white == black else "white" if white > black else "black"


@record
class ByeView:
    """A participant without an opponent: the bye, and its points in tenths."""

    who: Participant
    kind: ByeKind
    worth: Points


@record
class LineUpView:
    """The submitted line-up of a team; None is a vacant board."""

    team: Participant
    players: tuple[Participant | None, ...]


@record
class RoundView:
    """A round: to come, being paired by hand, being played, or over.

    `free` are those without an opponent by the schedule, `out` those eliminated, `unplaced` those without a place in a
    manual pairing. The byes of a future round are the requested ones. `change` is the code of the warning that a
    changed result raises: none, `correction` or `past`.
    """

    number: int
    of: int | None
    standing: Literal["to come", "by hand", "open", "over"]
    boards: tuple[BoardView, ...] = ()
    matches: tuple[MatchView, ...] = ()
    byes: tuple[ByeView, ...] = ()
    free: tuple[Participant, ...] = ()
    out: tuple[Participant, ...] = ()
    unplaced: tuple[Participant, ...] = ()
    lineups: tuple[LineUpView, ...] = ()
    games: int = 0
    open: int = 0
    adjourned: int = 0
    change: Literal["", "correction", "past"] = ""
    position: int | None = None
    day: PartialDate | None = None
    time: str = ""


@record
class RoundBefore:
    """The part of a round that is fixed before its first result: points, and the board numbers of its pairs.

    Results of the round do not change it, so that a caller can reuse it.
    """

    points: Mapping[int, Points]
    numbers: Mapping[tuple[int, int], int]


def round_before(t: Tournament, number: int) -> RoundBefore:
    """Return what is fixed before the first result of a round."""
    boards = list_numbered_boards(t, number) if number <= len(t.rounds) else []
    return RoundBefore(
        player_points(t.before_round(number)), {(meeting.white, meeting.black): board for board, meeting in boards}
    )


def round_view(state: State, number: int, before: RoundBefore | None = None) -> RoundView:
    """Return the view of a round: paired, in manual pairing, or to come; `before` can be reused."""
    t, by_hand = state.tournament, state.phase is not None and state.phase.round == number
    if state.phase is not None and number > len(t.rounds) and by_hand:
        t = replace_unchecked(t, rounds=(*t.rounds[: number - 1], state.phase.boards.round(state.keys)))
    if not 1 <= number <= (total_rounds(t) or t.next_round):
        raise round_not_found(number)
    return _Sheet(state, t, number, before or round_before(t, number)).view(by_hand)


def _board_status(t: Tournament, number: int, result: Result) -> Standing:
    """Return the status of a board with this result."""
    if result is Result.ADJOURNED:
        return "adjourned"
    if result is not Result.PENDING:
        return "ended"
    return "open" if number == len(t.rounds) else "to settle"


class _Sheet:
    """The builder of a `RoundView`."""

    def __init__(self, state: State, t: Tournament, number: int, before: RoundBefore) -> None:
        self.state, self.t, self.number, self.numbers = state, t, number, before.numbers
        self.players = players(state, before.points, number)
        self.who = before_round(state, t, number) if t.team_event else self.players
        self.round = t.rounds[number - 1] if number <= len(t.rounds) else Round()
        self.entered = state.entered.get(number, {})
        self.kept = {player: seat.board for player, seat in t.seats_in(number).items() if seat.board is not None}

    def view(self, by_hand: bool) -> RoundView:
        """Return the complete view."""
        paired, round, state = self.number <= len(self.t.rounds), self.round, self.state
        games, matches = self._boards_and_matches() if paired else ((), ())
        pending, adjourned = len(round.pending), len(round.adjourned)
        over = not pending and not any(match.open for match in round.matches)
        game_count = len(round.games) + sum(len(match.games) for match in round.matches)
        standing: Literal["to come", "by hand", "open", "over"] = "over" if over else "open"
        return RoundView(
            self.number,
            total_rounds(self.t),
            "by hand" if by_hand else standing if paired else "to come",
            games,
            matches,
            tuple(self._byes(paired)),
            self._participants(free_participants(self.t, self.number) if paired else ()),
            self._eliminated_participants() if paired else (),
            self._unpaired_participants() if by_hand and self.number > len(state.tournament.rounds) else (),
            tuple(self._lineup_views()),
            game_count,
            pending,
            adjourned,
            self._change_kind(),
            state.positions.get(self.number),
            *round_start(state, self.number),
        )

    def _participants(self, numbers: Iterable[int]) -> tuple[Participant, ...]:
        return tuple(self.who[number] for number in numbers)

    def _change_kind(self) -> Literal["", "correction", "past"]:
        if self.number < first_changeable_round(self.state):
            return "past"
        return "correction" if self.number < len(self.t.rounds) else ""

    def _boards_and_matches(self) -> tuple[tuple[BoardView, ...], tuple[MatchView, ...]]:
        all_meetings: tuple[Game | Match, ...] = (*self.round.games, *self.round.matches)
        meetings = {(meeting.white, meeting.black): meeting for meeting in all_meetings}
        boards = [(board, meetings[pair]) for pair, board in self.numbers.items()]
        lines = [
            self._match(board, meeting) if isinstance(meeting, Match) else self._board(board, meeting)
            for board, meeting in boards
        ]
        return (
            tuple(meeting for meeting in lines if isinstance(meeting, BoardView)),
            tuple(meeting for meeting in lines if isinstance(meeting, MatchView)),
        )

    def _board(self, number: int, game: Game) -> BoardView:
        board = self._boards((game,), number)[0]
        return replace(board, keeps=self._names_keeping_board(number, game)) if self.kept else board

    def _names_keeping_board(self, number: int, meeting: Game | Match) -> str:
        """Return the names of those who keep this board."""
        pair = (meeting.white, meeting.black)
        return ", ".join(
            self.who[participant_id].name for participant_id in pair if self.kept.get(participant_id) == number
        )

    def _boards(self, games: Sequence[Game], first: int = 1) -> tuple[BoardView, ...]:
        counts: dict[tuple[int, int], int] = {}
        boards = []
        for number, game in enumerate(games, first):
            pair = game.white, game.black
            count = counts[pair] = counts.get(pair, -1) + 1
            white, black = self.players[game.white], self.players[game.black]
            entry: Entered | None = self.entered.get(f"{white.key}-{black.key}/{count}")
            entered_by = (entry.by.actor, entry.by.at, entry.source) if entry else ()
            boards.append(
                BoardView(
                    number,
                    white,
                    black,
                    game.result,
                    _board_status(self.t, self.number, game.result),
                    count,
                    *entered_by,
                )
            )
        return tuple(boards)

    def _match(self, number: int, match: Match) -> MatchView:
        (home, home_games), (away, away_games) = match_points(self.t, match, self.round.player_byes)
        standing = _board_status(self.t, self.number, Result.PENDING) if match.open else "ended"
        if not match.open and any(game.result is Result.ADJOURNED for game in match.games):
            standing = "adjourned"
        return MatchView(
            number,
            self.who[match.white],
            self.who[match.black],
            standing,
            self._match_boards(match),
            (home, away),
            (home_games, away_games),
            match.forfeit,
            tuple(self._match_players_without_opponent(match)),
            tuple(self._vacant_boards(match)),
            self._names_keeping_board(number, match),
        )

    def _match_boards(self, match: Match) -> tuple[BoardView, ...]:
        """Return the boards of a match that have a game; the first-named team is on the left."""
        boards = self._boards(match.games)
        if not self.t.team_event:
            return boards
        turned_by_number = {board.number: board.turned for board in match_boards(self.t, match)}
        numbers = match.board_numbers
        return tuple(
            replace(board, number=number, turned=turned_by_number[number])
            for board, number in zip(boards, numbers, strict=True)
        )

    def _vacant_boards(self, match: Match) -> Iterator[VacantBoardView]:
        """Yield the vacant boards of a match."""
        vacant = {board.board for board in match.vacant}
        for board in match_boards(self.t, match) if vacant else ():
            if board.number in vacant:
                white, black = self.players.get(board.white), self.players.get(board.black)
                yield VacantBoardView(board.number, white, black, board.result, board.turned)

    def _match_players_without_opponent(self, match: Match) -> Iterator[ByeView]:
        """Yield the players of the two teams without an opponent; nothing in individual events."""
        if not self.t.team_event:
            return
        team_players = {
            player for team in self.t.teams if team.number in (match.white, match.black) for player in team.players
        }
        for bye in self.round.player_byes:
            if bye.player in team_players:
                yield ByeView(self.players[bye.player], bye.kind, bye_points(self.t.points, bye.kind))

    def _byes(self, paired: bool) -> Iterator[ByeView]:
        worth = bye_table(self.t)
        requested = self.t.absent(self.number).items()
        for bye in self.round.byes if paired else [Bye(player, kind) for player, kind in requested]:
            if not self._is_elimination(bye.kind):
                yield ByeView(self.who[bye.player], bye.kind, worth[bye.kind][0])

    def _is_elimination(self, kind: ByeKind) -> bool:
        return kind is ByeKind.ZERO and parse_type_code(self.t.system).format.eliminates

    def _eliminated_participants(self) -> tuple[Participant, ...]:
        """Return the participants already eliminated from a knock-out."""
        if not parse_type_code(self.t.system).format.eliminates:
            return ()
        remaining = {number for pair in self.round.pairs for number in pair}
        remaining |= {bye.player for bye in self.round.byes if not self._is_elimination(bye.kind)}
        return self._participants(number for number in self.who if number not in remaining)

    def _unpaired_participants(self) -> tuple[Participant, ...]:
        seated_participants = self.round.participants
        return self._participants(
            number
            for number in participants_to_pair(self.t.before_round(self.number))
            if number not in seated_participants
        )

    def _lineup_views(self) -> Iterator[LineUpView]:
        for team, keys in self.state.lineups.get(self.number, {}).items():
            numbers = self.state.keys.players
            players = tuple(self.players[numbers[key]] if key else None for key in keys)
            yield LineUpView(self.who[self.state.number(team)], players)


# -- the round of a player ---------------------------------------------------------------------------------------------

Absence = Literal["", "bye", "free", "no board", "vacant"]


@record
class PlayerRound:
    """The place of a player or a team in a round; `board` is a label such as `12` or `3.2`.

    Without an opponent, `without` says why: a `bye`, `free` by the schedule, `no board` yet, or a `vacant` seat of the
    other team. `is_match` means that there are several games.
    """

    round: int
    start: RoundStart
    board: str = ""
    colour: Colour | None = None
    opponent: Participant | None = None
    result: Result = Result.PENDING
    bye: ByeKind | None = None
    worth: Points | None = None
    without: Absence = ""
    is_match: bool = False
    adjourned: bool = False


def player_round(round: RoundView, key: str, start: RoundStart) -> PlayerRound | None:
    """Return the place of a player or a team in a round, or None if it has none there."""
    for board in round.boards:
        if key in (board.white.key, board.black.key):
            return _at_board(round.number, start, board, str(board.number), key)
    for match in round.matches:
        if (place := _in_match(round.number, start, match, key)) is not None:
            return place
    for row in round.byes:
        if row.who.key == key:
            return PlayerRound(round.number, start, bye=row.kind, worth=row.worth, without="bye")
    if any(person.key == key for person in round.free):
        return PlayerRound(round.number, start, without="free")
    if any(person.key == key for person in round.unplaced):
        return PlayerRound(round.number, start, without="no board")
    return None


def _at_board(number: int, start: RoundStart, board: BoardView, label: str, key: str) -> PlayerRound:
    is_white = board.white.key == key
    return PlayerRound(
        number,
        start,
        label,
        Colour.WHITE if is_white else Colour.BLACK,
        board.black if is_white else board.white,
        board.result,
        adjourned=board.standing == "adjourned",
    )


def _in_match(number: int, start: RoundStart, match: MatchView, key: str) -> PlayerRound | None:
    """Return the place of a team, or of a player of a team, in a match."""
    if key in (match.white.key, match.black.key):
        is_white = match.white.key == key
        opponent = match.black if is_white else match.white
        return PlayerRound(number, start, str(match.number), None, opponent, is_match=True)
    for board in match.boards:
        if key in (board.white.key, board.black.key):
            return _at_board(number, start, board, f"{match.number}.{board.number}", key)
    for vacant in match.vacant:
        for player, colour in ((vacant.white, Colour.WHITE), (vacant.black, Colour.BLACK)):
            if player is not None and player.key == key:
                label = f"{match.number}.{vacant.number}"
                return PlayerRound(number, start, label, colour, None, vacant.result, without="vacant")
    for row in match.alone:
        if row.who.key == key:
            return PlayerRound(number, start, bye=row.kind, worth=row.worth, without="bye")
    return None
