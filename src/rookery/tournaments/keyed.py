"""Participants and boards as events store them: by keys, because a pairing number changes with a late entry."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from rookery._record import fields, record
from rookery.errors import RuleError
from rookery.messages import msg
from rookery.model import Bye, ByeKind, Game, Match, NationalRecord, PartialDate, Player, Result, Round, VacantBoard
from rookery.model.players import Rating, verbatim_if_invalid
from rookery.tournaments.limits import check_bounds


@record
class Facts:
    """Details of a player that do not depend on the course of the tournament."""

    name: str = ""
    rating: int | None = None
    federation: str = ""
    title: str = ""
    sex: str = ""
    birth: PartialDate | None = None
    fide_id: int | None = None
    national_id: str = ""
    club: str = ""
    national: tuple[NationalRecord, ...] = ()
    ratings: tuple[Rating, ...] = ()

    def __post_init__(self) -> None:
        check_bounds(self)

    @classmethod
    def from_player(cls, player: Player) -> Facts:
        """Return the details of a player."""
        return cls(**{field.name: getattr(player, field.name) for field in fields(cls)})

    def as_given(self) -> dict[str, Any]:
        """Return the fields by name, as arguments of Player."""
        return {field.name: verbatim_if_invalid(field.name, getattr(self, field.name)) for field in fields(self)}

    def player(self, number: int, key: str) -> Player:
        """Return the player with these details under a number and a key."""
        return Player(number, key=key, **self.as_given())


@record
class KeyedGame:
    """A game by the keys of its players, with its result."""

    white: str
    black: str
    result: Result = Result.PENDING
    coloured: bool = True


@record
class KeyedMatch:
    """A match of teams, or of two players over several games; `white` has White at the first board."""

    white: str
    black: str
    games: tuple[KeyedGame, ...] = ()
    forfeit: Result | None = None
    vacant: tuple[KeyedVacantBoard, ...] = ()


@record
class KeyedVacantBoard:
    """A board of a team match that a team leaves vacant; the key is empty where both do."""

    board: int
    key: str = ""


@record
class KeyedBye:
    """A participant without an opponent in a round, and the kind of bye."""

    key: str
    kind: ByeKind


@record
class Keys:
    """Pairing numbers by key and keys by number, of players, teams and participants."""

    players: Mapping[str, int]
    teams: Mapping[str, int]
    player: Mapping[int, str]
    team: Mapping[int, str]
    of_teams: bool

    @property
    def participants(self) -> Mapping[str, int]:
        """The numbers of the participants, by key."""
        return self.teams if self.of_teams else self.players

    @property
    def participant(self) -> Mapping[int, str]:
        """The keys of the participants, by number."""
        return self.team if self.of_teams else self.player


@record
class Boards:
    """A round by keys, with the content of a `Round`."""

    games: tuple[KeyedGame, ...] = ()
    matches: tuple[KeyedMatch, ...] = ()
    byes: tuple[KeyedBye, ...] = ()
    player_byes: tuple[KeyedBye, ...] = ()
    published: bool = False
    board_numbers: tuple[int, ...] = ()

    @classmethod
    def from_round(cls, round: Round, keys: Keys) -> Boards:
        """Return a round with keys instead of numbers."""
        participant, player = keys.participant, keys.player
        return cls(
            tuple([_keyed_game(game, participant) for game in round.games]),
            tuple(_keyed_match(match, participant, player) for match in round.matches),
            tuple(KeyedBye(participant[bye.player], bye.kind) for bye in round.byes),
            tuple(KeyedBye(player[bye.player], bye.kind) for bye in round.player_byes),
            round.published,
            round.board_numbers,
        )

    @property
    def pairs(self) -> tuple[tuple[str, str], ...]:
        """The participants who meet, White first."""
        meetings: tuple[KeyedGame | KeyedMatch, ...] = (*self.games, *self.matches)
        return tuple((meeting.white, meeting.black) for meeting in meetings)

    def round(self, keys: Keys) -> Round:
        """Return the round with numbers instead of keys."""
        participants, player = keys.participants, keys.players
        try:
            return Round(
                tuple([_game_of(board, participants) for board in self.games]),
                tuple(
                    Match(
                        participants[match.white],
                        participants[match.black],
                        tuple(_game_of(game, player) for game in match.games),
                        match.forfeit,
                        tuple(
                            VacantBoard(vacant.board, player[vacant.key] if vacant.key else None)
                            for vacant in match.vacant
                        ),
                    )
                    for match in self.matches
                ),
                tuple(Bye(participants[bye.key], bye.kind) for bye in self.byes),
                tuple(Bye(player[bye.key], bye.kind) for bye in self.player_byes),
                self.published,
                self.board_numbers,
            )
        except KeyError as error:
            raise RuleError(msg("there is no player with the key %(key)s", key=f"{error.args[0]!r}")) from None


NO_BOARDS = Boards()
"""A round without boards."""


def _keyed_match(match: Match, participant: Mapping[int, str], player: Mapping[int, str]) -> KeyedMatch:
    games = tuple(_keyed_game(game, player) for game in match.games)
    vacant = tuple(
        KeyedVacantBoard(board.board, "" if board.player is None else player[board.player]) for board in match.vacant
    )
    return KeyedMatch(participant[match.white], participant[match.black], games, match.forfeit, vacant)


def _keyed_game(game: Game, keys: Mapping[int, str]) -> KeyedGame:
    return KeyedGame(keys[game.white], keys[game.black], game.result, game.coloured)


def _game_of(board: KeyedGame, numbers: Mapping[str, int]) -> Game:
    return Game(numbers[board.white], numbers[board.black], board.result, board.coloured)
