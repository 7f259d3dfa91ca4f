"""What is too large, or no day at all: refused where it is built, a located problem where it is read, never a fault."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

import pytest
from syrupy.assertion import SnapshotAssertion

import rookery
from rookery.errors import FormatError, Problem, RuleError, Severity
from rookery.history.acceleration import virtual_points
from rookery.json_format import dumps, loads
from rookery.model import (
    ByeKind,
    ForbiddenPair,
    Game,
    Match,
    PartialDate,
    Player,
    PointAdjustment,
    RequestedBye,
    Round,
    Tournament,
    VirtualPoints,
)
from rookery.model.validation import MOST_POINTS, MOST_PROBLEMS, MOST_ROUNDS, MOST_SHOWN
from rookery.trf.fields import parse_date, parse_number, parse_tenths
from rookery.trf.read import read
from support.operations import count_calls

ENDLESS = "9" * 5000
ROW = "001 {:4}      {:33} 2000{:17}{:10}  0.0    1\n"
HEAD = "012 x\n" + ROW.format(1, "A", "", "") + ROW.format(2, "B", "", "")
TWO = (Player(1, "A"), Player(2, "B"))


def problems_by_line(text: str) -> dict[int, list[Problem]]:
    """The problems of a TRF file by line, without the notes."""
    by_line: dict[int, list[Problem]] = {}
    for problem in read(text).problems:
        if problem.severity > Severity.INFO:
            by_line.setdefault(problem.line, []).append(problem)
    return by_line


def json_problems(**keys: object) -> tuple[Problem, ...]:
    """The problems of a small tournament in JSON form."""
    players = [{"id": 1, "name": "A"}, {"id": 2, "name": "B"}]
    return loads(json.dumps({"rookery": 1, "players": players, **keys})).problems


# -- numbers -----------------------------------------------------------------------------------------------------------


def test_numbers_have_an_end() -> None:
    assert (parse_number(ENDLESS), parse_number("123456789012"), parse_number("1234567890123")) == (
        -1,
        123456789012,
        -1,
    )
    assert (parse_tenths(ENDLESS), parse_tenths(f"{MOST_POINTS}.0"), parse_tenths(f"{MOST_POINTS}.1")) == (
        None,
        10 * MOST_POINTS,
        None,
    )
    assert parse_date(f"2026/{ENDLESS}/1").fault == parse_date(f"2026 1 {ENDLESS}").fault == "no date"


@pytest.mark.parametrize(
    "line",
    [
        "142 {}", "XXR {}", "XXS W={}", "BBW {}", "XXZ {}", "XXP 1 {}", "042 2026/1/{}", "052 {}.1.2026",
        "162 W {}", "240 H {} 1", "250 1.0 1.0 {} {} 1 2", "250 1.0 1.0 1 2 1 {}", "260 {} {} 1 2", "330 +- {} 1 2",
        "XXA {} 1.0", "XXA 1 {}", "310 {} Team", "320 {}", "300 {} 1 2 1",
    ],
)  # fmt: skip
def test_a_number_without_end_is_a_problem_of_its_line(line: str) -> None:
    problems = problems_by_line(HEAD + line.replace("{}", ENDLESS) + "\n")
    assert 4 in problems
    assert all(len(one.read) <= MOST_SHOWN for one in problems[4])


@pytest.mark.parametrize(
    "text", [ENDLESS, f"-{ENDLESS}", "1e999999999", "1e99999999999999999999", f"0.{ENDLESS}", "1e-999999999"]
)
@pytest.mark.parametrize("key", ["planned", "team_bye_points", "rating", "id", "win", "players"])
def test_a_number_without_end_has_its_place_in_json(text: str, key: str) -> None:
    inside = {
        "rating": '"players": [{"id": 1, "rating": NUMBER}]', "id": '"players": [{"id": NUMBER}]',
        "win": '"points": {"win": NUMBER}', "players": '"forbidden": [{"players": [1, NUMBER]}]',
    }.get(key, f'"{key}": NUMBER')  # fmt: skip
    (problem, *_) = loads(f'{{"rookery": 1,\n{inside.replace("NUMBER", text)}}}').problems
    assert (problem.severity, problem.line) == (Severity.ERROR, 2)
    assert problem.field.endswith(key)
    assert len(problem.read) <= 60


# -- rounds ------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "made",
    [
        lambda round: RequestedBye(round, 1, ByeKind.HALF),
        lambda round: VirtualPoints(1, 2, 1, round, 10),
        lambda round: VirtualPoints(1, 2, round, MOST_ROUNDS, 10),
        lambda round: ForbiddenPair((1, 2), round),
        lambda round: ForbiddenPair((1, 2), 1, round),
        lambda round: PointAdjustment((1,), "W", 5, round=round),
    ],
    ids=[
        "requested-bye",
        "virtual-points-last",
        "virtual-points-first",
        "forbidden-first",
        "forbidden-last",
        "abnormal",
    ],
)
def test_rounds_have_an_end(made: Callable[[int], object], snapshot: SnapshotAssertion) -> None:
    made(MOST_ROUNDS)
    for round in (0, MOST_ROUNDS + 1, 99_999_999):
        with pytest.raises(RuleError) as caught:
            made(round)
        assert str(caught.value) == snapshot


@pytest.mark.parametrize(
    "line", ["240 H 99999999 1", "250 1.0 1.0 1 99999999 1 2", "260 1 99999999 1 2", "330 +- 99999999 1 2"]
)
def test_a_round_far_away_is_a_problem_of_its_line(line: str) -> None:
    assert any(
        one.severity is Severity.ERROR and one.code == "value" for one in problems_by_line(HEAD + line + "\n")[4]
    )


def test_lines_of_more_rounds_than_there_are() -> None:
    boosted = read(HEAD + "XXA    1" + "  1.0" * 1500 + "\n")
    assert boosted.tournament.acceleration == (VirtualPoints(1, 1, 1, MOST_ROUNDS, 10),)
    assert [problem.columns for problem in boosted.problems if problem.severity is Severity.ERROR] == [(5005, 5008)]
    teams = "".join(f"310 {team:3} Team{team}{' ' * 57}{team:10}\n" for team in (1, 2))
    byes = read(HEAD + teams + "320  1.0  0.0" + "   1" * 1500 + "\n")
    assert len(byes.tournament.rounds) == MOST_ROUNDS


def test_a_bye_far_away_is_refused_in_json() -> None:
    (problem,) = json_problems(requested=[{"round": 99_999_999, "player": 1, "kind": "half"}])
    assert (problem.field, problem.code) == ("requested[0]", "impossible")


def test_rounds_without_end_are_cut_in_json() -> None:
    reading = loads(json.dumps({"rookery": 1, "rounds": [{}] * 5000}))
    assert len(reading.tournament.rounds) == MOST_ROUNDS
    assert [problem.field for problem in reading.problems] == [f"rounds[{MOST_ROUNDS}]"]


# -- virtual points ----------------------------------------------------------------------------------------------------


def test_virtual_points_of_everybody_cost_no_more_than_those_of_the_players() -> None:
    points = VirtualPoints(1, 10**11, 1, MOST_ROUNDS, 10)
    event = Tournament(players=TWO, acceleration=(points, VirtualPoints(2, 2, 1, 1, 5)), planned_rounds=3)
    assert count_calls(lambda: virtual_points(event, 1)) < 100
    assert virtual_points(event, 1) == {1: 10, 2: 15}
    assert virtual_points(event, 2) == {1: 10, 2: 10}
    assert loads(dumps(event)).tournament == event
    lines = rookery.dumps(
        event.__class__(players=TWO, acceleration=(VirtualPoints(1, 2, 1, 3, 10), VirtualPoints(2, 2, 2, 2, 5))), "trfx"
    )
    assert [line for line in lines.decode().splitlines() if line.startswith("XXA")] == [
        "XXA    1  1.0  1.0  1.0", "XXA    2  1.0  1.5  1.0",
    ]  # fmt: skip


def test_the_two_records_of_virtual_points_are_compared_without_being_spread_out() -> None:
    many, few = (HEAD + f"250       1.0   1 {rounds:3}    1 {players:4}\n" * 300 + "XXA    1  1.0\n"
                 for rounds, players in ((999, 9999), (2, 2)))  # fmt: skip
    assert any(problem.code == "contradiction" for problem in read(many).problems)
    assert count_calls(lambda: read(many)) < 2 * count_calls(lambda: read(few))
    both = "250       1.0   1   2    1    2\n250       0.5   3   3    2    2\n"
    same = read(HEAD + both + "XXA    1  1.0  1.0\nXXA    2  1.0  1.0  0.5\n")
    assert not any(problem.code == "contradiction" for problem in same.problems)


# -- matches of two games ----------------------------------------------------------------------------------------------


def test_a_two_game_match_has_two_games_between_two(snapshot: SnapshotAssertion) -> None:
    there, back = Game(1, 2), Game(2, 1)
    given = {"players": (*TWO, Player(3, "C")), "system": "FIDE_DOUBLESWISS"}
    Tournament(**given, rounds=(Round(matches=(Match(1, 2, (there, back)),)),))
    for games in ((there, back, there), (there, Game(3, 1))):
        with pytest.raises(RuleError) as caught:
            Tournament(**given, rounds=(Round(matches=(Match(1, 2, games),)),))
        assert str(caught.value) == snapshot
    Tournament(**{**given, "system": "KNOCKOUT"}, rounds=(Round(matches=(Match(1, 2, (there, back, there)),)),))


def test_a_third_game_has_its_place_in_json(snapshot: SnapshotAssertion) -> None:
    games = [{"white": 1, "black": 2, "result": "1-0"}] * 3
    rounds = [{"matches": [{"white": 1, "black": 2, "games": games}]}]
    (problem,) = json_problems(system="FIDE_DOUBLESWISS", rounds=rounds)
    assert problem.field == "rounds[0].matches[0]"
    assert problem.text == snapshot


# -- what is too deep --------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("depth", [300, 500, 700, 900, 950, 990, 5000, 100_000])
def test_json_nested_deeply_is_no_fault(depth: int) -> None:
    for key in ("players", "sponsor", "event"):
        try:
            problems = loads(f'{{"rookery": 1, "{key}": {"[" * depth}{"]" * depth}}}').problems
        except FormatError as error:
            problems = error.problems
        assert problems


def test_problems_without_end_are_counted(snapshot: SnapshotAssertion) -> None:
    unknown = ", ".join(f'"{key}": 0' for key in range(MOST_PROBLEMS))
    problems = loads(f'{{"rookery": 1, "event": {{{unknown}}}, "requested": [{"{}, " * 9}{{}}]}}').problems
    assert len(problems) == MOST_PROBLEMS + 1
    assert problems[-1].severity is Severity.ERROR
    assert problems[-1].text == snapshot


def test_a_duplicate_key_among_many_is_detected_fast(snapshot: SnapshotAssertion) -> None:
    def load(count: int) -> FormatError:
        keys = ", ".join(f'"{key}": 0' for key in range(count))
        with pytest.raises(FormatError) as caught:
            loads(f'{{"rookery": 1, {keys}, "{count - 1}": 1}}')
        return caught.value

    assert str(load(50_000)) == snapshot
    assert count_calls(lambda: load(4000)) < 2.5 * count_calls(lambda: load(2000))


# -- days --------------------------------------------------------------------------------------------------------------

IMPOSSIBLE = ((2026, 2, 31), (2026, 2, 29), (1900, 2, 29), (2026, 4, 31), (2025, 11, 31))


@pytest.mark.parametrize("parts", IMPOSSIBLE, ids=lambda parts: "-".join(map(str, parts)))
def test_days_that_never_were_are_refused(parts: tuple[int, int, int], snapshot: SnapshotAssertion) -> None:
    with pytest.raises(RuleError) as caught:
        PartialDate(*parts)
    assert str(caught.value) == snapshot
    text = "{}-{:02}-{:02}".format(*parts)
    (problem,) = json_problems(event={"start": text})
    assert (problem.field, problem.read) == ("event.start", f'"{text}"')
    month = PartialDate(*parts[:2])
    assert parse_date(text.replace("-", "/")) == (month, "no day")


def test_days_that_were() -> None:
    assert [PartialDate(*parts).last_day.day for parts in ((2028, 2, 29), (2000, 2, 29), (2026, 1, 31))] == [29, 29, 31]


def test_the_month_of_an_impossible_birth_is_preserved_and_so_is_the_line(snapshot: SnapshotAssertion) -> None:
    text = ROW.format(1, "A", "", "1990/02/28") + ROW.format(2, "B", "", "1990/02/31")
    reading = read(text)
    assert [player.birth for player in reading.tournament.players] == [PartialDate(1990, 2, 28), PartialDate(1990, 2)]
    (problem,) = [one for one in reading.problems if one.code == "date"]
    assert (problem.line, problem.read, problem.used) == (2, "1990/02/31", "1990-02")
    assert problem.text == snapshot
    assert reading.document is not None
    assert reading.document.dump().decode() == text


@pytest.mark.slow
@pytest.mark.parametrize("field", [{"players": 12_000}, {"teams": 1200}], ids=["players", "teams"])
def test_only_a_file_limits_the_field(field: dict[str, int], snapshot: SnapshotAssertion) -> None:
    """TRF numbers 9,999 players and 999 teams; in memory and in JSON larger events are made, paired, ranked, kept."""
    more: dict[str, Any] = {"system": "team", "boards": 1, "reserves": 0} if "teams" in field else {"system": "dutch"}
    wanted = rookery.GeneratorSettings(**field, **more, rounds=5, play=1, tiebreaks=("BH",), acceleration="none")
    made = rookery.generate(wanted, seed=1)
    outcome = rookery.pair(made)
    assert len(outcome.boards) > 0.4 * len(made.participants_by_number)
    assert len(rookery.standings(made).rows) == len(made.participants_by_number)
    assert rookery.loads(rookery.dumps(made, "json")).tournament == made
    with pytest.raises(rookery.TooLargeError) as caught:
        rookery.dumps(made)
    assert str(caught.value) == snapshot
