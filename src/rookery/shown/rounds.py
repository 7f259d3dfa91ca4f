"""The boards of a round as they are published: who sits where, with how many points, and how it ended."""

from __future__ import annotations

from collections.abc import Collection

from rookery.declared import player_points, points_so_far
from rookery.formats.board_order import board_numbers, boards, free
from rookery.labels import byes_of, points, score
from rookery.model import ByeKind, Ending, Game, Match, Player, Result, Round, Team, Tournament
from rookery.regulations import scheme
from rookery.scoring import match_points
from rookery.values import NamedTuple

_WINS = (Ending.WIN, Ending.FORFEIT_WIN)


class Side(NamedTuple):
    """Somebody at a board, as text: number, title and name, rating, federation, points before the round."""

    id: int
    name: str
    rating: str
    federation: str
    points: str

    @property
    def person(self) -> str:
        """Number, title and name."""
        return f"{self.id} {self.name}".rstrip()


class BoardLine(NamedTuple):
    """A game: `ahead` is 1 if White has won it, -1 if Black has, 0 if neither.

    In a match `turned` is the result as the first of the two sides has it, where that one has Black.
    """

    number: int
    white: Side
    black: Side
    result: str
    open: bool
    ahead: int
    turned: str = ""


class MatchLine(NamedTuple):
    """A match of teams, or of several games, with its boards; `forfeit` says that it was not played."""

    number: int
    white: Side
    black: Side
    result: str
    open: bool
    ahead: int
    boards: tuple[BoardLine, ...]
    forfeit: bool


def lines(t: Tournament, number: int) -> tuple[BoardLine | MatchLine, ...]:
    """Everything that is played in a round, board by board."""
    round, before = t.rounds[number - 1], t.until(number)
    scored = player_points(before)
    players = {one.id: side(one, scored[one.id]) for one in t.players}
    pairs = {one.id: side(one, _deciding(before, one.id)) for one in t.teams} if t.team_event else players
    return tuple(
        _game(board, each, players) if isinstance(each, Game) else _match(t, round, board, each, pairs, players)
        for board, each in zip(board_numbers(t, number), boards(t, number), strict=True)
    )


def side(one: Player | Team, tenths: int | None) -> Side:
    """A participant as text."""
    if isinstance(one, Team):
        return Side(one.id, one.name, "", "", points(tenths))
    return Side(one.id, f"{one.title} {one.name}".strip(), str(one.rating or ""), one.federation, points(tenths))


def _deciding(t: Tournament, team: int) -> int:
    """The points by which teams are paired."""
    return points_so_far(t)[team][scheme(t.system).primary == "GP"]


def _game(number: int, game: Game, players: dict[int, Side], first: Collection[int] = ()) -> BoardLine:
    ahead = (game.result.white in _WINS) - (game.result.black in _WINS)
    open = game.result is Result.PENDING
    turned = score(game.result, turned=True) if game.black in first else ""
    return BoardLine(number, players[game.white], players[game.black], score(game.result), open, ahead, turned)


def _match(
    t: Tournament, round: Round, number: int, match: Match, pairs: dict[int, Side], players: dict[int, Side]
) -> MatchLine:
    (_, home), (_, away) = match_points(t, match, round.player_byes)
    one = t.by_id[match.white]
    first = one.players if isinstance(one, Team) else (one.id,)
    games = tuple(_game(board, game, players, first) for board, game in enumerate(match.games, 1))
    result, forfeit = f"{points(home)} - {points(away)}", match.forfeit is not None
    ahead = 0 if match.open else (home > away) - (home < away)
    return MatchLine(number, pairs[match.white], pairs[match.black], result, match.open, ahead, games, forfeit)


def without_game(t: Tournament, number: int) -> dict[int, str]:
    """Who does not play in a round, and what that is called."""
    round, called = t.rounds[number - 1], byes_of(t)
    said = {bye.player: kind for bye in round.byes for word, kind in (called[bye.kind],) if word}
    return dict.fromkeys((one for one in free(t, number) if one not in said), called[ByeKind.ZERO][1]) | said
