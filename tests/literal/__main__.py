"""The literal references, by name: python tests/literal NAME [options]; without a name, a list of them."""

from __future__ import annotations

import sys
from pathlib import Path

HERE = Path(__file__).resolve().parent
HELPERS = {"course", "double_swiss_events", "events", "lim_events", "rating_tables", "rounds", "team_events"}

sys.path.insert(0, str(HERE.parent))

from support.program_folder import run_program  # noqa: E402

run_program(HERE, HELPERS, __doc__)
