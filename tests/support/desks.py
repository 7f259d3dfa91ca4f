"""A desk for tests: a store in memory, a clock that stands still, ids that count; and everybody called by number."""

from __future__ import annotations

from itertools import count

from rookery.model import Result, Tournament
from rookery.tournaments.command import Command, command_hash
from rookery.tournaments.domain.lifecycle import OpenTournament
from rookery.tournaments.domain.players import EnterPlayers
from rookery.tournaments.domain.results import EnterResult
from rookery.tournaments.domain.rounds import PairRound
from rookery.tournaments.errors import ConfirmationRequiredError
from rookery.tournaments.keyed import Facts
from rookery.tournaments.rules import TournamentRules
from rookery.tournaments.service import CommandResult, TournamentService
from rookery.tournaments.state import State
from rookery.tournaments.store import EventStore, MemoryStore
from rookery.tournaments.undo import replay_records

_NAMES = ("Ada", "Ben", "Cyd", "Dot", "Eve", "Fay", "Gil", "Hal")
FIELD = tuple(Facts(name, 2400 - 50 * at) for at, name in enumerate(_NAMES, 1))


class DeskTournament:
    """One tournament at a desk."""

    def __init__(self, store: EventStore | None = None) -> None:
        self.store: EventStore = MemoryStore() if store is None else store
        numbers = count(1)
        self.desk = TournamentService(self.store, lambda: "2026-11-16T16:00:00Z", lambda: f"c{next(numbers)}")
        self.stream = self.desk.create("open", "open")

    @property
    def state(self) -> State:
        return self.desk.state(self.stream)

    @property
    def tournament(self) -> Tournament:
        return self.state.tournament

    @property
    def version(self) -> int:
        return self.desk.version(self.stream)

    def do(self, wanted: Command, *yes: str, actor: str = "ada", everything: bool = False) -> CommandResult:
        """Do it; warnings are answered whose codes are given, or all of them."""
        tokens = [f"{code}@{self.version}-{command_hash(wanted)}" for code in yes]
        try:
            return self.desk.do(self.stream, wanted, actor=actor, acknowledged=tokens)
        except ConfirmationRequiredError as error:
            if not everything:
                raise
            return self.desk.do(self.stream, wanted, actor=actor, acknowledged=error.tokens)

    def key(self, number: int) -> str:
        return self.state.keys.participant[number]

    def enter(
        self, round: int, white: int, black: int, result: Result, *yes: str, was: Result | None = None
    ) -> CommandResult:
        key = self.state.keys.player
        return self.do(EnterResult(round, key[white], key[black], result, was), *yes)

    def play(self, round: int, result: Result = Result.WHITE_WINS) -> None:
        """Enter the same result for every open game of a round."""
        for game in self.tournament.rounds[round - 1].pending:
            self.enter(round, game.white, game.black, result)

    def bytes(self) -> list[object]:
        """All that the store has of the tournament."""
        return list(self.store.read(self.stream))

    def replay(self) -> State:
        """What the log adds up to, from its first event."""
        return replay_records(self.store.read(self.stream))


def swiss(
    rounds: int | None = 5, players: tuple[Facts, ...] = FIELD, *, paired: int = 0, played: int = 0
) -> DeskTournament:
    """A Dutch Swiss with these players, so many rounds paired, so many of them played."""
    hall = DeskTournament()
    hall.do(OpenTournament("Tea Party", TournamentRules(system="dutch", rounds=rounds), lots="seed"))
    hall.do(EnterPlayers(players))
    for number in range(1, max(paired, played) + 1):
        hall.do(PairRound(), "not-feasible")
        if number <= played:
            hall.play(number)
    return hall
