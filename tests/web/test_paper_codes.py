"""Papers of the web application: start times, and codes that phones can scan."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from rookery.model import PartialDate
from rookery.tournaments.domain.check_in import OpenCheckIn
from rookery.tournaments.domain.rounds import ScheduleRound
from rookery.web.access_codes import SIDE, code_url, format_letters, player_code_url, player_codes, side_codes
from rookery.web.templating import draw_qr_code
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


def test_badges_open_the_check_in_if_players_need_their_code_for_it(desk: OpenDesk) -> None:
    stream = desk.site.require_stream(OPEN)
    visitor = desk.visitor()
    desk.desk.do(stream.id, OpenCheckIn(6, by="code"))
    badges = visitor.ask(f"/t/{OPEN}/papers/badges.html").text
    state = desk.desk.state(stream.id)
    codes = player_codes(desk.site, stream.id)
    assert ("Your check-in" in badges) == desk.site.shared
    assert set(codes) == (set(state.keys.players) if desk.site.shared else set())
    for code in codes.values():
        assert str(draw_qr_code(player_code_url(desk.site, code))) in badges
    assert "check-in" not in visitor.ask(f"/t/{OPEN}/papers/cards.html").text


def test_slips_carry_the_codes_of_both_sides_if_phones_can_reach_the_desk(desk: OpenDesk) -> None:
    stream, visitor = desk.site.require_stream(OPEN), desk.visitor()
    address = f"/t/{OPEN}/papers/slips.html"
    state = desk.desk.state(stream.id)
    latest = len(state.tournament.rounds)
    page = visitor.ask(f"{address}?round={latest}").text
    codes = desk.site.store.codes.list_codes(stream.id, (SIDE,))
    if not desk.site.shared:
        assert not codes
        assert "<svg" not in page
        return
    boards = side_codes(desk.site, stream.id, state, latest)
    assert len(codes) == page.count("<svg") == 2 * len(boards)
    for pair in boards.values():
        places = [page.index(format_letters(code)) for code in pair]
        assert places == sorted(places)
        assert all(str(draw_qr_code(code_url(desk.site, code))) in page for code in pair)
    opened = desk.visitor().ask(f"/b/{next(iter(boards.values()))[0].secret}")
    assert opened.status_code == 200
    assert visitor.ask(address).text.count("<svg") == 2 * len(boards)  # the latest round, and the same codes
    assert desk.site.store.codes.list_codes(stream.id, (SIDE,)) == codes
    assert "<svg" not in visitor.ask(f"{address}?round=1").text


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
