"""Tournaments that come to a desk: short names of their own, and logs that add up."""

from __future__ import annotations

import pytest

from rookery.desk.arriving import free_slug, is_log, must_add_up, placed, slug_of
from rookery.errors import RookeryError
from rookery.store import Record, Stream


@pytest.mark.parametrize(
    ("name", "slug"),
    [("Spring Open", "spring-open"), ("../../x", "x"), ("a" * 99, "a" * 60), ("", "tournament"), ("A  -- B", "a-b")],
)
def test_a_short_name_is_plain(name: str, slug: str) -> None:
    assert slug_of(name) == slug


def test_a_short_name_is_nobody_elses() -> None:
    assert free_slug("Open", ()) == "open"
    assert free_slug("Open", {"open", "open-2", "open-4"}) == "open-3"


def test_a_log_has_the_name_that_it_has_here() -> None:
    here = (Stream("a", "tournament", "club"), Stream("b", "tournament", "open"))
    assert placed(Stream("a", "tournament", "elsewhere"), here).slug == "club"
    assert placed(Stream("c", "tournament", "open"), here).slug == "open-2"
    assert placed(Stream("c", "tournament", "../x"), here).slug == "x"


def test_a_log_is_known_by_its_head_or_by_its_name() -> None:
    assert is_log(b'{"rookery":"log","form":1}', "x.json")
    assert is_log(b"", "x.ROOKERY")
    assert not is_log(b"{}", "x.json")


def test_what_is_no_tournament_is_refused() -> None:
    strange = Record("s", 1, "tournament.opened", 1, {"name": 1}, "c", "", "2026-01-01T00:00:00Z", ())
    with pytest.raises(RookeryError, match="do not add up"):
        must_add_up([strange])
