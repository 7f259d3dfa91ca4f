"""What is said of people and boards in events, by keys: a number changes with a late entry, a key never does."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from rookery.errors import RuleError
from rookery.model import Bye, ByeKind, Date, Game, Match, NationalRecord, Player, Result, Round
from rookery.model.ratings import Rating
from rookery.values import fields, frozen
from rookery.wording import spoken


@frozen
class Facts:
    """Who a player is: what does not depend on the tournament's course."""

    name: str = ""
    rating: int | None = None
    federation: str = ""
    title: str = ""
    sex: str = ""
    birth: Date | None = None
    fide_id: int | None = None
    national_id: str = ""
    club: str = ""
    national: tuple[NationalRecord, ...] = ()
    ratings: tuple[Rating, ...] = ()

    @classmethod
    def of(cls, player: Player) -> Facts:
        """The facts of a player."""
        return cls(**{each.name: getattr(player, each.name) for each in fields(cls)})

    def as_given(self) -> dict[str, Any]:
        """The fields by their names, as a Player takes them."""
        return {each.name: getattr(self, each.name) for each in fields(self)}

    def player(self, number: int, key: str) -> Player:
        """The player with these facts under a number and a key."""
        return Player(number, key=key, **self.as_given())


@frozen
class KeyedGame:
    """A game: who has White and who Black, by their keys, and how it ended."""

    white: str
    black: str
    result: Result = Result.PENDING
    coloured: bool = True


@frozen
class KeyedMatch:
    """A match of teams, or of two players over several games: `white` has White at the first board."""

    white: str
    black: str
    games: tuple[KeyedGame, ...] = ()
    forfeit: Result | None = None


@frozen
class KeyedBye:
    """Somebody without an opponent in a round, and why."""

    key: str
    kind: ByeKind


@frozen
class Keys:
    """Numbers by key, and keys by number, of players and of teams; `participants` are those who are paired."""

    players: Mapping[str, int]
    teams: Mapping[str, int]
    player: Mapping[int, str]
    team: Mapping[int, str]
    of_teams: bool

    @property
    def participants(self) -> Mapping[str, int]:
        """The numbers of those who are paired."""
        return self.teams if self.of_teams else self.players

    @property
    def participant(self) -> Mapping[int, str]:
        """The keys of those who are paired."""
        return self.team if self.of_teams else self.player


@frozen
class Boards:
    """A round by keys: exactly what a `Round` says by numbers."""

    games: tuple[KeyedGame, ...] = ()
    matches: tuple[KeyedMatch, ...] = ()
    byes: tuple[KeyedBye, ...] = ()
    player_byes: tuple[KeyedBye, ...] = ()
    published: bool = False

    @classmethod
    def of(cls, round: Round, keys: Keys) -> Boards:
        """A round in which everybody is called by the key."""
        who, player = keys.participant, keys.player
        return cls(
            tuple([_board(game, who) for game in round.games]),
            tuple(_meeting(one, who, player) for one in round.matches),
            tuple(KeyedBye(who[bye.player], bye.kind) for bye in round.byes),
            tuple(KeyedBye(player[bye.player], bye.kind) for bye in round.player_byes),
            round.published,
        )

    @property
    def pairs(self) -> tuple[tuple[str, str], ...]:
        """Who meets whom, White first."""
        meetings: tuple[KeyedGame | KeyedMatch, ...] = (*self.games, *self.matches)
        return tuple((one.white, one.black) for one in meetings)

    def round(self, keys: Keys) -> Round:
        """The round in which everybody is called by the number."""
        who, player = keys.participants, keys.players
        try:
            return Round(
                tuple([_game(board, who) for board in self.games]),
                tuple(
                    Match(who[one.white], who[one.black], tuple(_game(game, player) for game in one.games), one.forfeit)
                    for one in self.matches
                ),
                tuple(Bye(who[one.key], one.kind) for one in self.byes),
                tuple(Bye(player[one.key], one.kind) for one in self.player_byes),
                self.published,
            )
        except KeyError as error:
            raise RuleError(spoken("nobody here has the key %(key)s", key=f"{error.args[0]!r}")) from None


NONE = Boards()
"""No boards at all."""


def _meeting(one: Match, who: Mapping[int, str], player: Mapping[int, str]) -> KeyedMatch:
    games = tuple(_board(game, player) for game in one.games)
    return KeyedMatch(who[one.white], who[one.black], games, one.forfeit)


def _board(game: Game, keys: Mapping[int, str]) -> KeyedGame:
    return KeyedGame(keys[game.white], keys[game.black], game.result, game.coloured)


def _game(board: KeyedGame, numbers: Mapping[str, int]) -> Game:
    return Game(numbers[board.white], numbers[board.black], board.result, board.coloured)
