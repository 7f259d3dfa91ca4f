"""Games, matches, byes and rounds."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import cached_property
from itertools import pairwise
from typing import TYPE_CHECKING

from rookery._record import record, replace
from rookery.errors import RuleError
from rookery.messages import msg
from rookery.model.results import ByeKind, Result
from rookery.model.validation import TWO_GAMES, coerce_tuple, fits, require_number, type_error


@record
class Game:
    """One board: who had White, who had Black, and how it ended. A forfeit may be recorded without colours.

    >>> Game(12, 7, Result.WHITE_WINS)
    Game(white=12, black=7, result=<Result.WHITE_WINS: '1-0'>, coloured=True)
    """

    white: int
    black: int
    result: Result = Result.PENDING
    coloured: bool = True

    def __post_init__(self) -> None:
        if (
            self.white.__class__ is int is self.black.__class__
            and 0 < self.white != self.black > 0
            and self.coloured
            and self.result.__class__ is Result
        ):
            return  # nearly always
        require_number("a player of a game", self.white, self.black)
        if self.white == self.black:
            raise RuleError(msg("a player cannot meet themselves"), participants=(self.white,))
        if not fits(self.result, Result):
            hint = msg("Result.parse reads a text") if fits(self.result, str) else ""
            raise type_error(
                msg("the result of %(white)s-%(black)s", white=self.white, black=self.black),
                "a Result",
                self.result,
                hint,
            )
        if not self.coloured and not self.result.forfeit:
            raise RuleError(
                msg("only a forfeit may be recorded without colours, not %(result)s", result=self.result),
                participants=(self.white, self.black),
            )


@record
class VacantBoard:
    """A board of a team match that a team leaves vacant: the opponent, if present, wins by forfeit.

    `board` counts from 1. `player` is None where both teams left the board empty, and both lose there by forfeit.

    >>> VacantBoard(3, player=12)
    VacantBoard(board=3, player=12)
    """

    board: int
    player: int | None = None

    def __post_init__(self) -> None:
        require_number("a vacant board", self.board)
        if self.player is not None:
            require_number("who sits at a vacant board", self.player)


@record
class Match:
    """Two participants and the games between them: a team match (boards in order) or a two-game match.

    `white` had White on board 1 (in the first game). `forfeit` is set when the match as a whole was forfeited.
    `vacant` are the boards of a team match without a game; the games are at the other boards, in order.
    """

    white: int
    black: int
    games: tuple[Game, ...] = ()
    forfeit: Result | None = None
    vacant: tuple[VacantBoard, ...] = ()

    def __post_init__(self) -> None:
        require_number("a side of a match", self.white, self.black)
        if self.white == self.black:
            raise RuleError(msg("nobody can play a match against themselves"), participants=(self.white,))
        if self.games.__class__ is not tuple:
            coerce_tuple(self, "games")
        if self.forfeit is not None and self.forfeit.__class__ is not Result:
            raise type_error(
                msg("the forfeit of %(white)s-%(black)s", white=self.white, black=self.black),
                "a Result or None",
                self.forfeit,
            )
        if self.forfeit is not None and not self.forfeit.forfeit:
            raise RuleError(msg("a match is forfeited +/-, -/+ or -/-, not %(result)s", result=self.forfeit),
                            participants=(self.white, self.black))  # fmt: skip
        if self.vacant:
            self._check_vacant_boards()

    def _check_vacant_boards(self) -> None:
        """Raise RuleError if vacant boards are out of order, beyond the last board, or of a player with a game."""
        if self.vacant.__class__ is not tuple:
            coerce_tuple(self, "vacant")
        for board in self.vacant:
            if not fits(board, VacantBoard):
                raise type_error(msg("each vacant board of %(white)s-%(black)s", white=self.white, black=self.black),
                             "a VacantBoard", board)  # fmt: skip
        numbers = [board.board for board in self.vacant]
        if numbers != sorted(set(numbers)) or numbers[-1] > self.board_count:
            raise RuleError(msg("the vacant boards of %(white)s-%(black)s are numbers from 1 to %(last)s, each once"
                                   " and in order", white=self.white, black=self.black, last=self.board_count),
                            participants=(self.white, self.black))  # fmt: skip
        alone = [board.player for board in self.vacant if board.player is not None]
        playing = {player for game in self.games for player in (game.white, game.black)}
        if len(set(alone)) < len(alone) or playing & set(alone):
            raise RuleError(msg("nobody sits at two boards of the match %(white)s-%(black)s", white=self.white,
                                   black=self.black), participants=sorted({*alone}))  # fmt: skip

    @property
    def board_count(self) -> int:
        """The number of boards, vacant ones included."""
        return len(self.games) + len(self.vacant)

    @property
    def board_numbers(self) -> tuple[int, ...]:
        """The board of each game, from 1.

        >>> Match(1, 2, (Game(11, 21), Game(13, 23)), vacant=(VacantBoard(2, 22),)).board_numbers
        (1, 3)
        """
        if not self.vacant:
            return tuple(range(1, len(self.games) + 1))
        vacant = {board.board for board in self.vacant}
        return tuple(number for number in range(1, self.board_count + 1) if number not in vacant)

    @property
    def has_other_players(self) -> bool:
        """Whether it is a match of teams: it has a vacant board, or a game of others than its two participants."""
        return bool(self.vacant) or any({game.white, game.black} != {self.white, self.black} for game in self.games)

    def must_be_individual(self, two_games: bool) -> None:
        """Raise RuleError for what only a team match may have: games of other players, or more than two of two.

        Args:
            two_games: Whether the match may have at most two games.

        Raises:
            RuleError: Games of others, or too many games.
        """
        if self.has_other_players:
            raise RuleError(msg("the match %(white)s-%(black)s has a game of others", white=self.white,
                                   black=self.black), participants=(self.white, self.black))  # fmt: skip
        if two_games and len(self.games) > TWO_GAMES:
            message = msg("the match %(white)s-%(black)s has %(number)s games, not %(needed)s", white=self.white,
                          black=self.black, number=len(self.games), needed=TWO_GAMES)  # fmt: skip
            raise RuleError(message, participants=(self.white, self.black))

    @property
    def open(self) -> bool:
        """Whether the match still waits for results."""
        if self.forfeit is not None:
            return False
        return not self.board_count or any(game.result is Result.PENDING for game in self.games)


@record
class Bye:
    """A participant without an opponent in a round, and why."""

    player: int
    kind: ByeKind

    def __post_init__(self) -> None:
        if self.player.__class__ is not int or self.player < 1:
            require_number("who has a bye", self.player)
        if self.kind.__class__ is not ByeKind:
            raise type_error(
                msg("the bye of %(player)s", player=self.player), "a ByeKind such as ByeKind.HALF", self.kind
            )


@record(slots=False)
class Round:
    """A round: games or matches, and byes; each participant appears at most once.

    In a team event `matches` and `byes` refer to teams; `player_byes` keeps the byes in the rows of individual players.
    `published` means that games or matches are in the order in which the boards were published; otherwise the order
    follows from the scores before the round. `board_numbers` has the number of each of these boards if they are not 1,
    2, 3, ...: a board whose game was removed leaves a gap.
    """

    games: tuple[Game, ...] = ()
    matches: tuple[Match, ...] = ()
    byes: tuple[Bye, ...] = ()
    player_byes: tuple[Bye, ...] = ()
    published: bool = False
    board_numbers: tuple[int, ...] = ()

    if TYPE_CHECKING:  # what is given may be any iterable; what is kept is a tuple

        def __init__(
            self,
            games: Iterable[Game] = ...,
            matches: Iterable[Match] = ...,
            byes: Iterable[Bye] = ...,
            player_byes: Iterable[Bye] = ...,
            published: bool = ...,
            board_numbers: Iterable[int] = ...,
        ) -> None: ...

    def __post_init__(self) -> None:
        for name in ("games", "matches", "byes", "player_byes", "board_numbers"):
            if getattr(self, name).__class__ is not tuple:
                coerce_tuple(self, name)
        try:
            participant_count = len(self.participants)
        except (AttributeError, TypeError):
            raise self._wrong_entry_error() from None
        if participant_count < 2 * len(self.games) + 2 * len(self.matches) + len(self.byes):
            appearances = [player for pair in self.pairs for player in pair] + [bye.player for bye in self.byes]
            twice = sorted({i for i in appearances if appearances.count(i) > 1})
            raise RuleError(msg("nobody can appear twice in a round"), participants=twice)
        if self.board_numbers:
            self._check_board_numbers()

    def _check_board_numbers(self) -> None:
        """Raise RuleError unless every game, or match, has a board number of its own, in increasing order."""
        numbers, boards = self.board_numbers, len(self.games) + len(self.matches)
        require_number("a board", *numbers)
        if not self.published or len(numbers) != boards or any(a >= b for a, b in pairwise(numbers)):
            raise RuleError(msg("a round with board numbers has one for each of its boards, in increasing order, and"
                                   " is published"))  # fmt: skip

    def _wrong_entry_error(self) -> RuleError:
        """Return the error for a round that holds anything but games, matches and byes between numbers."""
        kinds = (("games", self.games, Game), ("matches", self.matches, Match), ("byes", self.byes, Bye))
        for name, entries, kind in kinds:
            for entry in entries:
                if not fits(entry, kind):
                    return type_error(
                        msg("each of the %(name)s of a round", name=name),
                        msg("a %(kind)s", kind=kind.__name__),
                        entry,
                    )
        return RuleError(msg("the participants of a round must be pairing numbers"))

    @cached_property
    def participants(self) -> frozenset[int]:
        """Every participant in a game, a match or a bye of the round."""
        meetings: tuple[Game | Match, ...] = self.games + self.matches if self.matches else self.games
        whites, blacks = [meeting.white for meeting in meetings], [meeting.black for meeting in meetings]
        return frozenset([*whites, *blacks, *[bye.player for bye in self.byes]])

    @property
    def pending(self) -> tuple[Game, ...]:
        """The games without a result."""
        boards = (*self.games, *(game for match in self.matches for game in match.games))
        return tuple(game for game in boards if game.result is Result.PENDING)

    @property
    def adjourned(self) -> tuple[Game, ...]:
        """The games to be finished later; each counts as a draw until then."""
        boards = self.games
        if self.matches:
            boards = (*boards, *(game for match in self.matches for game in match.games))
        return tuple([game for game in boards if game.result is Result.ADJOURNED])

    def with_result(self, white: int, black: int, result: Result, called: str = "this round") -> Round:
        """Return the round with the result of the first open game with these colours, else of the last.

        `called` is what an error calls the round.

        Args:
            white: The pairing number of White.
            black: The pairing number of Black.
            result: The result.
            called: The name of the round in an error.

        Returns:
            The changed round.

        Raises:
            RuleError: There is no such game.
        """
        position = _find_game(self.games, white, black)
        if position is not None:
            return replace(self, games=_with_result_at(self.games, position, result))
        for number, match in enumerate(self.matches):
            position = _find_game(match.games, white, black)
            if position is not None:
                updated_match = replace(match, games=_with_result_at(match.games, position, result))
                return replace(self, matches=(*self.matches[:number], updated_match, *self.matches[number + 1 :]))
        boards = (*self.games, *(game for match in self.matches for game in match.games))
        if _find_game(boards, black, white) is not None:
            raise RuleError(msg("%(white)s has White against %(black)s in %(round)s, not the other way round",
                                   white=black, black=white, round=called), participants=(white, black))  # fmt: skip
        raise RuleError(msg("%(white)s and %(black)s do not meet in %(round)s", white=white, black=black,
                               round=called), participants=(white, black))  # fmt: skip

    @property
    def unopposed(self) -> tuple[Bye, ...]:
        """The players of a team event who score without a game: by a bye of their own, or alone at a vacant board."""
        alone = [board.player for match in self.matches for board in match.vacant if board.player is not None]
        return (*self.player_byes, *[Bye(player, ByeKind.FULL) for player in alone]) if alone else self.player_byes

    @property
    def boards(self) -> tuple[tuple[int, int], ...]:
        """Every game played, White first; for a match without games its two sides."""
        inside = [(game.white, game.black) for match in self.matches for game in match.games]
        bare = [(match.white, match.black) for match in self.matches if not match.games]
        return (*[(game.white, game.black) for game in self.games], *inside, *bare)

    @property
    def pairs(self) -> tuple[tuple[int, int], ...]:
        """The pairs of participants who meet, White first."""
        meetings: tuple[Game | Match, ...] = (*self.games, *self.matches)
        return tuple([(meeting.white, meeting.black) for meeting in meetings])


def _find_game(games: Sequence[Game], white: int, black: int) -> int | None:
    """Return the position of the game of these two: the first open one, else the last; None if there is none."""
    same = [position for position, game in enumerate(games) if game.white == white and game.black == black]
    return next((position for position in same if games[position].result is Result.PENDING), same[-1] if same else None)


def _with_result_at(games: tuple[Game, ...], position: int, result: Result) -> tuple[Game, ...]:
    """Return the games with the result of one of them; only a forfeit keeps the lack of colours."""
    game = games[position]
    if not fits(result, Result):
        raise type_error(
            msg("the result of %(white)s-%(black)s", white=game.white, black=game.black), "a Result", result
        )
    return (
        *games[:position],
        Game(game.white, game.black, result, game.coloured or not result.forfeit),
        *games[position + 1 :],
    )
