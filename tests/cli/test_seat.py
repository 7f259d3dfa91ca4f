"""rookery seat, and rookery withdraw where no number of rounds is known."""

from __future__ import annotations

import json
from pathlib import Path

import rookery
from rookery import Player, Tournament
from support.command_line import Run


def event(planned: int | None = 5) -> Tournament:
    players = tuple(Player(one, f"P{one}", 2000 - one) for one in range(1, 9))
    return Tournament(players=players, system="dutch", planned=planned)


def history(run: Run, path: Path) -> list[dict[str, list[dict[str, str]]]]:
    told = json.loads(run("history", path, "--format", "json").out)
    assert (told["form"], told["version"]) == ("history", 1)
    return list(told["commands"])


def left(run: Run, path: Path) -> None:
    """Leave FIDE mode, in which nobody keeps a colour."""
    assert run("set", path, "--leave-fide-mode", "a friendly", "--yes", "leave-mode!").code == 0


def test_the_command_seats_and_frees(run: Run, tmp_path: Path) -> None:
    path = tmp_path / "club.json"
    path.write_bytes(rookery.dump(event(), "json"))
    refused = run("seat", path, "8", "--colour", "white")
    assert (refused.code, "leaves FIDE mode" in refused.err) == (3, True)
    left(run, path)
    assert "keeps board 1, White from round 1 on" in run("seat", path, "8", "--board", "1", "--colour", "white").out
    assert "Seats kept" in run("show", path).out
    assert "1   8  P8" in run("pair", path).out
    assert run("seat", path, "7", "--board", "1").code == 3
    assert run("seat", path, "8").code == 3
    assert "keeps neither" in run("seat", path, "8", "--free").out
    assert run("seat", path, "8", "--free").out.endswith("Nothing changed.\n")
    events = [one["kind"] for note in history(run, path) for one in note["events"]]
    assert events == ["fide.left", "seat.fixed", "seat.freed"]


def test_what_one_keeps_stays_beside_the_other(run: Run, tmp_path: Path) -> None:
    path = tmp_path / "club.json"
    path.write_bytes(rookery.dump(event(), "json"))
    left(run, path)
    run("seat", path, "8", "--board", "2")
    assert "keeps board 2, Black from round 1 on" in run("seat", path, "8", "--colour", "black").out
    assert "keeps board 3, Black from round 2 on" in run("seat", path, "8", "--board", "3", "--from", "2").out
    run("pair", path, "-o", path)
    refused = run("seat", path, "8", "--free", "--from", "1")
    assert (refused.code, "round 1 has been paired, and seats can be kept from round 2 on" in refused.err) == (3, True)


def test_the_command_withdraws_and_brings_back_when_no_length_is_known(run: Run, tmp_path: Path) -> None:
    path = tmp_path / "club.trf"
    path.write_bytes(rookery.dump(event(planned=None)))
    assert "is withdrawn from round 1" in run("withdraw", path, "3").out
    assert rookery.load(path).tournament.absent(7)[3].name == "ZERO"
    assert "Withdrawn  3 P3 from round 1" in run("show", path).out
    assert run("bye", path, "3", "none", "--round", "3").code == 0
    there = rookery.load(path).tournament
    assert [sorted(there.absent(number)) for number in (1, 2, 3)] == [[3], [3], []]
    run("withdraw", path, "3")
    run("set", path, "--rounds", "4")
    assert [sorted(rookery.load(path).tournament.absent(number)) for number in (1, 4, 9)] == [[3], [3], [3]]
