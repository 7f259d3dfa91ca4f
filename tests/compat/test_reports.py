"""Tournament report files as plain dicts: the documented examples, nothing lost on the way, and what is refused."""

from __future__ import annotations

import copy
from collections.abc import Callable
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from syrupy.assertion import SnapshotAssertion

import rookery
from rookery import compat
from rookery.compat import Game, ParseWarning, parse, stringify, to_games, to_players

ROOT = Path(__file__).resolve().parent.parent.parent
SWISS = (ROOT / "examples" / "swiss.trf").read_bytes()
FILES = sorted([*(ROOT / "examples").glob("*.trf"), *(ROOT / "tests" / "golden").rglob("*.trf")])


def row(id: int, *cells: str, points: str = "") -> str:
    """A player row; a cell has eight characters."""
    return f"001 {id:4}{'':72}{points:>4}{'':7}" + "  ".join(cells)


def text(*lines: str, end: str = "\n") -> str:
    return end.join([*lines, ""])


TWO = (row(1, "   2 w 1"), row(2, "   1 b 0"))


def message(function: Callable[..., object], *arguments: object) -> str:
    """The message of the ValueError with which a call ends."""
    with pytest.raises(ValueError) as caught:  # noqa: PT011
        function(*arguments)
    return str(caught.value)


# -- the documented examples -------------------------------------------------------------------------------------------


def test_quick_start() -> None:
    report = parse(SWISS.decode())
    assert report["name"] == "Puddleford Spring Open"
    assert report["rounds"] == 7
    assert report["players"][0]["name"] == "Larkspur, Edmund"
    assert report["players"][0]["rating"] == 2231
    assert report["players"][0]["results"][0] == {"round": 1, "color": "w", "opponent_id": 6, "result": "1"}
    assert report["players"][5]["results"][2] == {"round": 3, "color": "-", "opponent_id": None, "result": "U"}
    assert parse(stringify(report)) == report


def test_error_and_warning_are_heard(snapshot: SnapshotAssertion) -> None:
    heard: list[ParseWarning] = []
    assert parse("this is no tournament", on_error=heard.append) is None
    assert [(each.line, each.column, each.offset) for each in heard] == [(1, 1, 0)]
    assert heard[0].message == snapshot
    heard.clear()
    odd = text("012 Open", "777 no record", *TWO)
    report = parse(odd, on_error=pytest.fail, on_warning=heard.append)
    assert report is not None
    assert [(each.line, each.column, each.offset) for each in heard] == [(2, 1, odd.index("777"))]
    assert heard[0].message == snapshot


def test_modified_and_written_again(snapshot: SnapshotAssertion) -> None:
    report = parse(SWISS)
    report["players"][0]["name"] = "L" * 40
    heard: list[ParseWarning] = []
    written = stringify(report, on_warning=heard.append)
    assert [(each.column, each.line, each.offset) for each in heard] == [(15, 1, 0)]
    assert heard[0].message == snapshot
    assert parse(written)["players"][0]["name"] == "L" * 33
    assert stringify(report) == written  # as documented, written all the same


def test_with_the_pairing_functions() -> None:
    """`toPlayers` and `toGames` of the pages, with the byes that they leave out."""
    report = parse(SWISS)
    players, games = to_players(report), to_games(report)
    assert players[0] == {"id": "1", "name": "Larkspur, Edmund", "rating": 2231, "title": "FM"}
    assert players[11] == {"id": "12", "name": "Sorrel, Wilhelmina"}
    assert Game("6", "", 1, "pairing-bye") in games[2]
    assert Game("3", "10", 1, "forfeit-win") in games[1] or Game("10", "3", 0, "forfeit-loss") in games[1]
    paired = compat.dutch(players, games, 3, rounds=report["rounds"])
    outcome = rookery.pair(rookery.loads(SWISS).tournament, round=3)
    assert [(str(white), str(black)) for white, black in outcome.pairs] == list(paired.pairings)
    assert [bye.player for bye in paired.byes] == [str(outcome.bye)] * (outcome.bye is not None)


@pytest.mark.parametrize(
    ("name", "codes"),
    [("swiss.trf", ["BH/C1", "BH", "SB", "WIN"]), ("lim.trf", ["BH", "DE"]), ("round-robin.trf", ["SB", "WIN"])],
)
def test_standings_of_a_report_are_those_of_its_file(name: str, codes: list[str]) -> None:
    data = (ROOT / "examples" / name).read_bytes()
    tournament, report = rookery.loads(data).tournament, parse(data)
    core = rookery.standings(tournament, codes, len(tournament.rounds))
    plain = compat.standings(to_players(report), to_games(report), codes)
    assert [(row.rank, row.player, row.score) for row in plain] == [
        (row.rank, str(row.id), row.points / 10) for row in core
    ]


# -- nothing is lost ---------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("path", FILES, ids=lambda path: f"{path.parent.name}/{path.name}")
def test_there_and_back(path: Path) -> None:
    """The same dict, and the same tournament for the core."""
    data = path.read_bytes()
    heard: list[ParseWarning] = []
    report = parse(data, on_warning=heard.append)
    written = stringify(report, on_warning=heard.append)
    assert parse(written, on_warning=heard.append) == report
    assert rookery.loads(written.encode()).tournament == rookery.loads(data).tournament


def test_every_version_and_line_end_and_mark() -> None:
    """Files whose lines end with CR alone, which the package takes for one line, are files like others."""
    plain = parse(SWISS)
    lines = SWISS.decode().splitlines()
    for end in ("\n", "\r\n", "\r"):
        assert parse(text(*lines, end=end)) == plain
        assert parse(text(*lines, end=end).encode("utf-16")) == plain
    for before in ("\ufeff", "\ufeff\n \n  ", "  ", "\n\n"):
        assert parse(before + SWISS.decode()) == plain
    heard: list[ParseWarning] = []
    shifted = "\ufeff\r\n  " + text("012 Open", "777 no record", *TWO)
    parse(shifted, on_warning=heard.append)
    assert [(each.line, each.offset) for each in heard] == [(3, shifted.index("777"))]


def test_versions() -> None:
    assert parse(text("012 Open", "XXR 5", "XXC white1 rank", "### by hand", *TWO)) == {
        "version": "TRF16",
        "rounds": 5,
        "name": "Open",
        "initial_colour": "W",
        "use_ranking_id": True,
        "comments": ["by hand"],
        "players": parse(text(*TWO))["players"],
    }
    modern = parse(text("142 5", "152 B", *TWO))
    assert (modern["version"], modern["rounds"], modern["initial_colour"]) == ("TRF26", 5, "B")
    older = stringify({**modern, "version": "TRF16"})
    assert older.startswith("001")
    assert "\nXXR 5\nXXC black1\n" in older
    assert parse(text(*TWO))["rounds"] == 0  # the file does not say


def test_omitted_statements() -> None:
    player = parse(text(*TWO))["players"][0]
    assert player == {
        "pairing_number": 1,
        "name": "",
        "points": None,
        "rank": 0,
        "results": [{"round": 1, "color": "w", "opponent_id": 2, "result": "1"}],
    }
    assert parse(text(row(1, points="1.5"), row(2)))["players"][0]["points"] == 1.5


RECORDS: list[tuple[str, str, Any]] = [
    ("132" + " " * 88 + "26/04/03", "round_dates", ["2026-04-03"]),
    ("202 bh/c1,BH", "tiebreaks", ["BH/C1", "BH"]),
    ("212 PTS,BH", "standings_tiebreaks", ["PTS", "BH"]),
    ("162  W 3.0    D 1.0    L 0.0", "scoring_system", {"win": 3.0, "draw": 1.0, "loss": 0.0}),
    ("XXS W=3 D=1 FL=0.5", "scoring_system", {"win": 3.0, "draw": 1.0, "loss": 0.0, "forfeit_loss": 0.5}),
    ("240 H   2    1    2", "byes", [{"type": "H", "round": 2, "player_ids": [1, 2]}]),
    ("XXZ 2", "absent_players", [2]),
    ("XXP 1 2", "prohibited_pairings", [{"first_round": 0, "last_round": 0, "player_ids": [1, 2]}]),
    ("260   1   3    1    2", "prohibited_pairings", [{"first_round": 1, "last_round": 3, "player_ids": [1, 2]}]),
    ("XXA    1  1.0  0.5", "player_accelerations", [{"pairing_number": 1, "points": [1.0, 0.5]}]),
    ("250       1.0   1   2    1    1", "accelerated_rounds",
     [{"match_points": None, "game_points": 1.0, "first_round": 1, "last_round": 2, "first_player_id": 1,
       "last_player_id": 1}]),
    ("112 Teasel, Rufus", "deputy_arbiters", ["Teasel, Rufus"]),
    ("###no blank behind", "comments", ["no blank behind"]),
]  # fmt: skip


@pytest.mark.parametrize(("line", "key", "value"), RECORDS)
def test_a_record_and_its_dict(line: str, key: str, value: Any) -> None:
    report = parse(text(*TWO, line), on_warning=lambda warning: None)
    assert report[key] == value  # type: ignore[literal-required]
    again = stringify(report, on_warning=lambda warning: None)
    assert parse(again, on_warning=lambda warning: None) == report


def test_teams(snapshot: SnapshotAssertion) -> None:
    report = parse((ROOT / "examples" / "teams.trf").read_bytes(), on_warning=lambda warning: None)
    team = report["teams"][0]
    assert {"pairing_number", "name", "match_points", "game_points", "rank", "player_ids"} <= set(team)
    old = parse(text(*TWO, "013 Rooks                              1", "013 Knights                            2"))
    assert old["version"] == "TRF16"
    assert [(team["name"], team["player_ids"]) for team in old["teams"]] == [("Rooks", [1]), ("Knights", [2])]
    assert parse(stringify(old)) == old
    old["teams"][0]["match_points"] = 2.0
    assert message(stringify, old) == snapshot
    assert "\n310   1 Rooks" in stringify({**old, "version": "TRF26"})


def test_rosters_of_an_individual_event_make_no_team_event() -> None:
    roster = "013 Rooks                              1    2"
    data = text("142 3", "192 FIDE_DUTCH_2026", *TWO, roster)
    report = parse(data)
    assert report["version"] == "TRF26"
    assert report["teams"] == [{"pairing_number": 1, "name": "Rooks", "player_ids": [1, 2]}]
    assert not rookery.loads(data).tournament.team_event
    assert rookery.loads(stringify(report)).tournament == rookery.loads(data).tournament


def test_national_records() -> None:
    record = "ENG    1      Larkspur, Ted                     2300 IRL       12345 1988/03/14"
    player = parse(text(row(1), row(2), record), on_warning=lambda warning: None)["players"][0]
    assert player["national_ratings"] == [
        {
            "federation": "ENG", "pairing_number": 1, "name": "Larkspur, Ted", "rating": 2300, "origin": "IRL",
            "national_id": "12345", "birth_date": "1988/03/14",
        }
    ]  # fmt: skip
    report = parse(text(row(1), row(2), record), on_warning=lambda warning: None)
    assert parse(stringify(report)) == report


def test_tables_for_the_eye_are_announced(snapshot: SnapshotAssertion) -> None:
    heard: list[ParseWarning] = []
    parse(text("012 Open", *TWO, "802   1 Rooks"), on_warning=heard.append)
    assert [each.message for each in heard] == snapshot


# -- what is refused ---------------------------------------------------------------------------------------------------


def test_unhandled_messages_are_raised(snapshot: SnapshotAssertion) -> None:
    assert message(parse, "") == snapshot(name="empty")
    wrong = text(row(1, "   2 w ?!"), row(2, "   7 b 0"))
    assert message(parse, wrong) == snapshot(name="wrong")
    assert message(parse, wrong).count("\n") == len(heard_errors(wrong)) - 1
    assert parse(wrong, on_warning=lambda warning: None)["players"][1]["results"] is not None
    for bad in (None, 7, {"players": []}):
        assert message(parse, bad) == snapshot


def heard_errors(wrong: str) -> list[ParseWarning]:
    heard: list[ParseWarning] = []
    assert parse(wrong, on_error=heard.append) is None
    return heard


def changed(*path: str | int, to: object) -> dict[str, Any]:
    """A small report, spoiled in one place."""
    report: Any = copy.deepcopy(parse(text("142 3", *TWO)))
    *way, last = path
    here = report
    for step in way:
        here = here[step]
    here[last] = to
    return dict(report)


RESULT = ("players", 1, "results", 0)
WRONG = [
    pytest.param(changed("gameType", to=1), id="unknown-field"),
    pytest.param(changed("version", to="TRF12"), id="version-TRF12"),
    pytest.param(changed("rounds", to="7"), id="rounds-a-text"),
    pytest.param(changed("name", to=7), id="name-a-number"),
    pytest.param(changed("players", to=None), id="players-None"),
    pytest.param(changed("players", to=[]), id="no-players"),
    pytest.param(changed("players", 1, to="bob"), id="player-a-text"),
    pytest.param(changed("players", 1, "pairingNumber", to=2), id="pairing-number-twice"),
    pytest.param(changed("players", 1, "startNumber", to=2), id="unknown-field-of-a-player"),
    pytest.param(changed("players", 1, "pairing_number", to=None), id="pairing-number-None"),
    pytest.param(changed("players", 1, "pairing_number", to=1), id="same-pairing-number"),
    pytest.param(changed("players", 1, "pairing_number", to=10000), id="pairing-number-10000"),
    pytest.param(changed("players", 1, "rating", to="2100"), id="rating-a-text"),
    pytest.param(changed("players", 1, "points", to=0.25), id="points-0.25"),
    pytest.param(changed("players", 1, "points", to="1"), id="points-a-text"),
    pytest.param(changed("players", 1, "results", to=None), id="results-None"),
    pytest.param(changed(*RESULT, to=("w", 1)), id="result-a-tuple"),
    pytest.param(changed(*RESULT, "round", to=0), id="round-0"),
    pytest.param(changed(*RESULT, "color", to="white"), id="color-white"),
    pytest.param(changed(*RESULT, "result", to="win"), id="result-win"),
    pytest.param(changed(*RESULT, "opponent_id", to="1"), id="opponent-a-text"),
    pytest.param(changed(*RESULT, "opponent_id", to=12345), id="opponent-12345"),
    pytest.param(changed(*RESULT, "opponentId", to=1), id="opponent-twice"),
    pytest.param(changed(*RESULT, "opponent", to=1), id="unknown-field-of-a-result"),
    pytest.param(changed("players", 1, "results", 0, "result", to="1"), id="both-won"),
    pytest.param(
        changed("players", 1, "results", to=[{"round": 1, "color": "-", "opponent_id": None, "result": "Z"}] * 2),
        id="two-results-of-a-round",
    ),
    pytest.param(changed("byes", to=[{"type": "H", "round": 2}]), id="bye-without-players"),
    pytest.param(changed("byes", to=[{"type": "Q", "round": 2, "player_ids": [1]}]), id="bye-of-unknown-type"),
    pytest.param(changed("byes", to={"type": "H"}), id="byes-a-dict"),
    pytest.param(changed("absent_players", to=["1"]), id="absent-player-a-text"),
    pytest.param(changed("round_dates", to=["soon"]), id="date-a-word"),
    pytest.param(changed("round_dates", to=["2150-01-01"]), id="date-in-2150"),
    pytest.param(changed("scoring_system", to=3), id="scoring-a-number"),
    pytest.param(changed(*RESULT, to=SimpleNamespace(round=1)), id="result-an-object"),
    pytest.param(changed("initial_colour", to="white"), id="colour-white"),
    pytest.param(changed("scoring_system", to={"victory": 3}), id="scoring-victory"),
    pytest.param(changed("scoring_system", to={"white_win": 3}), id="scoring-white-win"),
    pytest.param(changed("scoring_system", to={"white_win": 3, "black_win": 2}), id="scoring-black-win"),
    pytest.param(
        changed("player_accelerations", to=[{"pairing_number": 1, "points": [1234.5]}]), id="acceleration-too-large"
    ),
    pytest.param(
        changed("players", 0, "national_ratings", to=[{"federation": "", "pairing_number": 1, "name": "x"}]),
        id="federation-empty",
    ),
]


@pytest.mark.parametrize("report", WRONG)
def test_a_wrong_report(report: dict[str, Any], snapshot: SnapshotAssertion) -> None:
    assert message(stringify, report) == snapshot


def test_no_report_at_all(snapshot: SnapshotAssertion) -> None:
    for bad in (None, "012 Open", []):
        assert message(stringify, bad) == snapshot


def test_points_of_both_colours() -> None:
    report = changed("scoring_system", to={"white_win": 3, "black_win": 3, "draw": 1})
    assert parse(stringify(report))["scoring_system"] == {"win": 3.0, "draw": 1.0, "loss": 0.0}


@pytest.mark.parametrize(
    "cells",
    [
        pytest.param(("   2 w -", "   1 b -"), id="both-forfeit"),
        pytest.param(("   2 w 0", "   1 b 0"), id="both-lose"),
        pytest.param(("   2 w  ", "   1 b  "), id="no-result"),
        pytest.param(("   2 w X", "   1 b X"), id="both-X"),
    ],
)
def test_games_without_a_form(cells: tuple[str, str], snapshot: SnapshotAssertion) -> None:
    report = parse(text(*(row(id, cell) for id, cell in enumerate(cells, 1))), on_warning=lambda warning: None)
    assert message(to_games, report) == snapshot


def test_a_result_without_an_opponent(snapshot: SnapshotAssertion) -> None:
    report = parse(text(*TWO))
    report["players"][0]["results"][0] = {"round": 1, "color": "-", "opponent_id": None, "result": "1"}
    assert message(to_games, report) == snapshot


def test_games_of_two_game_matches_share_a_round() -> None:
    data = (ROOT / "examples" / "double-swiss.trf").read_bytes()
    report, tournament = parse(data), rookery.loads(data).tournament
    games = to_games(report)
    assert len(games) == len(tournament.rounds)
    paired = compat.double_swiss(to_players(report), games, rounds=tournament.planned_rounds)
    assert [(str(white), str(black)) for white, black in rookery.pair(tournament).pairs] == list(paired.pairings)


def test_uncoloured_forfeits_and_unrated_games() -> None:
    report = parse(text(row(1, "   2 - +", "   2 w W"), row(2, "   1 - -", "   1 b L")))
    assert to_games(report) == [[Game("1", "2", 1, "forfeit-win")], [Game("1", "2", 1)]]
    worth = parse(text("162  W 1.0    D 0.5    L 0.0    P 0.5", row(1, "0000 - U"), row(2)))
    assert to_games(worth) == [[Game("1", "", 0.5, "pairing-bye")]]


@pytest.mark.parametrize(
    "line",
    ["362 TW 2.0   TD 1.0   TL 0.0", "320  1.0  2.0 000 050", "330 +- 004 023 047", "300   8  21  47   58  203"],
    ids=["362", "320", "330", "300"],
)
def test_team_records_in_an_event_without_teams_are_reported(line: str, snapshot: SnapshotAssertion) -> None:
    heard: list[ParseWarning] = []
    report = parse(text("142 9", line, *TWO), on_warning=heard.append)
    assert not {"team_scoring_system", "team_pairing_allocated_byes", "forfeited_matches"} & report.keys()
    assert [each.message for each in heard] == snapshot


def test_tiebreaks_are_spelt_as_the_standard_does() -> None:
    assert parse(text("142 9", "202 edet/p,MPvGP", *TWO), on_warning=str)["tiebreaks"] == ["EDET/P", "MPvGP"]
