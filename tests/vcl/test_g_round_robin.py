"""Cluster G from outside: round robins, their numbers, tables, rounds by hand and standings."""

from __future__ import annotations

from pathlib import Path

import pytest
from syrupy.assertion import SnapshotAssertion

from rookery import Player, Tournament, check, standings
from rookery.pairing.schedules.schedule import schedule
from rookery.ranking.codes import parse_tiebreak
from rookery.tournaments.domain.byes import Withdraw
from rookery.tournaments.domain.manual_pairing import ClosePhase, OpenPhase, SetBoards
from rookery.tournaments.domain.numbers import DrawNumbers, SetNumbers
from rookery.tournaments.domain.rules import SetRules
from rookery.tournaments.keyed import Boards, KeyedGame
from rookery.tournaments.rules import TournamentRules
from rookery.tournaments.views.schedule import schedule_view
from rookery.tournaments.views.standings import standings_view
from support.html_elements import select_text, select_texts
from support.http_event import FIELD, Event, event

DOUBLE = "BERGER_DOUBLEROUNDROBIN"
SINGLE = TournamentRules(system="BERGER_ROUNDROBIN")
FOUR = FIELD[:4]
CODES = ("DE", "BPG", "BWG", "REP", "STD", "SB", "SB/C1", "SB/C2", "RTNG", "RTNG/R", "WIN", "TPN", "TPN/R", "KS",
         "KS/L1", "KS/L2", "KS/L-1", "KS/L-2")  # fmt: skip


def test_numbers_by_hand_and_by_lot(tmp_path: Path) -> None:
    with event(tmp_path, SINGLE, FOUR) as made:
        line = tuple(made.key(number) for number in (4, 2, 1, 3))
        made.do(SetNumbers(line))
        assert [player.name for player in made.tournament.players] == ["Dot", "Ben", "Ada", "Cyd"]
        made.do(DrawNumbers())
        assert sorted(player.name for player in made.tournament.players) == ["Ada", "Ben", "Cyd", "Dot"]


def test_the_rounds_are_those_of_the_table(tmp_path: Path) -> None:
    with event(tmp_path, SINGLE, FOUR) as made:
        made.rounds(3)
        ours = schedule(Tournament(players=tuple(map(Player, range(1, 5))), system="BERGER_ROUNDROBIN"))
        assert [sorted(one.pairs) for one in made.tournament.rounds] == [sorted(one.pairs) for one in ours]
        assert made.page("/schedule")


@pytest.mark.parametrize("reverse", [True, False])
def test_the_last_two_rounds_of_a_first_cycle_as_the_event_chose(
    tmp_path: Path, reverse: bool, snapshot: SnapshotAssertion
) -> None:
    with event(tmp_path, TournamentRules(system=DOUBLE), FOUR) as made:
        made.do(SetRules({"choices": {"reverse": reverse}}))
        choice = 'label:has([name="fields.choices.reverse:json"])'
        assert select_text(made.page("/rules"), f"{choice} span") == snapshot(name="label")
        assert made.page("/schedule")
        before = made.state
        made.do(SetRules({"choices": {"reverse": not reverse}}))
        otherwise = made.state
        made.do(SetRules({"choices": {"reverse": reverse}}))
        made.rounds(6)
        ours = schedule(Tournament(players=tuple(map(Player, range(1, 5))), system=DOUBLE), reverse=reverse)
        assert [sorted(one.pairs) for one in made.tournament.rounds] == [sorted(one.pairs) for one in ours]
        other = schedule(Tournament(players=tuple(map(Player, range(1, 5))), system=DOUBLE), reverse=not reverse)
        assert [sorted(one.pairs) for one in made.tournament.rounds] != [sorted(one.pairs) for one in other]
        assert schedule_view(before).rounds[1].pairs != schedule_view(otherwise).rounds[1].pairs
        listed = [[(pair.white, pair.black) for pair in each.pairs] for each in schedule_view(before).rounds]
        assert [[(white.number, black and black.number) for white, black in each] for each in listed] == [
            list(each.pairs) for each in ours
        ]
        assert all(one.agree for one in check(made.tournament).rounds)
        assert made.remarks == snapshot(name="remarks")


def test_our_rounds_by_hand_are_ours_whatever_the_event_chose(tmp_path: Path, snapshot: SnapshotAssertion) -> None:
    with event(tmp_path, TournamentRules(system=DOUBLE), FOUR) as made:
        made.do(SetRules({"choices": {"reverse": False}}))
        ours = schedule(Tournament(players=tuple(map(Player, range(1, 5))), system=DOUBLE), reverse=False)
        for round in ours:
            by_hand(made, *round.pairs)
        assert not any(remark.startswith("MPA") for remark in made.remarks)
        assert made.remarks == snapshot  # what was chosen, and nothing of rounds by hand


def test_repeated_meetings_and_three_equal_colours_in_a_manual_round_need_confirmation(
    tmp_path: Path, snapshot: SnapshotAssertion
) -> None:
    with event(tmp_path, TournamentRules(system=DOUBLE), FOUR) as made:
        for pairs in (((1, 2), (3, 4)), ((1, 3), (4, 2))):
            by_hand(made, *pairs)
        made.do(OpenPhase(3))
        third = SetBoards(Boards((KeyedGame(made.key(1), made.key(4)),)))
        assert made.warnings(third) == {"colour-thrice": 3}
        made.do(third, "colour-thrice")
        made.do(SetBoards(Boards((KeyedGame(made.key(2), made.key(1)),))))  # a second time is due in a double one
        made.do(ClosePhase(give_up=True))
        for pairs in (((2, 1), (4, 3)), ((1, 4), (2, 3)), ((4, 1), (3, 2))):
            by_hand(made, *pairs)
        made.do(OpenPhase(6))
        again = SetBoards(Boards((KeyedGame(made.key(3), made.key(2)),)))
        assert "rematch" in made.warnings(again)
        made.do(ClosePhase(give_up=True))
        for pairs in (((3, 1), (2, 4)),):
            by_hand(made, *pairs)
        found = check(made.tournament)
        page = made.page("/report").replace("&#39;", "'")
        remarks = [str(remark).rstrip(".") for remark in (*found.faults, *found.notes)]
        assert remarks == snapshot
        assert all(remark in page for remark in remarks), (remarks, page)


def by_hand(made: Event, *pairs: tuple[int, int]) -> None:
    """Make the next round by hand, whatever is asked."""
    made.do(OpenPhase(len(made.tournament.rounds) + 1))
    boards = Boards(tuple(KeyedGame(made.key(white), made.key(black)) for white, black in pairs))
    for wanted in (SetBoards(boards), ClosePhase()):
        answer = made.visitor.wish("open", wanted)
        if answer.status_code == 409:
            made.do(wanted, *{one["code"] for one in answer.json()["warnings"]})
        else:
            assert answer.status_code == 200, answer.text
    made.play()


def test_manual_rounds_with_too_few_meetings(tmp_path: Path) -> None:
    with event(tmp_path, SINGLE, FOUR) as made:
        for pairs in (((1, 2), (3, 4)), ((2, 1), (4, 3)), ((1, 4), (2, 3))):
            by_hand(made, *pairs)
        page = made.page("/report")
        found = check(made.tournament).faults
        assert found
        assert all(str(one).rstrip(".") in page.replace("&#39;", "'") for one in found), (found, page)


def test_players_with_less_than_half_the_games_are_omitted(tmp_path: Path) -> None:
    with event(tmp_path, SINGLE, FIELD[:6]) as made:
        made.rounds(2)
        made.do(Withdraw(made.key(6)))
        made.rounds(3)
        assert [number for number, _ in standings(made.tournament).left_out] == [6]
        _, _, after = made.page("/standings").rpartition("</tbody>")
        assert "Fay" in after


@pytest.mark.parametrize("code", CODES)
def test_every_tie_break_of_a_round_robin(tmp_path: Path, code: str) -> None:
    with event(tmp_path, SINGLE, FOUR) as made:
        made.do(SetRules({"ranking": ["PTS", code]}))
        made.rounds(3)
        assert standings_view(made.state).tiebreaks == (str(parse_tiebreak(code)),)
        assert code.split("/")[0] in made.page("/standings")


@pytest.mark.parametrize("code", ["BH", "FB", "AOB", "BH/C1"])
def test_tie_breaks_of_swiss_events_do_not_rank(tmp_path: Path, code: str, snapshot: SnapshotAssertion) -> None:
    with event(tmp_path, SINGLE, FOUR) as made:
        made.do(SetRules({"ranking": ["PTS", code, "SB"]}))
        made.rounds(3)
        page = made.page("/standings")
        assert "Sonneborn-Berger" in page
        (note,) = (text for text in select_texts(page, "p.muted.small") if f"{code}: " in text)
        assert "(C.07 8)" in note
        assert note == snapshot
