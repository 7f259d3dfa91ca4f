"""The club night of docs/running-an-event.md, done through the log, comes to the same file as with files."""

from __future__ import annotations

import csv
from collections.abc import Iterator
from pathlib import Path

import pytest

import rookery
from rookery.cli.main import main
from rookery.desk.commands.byes import AskBye, Withdraw
from rookery.desk.commands.files import exported
from rookery.desk.commands.players import EnterPlayers
from rookery.desk.commands.rounds import PairRound
from rookery.desk.commands.rules import DrawColour, OpenTournament, SetHead
from rookery.desk.facts import Facts
from rookery.desk.form import read
from rookery.desk.rules import Laws
from rookery.model import ByeKind, Colour, Result
from rookery.store import open_store
from support.desks import Hall

DATES = ("2026-05-04", "2026-05-11", "2026-05-18", "2026-05-25", "2026-06-01")
HEAD = {
    "city": "Puddleford", "federation": "ENG", "start": DATES[0], "end": DATES[-1], "chief_arbiter": "Teasel, Rufus",
    "round_dates": list(DATES), "time_control": "90 minutes + 30 seconds a move", "encoded_time_control": "5400+30",
    "type": "Individual: Swiss-System",
}  # fmt: skip
DEPUTY = "Wimbrel, Agatha"
RESULTS = (
    "1-4=1-0 5-2=0-1 3-6=1-0",
    "8-1== 2-3=1-0 5-9=+/- 7-6=0-1",
    "5-2=0-1 1-3=1-0 6-9=1-0 4-7==",
    "2-1== 5-6=1-0 3-4=0-1 7-9=1-0",
    "7-2=0-1 1-5=1-0 4-6=1-0 9-3=0-1",
)


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


def through_the_log(hall: Hall, examples: Path) -> Iterator[bytes]:
    """The same, command by command, at a desk."""
    laws = Laws(system="dutch", rounds=5, ranking=("PTS", "BH/C1", "BH", "SB"))
    hall.do(OpenTournament("Club Night", laws))
    hall.do(SetHead(HEAD))
    hall.do(DrawColour(Colour.WHITE))
    with (examples / "players.csv").open(encoding="utf-8") as file:
        rows = [{**row, "rating": int(row["rating"]) if row["rating"] else None} for row in csv.DictReader(file)]
    hall.do(EnterPlayers(tuple(read(Facts, row) for row in rows)))
    hall.do(SetHead({"deputies": [DEPUTY]}))
    hall.do(AskBye(hall.key(8), (1,), ByeKind.HALF))
    for number, results in enumerate(RESULTS, 1):
        if number == 2:
            dora = {"name": "Wren, Dora", "rating": 1885, "federation": "WLS", "birth": "2001", "sex": "w"}
            hall.do(EnterPlayers((read(Facts, dora),), ByeKind.HALF))
            hall.do(AskBye(hall.key(4), (2,), ByeKind.HALF))
        if number == 3:
            hall.do(Withdraw(hall.key(8)))
        hall.do(PairRound())
        for entry in results.split():
            pair, _, result = entry.partition("=")
            white, black = map(int, pair.split("-"))
            hall.enter(number, white, black, Result.parse(result))
        yield rookery.dump(exported(hall.state))
    yield rookery.dump(exported(hall.state, final=True))


@pytest.mark.parametrize("where", ["memory", "SQLite"])
def test_the_log_exports_the_same_file(
    where: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, examples: Path
) -> None:
    hall = Hall() if where == "memory" else Hall(open_store(tmp_path / "desk.sqlite"))
    assert list(through_the_log(hall, examples)) == with_files(tmp_path, monkeypatch, examples)
    assert hall.folded() == hall.state
