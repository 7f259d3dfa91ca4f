"""History: one truth table for all systems, on games, two-game matches and team matches."""

from __future__ import annotations

import copy
import pickle
import weakref

import pytest
from syrupy.assertion import SnapshotAssertion

import rookery
from rookery.errors import UnfinishedError
from rookery.history.history import Float, History, Kind, Meeting
from rookery.model import (
    Bye,
    ByeKind,
    Colour,
    Game,
    Match,
    Player,
    PointAdjustment,
    PointSystem,
    Result,
    Round,
    Team,
    Tournament,
    VirtualPoints,
)
from rookery.ranking.crosstable import CrossTable

U, F, H, Z, NEW = ByeKind.PAIRING_ALLOCATED, ByeKind.FULL, ByeKind.HALF, ByeKind.ZERO, ByeKind.NOT_ENTERED
WON, DRAWN, LOST = Result.WHITE_WINS, Result.DRAW, Result.BLACK_WINS


def event(*rounds: Round, **more: object) -> Tournament:
    names = {player for round in rounds for pair in round.pairs for player in pair}
    names |= {bye.player for round in rounds for bye in round.byes}
    return Tournament(players=tuple(map(Player, sorted(names))), rounds=rounds, **{"planned_rounds": 9, **more})  # type: ignore[arg-type]


def single(bye: ByeKind, **more: object) -> History:
    return History(event(Round(games=(Game(1, 2, WON),), byes=(Bye(3, bye),)), **more))


@pytest.mark.parametrize(
    ("bye", "score", "barred", "floated", "paired"),
    [
        (U, 10, True, Float.DOWN, True),
        (F, 10, True, Float.DOWN, False),
        (H, 5, False, Float.DOWN, False),
        (Z, 0, False, None, False),
        (NEW, 0, False, None, False),
    ],
)
def test_truth_table_of_byes(bye: ByeKind, score: int, barred: bool, floated: Float | None, paired: bool) -> None:
    view = single(bye).before(2)
    tally = view.totals[3]
    assert (tally.score, tally.barred, tally.paired) == (score, barred, paired)
    assert view.floats(1).get(3) == floated
    assert (tally.colours, tally.opponents, tally.games_played) == ("", (), 0)


@pytest.mark.parametrize(
    ("result", "coloured"),
    [
        (Result.WHITE_BY_FORFEIT, True),
        (Result.BLACK_BY_FORFEIT, True),
        (Result.DOUBLE_FORFEIT, True),
        (Result.WHITE_BY_FORFEIT, False),
    ],
)
def test_truth_table_of_forfeits(result: Result, coloured: bool) -> None:
    view = History(event(Round(games=(Game(1, 2, result, coloured),)))).before(2)
    for one, wins in ((1, result is Result.WHITE_BY_FORFEIT), (2, result is Result.BLACK_BY_FORFEIT)):
        tally = view.totals[one]
        assert (tally.score, tally.barred, tally.games_played) == (10 * wins, wins, 0)
        assert (tally.colours, tally.opponents, tally.paired) == ("", (), True)
        assert view.floats(1).get(one) == (Float.DOWN if wins else None)


def test_a_bye_worth_nothing_still_floats_and_bars() -> None:
    view = single(U, points=PointSystem(pab=0)).before(2)
    assert view.totals[3].barred
    assert view.floats(1) == {3: Float.DOWN}


def test_absence_worth_more_than_a_loss_floats() -> None:
    assert single(Z, points=PointSystem(absence=5)).before(2).floats(1) == {3: Float.DOWN}


def test_odd_results_count_as_written() -> None:
    view = History(event(Round(games=(Game(1, 2, Result.WHITE_DRAWS_ALONE), Game(3, 4, Result.BOTH_LOSE))))).before(2)
    assert [view.score(one) for one in (1, 2, 3, 4)] == [5, 0, 0, 0]
    assert view.totals[3].opponents == (4,)


def test_floats_go_by_calendar_round_and_by_pairing_scores() -> None:
    first = Round(games=(Game(1, 2, WON), Game(3, 4, DRAWN)))
    second = Round(games=(Game(1, 3, WON), Game(4, 2, LOST)))
    plain = History(event(first, second)).before(3)
    assert plain.floats(1) == {1: Float.DOWN, 3: Float.UP, 4: Float.DOWN, 2: Float.UP}
    assert plain.floats(2) == {}
    virtual = (VirtualPoints(2, 3, 2, 2, points=5),)
    faster = History(event(first, second, acceleration=virtual)).before(3)
    assert faster.floats(1) == {}
    assert [faster.pairing_score(one) for one in (1, 2, 3, 4)] == [20, 10, 5, 5]
    assert History(event(first, second, acceleration=virtual)).before(2).pairing_score(3) == 10


def test_colours_are_compressed_to_played_games() -> None:
    rounds = (
        Round(games=(Game(1, 2, WON), Game(3, 4, WON))),
        Round(games=(Game(3, 1, Result.BLACK_BY_FORFEIT), Game(2, 4, WON))),
        Round(games=(Game(1, 4, DRAWN), Game(2, 3, DRAWN))),
    )
    view = History(event(*rounds)).before(4)
    assert {one: tally.colours for one, tally in view.totals.items()} == {1: "ww", 2: "bww", 3: "wb", 4: "bbb"}
    assert view.totals[1].opponents == (2, 4)


def test_an_adjourned_game_is_a_draw_for_pairing() -> None:
    view = History(event(Round(games=(Game(1, 2, Result.ADJOURNED),)))).before(2)
    assert [view.score(one) for one in (1, 2)] == [5, 5]
    assert view.totals[1].opponents == (2,)


def test_an_open_game_stops_the_next_round_and_is_named(snapshot: SnapshotAssertion) -> None:
    history = History(event(Round(games=(Game(1, 2), Game(3, 4, WON), Game(6, 5)))))
    assert history.before(1).score(1) == 0
    with pytest.raises(UnfinishedError) as caught:
        history.before(2)
    assert str(caught.value) == snapshot
    assert caught.value.boards == ((1, 2), (6, 5))
    assert caught.value.participants == (1, 2, 6, 5)


def test_no_absence_before_an_entry() -> None:
    players = tuple(map(Player, (1, 2, 3)))
    rounds = (Round(games=(Game(1, 2, WON),)), Round(games=(Game(3, 1, WON),)), Round(games=(Game(1, 2, WON),)))
    columns = History(Tournament(players=players, rounds=rounds)).round_results
    assert [column[3].kind for column in columns] == [Kind.NOT_ENTERED, Kind.PLAYED, Kind.ZERO_BYE]
    assert columns[1][2].kind is Kind.ZERO_BYE


def test_a_longer_history_shares_what_is_known() -> None:
    first = event(Round(games=(Game(1, 2, WON), Game(3, 4, WON))))
    history = History(first)
    history.before(2)
    second = first.with_round(Round(games=(Game(1, 3, WON), Game(2, 4, WON))))
    longer = history.extend(second)
    assert longer.before(3).totals == History(second).before(3).totals
    assert longer.round_results[0] is history.round_results[0]
    other = event(Round(games=(Game(2, 1, WON), Game(3, 4, WON))))
    assert history.extend(other).before(2).totals == History(other).before(2).totals


@pytest.mark.parametrize("seed", range(6))
def test_consecutive_sessions_are_independent(seed: int) -> None:
    """A round of the one is no round of the other, whatever was asked of either, or of the one before, and when."""
    made = rookery.generate(
        rookery.GeneratorSettings(players=13 + seed, rounds=5, half_byes=2, zero_byes=1, forfeits=0.1), seed
    )
    before, last = made.before_round(5), made.rounds[4]
    ends = [last, Round(games=tuple(Game(g.white, g.black, LOST) for g in last.games), byes=last.byes)]
    for way in (History.append_round, lambda history, end: history.extend(before.with_round(end))):
        shared = History(before)
        if seed % 2:
            shared.before(5).floats(1)
        for end in (*ends, ends[0]):
            found, cold = way(shared, end).before(6), History(before.with_round(end)).before(6)
            assert (found.totals, found.pairing_scores()) == (cold.totals, cold.pairing_scores())
            assert [found.floats(ago) for ago in (1, 2)] == [cold.floats(ago) for ago in (1, 2)]
            assert found.totals_columns(found.history.ids) == cold.totals_columns(cold.history.ids)
        assert shared.before(5).totals == History(before).before(5).totals
        assert len(shared.round_columns) == 4


def test_a_copied_tournament_continues_the_history_of_its_source() -> None:
    first = event(Round(games=(Game(1, 2, WON), Game(3, 4, WON))))
    plain = pickle.dumps(first)
    known = History.for_tournament(first)
    assert History.for_tournament(first) is known
    assert pickle.dumps(first) == plain
    second = first.with_round(Round(games=(Game(1, 3, WON), Game(4, 2, WON))))
    carried = History.for_tournament(second)
    assert carried.round_columns[0] is known.round_columns[0]
    assert carried.before(3).totals == History(second).before(3).totals
    assert History.for_tournament(second.before_round(2)).before(2).totals == known.before(2).totals
    assert (pickle.loads(pickle.dumps(second)), copy.deepcopy(second)) == (second, second)
    gone, sheet = weakref.ref(carried), carried.round_columns[0]
    del carried
    assert gone() is None
    assert History.for_tournament(second).round_columns[0] is not sheet


def test_rounds_may_be_computed_in_any_order_and_added_in_any_steps() -> None:
    rounds = (
        Round(games=(Game(1, 2, WON), Game(3, 4, DRAWN)), byes=(Bye(5, U),)),
        Round(games=(Game(5, 1, LOST), Game(2, 3, Result.WHITE_BY_FORFEIT)), byes=(Bye(4, H),)),
        Round(games=(Game(1, 3, DRAWN), Game(4, 5, WON))),
        Round(games=(Game(2, 5, WON), Game(4, 1, WON)), byes=(Bye(3, U),)),
    )
    whole = History(event(*rounds, point_adjustments=(PointAdjustment(points=5, players=(2, 99), round=3),)))
    stepwise = History(whole.tournament)
    forward = [stepwise.before(number).totals for number in range(1, 6)]
    backward = [whole.before(number).totals for number in range(5, 0, -1)]
    assert forward == backward[::-1]
    assert [forward[4][one].score for one in range(1, 6)] == [25, 25, 20, 30, 10]
    assert forward[4][3][2:6] == ("wb", (4, 1), 2, True)
    assert forward[4][2][1] == 20


def test_a_history_without_players() -> None:
    assert History(Tournament(rounds=(Round(),))).before(2).totals == {}


def test_points_out_of_the_ordinary() -> None:
    rounds = (Round(games=(Game(1, 2, WON), Game(3, 4, LOST))), Round(games=(Game(1, 3, WON), Game(2, 4, WON))))
    abnormal = (
        PointAdjustment((1,), "W", 5, round=1),
        PointAdjustment((4,), "", -10, round=2),
        PointAdjustment((3,), "", 5),
        PointAdjustment((2,), "D", 99),
    )
    view = History(event(*rounds, point_adjustments=abnormal)).before(3)
    assert [view.score(one) for one in (1, 2, 3, 4)] == [15, 10, 5, 0]


def two_games(first: Result, second: Result) -> History:
    match = Match(1, 2, (Game(1, 2, first), Game(2, 1, second)))
    players = (Player(1), Player(2), Player(3))
    rounds = (Round(matches=(match,), byes=(Bye(3, U),)),)
    return History(Tournament(players=players, rounds=rounds, system="FIDE_DOUBLESWISS"))


@pytest.mark.parametrize(
    ("first", "second", "kinds", "points", "colour"),
    [
        (WON, DRAWN, (Kind.PLAYED, Kind.PLAYED), (15, 5), True),
        (WON, Result.BLACK_BY_FORFEIT, (Kind.PLAYED, Kind.PLAYED), (20, 0), True),
        (Result.WHITE_BY_FORFEIT, Result.BLACK_BY_FORFEIT, (Kind.FORFEIT_WIN, Kind.FORFEIT_LOSS), (20, 0), True),
        (Result.WHITE_BY_FORFEIT, Result.DOUBLE_FORFEIT, (Kind.FORFEIT_WIN, Kind.FORFEIT_LOSS), (10, 0), True),
        (Result.WHITE_BY_FORFEIT, Result.WHITE_BY_FORFEIT, (Kind.PLAYED, Kind.PLAYED), (10, 10), False),
        (Result.DOUBLE_FORFEIT, Result.DOUBLE_FORFEIT, (Kind.FORFEIT_LOSS, Kind.FORFEIT_LOSS), (0, 0), True),
    ],
)
def test_two_game_matches(
    first: Result, second: Result, kinds: tuple[Kind, Kind], points: tuple[int, int], colour: bool
) -> None:
    history = two_games(first, second)
    column = history.round_results[0]
    assert (column[1].kind, column[2].kind) == kinds
    assert (column[1].points, column[2].points) == points
    assert column[1].colour is (Colour.WHITE if colour else None)
    assert column[3].points == 15
    assert history.before(2).totals[3].had_bye


def team_event(match: Match, **more: object) -> Tournament:
    teams = (Team(1, "A", (1, 2)), Team(2, "B", (3, 4)), Team(3, "C", (5, 6)))
    rounds = (Round(matches=(match,), byes=(Bye(3, U),)),)
    values = {"team_event": True, "board_colours": "WB", "system": "FIDE_TEAM", **more}
    return Tournament(players=tuple(map(Player, range(1, 7))), teams=teams, rounds=rounds, **values)  # type: ignore[arg-type]


def test_team_matches_are_judged_by_their_boards() -> None:
    match = Match(1, 2, (Game(1, 3, WON), Game(4, 2, Result.WHITE_BY_FORFEIT)))
    column = History(team_event(match)).round_results[0]
    assert column[1] == Meeting(Kind.PLAYED, 2, Colour.WHITE, 10, 10)
    assert column[2] == Meeting(Kind.PLAYED, 1, Colour.BLACK, 10, 10)
    assert column[3] == Meeting(Kind.ALLOCATED_BYE, None, None, 10, 10)


def test_a_team_match_without_a_played_board_is_forfeited() -> None:
    boards = (Game(1, 3, Result.WHITE_BY_FORFEIT), Game(4, 2, Result.DOUBLE_FORFEIT))
    column = History(team_event(Match(1, 2, boards))).round_results[0]
    assert (column[1].kind, column[2].kind) == (Kind.FORFEIT_WIN, Kind.FORFEIT_LOSS)
    whole = History(team_event(Match(1, 2, forfeit=Result.BLACK_BY_FORFEIT))).round_results[0]
    assert (whole[1].kind, whole[1].points, whole[2].points, whole[2].secondary) == (Kind.FORFEIT_LOSS, 0, 20, 20)


def test_game_points_may_come_first() -> None:
    match = Match(1, 2, (Game(1, 3, WON), Game(4, 2, DRAWN)))
    view = History(team_event(match, system="FIDE_TEAM_GP_MP", team_bye_points=15)).before(2)
    assert [(view.score(one), view.totals[one].secondary) for one in (1, 2, 3)] == [(15, 20), (5, 0), (15, 10)]


def test_an_open_match_gives_no_match_points_yet() -> None:
    open_match = Match(1, 2, (Game(1, 3, WON), Game(4, 2)))
    column = History(team_event(open_match)).round_results[0]
    assert (column[1].kind, column[1].points, column[1].secondary) == (Kind.PENDING, 0, 10)
    with pytest.raises(UnfinishedError, match="1-2"):
        History(team_event(open_match)).before(2)


def test_earlier_meetings_count_games_and_matches_alike() -> None:
    games = event(
        Round(games=(Game(1, 2, WON), Game(3, 4, Result.BOTH_LOSE))), Round(games=(Game(2, 1), Game(4, 3, WON)))
    )
    assert History(games).rounds_met(1, 2) == History(games).rounds_met(2, 1) == (1,)  # round 2 is still open
    assert History(games).rounds_met(3, 4) == (1, 2)
    assert History(games).rounds_met(1, 3) == ()
    forfeited = Game(1, 2, Result.WHITE_BY_FORFEIT)
    assert History(event(Round(games=(forfeited,)))).rounds_met(1, 2) == ()  # C.04.2 3.4: nothing was played
    two = Match(1, 2, (Game(1, 2, WON), Game(2, 1, Result.WHITE_BY_FORFEIT)))
    assert History(event(Round(matches=(two,)), system="FIDE_DOUBLESWISS")).rounds_met(2, 1) == (1,)
    played, not_played = Match(1, 2, (Game(1, 2, DRAWN),)), Match(2, 1, (), Result.DOUBLE_FORFEIT)
    teams = Tournament(
        players=(Player(1), Player(2)), teams=(Team(1, "A", (1,)), Team(2, "B", (2,))), team_event=True,
        rounds=(Round(matches=(played,)), Round(matches=(not_played,))),
    )  # fmt: skip
    assert History(teams).rounds_met(1, 2) == (1,)


def test_values_derived_from_a_history_are_pickled_with_it() -> None:
    tournament = Tournament(players=tuple(map(Player, range(1, 5))), rounds=(Round(games=(Game(1, 2, WON),)),))
    history = History.for_tournament(tournament)
    assert History.for_tournament(tournament) is history
    table = CrossTable.for_tournament(tournament)
    assert CrossTable.for_tournament(tournament) is table
    gone = weakref.ref(history), weakref.ref(table)
    del history
    assert gone[0]() is not None  # the table has it
    del table
    assert [one() for one in gone] == [None, None]


def test_a_history_used_for_standings_can_be_pickled() -> None:
    event = Tournament(players=tuple(map(Player, range(1, 5))), planned_rounds=3, system="dutch")
    outcome = rookery.pair(event)
    table = rookery.standings(event)
    assert pickle.loads(pickle.dumps((outcome, table))) == (outcome, table)


@pytest.mark.parametrize("seed", range(8))
def test_what_is_gathered_is_what_the_meetings_say(seed: int) -> None:
    """Column by column, cold and carried on from round to round, for everybody and for some."""
    made = rookery.generate(
        rookery.GeneratorSettings(players=15 + seed, rounds=7, half_byes=2, zero_byes=1, forfeits=0.1), seed
    )
    known, ids = History(made.before_round(1)), tuple(made.participants_by_number)
    for number in range(1, len(made.rounds) + 2):
        known = known.extend(made.before_round(number))
        cold = History(made.before_round(number)).before(number)
        assert known.before(number).totals_columns(ids) == cold.totals_columns(ids)
        for one in ids:
            past = list(cold.meetings(one))
            played = [each for each in past if each.kind.bars_rematch]
            (found,) = cold.totals_columns((one,)).select((1,))
            assert found == cold.totals[one]
            assert found.score == sum(each.points for each in past) == cold.score(one)
            assert found.opponents == tuple(each.opponent for each in played)
            assert found.colours == "".join(each.colour.value for each in played if each.colour)
            assert found.games_played == len(played)
            assert found.paired == any(each.kind.paired for each in past)
            assert found.had_bye == any(each.kind is Kind.ALLOCATED_BYE for each in past)
            assert found.won_by_forfeit == any(each.kind is Kind.FORFEIT_WIN for each in past)
        some = ids[::-2]
        assert list(cold.totals_columns(some).opponents) == [cold.totals[one].opponents for one in some]
