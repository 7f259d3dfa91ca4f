"""Commands of players, numbers, byes and teams: each comes to what the library and the files make of it."""

from __future__ import annotations

from dataclasses import fields
from dataclasses import replace as altered
from pathlib import Path

import pytest
from syrupy.assertion import SnapshotAssertion

import rookery
from rookery import _record
from rookery._record import replace
from rookery.history.late_entries import add_to_team, correct_ratings
from rookery.model import ByeKind, Player, Result, Tournament
from rookery.tournaments.command import command_from_data, command_to_data
from rookery.tournaments.domain.byes import AskBye, BarHalfByes, BringBack, Expel, LiftExpulsion, Withdraw
from rookery.tournaments.domain.lifecycle import OpenTournament
from rookery.tournaments.domain.numbers import (
    CorrectRatings,
    DrawNumbers,
    ExchangeNumbers,
    GiveNumbers,
    RegenerateNumbers,
    SetNumbers,
)
from rookery.tournaments.domain.pairing_constraints import AllowPair, ForbidPair
from rookery.tournaments.domain.players import EditPlayer, EnterPlayers, RemovePlayer
from rookery.tournaments.domain.restore_points import Undo
from rookery.tournaments.domain.rounds import PairRound
from rookery.tournaments.domain.rules import LeaveMode, SetRules
from rookery.tournaments.domain.teams import ChangeTeam, EnterTeam, JoinTeam, RemoveTeam, SetLineup
from rookery.tournaments.errors import CommandRejectedError, ConfirmationRequiredError
from rookery.tournaments.keyed import Facts
from rookery.tournaments.rules import TournamentRules
from support.desks import FIELD, DeskTournament, swiss

HALF, FULL, ZERO = ByeKind.HALF, ByeKind.FULL, ByeKind.ZERO


def recorded_byes(hall: DeskTournament) -> list[tuple[int, int, ByeKind]]:
    return sorted((bye.player, bye.round, bye.kind) for bye in hall.tournament.requested_byes)


def codes(hall: DeskTournament, wanted: object, *yes: str) -> list[str]:
    with pytest.raises(ConfirmationRequiredError) as caught:
        hall.do(wanted, *yes)  # type: ignore[arg-type]
    return [warning.code for warning in caught.value.warnings]


# -- byes --------------------------------------------------------------------------------------------------------------


def test_byes_can_be_set_and_removed_and_are_respected() -> None:
    hall = swiss()
    hall.do(AskBye(hall.key(8), (1, 3), HALF), "second-half-bye")
    assert recorded_byes(hall) == [(8, 1, HALF), (8, 3, HALF)]
    hall.do(AskBye(hall.key(8), (3,), None))
    assert recorded_byes(hall) == [(8, 1, HALF)]
    hall.do(PairRound())
    assert {bye.player: bye.kind for bye in hall.tournament.rounds[0].byes}[8] is HALF


def test_the_second_half_point_bye_and_a_full_point_bye_need_confirmation() -> None:
    hall = swiss()
    hall.do(AskBye(hall.key(8), (1,), HALF))
    before = hall.bytes()
    assert codes(hall, AskBye(hall.key(8), (2,), HALF)) == ["second-half-bye"]
    assert codes(hall, AskBye(hall.key(7), (2,), FULL)) == ["full-bye"]
    assert hall.bytes() == before
    hall.do(AskBye(hall.key(7), (2,), FULL), "full-bye")
    assert any(remark.text.startswith("FPB") for remark in hall.tournament.remarks)


def test_barred_players_have_no_half_point_bye(snapshot: SnapshotAssertion) -> None:
    hall = swiss()
    hall.do(BarHalfByes(hall.key(8)))
    with pytest.raises(CommandRejectedError) as caught:
        hall.do(AskBye(hall.key(8), (2,), HALF))
    assert caught.value.code == "barred-half-bye"
    assert str(caught.value) == snapshot
    assert caught.value.article == "C.04.2 3.3"
    hall.do(BarHalfByes(hall.key(8), False))
    hall.do(AskBye(hall.key(8), (2,), HALF))
    with pytest.raises(CommandRejectedError) as caught:
        hall.do(BarHalfByes(hall.key(8)))
    assert str(caught.value) == snapshot


def test_half_point_byes_end_where_the_event_says() -> None:
    hall = swiss()
    hall.do(SetRules({"choices": {"last_half_bye": 3}}))
    assert codes(hall, AskBye(hall.key(8), (4,), HALF)) == ["late-half-bye"]


def test_byes_that_cannot_be(snapshot: SnapshotAssertion) -> None:
    hall = swiss(players=FIELD[:7], paired=1)
    playing = hall.tournament.rounds[0].games[0].white
    alone = hall.tournament.rounds[0].byes[0].player
    for wanted in (
        AskBye(hall.key(playing), (1,), HALF),
        AskBye(hall.key(alone), (1,), HALF),
        AskBye(hall.key(1), (6,), HALF),
        AskBye(hall.key(1), (2,), None),
        AskBye(hall.key(1), (2,), ByeKind.PAIRING_ALLOCATED),
        AskBye("p99", (2,), HALF),
    ):
        with pytest.raises(CommandRejectedError) as caught:
            hall.do(wanted)
        assert str(caught.value) == snapshot


def test_withdrawals_stay_in_force_when_rounds_are_added(snapshot: SnapshotAssertion) -> None:
    hall = swiss(rounds=3, played=1)
    hall.do(Withdraw(hall.key(5)))
    assert recorded_byes(hall) == [(5, 2, ZERO), (5, 3, ZERO)]
    hall.do(LeaveMode("a round more"), "leave-mode", "leave-mode!")
    hall.do(SetRules({"rounds": 4}), everything=True)
    assert recorded_byes(hall) == [(5, 2, ZERO), (5, 3, ZERO), (5, 4, ZERO)]
    hall.do(BringBack(hall.key(5), 3))
    assert recorded_byes(hall) == [(5, 2, ZERO)]
    with pytest.raises(CommandRejectedError) as caught:
        hall.do(BringBack(hall.key(5)))
    assert str(caught.value) == snapshot


def test_withdrawals_that_cannot_be(snapshot: SnapshotAssertion) -> None:
    hall = swiss(rounds=2, played=1)
    with pytest.raises(CommandRejectedError) as caught:
        hall.do(Withdraw(hall.key(5), 1))
    assert str(caught.value) == snapshot
    hall.do(PairRound())
    with pytest.raises(CommandRejectedError) as caught:
        hall.do(Withdraw(hall.key(5)))
    assert str(caught.value) == snapshot


def test_the_expelled_are_not_paired_nor_ranked_until_it_is_lifted() -> None:
    hall = swiss(played=1)
    assert codes(hall, Expel(hall.key(3), "two forfeits")) == ["expulsion"]
    hall.do(Expel(hall.key(3), "two forfeits"), "expulsion")
    assert 3 not in [row.id for row in rookery.standings(hall.tournament).rows]
    assert any("two forfeits" in remark.text for remark in hall.tournament.remarks)
    hall.do(PairRound())
    assert 3 in [bye.player for bye in hall.tournament.rounds[1].byes]
    hall.do(LiftExpulsion(hall.key(3)), "expulsion-lifted")
    assert not hall.tournament.expelled
    assert recorded_byes(hall) == []


def test_a_pair_can_be_forbidden_and_allowed_again(snapshot: SnapshotAssertion) -> None:
    hall = swiss()
    hall.do(ForbidPair((hall.key(1), hall.key(5))))
    hall.do(ForbidPair((hall.key(2), hall.key(3), hall.key(4)), 1, 2))
    assert hall.do(ForbidPair((hall.key(1), hall.key(5)))).events == ()
    with pytest.raises(CommandRejectedError) as caught:
        hall.do(AllowPair((hall.key(2), hall.key(3))))
    assert str(caught.value) == snapshot
    hall.do(PairRound())
    assert frozenset((1, 5)) not in {frozenset(pair) for pair in hall.tournament.rounds[0].pairs}
    with pytest.raises(CommandRejectedError) as caught:
        hall.do(AllowPair((hall.key(1), hall.key(5))))
    assert (caught.value.code, caught.value.article) == ("frozen", "C.04.2 1.3")
    assert str(caught.value) == snapshot


def test_pairs_forbidden_before_round_1_may_meet_again(snapshot: SnapshotAssertion) -> None:
    hall = swiss()
    hall.do(ForbidPair((hall.key(1), hall.key(5))))
    hall.do(AllowPair((hall.key(5), hall.key(1))))
    assert hall.tournament.forbidden_pairs == ()
    with pytest.raises(CommandRejectedError) as caught:
        hall.do(AllowPair((hall.key(5), hall.key(1))))
    assert str(caught.value) == snapshot
    with pytest.raises(CommandRejectedError) as caught:
        hall.do(ForbidPair((hall.key(5), hall.key(5))))
    assert str(caught.value) == snapshot


# -- players -----------------------------------------------------------------------------------------------------------


def test_a_corrected_player_stays_unique(snapshot: SnapshotAssertion) -> None:
    hall = swiss(played=1)
    hall.do(EditPlayer(hall.key(3), {"name": "Cyd, Lee", "title": "FM", "birth": "1990-02-03", "fide_id": 77}))
    one = hall.tournament.participants_by_number[3]
    assert (one.name, one.title, str(one.birth), one.fide_id) == ("Cyd, Lee", "FM", "1990-02-03", 77)  # type: ignore[union-attr]
    for changes in ({"fide_id": 77}, {"rating": 2000}, {"nose": 1}, {"birth": "1990-02-31"}, {"name": " "}):
        with pytest.raises(rookery.RookeryError) as caught:
            hall.do(EditPlayer(hall.key(4), changes))
        assert str(caught.value) == snapshot
    assert hall.do(EditPlayer(hall.key(3), {"title": "FM"})).events == ()


def test_a_player_is_removed_before_round_1_only(snapshot: SnapshotAssertion) -> None:
    hall = swiss()
    hall.do(AskBye(hall.key(4), (2,), HALF))
    hall.do(RemovePlayer(hall.key(3)))
    assert [(player.number, player.name) for player in hall.tournament.players][:4] == [
        (1, "Ada"),
        (2, "Ben"),
        (3, "Dot"),
        (4, "Eve"),
    ]
    assert recorded_byes(hall) == [(3, 2, HALF)]
    hall.do(PairRound())
    with pytest.raises(CommandRejectedError) as caught:
        hall.do(RemovePlayer(hall.key(3)))
    assert caught.value.article == "C.04.2 3.2"
    assert str(caught.value) == snapshot


# -- numbers -----------------------------------------------------------------------------------------------------------


def test_corrected_ratings_come_to_what_the_library_makes_of_them() -> None:
    for played in range(5):
        hall = swiss(played=played)
        wanted = {2: 2600, 7: None}
        expected = correct_ratings(hall.tournament, wanted).tournament
        hall.do(CorrectRatings({hall.key(one): rating for one, rating in wanted.items()}), everything=True)
        assert replace(hall.tournament, remarks=()) == expected


def test_baku_keeps_its_group_when_a_rating_is_put_right() -> None:
    hall = DeskTournament()
    hall.do(OpenTournament("Tea Party", TournamentRules(system="FIDE_DUTCH_2026_BAKU", rounds=5)))
    hall.do(EnterPlayers(FIELD))
    hall.do(PairRound())
    group = {player.key for player in hall.tournament.players[:4]}
    hall.do(CorrectRatings({hall.key(2): 1500}), "numbers")
    points = rookery.history.acceleration.virtual_points(hall.tournament, 2)
    assert {hall.key(one) for one, worth in points.items() if worth} >= group - {"p2"}
    assert hall.tournament.acceleration


def test_moving_numbers_asks_after_round_1_and_ends_with_round_4(snapshot: SnapshotAssertion) -> None:
    hall = swiss(played=1)
    assert codes(hall, CorrectRatings({hall.key(8): 2700})) == ["numbers"]
    hall.do(CorrectRatings({hall.key(8): 2700}), "numbers")
    assert any(remark.text.startswith("TPN") for remark in hall.tournament.remarks)
    late = swiss(played=4)
    late.do(CorrectRatings({late.key(8): 2700}))
    assert [player.number for player in late.tournament.players if player.name == "Hal"] == [8]
    with pytest.raises(CommandRejectedError) as caught:
        late.do(RegenerateNumbers())
    assert (caught.value.code, caught.value.article) == ("numbers-late", "C.04.2 2.3")
    assert str(caught.value) == snapshot


def test_equal_players_preserve_their_order_on_renumbering() -> None:
    hall = swiss(players=tuple(altered(one, rating=2000) for one in FIELD))
    hall.do(ExchangeNumbers(hall.key(1), hall.key(2)), "numbers")
    assert [player.name for player in hall.tournament.players][:3] == ["Ben", "Ada", "Cyd"]
    assert hall.do(RegenerateNumbers()).events == ()


def test_numbers_are_exchanged_among_equals_only(snapshot: SnapshotAssertion) -> None:
    hall = swiss()
    with pytest.raises(CommandRejectedError) as caught:
        hall.do(ExchangeNumbers(hall.key(1), hall.key(2)))
    assert str(caught.value) == snapshot
    assert caught.value.article == "C.04.2 2.2"


def test_a_round_robin_is_numbered_by_hand_or_by_lot_and_the_lot_falls_once(snapshot: SnapshotAssertion) -> None:
    hall = DeskTournament()
    hall.do(OpenTournament("Club", TournamentRules(system="BERGER_ROUNDROBIN"), lots="seed"))
    hall.do(EnterPlayers(FIELD[:6]))
    first = [hall.key(number) for number in range(1, 7)]
    hall.do(SetNumbers(tuple(reversed(first))))
    assert [hall.key(number) for number in range(1, 7)] == first[::-1]
    hall.do(DrawNumbers())
    drawn = [hall.key(number) for number in range(1, 7)]
    assert sorted(drawn) == sorted(first)
    hall.do(GiveNumbers())
    hall.do(DrawNumbers())
    assert [hall.key(number) for number in range(1, 7)] == drawn
    with pytest.raises(CommandRejectedError) as caught:
        hall.do(SetNumbers(tuple(first[:5])))
    assert str(caught.value) == snapshot
    hall.do(Undo())
    hall.do(EnterPlayers((FIELD[6],)))  # one more, or one gone, is no way to another draw among the others
    hall.do(DrawNumbers())
    assert [key for key in map(hall.key, range(1, 8)) if key in drawn] == drawn
    late = next(key for key in map(hall.key, range(1, 8)) if key not in drawn)
    hall.do(RemovePlayer(late))
    hall.do(DrawNumbers())
    assert [hall.key(number) for number in range(1, 7)] == drawn


def test_a_swiss_is_not_numbered_by_hand_in_fide_mode(snapshot: SnapshotAssertion) -> None:
    hall = swiss()
    order = tuple(hall.key(number) for number in range(8, 0, -1))
    with pytest.raises(CommandRejectedError) as caught:
        hall.do(SetNumbers(order))
    assert caught.value.article == "C.04.2 2.2"
    assert str(caught.value) == snapshot
    hall.do(LeaveMode(), "leave-mode", "leave-mode!")
    hall.do(SetNumbers(order))
    assert hall.tournament.players[0].name == "Hal"


# -- teams -------------------------------------------------------------------------------------------------------------


def teams(rounds: int = 3, paired: int = 0) -> DeskTournament:
    hall = DeskTournament()
    hall.do(
        OpenTournament("League", TournamentRules(system="FIDE_TEAM_BASE_TYPE_A_2026", rounds=rounds), team_event=True)
    )
    for team in ("Ash", "Elm", "Fir", "Oak"):
        hall.do(EnterTeam(team, tuple(Facts(f"{team} {n}", 2000 - 10 * n) for n in range(1, 4)), strength=2000))
    hall.do(SetRules({"board_colours": "WB"}))
    for _ in range(paired):
        hall.do(PairRound())
    return hall


def test_a_team_is_entered_joined_changed_and_removed(snapshot: SnapshotAssertion) -> None:
    hall = teams()
    t = hall.tournament
    assert [(team.number, team.name, team.players) for team in t.teams][:2] == [
        (1, "Ash", (1, 2, 3)),
        (2, "Elm", (4, 5, 6)),
    ]
    hall.do(JoinTeam(hall.key(2), Facts("New, Nell", 1900), 2))
    stranger = replace(hall.tournament.players[-1], key="p17")
    assert hall.tournament.teams == add_to_team(t, stranger, 2, 2).teams
    roster = tuple(hall.state.keys.player[player] for player in reversed(hall.tournament.teams[0].players))
    hall.do(ChangeTeam(hall.key(1), {"name": "Ash Tree", "roster": roster}))
    assert (hall.tournament.teams[0].name, hall.tournament.teams[0].players) == ("Ash Tree", (3, 2, 1))
    hall.do(RemoveTeam(hall.key(3)))
    assert [(team.number, team.name) for team in hall.tournament.teams] == [(1, "Ash Tree"), (2, "Elm"), (3, "Oak")]
    assert len(hall.tournament.players) == 10
    for wanted in (
        EnterTeam("elm"),
        ChangeTeam(hall.key(1), {"roster": ["p1"]}),
        ChangeTeam(hall.key(1), {"colour": "green"}),
        JoinTeam(hall.key(1), Facts("X"), 9),
        Withdraw("p1"),
    ):
        with pytest.raises(rookery.RookeryError) as caught:
            hall.do(wanted)
        assert str(caught.value) == snapshot


def test_a_late_team_has_missed_the_rounds_before_it(snapshot: SnapshotAssertion) -> None:
    hall = teams(paired=1)
    hall.do(EnterTeam("Yew", (Facts("Yew 1", 1900),), missed=HALF))
    assert [bye.kind for bye in hall.tournament.rounds[0].byes if bye.player == 5] == [HALF]
    with pytest.raises(CommandRejectedError) as caught:
        hall.do(RemoveTeam(hall.key(5)))
    assert caught.value.article == "C.04.2 3.2"
    assert str(caught.value) == snapshot


def test_a_line_up_sits_at_the_boards_of_its_round(snapshot: SnapshotAssertion) -> None:
    hall = teams()
    player = hall.state.keys.player
    assert codes(hall, SetLineup(1, hall.key(1), (player[3], player[1]))) == ["line-up"]
    hall.do(SetLineup(1, hall.key(1), (player[2], player[3])))
    hall.do(PairRound())
    match = next(one for one in hall.tournament.rounds[0].matches if 1 in (one.white, one.black))
    ours = [one for game in match.games for one in (game.white, game.black) if one in (1, 2, 3)]
    assert ours == [2, 3]
    for wanted in (
        SetLineup(1, hall.key(1), (player[2],)),
        SetLineup(2, hall.key(1), (player[4],)),
        SetLineup(2, hall.key(1), (player[1], player[1])),
        SetLineup(2, hall.key(1), (player[1], player[2], player[3])),
    ):
        with pytest.raises(CommandRejectedError) as caught:
            hall.do(wanted)
        assert str(caught.value) == snapshot


@pytest.mark.parametrize("wanted", [
    AskBye("p1", (1, 2), HALF), AskBye("p1", (1,), None), Withdraw("p1", 3), Expel("p1", "why"),
    ForbidPair(("p1", "p2"), 1, 3),
    CorrectRatings({"p1": 2000, "p2": None}), SetNumbers(("p2", "p1")), EditPlayer("p1", {"name": "X"}),
    EnterTeam("Ash", (Facts("A", 2000),)), SetLineup(1, "t1", ("p1", "p2")),
], ids=lambda one: one.NAME)  # fmt: skip
def test_wishes_come_back_from_their_json(wanted: object) -> None:
    assert command_from_data(command_to_data(wanted)) == wanted  # type: ignore[arg-type]


def test_every_state_is_what_its_log_adds_up_to(tmp_path: Path) -> None:
    hall = teams(paired=1)
    assert hall.replay() == hall.state
    assert isinstance(hall.tournament, Tournament)
    assert all(game.result is Result.PENDING for match in hall.tournament.rounds[0].matches for game in match.games)


def test_facts_are_what_a_player_is_apart_from_the_event() -> None:
    of_the_event = {"number", "key", "points", "rank"}
    assert {field.name for field in fields(Facts)} == {field.name for field in _record.fields(Player)} - of_the_event
