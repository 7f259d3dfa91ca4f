"""Outcomes and their ledgers as data; explanations are told by their fields."""

from __future__ import annotations

from rookery.answers.plain import plain
from rookery.matches import decided_before
from rookery.pairing.outcome import Ledger, Outcome
from rookery.typed import TYPE_CHECKING

if TYPE_CHECKING:
    from rookery.answers import shapes


def outcome_data(outcome: Outcome, *, ledger: bool = False) -> shapes.OutcomeData:
    """The round, its pairs, byes and how they came about; with `ledger`, what the pairing pays."""
    made: shapes.OutcomeData = {
        "round": outcome.number,
        "system": outcome.system,
        "regulation": outcome.edition and outcome.edition.regulation.code,
        "edition": plain(outcome.edition),
        "pairs": [list(pair) for pair in outcome.pairs],
        "bye": outcome.bye,
        "boards": plain(outcome.boards),
        "numbers": list(outcome.board_numbers),
        "decisions": plain(outcome.decisions),
        "breaches": plain(outcome.breaches),
        "whole": None,
    }
    if ledger:
        made["ledger"] = [ledger_data(one) for one in outcome.ledger]
    if outcome.whole is not None or outcome.answers is not None:
        made["whole"] = plain(outcome.round)
        made["byes"] = plain(outcome.round.byes)
    if outcome.whole is not None:
        made["forfeits"] = [[white, black, str(result)] for white, black, result in decided_before(outcome.whole)]
    return made


def ledger_data(ledger: Ledger) -> shapes.LedgerData:
    """What was decided in a bracket, and what it costs."""
    return {
        "bracket": ledger.bracket,
        "members": list(ledger.members),
        "decision": plain(ledger.decision),
        "costs": plain(ledger.lines),
    }
