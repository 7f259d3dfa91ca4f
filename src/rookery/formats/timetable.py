"""The round that a table, a bracket or a ranking gives, as an outcome that can be asked why."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from rookery.errors import RuleError
from rookery.formats import sentences
from rookery.formats.catalogue import conduct_named
from rookery.formats.conduct import NOTHING, Conduct, Wishes
from rookery.matches import decided_before
from rookery.model import ByeKind, FixedSeat, Round, Tournament
from rookery.pairing.outcome import Board, Explanation, Ledger, Outcome, Reason, WhyNot
from rookery.values import frozen, replace
from rookery.wording import spoken


def outcome(
    tournament: Tournament, conduct: Conduct, wishes: Wishes = NOTHING, recorded: Round | None = None
) -> Outcome:
    """The next round of a format that gives the whole of it; there is nothing to choose.

    >>> from rookery.formats.round_robin import ROUND_ROBIN
    >>> from rookery.model import Player
    >>> event = Tournament(players=tuple(map(Player, range(1, 5))), system="BERGER_ROUNDROBIN")
    >>> print(outcome(event, ROUND_ROBIN).explain(1))
    number 1 and number 4 meet in round 1: so the table says. (C.05)
    """
    round, kept = conduct.round(tournament, wishes), tournament.seats_in(tournament.next_round)
    alone = [one.player for one in round.byes if one.kind is ByeKind.PAIRING_ALLOCATED]
    source = sentences.of_the_table(conduct.format.predetermined)
    made = Outcome(
        system=conduct.format.name,
        number=tournament.next_round,
        boards=tuple(Board(white, black, _article(conduct), source) for white, black in round.pairs),
        bye=alone[0] if alone else None,
        decisions=(),
        price=tuple,
        whole=round,
        answers=Timetable(tournament, conduct.format.name, round, recorded),
    )
    return _as_kept(made, kept) if kept else made


def _as_kept(given: Outcome, kept: Mapping[int, FixedSeat]) -> Outcome:
    """The round that the format gives, with the boards and the colours that some keep."""
    from rookery.pairing.kept_seats import clashes, seated, turned_round

    assert given.whole is not None
    assert isinstance(given.answers, Timetable)
    whole, breaches = turned_round(given.whole, kept), tuple(clashes(given.boards, kept))
    numbers, boards = seated(given.boards, kept)
    answers = replace(given.answers, round=whole)
    return replace(given, boards=boards, numbers=numbers, whole=whole, breaches=breaches, answers=answers)


def _article(conduct: Conduct) -> str:
    return conduct.format.regulation.code if conduct.format.regulation is not None else ""


@frozen
class Timetable:
    """What can be said of a round that could not be otherwise."""

    tournament: Tournament
    format: str
    round: Round
    recorded: Round | None = None  # as the file has it already

    @property
    def conduct(self) -> Conduct:
        """How the format is run."""
        return conduct_named(self.format)

    def as_round(self, outcome: Outcome) -> Round:
        """The round as it is given."""
        return self.round

    def explain(self, outcome: Outcome, one: int) -> Explanation:
        """Whom somebody meets, and that it could not be otherwise."""
        if one not in self.tournament.by_id:
            raise RuleError(spoken("there is no %(one)s in this tournament", one=one), who=(one,))
        return Explanation((one,), (*self._filed(one), self._by_the_format(outcome, one)))

    def _by_the_format(self, outcome: Outcome, one: int) -> Reason:
        article, because = _article(self.conduct), self.conduct.because
        for decided in decided_before(self.round):
            if one in decided[:2]:
                return Reason(sentences.forfeited(self.tournament, decided, outcome.number, because), article)
        for pair in outcome.pairs:
            if one in pair:
                return Reason(sentences.meeting(self.tournament, pair, outcome.number, because), article)
        return Reason(sentences.alone(self.tournament, one, outcome.number, self._alone(one)), article)

    def _filed(self, one: int) -> Iterator[Reason]:
        """What the file has for somebody, where that is not what the format gives."""
        pairs = () if self.recorded is None else self.recorded.pairs
        there = next((pair for pair in pairs if one in pair), None)
        ours = next((pair for pair in self.round.pairs if one in pair), None)
        if self.recorded is not None and set(there or ()) != set(ours or ()):
            yield Reason(sentences.otherwise_in_the_file(self.tournament, one, there))

    def _alone(self, one: int) -> str:
        """Why somebody has no opponent."""
        if one in self.tournament.absent(self.tournament.next_round):
            return sentences.ABSENT
        left_over = self.conduct.left_over
        return sentences.FREE if left_over is None else left_over(self.tournament, self.round, one)

    def why_not(self, outcome: Outcome, a: int, b: int | None) -> WhyNot:
        """A table has no alternatives: whom they meet and why it is not the other, or why others have the byes."""
        told = self.explain(outcome, a).reasons
        if b is not None:
            return WhyNot((a, b), reasons=(*told, *self._apart(outcome, a, b)))
        free = [one for one in self.free if one != outcome.bye]
        if a not in (*free, outcome.bye) and not self.free:
            told += (Reason(sentences.nobody_free(outcome.number), _article(self.conduct)),)
        elif a not in (*free, outcome.bye):
            told += tuple(self._by_the_format(outcome, one) for one in free)
        return WhyNot((a,), reasons=told)

    def _apart(self, outcome: Outcome, a: int, b: int) -> Iterator[Reason]:
        """Why two do not meet who could: by the table, the bracket or the ranking; of one who is free, why."""
        if b not in self.tournament.by_id:
            raise RuleError(spoken("there is no %(b)s in this tournament", b=b), who=(b,))
        paired = {one: pair for pair in self.round.pairs for one in pair}
        if a == b or b in paired.get(a, ()) or a not in paired:
            return
        if b not in paired:
            yield self._by_the_format(outcome, b)
        elif self.conduct.apart is not None:
            why = self.conduct.apart(self.tournament, a, b)
            yield Reason(sentences.apart(self.tournament, (a, b), why), _article(self.conduct))

    @property
    def free(self) -> tuple[int, ...]:
        """Who is there and has no opponent in the round, by the format."""
        away = self.tournament.absent(self.tournament.next_round)
        return tuple(bye.player for bye in self.round.byes if bye.player not in away)

    def given_up(self, ledger: Ledger) -> tuple[Reason, ...]:
        """A table has nothing to grant."""
        return ()

    def standing(self, outcome: Outcome) -> tuple[Reason, ...]:
        """Whether the file has the round that the format gives; nothing if it has none."""
        if self.recorded is None:
            return ()
        pairs = {frozenset(pair) for pair in outcome.pairs}
        as_given = pairs == {frozenset(pair) for pair in self.recorded.pairs}
        return (Reason(sentences.standing(outcome.number, as_given), _article(self.conduct)),)
