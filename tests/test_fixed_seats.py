"""Fixed boards and colours: facts of the tournament that every round respects."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from syrupy.assertion import SnapshotAssertion

import rookery
from rookery import Colour, FixedSeat, Game, Pairing, Player, Remark, Result, Round, RuleError, Team, Tournament
from rookery.files import list_losses
from rookery.history import late_entries

WHITE, BLACK = Colour.WHITE, Colour.BLACK


def event(size: int = 8, system: str = "dutch", planned: int | None = 5) -> Tournament:
    players = tuple(Player(one, f"P{one}", 2000 - one) for one in range(1, size + 1))
    return Tournament(players=players, system=system, planned_rounds=planned)


def numbered(outcome: Pairing) -> dict[int, tuple[int, int]]:
    return dict(zip(outcome.board_numbers, outcome.pairs, strict=True))


def play_rounds(tournament: Tournament, rounds: int) -> Tournament:
    for number in range(1, rounds + 1):
        tournament = tournament.with_round(rookery.pair(tournament).round)
        for game in tournament.rounds[-1].pending:
            tournament = tournament.with_result(number, game.white, game.black, Result.WHITE_WINS)
    return tournament


def test_a_fixed_board_has_every_game_of_its_player() -> None:
    made = play_rounds(event().seat(5, board=2).seat(8, board=9), 4)
    for number in range(1, 5):
        boards = dict(zip(rookery.board_numbers(made, number), rookery.boards(made, number), strict=True))
        assert {5} <= {boards[2].white, boards[2].black}
        meets = next(board for board, game in boards.items() if 8 in (game.white, game.black))
        assert meets == (2 if {5, 8} == {boards[2].white, boards[2].black} else 9)
        again = rookery.pair(made, round=number)
        assert numbered(again) == {board: (game.white, game.black) for board, game in boards.items()}
    assert [one.verdict.value for one in rookery.check(made).rounds] == ["agrees"] * 4


def test_only_the_order_of_boards_changes() -> None:
    plain, kept = rookery.pair(event()), rookery.pair(event().seat(5, board=3))
    assert set(plain.pairs) == set(kept.pairs)
    assert numbered(kept) == {1: (6, 2), 2: (3, 7), 3: (1, 5), 4: (8, 4)}


def test_two_with_fixed_boards_meet_at_the_smaller_number(snapshot: SnapshotAssertion) -> None:
    outcome = rookery.pair(event().seat(5, board=7).seat(1, board=3))
    assert numbered(outcome)[3] == (1, 5)
    (breach,) = outcome.breaches
    assert breach.participants == (1, 5)
    assert breach.text == snapshot


def test_a_fixed_board_applies_from_its_round_on() -> None:
    made = play_rounds(event(), 1)
    before = rookery.boards(made, 1)
    later = play_rounds(made.seat(8, board=1), 0)
    assert rookery.boards(later, 1) == before
    assert 8 in numbered(rookery.pair(later))[1]
    free = later.seat(8)
    assert free.fixed_seats == ()
    then = later.with_round(rookery.pair(later).round).seat(8)
    assert then.fixed_seats == (FixedSeat(8, board=1, first_round=2), FixedSeat(8, first_round=3))
    assert (8 in then.seats_in(2), 8 in then.seats_in(3)) == (True, False)


def test_results_are_entered_by_the_numbers_on_the_boards(snapshot: SnapshotAssertion) -> None:
    made = event().seat(8, board=9)
    made = made.with_round(rookery.pair(made).round)
    entered = rookery.enter(made, 1, 9, "1-0")
    assert [(game.white, game.black) for game in entered.rounds[0].games if game.result is Result.WHITE_WINS] == [
        (8, 4)
    ]
    with pytest.raises(RuleError) as caught:
        rookery.enter(made, 1, 4, "1-0")
    assert str(caught.value) == snapshot


def test_a_colour_is_read_as_it_is_stored(snapshot: SnapshotAssertion) -> None:
    plain, kept = rookery.pair(event()), rookery.pair(event().seat(5, colour=WHITE))
    assert ((1, 5) in plain.pairs, (5, 1) in kept.pairs) == (True, True)
    assert {frozenset(pair) for pair in plain.pairs} == {frozenset(pair) for pair in kept.pairs}
    assert str(kept.explain(5)).splitlines()[-1] == snapshot
    made = play_rounds(event().seat(5, colour=WHITE), 4)
    assert all(5 in {game.white for game in round.games} for round in made.rounds)
    assert [one.verdict.value for one in rookery.check(made).rounds] == ["agrees"] * 4


def test_two_with_the_same_fixed_colour_get_the_colours_of_the_rules_with_a_remark(snapshot: SnapshotAssertion) -> None:
    outcome = rookery.pair(event().seat(5, colour=WHITE).seat(1, colour=WHITE))
    assert (1, 5) in outcome.pairs
    (breach,) = outcome.breaches
    assert (breach.participants, breach.criterion) == ((1, 5), "colour kept")
    assert breach.text == snapshot


def test_a_fixed_colour_breaks_the_rules_and_a_fixed_board_does_not() -> None:
    assert rookery.check_compliance(event().seat(5, board=3)) == ()
    (found,) = rookery.check_compliance(event().seat(5, colour=WHITE))
    assert (found.kind.value, found.article, found.participants) == ("fixed colour", "C.04.1 8", (5,))


@pytest.mark.parametrize("system", ["round-robin", "knockout", "keizer"])
def test_formats_that_give_their_rounds_keep_seats_too(system: str) -> None:
    made = event(system=system, planned=None).seat(8, board=2, colour=WHITE)
    outcome = rookery.pair(made)
    assert numbered(outcome)[2][0] == 8
    following = made.with_round(outcome.round)
    assert rookery.boards(following, 1)[1].white == 8


def test_teams_preserve_their_table_and_the_colour_on_board_1() -> None:
    players = tuple(Player(one, f"P{one}") for one in range(1, 17))
    teams = tuple(Team(one, f"T{one}", (2 * one - 1, 2 * one)) for one in range(1, 9))
    made = Tournament(players=players, teams=teams, team_event=True, system="team", planned_rounds=5).seat(
        8, board=1, colour=WHITE
    )
    outcome = rookery.pair(made)
    assert numbered(outcome)[1] == (8, 4)
    (match,) = (match for match in outcome.round.matches if match.white == 8)
    assert (match.games[0].white, match.games[1].black) == (15, 16)


@pytest.mark.parametrize("form", ["trf26", "json"])
def test_seats_and_withdrawals_come_back_from_every_file(form: str) -> None:
    made = event(planned=None).seat(5, board=3).seat(6, board=4, colour=BLACK).seat(7, colour=WHITE).withdraw(2)
    made = made.with_round(rookery.pair(made).round).seat(5, board=1).seat(7)
    data = rookery.dumps(made, form)
    found = rookery.loads(data).tournament
    assert (found.fixed_seats, found.withdrawn, found.requested_byes) == (made.fixed_seats, made.withdrawn, ())
    assert rookery.dumps(found, form) == data
    assert not {"fixed_seats", "withdrawn"} & set(list_losses(made, data))


@pytest.mark.parametrize(
    "line", ["seat 1: 9 board 3", "seat 1: 1 board", "seat 1: 1 white board 3", "seat: 1 free", "withdrawn 1: 1 ill"]
)
def test_a_comment_that_says_something_else_is_a_remark(line: str) -> None:
    found = rookery.loads(f"001    1      A\n001    2      B\n### {line}\n").tournament
    assert (found.remarks, found.fixed_seats, found.withdrawn) == ((Remark(line),), (), ())


def test_of_two_lines_for_a_board_the_first_counts() -> None:
    lines = "### seat 1: 1 board 3\n### seat 1: 2 board 3\n"
    found = rookery.loads(f"001    1      A\n001    2      B\n{lines}").tournament
    assert (found.fixed_seats, found.remarks) == ((FixedSeat(1, 3),), (Remark("seat 1: 2 board 3"),))


def test_two_players_with_the_same_board_are_a_problem_of_a_json_file(snapshot: SnapshotAssertion) -> None:
    seats = '[{"player": 1, "board": 3}, {"player": 2, "board": 3}]'
    text = f'{{"rookery": 1, "players": [{{"id": 1}}, {{"id": 2}}], "fixed_seats": {seats}}}'
    found = rookery.loads(text)
    assert found.tournament.fixed_seats == (FixedSeat(1, 3),)
    (problem,) = found.problems
    assert problem.field == "fixed_seats[1]"
    assert problem.text == snapshot


def test_seats_move_with_the_numbers() -> None:
    made = event(planned=None).seat(5, board=3).withdraw(6)
    moved, numbers = late_entries.insert_player(made, Player(9, "New", 1999))
    assert moved.fixed_seats == (FixedSeat(numbers[5], 3),)
    assert [one.player for one in moved.withdrawn] == [numbers[6]]


@pytest.mark.parametrize(
    "build",
    [
        lambda: FixedSeat(1, board=0),
        lambda: FixedSeat(1, colour="white"),  # type: ignore[arg-type]
        lambda: FixedSeat(0, board=1),
        lambda: FixedSeat(1, board=1, first_round=0),
        lambda: event().seat(9, board=1),
        lambda: event().seat(1, board=1).seat(2, board=1),
        lambda: Tournament(players=(Player(1),), fixed_seats=(FixedSeat(1, 1), FixedSeat(1, 2))),
        lambda: Tournament(players=(Player(1),), fixed_seats=(FixedSeat(2, 1),)),
    ],
)
def test_seats_that_cannot_be_are_refused(build: Callable[[], object]) -> None:
    with pytest.raises(RuleError):
        build()


def test_withdrawn_whatever_rounds_come() -> None:
    made = event(planned=None).withdraw(3)
    assert made.requested_byes == ()
    made = play_rounds(made, 3)
    assert all(3 in {bye.player for bye in round.byes} for round in made.rounds)
    assert [rookery.pair(made).opponents.get(3), made.absent(40)[3].name] == [None, "ZERO"]
    back = late_entries.cancel_withdrawal(made, 3, 5)
    assert [sorted(back.absent(number)) for number in (4, 5, 6)] == [[3], [], []]


def test_withdrawn_from_a_round_robin_of_no_planned_length() -> None:
    table = event(5, "round-robin", None)
    made = table.withdraw(3)
    outcome = rookery.pair(made)
    assert Game(3, 4, Result.BLACK_BY_FORFEIT) in outcome.round.games or 3 in {b.player for b in outcome.round.byes}
    made = play_rounds(made, 4)
    assert [one for one, _ in rookery.standings(made, provisional=True).left_out] == [3]


def test_an_absence_of_unknown_length_is_written_for_other_programs_and_read_once() -> None:
    made = event(planned=None).withdraw(3)
    text = rookery.dumps(made).decode()
    assert "240 Z   1    3" in text
    assert "XXZ 3" in rookery.dumps(made, "trfx").decode()
    assert rookery.loads(text).tournament.requested_byes == ()


def test_a_round_is_not_taken_twice_nor_beyond_the_plan(snapshot: SnapshotAssertion) -> None:
    made = event(4, planned=2)
    outcome = rookery.pair(made)
    once = made.with_round(outcome.round)
    with pytest.raises(RuleError) as caught:
        once.with_round(outcome.round)
    assert caught.value.article == "C.04.1 2"
    assert str(caught.value) == snapshot
    assert len(once.with_round(outcome.round, allow_irregular=True).rounds) == 2
    other = Round((Game(1, 2), Game(3, 4)))
    full = once.with_round(other)
    with pytest.raises(RuleError) as caught:
        full.with_round(Round((Game(1, 4), Game(2, 3))))
    assert caught.value.article == "C.04.1 1"
    assert str(caught.value) == snapshot
    assert len(full.with_round(Round((Game(1, 4), Game(2, 3))), allow_irregular=True).rounds) == 3
