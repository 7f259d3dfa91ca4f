"""Standings as a whole: which list applies, who is ranked, ties, and external values."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction
from pathlib import Path

import pytest
from syrupy.assertion import SnapshotAssertion

import rookery
from rookery import standings
from rookery.errors import RuleError, UnfinishedError
from rookery.model import Game, Player, PointAdjustment, Result, Round, Team, Tournament, TournamentInfo
from rookery.model.players import Verbatim
from rookery.ranking.codes import CUSTOM, parse_tiebreak, register_tiebreak
from rookery.ranking.crosstable import CrossTable
from rookery.regulations.formats import ROUND_ROBIN_LIST, SWISS_LIST, TEAM_LIST
from support.small_tournaments import tournament_after
from support.tiebreaks import ranks

FOUR = ("1-2:1 3-4:=", "1-3:= 4-2:0", "4-1:0 2-3:=")


# -- which list --------------------------------------------------------------------------------------------------------


def codes(tournament: Tournament) -> tuple[tuple[str, ...], str]:
    found = standings(tournament)
    return tuple(map(str, found.tiebreaks)), found.source


def test_the_tournaments_own_list_comes_first() -> None:
    event = tournament_after(4, *FOUR, tiebreaks=("PTS", "SB", "BH/C1"))
    assert codes(event) == (("SB", "BH/C1"), "of the tournament")
    assert codes(replace(event, tiebreaks=("SB", "BH/C1"))) == (("SB", "BH/C1"), "of the tournament")
    assert [str(tiebreak) for tiebreak in standings(event, ["WIN"]).tiebreaks] == ["WIN"]


def test_ours_otherwise() -> None:
    event = tournament_after(4, *FOUR)
    assert codes(event) == (SWISS_LIST, "ours")
    assert codes(replace(event, system="BERGER_ROUNDROBIN")) == (ROUND_ROBIN_LIST, "ours")
    teams = Tournament(players=(Player(1), Player(2)), teams=(Team(1, "A", (1,)), Team(2, "B", (2,))), team_event=True)
    assert codes(teams) == (TEAM_LIST, "ours")


def test_invalid_players_of_the_tournament_are_dropped_with_a_remark(snapshot: SnapshotAssertion) -> None:
    codes = tuple(map(Verbatim, ("BH", "DE", "NONSENSE", "OTHER_LUCK", "ARO")))  # as a file may say
    event = tournament_after(4, *FOUR, tiebreaks=codes, system="BERGER_ROUNDROBIN")
    found = standings(replace(event, players=(Player(1, rating=None), *event.players[1:])))
    assert [str(tiebreak) for tiebreak in found.tiebreaks] == ["DE"]
    assert len(found.notes) == 4
    assert "C.07 8" in found.notes[0]
    assert found.notes == snapshot


@pytest.mark.parametrize(
    ("tiebreak", "article"),
    [("BH", "C.07 8"), ("FB/C1", "C.07 8"), ("AOB", "C.07 8"), ("EDE", "C.07 13.3"), ("BH:MP", "C.07 11.1"),
     ("ARO", "C.07 10"), ("DE:GP", "C.07 11.1")],
)  # fmt: skip
def test_a_requested_and_forbidden_pair_is_refused(tiebreak: str, article: str) -> None:
    event = tournament_after(4, *FOUR, system="BERGER_ROUNDROBIN", ratings={3: None})
    with pytest.raises(RuleError) as refusal:
        standings(event, [tiebreak])
    assert refusal.value.article == article
    assert str(refusal.value).startswith(tiebreak)


def test_the_score_may_be_named_first() -> None:
    event = tournament_after(4, *FOUR)
    assert standings(event, ["PTS", "SB"]).rows == standings(event, ["SB"]).rows
    assert str(standings(event, ["SB"]).points) == "PTS"


# -- after which round -------------------------------------------------------------------------------------------------


def test_the_last_complete_round_unless_another_is_named(snapshot: SnapshotAssertion) -> None:
    event = tournament_after(4, *FOUR[:2], "4-1:? 2-3:=", planned_rounds=5)
    assert standings(event).after == 2
    assert standings(event, after=1).after == 1
    assert standings(event, after=0).rows[0].points == 0
    with pytest.raises(UnfinishedError):
        standings(event, after=3)
    with pytest.raises(RuleError) as caught:
        standings(event, after=4)
    assert str(caught.value) == snapshot


def test_no_final_standings_with_a_game_adjourned() -> None:
    event = tournament_after(4, *FOUR[:2], "4-1:a 2-3:=", planned_rounds=3)
    assert standings(event).after == 2
    with pytest.raises(UnfinishedError):
        standings(event, after=3)
    assert standings(replace(event, planned_rounds=4)).after == 3


def test_without_players() -> None:
    assert standings(Tournament()).rows == ()


# -- who is ranked -----------------------------------------------------------------------------------------------------


def test_the_expelled_are_left_out_and_their_games_count(snapshot: SnapshotAssertion) -> None:
    event = tournament_after(4, *FOUR)
    found = standings(event, ["BH"], exclude=[1])
    assert [row.id for row in found] == [2, 3, 4]
    assert [one for one, _ in found.left_out] == [1]
    assert [reason for _, reason in found.left_out] == snapshot
    everybody = {row.id: row.values for row in standings(event, ["BH"])}
    assert all(row.values == everybody[row.id] for row in found)
    with pytest.raises(RuleError) as caught:
        standings(event, exclude=[9])
    assert str(caught.value) == snapshot


def test_early_leavers_of_a_round_robin_count_for_no_opponent() -> None:
    rounds = ("1-2:1 3-4:=", "1-3:= 2-4:+", "1-4:+ 2-3:=")
    event = tournament_after(4, *rounds, system="BERGER_ROUNDROBIN")
    found = standings(event)
    assert [row.id for row in found] == [1, 3, 2]
    assert {row.id: row.points for row in found} == {1: 15, 2: 5, 3: 10}
    assert found.left_out[0][0] == 4


# -- ties --------------------------------------------------------------------------------------------------------------


def test_ties_are_shared() -> None:
    event = tournament_after(4, "1-2:= 3-4:=")
    assert ranks(event) == {1: 1, 2: 1, 3: 1, 4: 1}
    assert ranks(event, "TPN") == {1: 1, 2: 2, 3: 3, 4: 4}
    assert ranks(event, "TPN/R") == {4: 1, 3: 2, 2: 3, 1: 4}


def test_lots_are_repeatable_and_differ_by_seed() -> None:
    event = tournament_after(8, "1-2:= 3-4:= 5-6:= 7-8:=")
    first = ranks(event, lots=1)
    assert first == ranks(event, lots=1)
    assert sorted(first.values()) == list(range(1, 9))
    assert len({tuple(ranks(event, lots=seed).items()) for seed in range(20)}) > 15
    assert "seed 1" in standings(event, lots=1).notes[-1]


def test_undefined_values_come_last() -> None:
    event = tournament_after(5, "1-2:= 3-4:= 5:H", ratings={1: 1400, 2: 1500})
    assert ranks(event, "ARO") == {3: 1, 4: 1, 1: 3, 2: 4, 5: 5}
    assert standings(event, ["ARO"]).row(5).values == (None,)


# -- from outside ------------------------------------------------------------------------------------------------------


def test_values_from_outside(snapshot: SnapshotAssertion) -> None:
    event = tournament_after(4, "1-2:= 3-4:=")
    entered = {"OTHER_PLAYOFF": {3: Fraction(3, 2), 1: 1}}
    assert ranks(event, "OTHER_PLAYOFF", values=entered) == {3: 1, 1: 2, 2: 3, 4: 3}
    assert ranks(event, "OTHER_PLAYOFF/R", values={"OTHER_PLAYOFF/R": {3: 2, 1: 1}}) == {1: 1, 3: 2, 2: 3, 4: 3}
    assert ranks(event, "WIN", values={"WIN": {4: 9}}) == {4: 1, 1: 2, 2: 2, 3: 2}
    appended = standings(event, ["WIN"], values=entered)
    assert [str(tiebreak) for tiebreak in appended.tiebreaks] == ["WIN", "OTHER_PLAYOFF"]
    assert appended.notes == snapshot


def test_tie_breaks_of_ones_own() -> None:
    def youngest(table: CrossTable) -> dict[int, int]:
        return {one: one for one in table.ids}

    event = tournament_after(4, "1-2:= 3-4:=")
    found = standings(event, [youngest, parse_tiebreak("WIN")])
    assert [row.id for row in found] == [4, 3, 2, 1]
    assert str(found.tiebreaks[0]) == "OTHER_YOUNGEST"
    try:
        register_tiebreak("OTHER_FIRST", lambda table: {one: -one for one in table.ids})
        assert ranks(event, "OTHER_FIRST") == {1: 1, 2: 2, 3: 3, 4: 4}
    finally:
        del CUSTOM["OTHER_FIRST"]


def test_bonus_and_penalty_points() -> None:
    event = tournament_after(
        4, *FOUR, point_adjustments=(PointAdjustment((1,), points=-10), PointAdjustment((4,), points=5, round=2))
    )
    found = standings(event, ["PS", "BH"])
    assert {row.id: row.points for row in found} == {1: 15, 2: 15, 3: 15, 4: 10}
    assert found.row(1).values[0] == Fraction(0 + Fraction(1, 2) + Fraction(3, 2))
    assert found.row(2).values[1] == Fraction(15 + 10 + 15, 10)


def test_accelerated_points_never_count() -> None:
    event = tournament_after(4, *FOUR)
    faster = replace(event, system="FIDE_DUTCH_2026_BAKU")
    assert standings(event).rows == standings(faster).rows


def test_the_words_of_the_type_do_for_a_system() -> None:
    event = tournament_after(4, *FOUR, system="", info=TournamentInfo(type="Individual: Round Robin"))
    assert standings(event).source == "ours"
    assert [str(tiebreak) for tiebreak in standings(event).tiebreaks] == list(ROUND_ROBIN_LIST)
    assert not CrossTable.for_tournament(replace(event, info=TournamentInfo(type="Swiss, 3 rounds"))).predetermined


def test_values_entered_for_a_cut_are_not_cut_again(examples: Path) -> None:
    event = rookery.load(examples / "swiss.trf").tournament
    entered = {player.number: player.number for player in event.players}
    for code in ("BH/C1", "BH/M2", "BH"):
        found = rookery.standings(event, [code], values={code: entered})
        assert {row.id: row.values[0] for row in found.rows} == entered


def test_a_list_of_tiebreaks_may_be_a_text(examples: Path) -> None:
    event = rookery.load(examples / "swiss.trf").tournament
    assert standings(event, "BH/C1, SB,") == standings(event, ["BH/C1", "SB"])
    with pytest.raises(RuleError, match="NIL"):
        standings(event, "BH,NIL")


def test_open_games_are_named_with_white_first(snapshot: SnapshotAssertion) -> None:
    open_round = Round(games=(Game(2, 1), Game(3, 4)))
    with pytest.raises(UnfinishedError) as caught:
        standings(Tournament(players=tuple(map(Player, range(1, 5))), rounds=(open_round,)), after=1)
    assert caught.value.boards == ((2, 1), (3, 4))
    assert str(caught.value) == snapshot


def test_early_leavers_stay_out_while_the_next_round_is_open() -> None:
    """The forfeit of the open round is known: it says as much of them as those of the rounds played (C.05 6.6)."""
    event = Tournament(players=tuple(map(Player, range(1, 8))), system="BERGER_ROUNDROBIN", planned_rounds=7)
    for _ in range(2):
        games = tuple(replace(board.game, result=Result.WHITE_WINS) for board in rookery.pair(event).boards)
        event = event.with_round(Round(games))
    event = event.withdraw(7)
    whole = rookery.pair(event).complete_round
    assert whole is not None
    open_round = event.with_round(whole)
    assert open_round.rounds[2].pending
    found = [[row.id for row in rookery.standings(one).rows] for one in (event, open_round)]
    assert found[0] == found[1]
    assert 7 not in found[0]
