"""Standings, crosstable and cards over HTTP: what they say is what the library says."""

from __future__ import annotations

import re
from collections.abc import Iterator
from html import unescape
from pathlib import Path
from urllib.parse import quote

import pytest
from syrupy.assertion import SnapshotAssertion

import rookery
from rookery.presentation.standings import format_money
from rookery.ranking.codes import parse_tiebreak
from rookery.ranking.prizes import awards, category_rows, read_prizes
from rookery.storage import Stream
from rookery.tournaments.domain.prizes import SetPrizes
from rookery.tournaments.domain.tie_resolution import SetOrder
from rookery.tournaments.rules import Prizes
from rookery.tournaments.state import State
from rookery.tournaments.views.prizes import categories
from rookery.tournaments.views.standings import standings_view
from rookery.web.pages.standings import LONGEST
from support.desks import FIELD, swiss
from support.html_elements import has_element, select_text, select_texts
from support.visitors import OpenDesk, Visitor, open_desk, with_examples


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[OpenDesk]:
    made = with_examples(tmp_path_factory.mktemp("desk"), shared=True)
    yield made
    made.store.close()


@pytest.fixture(scope="module")
def visitor(house: OpenDesk) -> Visitor:
    return house.visitor()


def state(house: OpenDesk, slug: str) -> State:
    return house.desk.state(next(stream.id for stream in house.store.streams() if stream.slug == slug))


def slugs(house: OpenDesk) -> list[str]:
    return [stream.slug for stream in house.store.streams()]


def text(html: str) -> str:
    """What a page says, without its marks."""
    return " ".join(re.sub(r"<[^>]+>", " ", re.sub(r"(?s)<(script|style).*?</\1>", " ", html)).split())


def test_ranks_points_and_values_are_the_librarys(house: OpenDesk, visitor: Visitor) -> None:
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


def test_what_is_provisional_or_final_says_so(house: OpenDesk, visitor: Visitor) -> None:
    seen = {slug: standings_view(state(house, slug)) for slug in slugs(house)}
    assert {(one.provisional, one.final) for one in seen.values()} >= {(True, False), (False, True)}
    for slug, one in seen.items():
        chips = re.findall(
            r'<span class="chip[^>]*>(?:\s*<span class="dot"></span>)?\s*([^<]*?)\s*<',
            visitor.ask(f"/t/{slug}/standings").text,
        )
        assert any(chip.startswith("Provisional") for chip in chips) == one.provisional
        assert ("Final" in chips) == one.final


def test_every_value_opens_to_its_sum(house: OpenDesk, visitor: Visitor) -> None:
    for slug in slugs(house):
        here = state(house, slug)
        seen = standings_view(here)
        row = seen.rows[min(4, len(seen.rows) - 1)]
        for place, code in enumerate(seen.tiebreaks, 1):
            part = visitor.ask(f"/t/{slug}/standings/{row.who.key}/{place}")
            assert part.status_code == 200
            assert text(part.text).startswith(f"{code}:")
        assert visitor.ask(f"/t/{slug}/standings/{row.who.key}/99").status_code == 422


def test_every_rank_has_its_reason(house: OpenDesk, visitor: Visitor, snapshot: SnapshotAssertion) -> None:
    """What is said to have decided is the first value that differs from a neighbour with as many points."""
    for slug in slugs(house):
        here = state(house, slug)
        seen = standings_view(here)
        headings = {}
        for above, row in zip(seen.rows, seen.rows[1:], strict=False):
            heading = select_text(visitor.ask(f"/t/{slug}/standings/{row.who.key}").text, ".calc h2")
            assert re.search(r"\d+", heading)[0] == str(row.rank)  # type: ignore[index]
            if row.decided and above.points == row.points:
                assert parse_tiebreak(seen.tiebreaks[row.decided - 1]).title in heading
            headings[row.who.key] = heading
        assert headings == snapshot(name=slug)


def test_crosstable_and_its_pictures(house: OpenDesk, visitor: Visitor) -> None:
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


def test_everybody_has_a_card(house: OpenDesk, visitor: Visitor) -> None:
    for slug in slugs(house):
        here = state(house, slug)
        for one in (*here.tournament.players[:3], *here.tournament.teams[:2]):
            page = visitor.ask(f"/t/{slug}/player/{one.key}")
            assert page.status_code == 200, (slug, one)
            assert one.name in page.text or one.name.replace("'", "&#39;") in page.text
        assert visitor.ask(f"/t/{slug}/player/nobody").status_code == 422


def test_the_hall_sees_them_too_and_nothing_more(house: OpenDesk) -> None:
    outside = house.outside()
    for slug in slugs(house):
        for page in ("standings", "crosstable"):
            told = outside.ask(f"/p/{slug}/{page}")
            assert told.status_code == 200
            assert 'method="post"' not in told.text
            assert outside.ask(f"/t/{slug}/{page}").status_code == 403


def ranks(page: str) -> list[tuple[str, str]]:
    """The keys of the rows of a table, each with its rank."""
    return re.findall(r'<tr [^>]*data-row="([^"]+)">\s*<td class="number rank-number">(\d+)', page)


def test_a_category_is_ranked_among_itself(house: OpenDesk, visitor: Visitor) -> None:
    event = state(house, "easter-open")
    choice = categories(event)[0]
    page = visitor.ask(f"/t/easter-open/standings?category={choice.text}").text
    mine = category_rows(rookery.standings(event.tournament, provisional=True), choice.text)
    assert ranks(page) == [(event.tournament.participants_by_number[row.id].key, str(row.rank)) for row in mine]
    assert f'value="{choice.text}" selected' in page
    assert len(mine) == choice.players
    assert ranks(house.outside().ask(f"/p/easter-open/standings?category={choice.text}").text) == ranks(page)
    assert visitor.ask("/t/easter-open/standings?category=%3Cb%3E").status_code == 422
    answer = visitor.ask(f"/t/easter-open/standings?category={'x' * (LONGEST + 1)}")
    assert answer.status_code == 422
    assert max(map(len, re.findall("x+", answer.text))) == LONGEST == 200


def test_prizes_go_to_whom_the_library_gives_them(
    house: OpenDesk, visitor: Visitor, snapshot: SnapshotAssertion
) -> None:
    t, lines = state(house, "easter-open").tournament, "1,300\n2,200.50\n1,50,u18"
    assert "/easter-open/prizes" in visitor.ask("/t/easter-open/standings").text
    for sharing in ("hort", "equal"):
        page = visitor.ask(f"/t/easter-open/prizes?prizes={quote(lines)}&sharing={sharing}").text
        rows = re.findall(r'(?s)<tr [^>]*data-row="([^"]+)">.*?<b>([\d.,]+)</b>', page)
        won = awards(rookery.standings(t, provisional=True), read_prizes(lines), sharing)  # type: ignore[arg-type]
        assert rows == [(t.participants_by_number[one.id].key, format_money(one.amount)) for one in won]
        assert select_texts(page, ".under span") == snapshot
    wrong = visitor.ask(f"/t/easter-open/prizes?prizes={quote('first,<b>')}").text
    assert select_text(wrong, "section p.note.red") == snapshot
    assert "first,&lt;b&gt;</textarea>" in wrong
    teams = visitor.ask("/t/four-rivers/prizes").text
    assert has_element(teams, '[name="rows.0.prize"]')
    assert not has_element(teams, '[name="rows.0.category"]'), "categories are for players"
    assert house.outside().ask("/p/easter-open/prizes").status_code == 404


def test_prizes_are_stored_and_printed(tmp_path: Path, snapshot: SnapshotAssertion) -> None:
    house = with_examples(tmp_path)
    visitor = house.visitor()
    sent = {
        "csrf_token": visitor.csrf_token,
        "command": "prizes.set",
        "prizes": "1,300\r\n1,50,u18",
        "sharing": "equal",
        "then": "/t/easter-open/prizes",
    }
    assert visitor.send("POST", "/t/easter-open/do", data=sent).status_code == 303
    page = visitor.ask("/t/easter-open/prizes").text
    assert "1,300\n1,50,u18</textarea>" in page
    assert re.search(r'value="equal" checked', page)
    assert select_text(visitor.ask("/t/easter-open/papers").text, 'main a[href="/t/easter-open/prizes"]') == snapshot
    assert "350.00" in visitor.ask("/t/easter-open/papers/prizes.html").text
    log = visitor.ask("/t/easter-open/log").text
    (line,) = (cell for cell in select_texts(log, "#log td") if cell.startswith("Prizes"))
    assert line == snapshot
    wrong = visitor.send("POST", "/t/easter-open/do", data={**sent, "prizes": "1,5,x"})
    assert wrong.status_code == 422
    assert select_texts(wrong.text, "main p") == snapshot
    house.store.close()


def test_prizes_are_a_table(tmp_path: Path, snapshot: SnapshotAssertion) -> None:
    house = with_examples(tmp_path)
    visitor = house.visitor()
    page = visitor.ask("/t/easter-open/prizes").text
    assert has_element(page, '[name="rows.4.place"]')
    assert not has_element(page, '[name="rows.5.place"]')
    assert len(re.findall('name="rows[.][0-9]+[.]place"', visitor.ask("/t/easter-open/prizes?more=20").text)) == 20
    rows = {
        "rows.0.place": "1", "rows.0.prize": "300", "rows.0.category": "", "rows.0.at_least": "", "rows.0.below": "",
        "rows.1.place": "", "rows.1.prize": "", "rows.1.category": "sex=w", "rows.1.at_least": "", "rows.1.below": "",
        "rows.2.place": "1", "rows.2.prize": "Book, signed", "rows.2.category": "u18", "rows.2.below": "",
        "rows.3.place": "2-3", "rows.3.prize": "49,50", "rows.3.category": "", "rows.3.at_least": "1500",
        "rows.3.below": "2000",
    }  # fmt: skip
    sent = {
        "csrf_token": visitor.csrf_token,
        "command": "prizes.set",
        "sharing": "rank",
        "one_each": "value",
        "currency": "EUR",
        "then": "/t/easter-open/prizes",
        **rows,
    }
    assert visitor.send("POST", "/t/easter-open/do", data=sent).status_code == 303
    kept = state(house, "easter-open").prizes
    assert kept == Prizes(("1,300", '1,"Book, signed",u18', "2-3,49.50,1500-1999"), "rank", "value", "EUR")
    page = visitor.ask("/t/easter-open/prizes").text
    fields = dict(re.findall(r'name="rows\.([^"]+)" value="([^"]*)"', page))
    assert (fields["1.prize"], fields["2.below"]) == ("Book, signed", "2000")
    assert select_texts(page, "tr.group th") == snapshot
    assert [cell for cell in select_texts(page, "tr[data-row] td") if cell] == snapshot
    paper = visitor.ask("/t/easter-open/papers/prizes.html").text
    for words in ("Under 18", "Book, signed", "300.00\xa0EUR", "by rank, without sharing"):
        assert words in unescape(paper)
    assert "u18" not in paper
    again = {**sent, "rows.0.drop": "1"}
    assert visitor.send("POST", "/t/easter-open/do", data=again).status_code == 303
    assert state(house, "easter-open").prizes.lines == ('1,"Book, signed",u18', "2-3,49.50,1500-1999")
    for field, value in (("rows.3.prize", "1,300"), ("rows.3.place", ""), ("rows.2.below", "99"), ("currency", "300")):
        wrong = visitor.send("POST", "/t/easter-open/do", data={**sent, field: value})
        assert wrong.status_code == 422
        assert select_texts(wrong.text, "main p")[0] == snapshot
    house.store.close()


def test_prizes_of_teams_go_by_their_standings(tmp_path: Path) -> None:
    house = with_examples(tmp_path)
    visitor = house.visitor()
    sent = {"csrf_token": visitor.csrf_token, "command": "prizes.set", "sharing": "rank", "rows.0.place": "1",
            "rows.0.prize": "cup", "then": "/t/four-rivers/prizes"}  # fmt: skip
    assert visitor.send("POST", "/t/four-rivers/do", data=sent).status_code == 303
    page = visitor.ask("/t/four-rivers/prizes").text
    assert select_texts(page, "tr.group th") == ["All teams"]
    event = state(house, "four-rivers")
    first = rookery.standings(event.tournament, provisional=True).rows[0]
    assert re.findall('<tr data-row="([^"]+)"', page) == [event.keys.participant[first.id]]
    assert "cup" in visitor.ask("/t/four-rivers/papers/prizes.html").text
    refused = visitor.send("POST", "/t/four-rivers/do", data={**sent, "rows.0.category": "u18"})
    assert refused.status_code == 422
    house.store.close()


def test_columns_are_headed_by_words_where_a_code_says_nothing(visitor: Visitor) -> None:
    cup, swiss = (visitor.ask(f"/t/{slug}/standings").text for slug in ("tanners-cup", "easter-open"))
    assert "OTHER_ROUNDS" not in text(cup)
    assert ">Until</abbr>" in cup
    assert '<abbr title="Buchholz, cut 1">BH/C1</abbr>' in swiss


def test_the_parts_of_a_sum_stand_under_each_other(visitor: Visitor) -> None:
    found = re.findall(r'<span class="number">([^<]*)</span>', visitor.ask("/t/easter-open/standings/p3/1").text)
    assert len(found) > 3
    assert {len(one.partition(".")[2]) for one in found} == {1}


def test_a_knock_out_and_a_keizer_table_say_what_they_rank_by(
    house: OpenDesk, visitor: Visitor, snapshot: SnapshotAssertion
) -> None:
    """Points do not rank in them, so no rank is said to come of points."""
    here = state(house, "tanners-cup").tournament
    told = [visitor.ask(f"/t/tanners-cup/standings/{player.key}").text for player in here.players]
    assert [select_text(part, ".calc h2") for part in told] == snapshot


def test_a_point_is_10_tenths(house: OpenDesk, visitor: Visitor) -> None:
    here = state(house, "easter-open")
    told = [visitor.ask(f"/t/easter-open/standings/{player.key}").text for player in here.tournament.players]
    assert any(re.search(r" 1 point\b", part) for part in told)
    assert not any(" 1 points" in one or " ½ points" in one for one in told)


def test_the_printed_prizes_go_by_the_order_set_by_hand(tmp_path: Path) -> None:
    house = open_desk(tmp_path)
    hall = swiss(1, FIELD, paired=1, played=1)
    level = tuple(row.who.key for row in standings_view(hall.state).rows if row.rank == 1)
    hall.do(SetOrder(1, (level[::-1],)))
    hall.do(SetPrizes("1,cup", "rank"))
    stream = Stream(hall.stream, "tournament", "open", hall.version)
    house.store.adopt(stream, list(hall.store.read(hall.stream)))
    page = house.visitor().ask(f"/t/{stream.slug}/papers/prizes.html").text
    first = hall.tournament.participants_by_number[hall.state.number(level[-1])].name
    assert first in page
    assert hall.tournament.participants_by_number[hall.state.number(level[0])].name not in page
    house.store.close()


def test_the_printed_standings_have_the_order_set_by_hand(tmp_path: Path) -> None:
    house = open_desk(tmp_path)
    hall = swiss(1, FIELD, paired=1, played=1)
    level = tuple(row.who.key for row in standings_view(hall.state).rows if row.rank == 1)
    hall.do(SetOrder(1, (level[::-1],)))
    stream = Stream(hall.stream, "tournament", "open", hall.version)
    house.store.adopt(stream, list(hall.store.read(hall.stream)))
    names = [hall.tournament.participants_by_number[hall.state.number(key)].name for key in level]
    for query in ("", "?round=1"):
        page = house.visitor().ask(f"/t/{stream.slug}/papers/standings.html{query}").text
        assert [page.index(name) for name in names] == sorted((page.index(name) for name in names), reverse=True)
    house.store.close()
