"""A tournament seen and changed from outside: over HTTP, as a page or a program does, never by the desk itself."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from rookery.model import Result, Tournament
from rookery.tournaments.command import Command, command_hash
from rookery.tournaments.domain.lifecycle import OpenTournament
from rookery.tournaments.domain.players import EnterPlayers
from rookery.tournaments.domain.results import EnterResult
from rookery.tournaments.domain.rounds import PairRound
from rookery.tournaments.keyed import Facts
from rookery.tournaments.rules import TournamentRules
from rookery.tournaments.state import State
from support.visitors import OpenDesk, Visitor, open_desk

NAMES = ("Ada", "Ben", "Cyd", "Dot", "Eve", "Fay", "Gil", "Hal")
FIELD = tuple(Facts(name, 2400 - 50 * at) for at, name in enumerate(NAMES, 1))
SLUG = "open"
AT = f"/t/{SLUG}"


@dataclass
class Event:
    """One tournament of a desk, and a visitor who runs it."""

    house: OpenDesk
    visitor: Visitor

    @property
    def state(self) -> State:
        """What it has come to."""
        return self.house.desk.state(SLUG)

    @property
    def tournament(self) -> Tournament:
        """The tournament that it is."""
        return self.state.tournament

    @property
    def version(self) -> int:
        """How long its log is."""
        return self.house.desk.version(SLUG)

    def key(self, number: int) -> str:
        """The key of whoever has a number."""
        return self.state.keys.participant[number]

    def warnings(self, wanted: Command) -> dict[str, int]:
        """The warnings that a wish brings, with their levels; nothing is written."""
        before = self.version
        answer = self.visitor.wish(SLUG, wanted)
        assert answer.status_code == 409, answer.text
        assert self.version == before
        return {warning["code"]: warning["level"] for warning in answer.json()["warnings"]}

    def refusal(self, wanted: Command) -> dict[str, Any]:
        """Why a wish is refused; nothing is written."""
        before = self.version
        answer = self.visitor.wish(SLUG, wanted)
        assert answer.status_code == 422, answer.text
        assert self.version == before
        problem: dict[str, Any] = answer.json()
        return problem

    def do(self, wanted: Command, *expected: str) -> None:
        """Do it; the warnings are those expected, and each is answered, at level 4 twice; stale answers do nothing."""
        tokens: Sequence[str] = ()
        for _ in range(3):
            before = self.version
            answer = self.visitor.wish(SLUG, wanted, tokens)
            if answer.status_code == 200:
                assert expected == () or tokens
                return
            assert answer.status_code == 409, answer.text
            assert self.version == before
            codes = {warning["code"] for warning in answer.json()["warnings"]}
            assert codes == set(expected) or (tokens and codes < set(expected)), codes
            tokens = answer.json()["tokens"]
            old = [token.replace(f"@{before}", f"@{before - 1}") for token in tokens]
            assert self.visitor.wish(SLUG, wanted, old).status_code == 409
            assert self.version == before
        raise AssertionError(tokens)

    def enter(self, round: int, white: int, black: int, result: Result, *expected: str) -> None:
        """Enter a result."""
        self.do(EnterResult(round, self.key(white), self.key(black), result), *expected)

    def play(self, result: Result = Result.WHITE_WINS) -> None:
        """Enter the same result for every open game of the last round."""
        for game in self.tournament.rounds[-1].pending:
            self.enter(len(self.tournament.rounds), game.white, game.black, result)

    def rounds(self, number: int, result: Result = Result.WHITE_WINS) -> None:
        """Pair and play so many rounds more."""
        for _ in range(number):
            self.do(PairRound())
            self.play(result)

    def page(self, path: str = "") -> str:
        """A page of the tournament."""
        answer = self.visitor.ask(f"{AT}{path}")
        assert answer.status_code == 200, answer.text
        return answer.text

    def file(self, dialect: str = "trf26", *, final: bool = False) -> str:
        """The file that the report page gives; empty where it is refused."""
        answer = self.visitor.ask(f"{AT}/files/{dialect}{'?final=1' * final}")
        return answer.content.decode() if answer.status_code == 200 else ""

    @property
    def remarks(self) -> list[str]:
        """The ### lines of the file."""
        return [line[4:] for line in self.file().splitlines() if line.startswith("### ")]


def do_confirmed(visitor: Visitor, slug: str, wanted: Command) -> None:
    """Do it, whatever is asked, at level 4 twice."""
    tokens: tuple[str, ...] = ()
    for _ in range(3):
        answer = visitor.wish(slug, wanted, tokens)
        if answer.status_code == 200:
            return
        assert answer.status_code == 409, (wanted, answer.text)
        tokens = tuple(answer.json()["tokens"])
    raise AssertionError(wanted)


@contextmanager
def event(folder: Path, laws: TournamentRules | None = None, players: Sequence[Facts] = FIELD, *, rounds: int = 5,
          leave: bool = False) -> Iterator[Event]:  # fmt: skip
    """A desk with one tournament that has these players; it is open at the desk, all else comes from outside."""
    folder.mkdir(exist_ok=True)
    house = open_desk(folder)
    house.desk.create(SLUG, SLUG)
    wanted = OpenTournament("Tea Party", laws or TournamentRules(system="dutch", rounds=rounds), lots="seed")
    yes = (f"leave-mode@0-{command_hash(wanted)}", f"leave-mode!@0-{command_hash(wanted)}") if leave else ()
    house.desk.do(SLUG, wanted, acknowledged=yes)
    tournament = Event(house, house.visitor())
    if players:
        tournament.do(EnterPlayers(tuple(players)))
    try:
        yield tournament
    finally:
        house.store.close()
