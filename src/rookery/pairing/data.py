"""Outcomes, ledgers and explanations as plain data, for other programs: text, whole numbers, lists and dictionaries.

One form for everybody: the command line prints what `as_data` gives.
"""

from __future__ import annotations

from enum import Enum

from rookery.dates import date
from rookery.matches import decided_before
from rookery.pairing.outcome import Fact, Ledger, Line, Outcome
from rookery.regulations import Edition
from rookery.values import fields, is_value

Plain = None | bool | int | str | list["Plain"] | dict[str, "Plain"]
"""What JSON can write."""


def as_data(value: object, *, ledger: bool = False) -> Plain:
    """An outcome, or whatever an outcome answers, as data that JSON can write; a fact names its kind.

    With `ledger`, an outcome also has what the pairing pays, which is worked out for that. A cost is a number, or a
    list where a criterion looks at several in turn.

    >>> from rookery.pairing.outcome import Board, Breach, Reason
    >>> as_data(Board(1, 4, "C.04.3 5.2.5", "initial by number"))
    {'white': 1, 'black': 4, 'article': 'C.04.3 5.2.5', 'reason': 'initial by number'}
    >>> as_data((Breach("already met", "C.04.3 2.1.1", "C1", (1, 2)),))[0]["who"]
    [1, 2]
    """
    if isinstance(value, Outcome):
        return _outcome(value, ledger)
    if isinstance(value, Ledger):
        return _ledger(value)
    if isinstance(value, Enum):
        return value.value if isinstance(value.value, str) else value.name.lower()
    if value is None or isinstance(value, bool | int | str):
        return value
    if isinstance(value, date):
        return value.isoformat()
    if isinstance(value, Edition):
        return value.since.isoformat()
    kind: dict[str, Plain] = {"fact": type(value).__name__} if isinstance(value, Fact) else {}
    if is_value(value):
        given = {one.name: as_data(getattr(value, one.name)) for one in fields(value) if one.compare}
        return kind | given | ({"cost": _cost(value.cost)} if isinstance(value, Line) else {})
    if isinstance(value, tuple) and hasattr(value, "_asdict"):
        return {name: as_data(one) for name, one in value._asdict().items()}
    if isinstance(value, tuple | list):
        return [as_data(one) for one in value]
    raise TypeError(f"{type(value).__name__} is nothing that an outcome answers")


def _outcome(outcome: Outcome, ledger: bool) -> dict[str, Plain]:
    """The round, its pairs, byes and how they came about; of a format that gives the whole round also its forfeits."""
    made: dict[str, Plain] = {
        "round": outcome.number,
        "system": outcome.system,
        "regulation": outcome.edition and outcome.edition.regulation.code,
        "edition": as_data(outcome.edition),
        "pairs": as_data(outcome.pairs),
        "bye": outcome.bye,
        "boards": as_data(outcome.boards),
        "decisions": as_data(outcome.decisions),
        "breaches": as_data(outcome.breaches),
        "whole": as_data(outcome.whole),
    }
    if ledger:
        made["ledger"] = as_data(outcome.ledger)
    if outcome.whole is not None or outcome.answers is not None:
        made["byes"] = [{"id": bye.player, "kind": str(bye.kind)} for bye in outcome.round.byes]
    if outcome.whole is not None:
        made["forfeits"] = [[white, black, str(result)] for white, black, result in decided_before(outcome.whole)]
    return made


def _ledger(ledger: Ledger) -> dict[str, Plain]:
    """What was decided in a bracket, and what it costs."""
    return {
        "bracket": ledger.bracket,
        "members": list(ledger.members),
        "decision": as_data(ledger.decision),
        "costs": as_data(ledger.lines),
    }


def _cost(cost: tuple[int, ...]) -> Plain:
    return cost[0] if len(cost) == 1 else list(cost) or 0
