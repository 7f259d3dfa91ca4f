"""One position, everything that can be asked about it, and the judge who knows every pairing of it."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import cached_property
from itertools import combinations
from random import Random
from typing import Any, NamedTuple

import rookery
from literal.burstein import seeding_rounds
from literal.events import Event
from literal.team_events import TeamEvent
from rookery.model import Round
from rookery.pairing.outcome import Fact, Pairing, Reason, WhyNot
from support.all_pairings import Judge, Pair, Part, Whole, ordered
from support.price_lim import Lim
from support.price_moving_down import Burstein, Dutch, Dutch2017
from support.price_pulling_up import DoubleSwiss, Dubov, Team
from support.references import REFERENCES, Reference


def burstein_judge(event: Event) -> Judge:
    """The seeding rounds are rounds of the Dutch System."""
    return Dutch(event) if event.played_rounds < seeding_rounds(event.rounds) else Burstein(event)


JUDGES: dict[str, Callable[..., Judge]] = {
    "dutch": Dutch,
    "dutch-2017": Dutch2017,
    "dubov": Dubov,
    "burstein": burstein_judge,
    "lim": Lim,
    "double-swiss": DoubleSwiss,
    "team": Team,
}


@dataclass(frozen=True)
class Position:
    """A round to be paired: the event of the reference, and the same as a file."""

    system: str
    seed: int
    event: Any
    forbidden: frozenset[Pair] = frozenset()
    """Teams that the event keeps apart: the reference knows none."""

    @property
    def reference(self) -> Reference:
        """The literal program."""
        return REFERENCES[self.system]

    @cached_property
    def text(self) -> str:
        """The file."""
        apart = "".join(f"260   1   9 {a:4d} {b:4d}\n" for a, b in sorted(self.forbidden))
        return self.reference.write(self.event) + apart


def positions(system: str, seed: int, least: int = 6, largest: int = 9, wild: int = 4) -> Iterator[Position]:
    """The rounds of one tournament, from the second on, and wild positions."""
    for event in REFERENCES[system].positions(seed, least, largest, wild):
        if event.played_rounds:
            yield Position(
                system, seed, event, random_forbidden_pairs(event, seed) if system == "team" else frozenset()
            )


def random_forbidden_pairs(event: TeamEvent, seed: int) -> frozenset[Pair]:
    """In every third event some teams are kept apart."""
    rng = Random(f"apart/{seed}/{event.played_rounds}")
    share = rng.choice((0, 0, 0.15))
    return frozenset(pair for pair in combinations(sorted(event.teams), 2) if rng.random() < share)


class Question(NamedTuple):
    """What is asked: why (`explain`), why not two, why not the bye, what a bracket gave up."""

    kind: str
    participants: tuple[int, ...] = ()
    bracket: int = 0

    def __str__(self) -> str:
        return " ".join(
            [self.kind, *map(str, self.participants), *([f"bracket {self.bracket}"] if self.bracket else [])]
        )


class Answer(NamedTuple):
    """An answer, sentence by sentence."""

    question: Question
    reasons: tuple[Reason, ...]
    granted: Whole | None = None
    """Of a wish: the round in which it is granted."""

    @property
    def facts(self) -> list[Fact]:
        """The facts behind it."""
        return [reason.fact for reason in self.reasons if reason.fact is not None]


class ExplanationCase:
    """The outcome of Rookery beside all pairings."""

    def __init__(self, position: Position) -> None:
        self.position = position
        more = (position.forbidden,) if position.forbidden else ()
        self.judge = JUDGES[position.system](position.event, *more)
        self.tournament = rookery.loads(position.text).tournament
        self.system = position.reference.default.system

    @cached_property
    def outcome(self) -> Pairing:
        """What Rookery pairs."""
        return rookery.pair(self.tournament, self.system)

    @cached_property
    def ours(self) -> Whole:
        """The same for the judge."""
        return Whole(opponent_pairs(self.outcome), self.outcome.bye)

    recorded: Round | None = None
    """The round that the file has, where it has one."""

    @property
    def has_other_colours(self) -> bool:
        """Whether the file has other colours than the rules give."""
        return self.recorded is not None and set(self.recorded.pairs) != set(self.outcome.pairs)

    def recorded_opponent(self, participant: int) -> tuple[int | None, str | None, str | None]:
        """The opponent and the colour that the file has for somebody, or the bye."""
        assert self.recorded is not None
        for white, black in self.recorded.pairs:
            if participant in (white, black):
                return (black, "w", None) if participant == white else (white, "b", None)
        return None, None, next((bye.kind.value for bye in self.recorded.byes if bye.player == participant), None)

    @property
    def last(self) -> bool:
        """Whether this is the last round."""
        event, columns = self.position.event, 2 if self.position.system == "double-swiss" else 1
        return bool(event.played_rounds + columns >= event.rounds)

    def paired_in(self, participant: int, other: int) -> list[int]:
        """The rounds in which two were paired, played or not."""
        event = self.position.event
        rows = event.teams if isinstance(event, TeamEvent) else event.cells
        step = 2 if self.position.system == "double-swiss" else 1
        return [n for n, row in enumerate(rows[participant][::step], 1) if row.opponent == other]

    @cached_property
    def coloured(self) -> dict[Pair, Pair]:
        """White and Black of each pair, by the reference."""
        if isinstance(self.judge, Team):
            pairing = self.judge.round.pair()
            return {ordered(*pair): pair for pair in pairing.pairs} if pairing else {}
        pairs, _ = self.position.reference.default.answer(self.position.event)
        return {ordered(*pair): (pair[0], pair[1]) for pair in pairs or ()}

    @cached_property
    def parts(self) -> tuple[Part, ...]:
        """Our brackets, by the judge."""
        return self.judge.all_parts(self.ours)

    def answers(self) -> Iterator[Answer]:
        """Everything that can be asked, with the answer."""
        everybody = sorted(self.tournament.participants_by_number)
        for participant in everybody:
            yield Answer(Question("explain", (participant,)), self.outcome.explain(participant).reasons)
            yield self.condition_answer(Question("bye", (participant,)), self.outcome.why_not(participant))
        for n, participant in enumerate(everybody):
            for opponent in everybody[n + 1 :]:
                yield self.condition_answer(
                    Question("why_not", (participant, opponent)), self.outcome.why_not(participant, opponent)
                )
        for ledger in self.outcome.ledger:
            yield Answer(Question("given_up", (), ledger.bracket), self.outcome.unmet_criteria(ledger))

    def condition_answer(self, question: Question, why: WhyNot) -> Answer:
        """The answer to a wish, with the round in which it is granted."""
        best = why.outcome
        return Answer(question, why.reasons, None if best is None else Whole(opponent_pairs(best), best.bye))


def opponent_pairs(outcome: Pairing) -> frozenset[Pair]:
    """Who meets whom."""
    return frozenset(ordered(*pair) for pair in outcome.pairs)
