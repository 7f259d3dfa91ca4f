"""Conduct of Scheveningen matches, once and twice: every player of one side meets every player of the other."""

from __future__ import annotations

from rookery.formats.conduct import EVERYBODY, Conduct, Draws, always
from rookery.formats.round_robin import all_rounds, apart, next_round
from rookery.pairing.tables import schedule
from rookery.regulations import Format, format

_DRAWS: Draws = {
    "teams": lambda rng: 2 if rng.random() < 0.5 else 0,
    "boards": lambda rng: 2 + int(9 * rng.random()),
    "tiebreaks": always(("SB", "WIN")),
    "initial_colour": always(None),
    **EVERYBODY,
    "withdrawals": always(0),
}


def _conduct(facts: Format) -> Conduct:
    return Conduct(
        format=facts,
        next_round=next_round,
        apart=apart,
        complaints=schedule.complaints,
        schedule=all_rounds,
        length=lambda entrants: facts.cycles * entrants // 2,
        draws=_DRAWS,
    )


SCHEVENINGEN = _conduct(format.SCHEVENINGEN)
DOUBLE_SCHEVENINGEN = _conduct(format.DOUBLE_SCHEVENINGEN)
