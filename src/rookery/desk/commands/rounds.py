"""Pairing a round, and taking it back."""

from __future__ import annotations

from collections.abc import Iterator

from rookery.checking.feasibility import Possibility
from rookery.checking.feasible import feasible
from rookery.checking.told import feasibility
from rookery.desk.decision import Granted, Refused
from rookery.desk.differing import games_of
from rookery.desk.events.results import ResultEntered
from rookery.desk.events.rounds import RoundPaired, RoundUnpaired
from rookery.desk.facts import Boards
from rookery.desk.fold import fold
from rookery.desk.happening import Happening
from rookery.desk.judging import broken, by_hand, ended, given, in_parts, judged
from rookery.desk.levels import Caution, caution
from rookery.desk.seated import lined_up
from rookery.desk.state import State
from rookery.desk.wish import Wish, decides, wish
from rookery.formats.catalogue import format_of
from rookery.formats.pairing import pair
from rookery.model import Result, Round
from rookery.pairing.outcome import Outcome
from rookery.wording import joined, listed, spoken


@wish("round.pair")
class PairRound(Wish):
    """Pair the next round by the rules; games without a result become adjourned.

    `fixed` are pairs that shall be made, and `bye` who shall have the allocated one: if that is not what the rules
    give, the round counts as made by hand. `through` names who goes on after a level match of a knock-out.
    """

    through: tuple[str, ...] = ()
    games: int | None = None
    fixed: tuple[tuple[str, str], ...] = ()
    bye: str = ""


@decides(PairRound)
def _pair(state: State, wanted: PairRound) -> Granted:
    if state.phase is not None:
        text = spoken("round %(round)s is being made by hand", round=state.phase.round)
        raise Refused.by(caution("phase", state.fide, text, instead=spoken("end that first")))
    parts = list(in_parts(state))
    events: list[Happening] = [*(ended(state, *one) for one in parts), *adjourned(state)]
    said = [*(each for one in parts for each in by_hand(state, *one)), *before_pairing(state)]
    now = fold(state, events)
    number = state.number
    outcome = pair(
        now.tournament,
        fixed=[(number(one), number(other)) for one, other in wanted.fixed],
        bye=number(wanted.bye) if wanted.bye else None,
        through=[number(key) for key in wanted.through],
        games=wanted.games or state.choices.games,
    )
    chosen = state.choices.reverse is not None and format_of(state.tournament).predetermined
    made = now.tournament.with_round(given(now.tournament, state.choices.reverse) if chosen else outcome.round)
    round = lined_up(state, outcome.number, made.rounds[-1])
    events.append(RoundPaired(outcome.number, Boards.of(round, state.keys), by(outcome)))
    if wanted.fixed or wanted.bye:
        said += of_wishes(now, outcome.number, round)
    return Granted(tuple(events), tuple(said), f"before round {outcome.number}")


def by(outcome: Outcome) -> str:
    """By which rules a round was paired."""
    return f"{outcome.system} {outcome.edition.since:%Y-%m}" if outcome.edition is not None else outcome.system


def before_pairing(state: State) -> Iterator[Caution]:
    """What is to be said before the next round is paired: of open games, of absences, of rounds that cannot be."""
    yield from _open_games(state)
    yield from _absent(state)
    yield from _infeasible(state)


def of_wishes(state: State, number: int, round: Round) -> Iterator[Caution]:
    """What is to be said of a round with pairs or a bye that somebody wanted: it counts as made by hand."""
    found = judged(state.tournament, round, state.choices.reverse)
    yield from broken(state, found.broken)
    yield from by_hand(state, number, found)


def adjourned(state: State) -> Iterator[Happening]:
    """Every game without a result counts as adjourned from now on, where the next round depends on it (C.04.2 3.1)."""
    if format_of(state.tournament).predetermined:
        return
    for number, round in enumerate(state.tournament.rounds, 1):
        seen: dict[tuple[str, str], int] = {}
        for board in games_of(Boards.of(round, state.keys)) if round.pending else ():
            both = board.white, board.black
            game = seen[both] = seen.get(both, -1) + 1
            if board.result is Result.PENDING:
                yield ResultEntered(number, *both, Result.ADJOURNED, Result.PENDING, "pairing", game)


def _open_games(state: State) -> Iterator[Caution]:
    if format_of(state.tournament).predetermined:
        return
    rounds = list(enumerate(state.tournament.rounds, 1))
    pending = [
        spoken("%(white)s-%(black)s in round %(round)s", white=game.white, black=game.black, round=n)
        for n, round in rounds
        for game in round.pending
    ]
    older = [
        spoken("%(white)s-%(black)s in round %(round)s", white=game.white, black=game.black, round=n)
        for n, round in rounds
        for game in round.adjourned
    ]
    if pending:
        text = spoken("no result yet for %(pending)s: adjourned from now on, which counts as a draw for the pairing",
                      pending=listed(pending, 8))  # fmt: skip
        yield caution("adjourned-now", state.fide, text)
    if older:
        yield caution("adjourned-old", state.fide, spoken("still adjourned, and counted as a draw: %(older)s",
                                                          older=listed(older, 8)))  # fmt: skip


def _absent(state: State) -> Iterator[Caution]:
    t = state.tournament
    away = t.absent(t.next_round)
    if 2 * len(away) > len(t.by_id):
        text = spoken("%(away)s of %(all)s are absent in round %(round)s: more than half", away=len(away),
                      all=len(t.by_id), round=t.next_round)  # fmt: skip
        yield caution("many-absent", state.fide, text)


def _infeasible(state: State) -> Iterator[Caution]:
    """Before round 1: that not all rounds can be paired for this field."""
    t = state.tournament
    if t.rounds or not format_of(t).swiss:
        return
    found = feasible(t)
    if found.answer is Possibility.NO:
        names = {one.id: one.name or str(one.id) for one in t.participants}
        yield caution("not-feasible", state.fide, joined(" ", feasibility(found, lambda one: names.get(one, str(one)))))


@wish("round.unpair")
class UnpairRound(Wish):
    """Take the last round back; the byes that were asked for stay asked for."""


@decides(UnpairRound)
def _unpair(state: State, wanted: UnpairRound) -> Granted:
    number = len(state.tournament.rounds)
    if not number:
        raise Refused(spoken("no round has been paired"))
    return Granted((RoundUnpaired(number),), point=f"round {number} as it was")
