"""Pair random small fields with Rookery and with the literal Dubov reference, and show every difference.

    ROOKERY_ORACLES=../shared/oracles python tests/sweeps dubov [--seeds 0 2000] [--players 5 9] [--wild 4]

Takes a while for many seeds, so it is no test; the count it prints is the evidence. Exit code 1 when something differs.
"""

from __future__ import annotations

import sys
from collections.abc import Callable
from typing import Any

from rookery.pairing.dubov import Readings, dubov
from rookery.pairing.system import System
from sweeps.beside import sweep


def readings() -> dict[str, tuple[System, Callable[[Any], Any]]]:
    """Every reading with its reference, the default first."""
    import dubov_literal

    chosen = {"default": Readings(), "c9=lex": Readings(c9="lex"), "shifters=all": Readings(shifters="all")}

    def reference(one: Readings) -> Callable[[Any], Any]:
        return lambda event: dubov_literal.pair_next_round(event, dubov_literal.Readings(one.c9, one.shifters))

    return {name: (dubov(one), reference(one)) for name, one in chosen.items()}


if __name__ == "__main__":
    sys.exit(sweep(__doc__ or "", "FIDE_DUBOV", readings))
