"""Pair random small fields with Rookery and with the literal Lim reference, and show every difference.

    ROOKERY_ORACLES=../shared/oracles python tests/sweeps lim [--seeds 0 1000] [--size 4 10]

Takes a while for many seeds, so it is no test; the count it prints is the evidence. Exit code 1 when something differs.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from copy import deepcopy
from typing import Any

import sweeps.beside as positions_of
from rookery.pairing.lim import lim
from rookery.pairing.lim_walk import Readings
from sweeps.beside import Answer
from sweeps.matches import Reading, sweep

WILD = 4  # wild positions for each tournament

OTHERS: tuple[dict[str, Any], ...] = (
    {"due": "parity"}, {"floated": "unequal"}, {"floater_order": "previous"}, {"floater_order": "colour"},
    {"upfloater_opponent": "highest"}, {"median_opponents": "residents"}, {"colour_exchange": "bottom"},
    {"crack": "first"}, {"crack_count": "fixed"}, {"last_round": "same"},
)  # fmt: skip


def wild(seed: int, least: int, most: int) -> Any:
    """A position whose history is no system's, as far as this system knows such things."""
    event = positions_of.wild(seed, least, most)
    event.virtual, event.system = {}, "CUSTOM_SWISS"
    if seed % 2:
        event.forbidden = []
    if seed % 3 == 0:
        event.rounds = event.played_rounds + 1  # the last round
    return event


def positions(seed: int, least: int, most: int) -> Iterator[Any]:
    """The rounds of a tournament, then wild ones."""
    import lim_literal

    for event, _ in lim_literal.simulate(seed, least, most):
        yield deepcopy(event)
    for n in range(WILD):
        yield wild(seed * 1000 + n, max(least, 5), most)


def asker(maxi: bool = False, **chosen: Any) -> Callable[[Any], Answer]:
    """The answer of the reference by these readings."""
    import lim_literal

    readings = lim_literal.Readings(**chosen)

    def asked(event: Any) -> Answer:
        try:
            games, bye = lim_literal.next_round(event, maxi, readings)
        except lim_literal.NoPairing:
            return None, None
        return sorted(map(list, games)), bye

    return asked


def reference() -> tuple[dict[str, Reading], Callable[[int, int, int], Iterator[Any]], Callable[[Any], str]]:
    """Every reading with its reference, the default first."""
    from trf_mini import write_event

    table = {"default": Reading(lim(), asker()), "maxi": Reading(lim(maxi=True), asker(maxi=True))}
    for chosen in OTHERS:
        name = ", ".join(f"{key}={value}" for key, value in chosen.items())
        table[name] = Reading(lim(Readings(**chosen)), asker(**chosen))
    return table, positions, write_event


if __name__ == "__main__":
    sys.exit(sweep(__doc__ or "", reference, 10))
