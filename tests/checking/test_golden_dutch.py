"""The small Dutch tournaments that ship with the project, as an independent program still confirms them."""

from __future__ import annotations

import pytest

from sweeps import golden_dutch


@pytest.mark.parametrize("edition", golden_dutch.EDITIONS)
def test_the_reference_still_says_so(edition: str) -> None:
    assert golden_dutch.confirm(golden_dutch.EDITIONS[edition]) == 0
