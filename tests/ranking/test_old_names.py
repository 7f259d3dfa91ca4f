"""Names of the ranking that have moved: the old ones work, and warn."""

from __future__ import annotations

from importlib import import_module

import pytest

MOVED = [
    ("rookery.ranking.parts.Working", "rookery.ranking.measure.Working"),
    ("rookery.Readings", "rookery.TieBreakReadings"),
    ("rookery.Rules", "rookery.TieBreakRules"),
]


def _value(dotted: str) -> object:
    home, _, name = dotted.rpartition(".")
    return getattr(import_module(home), name)


@pytest.mark.parametrize(("old", "new"), MOVED)
def test_the_old_name_is_the_new_one_and_warns(old: str, new: str) -> None:
    with pytest.warns(DeprecationWarning, match=f"^{old} is {new} now"):
        assert _value(old) is _value(new)
