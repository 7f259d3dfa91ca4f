"""The long comparisons, by name: python tests/sweeps NAME [options]; without a name, a list of them."""

from __future__ import annotations

import sys
from pathlib import Path

HERE = Path(__file__).resolve().parent

sys.path[:1] = [str(HERE.parent), str(HERE.parent.parent / "src")]  # not this folder: its names are not for import

from support.program_folder import run_program  # noqa: E402

run_program(HERE, set(), __doc__)
