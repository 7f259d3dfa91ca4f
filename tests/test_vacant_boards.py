"""A vacant board of a team match: a forfeit that counts for the opponent, in every table, file and pairing."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import rookery
from literal import team_tie_breaks
from literal.team_events import read_team_event
from rookery import standings
from rookery._record import replace
from rookery.errors import RuleError
from rookery.history.declared_points import player_points
from rookery.history.scoring import match_points
from rookery.history.team_matches import board_results, board_seats, match_boards, team_match
from rookery.model import (
    Bye,
    ByeKind,
    Ending,
    Game,
    Match,
    Player,
    PointSystem,
    Result,
    Round,
    Team,
    Tournament,
    VacantBoard,
)
from rookery.ranking.codes import parse_tiebreak
from rookery.ranking.definitions import POINTS, TABLE
from sweeps import vacant_boards

DRAW, WHITE, BLACK = Result.DRAW, Result.WHITE_WINS, Result.BLACK_WINS
SIZE = 4


def event(teams: int = 4, size: int = SIZE, **more: object) -> Tournament:
    """Teams of so many players on four boards, without rounds."""
    players = tuple(Player(at, f"P{at}", 2000 - at) for at in range(1, teams * size + 1))
    lists = tuple(Team(at + 1, f"T{at + 1}", tuple(range(size * at + 1, size * at + size + 1))) for at in range(teams))
    given = {"system": "FIDE_TEAM_TYPEA_MP_GP", "board_colours": "WBWB", "planned_rounds": 3, **more}
    return Tournament(players=players, teams=lists, team_event=True, **given)  # type: ignore[arg-type]


def play(match: Match, *results: Result) -> Match:
    """Return the match with results of its games in order, draws where none is given."""
    ends = [*results, *[DRAW] * len(match.games)]
    games = tuple(replace(game, result=end) for game, end in zip(match.games, ends, strict=False))
    return replace(match, games=games)


# -- the match ---------------------------------------------------------------------------------------------------------


def test_a_gap_stays_on_its_board_and_counts_for_the_opponent() -> None:
    t = event()
    match = play(team_match(t, 1, 3, {1: (1, 2, 0, 4)}))
    assert match.vacant == (VacantBoard(3, 11),)
    assert match.board_numbers == (1, 2, 4)
    assert [(game.white, game.black) for game in match.games] == [(1, 9), (10, 2), (12, 4)]
    assert list(board_results(t, match))[2] == (Ending.FORFEIT_LOSS, Ending.FORFEIT_WIN)
    assert match_points(t, match) == ((0, 15), (20, 25))
    assert not match.open


def test_a_list_shorter_than_the_match_leaves_its_last_boards_vacant() -> None:
    t = event()
    short = replace(t, teams=(replace(t.teams[0], players=(1, 2, 3)), *t.teams[1:]))
    assert team_match(short, 1, 2).vacant == (VacantBoard(4, 8),)
    assert team_match(short, 2, 1).vacant == (VacantBoard(4, 8),)
    # where no number of boards is announced, a match is as long as the shorter list: nobody is forfeited by a guess
    silent = replace(short, board_colours="")
    assert team_match(silent, 1, 2).vacant == ()
    assert len(team_match(silent, 1, 2).games) == 3


def test_lists_longer_than_the_match_have_reserves() -> None:
    t = event(size=6)
    match = team_match(t, 1, 2)
    assert match.board_count == SIZE
    assert board_seats(t, match) == [(1, 7), (2, 8), (3, 9), (4, 10)]


def test_a_board_that_both_teams_leave_is_lost_by_both() -> None:
    t = event()
    match = play(team_match(t, 1, 2, {1: (1, 0, 3, 4), 2: (5, 0, 7, 8)}))
    assert match.vacant == (VacantBoard(2),)
    assert match_points(t, match) == ((10, 15), (10, 15))


def test_boards_of_a_match_are_white_first_with_the_colours_of_their_number() -> None:
    t = event()
    match = team_match(t, 1, 2, {1: (0, 0, 3, 4)})
    assert [(board.number, board.white, board.black, str(board.result), board.turned)
            for board in match_boards(t, match)] == [
        (1, 0, 5, "-/+", False), (2, 6, 0, "+/-", True), (3, 3, 7, "pending", False), (4, 8, 4, "pending", True),
    ]  # fmt: skip


def test_a_team_without_players_has_no_boards_yet() -> None:
    t = event()
    bare = replace(t, teams=(replace(t.teams[0], players=()), *t.teams[1:]))
    assert team_match(bare, 1, 2) == Match(1, 2)
    assert team_match(bare, 1, 2).open


@pytest.mark.parametrize("vacant", [
    (VacantBoard(4, 3),), (VacantBoard(2, 3), VacantBoard(1, 4)), (VacantBoard(1, 3), VacantBoard(1, 4)),
    (VacantBoard(1, 1),), (VacantBoard(1, 3), VacantBoard(2, 3)), (3,),
])  # fmt: skip
def test_impossible_vacant_boards_are_refused(vacant: tuple[VacantBoard, ...]) -> None:
    with pytest.raises(RuleError):
        Match(1, 2, (Game(1, 2),), vacant=vacant)


def test_a_match_of_two_players_has_no_vacant_board() -> None:
    with pytest.raises(RuleError):
        Tournament(
            players=(Player(1), Player(2)), system="FIDE_DOUBLESWISS",
            rounds=(Round(matches=(Match(1, 2, vacant=(VacantBoard(1, 1),)),)),),
        )  # fmt: skip


# -- the same as a forfeit of somebody who sits there ------------------------------------------------------------------


RESULTS = st.sampled_from([WHITE, BLACK, DRAW])


@st.composite
def events_with_vacant_boards(draw: st.DrawFn) -> tuple[Tournament, Tournament]:
    """An event with vacant boards, and the same one in which the absent sat down and lost by forfeit."""
    t = event()
    vacant, seated = [], []
    for pairs in (((1, 3), (4, 2)), ((2, 1), (3, 4))):
        ours, theirs = [], []
        for white, black in pairs:
            match = play(team_match(t, white, black), *draw(st.tuples(*[RESULTS] * SIZE)))
            absent = draw(st.none() | st.tuples(st.sampled_from((0, 1)), st.integers(0, SIZE - 1)))
            theirs.append(match if absent is None else _forfeited(t, match, *absent))
            ours.append(match if absent is None else _with_vacant_board(t, match, *absent))
        vacant.append(Round(matches=tuple(ours)))
        seated.append(Round(matches=tuple(theirs)))
    return replace(t, rounds=tuple(vacant)), replace(t, rounds=tuple(seated))


def _forfeited(t: Tournament, match: Match, side: int, board: int) -> Match:
    """Return the match in which the player of a side has lost a board by forfeit."""
    game = match.games[board]
    absent = board_seats(t, match)[board][side]
    lost = Result.BLACK_BY_FORFEIT if game.white == absent else Result.WHITE_BY_FORFEIT
    return replace(match, games=(*match.games[:board], replace(game, result=lost), *match.games[board + 1 :]))


def _with_vacant_board(t: Tournament, match: Match, side: int, board: int) -> Match:
    """Return the match in which a side has left a board vacant."""
    alone = board_seats(t, match)[board][1 - side]
    games = (*match.games[:board], *match.games[board + 1 :])
    return Match(match.white, match.black, games, vacant=(VacantBoard(board + 1, alone),))


TIE_BREAKS = [one.name for one in TABLE if one.events in ("both", "team") and one.name not in POINTS]


@settings(max_examples=25, deadline=None)
@given(events_with_vacant_boards())
def test_tie_breaks_and_pairings_are_those_of_a_forfeit(both: tuple[Tournament, Tournament]) -> None:
    vacant, seated = both
    for code in TIE_BREAKS:
        rows = [rookery.standings(replace(t, tiebreaks=(code,))).rows for t in both]
        assert rows[0] == rows[1], code
    assert rookery.pair(vacant).pairs == rookery.pair(seated).pairs
    assert rookery.check(vacant).agree == rookery.check(seated).agree
    alone = {board.player for round in vacant.rounds for match in round.matches for board in match.vacant}
    assert alone <= player_points(vacant).keys()
    assert player_points(vacant) == player_points(seated)


LITERAL_CODES = (
    "MPTS", "GPTS", "BC", "EMMSB", "EGGSB/C1", "EMGSB", "EGMSB/C2", "BH:MP", "BH:GP/P", "FB:MP/C1", "STD:MP",
    "TBR", "BBE", "DE:MP", "EDE", "EDEC", "EDEBT", "EDEBB",
)  # fmt: skip


@settings(max_examples=15, deadline=None)
@given(events_with_vacant_boards())
def test_tie_breaks_are_those_of_the_literal_program_for_a_file_with_forfeits(
    both: tuple[Tournament, Tournament],
) -> None:
    """The program reads the file of the event in which the absent sat down; it knows nothing of vacant boards."""
    vacant, seated = both
    table = team_tie_breaks.tournament_of(read_team_event(write_trf(seated).decode()))
    for code in LITERAL_CODES:
        codes = [code] if parse_tiebreak(code).definition.by_place else ["PTS", code]
        rows = standings(vacant, codes)
        assert {row.id: row.values[0] for row in rows} == team_tie_breaks.compute(table, code), code
    ranking = ["MPTS", "GPTS", "EDEBB", "BC"]
    ranks = {row.id: row.rank for row in standings(vacant, ranking)}
    assert ranks == team_tie_breaks.ranked(table, ranking)


@pytest.mark.slow
def test_tie_breaks_and_pairings_are_those_of_the_literal_references() -> None:
    """`python tests/sweeps vacant_boards` does the same by the hundred."""
    tally = vacant_boards.Tally()
    for seed in range(70_000, 70_012):
        vacant_boards.compare(seed, tally)
    assert tally.different == []
    assert tally.rounds > 25
    assert tally.values > 5000
    assert tally.vacant > 100
    assert tally.unplayed


def test_a_match_without_any_players_is_lost_by_both() -> None:
    t = event(match_points=PointSystem(win=30, draw=20, loss=10))
    empty = team_match(t, 1, 2, {1: (0,) * SIZE, 2: (0,) * SIZE})
    assert match_points(t, empty) == ((0, 0), (0, 0))
    assert match_points(t, empty) == match_points(t, Match(1, 2, forfeit=Result.DOUBLE_FORFEIT))
    # so is a match that one team does not come to, which is worth no points as a lost one would be
    alone = team_match(t, 1, 2, {2: (0,) * SIZE})
    assert match_points(t, alone) == ((30, 40), (0, 0))
    assert match_points(t, alone) == match_points(t, Match(1, 2, forfeit=Result.WHITE_BY_FORFEIT))
    # one board is enough for a match that was played
    both = play(team_match(t, 1, 2, {1: (1, 0, 0, 0), 2: (5, 0, 0, 0)}))
    assert match_points(t, both) == ((20, 5), (20, 5))


@settings(max_examples=25, deadline=None)
@given(events_with_vacant_boards())
def test_files_bring_vacant_boards_back(both: tuple[Tournament, Tournament]) -> None:
    vacant, _ = both
    for form in ("trf26", "json"):
        found = rookery.loads(rookery.dumps(vacant, form))
        assert [_matches_by_pair(round) for round in found.tournament.rounds] == [
            _matches_by_pair(round) for round in vacant.rounds
        ]
        assert not [problem for problem in found.problems if problem.code in ("line-up", "board-colours")]
    # a file without line-ups (TRF16) keeps the points, not the board
    old = rookery.loads(rookery.dumps(vacant, "trf16")).tournament
    totals = [{team.number: 0 for team in t.teams} for t in (vacant, old)]
    for total, t in zip(totals, (vacant, old), strict=True):
        for round in t.rounds:
            for match in round.matches:
                for team, (_, points) in zip((match.white, match.black),
                                             match_points(t, match, round.player_byes), strict=True):  # fmt: skip
                    total[team] += points
    assert totals[0] == totals[1]


def _matches_by_pair(round: Round) -> dict[frozenset[int], Match]:
    return {frozenset((match.white, match.black)): match for match in round.matches}


# -- records 300 of others ---------------------------------------------------------------------------------------------


def write_trf(t: Tournament, *drop: str) -> bytes:
    """Return the event as TRF26 without the lines that begin so."""
    data = rookery.dumps(t, "trf26")
    text = data if isinstance(data, str) else data.decode()
    return "".join(line for line in text.splitlines(True) if not line.startswith(drop)).encode()


def test_a_line_up_determines_the_board_of_the_other_team() -> None:
    t = replace(event(), rounds=(Round(matches=(play(team_match(event(), 1, 3, {1: (1, 2, 0, 4)})),)),))
    t = replace(t, rounds=(replace(t.rounds[0], matches=(*t.rounds[0].matches, play(team_match(t, 4, 2)))),))
    found = rookery.loads(write_trf(t, "300   1   3")).tournament  # only the team with the vacant board has one
    assert next(match for match in found.rounds[0].matches if match.white == 1).vacant == (VacantBoard(3, 11),)
    none = rookery.loads(write_trf(t, "300")).tournament  # without any the point stays, at no board
    assert [match.vacant for match in none.rounds[0].matches] == [(), ()]
    assert none.rounds[0].player_byes == (Bye(11, ByeKind.FULL),)


def test_a_match_without_opponents_survives_a_round_trip() -> None:
    t = event()
    match = team_match(t, 1, 2, {1: (1, 2, 0, 0), 2: (0, 0, 7, 8)})
    assert not match.games
    assert not match.open
    for white, black in ((1, 2), (2, 1)):  # no game says who had White
        match = replace(match, white=white, black=black)
        t = replace(t, rounds=(Round(matches=(match, play(team_match(t, 3, 4)))),))
        assert rookery.loads(rookery.dumps(t, "trf26")).tournament.rounds == t.rounds
    assert match_points(t, match) == ((10, 20), (10, 20))


def test_a_round_without_opponents_survives_a_round_trip() -> None:
    t = event()
    nobody = (0,) * SIZE
    for line_ups in ({1: nobody, 2: nobody, 3: nobody, 4: nobody}, {1: nobody, 4: nobody}):
        matches = (team_match(t, 1, 2, line_ups), team_match(t, 4, 3, line_ups))
        t = replace(t, rounds=(*t.rounds, Round(matches=matches)))
        found = rookery.loads(rookery.dumps(t, "trf26"))
        assert [_matches_by_pair(round) for round in found.tournament.rounds] == [
            _matches_by_pair(round) for round in t.rounds
        ]


def test_line_ups_of_teams_that_are_not_there_are_reported() -> None:
    t = event()
    nobody = (0,) * SIZE
    matches = (team_match(t, 1, 2, {1: nobody, 2: nobody}), play(team_match(t, 3, 4)))
    data = write_trf(replace(t, rounds=(Round(matches=matches),)))
    data = data.replace(b"300   1   1   2", b"300   1   8   9").replace(b"300   1   2   1", b"300   1   9   8")
    found = rookery.loads(data)
    assert [match.white for match in found.tournament.rounds[0].matches] == [3]
    assert [problem.code for problem in found.problems if "8" in str(problem)]


def test_boards_beyond_the_announced_number_count_too() -> None:
    t = event(size=6)
    longer = team_match(replace(t, board_colours="WBWBWB"), 1, 2)
    rounds = (Round(matches=(play(longer), play(team_match(t, 3, 4)))),)
    table = rookery.standings(replace(t, rounds=rounds, tiebreaks=("TBR", "BC", "BBE")))
    assert len(table.rows) == 4
