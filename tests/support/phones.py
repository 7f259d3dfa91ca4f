"""Phones at the boards, without a browser: what a player, a helper or a deputy asks and sends with an access code."""

from __future__ import annotations

import re
import time
from dataclasses import dataclass
from typing import TYPE_CHECKING

import httpx

from rookery.model import Result
from rookery.tournaments.domain.results import EnterResult
from rookery.tournaments.domain.rounds import PairRound
from rookery.tournaments.errors import ConfirmationRequiredError
from rookery.tournaments.service import new_id
from rookery.tournaments.state import State
from rookery.web.access_codes import RANGE, issue_deputy, issue_range, side_codes
from support.html_elements import select_texts
from support.visitors import OpenDesk, Visitor, with_examples

if TYPE_CHECKING:
    from pathlib import Path

    from rookery.storage.codes import Code

SLUG = "easter-open"


@dataclass
class Hall:
    """A tournament in a hall: an open, with a round that is being played, and phones."""

    desk: OpenDesk
    stream: str

    @property
    def state(self) -> State:
        """The present state."""
        return self.desk.desk.state(self.stream)

    @property
    def round(self) -> int:
        """The number of the latest round."""
        return len(self.state.tournament.rounds)

    def pair(self, board: int) -> tuple[str, str]:
        """Return the keys of those who sit at a board of the latest round."""
        white, black = self.state.tournament.rounds[-1].pairs[board - 1]
        return self.state.keys.player[white], self.state.keys.player[black]

    def result(self, board: int) -> Result:
        """Return the result of a board of the latest round."""
        return self.state.tournament.rounds[-1].games[board - 1].result

    def codes(self, board: int) -> tuple[Code, Code]:
        """Return the codes of both sides of a board."""
        codes = side_codes(self.desk.site, self.stream, self.state, self.round)
        return codes[(*self.pair(board), 0)]

    def open_boards(self) -> list[int]:
        """Return the boards without a result."""
        games = self.state.tournament.rounds[-1].games
        return [at for at, game in enumerate(games, 1) if game.result is Result.PENDING]

    def phones(self, board: int) -> tuple[Phone, Phone]:
        """Return the phones of both players of a board."""
        white, black = self.codes(board)
        return Phone(self.desk.outside(), white.secret), Phone(self.desk.outside(), black.secret)

    def helper(self, first: int, last: int, name: str = "Eva", every_round: bool = False) -> Phone:
        """Return the phone of a helper."""
        return Phone(self.desk.outside(), self.helper_code(first, last, name, every_round).secret)

    def helper_code(self, first: int, last: int, name: str = "Eva", every_round: bool = False) -> Code:
        """Return the code of a helper."""
        code = issue_range(self.desk.site, self.stream, name, first, last, None if every_round else self.round)
        assert code.kind == RANGE
        return code

    def deputy(self, name: str = "Dora") -> Phone:
        """Return the phone of a deputy."""
        return Phone(self.desk.outside(), issue_deputy(self.desk.site, self.stream, name).secret)

    def revoke(self, phone: Phone) -> None:
        """Withdraw the code of a phone."""
        code = self.desk.store.codes.find(phone.secret)
        assert code is not None
        self.desk.store.codes.revoke([code.id], int(time.time()))


def hall_with_open_round(folder: Path, shared: bool = True) -> Hall:
    """Return the example open with every board of its fifth round open."""
    desk = with_examples(folder, shared=shared)
    stream = desk.store.find_stream(SLUG)
    assert stream is not None
    hall = Hall(desk, stream.id)
    open_all_boards(hall)
    return hall


def open_all_boards(hall: Hall) -> None:
    """Remove every result of the latest round."""
    for at in set(range(1, len(hall.state.tournament.rounds[-1].games) + 1)) - set(hall.open_boards()):
        hall.desk.desk.do(hall.stream, EnterResult(hall.round, *hall.pair(at), Result.PENDING), actor="Ada")


def play_and_pair(hall: Hall) -> None:
    """Enter a draw on every open board, and pair the next round."""
    for at in hall.open_boards():
        hall.desk.desk.do(hall.stream, EnterResult(hall.round, *hall.pair(at), Result.DRAW), actor="Ada")
    try:
        hall.desk.desk.do(hall.stream, PairRound(), actor="Ada")
    except ConfirmationRequiredError as error:
        hall.desk.desk.do(hall.stream, PairRound(), actor="Ada", acknowledged=error.tokens)


@dataclass
class Phone:
    """A phone with an access code."""

    visitor: Visitor
    secret: str

    def look(self, query: str = "") -> httpx.Response:
        """Open the page of the code."""
        return self.visitor.ask(f"/b/{self.secret}{query}")

    def news(self) -> list[str]:
        """Return what the page says about the result."""
        return [" ".join(text.split()) for text in select_texts(self.look().text, "#news .state")]

    def send(self, result: str, id: str = "", **fields: str) -> httpx.Response:
        """Send a result."""
        data = {"result": result, "id": id or new_id(), **fields}
        return self.visitor.send("POST", f"/b/{self.secret}", data=data)

    def board_fields(self, label: str) -> dict[str, str]:
        """Return the hidden fields of the form for a board of a helper."""
        page = self.look(f"?board={label}").text
        return dict(re.findall(r'<input type="hidden" name="(board|white|black|game)" value="([^"]*)"', page))
