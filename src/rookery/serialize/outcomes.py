"""Outcomes and their ledgers as JSON data."""

from __future__ import annotations

from typing import TYPE_CHECKING

from rookery.history.team_matches import iter_forfeits
from rookery.pairing.outcome import Ledger, Pairing
from rookery.serialize.encode import encode

if TYPE_CHECKING:
    from rookery.serialize import types


def outcome_data(outcome: Pairing, *, ledger: bool = False) -> types.OutcomeData:
    """Return the round, its pairs, byes and how they came about; with `ledger`, what the pairing costs."""
    data: types.OutcomeData = {
        "round": outcome.round_number,
        "system": outcome.system,
        "regulation": outcome.edition and outcome.edition.regulation.code,
        "edition": encode(outcome.edition),
        "pairs": [list(pair) for pair in outcome.pairs],
        "bye": outcome.bye,
        "boards": encode(outcome.boards),
        "numbers": list(outcome.board_numbers),
        "decisions": encode(outcome.decisions),
        "breaches": encode(outcome.breaches),
        "whole": None,
    }
    if ledger:
        data["ledger"] = [ledger_data(entry) for entry in outcome.ledger]
    if outcome.complete_round is not None or outcome.explainer is not None:
        data["whole"] = encode(outcome.round)
        data["byes"] = encode(outcome.round.byes)
    if outcome.complete_round is not None:
        data["forfeits"] = [
            [white, black, str(result)] for white, black, result in iter_forfeits(outcome.complete_round)
        ]
    return data


def ledger_data(ledger: Ledger) -> types.LedgerData:
    """Return the decisions in a bracket and their costs."""
    return {
        "bracket": ledger.bracket,
        "members": list(ledger.members),
        "decision": encode(ledger.decision),
        "costs": encode(ledger.lines),
    }
