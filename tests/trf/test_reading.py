"""Everything odd that we know of: a small file, one thing changed in it, and the problem that must then be reported."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest
from syrupy.assertion import SnapshotAssertion

from rookery.errors import FormatError, Problem, Severity, TooLargeError
from rookery.history.scoring import bye_table
from rookery.load_result import LoadResult, refusals
from rookery.model import (
    Bye,
    ByeKind,
    Colour,
    ForbiddenPair,
    Game,
    Match,
    PartialDate,
    RequestedBye,
    Result,
    VirtualPoints,
)
from rookery.trf.consistency import missing_for_rating
from rookery.trf.diagnostics import CODES
from rookery.trf.read import read

HEAD = """\
012 Club
022 Oslo
032 NOR
042 2026/05/01
052 2026/05/02
062 5
072 5
082 0
092 Individual: Swiss-System
102 Arbiter, A
112 Deputy, D
122 90 minutes
132                                                                                        26/05/01  26/05/02
142 2
"""
ROWS = """\
001    1 m GM Anders, A                         2500 NOR     1500001 1990/01/02  1.5    2     3 w 1     2 b =
001    2 w    Berg, B                           2400 NOR     1500002 1991/00/00  1.5    1     4 b 1     1 w =
001    3 m    Carlsen, C                        2300 SWE     1500003 1992/00/00  0.5    4     1 b 0  0000 - H
001    4 m    Dahl, D                           2200 NOR     1500004 1993/00/00  0.0    5     2 w 0     5 b -
001    5 w    Eide, E                           2100 NOR     1500005 1994/00/00  2.0    1  0000 - U     4 w +
"""
PLAIN = HEAD + ROWS
ASKED = """\
142 2
001    1      A                                                                  0.5    1     2 w =
001    2      B                                                                  0.5    2     1 b =  0000 - H
"""
TEAMS = """\
012 Teams
142 1
192 FIDE_TEAM
352 WB
362 TW 2.0   TD 1.0   TL 0.0
001    1      A1                                                                 1.0    1     3 w 1
001    2      A2                                                                 0.0    4     4 b 0
001    3      B1                                                                 0.0    3     1 b 0
001    4      B2                                                                 1.0    2     2 w 1
001    5      C1                                                                 0.0    5
310   1 Alpha                            A       2400    1.0    1.0   1     1    2
310   2 Beta                             B       2300    1.0    1.0   2     3    4
310   3 Gamma                            C       2200    1.0    1.0   3     5
320  1.0  1.0   3
300   1   1   2    1    2
"""
DOUBLE = """\
142 2
192 FIDE_DOUBLESWISS
001    1      A                                                                  1.5    1     2 w 1     2 b =
001    2      B                                                                  0.5    2     1 b 0     1 w =
"""
NATIONAL = "NOR    2 w  A Berg, B                           2450 OSL      L01854 1991/05/05"

CASES: list[tuple[str, str, str, str]] = [
    ("unknown", PLAIN, "112 Deputy", "TNR Deputy"),
    ("code", PLAIN, "012 Club", "012Club"),
    ("repeated", PLAIN, "022 Oslo", "022 Oslo\n022 Bergen"),
    ("joined", PLAIN, "Arbiter, A\n112", "Arbiter, A112"),
    ("empty", PLAIN, "142 2", "142 2\n192"),
    ("ruler", PLAIN, "142 2", "142 2\nDDD SSSS sTTT NNNN"),
    ("ruler", PLAIN, "142 2", "142 2\n" + "1234567890" * 9),
    ("absent", PLAIN, "122 90 minutes\n", ""),
    ("default", ASKED, "142 2\n", ""),
    ("nobody-paired", ASKED, "2 w =", "2 w =  0000 - H"),
    ("misaligned", PLAIN, "001    1 m GM", "001    1 mm GM"),
    ("misaligned", PLAIN, "3 w 1 ", "3 w 1x"),
    ("misaligned", PLAIN, "3 w 1", "3xw 1"),
    ("misaligned", PLAIN, "142 2", "142 2\n240 Hx  3    1"),
    ("misaligned", PLAIN, "    26/05/01", "   26/05/01"),
    ("misaligned", PLAIN, "142 2", "142 2\n299 W x x x"),
    ("shifted", PLAIN, "Berg, B ", "Berg, Bo "),
    ("shifted", PLAIN, "Berg, B ", "Berg,B"),
    ("tab", PLAIN, "Anders, A ", "Anders,\tA "),
    ("too-long", PLAIN, "1 w =", "1 w =" + " " * 9990 + "1"),
    ("layout", PLAIN, "142 2", "142 2\n299 +  2.0  2.5   1    1"),
    ("start-number", PLAIN, "001    5 w", "001    x w"),
    ("duplicate", PLAIN, "001    5 w", "001    4 w"),
    ("gap", PLAIN, "001    5 w", "001    9 w"),
    ("sex", PLAIN, "001    2 w", "001    2 f"),
    ("federation", PLAIN, "2100 NOR     1500005", "2100 nor     1500005"),
    ("sex", PLAIN, "001    2 w", "001    2 u"),
    ("title", PLAIN, " GM Anders", "  g Anders"),
    ("title", PLAIN, " GM Anders", "XXX Anders"),
    ("rating", PLAIN, " 2500 ", " 25o0 "),
    ("rank", PLAIN, "1.5    2 ", "1.5    b "),
    ("fide-id", PLAIN, "1500002", "L500002"),
    ("date", PLAIN, "042 2026/05/01", "042 1. 5. 2026 or so"),
    ("date", PLAIN, "042 2026/05/01", "042 01.05.2026"),
    ("date", PLAIN, "1990/01/02", "1990-01-02"),
    ("date", PLAIN, "1990/01/02", "02/33/1990"),
    ("date", PLAIN, "26/05/02", "26/15/42"),
    ("event-dates", PLAIN, "042 2026/05/01", "042 2026/05/03"),
    ("event-dates", PLAIN, "  26/05/02", "  26/05/02  26/05/03"),
    ("same-person", PLAIN, "1500004", "1500002"),
    ("national", PLAIN, "142 2", "142 2\n" + NATIONAL.replace("1991", "1992")),
    ("misaligned", PLAIN, "142 2", "142 2\n" + NATIONAL.replace(" 2450", "x2450")),
    ("repeated", PLAIN, "142 2", f"142 2\n{NATIONAL}\n{NATIONAL}"),
    ("opponent", PLAIN, "3 w 1", "9 w 1"),
    ("opponent", PLAIN, "3 w 1", "? w 1"),
    ("colour", PLAIN, "3 w 1", "3 x 1"),
    ("result", PLAIN, "3 w 1", "3 w Q"),
    ("self", PLAIN, "3 w 1", "1 w 1"),
    ("disagree", PLAIN, "3 w 1", "4 w 1"),
    ("half-told", PLAIN, "3 w 1", "3 w  "),
    ("half-told", PLAIN, "3 w 1", "3 - 1"),
    ("half-told", PLAIN, "3 w 1", "3 w Z"),
    ("contradiction", PLAIN, "3 w 1", "3 w +"),
    ("contradiction", PLAIN, "3 w 1", "3 b 1"),
    ("contradiction", PLAIN, "142 2", "142 2\nXXR 5"),
    ("contradiction", PLAIN, "142 2", "142 2\n152 W\nXXC black1"),
    ("no-opponent", PLAIN, "0000 - H", "0000 w 1"),
    ("no-opponent", PLAIN, "0000 - H", "0000 - 0"),
    ("two-byes", PLAIN, "   2 w 0", "0000 - U"),
    ("trf06-bye", PLAIN, "0000 - U", "0000 - +"),
    ("bare-bye", PLAIN, "0000 - H", "       H"),
    ("full-point-bye", PLAIN, "0000 - U", "0000 - F"),
    ("two-games", DOUBLE, "2 b =", "2 w ="),
    ("points", PLAIN, "  1.5    2 ", "  2.5    2 "),
    ("points", PLAIN, "  1.5    2 ", "  1,x    2 "),
    ("points-with", PLAIN.replace("142 2", "142 3").replace("0.0    5", "0.5    5"), "5 b -", "5 b -  0000 - H"),
    ("point-system", PLAIN, "142 2", "142 2\n162  W 1.0    Q 0.5"),
    ("point-system", PLAIN, "142 2", "142 2\n162  W 1.0    D 0.9"),
    ("point-system", PLAIN, "142 2", "142 2\nXXS WW=3 BW=2"),
    ("point-system", PLAIN, "142 2", "142 2\nXXS WW=1.5"),
    ("point-system", PLAIN, "142 2", "142 2\nXXS W=3 BW=2"),
    ("point-system", PLAIN, "142 2", "142 2\nXXS win"),
    ("point-system", PLAIN, "142 2", "142 2\nBBW x"),
    ("player-count", PLAIN, "062 5", "062 6"),
    ("rounds", PLAIN, "142 2", "142 1"),
    ("in-progress", PLAIN, "142 2", "142 9"),
    ("complete", PLAIN.replace("142 2", "142 3"), "142 3", "142 2"),
    ("initial-colour", PLAIN, "142 2", "142 2\n152 B"),
    ("unconfirmed", PLAIN, "142 2", "142 2\n260   1   2    1    4"),
    ("unconfirmed", PLAIN, "142 2", "142 2\nXXZ 4"),
    ("unconfirmed", PLAIN, "142 2", "142 2\nXXA    4  1.0"),
    ("value", PLAIN, "142 2", "142 many"),
    ("value", PLAIN, "062 5", "062 five"),
    ("value", PLAIN, "142 2", "142 2\n152 G"),
    ("value", PLAIN, "142 2", "142 2\nXXC grey1"),
    ("value", PLAIN, "142 2", "142 2\n352 WXB"),
    ("value", PLAIN, "142 2", "142 2\n240 Q   3    1"),
    ("value", PLAIN, "142 2", "142 2\n240 H        1"),
    ("value", PLAIN, "142 2", "142 2\n240 H   3   99"),
    ("value", PLAIN, "142 2", "142 2\n240 H   3   x1"),
    ("value", PLAIN, "142 2", "142 2\n250       1.0   2   1    1    2"),
    ("value", PLAIN, "142 2", "142 2\n250       1.0"),
    ("value", PLAIN, "142 2", "142 2\n250       x.0   1   1    1    2"),
    ("value", PLAIN, "142 2", "142 2\n260   1   2    1    1"),
    ("value", PLAIN, "142 2", "142 2\n260   1   2    1   77"),
    ("value", PLAIN, "142 2", "142 2\n299 Q   1.0   1.0    1    1"),
    ("value", PLAIN, "142 2", "142 2\nXXP 1 b"),
    ("value", PLAIN, "142 2", "142 2\nXXZ 99"),
    ("value", PLAIN, "142 2", "142 2\nXXA    1  1.0\nXXA    1  1.0"),
    ("value", PLAIN, "142 2", "142 2\nXXA    1  x.0"),
    ("contradiction", PLAIN, "142 2", "142 2\n250       1.0   1   1    1    2\nXXA    1  0.5"),
    ("disagree", PLAIN, "142 2", "142 2\n240 H   1    1"),
    ("disagree", PLAIN.replace("142 2", "142 3").replace("5 b -", "5 b -  0000 - H"), "142 3", "142 3\n240 F   3    4"),
    ("system", PLAIN, "142 2", "142 2\n192 SOMETHING"),
    ("tie-break", PLAIN, "142 2", "142 2\n202 BH,ZZ"),
    ("adjourned", PLAIN.replace("3 w 1", "3 w X"), "1 b 0", "1 b X"),
    ("roster", TEAMS, "    3    4\n", "    3    3\n"),
    ("roster", TEAMS, "    3    4\n", "    3    4    1\n"),
    ("roster", TEAMS, "    3    4\n", "    3    4   77\n"),
    ("no-team", TEAMS, "   3     5\n", "   3\n"),
    ("no-word", TEAMS.replace("3 w 1", "3 w 1     5 w 1"), "0.0    5\n", f"0.0    5{' ' * 12}   1 b 0\n"),
    ("team-game", TEAMS.replace("0.0    5\n", "0.0    5     2 w 1\n"), "4 b 0", "5 b 0"),
    ("team-points", TEAMS, "2400    1.0", "2400    2.0"),
    ("line-up", TEAMS, "2    1    2\n", "2    1    3\n"),
    ("line-up", TEAMS, "300   1   1   2", "300   1   1   3"),
    ("board-colours", TEAMS, "352 WB", "352 WW"),
    ("value", TEAMS, "320  1.0  1.0   3", "320  1.0  1.0   x"),
    ("value", TEAMS, "320  1.0  1.0   3", "320  1.0  1.0   9"),
    ("value", TEAMS, "300   1   1   2", "330 +x   1   1   2\n300   1   1   2"),
    ("value", TEAMS, "300   1   1   2", "330 +-   1   1   9\n300   1   1   2"),
    ("value", TEAMS, "310   2 Beta", "310   1 Beta"),
    ("value", TEAMS, "300   1   1   2    1    2\n", "300   1   1   2    1    2\n300   1   1   2    1    2\n"),
    ("disagree", TEAMS, "300   1   1   2", "240 H   1    1\n300   1   1   2"),
    ("disagree", TEAMS, "300   1   1   2", "330 +-   1   1   3\n300   1   1   2"),
]  # fmt: skip


def codes(reading: LoadResult) -> set[str]:
    return {problem.code for problem in reading.problems}


def new(before: str, after: str) -> list[Problem]:
    """The problems that the second text has and the first has not."""
    known = set(read(before.encode()).problems)
    return [problem for problem in read(after.encode()).problems if problem not in known]


def test_the_plain_files_are_plain() -> None:
    for text in (PLAIN, DOUBLE, TEAMS):
        assert not [problem for problem in read(text.encode()).problems if problem.severity > Severity.INFO]


@pytest.mark.parametrize(("code", "text", "old", "changed"), CASES)
def test_what_is_odd_is_reported_where_it_is(code: str, text: str, old: str, changed: str) -> None:
    assert old in text
    found = [problem for problem in new(text, text.replace(old, changed, 1)) if problem.code == code]
    assert found
    assert all(problem.text and (problem.line > 0 or code == "default") for problem in found)


def test_every_code_has_a_case() -> None:
    elsewhere = {"no-tournament", "no-players", "vega-tdf", "too-large", "encoding", "missing"}
    assert {case[0] for case in CASES} | elsewhere == set(CODES)


def test_every_code_is_documented(root: Path) -> None:
    lines = (root / "docs" / "problems.md").read_text("utf-8").splitlines()
    listed = {line.split("`")[1] for line in lines if line.startswith("| `")}
    assert set(CODES) <= listed
    assert {"json", "impossible", "unknown-key"} <= listed, "those of the JSON form"


# -- what is made of it ------------------------------------------------------------------------------------------------


def test_the_plain_file() -> None:
    tournament = read(PLAIN).tournament
    assert tournament.info.start == PartialDate(2026, 5, 1)
    assert tournament.info.round_dates == (PartialDate(2026, 5, 1), PartialDate(2026, 5, 2))
    assert tournament.players[1].birth == PartialDate(1991)
    assert tournament.players[0].title == "GM"
    first, second = tournament.rounds
    assert first.games == (Game(1, 3, Result.WHITE_WINS), Game(4, 2, Result.BLACK_WINS))
    assert first.byes == (Bye(5, ByeKind.PAIRING_ALLOCATED),)
    assert second.games == (Game(2, 1, Result.DRAW), Game(5, 4, Result.WHITE_BY_FORFEIT))
    assert second.byes == (Bye(3, ByeKind.HALF),)


CELLS = {
    "3 w  ": (Result.PENDING, "1 b  "), "3 w D": (Result.UNRATED_DRAW, "1 b D"), "3 w ?": (Result.ADJOURNED, "1 b X"),
    "3 w =": (Result.WHITE_DRAWS_ALONE, "1 b 0"), "3 w 0": (Result.BOTH_LOSE, "1 b 0"),
    "3 w -": (Result.DOUBLE_FORFEIT, "1 b -"), "3 W l": (Result.UNRATED_BLACK_WINS, "1 B w"),
}  # fmt: skip


@pytest.mark.parametrize("mine", sorted(CELLS))
def test_cells_of_a_game(mine: str) -> None:
    result, theirs = CELLS[mine]
    text = PLAIN.replace("3 w 1", mine).replace("1 b 0", theirs)
    assert read(text).tournament.rounds[0].games[0] == Game(1, 3, result)


def test_a_forfeit_without_colours() -> None:
    text = PLAIN.replace("3 w 1", "3 - +").replace("1 b 0", "1 - -")
    assert read(text).tournament.rounds[0].games[0] == Game(1, 3, Result.WHITE_BY_FORFEIT, coloured=False)


BYES = {
    "0000 - U": ByeKind.PAIRING_ALLOCATED, "0000 - F": ByeKind.FULL, "0000 - H": ByeKind.HALF, "0000 - Z": ByeKind.ZERO,
    "0000 -  ": ByeKind.ZERO, "0000 - -": ByeKind.ZERO, "0000 - =": ByeKind.HALF, "0000 - +": ByeKind.PAIRING_ALLOCATED,
    "   -    ": ByeKind.ZERO, "       H": ByeKind.HALF, "   0   -": ByeKind.ZERO, "        ": ByeKind.ZERO,
}  # fmt: skip


@pytest.mark.parametrize("cell", sorted(BYES))
def test_cells_without_an_opponent(cell: str) -> None:
    assert read(PLAIN.replace("0000 - H", cell)).tournament.rounds[1].byes == (Bye(3, BYES[cell]),)


def test_two_full_points_of_trf06_are_no_pairing_allocated_bye() -> None:
    text = PLAIN.replace("   4 w +", "0000 - +").replace("   5 b -", "0000 - +")
    byes = read(text).tournament.rounds[1].byes
    assert {bye.kind for bye in byes if bye.player != 3} == {ByeKind.FULL}


def test_late_entries_and_withdrawals() -> None:
    text = PLAIN.replace("142 2", "142 4") + "001    6      Foss, F\n001    7      Gran, G" + " " * 77 + "6 w 1\n"
    text = text.replace("Gran, G" + " " * 77, "Gran, G" + " " * (91 + 12 - 21))
    rounds = read(text).tournament.rounds
    assert Bye(6, ByeKind.NOT_ENTERED) in rounds[0].byes
    assert Bye(7, ByeKind.NOT_ENTERED) in rounds[0].byes
    assert Bye(6, ByeKind.NOT_ENTERED) in rounds[1].byes


@pytest.mark.parametrize("blanks", [0, 1, 10, 200])
def test_blanks_behind_a_row_hide_no_round(blanks: int) -> None:
    left = PLAIN.replace("     2 b =", " " * 10).replace("     1 w =", "  0000 - Z")
    first = next(line for line in left.splitlines() if line.startswith("001    1"))
    for padded in (left.replace(first, first.rstrip()), left.replace(first, first + " " * blanks)):
        assert read(padded).tournament == read(left).tournament
        assert len(read(padded).tournament.rounds) == 2


@pytest.mark.parametrize(("count", "by"), [(1, 1), (2, 2), (3, 1), (3, 2), (5, 1), (5, 2)])
def test_rows_without_rank_and_cells_are_moved_back(count: int, by: int) -> None:
    rows = [row[:84] for row in ROWS.splitlines()][:count]
    reading = read(HEAD + "\n".join(row[:47] + " " * by + row[47:] for row in rows))
    assert reading.tournament == read(HEAD + "\n".join(rows)).tournament
    assert [problem.code for problem in reading.problems].count("shifted") == count


def test_requested_byes() -> None:
    text = PLAIN.replace("142 2", "142 5\n240 F   5    2\nXXZ 1 4").replace("4 w +", "4 w +            0000 - H")
    asked = read(text).tournament.requested_byes
    expected = {(3, 1): ByeKind.ZERO, (3, 4): ByeKind.ZERO, (4, 5): ByeKind.HALF, (5, 2): ByeKind.FULL}
    assert asked == tuple(RequestedBye(*key, kind) for key, kind in sorted(expected.items()))


def test_constraints() -> None:
    text = PLAIN.replace(
        "142 2", "142 6\n152 B\n250       1.0   1   2    1    3\n260   1   6    1    2\n260   2   4    3    4    5"
    )
    tournament = read(text).tournament
    assert tournament.initial_colour is Colour.BLACK
    assert tournament.acceleration == (VirtualPoints(1, 3, 1, 2, 10),)
    assert tournament.forbidden_pairs == (ForbiddenPair((1, 2)), ForbiddenPair((3, 4, 5), 2, 4))
    text = PLAIN.replace("142 2", "XXR 6\nXXC black1\nXXC rank\nXXP 1 2\nXXA    1  1.0  1.0  0.5\nXXS W=3 D=1")
    tournament = read(text).tournament
    assert (tournament.planned_rounds, tournament.initial_colour, tournament.by_rank) == (6, Colour.BLACK, True)
    assert tournament.acceleration == (VirtualPoints(1, 1, 1, 2, 10), VirtualPoints(1, 1, 3, 3, 5))
    assert (tournament.points.win, tournament.points.draw, tournament.points.half_bye) == (30, 10, 10)


def test_lim_has_no_code() -> None:
    assert read(PLAIN.replace("142 2", "142 2\n192 CUSTOM_SWISS\n### System: Lim")).tournament.system == "LIM"


def test_teams() -> None:
    tournament = read(TEAMS).tournament
    assert tournament.team_event
    games = (Game(1, 3, Result.WHITE_WINS), Game(4, 2, Result.WHITE_WINS))
    assert tournament.rounds[0].matches == (Match(1, 2, games),)
    assert tournament.rounds[0].byes == (Bye(3, ByeKind.PAIRING_ALLOCATED),)
    assert bye_table(tournament)[ByeKind.PAIRING_ALLOCATED] == (10, 10)
    assert tournament.team_bye_points is None  # what the line names is a draw on both boards, as without a word
    assert read(TEAMS.replace("320  1.0  1.0", "320  1.0  2.0")).tournament.team_bye_points == 20
    old = TEAMS[: TEAMS.index("310")].replace("192 FIDE_TEAM\n", "")
    old += f"013 {'Alpha':32}   1    2\n013 {'Beta':32}   3    4\n"
    tournament = read(old).tournament
    assert [team.name for team in tournament.teams] == ["Alpha", "Beta"]
    assert tournament.team_event
    loose = read(old.replace("   1    2\n", "   1    3\n").replace("   3    4\n", "   2    4\n")).tournament
    assert (loose.team_event, len(loose.teams)) == (False, 2)


def test_two_game_matches() -> None:
    tournament = read(DOUBLE).tournament
    assert tournament.planned_rounds == 1
    games = (Game(1, 2, Result.WHITE_WINS), Game(2, 1, Result.DRAW))
    assert tournament.rounds[0].matches == (Match(1, 2, games),)


def test_national_records() -> None:
    player = read(PLAIN + NATIONAL).tournament.players[1]
    assert (player.national[0].federation, player.national[0].rating, player.national[0].national_id) == (
        "NOR",
        2450,
        "L01854",
    )
    assert "unknown" in codes(read(PLAIN + NATIONAL.replace("   2 w", "  88 w")))


def test_points_that_fit_another_system_are_a_hint(snapshot: SnapshotAssertion) -> None:
    text = PLAIN.replace(" 1.5    2", " 4.0    2").replace(" 1.5    1", " 4.0    1").replace(" 0.5    4", " 1.0    4")
    (problem,) = [one for one in read(text.replace(" 2.0    1", " 6.0    1")).problems if one.code == "point-system"]
    assert problem.text == snapshot


def test_many_rounds_at_many_points() -> None:
    text = f"162  W25.0\n001    1{' ' * 72}99.9{' ' * 5}{'  0000 - U' * 700}\n001    2\n"
    assert [problem.used for problem in read(text).problems if problem.code == "points" and problem.read] == ["17500.0"]


# -- verdicts ----------------------------------------------------------------------------------------------------------


def test_strictness_is_a_verdict() -> None:
    problems = read(PLAIN.replace("001    2 w", "001    2 u")).problems
    assert refusals(problems) == ()
    assert [problem.code for problem in refusals(problems, strict=True)] == ["sex"]


def test_what_a_rating_report_needs() -> None:
    reading = read(PLAIN)
    assert missing_for_rating(reading) == ()
    lacking = read(PLAIN.replace("032 NOR\n", "").replace("122 90 minutes\n", "").replace("1500001", "      0"))
    assert [(one.field, one.line) for one in missing_for_rating(lacking)] == [("032", 0), ("122", 0), ("fide_id", 13)]
    bare = replace(
        reading,
        document=None,
        tournament=replace(reading.tournament, info=replace(reading.tournament.info, round_dates=())),
    )
    assert [one.field for one in missing_for_rating(bare)] == ["132"]


# -- what is no tournament ---------------------------------------------------------------------------------------------

NONSENSE = {
    "empty": b"", "blanks": b" \r\n\r\n", "text": b"once upon a time\n" * 9, "binary": bytes(range(256)) * 9,
    "zip": b"PK\x03\x04" + bytes(99), "pdf": b"%PDF-1.7 001", "page": b"<html>001</html>",
    "zeros": bytes(5000), "001 inside a line": b"the number is 001",
    "utf-16 of nothing": b"\xff\xfe" + "nobody".encode("utf-16-le"),
}  # fmt: skip


@pytest.mark.parametrize("name", sorted(NONSENSE))
def test_invalid_input_is_refused_with_a_reason(name: str, snapshot: SnapshotAssertion) -> None:
    with pytest.raises(FormatError) as caught:
        read(NONSENSE[name])
    (problem,) = caught.value.problems
    assert problem.code == "no-tournament"
    assert problem.text == snapshot


def test_other_refusals(snapshot: SnapshotAssertion) -> None:
    with pytest.raises(FormatError) as caught:
        read("012 Club\n001|1|Anders|2500|NOR|1|\n001|2|Berg|2400|NOR|2|\n")
    assert str(caught.value) == snapshot
    assert caught.value.problems[0].code == "vega-tdf"
    with pytest.raises(FormatError) as caught:
        read("001    x      Anders\n")
    assert str(caught.value) == snapshot
    assert caught.value.problems[0].code == "no-players"
    many = "".join(f"001 {id % 9999 + 1:4}\n" for id in range(10_001))
    with pytest.raises(TooLargeError):
        read(many)


def test_text_and_bytes_are_the_same() -> None:
    assert read(PLAIN).tournament == read(PLAIN.encode()).tournament
    found = read(PLAIN).document
    assert found is not None
    assert found.dump() == PLAIN.encode()


ASIDE = {
    "absent", "board-colours", "complete", "default", "event-dates", "full-point-bye", "in-progress", "initial-colour",
    "national", "no-team", "no-word", "player-count", "points-with", "rounds", "same-person", "team-points",
    "unconfirmed",
}  # fmt: skip
"""What only the comparison of the file with itself finds."""


@pytest.mark.parametrize(("code", "text", "old", "new"), CASES)
def test_without_checks_only_reading_is_reported(code: str, text: str, old: str, new: str) -> None:
    broken = text.replace(old, new, 1)
    checked, plain = read(broken), read(broken, checks=False)
    assert plain.tournament == checked.tournament
    assert set(plain.problems) <= set(checked.problems)
    assert {one.code for one in set(checked.problems) - set(plain.problems)} <= ASIDE | {"points", "point-system"}
    assert not {problem.code for problem in plain.problems} & ASIDE


def test_a_bye_for_round_0_asks_for_nothing() -> None:
    """It was compared with the last round, and broke the reader of a file without rounds."""
    players = "001    1      Anders, A\n001    2      Berg, B\n"
    reading = read(f"{players}240 H   0    1\n")
    assert reading.tournament.requested_byes == ()
    assert [(problem.code, problem.line) for problem in reading.problems if problem.severity is Severity.ERROR] == [
        ("value", 3)
    ]


@pytest.mark.parametrize(("line", "banned"), [("XXP1 2", (1, 2)), ("XXP12 3", (12, 3)), ("XXP 1 2", (1, 2))])
def test_a_lost_blank_behind_the_code_takes_no_digit_with_it(line: str, banned: tuple[int, int]) -> None:
    players = "".join(f"001 {id:4}      Player {id}\n" for id in range(1, 13))
    assert [pair.players for pair in read(f"{players}{line}\n").tournament.forbidden_pairs] == [banned]


def test_a_bye_in_a_row_is_the_player_s_not_that_of_the_team_with_this_number() -> None:
    """Where there were as many teams as players, it was taken for a request of the team."""
    cells = {1: "2 w 1  0000 - H", 2: "1 b 0"}
    rows = "".join(f"001 {id:4}      Player {id}".ljust(94) + f"{cell}\n" for id, cell in cells.items())
    teams = "".join(f"310 {id:3} Team {id}".ljust(73) + f"{id:4}\n" for id in (1, 2))
    tournament = read(f"192 FIDE_TEAM\n{rows}{teams}").tournament
    assert tournament.team_event
    assert len(tournament.rounds) == 1
    assert tournament.requested_byes == ()
