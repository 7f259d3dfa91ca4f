"""Ratings that change during a long event: every game is rated with those of its round."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import replace
from datetime import date
from pathlib import Path
from random import Random

import pytest
from syrupy.assertion import SnapshotAssertion

import rookery
from literal.ratings import change, half_away
from rookery import (
    Game,
    NationalRecord,
    PartialDate,
    Player,
    Rating,
    Result,
    Round,
    RuleError,
    Tournament,
    TournamentInfo,
)
from rookery.cli.main import main
from rookery.rating import NotRated
from support.long_events import random_event

RATED = {Result.WHITE_WINS: 2, Result.DRAW: 1, Result.BLACK_WINS: 0}
LONG = TournamentInfo(start=PartialDate(2026, 1, 10), end=PartialDate(2026, 5, 2))
SHORT = TournamentInfo(start=PartialDate(2026, 1, 10), end=PartialDate(2026, 1, 14))


def then(history: list[tuple[int, int]], round: int) -> int:
    """FIDE's rating in a round: the last that had begun; 0 is none."""
    counting = 0
    for start, value in sorted(history):
        if start <= round:
            counting = value
    return counting


def literal(event: Tournament, histories: dict[int, list[tuple[int, int]]]) -> dict[int, list[tuple[int, int, int]]]:
    """Round, the opponent's rating and the change in hundredths of every game that counts, by player."""
    found: dict[int, list[tuple[int, int, int]]] = {history: [] for history in histories}
    for number, round in enumerate(event.rounds, 1):
        for game in round.games:
            white, black = then(histories[game.white], number), then(histories[game.black], number)
            if game.result in RATED and white and black:
                half = RATED[game.result]
                day = date(2026, 1, 10)
                found[game.white].append((number, black, change(white, black, half, "standard", day)))
                found[game.black].append((number, white, change(black, white, 2 - half, "standard", day)))
    return found


def differences(seed: int) -> Iterator[str]:
    """What the report of a random long event says otherwise than the literal reading."""
    event, own = random_event(Random(seed))
    if len(event.players) < 3:  # a match has rules of its own
        return
    histories = {one: line.get("official", []) for one, line in own.items()}
    expected = literal(event, histories)
    for row in rookery.rate(event, kind="standard", approved=True).rows:
        lines = [(line.round, line.rating, line.change) for line in row.lines]
        if lines != expected[row.player.number]:
            yield f"{seed}: player {row.player.number}: {lines}, literally {expected[row.player.number]}"
        last = then(histories[row.player.number], len(event.rounds)) or row.rating
        if row.alone != last + half_away(row.k * sum(each for *_, each in lines), 100):
            yield f"{seed}: player {row.player.number} comes to {row.alone} from {last}"


@pytest.mark.slow
def test_it_is_the_literal_reading() -> None:
    found = [text for seed in range(600) for text in differences(seed)]
    assert found == []


def two(event: TournamentInfo, **more: object) -> Tournament:
    """Three players and two rounds; Ann has another rating from round 2 on."""
    ann = Player(1, "Ann", ratings=(Rating(2000), Rating(2100, from_round=2)))
    rounds = (Round((Game(1, 2, Result.DRAW),)), Round((Game(3, 1, Result.DRAW),)))
    players = (ann, Player(2, "Ben", 2000), Player(3, "Cem", 2100))
    return replace(Tournament(players=players, info=event, rounds=rounds), **more)  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("event", "more", "changes"),
    [
        (SHORT, {}, [0, 14]),
        (LONG, {}, [0, 0]),
        (SHORT, {"ratings_by_round": True}, [0, 0]),
    ],
    ids=["short event", "long event", "by round"],
)
def test_when_the_rating_of_the_round_counts(
    event: TournamentInfo, more: dict[str, object], changes: list[int], snapshot: SnapshotAssertion
) -> None:
    report = rookery.rate(two(event, **more))
    assert [line.change for line in report.rows[0].lines] == changes
    assert (report.rows[0].rating, report.rows[0].alone) == ((2000, 2003) if any(changes) else (2000, 2100))
    assert report.notes == snapshot


def test_an_explicit_rating_counts_in_every_round() -> None:
    report = rookery.rate(two(LONG), ratings={1: 2000})
    assert [line.change for line in report.rows[0].lines] == [0, 14]


def test_players_rated_during_the_period_are_unrated_before() -> None:
    late = Player(1, "Ann", ratings=(Rating(2100, from_round=2),))
    event = replace(two(LONG), players=(late, *two(LONG).players[1:]))
    report = rookery.rate(event)
    assert [(game.round, game.reason) for game in report.not_counted] == [(1, NotRated.ONE_UNRATED)]
    assert [line.round for line in report.rows[0].lines] == [2]


@pytest.mark.parametrize(
    "given",
    [
        {"k": {1: 0}},
        {"k": {1: 2.5}},
        {"k": {9: 20}},
        {"ratings": {9: 2000}},
        {"ratings": {1: 20000}},
        {"ratings": {1: -1}},
    ],
    ids=str,
)
def test_impossible_values_are_refused(given: dict[str, object], snapshot: SnapshotAssertion) -> None:
    with pytest.raises(RuleError) as caught:
        rookery.rate(two(SHORT), **given)  # type: ignore[arg-type]
    assert str(caught.value) == snapshot


@pytest.mark.parametrize(("more", "changes"), [([], [0, 14]), (["--by-round"], [0, 0])])
def test_the_command_line_can_ask_for_it(
    more: list[str], changes: list[int], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "event.json"
    path.write_bytes(rookery.dumps(two(SHORT), "json"))
    assert main(["rate", str(path), "--format", "json", *more]) == 0
    row = json.loads(capsys.readouterr().out)["players"][0]
    assert row["change_hundredths"] == sum(changes)


def test_standings_by_ratings_of_another_kind(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "event.json"
    ann, *others = two(SHORT).players
    records = [NationalRecord(federation="GER", rating=1500 + one.number) for one in others]
    players = (ann, *(replace(one, national=(record,)) for one, record in zip(others, records, strict=True)))
    path.write_bytes(rookery.dumps(replace(two(SHORT), players=players), "json"))

    def values(*more: str) -> list[list[str]]:
        assert main(["standings", str(path), "--tiebreaks", "ARO", "--format", "json", *more]) == 0
        rows = json.loads(capsys.readouterr().out)["rows"]
        return [row["values"] for row in sorted(rows, key=lambda row: int(row["id"]))]

    assert values() == [["2050"], ["2000"], ["2000"]]
    assert values("--by-round") == [["2050"], ["2000"], ["2100"]]
    assert values("--rating-method", "GER NIDOF") == [["1503"], ["2000"], ["2000"]]
