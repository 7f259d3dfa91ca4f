"""A round over HTTP: what the page says of every kind of event, what its forms do, and how fast a board tells why."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from syrupy.assertion import SnapshotAssertion

from rookery.model import ByeKind, Result
from rookery.tournaments.domain.byes import AskBye, Withdraw
from rookery.tournaments.domain.lifecycle import OpenTournament
from rookery.tournaments.domain.players import EnterPlayers
from rookery.tournaments.domain.results import EnterResult
from rookery.tournaments.domain.rounds import PairRound
from rookery.tournaments.domain.rules import LeaveMode, SetRules
from rookery.tournaments.domain.teams import EnterTeam
from rookery.tournaments.keyed import Facts
from rookery.tournaments.rules import TournamentRules
from rookery.web.pages import round as round_page
from support.clubs import NAMES, do, get_page, play_rounds, swiss, visible_text
from support.html_elements import has_element, parse_html, select_text, select_texts
from support.publication import publish
from support.visitors import OpenDesk, open_desk

JSON = {"accept": "application/json"}


@pytest.fixture
def house(tmp_path: Path) -> Iterator[OpenDesk]:
    made = open_desk(tmp_path, shared=True)
    yield made
    made.store.close()


def test_boards_byes_and_authors_of_results(house: OpenDesk, snapshot: SnapshotAssertion) -> None:
    stream = swiss(house)
    do(house, stream, AskBye("p7", (1,), ByeKind.HALF))
    do(house, stream, PairRound())
    do(house, stream, EnterResult(1, "p1", "p4", Result.DRAW), actor="Cyd")
    page = get_page(house.visitor(), "/t/club/round/1")
    assert "<b>Abe</b>" not in page
    assert "&lt;b&gt;Abe&lt;/b&gt; &amp; co" in page
    (entered,) = parse_html(page).select('tr[data-white="p1"] td.who')
    assert re.sub(r"(?<=Cyd).*", "", entered.attributes["title"]) == snapshot
    assert select_text(page, ".without-game") == snapshot
    assert select_text(page, '[data-count="ended"]') == "1"
    assert select_text(page, '.strip span:has([data-count="ended"])') == snapshot
    assert select_text(page, 'form:has([value="round.unpair"]) button') == snapshot
    assert select_text(page, 'a[href="/t/club/round/1/hand"]') == snapshot
    assert not has_element(page, '[value="position.draw"]')


def test_the_start_of_a_round_is_set_shown_and_undone(house: OpenDesk, snapshot: SnapshotAssertion) -> None:
    stream = swiss(house)
    visitor = house.visitor()
    assert not has_element(get_page(visitor, "/t/club/round/1"), "#start")
    for typed in ("9:05", "14.30"):
        at = {"round": "1", "day": "2026-11-21", "time": typed}
        assert visitor.form("club", "round.schedule", **at).status_code == 303
        assert select_text(get_page(visitor, "/t/club/round/1"), "#start") == snapshot
    assert "14:30" in get_page(visitor, "/t/club")
    assert "14:30" in house.outside().ask("/p/club/round/1").text
    assert [str(day) for day in house.desk.state(stream).tournament.info.round_dates] == ["2026-11-21"]
    version = house.desk.version(stream)
    assert visitor.form("club", "round.schedule", **at).status_code == 303
    assert house.desk.version(stream) == version
    for wrong in ({"round": "1", "time": "25:00"}, {"round": "99", "time": "14:30"}, {"round": "1", "day": "soon"}):
        assert visitor.form("club", "round.schedule", **wrong).status_code in (400, 422)
    assert visitor.form("club", "time.undo").status_code == 303
    assert select_text(get_page(visitor, "/t/club/round/1"), "#start") == snapshot
    assert visitor.form("club", "round.schedule", round="1", day="", time="").status_code == 303
    assert not has_element(get_page(visitor, "/t/club/round/1"), "#start")


def test_a_board_tells_why_and_why_not(house: OpenDesk, snapshot: SnapshotAssertion) -> None:
    stream = swiss(house)
    play_rounds(house, stream, 2)
    do(house, stream, PairRound())
    visitor = house.visitor()
    board = get_page(visitor, "/t/club/round/3/board/1")
    assert select_text(board, ".why h2") == snapshot
    assert "C.04.3" in board
    assert "/papers/reasons.html?round=3&amp;player=" in board
    key = re.search(r"others\?one=(\w+)", board)
    assert key
    others = get_page(visitor, "/t/club/round/3/others", one=key[1])
    assert others.count("data-row=") == len(NAMES)
    other = re.findall(r"other=(p\d)", others)[0]
    told = get_page(visitor, "/t/club/round/3/others", one=key[1], other=other)
    assert select_text(told, "h3") == snapshot
    assert "<p>" in told
    assert select_text(get_page(visitor, "/t/club/round/3/others", one=key[1], other="bye"), "h3") == snapshot
    assert visitor.ask("/t/club/round/3/others?one=nobody").status_code == 422
    assert visitor.ask("/t/club/round/3/board/99").status_code == 422


def test_the_rules_are_evaluated_once_for_all_boards(house: OpenDesk, monkeypatch: pytest.MonkeyPatch) -> None:
    from rookery.web import cache

    stream, asked = swiss(house), []
    play_rounds(house, stream, 1)
    do(house, stream, PairRound())
    ask = cache.rules_pairing
    monkeypatch.setattr(cache, "rules_pairing", lambda state, round: asked.append(round) or ask(state, round))
    visitor = house.visitor()
    for board in (1, 2, 3):
        get_page(visitor, f"/t/club/round/2/board/{board}")
    keys = house.desk.state(stream).keys.participant
    game = house.desk.state(stream).tournament.rounds[1].games[0]
    do(house, stream, EnterResult(2, keys[game.white], keys[game.black], Result.DRAW))
    get_page(visitor, "/t/club/round/2/board/1")
    assert asked == [2]
    game = house.desk.state(stream).tournament.rounds[0].games[0]
    do(house, stream, EnterResult(1, keys[game.white], keys[game.black], Result.BLACK_WINS))
    get_page(visitor, "/t/club/round/2/board/1")
    assert asked == [2, 2]


def test_earlier_rounds_say_how_far_they_can_change(house: OpenDesk, snapshot: SnapshotAssertion) -> None:
    stream = swiss(house)
    play_rounds(house, stream, 4)
    visitor = house.visitor()
    assert select_text(get_page(visitor, "/t/club/round/3"), "div.note.blue") == snapshot
    frozen = get_page(visitor, "/t/club/round/1")
    assert select_text(frozen, "div.note.still .art") == "C.04.2 4.3"
    assert select_text(frozen, "div.note.still") == snapshot
    assert has_element(frozen, "table[data-frozen]")
    assert 'data-result="½-½"' not in re.sub(r"<tr[^>]*>", "", frozen)
    board = get_page(visitor, "/t/club/round/1/board/1")
    assert select_text(board, 'section:has([value="report.correct"]) h2') == snapshot
    assert not has_element(get_page(visitor, "/t/club/round/4/board/1"), '[value="report.correct"]')
    do(house, stream, LeaveMode("a friendly"))
    assert select_text(get_page(visitor, "/t/club/round/1"), "div.note.still") == snapshot


def test_a_result_for_the_report_alone_from_the_board(house: OpenDesk) -> None:
    stream = swiss(house)
    play_rounds(house, stream, 3)
    visitor = house.visitor()
    asked = visitor.form("club", "report.correct", {"accept": "application/json"}, round="1", white="p1", black="p5",
                         result="½-½")  # fmt: skip
    assert asked.status_code in (409, 422)
    keys = house.desk.state(stream).keys.participant
    game = house.desk.state(stream).tournament.rounds[0].games[0]
    asked = visitor.form("club", "report.correct", {"accept": "application/json"}, round="1", white=keys[game.white],
                         black=keys[game.black], result="½-½")  # fmt: skip
    assert [one["code"] for one in asked.json()["warnings"]] == ["report-only"]


def test_a_round_to_come(house: OpenDesk, snapshot: SnapshotAssertion) -> None:
    stream = swiss(house)
    visitor = house.visitor()
    first = get_page(visitor, "/t/club/round/1")
    assert select_text(first, "main h2") == snapshot
    assert has_element(first, '.steps [value="colour.draw"]')
    assert select_texts(first, ".steps li") == snapshot
    assert visitor.form("club", "colour.draw", colour="white").status_code == 303
    assert not has_element(get_page(visitor, "/t/club/round/1"), '.steps [value="colour.draw"]')
    do(house, stream, PairRound())
    do(house, stream, AskBye("p2", (2,), ByeKind.HALF))
    do(house, stream, Withdraw("p3"))
    page = get_page(visitor, "/t/club/round/2")
    assert select_texts(page, ".steps li") == snapshot
    assert select_texts(page, "main .list div") == snapshot
    assert select_text(get_page(visitor, "/t/club/round/4"), "main section p") == snapshot
    assert visitor.ask("/t/club/round/9").status_code == 404


def test_a_round_is_taken_back_and_undone(house: OpenDesk) -> None:
    stream = swiss(house)
    do(house, stream, PairRound())
    visitor = house.visitor()
    assert visitor.form("club", "round.unpair", then="/t/club/round/1").headers["location"] == "/t/club/round/1"
    assert not has_element(get_page(visitor, "/t/club/round/1"), "tr[data-board]")
    assert visitor.form("club", "time.undo").status_code == 303
    assert has_element(get_page(visitor, "/t/club/round/1"), "tr[data-board]")
    assert len(house.desk.state(stream).tournament.rounds) == 1


def test_chess960_positions_are_drawn_from_the_page(house: OpenDesk, snapshot: SnapshotAssertion) -> None:
    stream = swiss(house)
    do(house, stream, SetRules({"choices": {"chess960": True}}))
    do(house, stream, PairRound())
    visitor = house.visitor()
    assert select_text(get_page(visitor, "/t/club/round/1"), 'form:has([value="position.draw"]) button') == snapshot
    assert visitor.form("club", "position.draw", round="1").status_code == 303
    page = get_page(visitor, "/t/club/round/1")
    number = house.desk.state(stream).positions[1]
    assert select_text(page, ".strip .chip.blue").replace(str(number), "<number>", 1) == snapshot
    assert not has_element(page, '[value="position.draw"]')


def test_the_hall_sees_the_round_without_authors_of_results(house: OpenDesk) -> None:
    stream = swiss(house)
    do(house, stream, PairRound())
    publish(house.desk, stream)
    do(house, stream, EnterResult(1, "p1", "p4", Result.DRAW), actor="Secretary Bird")
    guest = house.outside()
    for path in ("/p/club/round/1", "/p/club/round/1/board/1"):
        page = get_page(guest, path)
        assert {word: word in page for word in ("Secretary Bird", "result.enter", "round.unpair")} == dict.fromkeys(
            ("Secretary Bird", "result.enter", "round.unpair"), False
        ), path
    assert guest.ask("/p/club/round/1/others?one=p1").status_code == 200
    assert guest.ask("/t/club/round/1").status_code in (303, 403)


# -- teams -------------------------------------------------------------------------------------------------------------


@pytest.fixture
def teams(house: OpenDesk) -> str:
    stream = house.desk.create("league")
    laws = TournamentRules(system="team-swiss", rounds=3)
    do(house, stream, OpenTournament("League", laws, team_event=True))
    for team in ("Rooks", "Knights", "Bishops", "Pawns"):
        some = tuple(Facts(f"{team} {board}", 2000 - 10 * board) for board in (1, 2, 3))
        do(house, stream, EnterTeam(team, some[:2] if team == "Pawns" else some))
    return stream


def test_line_ups_of_a_round_to_come(house: OpenDesk, teams: str, snapshot: SnapshotAssertion) -> None:
    visitor = house.visitor()
    page = get_page(visitor, "/t/league/round/1")
    assert select_text(page, "#lineups h2") == snapshot
    assert not select_texts(page, ".lineups th small")
    state = house.desk.state(teams)
    key = state.tournament.teams[0].key
    keys = [state.keys.player[player] for player in state.tournament.teams[0].players]
    sent = visitor.send(
        "POST",
        "/t/league/do",
        data={
            "csrf_token": visitor.csrf_token,
            "command": "lineup.set",
            "round": "1",
            "team": key,
            "keys": [keys[0], keys[1]],
        },
    )
    assert sent.status_code == 303
    assert house.desk.state(teams).lineups[1][key] == (keys[0], keys[1])
    page = get_page(visitor, "/t/league/round/1")
    assert select_texts(page, ".lineups th small") == snapshot


def grid(house: OpenDesk, stream: str, *vacant: tuple[int, int]) -> dict[str, str]:
    """Return the fields of the grid of line-ups: every team as on its list, but for the boards that stay vacant."""
    state = house.desk.state(stream)
    made = {"round": "1"}
    for team in state.tournament.teams:
        for at, player in enumerate(team.players[:2]):
            key = "" if (team.number, at + 1) in vacant else state.keys.player[player]
            made[f"lineups.{team.key}.{at}"] = key
    return made


@pytest.mark.parametrize("paired", [False, True])
def test_all_line_ups_are_in_a_single_plain_form_before_and_after_the_pairing(
    house: OpenDesk, teams: str, paired: bool
) -> None:
    do(house, teams, SetRules(boards=2))
    if paired:
        do(house, teams, PairRound())
    visitor = house.visitor()
    page = get_page(visitor, "/t/league/round/1/lineups")
    assert len(select_texts(page, "form.lineups")) == 1
    assert len(select_texts(page, ".lineups select")) == 4 * 2
    if not paired:
        assert len(select_texts(get_page(visitor, "/t/league/round/1"), ".lineups select")) == 4 * 2
    assert visitor.form("league", "lineups.set", **grid(house, teams, (1, 1), (2, 2))).status_code == 303
    if not paired:
        do(house, teams, PairRound())
    t = house.desk.state(teams).tournament
    found = {
        team: board.board
        for match in t.rounds[0].matches
        for board in match.vacant
        for team in (match.white, match.black)
        if board.player not in t.participants_by_number[team].players
    }
    assert found == {1: 1, 2: 2}
    page = get_page(visitor, "/t/league/round/1")
    assert len(select_texts(page, "tr.vacant")) == 2
    assert len(select_texts(page, "tr[data-board]")) == 2
    publish(house.desk, teams)
    assert len(select_texts(get_page(visitor, "/p/league/round/1"), "tr.vacant")) == 2
    assert len(select_texts(get_page(visitor, "/p/league/names"), "#names tr")) == 6


def test_the_first_result_of_a_match_closes_its_line_ups(
    house: OpenDesk, teams: str, snapshot: SnapshotAssertion
) -> None:
    do(house, teams, SetRules(boards=2))
    do(house, teams, PairRound())
    state = house.desk.state(teams)
    match, keys = state.tournament.rounds[0].matches[0], state.keys.player
    do(house, teams, EnterResult(1, keys[match.games[0].white], keys[match.games[0].black], Result.DRAW))
    visitor = house.visitor()
    page = get_page(visitor, "/t/league/round/1/lineups")
    assert len(select_texts(page, ".lineups select")) == 2 * 2
    assert select_texts(page, ".lineups .closed small") == snapshot
    sent = visitor.form("league", "lineups.set", {"accept": "application/json"}, **grid(house, teams, (match.white, 1)))
    assert sent.status_code == 422
    assert sent.json()["detail"] == snapshot


def test_a_board_of_a_match_names_the_team_of_each_player(house: OpenDesk, teams: str) -> None:
    do(house, teams, PairRound())
    visitor = house.visitor()
    for board in ("1.1", "1.2"):
        look_at = visitor.ask(f"/api/v1/t/league/round/1/board/{board}").json()["view"]
        for side in ("white", "black"):
            assert look_at["board"][side]["name"].startswith(look_at[f"{side}_side"]["name"])


def test_the_page_has_the_same_team_of_a_match_at_the_left_of_all_its_boards(house: OpenDesk, teams: str) -> None:
    """As the match form has it, which the arbiter copies; the names of players begin with those of their teams."""
    do(house, teams, PairRound())
    page = get_page(house.visitor(), "/t/league/round/1")
    match = house.desk.state(teams).tournament.rounds[0].matches[0]
    first, second = (
        house.desk.state(teams).tournament.participants_by_number[team].name for team in (match.white, match.black)
    )
    rows = [row for row in parse_html(page).select("tr[data-board]") if row.attributes["data-board"].startswith("1.")]
    assert len(rows) > 1
    for row in rows:
        assert row.text.index(first) < row.text.index(second)


def test_matches_with_their_boards_their_score_and_a_forfeit(
    house: OpenDesk, teams: str, snapshot: SnapshotAssertion
) -> None:
    do(house, teams, PairRound())
    visitor = house.visitor()
    page = get_page(visitor, "/t/league/round/1")
    match = house.desk.state(teams).tournament.rounds[0].matches[0]
    assert 'data-board="1.1"' in page
    assert 'data-fresh="/t/league/round/1/match/1"' in page
    game, keys = match.games[0], house.desk.state(teams).keys
    do(house, teams, EnterResult(1, keys.player[game.white], keys.player[game.black], Result.DRAW))
    assert visible_text(get_page(visitor, "/t/league/round/1/match/1")) == "½ – ½"
    board = get_page(visitor, "/t/league/round/1/board/1.1")
    assert "<u " not in board
    assert select_text(board, ".why h2") == snapshot
    both = {"white": keys.participant[match.white], "black": keys.participant[match.black]}
    sent = visitor.form("league", "match.forfeit", {"accept": "application/json"}, round="1", how="+/-", **both)
    assert sent.status_code == 200, sent.text
    assert visible_text(get_page(visitor, "/t/league/round/1/match/1")) == snapshot
    assert visitor.ask("/t/league/round/1/match/77").status_code == 422


# -- knock-outs --------------------------------------------------------------------------------------------------------


def test_a_knock_out_requires_the_qualified_player(house: OpenDesk, snapshot: SnapshotAssertion) -> None:
    stream = house.desk.create("cup")
    do(house, stream, OpenTournament("Cup", TournamentRules(system="knockout", rounds=2)))
    do(house, stream, EnterPlayers(tuple(Facts(name, 2000 - 10 * at) for at, name in enumerate(NAMES[:4]))))
    do(house, stream, PairRound())
    visitor = house.visitor()
    page = get_page(visitor, "/t/cup/round/1")
    assert "Semi-final" in page
    assert "<svg" in page
    assert not has_element(page, '[name^="through."]')
    keys = house.desk.state(stream).keys.participant
    games = house.desk.state(stream).tournament.rounds[0].games
    for game in games:
        do(house, stream, EnterResult(1, keys[game.white], keys[game.black], Result.DRAW))
    for round in (1, 2):
        page = get_page(visitor, f"/t/cup/round/{round}")
        assert select_text(page, 'form:has([name^="through."]) h2') == snapshot
    fields = {f"through__{at}": keys[game.black] for at, game in enumerate(games)}
    sent = visitor.form("cup", "round.pair", then="/t/cup/round/2", **fields)
    assert sent.status_code == 303, sent.text
    final = house.desk.state(stream).tournament.rounds[1].games[0]
    assert {final.white, final.black} == {game.black for game in games}
    assert "Final" in visible_text(get_page(visitor, "/t/cup/round/2"))


def test_no_standings_are_computed_for_a_round(house: OpenDesk, monkeypatch: pytest.MonkeyPatch) -> None:
    stream = swiss(house)
    play_rounds(house, stream, 2)

    def never(*_: object, **__: object) -> None:
        raise AssertionError("standings")

    monkeypatch.setattr("rookery.ranking.standings.build_places", never)
    assert round_page.PAGES[0].live == ("change", "claim")
    get_page(house.visitor(), "/t/club/round/2")


def test_a_correction_offers_to_pair_the_next_round_again(house: OpenDesk, snapshot: SnapshotAssertion) -> None:
    stream = swiss(house)
    play_rounds(house, stream, 1)
    do(house, stream, PairRound())
    visitor, game = house.visitor(), house.desk.state(stream).tournament.rounds[0].games[0]
    before = house.desk.state(stream).tournament.rounds[1].pairs
    assert not has_element(get_page(visitor, "/t/club/round/2"), "#outdated")
    keys = house.desk.state(stream).keys.player
    result = Result.BLACK_WINS if game.result is Result.WHITE_WINS else Result.WHITE_WINS
    fields = {"round": "1", "white": keys[game.white], "black": keys[game.black], "result": str(result)}
    asked = visitor.form("club", "result.enter", JSON, **fields)
    assert [one["text"] for one in asked.json()["warnings"]] == snapshot
    visitor.form("club", "result.enter", yes=asked.json()["tokens"], **fields)
    for number in (1, 2):
        assert select_text(get_page(visitor, f"/t/club/round/{number}"), "#outdated") == snapshot
    assert not has_element(house.outside().ask("/p/club/round/2").text, "#outdated")
    rounds = visitor.ask("/api/v1/t/club/report").json()["view"]["checks"]["rounds"]
    assert [(one["agrees"], "since" in one) for one in rounds] == [(True, False), (True, True)]
    sent = visitor.form("club", "round.pair_again", then="/t/club/round/2")
    assert (sent.status_code, sent.headers["location"]) == (303, "/t/club/round/2")
    after = house.desk.state(stream).tournament
    assert (len(after.rounds), after.rounds[1].pairs != before) == (2, True)
    assert not has_element(get_page(visitor, "/t/club/round/2"), "#outdated")
    visitor.form("club", "time.undo")
    assert house.desk.state(stream).tournament.rounds[1].pairs == before
    white, black = before[0]
    do(house, stream, EnterResult(2, keys[white], keys[black], Result.DRAW))
    assert not has_element(get_page(visitor, "/t/club/round/1"), "#outdated")
    assert visitor.form("club", "round.pair_again", JSON).status_code == 422


def test_a_result_that_is_put_back_makes_no_round_outdated(house: OpenDesk) -> None:
    stream = swiss(house)
    play_rounds(house, stream, 1)
    do(house, stream, PairRound())
    do(house, stream, EnterPlayers((Facts("Zoe", 2900),), ByeKind.HALF))
    do(house, stream, EnterResult(1, "p1", "p4", Result.BLACK_WINS))
    assert has_element(get_page(house.visitor(), "/t/club/round/1"), "#outdated")
    do(house, stream, EnterResult(1, "p1", "p4", Result.WHITE_WINS))
    assert not has_element(get_page(house.visitor(), "/t/club/round/1"), "#outdated")
