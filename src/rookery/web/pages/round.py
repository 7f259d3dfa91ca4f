"""A round: boards and results by keys, who has no game, what is open; and one board by itself, with its reasons."""

from __future__ import annotations

from dataclasses import dataclass

from rookery.desk.decision import Refused
from rookery.desk.views.cells import RoundCell, cells
from rookery.desk.views.round import BoardView, RoundView, round_view
from rookery.web.page import Page
from rookery.web.visit import Visit


def view(visit: Visit) -> RoundView:
    """The round of the address."""
    return round_view(visit.state, visit.number("round"))


@dataclass(frozen=True, slots=True)
class BoardLook:
    """A board by itself: the game, and what both did in the rounds before."""

    label: str
    round: int
    board: BoardView
    white: tuple[RoundCell, ...] = ()
    black: tuple[RoundCell, ...] = ()


def board(visit: Visit) -> BoardLook:
    """The board of the address: its number, or in a match `match.board`."""
    found, label = view(visit), visit.params["board"]
    boards = {str(one.number): one for one in found.boards}
    boards |= {f"{match.number}.{one.number}": one for match in found.matches for one in match.boards}
    if label not in boards:
        raise Refused(f"round {found.number} has no board {label}")
    one = boards[label]
    before = cells(visit.state, found.number - 1)
    return BoardLook(label, found.number, one, before.get(one.white.number, ()), before.get(one.black.number, ()))


PAGES = (
    Page("round", "/t/{slug}/round/{round:int}", "Round", view, "round.html", "round", public=True),
    Page("board", "/t/{slug}/round/{round:int}/board/{board}", "Board", board, "_look.html", public=True, part=True),
)
