"""Papers of the web application: start times, and codes that phones can scan."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from rookery.model import PartialDate
from rookery.tournaments.domain.rounds import ScheduleRound
from support.visitors import OpenDesk, with_examples

OPEN = "easter-open"


@pytest.fixture(params=[True, False], ids=["shared", "alone"])
def desk(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[OpenDesk]:
    opened = with_examples(tmp_path, shared=request.param)
    yield opened
    opened.store.close()


def test_papers_of_a_round_say_when_it_starts(desk: OpenDesk) -> None:
    stream = desk.site.require_stream(OPEN)
    number = len(desk.desk.state(stream.id).tournament.rounds)
    visitor = desk.visitor()
    desk.desk.do(stream.id, ScheduleRound(number, PartialDate(2026, 4, 5), "14:30"))
    for name in ("pairings", "names", "slips"):
        page = visitor.ask(f"/t/{OPEN}/papers/{name}.html?round={number}").text
        assert "5 April 2026 at 14:30" in page
        assert "Printed " in page


def test_badges_lead_to_the_pages_of_the_players_if_phones_can_reach_them(desk: OpenDesk) -> None:
    players = desk.desk.state(desk.site.require_stream(OPEN).id).tournament.players
    for name in ("badges", "cards"):
        page = desk.visitor().ask(f"/t/{OPEN}/papers/{name}.html").text
        assert page.count("<svg") == (len(players) if desk.site.shared else 0)


def test_the_poster_needs_a_desk_that_phones_can_reach(desk: OpenDesk) -> None:
    visitor = desk.visitor()
    answer = visitor.ask(f"/t/{OPEN}/papers/poster.html")
    listed = visitor.ask(f"/t/{OPEN}/papers").text
    if desk.site.shared:
        assert answer.text.count("<svg") == 1
        assert f"/p/{OPEN}" in answer.text
        assert "papers/poster.html" in listed
    else:
        assert answer.status_code >= 400
        assert "papers/poster.html" not in listed


def test_lists_are_printed_in_large_type_on_request(desk: OpenDesk) -> None:
    for name in ("pairings", "names", "standings"):
        address = f"/t/{OPEN}/papers/{name}.html"
        assert '<table class="wall">' not in desk.visitor().ask(address).text
        assert '<table class="wall">' in desk.visitor().ask(f"{address}?large=1").text


@pytest.mark.parametrize("name", ["pairings", "names", "standings", "crosstable", "players"])
def test_lists_can_be_had_as_csv_and_xlsx(desk: OpenDesk, name: str) -> None:
    visitor = desk.visitor()
    csv, xlsx = (visitor.ask(f"/t/{OPEN}/papers/{name}.{form}") for form in ("csv", "xlsx"))
    player = desk.desk.state(desk.site.require_stream(OPEN).id).tournament.players[0]
    assert player.name in csv.content.decode("utf-8-sig")
    assert xlsx.content.startswith(b"PK")
    assert csv.headers["content-disposition"].startswith("attachment")


def test_slips_are_no_list(desk: OpenDesk) -> None:
    assert desk.visitor().ask(f"/t/{OPEN}/papers/slips.csv").status_code >= 400


def test_the_boards_of_a_round_can_be_had_as_pgn(desk: OpenDesk) -> None:
    games = len(desk.desk.state(desk.site.require_stream(OPEN).id).tournament.rounds[0].games)
    answer = desk.visitor().ask(f"/t/{OPEN}/round/1.pgn")
    assert answer.text.count("[Event ") == games
    assert desk.visitor().ask(f"/t/{OPEN}/round/99.pgn").status_code == 404
