"""The small Dutch tournaments that ship with the project, as an independent program still confirms them."""

from __future__ import annotations

from sweeps import golden_dutch


def test_the_reference_still_says_so() -> None:
    assert golden_dutch.confirm() == 0
