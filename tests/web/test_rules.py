"""The rules over HTTP: set before round 1, frozen with it and said why, tie-breaks in order, who may not meet."""

from __future__ import annotations

import re
from collections.abc import Iterator
from html import unescape
from pathlib import Path

import pytest

import rookery
from rookery.dates import date
from rookery.desk.commands.players import EnterPlayers
from rookery.desk.commands.rounds import PairRound
from rookery.desk.commands.rules import OpenTournament, SetRules
from rookery.desk.facts import Facts
from rookery.desk.rules import Laws
from rookery.desk.state import State
from rookery.model import Date
from rookery.values import replace
from rookery.web.pages.rules import added, in_words, lines, systems
from support.browsers import Server
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


# -- editions ----------------------------------------------------------------------------------------------------------


@pytest.fixture
def old(tmp_path: Path, examples: Path) -> Iterator[Open]:
    """An event of 2015, of which no edition is known here: in its fourth round, and once more when it is over."""
    held = rookery.load(examples / "swiss.trf").tournament
    event = replace(held.event, start=Date(2015, 4, 3), end=Date(2015, 4, 6), round_dates=())
    server = Server(tmp_path)
    server.hold(replace(held, event=event), "old")
    server.hold(replace(held, event=event, planned=3), "over")
    made = opened(tmp_path, shared=True)
    yield made
    made.store.close()


SHOWN = ("", "/players", "/rules", "/numbers", "/round/3", "/round/3/why", "/crosstable", "/crosstable?as=heat",
         "/crosstable?as=scores", "/crosstable?as=ranks", "/player/p3", "/report", "/papers", "/log",
         "/papers/crosstable.html", "/files/trf26")  # fmt: skip
RANKED = ("/standings", "/standings?after=2", "/standings/p1", "/papers/standings.html")
"""The pages for which somebody must be ranked."""


@pytest.mark.parametrize("slug", ["old", "over"])
def test_without_an_edition_of_its_days_no_page_is_a_dead_end(old: Open, slug: str) -> None:
    visitor = old.visitor()
    assert {path: visitor.ask(f"/t/{slug}{path}").status_code for path in SHOWN} == dict.fromkeys(SHOWN, 200)
    for path in RANKED:
        answer = visitor.ask(f"/t/{slug}{path}")
        assert answer.status_code == 422, path
        assert "no text of before July 2017 is known here" in answer.text
        assert f'href="/t/{slug}/rules"' in answer.text
    assert "Nobody can be ranked yet." in visitor.ask(f"/t/{slug}/rules").text
    hall = old.outside().ask(f"/p/{slug}/standings")
    assert (hall.status_code, f'href="/p/{slug}"' in hall.text, "/rules" in hall.text) == (422, True, False)


def test_the_edition_of_the_tie_breaks_is_chosen_and_everybody_ranks_by_it(old: Open) -> None:
    visitor = old.visitor()
    said = {"fields.choices.tiebreak_edition": "2017-07"}
    first = visitor.form("old", "rules.set", **said)
    assert first.status_code == 409
    assert "none =&gt; 2017-07" in first.text
    asked = visitor.wish("old", SetRules({"choices": {"tiebreak_edition": "2017-07"}}))
    tokens = asked.json()["tokens"]
    again = visitor.wish("old", SetRules({"choices": {"tiebreak_edition": "2017-07"}}), tokens).json()["tokens"]
    assert visitor.wish("old", SetRules({"choices": {"tiebreak_edition": "2017-07"}}), again).status_code == 200
    for path in (*SHOWN, *RANKED):
        assert visitor.ask(f"/t/old{path}").status_code == 200, path
    page = visitor.ask("/t/old/standings?after=3").text
    assert "C.07 (2017-07)" in page
    stream = next(one.id for one in old.site.streams() if one.slug == "old")
    tournament = old.desk.state(stream).tournament
    expected = [row.id for row in rookery.standings(tournament, after=3, edition="2017-07")]
    assert [int(one) for one in re.findall(r'data-row="p(\d+)"', page)] == expected
    twin = visitor.ask("/api/v1/t/old/rules").json()["view"]
    assert twin["choices"]["tiebreak_edition"]["value"] == "2017-07"
    assert "choices tiebreak edition 2017-07 (was none)" in visitor.ask("/t/old/log").text
    text = visitor.ask("/t/old/files/trf26").text
    assert "### Tie-breaks: by C.07 of 2017-07\n" in text.replace("\r", "")
    assert "### Tie-breaks @ Round 4: by no edition of C.07" in text
    assert rookery.load(text.encode()).tournament.rounds == tournament.rounds


def test_an_event_that_is_over_has_its_final_file_by_the_edition_chosen(old: Open) -> None:
    visitor = old.visitor()
    assert visitor.ask("/t/over/files/trf26?final=1").status_code == 422
    report = visitor.ask("/t/over/report")
    assert "choose the edition of the tie-breaks, under Rules" in report.text
    wish, tokens = SetRules({"choices": {"tiebreak_edition": "2023-09"}}), ()
    while (answer := visitor.wish("over", wish, tokens)).status_code == 409:
        tokens = answer.json()["tokens"]
    final = rookery.load(visitor.ask("/t/over/files/trf26?final=1").content).tournament
    rows = rookery.standings(final, edition="2023-09")
    assert {one.id: one.rank for one in final.players if one.rank} == {row.id: row.rank for row in rows}
    assert "under Rules" not in visitor.ask("/t/over/report").text


@pytest.mark.parametrize(
    ("fields", "there"),
    [
        ({"choices": {"tiebreak_edition": "1999"}}, ("2017-07", "2023-09", "2024-04", "2024-08", "2026-03")),
        ({"system": "FIDE_DUTCH_2010"}, ("2017-07", "2026-02")),
    ],
)
def test_an_edition_that_is_not_done_is_refused_and_those_that_are_are_told(
    house: Open, fields: dict[str, object], there: tuple[str, ...]
) -> None:
    answer = house.visitor().wish("club", SetRules(fields))
    assert answer.status_code == 422
    assert all(one in answer.json()["refusal"]["instead"] for one in there)
    assert state(house).choices.tiebreak_edition == ""


def test_the_edition_of_the_pairing_rules_is_chosen_with_the_system(house: Open) -> None:
    visitor = house.visitor()
    assert ("FIDE_DUTCH_2017", "Dutch Swiss, by C.04.3 (2017-07)") in [
        (one.value, one.words) for one in systems("FIDE_DUTCH_2026", False)
    ]
    assert visitor.form("club", "rules.set", **{"fields.system": "FIDE_DUTCH_2017"}).status_code == 303
    assert visitor.form("club", "head.set", **{"fields.start:maybe": "2019-05-01"}).status_code == 303
    assert "C.04.3 (2017-07)" in visitor.ask("/t/club/rules").text
    house.desk.do(house.site.streams()[0].id, PairRound())
    assert "dutch 2017-07" in visitor.ask("/t/club/log").text
    assert visitor.form("club", "rules.set", **{"fields.system": "FIDE_DUTCH_2026"}).status_code == 422
    early = {one.value for one in systems("FIDE_DUBOV", False, date(2015, 4, 3))}
    assert {"FIDE_DUBOV_2026", "FIDE_DUTCH_2017", "FIDE_DUTCH_2026"} <= early


def test_who_begins_an_event_has_the_rules_in_force_on_its_first_day(house: Open) -> None:
    visitor = house.visitor()
    for name, start, code in (
        ("Spring", "2019-05-01", "FIDE_DUTCH_2017"),
        ("Now", "2026-05-01", "FIDE_DUTCH_2026"),
        ("Long ago", "2011-05-01", "FIDE_DUTCH_2026"),
    ):
        said = {"door": visitor.door, "name": name, "kind": "dutch", "rounds": "5", "start": start}
        assert visitor.send("POST", "/begin", data=said).status_code == 303
        slug = name.lower().replace(" ", "-")
        stream = next(one.id for one in house.site.streams() if one.slug == slug)
        assert house.desk.state(stream).tournament.system == code
        assert visitor.ask(f"/t/{slug}/rules").status_code == 200
