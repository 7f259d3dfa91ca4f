"""The names of ratings and lists before they were given one meaning each: they work, and warn."""

from __future__ import annotations

from importlib import import_module

import pytest

OLD = [
    ("rookery.rating", "Line", "rookery.rating.GameChange"),
    ("rookery.rating", "Reason", "rookery.rating.NotRated"),
    ("rookery.rating", "Report", "rookery.rating.RatingReport"),
    ("rookery.rating", "Row", "rookery.rating.RatedPlayer"),
    ("rookery.rating", "Rules", "rookery.rating.FideRules"),
    ("rookery.rating", "rules", "rookery.rating.rules_for"),
    ("rookery.lists", "Difference", "rookery.lists.ListDifference"),
    ("rookery.lists", "Entry", "rookery.lists.ListEntry"),
    ("rookery.batch", "Period", "rookery.arrays.Period"),
    ("rookery.batch", "rate_period", "rookery.arrays.rate_period"),
]


@pytest.mark.parametrize(("module", "old", "new"), OLD)
def test_an_old_name_works_and_warns(module: str, old: str, new: str) -> None:
    if module == "rookery.batch":
        pytest.importorskip("numpy")
    home, _, name = new.rpartition(".")
    with pytest.warns(DeprecationWarning, match=f"{module}.{old} is {new} now"):
        found = getattr(import_module(module), old)
    assert found is getattr(import_module(home), name)
