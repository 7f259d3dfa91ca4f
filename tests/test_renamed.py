"""Old public names work, and warn."""

from __future__ import annotations

import importlib
import re
from dataclasses import replace

import pytest

import rookery
from rookery import elo
from rookery.model import Forbidden
from rookery.renamed import GONE_WITH, forwarding


def test_an_old_name_is_found_at_its_new_address_and_warns() -> None:
    old = forwarding("rookery.old", {"half": "rookery.elo.half_up"})
    with pytest.warns(DeprecationWarning, match=r"rookery\.old\.half is rookery\.elo\.half_up now"):
        assert old("half") is elo.half_up


def test_a_name_that_never_was_is_refused() -> None:
    with pytest.raises(AttributeError, match=r"module 'rookery\.old' has no attribute 'whole'"):
        forwarding("rookery.old", {})("whole")


def test_old_names_of_fields_are_taken_and_warn() -> None:
    with pytest.warns(DeprecationWarning, match="first= of Forbidden is first_round= now"):
        old: Forbidden = Forbidden((1, 2), first=2, last_round=4)  # type: ignore[call-arg]
    assert old == Forbidden((1, 2), 2, 4) == Forbidden((1, 2), first_round=2, last_round=4)
    with pytest.warns(DeprecationWarning, match=r"Forbidden\.first is Forbidden\.first_round now"):
        assert old.first == 2  # type: ignore[attr-defined]
    with pytest.warns(DeprecationWarning, match=r"Forbidden\.last is Forbidden\.last_round now"):
        assert old.last == 4  # type: ignore[attr-defined]
    with pytest.warns(DeprecationWarning, match="last= of Forbidden"):
        assert replace(old, last=None) == Forbidden((1, 2), 2)
    assert repr(old) == "Forbidden(players=(1, 2), first_round=2, last_round=4)"


def test_the_warning_points_at_whoever_used_the_old_name() -> None:
    with pytest.warns(DeprecationWarning, match="last") as given:
        Forbidden((1, 2), last=4)  # type: ignore[call-arg]
    with pytest.warns(DeprecationWarning, match="last") as taken:
        assert Forbidden((1, 2)).last is None  # type: ignore[attr-defined]
    assert {warning.filename for warning in (*given, *taken)} == {__file__}


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("insert", "entries"), ("corrected", "entries"), ("renumbered", "entries"), ("line_up", "matches"),
        ("provisionally_rated", "entries"), ("left_out", "attendance"),
    ],
)  # fmt: skip
def test_the_old_names_of_order(old: str, new: str) -> None:
    with pytest.warns(DeprecationWarning, match=rf"rookery\.order\.{old} is rookery\.{new}\.{old} now"):
        assert getattr(importlib.import_module("rookery.order"), old) is getattr(
            importlib.import_module(f"rookery.{new}"), old
        )


def test_the_json_form_keeps_its_keys() -> None:
    event = rookery.Tournament(
        players=tuple(map(rookery.Player, (1, 2, 3))), forbidden=(Forbidden((1, 2), 2, 4), Forbidden((1, 3)))
    )
    text = rookery.dump(event, "json").decode()
    assert '{"players": [1, 2], "first": 2, "last": 4}' in text
    assert rookery.load(text).tournament == event


def test_old_names_say_which_version_drops_them() -> None:
    """A later one than this, or they would be gone by now."""
    with pytest.warns(DeprecationWarning, match=f"the old name goes with version {re.escape(GONE_WITH)}"):
        assert rookery.Rules is rookery.TieBreakRules
    assert [int(part) for part in rookery.__version__.split(".")] < [int(part) for part in GONE_WITH.split(".")]
