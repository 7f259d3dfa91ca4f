"""Standings, crosstable and cards over HTTP: what they say is what the library says."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from urllib.parse import quote

import pytest

import rookery
from rookery.desk.state import State
from rookery.desk.views.prizes import categories
from rookery.desk.views.standings import standings_view
from rookery.ranking.codes import parse
from rookery.ranking.prizes import awards, category, read_prizes
from rookery.shown.standings import money
from support.visitors import Open, Visitor, with_examples


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Open]:
    made = with_examples(tmp_path_factory.mktemp("desk"), shared=True)
    yield made
    made.store.close()


@pytest.fixture(scope="module")
def visitor(house: Open) -> Visitor:
    return house.visitor()


def state(house: Open, slug: str) -> State:
    return house.desk.state(next(one.id for one in house.store.streams() if one.slug == slug))


def slugs(house: Open) -> list[str]:
    return [one.slug for one in house.store.streams()]


def text(html: str) -> str:
    """What a page says, without its marks."""
    return " ".join(re.sub(r"<[^>]+>", " ", re.sub(r"(?s)<(script|style).*?</\1>", " ", html)).split())


def test_ranks_points_and_values_are_the_librarys(house: Open, visitor: Visitor) -> None:
    for slug in slugs(house):
        here = state(house, slug)
        for after in (None, len(here.tournament.rounds) - 1):
            seen = standings_view(here, after)
            page = visitor.ask(f"/t/{slug}/standings" + (f"?after={after}" if after else ""))
            assert page.status_code == 200
            rows = re.findall(r'<tr [^>]*data-row="(\w+)">(.*?)</tr>', page.text, re.S)
            assert [key for key, _ in rows] == [row.who.key for row in seen.rows]
            for (_, html), row in zip(rows, seen.rows, strict=True):
                told = text(html)
                assert told.startswith(str(row.rank))
                assert f"{row.points / 10:.1f}" in told
                assert all(one in told for one in row.shown)


def test_what_is_provisional_or_final_says_so(house: Open, visitor: Visitor) -> None:
    seen = {slug: standings_view(state(house, slug)) for slug in slugs(house)}
    assert {(one.provisional, one.final) for one in seen.values()} >= {(True, False), (False, True)}
    for slug, one in seen.items():
        chips = re.findall(
            r'<span class="chip[^>]*>(?:<span class="dot"></span>)?([^<]*)', visitor.ask(f"/t/{slug}/standings").text
        )
        assert any(chip.startswith("Provisional") for chip in chips) == one.provisional
        assert ("Final" in chips) == one.final


def test_every_value_opens_to_its_sum(house: Open, visitor: Visitor) -> None:
    for slug in slugs(house):
        here = state(house, slug)
        seen = standings_view(here)
        row = seen.rows[min(4, len(seen.rows) - 1)]
        for place, code in enumerate(seen.tiebreaks, 1):
            part = visitor.ask(f"/t/{slug}/standings/{row.who.key}/{place}")
            assert part.status_code == 200
            assert text(part.text).startswith(f"{code}:")
        assert visitor.ask(f"/t/{slug}/standings/{row.who.key}/99").status_code == 422


def test_every_rank_has_its_reason(house: Open, visitor: Visitor) -> None:
    """What is said to have decided is the first value that differs from a neighbour with as many points."""
    for slug in slugs(house):
        here = state(house, slug)
        seen = standings_view(here)
        for above, row in zip(seen.rows, seen.rows[1:], strict=False):
            said = text(visitor.ask(f"/t/{slug}/standings/{row.who.key}").text)
            assert said.startswith(f"Why {row.rank}")
            if row.decided and above.points == row.points:
                assert f"and {parse(seen.tiebreaks[row.decided - 1]).title} decides" in said


def test_crosstable_and_its_pictures(house: Open, visitor: Visitor) -> None:
    for slug in slugs(house):
        here = state(house, slug)
        page = visitor.ask(f"/t/{slug}/crosstable")
        assert page.status_code == 200
        assert page.text.count("<tr data-row=") == len(here.tournament.participants)
        for shown in ("heat", "scores", "ranks", "colours"):
            picture = visitor.ask(f"/t/{slug}/crosstable?as={shown}")
            assert picture.status_code == 200, (slug, shown)
            assert "<svg" in picture.text
            assert "<title>" in picture.text
            assert " style=" not in picture.text


def test_everybody_has_a_card(house: Open, visitor: Visitor) -> None:
    for slug in slugs(house):
        here = state(house, slug)
        for one in (*here.tournament.players[:3], *here.tournament.teams[:2]):
            page = visitor.ask(f"/t/{slug}/player/{one.key}")
            assert page.status_code == 200, (slug, one)
            assert one.name in page.text or one.name.replace("'", "&#39;") in page.text
        assert visitor.ask(f"/t/{slug}/player/nobody").status_code == 422


def test_the_hall_sees_them_too_and_nothing_more(house: Open) -> None:
    outside = house.outside()
    for slug in slugs(house):
        for page in ("standings", "crosstable"):
            told = outside.ask(f"/p/{slug}/{page}")
            assert told.status_code == 200
            assert 'method="post"' not in told.text
            assert outside.ask(f"/t/{slug}/{page}").status_code == 403


def ranks(page: str) -> list[tuple[str, str]]:
    """The keys of the rows of a table, each with its rank."""
    return re.findall(r'<tr [^>]*data-row="([^"]+)"><td class="n pl">(\d+)', page)


def test_a_category_is_ranked_among_itself(house: Open, visitor: Visitor) -> None:
    event = state(house, "easter-open")
    choice = categories(event)[0]
    page = visitor.ask(f"/t/easter-open/standings?category={choice.text}").text
    mine = category(rookery.standings(event.tournament, provisional=True), choice.text)
    assert ranks(page) == [(event.tournament.by_id[row.id].key, str(row.rank)) for row in mine]
    assert f'value="{choice.text}" selected' in page
    assert len(mine) == choice.players
    assert ranks(house.outside().ask(f"/p/easter-open/standings?category={choice.text}").text) == ranks(page)
    assert visitor.ask("/t/easter-open/standings?category=%3Cb%3E").status_code == 422


def test_prizes_go_to_whom_the_library_gives_them(house: Open, visitor: Visitor) -> None:
    t, lines = state(house, "easter-open").tournament, "1,300\n2,200.50\n1,50,u18"
    assert "/easter-open/prizes" in visitor.ask("/t/easter-open/standings").text
    for sharing in ("hort", "equal"):
        page = visitor.ask(f"/t/easter-open/prizes?prizes={quote(lines)}&sharing={sharing}").text
        rows = re.findall(r'(?s)<tr [^>]*data-row="([^"]+)">.*?<b>([\d.,]+)</b>', page)
        won = awards(rookery.standings(t, provisional=True), read_prizes(lines), sharing)  # type: ignore[arg-type]
        assert rows == [(t.by_id[one.id].key, money(one.amount)) for one in won]
        assert "Not to be paid out yet" in page
    wrong = visitor.ask(f"/t/easter-open/prizes?prizes={quote('first,<b>')}").text
    assert "Line 1 of the prizes" in wrong
    assert "first,&lt;b&gt;</textarea>" in wrong
    assert "event of teams" in visitor.ask("/t/four-rivers/prizes").text
    assert house.outside().ask("/p/easter-open/prizes").status_code == 404


def test_prizes_are_kept_and_printed(tmp_path: Path) -> None:
    house = with_examples(tmp_path)
    visitor = house.visitor()
    sent = {"door": visitor.door, "command": "prizes.set", "prizes": "1,300\r\n1,50,u18", "sharing": "equal",
            "then": "/t/easter-open/prizes"}  # fmt: skip
    assert visitor.send("POST", "/t/easter-open/do", data=sent).status_code == 303
    page = visitor.ask("/t/easter-open/prizes").text
    assert "1,300\n1,50,u18</textarea>" in page
    assert re.search(r'value="equal" checked', page)
    assert ">2 prizes</a>" in visitor.ask("/t/easter-open/papers").text
    assert "350.00 in" in visitor.ask("/t/easter-open/papers/prizes.html").text
    assert "Prizes: 1,300; 1,50,u18; who are level on points share equally." in visitor.ask("/t/easter-open/log").text
    assert "no category" in visitor.send("POST", "/t/easter-open/do", data={**sent, "prizes": "1,5,x"}).text
    house.store.close()


def test_columns_are_headed_by_words_where_a_code_says_nothing(visitor: Visitor) -> None:
    cup, swiss = (visitor.ask(f"/t/{slug}/standings").text for slug in ("tanners-cup", "easter-open"))
    assert "OTHER_ROUNDS" not in text(cup)
    assert ">Until</abbr>" in cup
    assert '<abbr title="Buchholz, cut 1">BH/C1</abbr>' in swiss


def test_the_parts_of_a_sum_stand_under_each_other(visitor: Visitor) -> None:
    found = re.findall(r'<span class="n">([^<]*)</span>', visitor.ask("/t/easter-open/standings/p3/1").text)
    assert len(found) > 3
    assert {len(one.partition(".")[2]) for one in found} == {1}


def test_a_knock_out_and_a_keizer_table_say_what_they_rank_by(house: Open, visitor: Visitor) -> None:
    """Points do not rank in them, so no rank is said to come of points."""
    here = state(house, "tanners-cup").tournament
    told = [visitor.ask(f"/t/tanners-cup/standings/{one.key}").text for one in here.players]
    assert all("is ranked as this format ranks: Until" in one for one in told)
    assert not any("nobody else has as many" in one or "decides" in one for one in told)


def test_one_point_is_one_point(house: Open, visitor: Visitor) -> None:
    here = state(house, "easter-open")
    told = [visitor.ask(f"/t/easter-open/standings/{one.key}").text for one in here.tournament.players]
    assert any(" 1 point like" in one or " 1 point, and" in one for one in told)
    assert not any(" 1 points" in one or " ½ points" in one for one in told)
