"""Pair random small fields with Rookery and with the literal Burstein reference, and show every difference.

    ROOKERY_ORACLES=../shared/oracles python tests/sweeps burstein [--seeds 0 2000] [--players 5 9] [--wild 4]

Takes a while for many seeds, so it is no test; the count it prints is the evidence. Exit code 1 when something differs.
"""

from __future__ import annotations

import sys
from collections.abc import Callable
from typing import Any

from rookery.pairing.burstein import Readings, burstein
from rookery.pairing.system import System
from sweeps.beside import sweep


def readings() -> dict[str, tuple[System, Callable[[Any], Any]]]:
    """Every reading with its reference, the default first."""
    import burstein_literal

    chosen = {"default": Readings(), "absent-now": Readings("absent-now"), "none": Readings("none")}

    def reference(one: Readings) -> Callable[[Any], Any]:
        return lambda event: burstein_literal.pair_next_round(event, one.zero_byes)

    return {name: (burstein(one), reference(one)) for name, one in chosen.items()}


if __name__ == "__main__":
    sys.exit(sweep(__doc__ or "", "FIDE_BURSTEIN", readings))
