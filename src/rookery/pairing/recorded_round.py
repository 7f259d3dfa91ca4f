"""A recorded round compared with the one that the rules give: broken rules, and the first difference in costs."""

from __future__ import annotations

from rookery._record import replace
from rookery.model import ByeKind, Round
from rookery.pairing.field import Field
from rookery.pairing.outcome import Breach, CostDifference, Pairing, first_difference
from rookery.pairing.system import System

FORGOTTEN = Breach(
    "somebody is not paired", "C.04.1 3", "", (),
    "All who take part in the round are paired or receive the allocated bye.",
)  # fmt: skip
UNCALLED = Breach(
    "somebody absent is paired", "C.04.2 3.3", "", (), "Only those who take part in the round are paired."
)
TWO_BYES = Breach(
    "more than one allocated bye", "C.04.1 3", "", (),
    "Only one player can receive the allocated bye, and only if the number of players is odd.",
)  # fmt: skip


def byes_in(recorded: Round) -> list[int]:
    """Return the participants who received the allocated bye."""
    return [bye.player for bye in recorded.byes if bye.kind is ByeKind.PAIRING_ALLOCATED]


def same_round(recorded: Round, outcome: Pairing) -> bool:
    """Return whether a round has the boards, the colours (where recorded) and the bye that the rules give."""
    uncoloured = {(game.black, game.white) for game in recorded.games if not game.coloured}
    recorded_pairs = set(recorded.pairs)
    byes = [] if outcome.bye is None else [outcome.bye]
    all_found = all(pair in recorded_pairs or pair in uncoloured for pair in outcome.pairs)
    return all_found and len(recorded_pairs) == len(outcome.pairs) and byes_in(recorded) == byes


def find_breaches(system: System, field: Field, recorded: Round) -> tuple[Breach, ...]:
    """Return every absolute rule that a recorded round breaks."""
    byes = byes_in(recorded)
    paired = {player for pair in recorded.pairs for player in pair}
    forgotten = field.place.keys() - paired - set(byes)
    uncalled = (paired | set(byes)) - field.place.keys()
    concerned = ((FORGOTTEN, sorted(forgotten)), (UNCALLED, sorted(uncalled)), (TWO_BYES, byes if byes[1:] else []))
    by_round = (replace(rule, participants=tuple(participants)) for rule, participants in concerned if participants)
    known_pairs = [pair for pair in recorded.pairs if not set(pair).intersection(uncalled)]
    byes_given: list[int | None] = [player for player in byes if player in field.place]
    by_rule = dict.fromkeys(
        player for bye in byes_given or [None] for player in system.breaches(field, known_pairs, bye)
    )
    return (*by_round, *by_rule)


def cost_difference(system: System, field: Field, outcome: Pairing, recorded: Round) -> CostDifference | None:
    """Return where the ledgers of a legal recorded round and of ours first differ; None if nowhere."""
    bye = next(iter(byes_in(recorded)), None)
    if bye is not None and field.scores[field.place[bye]] != field.scores[field.place[outcome.bye or bye]]:
        field = system.pricing_field(field, bye)
    return first_difference(outcome.ledger, system.price(field, recorded.pairs, bye))
