"""A round made by hand beside the rules: what each board breaks, and whether the whole is ours."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from rookery.checking.breach import BreachKind, HandBreach
from rookery.checking.by_hand import asked_for, breaches
from rookery.checking.told import breach
from rookery.checking.told import broken as broken_rule
from rookery.desk.decision import Refused
from rookery.desk.events.hand import PhaseClosed
from rookery.desk.levels import Caution, caution
from rookery.desk.phrases import VERDICTS
from rookery.desk.state import State
from rookery.errors import NoPairing, RookeryError, RuleError, Unfinished
from rookery.formats.catalogue import format_of
from rookery.formats.pairing import pair
from rookery.model import Bye, ByeKind, Round, Tournament
from rookery.pairing.tables.berger import colours
from rookery.pairing.tables.schedule import next_round
from rookery.values import frozen, replace
from rookery.wording import capital, sentence, spoken

Pairs = tuple[tuple[int, int], ...]
"""Boards by numbers, White first."""

CODES = {
    BreachKind.REMATCH: "rematch", BreachKind.FORBIDDEN: "banned", BreachKind.BANNED: "banned",
    BreachKind.ABSENT: "absent", BreachKind.BYE_AGAIN: "bye-again", BreachKind.SPARE_BYE: "bye-again",
    BreachKind.THIRD_COLOUR: "colour-thrice", BreachKind.COLOUR_DIFFERENCE: "colour-three",
    BreachKind.BOTH_COLOURS: "both-colours",
}  # fmt: skip
"""The warning that says a breach; of the whole round `by-hand` does."""


@frozen
class Judgement:
    """How a round made by hand stands beside the one that the rules give."""

    verdict: str
    ours: tuple[tuple[int, int], ...] = ()
    made: tuple[tuple[int, int], ...] = ()
    broken: tuple[HandBreach, ...] = ()

    @property
    def same(self) -> bool:
        """Whether it is ours."""
        return self.verdict == "agrees"

    @property
    def differences(self) -> str:
        """The boards that differ, ours before those made; the bye is `5-0`."""
        return f"{_listed(self.ours, self.made)} => {_listed(self.made, self.ours)}"


def _listed(some: tuple[tuple[int, int], ...], others: tuple[tuple[int, int], ...]) -> str:
    return " ".join(f"{white}-{black}" for white, black in some if (white, black) not in others) or "none"


def pairs_of(round: Round) -> tuple[tuple[int, int], ...]:
    """The boards of a round by numbers, White first; the allocated bye is `(player, 0)`."""
    bye = ByeKind.PAIRING_ALLOCATED
    return (*round.pairs, *((one.player, 0) for one in round.byes if one.kind is bye))


def judged(before: Tournament, made: Round, reverse: bool | None = None) -> Judgement:
    """The round beside ours, in the position before it; `reverse` is what the event chose for two cycles."""
    boards = pairs_of(made)
    if not format_of(before).swiss:
        return _beside(before, made, reverse)
    try:
        broken = breaches(before, made)
    except Unfinished:
        raise
    except RookeryError as error:
        return Judgement(spoken("nobody can say: %(error)s", error=error), (), boards)
    whole = next((one.report for one in broken if one.kind is BreachKind.NOT_OURS), None)
    rest = tuple(one for one in broken if one.kind is not BreachKind.NOT_OURS)
    if whole is None and not any(one.absolute for one in rest):
        return Judgement("agrees", boards, boards, rest)
    if whole is None:  # somebody is in it who cannot be: nothing was held against ours
        return Judgement("breaks rules", _ours(asked_for(before, made.byes)), boards, rest)
    expected = tuple(one.expected for one in whole.differences if one.expected)
    recorded = tuple(one.recorded for one in whole.differences if one.recorded)
    return Judgement("cannot be judged" if whole.causes else str(whole.verdict), expected, recorded, rest)


def ended(state: State, number: int, found: Judgement) -> PhaseClosed:
    """The end of making a round by hand, and how it stands beside ours."""
    names = {one.id: one.name or str(one.id) for one in state.tournament.participants}
    said = tuple(breach(one, lambda i: names.get(i, str(i))) for one in found.broken)
    return PhaseClosed(number, found.verdict, () if found.same else (found.differences,), said)


def in_parts(state: State) -> Iterator[tuple[int, Judgement]]:
    """The rounds made by hand in parts that nothing has been held against yet: who has no place in them is absent."""
    t = state.tournament
    for number in sorted(state.in_parts):
        made = t.rounds[number - 1]
        away = tuple(Bye(one, ByeKind.ZERO) for one in t.by_id if one not in made.participants)
        yield number, judged(t.until(number), replace(made, byes=(*made.byes, *away)), state.choices.reverse)


def _ours(before: Tournament) -> tuple[tuple[int, int], ...]:
    """The boards that the rules give, none where they give no round."""
    try:
        return pairs_of(pair(before).round)
    except RookeryError:
        return ()


def _beside(before: Tournament, made: Round, reverse: bool | None) -> Judgement:
    """The round of a format that gives it whole beside the one it gives."""
    boards = pairs_of(made)
    try:
        ours = pairs_of(given(before, reverse))
    except (NoPairing, RuleError) as error:
        return Judgement(
            spoken("nobody can say: %(error)s", error=error), (), boards, tuple(_against_the_table(before, made, ()))
        )
    broken = tuple(_against_the_table(before, made, ours))
    return Judgement("agrees" if set(ours) == set(boards) else "is another one", ours, boards, broken)


def given(before: Tournament, reverse: bool | None) -> Round:
    """The next round of an event whose rounds are given; the last two of a first cycle as the event chose."""
    if reverse is None or format_of(before).cycles < 2:
        return pair(before).round
    return next_round(before, reverse=reverse)


def _against_the_table(before: Tournament, made: Round, ours: Pairs) -> Iterator[HandBreach]:
    """Who meets too often in a round robin by hand, and who has a colour for the third time running (C.05)."""
    format = format_of(before)
    if not format.everybody_meets:
        return
    number, met = before.next_round, Counter(frozenset(both) for round in before.rounds for both in round.pairs)
    had = colours([round.pairs for round in before.rounds])
    article = format.regulation.code if format.regulation is not None else ""
    for board in made.pairs:
        if met[frozenset(board)] >= format.cycles:
            yield HandBreach(BreachKind.REMATCH, number, board, board, article)
        for one, colour in zip(board, "wb", strict=True):
            if had.get(one, "")[-2:] == 2 * colour:
                kind = BreachKind.THIRD_COLOUR
                yield HandBreach(kind, number, (one,), board, article, absolute=board not in ours)


def broken(state: State, found: tuple[HandBreach, ...]) -> Iterator[Caution]:
    """A warning for each board that breaks a rule; who stands at two boards, or is nobody, is refused."""
    names = {one.id: one.name or str(one.id) for one in state.tournament.participants}
    for one in found:
        text = capital(broken_rule(one, lambda number: names.get(number, str(number))))
        if one.kind not in CODES:
            raise Refused(sentence(text), article=one.article)
        key = state.keys.participant
        yield caution(CODES[one.kind], state.fide, text, who=[key[i] for i in one.who if i in key], article=one.article)


def by_hand(state: State, number: int, found: Judgement) -> Iterator[Caution]:
    """The warning that a round is not ours, with both pairings side by side."""
    if not found.same:
        verdict = VERDICTS.get(found.verdict, found.verdict)
        text = spoken("round %(round)s as made by hand %(verdict)s; ours beside it: %(boards)s", round=number,
                      verdict=verdict, boards=found.differences)  # fmt: skip
        yield caution("by-hand", state.fide, text, round=number, said=found.differences)
