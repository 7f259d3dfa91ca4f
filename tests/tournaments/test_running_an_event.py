"""The club night of docs/running-an-event.md, done through the log, comes to the same file as with files."""

from __future__ import annotations

from contextlib import ExitStack
from pathlib import Path

import pytest

from rookery.cli.main import main
from rookery.storage import open_store
from support.club_night import DATES, DEPUTY, HEAD, RESULTS, read_from_log
from support.desks import DeskTournament


def with_files(folder: Path, monkeypatch: pytest.MonkeyPatch, examples: Path) -> list[bytes]:
    """What the commands of the document make of a file: after every round, and when the final ranks are written."""
    monkeypatch.chdir(folder)
    made = []

    def run(*words: str) -> None:
        assert main(list(words)) == 0, words

    head = ("--city", "Puddleford", "--federation", "ENG", "--start", DATES[0], "--end", DATES[-1])
    more = ("--round-dates", ",".join(DATES), "--time-control", HEAD["time_control"], "--arbiter", "Teasel, Rufus")
    rules = ("--rounds", "5", "--tiebreaks", "BH/C1,BH,SB", "--colour", "white")
    run("new", "club.trf", "--players", str(examples / "players.csv"), "--name", "Club Night", *head, *more, *rules)  # type: ignore[arg-type]
    run("set", "club.trf", "--deputy", DEPUTY)
    run("bye", "club.trf", "8", "half", "--round", "1")
    dora = ("--rating", "1885", "--federation", "WLS", "--birth", "2001", "--sex", "w", "--missed", "half")
    for number, results in enumerate(RESULTS, 1):
        if number == 2:
            run("add", "club.trf", "--name", "Wren, Dora", *dora)
            run("bye", "club.trf", "4", "half", "--round", "2")
        if number == 3:
            run("withdraw", "club.trf", "8")
        run("pair", "club.trf", "-o", "club.trf")
        run("enter", "club.trf", str(number), *results.split())
        made.append((folder / "club.trf").read_bytes())
    run("standings", "club.trf", "--save")
    return [*made, (folder / "club.trf").read_bytes()]


@pytest.mark.parametrize("where", ["memory", "SQLite"])
def test_the_log_exports_the_same_file(
    where: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, examples: Path
) -> None:
    with ExitStack() as stack:
        hall = (
            DeskTournament()
            if where == "memory"
            else DeskTournament(stack.enter_context(open_store(tmp_path / "desk.sqlite")))
        )
        assert list(read_from_log(hall, examples)) == with_files(tmp_path, monkeypatch, examples)
        assert hall.replay() == hall.state
