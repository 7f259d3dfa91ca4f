"""Where the vectors of the rating regulations are: ROOKERY_DATA, or beside the corpora."""

from __future__ import annotations

import json
import os
from pathlib import Path
from typing import Any

import pytest


def vectors(name: str) -> dict[str, Any]:
    """The vectors in a file of data/ratings; the test is skipped when they are not there."""
    folder = os.environ.get("ROOKERY_DATA")
    if not folder and os.environ.get("ROOKERY_CORPUS"):
        folder = str(Path(os.environ["ROOKERY_CORPUS"]).parent / "data")
    if not folder or not (Path(folder) / "ratings" / name).is_file():
        pytest.skip("neither ROOKERY_DATA nor ROOKERY_CORPUS leads to the rating vectors")
    found: dict[str, Any] = json.loads((Path(folder) / "ratings" / name).read_text("utf-8"))
    return found


def half_points(score: float) -> int:
    """Points of the vectors in half points."""
    return round(2 * score)
