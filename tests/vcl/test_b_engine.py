"""Cluster B from outside: pairings and tie-breaks are made here, and the checker and the generator come with it."""

from __future__ import annotations

import subprocess
from pathlib import Path

import pytest
from syrupy.assertion import SnapshotAssertion

import rookery
from rookery.cli.main import main
from rookery.tournaments.rules import TournamentRules
from support.html_elements import parse_html
from support.http_event import event
from support.visitors import import_file, open_desk


def test_pairings_and_tie_breaks_ask_no_other_program(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def another(*words: object, **more: object) -> None:
        raise AssertionError(f"another program was asked: {words}")

    monkeypatch.setattr(subprocess, "Popen", another)
    with event(tmp_path, TournamentRules(system="dutch", rounds=3, ranking=("PTS", "BH/C1", "SB"))) as made:
        made.rounds(3)
        assert "Rookery" in made.page("/round/3/why")
        assert "Buchholz" in made.page("/standings")
        assert len(made.tournament.rounds) == 3


def test_what_the_generator_makes_comes_to_the_desk_and_the_checker_agrees(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], snapshot: SnapshotAssertion
) -> None:
    path = str(tmp_path / "made.trf")
    assert main(["generate", "-o", path, "--players", "14", "--rounds", "4", "--rating-range", "1800-2200"]) == 0
    assert main(["check", path]) == 0
    ratings = [player.rating for player in rookery.load(Path(path)).tournament.players if player.rating]
    assert all(1800 <= rating <= 2200 for rating in ratings)
    assert len(set(ratings)) > 3
    house = open_desk(tmp_path)
    visitor = house.visitor()
    slug = import_file(visitor, "made.trf", Path(path).read_bytes())
    checked = visitor.ask(f"/api/v1/t/{slug}/report").json()["view"]["checks"]["rounds"]
    assert [round["agrees"] for round in checked] == [True] * 4
    chips = parse_html(visitor.ask(f"/t/{slug}/report").text).select("ul.list li .chip")
    assert [chip.text for chip in chips if chip.attributes["class"] == "chip"] == snapshot
    house.store.close()


@pytest.mark.parametrize(
    ("words", "expected"),
    [
        (["--ratings", "2400,2310,2200,2100,2050,2000"], {2400, 2310, 2200, 2100, 2050, 2000}),
        (["--rating-range", "1500-1600"], range(1500, 1601)),
        (["--rating-mean", "2000", "--rating-deviation", "20"], range(1800, 2201)),
        ([], range(1, 4000)),
    ],
    ids=["one by one", "bounds", "spread", "chance"],
)
def test_ratings_of_generated_events(tmp_path: Path, words: list[str], expected: range | set[int]) -> None:
    path = tmp_path / "made.trf"
    assert main(["generate", "-o", str(path), "--players", "6", "--rounds", "2", "--unrated-players", "0", *words]) == 0
    ratings = {player.rating for player in rookery.load(path).tournament.players}
    assert ratings <= set(expected) if isinstance(expected, range) else ratings == expected


def test_results_of_generated_events_fall_as_the_ratings_expect(tmp_path: Path) -> None:
    """Over many games those with the higher rating score what the curve behind FIDE's table gives, up to chance."""
    path = str(tmp_path / "made.trf")
    words = [
        "--players",
        "120",
        "--rounds",
        "5",
        "--seed",
        "7",
        "--rating-range",
        "1600-2400",
        "--unrated-players",
        "0",
    ]
    assert main(["generate", "-o", path, *words, "--forfeits", "0", "--unusual", "0"]) == 0
    event, gaps = rookery.load(Path(path)).tournament, []
    ratings = {player.number: player.rating or 0 for player in event.players}
    score = {"1-0": 1.0, "½-½": 0.5, "0-1": 0.0}
    for game in (each for round in event.rounds for each in round.games if str(each.result) in score):
        ahead = ratings[game.white] - ratings[game.black]
        expected = 1 / (1 + 10 ** (-max(-400, min(400, ahead)) / 400))
        gaps.append((score[str(game.result)] - expected) * (1 if ahead >= 0 else -1))
    assert len(gaps) > 200
    assert abs(sum(gaps) / len(gaps)) < 0.06
