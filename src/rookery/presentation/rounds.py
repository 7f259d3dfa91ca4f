"""Boards of a round as published: players, points before the round, and results."""

from __future__ import annotations

from typing import NamedTuple

from rookery.formats.board_order import board_numbers, boards, free_participants
from rookery.formatting import bye_labels, format_points, format_result
from rookery.history.declared_points import current_points, player_points
from rookery.history.scoring import match_points
from rookery.history.team_matches import MatchBoard, match_boards
from rookery.messages import msg
from rookery.model import ByeKind, Ending, Game, Match, Player, Result, Round, Team, Tournament
from rookery.regulations import parse_type_code

_WINS = (Ending.WIN, Ending.FORFEIT_WIN)


class Side(NamedTuple):
    """A participant at a board, as text: number, title and name, rating, federation, points before the round."""

    id: int
    name: str
    rating: str
    federation: str
    points: str

    @property
    def person(self) -> str:
        """Number, title and name."""
        return f"{self.id or ''} {self.name}".strip()


VACANT = Side(0, msg("(vacant)"), "", "", "")
"""The side of a board that a team left vacant."""


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
    reversed_result: str = ""


class MatchLine(NamedTuple):
    """A match of teams, or of several games, with its boards; `forfeit` means it was not played."""

    number: int
    white: Side
    black: Side
    result: str
    open: bool
    ahead: int
    boards: tuple[BoardLine, ...]
    forfeit: bool


def round_lines(t: Tournament, number: int) -> tuple[BoardLine | MatchLine, ...]:
    """Return all games and matches of a round in the order of the boards."""
    round, before = t.rounds[number - 1], t.before_round(number)
    scores = player_points(before)
    players = {participant.number: build_side(participant, scores[participant.number]) for participant in t.players}
    pairs = (
        {
            participant.number: build_side(participant, _primary_points(before, participant.number))
            for participant in t.teams
        }
        if t.team_event
        else players
    )
    return tuple(
        _build_board_line(board, pairing, players)
        if isinstance(pairing, Game)
        else _build_match_line(t, round, board, pairing, pairs, players)
        for board, pairing in zip(board_numbers(t, number), boards(t, number), strict=True)
    )


def build_side(participant: Player | Team, tenths: int | None) -> Side:
    """Return a participant as text."""
    if isinstance(participant, Team):
        return Side(participant.number, participant.name, "", "", format_points(tenths))
    return Side(
        participant.number,
        f"{participant.title} {participant.name}".strip(),
        str(participant.rating or ""),
        participant.federation,
        format_points(tenths),
    )


def _primary_points(t: Tournament, team: int) -> int:
    """Return the points by which teams are paired."""
    return current_points(t)[team][parse_type_code(t.system).primary == "GP"]


def _build_board_line(
    number: int, game: Game | MatchBoard, players: dict[int, Side], *, turned: bool = False
) -> BoardLine:
    ahead = (game.result.white in _WINS) - (game.result.black in _WINS)
    is_pending = game.result is Result.PENDING
    reversed_result = format_result(game.result, black_first=True) if turned else ""
    return BoardLine(
        number, players[game.white], players[game.black], format_result(game.result), is_pending, ahead, reversed_result
    )


def _build_match_line(
    t: Tournament, round: Round, number: int, match: Match, pairs: dict[int, Side], players: dict[int, Side]
) -> MatchLine:
    (_, home), (_, away) = match_points(t, match, round.player_byes)
    sides = {0: VACANT, **players}
    games = tuple(
        _build_board_line(board.number, board, sides, turned=board.turned) for board in match_boards(t, match)
    )
    result, forfeit = f"{format_points(home)} - {format_points(away)}", match.forfeit is not None
    ahead = 0 if match.open else (home > away) - (home < away)
    return MatchLine(number, pairs[match.white], pairs[match.black], result, match.open, ahead, games, forfeit)


def participants_without_game(t: Tournament, number: int) -> dict[int, str]:
    """Return who does not play in a round, and the name of the bye."""
    round, bye_texts = t.rounds[number - 1], bye_labels(t)
    kinds = {bye.player: kind for bye in round.byes for word, kind in (bye_texts[bye.kind],) if word}
    return (
        dict.fromkeys(
            (participant_id for participant_id in free_participants(t, number) if participant_id not in kinds),
            bye_texts[ByeKind.ZERO][1],
        )
        | kinds
    )
