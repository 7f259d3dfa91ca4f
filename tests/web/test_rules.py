"""The rules over HTTP: set before round 1, frozen with it and said why, tie-breaks in order, who may not meet."""

from __future__ import annotations

import re
from collections.abc import Iterator
from datetime import date
from html import unescape
from pathlib import Path

import pytest
from syrupy.assertion import SnapshotAssertion

import rookery
from rookery._record import replace
from rookery.model import PartialDate
from rookery.pairing import keizer
from rookery.tournaments.domain.lifecycle import OpenTournament
from rookery.tournaments.domain.players import EditPlayer, EnterPlayers
from rookery.tournaments.domain.rounds import PairRound
from rookery.tournaments.domain.rules import SetRules
from rookery.tournaments.errors import ConfirmationRequiredError
from rookery.tournaments.keyed import Facts
from rookery.tournaments.rules import TournamentRules
from rookery.tournaments.state import State
from rookery.web.pages.rules import OFFERED, addable_tiebreaks, available_systems, tiebreak_lines, tiebreak_title
from support.browsers import Server
from support.html_elements import has_element, select_text, select_texts
from support.visitors import OpenDesk, Visitor, open_desk


@pytest.fixture
def house(tmp_path: Path) -> Iterator[OpenDesk]:
    made = open_desk(tmp_path)
    stream = made.desk.create("club")
    made.desk.do(
        stream, OpenTournament("Club", TournamentRules(system="FIDE_DUTCH_2026", rounds=3, ranking=("BH", "SB", "WIN")))
    )
    names = ("Ada", "Ben", "<b>Cyd", "Dov", "Eve", "Fay")
    made.desk.do(stream, EnterPlayers(tuple(Facts(name, 2000 - 10 * at) for at, name in enumerate(names))))
    yield made
    made.store.close()


def state(house: OpenDesk) -> State:
    return house.desk.state(house.site.store.streams()[0].id)


def pressed(page: str, press: str) -> list[str]:
    return [unescape(one) for one in re.findall(rf'data-press="{press}"\s+name="\*:json"\s+value="([^"]*)"', page)]


def test_the_page_escapes_and_says_what_can_be_chosen(house: OpenDesk, snapshot: SnapshotAssertion) -> None:
    page = house.visitor().ask("/t/club/rules").text
    assert "<b>Cyd" not in page
    assert select_text(page, 'option[value="FIDE_DUTCH_2026_BAKU"]') == snapshot
    assert "Buchholz, cut 1 (BH/C1)" in page
    assert not has_element(page, ".frozen")


def test_system_rounds_and_points_are_set(house: OpenDesk) -> None:
    visitor = house.visitor()
    said = {"fields.system": "FIDE_DUBOV", "fields.rounds:int": "4"}
    assert visitor.form("club", "rules.set", **said).status_code == 303
    assert (state(house).tournament.system, state(house).tournament.planned_rounds) == ("FIDE_DUBOV", 4)
    worth = {"win": "3", "draw": "1", "loss": "0", "pab": "3", "full_bye": "3", "half_bye": "1", "absence": "0"}
    worth |= {"forfeit_win": "3", "forfeit_loss": "0,0", "adjourned": "1"}
    points = {f"fields.points.{name}:points": value for name, value in worth.items()}
    assert visitor.form("club", "rules.set", **points).status_code == 303
    assert (state(house).laws.points.win, state(house).laws.points.half_bye) == (30, 10)
    assert visitor.form("club", "rules.set", **{**points, "fields.points.win:points": "many"}).status_code == 400
    assert visitor.form("club", "rules.set", **{**points, "fields.points.draw:points": "2"}).status_code == 422


def test_tie_breaks_move_go_and_come(house: OpenDesk) -> None:
    visitor = house.visitor()

    def ranking() -> tuple[str, ...]:
        return state(house).tournament.tiebreaks

    for press, at, expected in (
        ("u", 1, ("SB", "BH", "WIN")), ("d", 0, ("BH", "SB", "WIN")), ("x", 1, ("BH", "WIN")),
    ):  # fmt: skip
        value = pressed(visitor.ask("/t/club/rules").text, press)[at]
        assert visitor.form("club", "rules.set", **{"*:json": value}).status_code == 303
        assert ranking() == expected
    offered = re.findall(r'<option value="([^"]*)">Direct encounter', visitor.ask("/t/club/rules").text)
    assert visitor.form("club", "rules.set", **{"*:json": unescape(offered[0])}).status_code == 303
    assert ranking() == ("BH", "WIN", "DE")
    assert visitor.form("club", "rules.set", **{"fields.ranking:words": "BH/C1, SB"}).status_code == 303
    assert ranking() == ("BH/C1", "SB")


def test_what_is_frozen_says_why_with_its_article(house: OpenDesk, snapshot: SnapshotAssertion) -> None:
    visitor = house.visitor()
    house.desk.do(house.site.store.streams()[0].id, PairRound())
    page = visitor.ask("/t/club/rules").text
    assert "C.04.2 1.3" in select_texts(page, ".frozen .art")
    assert has_element(page, "fieldset[disabled]")
    assert select_texts(page, "p.frozen") == snapshot
    assert visitor.form("club", "rules.set", **{"fields.rounds:int": "5"}).status_code == 422
    assert visitor.form("club", "rules.set", **{"fields.ranking:words": "SB"}).status_code == 409


def test_some_may_not_meet_and_may_again(house: OpenDesk, snapshot: SnapshotAssertion) -> None:
    visitor = house.visitor()
    answer = visitor.form("club", "pair.forbid", keys=["p1", "p3"], first="1", last="2")
    assert answer.status_code == 303, answer.text
    page = visitor.ask("/t/club/rules").text
    assert select_texts(page, 'form:has([value="pair.allow"]) .list div') == snapshot
    assert visitor.form("club", "pair.allow", **{"*:json": '{"keys": ["p1", "p3"]}'}).status_code == 303
    assert state(house).tournament.forbidden_pairs == ()
    assert visitor.form("club", "pair.forbid", keys=["p1", "p1"], first="1", last="").status_code == 422


def test_the_colour_is_explicit(house: OpenDesk, snapshot: SnapshotAssertion) -> None:
    visitor = house.visitor()
    assert visitor.form("club", "colour.draw", **{"*:json": '{"colour": "black", "how": "given"}'}).status_code == 303
    assert select_text(visitor.ask("/t/club/rules").text, "#initial-colour p") == snapshot


def test_choices_are_set(house: OpenDesk) -> None:
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
    assert any("EDE" in tiebreak.words for tiebreak in addable_tiebreaks((), "team"))
    assert not any("(EDE)" in tiebreak.words for tiebreak in addable_tiebreaks((), "individual"))
    assert tiebreak_title("OTHER_THING") == "OTHER_THING"
    assert tiebreak_lines(("BH",))[0].up == tiebreak_lines(("BH",))[0].down == ("BH",)
    assert all("team" in system.words.lower() or system.value for system in available_systems("", True))


# -- editions ----------------------------------------------------------------------------------------------------------


@pytest.fixture
def old(tmp_path: Path, examples: Path) -> Iterator[OpenDesk]:
    """An event of 2015, of which no edition is known here: in its fourth round, and once more when it is over."""
    held = rookery.load(examples / "swiss.trf").tournament
    event = replace(held.info, start=PartialDate(2015, 4, 3), end=PartialDate(2015, 4, 6), round_dates=())
    server = Server(tmp_path)
    server.hold(replace(held, info=event), "old")
    server.hold(replace(held, info=event, planned_rounds=3), "over")
    made = open_desk(tmp_path, shared=True)
    yield made
    made.store.close()


SHOWN = ("", "/players", "/rules", "/numbers", "/round/3", "/round/3/why", "/crosstable", "/crosstable?as=heat",
         "/crosstable?as=scores", "/crosstable?as=ranks", "/player/p3", "/report", "/papers", "/log",
         "/papers/crosstable.html", "/files/trf26")  # fmt: skip
RANKED = ("/standings", "/standings?after=2", "/standings/p1", "/papers/standings.html")
"""The pages for which somebody must be ranked."""


@pytest.mark.parametrize("slug", ["old", "over"])
def test_without_an_edition_of_its_days_no_page_is_a_dead_end(
    old: OpenDesk, slug: str, snapshot: SnapshotAssertion
) -> None:
    visitor = old.visitor()
    assert {path: visitor.ask(f"/t/{slug}{path}").status_code for path in SHOWN} == dict.fromkeys(SHOWN, 200)
    for path in RANKED:
        answer = visitor.ask(f"/t/{slug}{path}")
        assert answer.status_code == 422, path
        assert select_texts(answer.text, "main p") == snapshot, path
        assert f'href="/t/{slug}/rules"' in answer.text
    assert select_text(visitor.ask(f"/t/{slug}/rules").text, "p.note.gap") == snapshot
    hall = old.outside().ask(f"/p/{slug}/standings")
    assert (hall.status_code, f'href="/p/{slug}"' in hall.text, "/rules" in hall.text) == (422, True, False)


def test_the_edition_of_the_tie_breaks_is_chosen_and_everybody_ranks_by_it(
    old: OpenDesk, snapshot: SnapshotAssertion
) -> None:
    visitor = old.visitor()
    said = {"fields.choices.tiebreak_edition": "2017-07"}
    first = visitor.form("old", "rules.set", **said)
    assert first.status_code == 409
    assert "2017-07" in first.text
    asked = visitor.wish("old", SetRules({"choices": {"tiebreak_edition": "2017-07"}}))
    tokens = asked.json()["tokens"]
    again = visitor.wish("old", SetRules({"choices": {"tiebreak_edition": "2017-07"}}), tokens).json()["tokens"]
    assert visitor.wish("old", SetRules({"choices": {"tiebreak_edition": "2017-07"}}), again).status_code == 200
    for path in (*SHOWN, *RANKED):
        assert visitor.ask(f"/t/old{path}").status_code == 200, path
    page = visitor.ask("/t/old/standings?after=3").text
    assert "C.07 (2017-07)" in page
    stream = next(one.id for one in old.site.store.streams() if one.slug == "old")
    tournament = old.desk.state(stream).tournament
    expected = [row.id for row in rookery.standings(tournament, after=3, edition="2017-07")]
    assert [int(one) for one in re.findall(r'data-row="p(\d+)"', page)] == expected
    twin = visitor.ask("/api/v1/t/old/rules").json()["view"]
    assert twin["choices"]["tiebreak_edition"]["value"] == "2017-07"
    (line,) = (cell for cell in select_texts(visitor.ask("/t/old/log").text, "#log td") if "2017-07" in cell)
    assert line == snapshot
    text = visitor.ask("/t/old/files/trf26").text
    assert "### Tie-breaks: by C.07 of 2017-07\n" in text.replace("\r", "")
    assert "### Tie-breaks @ Round 4: by no edition of C.07" in text
    again = rookery.loads(text.encode()).tournament
    assert [sorted(one.games, key=str) for one in again.rounds] == [
        sorted(one.games, key=str) for one in tournament.rounds
    ]


def lines_of_that_day(report: str) -> list[str]:
    """The lines of a report that name the first day of the event, for which no edition is known."""
    return [text for text in select_texts(report, "ul.list li") if "2015-04-03" in text]


def test_an_event_that_is_over_has_its_final_file_by_the_edition_chosen(
    old: OpenDesk, snapshot: SnapshotAssertion
) -> None:
    visitor = old.visitor()
    assert visitor.ask("/t/over/files/trf26?final=1").status_code == 422
    (missing,) = lines_of_that_day(visitor.ask("/t/over/report").text)
    assert missing == snapshot
    wish, tokens = SetRules({"choices": {"tiebreak_edition": "2023-09"}}), ()
    while (answer := visitor.wish("over", wish, tokens)).status_code == 409:
        tokens = answer.json()["tokens"]
    final = rookery.loads(visitor.ask("/t/over/files/trf26?final=1").content).tournament
    rows = rookery.standings(final, edition="2023-09")
    assert {player.number: player.rank for player in final.players if player.rank} == {row.id: row.rank for row in rows}
    assert lines_of_that_day(visitor.ask("/t/over/report").text) == []


@pytest.mark.parametrize(
    ("fields", "there"),
    [
        ({"choices": {"tiebreak_edition": "1999"}}, ("2017-07", "2023-09", "2024-04", "2024-08", "2026-03")),
        ({"system": "FIDE_DUTCH_2010"}, ("2017-07", "2026-02")),
    ],
)
def test_an_unimplemented_edition_is_refused_and_the_implemented_are_listed(
    house: OpenDesk, fields: dict[str, object], there: tuple[str, ...]
) -> None:
    answer = house.visitor().wish("club", SetRules(fields))
    assert answer.status_code == 422
    assert all(one in answer.json()["instead"] for one in there)
    assert state(house).choices.tiebreak_edition == ""


def test_the_edition_of_the_pairing_rules_is_chosen_with_the_system(
    house: OpenDesk, snapshot: SnapshotAssertion
) -> None:
    visitor = house.visitor()
    words = {choice.value: choice.words for choice in available_systems("FIDE_DUTCH_2026", False)}
    assert "C.04.3 (2017-07)" in words["FIDE_DUTCH_2017"]
    assert words["FIDE_DUTCH_2017"] == snapshot
    assert visitor.form("club", "rules.set", **{"fields.system": "FIDE_DUTCH_2017"}).status_code == 303
    assert visitor.form("club", "head.set", **{"fields.start:maybe": "2019-05-01"}).status_code == 303
    assert "C.04.3 (2017-07)" in visitor.ask("/t/club/rules").text
    house.desk.do(house.site.store.streams()[0].id, PairRound())
    assert "dutch 2017-07" in visitor.ask("/t/club/log").text
    assert visitor.form("club", "rules.set", **{"fields.system": "FIDE_DUTCH_2026"}).status_code == 422
    early = {system.value for system in available_systems("FIDE_DUBOV", False, date(2015, 4, 3))}
    assert {"FIDE_DUBOV_2026", "FIDE_DUTCH_2017", "FIDE_DUTCH_2026"} <= early


def test_a_new_event_has_the_rules_in_force_on_its_first_day(house: OpenDesk) -> None:
    visitor = house.visitor()
    for name, start, code in (
        ("Spring", "2019-05-01", "FIDE_DUTCH_2017"),
        ("Now", "2026-05-01", "FIDE_DUTCH_2026"),
        ("Long ago", "2011-05-01", "FIDE_DUTCH_2026"),
    ):
        said = {"csrf_token": visitor.csrf_token, "name": name, "kind": "dutch", "rounds": "5", "start": start}
        assert visitor.send("POST", "/begin", data=said).status_code == 303
        slug = name.lower().replace(" ", "-")
        stream = next(one.id for one in house.site.store.streams() if one.slug == slug)
        assert house.desk.state(stream).tournament.system == code
        assert visitor.ask(f"/t/{slug}/rules").status_code == 200


# -- Keizer ------------------------------------------------------------------------------------------------------------


def begin_keizer(house: OpenDesk, **settings: str) -> tuple[Visitor, str]:
    """Begin a Keizer by the form of the first page; its question is answered in two steps."""
    visitor = house.visitor()
    sent = {"csrf_token": visitor.csrf_token, "name": "Year", "kind": "keizer", "rounds": "20"}
    sent |= {f"keizer.{name}": value for name, value in settings.items()}
    given: list[str] = []
    for _ in range(3):
        answer = visitor.send("POST", "/begin", data={**sent, "yes": given})
        if answer.status_code != 409:
            break
        given = [unescape(token) for token in re.findall('name="yes" value="([^"]+)"', answer.text)]
    assert answer.status_code == 303, answer.text
    return visitor, next(stream.id for stream in house.site.store.streams() if stream.slug == "year")


def test_a_keizer_begins_with_the_settings_of_the_club(house: OpenDesk) -> None:
    page = house.visitor().ask("/").text
    assert all(has_element(page, f'[name="keizer.{name}"]') for name in keizer.WORDS)
    visitor, stream = begin_keizer(house, top="60", half="½", apart="5", start="", bye="0,5")
    assert house.desk.state(stream).tournament.system == "CUSTOM_KEIZER_TOP60_APART5_HALF1/2"
    fields = dict(re.findall(r'name="keizer.([a-z]+)"\s+value="([^"]*)"', visitor.ask("/t/year/rules").text))
    assert fields == dict.fromkeys(keizer.WORDS, "") | {"top": "60", "half": "1/2", "apart": "5"}


def test_settings_of_a_keizer_change_on_the_page_of_the_rules(house: OpenDesk, snapshot: SnapshotAssertion) -> None:
    visitor, stream = begin_keizer(house, top="60")
    house.desk.do(stream, EnterPlayers(tuple(Facts(f"Player {at}", 2000 - at) for at in range(6))))
    settings = {"keizer.top": "", "keizer.start": "0", "keizer.apart": "4", "keizer.full": "1/2", "keizer.zero": ""}
    assert visitor.form("year", "rules.set", **settings).status_code == 303
    state = house.desk.state(stream)
    assert state.tournament.system == "CUSTOM_KEIZER_START0_APART4_FULL1/2"
    assert len(rookery.pair(state.tournament).pairs) == 3
    log = visitor.ask("/t/year/log").text
    assert [cell for cell in select_texts(log, "#log td") if cell.startswith("The rules")][:1] == snapshot
    visitor.form("year", "time.undo")
    assert house.desk.state(stream).tournament.system == "CUSTOM_KEIZER_TOP60"
    for name, value in (("top", "5"), ("apart", "many"), ("half", "1/0"), ("colour", "1")):
        refused = visitor.form("year", "rules.set", **{f"keizer.{name}": value})
        assert refused.status_code == 422
        assert select_texts(refused.text, "main p")[0] == snapshot
    assert visitor.form("club", "rules.set", **{"keizer.top": "60"}).status_code == 422


@pytest.mark.parametrize("system", ["CUSTOM_KEIZER", "CUSTOM_KNOCKOUT"])
def test_no_tie_breaks_are_shown_where_none_apply(house: OpenDesk, system: str, snapshot: SnapshotAssertion) -> None:
    stream = house.desk.create("other")
    wanted = OpenTournament("Other", TournamentRules(system=system, ranking=("BH",)))
    try:
        house.desk.do(stream, wanted)
    except ConfirmationRequiredError as asked:
        house.desk.do(stream, wanted, acknowledged=asked.tokens)
    visitor = house.visitor()
    page = visitor.ask("/t/other/rules").text
    for field in ("#add-tiebreak", '[name="fields.ranking:words"]', '[name="fields.choices.tiebreak_edition"]',
                  '[name="fields.unrated:int"]', '[name="fields.choices.unrated"]'):  # fmt: skip
        assert not has_element(page, field)
        assert has_element(visitor.ask("/t/club/rules").text, field)
    assert select_texts(page, "#ranking p") == snapshot
    assert visitor.form("other", "rules.set", **{"*:json": '{"fields": {"ranking": []}}'}).status_code == 303
    assert house.desk.state(stream).tournament.tiebreaks == ()


# -- club mates --------------------------------------------------------------------------------------------------------


def test_players_of_a_club_are_separated_on_the_page(house: OpenDesk, snapshot: SnapshotAssertion) -> None:
    visitor = house.visitor()
    assert not has_element(visitor.ask("/t/club/rules").text, "#mates"), "nobody has a club or a federation"
    for key, club in (("p1", "Rooks"), ("p2", "rooks "), ("p3", "Owls"), ("p4", "Owls"), ("p5", "Lone")):
        house.desk.do(house.site.store.streams()[0].id, EditPlayer(key, {"club": club}))
    page = visitor.ask("/t/club/rules").text
    assert select_texts(page, '#mates select[name="last:int"] option') == snapshot
    assert visitor.form("club", "mates.forbid", by="club", **{"last:int": "1"}).status_code == 303
    assert [(pair.players, pair.first_round, pair.last_round) for pair in state(house).tournament.forbidden_pairs] == [
        ((1, 2), 1, 1), ((3, 4), 1, 1),
    ]  # fmt: skip
    page = visitor.ask("/t/club/rules").text
    assert select_texts(page, 'form:has([value="pair.allow"]) .list div') == snapshot
    assert visitor.form("club", "mates.forbid", by="club", **{"last:int": ""}).status_code == 303
    assert [(pair.players, pair.last_round) for pair in state(house).tournament.forbidden_pairs] == [
        ((1, 2), None), ((3, 4), None),
    ]  # fmt: skip
    visitor.form("club", "time.undo")
    assert {pair.last_round for pair in state(house).tournament.forbidden_pairs} == {1}
    assert visitor.form("club", "mates.allow", by="club").status_code == 303
    assert state(house).tournament.forbidden_pairs == ()
    assert visitor.form("club", "mates.forbid", by="federation").status_code == 422


def test_common_cuts_are_offered_before_the_tie_break_that_they_cut() -> None:
    codes = [tiebreak.ranking[-1] for tiebreak in addable_tiebreaks(("SB",), "individual")]
    assert codes.index("BH/C1") < codes.index("BH")
    assert "SB" not in codes
    assert {code.split("/")[0] for code in OFFERED} <= {*codes, "SB"}
    assert set(OFFERED) <= set(codes)
