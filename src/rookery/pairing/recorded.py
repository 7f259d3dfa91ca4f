"""A round as a file has it, beside the one that the rules give: what it breaks, and where the two prices part."""

from __future__ import annotations

from rookery.model import ByeKind, Round
from rookery.pairing.field import Field
from rookery.pairing.outcome import Breach, Outcome, Parting, parting
from rookery.pairing.system import System
from rookery.values import replace

FORGOTTEN = Breach(
    "somebody is not paired", "C.04.1 3", "", (),
    "Everybody who takes part in the round is paired or receives the allocated bye.",
)  # fmt: skip
UNCALLED = Breach(
    "somebody absent is paired", "C.04.2 3.3", "", (), "Only those who take part in the round are paired."
)
TWO_BYES = Breach(
    "more than one allocated bye", "C.04.1 3", "", (),
    "Only one player can receive the allocated bye, and only if the number of players is odd.",
)  # fmt: skip


def byes_in(recorded: Round) -> list[int]:
    """Who has received the allocated bye."""
    return [bye.player for bye in recorded.byes if bye.kind is ByeKind.PAIRING_ALLOCATED]


def same_round(recorded: Round, outcome: Outcome) -> bool:
    """Whether a round has the boards, the colours (where any are recorded) and the bye that the rules give."""
    turned = {(game.black, game.white) for game in recorded.games if not game.coloured}
    there = set(recorded.pairs)
    byes = [] if outcome.bye is None else [outcome.bye]
    met = all(pair in there or pair in turned for pair in outcome.pairs)
    return met and len(there) == len(outcome.pairs) and byes_in(recorded) == byes


def breaches(system: System, field: Field, recorded: Round) -> tuple[Breach, ...]:
    """Every absolute rule that a recorded round breaks."""
    byes = byes_in(recorded)
    paired = {one for pair in recorded.pairs for one in pair}
    forgotten = field.place.keys() - paired - set(byes)
    uncalled = (paired | set(byes)) - field.place.keys()
    concerned = ((FORGOTTEN, sorted(forgotten)), (UNCALLED, sorted(uncalled)), (TWO_BYES, byes if byes[1:] else []))
    found = (replace(rule, who=tuple(who)) for rule, who in concerned if who)
    known = [pair for pair in recorded.pairs if not set(pair).intersection(uncalled)]
    taken: list[int | None] = [one for one in byes if one in field.place]
    by_rule = dict.fromkeys(one for bye in taken or [None] for one in system.breaches(field, known, bye))
    return (*found, *by_rule)


def parted(system: System, field: Field, outcome: Outcome, recorded: Round) -> Parting | None:
    """Where the ledgers of a legal recorded round and of ours part; None if nowhere."""
    bye = next(iter(byes_in(recorded)), None)
    if bye is not None and field.scores[field.place[bye]] != field.scores[field.place[outcome.bye or bye]]:
        field = system.judged(field, bye)
    return parting(outcome.ledger, system.price(field, recorded.pairs, bye))
