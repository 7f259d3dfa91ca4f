"""A player in one round: board, colour, opponent and result, or why there is no game."""

from __future__ import annotations

from typing import Literal

from rookery._record import record
from rookery.model import ByeKind, Colour, Points, Result
from rookery.tournaments.views.clock import RoundStart
from rookery.tournaments.views.participants import Participant
from rookery.tournaments.views.round import BoardView, MatchView, RoundView

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
