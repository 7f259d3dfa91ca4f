"""The vectors of the rating regulations, in tests/golden/ratings."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

FOLDER = Path(__file__).resolve().parent.parent / "golden" / "ratings"


def vectors(name: str) -> dict[str, Any]:
    """The vectors in a file of the folder."""
    cases: dict[str, Any] = json.loads((FOLDER / name).read_text("utf-8"))
    return cases


def half_points(score: float) -> int:
    """Points of the vectors in half points."""
    return round(2 * score)
