"""From a pairing to a round to results: no request or value is lost."""

from __future__ import annotations

import pickle

import pytest
from syrupy.assertion import SnapshotAssertion

import rookery
from rookery import Bye, ByeKind, Game, Match, Player, RequestedBye, Result, Round, RuleError, Team, Tournament, as_data

EIGHT = tuple(Player(i, f"Player {i}", 2400 - 10 * i) for i in range(1, 9))
HALF, ALLOCATED = ByeKind.HALF, ByeKind.PAIRING_ALLOCATED


def play_rounds(event: Tournament, rounds: int) -> Tournament:
    """The event with so many more rounds, White winning throughout."""
    for _ in range(rounds):
        event = event.with_round(rookery.pair(event).round)
        for game in event.rounds[-1].pending:
            event = event.with_result(len(event.rounds), game.white, game.black, "1-0")
    return event


def test_the_round_of_an_outcome_has_everybody() -> None:
    asked = (RequestedBye(1, 3, HALF), RequestedBye(1, 5))
    event = Tournament(
        players=EIGHT[:7], planned_rounds=4, system="dutch", requested_byes=(*asked, RequestedBye(2, 3, HALF))
    )
    outcome = rookery.pair(event)
    assert outcome.round_number == 1
    assert {(bye.player, bye.kind) for bye in outcome.round.byes} == {
        (3, HALF), (5, ByeKind.ZERO), (outcome.bye, ALLOCATED),
    }  # fmt: skip
    assert outcome.round.pairs == outcome.pairs
    assert {game.result for game in outcome.round.games} == {Result.PENDING}
    after = event.with_round(outcome.round)
    assert after.rounds == (outcome.round,)
    assert after.requested_byes == (RequestedBye(2, 3, HALF),)


def test_json_data_contains_every_bye() -> None:
    event = Tournament(players=EIGHT[:5], planned_rounds=4, system="dutch", requested_byes=(RequestedBye(1, 2, HALF),))
    data = as_data(rookery.pair(event))
    assert isinstance(data, dict)
    assert data["byes"] == [{"player": 2, "kind": "half"}]
    assert data["whole"]["byes"] == data["byes"]


def test_an_outcome_sent_elsewhere_gives_the_same_round() -> None:
    outcome = rookery.pair(Tournament(players=EIGHT[:7], planned_rounds=4, system="dutch"))
    assert pickle.loads(pickle.dumps(outcome)).round == outcome.round


def test_a_round_paired_again_keeps_the_byes_of_the_file() -> None:
    event = Tournament(players=EIGHT[:7], planned_rounds=4, system="dutch", requested_byes=(RequestedBye(2, 3, HALF),))
    event = play_rounds(event, 2)
    again = rookery.pair(event, round=2).round
    assert set(again.byes) == set(event.rounds[1].byes)
    assert again.pairs == event.rounds[1].pairs


@pytest.mark.parametrize("system", ["dutch", "dubov", "burstein", "lim", "double-swiss", "round-robin", "keizer"])
def test_an_event_is_run_from_outcomes_alone(system: str) -> None:
    event = play_rounds(Tournament(players=EIGHT[:7], planned_rounds=5, system=system), 4)
    assert [len(round.participants) for round in event.rounds] == [7] * 4
    met = [frozenset(pair) for round in event.rounds for pair in round.pairs]
    assert system == "keizer" or len(met) == len(set(met))
    assert rookery.loads(rookery.dumps(event, "json")).tournament == event


def test_teams_and_knock_outs_are_run_from_outcomes_alone() -> None:
    players = tuple(Player(i) for i in range(1, 13))
    teams = tuple(Team(i, f"Team {i}", (2 * i - 1, 2 * i)) for i in range(1, 7))
    event = Tournament(
        players=players, teams=teams, team_event=True, system="team", planned_rounds=3, board_colours="WB"
    )
    event = event.with_round(rookery.pair(event).round)
    first = event.rounds[0].matches[0]
    assert [(game.white, game.black) for game in first.games] == [(1, 7), (8, 2)]
    event = event.with_result(1, 8, 2, "0-1")
    assert event.rounds[0].matches[0].games[1].result is Result.BLACK_WINS
    cup = Tournament(players=EIGHT, system="knockout")
    cup = cup.with_round(rookery.pair(cup).round)
    for white, black in cup.rounds[0].pairs:
        cup = cup.with_result(1, white, black, Result.WHITE_WINS)
    assert len(cup.with_round(rookery.pair(cup).round).rounds[1].games) == 2


# -- rounds made by others


def test_requested_byes_are_added_to_a_round_without_them() -> None:
    event = Tournament(players=EIGHT[:3], planned_rounds=3, system="dutch", requested_byes=(RequestedBye(1, 3, HALF),))
    event = event.with_round(Round(games=(Game(1, 2, Result.DRAW),)))
    assert event.rounds[0].byes == (Bye(3, HALF),)
    assert event.rounds[0].participants == {1, 2, 3}
    assert [row.points for row in rookery.standings(event)] == [5, 5, 5]


def test_a_bye_that_differs_from_the_request_is_valid() -> None:
    event = Tournament(players=EIGHT[:3], planned_rounds=3, system="dutch", requested_byes=(RequestedBye(1, 3, HALF),))
    round = Round(games=(Game(1, 2, Result.DRAW),), byes=(Bye(3, ByeKind.FULL),))
    assert event.with_round(round).rounds == (round,)


def test_omitted_players_of_a_round_are_named(snapshot: SnapshotAssertion) -> None:
    event = Tournament(players=EIGHT[:7], planned_rounds=3, system="dutch")
    short = Round(games=(Game(1, 2), Game(3, 4)))
    with pytest.raises(RuleError) as caught:
        event.with_round(short)
    assert caught.value.participants == (5, 6, 7)
    assert str(caught.value) == snapshot
    assert event.with_round(short, incomplete=True).rounds == (short,)


def test_eliminated_and_free_players_are_not_missing() -> None:
    cup = Tournament(players=EIGHT[:2] + EIGHT[2:4], system="knockout")
    cup = cup.with_round(Round(games=(Game(1, 4, Result.WHITE_WINS), Game(2, 3, Result.WHITE_WINS))))
    assert len(cup.with_round(Round(games=(Game(1, 2),))).rounds) == 2
    table = Tournament(players=EIGHT[:3], system="round-robin")
    assert table.with_round(Round(games=(Game(2, 3),))).rounds[0].byes == ()


# -- one result


def test_a_result_changes_nothing_else() -> None:
    event = play_rounds(Tournament(players=EIGHT, planned_rounds=5, system="dutch"), 3)
    white, black = event.rounds[1].pairs[2]
    changed = event.with_result(2, white, black, Result.DRAW)
    assert changed.rounds[1].games[2] == Game(white, black, Result.DRAW)
    assert changed.with_result(2, white, black, Result.WHITE_WINS) == event
    assert [a == b for a, b in zip(changed.rounds, event.rounds, strict=True)] == [True, False, True]
    assert rookery.pair(changed) == rookery.pair(rookery.loads(rookery.dumps(changed, "json")).tournament)


def test_two_games_are_entered_in_turn() -> None:
    match = Match(1, 2, (Game(1, 2), Game(2, 1)))
    event = Tournament(players=EIGHT[:2], system="double-swiss", rounds=(Round(matches=(match,)),))
    event = event.with_result(1, 2, 1, "1-0").with_result(1, 1, 2, "½-½")
    assert [str(game.result) for game in event.rounds[0].matches[0].games] == ["½-½", "1-0"]
    cup = Match(1, 2, (Game(1, 2), Game(2, 1), Game(1, 2)))
    long = Tournament(players=EIGHT[:2], system="knockout", rounds=(Round(matches=(cup,)),))
    results = ["0-1", "1-0", "½-½"]
    for result in results:
        long = long.with_result(1, 1, 2, result) if result != "1-0" else long.with_result(1, 2, 1, result)
    assert [str(game.result) for game in long.rounds[0].matches[0].games] == results


def test_a_forfeit_without_colours_gets_them_when_it_is_played() -> None:
    walkover = Game(1, 2, Result.WHITE_BY_FORFEIT, coloured=False)
    event = Tournament(players=EIGHT[:2], rounds=(Round((walkover,)),))
    assert event.with_result(1, 1, 2, "1-0").rounds[0].games[0].coloured
    assert not event.with_result(1, 1, 2, "-/-").rounds[0].games[0].coloured


REFUSED = [
    pytest.param((2, 1, 2, "1-0"), id="later-round"),
    pytest.param((0, 1, 2, "1-0"), id="round-0"),
    pytest.param((1, 2, 1, "1-0"), id="colours-exchanged"),
    pytest.param((1, 1, 3, "1-0"), id="no-game"),
    pytest.param((1, 1, 2, "2-0"), id="unknown-result"),
]


@pytest.mark.parametrize("entry", REFUSED)
def test_what_cannot_be_entered_is_refused(entry: tuple[int, int, int, str], snapshot: SnapshotAssertion) -> None:
    event = Tournament(players=EIGHT[:4], rounds=(Round((Game(1, 2), Game(3, 4))),))
    with pytest.raises(RuleError) as caught:
        event.with_result(*entry)
    assert str(caught.value) == snapshot


# -- by the number of the board


def test_boards_are_those_published() -> None:
    event = play_rounds(Tournament(players=EIGHT, planned_rounds=5, system="dutch"), 2)
    event = event.with_round(rookery.pair(event).round)
    loaded = rookery.loads(rookery.dumps(event, "trf26")).tournament
    boards = rookery.boards(loaded, 3)
    assert [(board.white, board.black) for board in boards] == list(rookery.pair(event.before_round(3)).pairs)
    entered = rookery.enter(loaded, 3, 2, "½-½")
    game = boards[1]
    assert entered == loaded.with_result(3, game.white, game.black, Result.DRAW)


def test_a_correction_leaves_later_boards_their_numbers() -> None:
    event = play_rounds(Tournament(players=EIGHT, planned_rounds=5, system="dutch"), 3)
    before = [(board.white, board.black) for board in rookery.boards(event, 3)]
    for board in range(1, 5):
        changed = rookery.enter(event, 1, board, "0-1")
        assert [(board.white, board.black) for board in rookery.boards(changed, 3)] == before


def test_boards_of_matches_are_in_the_search_results(snapshot: SnapshotAssertion) -> None:
    players = tuple(Player(i) for i in range(1, 13))
    teams = tuple(Team(i, f"Team {i}", (2 * i - 1, 2 * i)) for i in range(1, 7))
    event = Tournament(
        players=players, teams=teams, team_event=True, system="team", planned_rounds=3, board_colours="WB"
    )
    event = event.with_round(rookery.pair(event).round)
    assert rookery.enter(event, 1, (1, 2), "0-1") == event.with_result(1, 8, 2, "0-1")
    for round, board in ((1, (1, 3)), (1, 1), (1, 9), (2, 1)):
        with pytest.raises(RuleError) as caught:
            rookery.enter(event, round, board, "0-1")
        assert str(caught.value) == snapshot


def test_boards_do_not_depend_on_the_order_in_which_games_stand() -> None:
    event = play_rounds(Tournament(players=EIGHT, planned_rounds=5, system="dutch"), 3)
    for number, round in enumerate(event.rounds, 1):
        mixed = list(event.rounds)
        mixed[number - 1] = Round(games=tuple(reversed(round.games)), byes=round.byes)
        again = Tournament(players=EIGHT, planned_rounds=5, system="dutch", rounds=tuple(mixed))
        assert rookery.boards(again, number) == rookery.boards(event, number)
