"""Where chance begins in the tests that draw their cases."""

from __future__ import annotations

import os

SEED = int(os.environ.get("ROOKERY_SEED", "0"))
"""Added to the seeds of fuzzing and of campaigns: 0, so that every run is the same, unless ROOKERY_SEED says more."""
