"""Cluster H from outside, as far as the desk has it: rating lists taken in, and held against a tournament."""

from __future__ import annotations

import html
import json
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from rookery.tournaments.domain.lifecycle import OpenTournament
from rookery.tournaments.domain.players import EnterPlayers
from rookery.tournaments.keyed import Facts
from rookery.tournaments.rules import TournamentRules
from rookery.web.addresses import Addresses
from rookery.web.context import AppContext
from support.visitors import OpenDesk, Visitor, open_desk

LIST = (
    b"fide_id,name,federation,standard,rapid,blitz,born\n"
    b'99900401,"Rook, Benedict",ENG,2111,2050,,1990\n'
    b'99900402,"Heron, Isolde",ESP,1999,,1888,2001\n'
    b'99900403,"Teal, Nora",ESP,,1777,,2003\n'
)
PEOPLE = (Facts("Rook, Benedict", 1500, fide_id=99900401), Facts("Heron, Isolde", 1500, fide_id=99900402),
          Facts("Teal, Nora", 1500, fide_id=99900403))  # fmt: skip


@pytest.fixture
def ada(tmp_path: Path) -> Iterator[Visitor]:
    made = open_desk(tmp_path)
    stream = made.desk.create("club")
    made.desk.do(stream, OpenTournament("Club", TournamentRules(rounds=3)))
    made.desk.do(stream, EnterPlayers(PEOPLE))
    site = AppContext(made.desk, made.store, Addresses(8000), lists=(tmp_path / "lists",))
    visitor = OpenDesk(made.store, made.desk, site).visitor()
    answer = visitor.send(
        "POST", "/lists", data={"csrf_token": visitor.csrf_token, "name": "FIDE"}, files={"file": ("nov26.csv", LIST)}
    )
    assert answer.status_code == 303
    yield visitor
    made.store.close()


def offered(ada: Visitor, kind: str) -> dict[str, int]:
    """The ratings that the page offers for a rate of play, by key."""
    page = ada.ask(f"/t/club/ratings?kind={kind}").text
    wishes = [json.loads(html.unescape(one)) for one in re.findall(r'name="\*:json" value="([^"]+)"', page)]
    return {
        key: rating
        for wish in wishes
        if wish["command"] == "ratings.correct"
        for key, rating in wish["ratings"].items()
    }


@pytest.mark.parametrize(
    ("kind", "expected"),
    [
        ("standard", {"p1": 2111, "p2": 1999}),
        ("rapid", {"p1": 2050, "p2": 1999, "p3": 1777}),
        ("blitz", {"p1": 2111, "p2": 1888}),
    ],
)
def test_a_rapid_or_blitz_list_is_completed_from_the_standard_list(
    ada: Visitor, kind: str, expected: dict[str, int]
) -> None:
    """Who has no rating of that kind counts with the standard one (B.02 7.1), and never the other way round (Q118)."""
    assert offered(ada, kind) == expected
