"""A round over HTTP: what the page says of every kind of event, what its forms do, and how fast a board tells why."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from rookery.desk.commands.byes import AskBye, Withdraw
from rookery.desk.commands.players import EnterPlayers
from rookery.desk.commands.results import EnterResult
from rookery.desk.commands.rounds import PairRound
from rookery.desk.commands.rules import LeaveMode, OpenTournament, SetRules
from rookery.desk.commands.teams import EnterTeam
from rookery.desk.facts import Facts
from rookery.desk.rules import Laws
from rookery.model import ByeKind, Result
from rookery.web.pages import round as round_page
from support.clubs import NAMES, do, look, played, swiss, text
from support.visitors import Open, opened


@pytest.fixture
def house(tmp_path: Path) -> Iterator[Open]:
    made = opened(tmp_path, shared=True)
    yield made
    made.store.close()


def test_boards_byes_and_who_entered_what(house: Open) -> None:
    stream = swiss(house)
    do(house, stream, AskBye("p7", (1,), ByeKind.HALF))
    do(house, stream, PairRound())
    do(house, stream, EnterResult(1, "p1", "p4", Result.DRAW), actor="Cyd")
    page = look(house.visitor(), "/t/club/round/1")
    assert "<b>Abe</b>" not in page
    assert "&lt;b&gt;Abe&lt;/b&gt; &amp; co" in page
    assert "entered by Cyd" in page
    assert "Without a game 1 Gus half-point bye, ½" in text(page)
    assert "2 of 3 finished" not in text(page)
    assert "1 of 3 finished" in text(page)
    assert "Take round 1 back" in page
    assert "Change it by hand" in page
    assert "Draw the Chess960 position" not in page


def test_a_board_tells_why_and_why_not(house: Open) -> None:
    stream = swiss(house)
    played(house, stream, 2)
    do(house, stream, PairRound())
    visitor = house.visitor()
    board = look(visitor, "/t/club/round/3/board/1")
    assert "Why these two, why these colours" in board
    assert "C.04.3" in board
    assert "/papers/reasons.html?round=3&amp;player=" in board
    key = re.search(r"others\?one=(\w+)", board)
    assert key
    others = look(visitor, "/t/club/round/3/others", one=key[1])
    assert others.count("data-row=") == len(NAMES)
    other = re.findall(r"other=(p\d)", others)[0]
    told = look(visitor, "/t/club/round/3/others", one=key[1], other=other)
    assert "does not meet" in text(told)
    assert "<p>" in told
    assert "bye" in text(look(visitor, "/t/club/round/3/others", one=key[1], other="bye"))
    assert visitor.ask("/t/club/round/3/others?one=nobody").status_code == 422
    assert visitor.ask("/t/club/round/3/board/99").status_code == 422


def test_the_rules_are_asked_once_for_all_boards(house: Open, monkeypatch: pytest.MonkeyPatch) -> None:
    from rookery.web import outcomes

    stream, asked = swiss(house), []
    played(house, stream, 1)
    do(house, stream, PairRound())
    ask = outcomes.asked_again
    monkeypatch.setattr(outcomes, "asked_again", lambda state, round: asked.append(round) or ask(state, round))
    visitor = house.visitor()
    for board in (1, 2, 3):
        look(visitor, f"/t/club/round/2/board/{board}")
    keys = house.desk.state(stream).keys.participant
    game = house.desk.state(stream).tournament.rounds[1].games[0]
    do(house, stream, EnterResult(2, keys[game.white], keys[game.black], Result.DRAW))
    look(visitor, "/t/club/round/2/board/1")
    assert asked == [2]
    game = house.desk.state(stream).tournament.rounds[0].games[0]
    do(house, stream, EnterResult(1, keys[game.white], keys[game.black], Result.BLACK_WINS))
    look(visitor, "/t/club/round/2/board/1")
    assert asked == [2, 2]


def test_earlier_rounds_say_how_far_they_can_change(house: Open) -> None:
    stream = swiss(house)
    played(house, stream, 4)
    visitor = house.visitor()
    assert "A result that changes here is a correction" in look(visitor, "/t/club/round/3")
    frozen = look(visitor, "/t/club/round/1")
    assert "Round 1 cannot change any more: round 4 has been played." in frozen
    assert "C.04.2 4.3" in frozen
    assert "data-frozen=" in frozen
    assert 'data-result="½-½"' not in re.sub(r"<tr[^>]*>", "", frozen)
    assert "For the rating report alone" in look(visitor, "/t/club/round/1/board/1")
    assert "For the rating report alone" not in look(visitor, "/t/club/round/4/board/1")
    do(house, stream, LeaveMode("a friendly"))
    assert "An earlier round." in look(visitor, "/t/club/round/1")


def test_a_result_for_the_report_alone_from_the_board(house: Open) -> None:
    stream = swiss(house)
    played(house, stream, 3)
    visitor = house.visitor()
    asked = visitor.form("club", "report.correct", {"accept": "application/json"}, round="1", white="p1", black="p5",
                         result="½-½")  # fmt: skip
    assert asked.status_code in (409, 422)
    keys = house.desk.state(stream).keys.participant
    game = house.desk.state(stream).tournament.rounds[0].games[0]
    asked = visitor.form("club", "report.correct", {"accept": "application/json"}, round="1", white=keys[game.white],
                         black=keys[game.black], result="½-½")  # fmt: skip
    assert [one["code"] for one in asked.json()["warnings"]] == ["report-only"]


def test_a_round_to_come(house: Open) -> None:
    stream = swiss(house)
    visitor = house.visitor()
    first = text(look(visitor, "/t/club/round/1"))
    assert "Round 1 is not paired yet" in first
    assert "Draw the initial colour." in first
    assert visitor.form("club", "colour.draw", colour="white").status_code == 303
    assert "Draw the initial colour." not in text(look(visitor, "/t/club/round/1"))
    do(house, stream, PairRound())
    do(house, stream, AskBye("p2", (2,), ByeKind.HALF))
    do(house, stream, Withdraw("p3"))
    page = text(look(visitor, "/t/club/round/2"))
    assert "Round 1: 3 results are open." in page
    assert "Ben half-point bye, ½" in page
    assert "withdrawn, 0" in page
    assert "The rounds before it come first." in text(look(visitor, "/t/club/round/4"))
    assert visitor.ask("/t/club/round/9").status_code == 422


def test_a_round_is_taken_back_and_undone(house: Open) -> None:
    stream = swiss(house)
    do(house, stream, PairRound())
    visitor = house.visitor()
    assert visitor.form("club", "round.unpair", then="/t/club/round/1").headers["location"] == "/t/club/round/1"
    assert "Round 1 is not paired yet" in look(visitor, "/t/club/round/1")
    assert visitor.form("club", "time.undo").status_code == 303
    assert "Round 1 is not paired yet" not in look(visitor, "/t/club/round/1")
    assert len(house.desk.state(stream).tournament.rounds) == 1


def test_chess960_positions_are_drawn_from_the_page(house: Open) -> None:
    stream = swiss(house)
    do(house, stream, SetRules({"choices": {"chess960": True}}))
    do(house, stream, PairRound())
    visitor = house.visitor()
    assert "Draw the Chess960 position" in look(visitor, "/t/club/round/1")
    assert visitor.form("club", "position.draw", round="1").status_code == 303
    page = look(visitor, "/t/club/round/1")
    number = house.desk.state(stream).positions[1]
    assert f"Chess960: position {number}" in page
    assert "Draw the Chess960 position" not in page


def test_the_hall_sees_the_round_and_not_who_entered_it(house: Open) -> None:
    stream = swiss(house)
    do(house, stream, PairRound())
    do(house, stream, EnterResult(1, "p1", "p4", Result.DRAW), actor="Secretary Bird")
    guest = house.outside()
    for path in ("/p/club/round/1", "/p/club/round/1/board/1"):
        page = look(guest, path)
        assert {word: word in page for word in ("Secretary Bird", "result.enter", "round.unpair")} == dict.fromkeys(
            ("Secretary Bird", "result.enter", "round.unpair"), False
        ), path
    assert guest.ask("/p/club/round/1/others?one=p1").status_code == 200
    assert guest.ask("/t/club/round/1").status_code in (303, 403)


# -- teams -------------------------------------------------------------------------------------------------------------


@pytest.fixture
def teams(house: Open) -> str:
    stream = house.desk.create("league")
    laws = Laws(system="team-swiss", rounds=3)
    do(house, stream, OpenTournament("League", laws, team_event=True))
    for team in ("Rooks", "Knights", "Bishops", "Pawns"):
        some = tuple(Facts(f"{team} {board}", 2000 - 10 * board) for board in (1, 2, 3))
        do(house, stream, EnterTeam(team, some[:2] if team == "Pawns" else some))
    return stream


def test_line_ups_of_a_round_to_come(house: Open, teams: str) -> None:
    visitor = house.visitor()
    page = look(visitor, "/t/league/round/1")
    assert "Who sits at the boards" in page
    assert "as on the list" in page
    state = house.desk.state(teams)
    key = state.tournament.teams[0].key
    keys = [state.keys.player[one] for one in state.tournament.teams[0].players]
    sent = visitor.send("POST", "/t/league/do", data={"door": visitor.door, "command": "lineup.set", "round": "1",
                                                      "team": key, "keys": [keys[0], keys[1]]})  # fmt: skip
    assert sent.status_code == 303
    assert house.desk.state(teams).lineups[1][key] == (keys[0], keys[1])
    assert "as the captain said" in look(visitor, "/t/league/round/1")


def test_matches_with_their_boards_their_score_and_a_forfeit(house: Open, teams: str) -> None:
    do(house, teams, PairRound())
    visitor = house.visitor()
    page = look(visitor, "/t/league/round/1")
    match = house.desk.state(teams).tournament.rounds[0].matches[0]
    assert 'data-board="1.1"' in page
    assert 'data-fresh="/t/league/round/1/match/1"' in page
    game, keys = match.games[0], house.desk.state(teams).keys
    do(house, teams, EnterResult(1, keys.player[game.white], keys.player[game.black], Result.DRAW))
    assert text(look(visitor, "/t/league/round/1/match/1")) == "½ – ½"
    board = look(visitor, "/t/league/round/1/board/1.1")
    assert "<u " not in board
    assert "Why these two" in board
    both = {"white": keys.participant[match.white], "black": keys.participant[match.black]}
    sent = visitor.form("league", "match.forfeit", {"accept": "application/json"}, round="1", how="+/-", **both)
    assert sent.status_code == 200, sent.text
    assert "match forfeited" in look(visitor, "/t/league/round/1/match/1")
    assert visitor.ask("/t/league/round/1/match/77").status_code == 422


# -- knock-outs --------------------------------------------------------------------------------------------------------


def test_a_knock_out_asks_who_goes_through(house: Open) -> None:
    stream = house.desk.create("cup")
    do(house, stream, OpenTournament("Cup", Laws(system="knockout", rounds=2)))
    do(house, stream, EnterPlayers(tuple(Facts(name, 2000 - 10 * at) for at, name in enumerate(NAMES[:4]))))
    do(house, stream, PairRound())
    visitor = house.visitor()
    page = look(visitor, "/t/cup/round/1")
    assert "Semi-final" in page
    assert "<svg" in page
    assert "Who goes through?" not in page
    keys = house.desk.state(stream).keys.participant
    games = house.desk.state(stream).tournament.rounds[0].games
    for game in games:
        do(house, stream, EnterResult(1, keys[game.white], keys[game.black], Result.DRAW))
    assert text(look(visitor, "/t/cup/round/1")).count("Who goes through?") == 1
    assert "Who goes through?" in look(visitor, "/t/cup/round/2")
    fields = {f"through__{at}": keys[game.black] for at, game in enumerate(games)}
    sent = visitor.form("cup", "round.pair", then="/t/cup/round/2", **fields)
    assert sent.status_code == 303, sent.text
    final = house.desk.state(stream).tournament.rounds[1].games[0]
    assert {final.white, final.black} == {game.black for game in games}
    assert "Final" in text(look(visitor, "/t/cup/round/2"))


def test_no_standings_are_made_for_a_round(house: Open, monkeypatch: pytest.MonkeyPatch) -> None:
    stream = swiss(house)
    played(house, stream, 2)

    def never(*_: object, **__: object) -> None:
        raise AssertionError("standings")

    monkeypatch.setattr("rookery.ranking.rank.standings", never)
    assert round_page.PAGES[0].live == ("change",)
    look(house.visitor(), "/t/club/round/2")
