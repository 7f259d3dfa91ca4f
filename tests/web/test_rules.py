"""The rules over HTTP: set before round 1, frozen with it and said why, tie-breaks in order, who may not meet."""

from __future__ import annotations

import re
from collections.abc import Iterator
from html import unescape
from pathlib import Path

import pytest

from rookery.desk.commands.players import EnterPlayers
from rookery.desk.commands.rounds import PairRound
from rookery.desk.commands.rules import OpenTournament
from rookery.desk.facts import Facts
from rookery.desk.rules import Laws
from rookery.desk.state import State
from rookery.web.pages.rules import added, in_words, lines, systems
from support.visitors import Open, opened


@pytest.fixture
def house(tmp_path: Path) -> Iterator[Open]:
    made = opened(tmp_path)
    stream = made.desk.create("club")
    made.desk.do(stream, OpenTournament("Club", Laws(system="FIDE_DUTCH_2026", rounds=3, ranking=("BH", "SB", "WIN"))))
    names = ("Ada", "Ben", "<b>Cyd", "Dov", "Eve", "Fay")
    made.desk.do(stream, EnterPlayers(tuple(Facts(name, 2000 - 10 * at) for at, name in enumerate(names))))
    yield made
    made.store.close()


def state(house: Open) -> State:
    return house.desk.state(house.site.streams()[0].id)


def pressed(page: str, press: str) -> list[str]:
    return [unescape(one) for one in re.findall(rf'data-press="{press}" name="\*:json" value="([^"]*)"', page)]


def test_the_page_escapes_and_says_what_can_be_chosen(house: Open) -> None:
    page = house.visitor().ask("/t/club/rules").text
    assert "<b>Cyd" not in page
    assert "Dutch Swiss, with Baku acceleration" in page
    assert "Buchholz, cut 1 (BH/C1)" in page
    assert "It stays as it is" not in page


def test_system_rounds_and_points_are_set(house: Open) -> None:
    visitor = house.visitor()
    said = {"fields.system": "FIDE_DUBOV", "fields.rounds:int": "4"}
    assert visitor.form("club", "rules.set", **said).status_code == 303
    assert (state(house).tournament.system, state(house).tournament.planned) == ("FIDE_DUBOV", 4)
    worth = {"win": "3", "draw": "1", "loss": "0", "pab": "3", "full_bye": "3", "half_bye": "1", "absence": "0"}
    worth |= {"forfeit_win": "3", "forfeit_loss": "0,0", "adjourned": "1"}
    points = {f"fields.points.{name}:points": value for name, value in worth.items()}
    assert visitor.form("club", "rules.set", **points).status_code == 303
    assert (state(house).laws.points.win, state(house).laws.points.half_bye) == (30, 10)
    assert visitor.form("club", "rules.set", **{**points, "fields.points.win:points": "many"}).status_code == 400
    assert visitor.form("club", "rules.set", **{**points, "fields.points.draw:points": "2"}).status_code == 422


def test_tie_breaks_move_go_and_come(house: Open) -> None:
    visitor = house.visitor()

    def ranking() -> tuple[str, ...]:
        return state(house).tournament.ranking

    for press, at, expected in (
        ("u", 0, ("SB", "BH", "WIN")), ("d", 0, ("BH", "SB", "WIN")), ("x", 1, ("BH", "WIN")),
    ):  # fmt: skip
        value = pressed(visitor.ask("/t/club/rules").text, press)[at]
        assert visitor.form("club", "rules.set", **{"*:json": value}).status_code == 303
        assert ranking() == expected
    offered = re.findall(r'<option value="([^"]*)">Direct encounter', visitor.ask("/t/club/rules").text)
    assert visitor.form("club", "rules.set", **{"*:json": unescape(offered[0])}).status_code == 303
    assert ranking() == ("BH", "WIN", "DE")
    assert visitor.form("club", "rules.set", **{"fields.ranking:words": "BH/C1, SB"}).status_code == 303
    assert ranking() == ("BH/C1", "SB")


def test_what_is_frozen_says_why_with_its_article(house: Open) -> None:
    visitor = house.visitor()
    house.desk.do(house.site.streams()[0].id, PairRound())
    page = visitor.ask("/t/club/rules").text
    assert "It stays as it is: round 1 has been paired" in page
    assert '<span class="art">C.04.2 1.3</span>' in page
    assert "<fieldset disabled>" in page
    assert "A change asks first" in page
    assert visitor.form("club", "rules.set", **{"fields.rounds:int": "5"}).status_code == 422
    assert visitor.form("club", "rules.set", **{"fields.ranking:words": "SB"}).status_code == 409


def test_some_may_not_meet_and_may_again(house: Open) -> None:
    visitor = house.visitor()
    answer = visitor.form("club", "pair.forbid", keys=["p1", "p3"], first="1", last="2")
    assert answer.status_code == 303, answer.text
    page = visitor.ask("/t/club/rules").text
    assert "rounds 1 to 2" in page
    assert "Let them meet" in page
    assert visitor.form("club", "pair.allow", **{"*:json": '{"keys": ["p1", "p3"]}'}).status_code == 303
    assert state(house).tournament.forbidden == ()
    assert visitor.form("club", "pair.forbid", keys=["p1", "p1"], first="1", last="").status_code == 422


def test_the_colour_is_given(house: Open) -> None:
    visitor = house.visitor()
    assert visitor.form("club", "colour.draw", **{"*:json": '{"colour": "black", "how": "given"}'}).status_code == 303
    assert "Number 1 has black in round 1." in visitor.ask("/t/club/rules").text


def test_choices_are_set(house: Open) -> None:
    visitor = house.visitor()
    said = {
        "fields.choices.chess960:bool": ["", "1"],
        "fields.ratings_by_round:bool": "",
        "fields.unrated:int": "1400",
    }
    assert visitor.form("club", "rules.set", **said).status_code == 303
    assert (state(house).choices.chess960, state(house).tournament.ratings_by_round) == (True, False)
    said = {"fields.choices.half_byes:int": "2", "fields.choices.last_half_bye:int": "2"}
    assert visitor.form("club", "rules.set", **said).status_code == 303
    assert (state(house).choices.half_byes, state(house).choices.last_half_bye) == (2, 2)
    assert visitor.form("club", "mode.leave", reason="x").status_code == 409


def test_lists_of_tie_breaks_for_teams_have_those_of_teams() -> None:
    assert any("EDE" in one.words for one in added((), "team"))
    assert not any("(EDE)" in one.words for one in added((), "individual"))
    assert in_words("OTHER_THING") == "OTHER_THING"
    assert lines(("BH",))[0].up == lines(("BH",))[0].down == ("BH",)
    assert all("team" in one.words.lower() or one.value for one in systems("", True))
