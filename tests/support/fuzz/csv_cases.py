"""Spoilt tables: lists of players, results of a round, tie-break values, a rating period. No row is lost in silence."""

from __future__ import annotations

import csv
import io
import random
import re
from collections.abc import Sequence
from pathlib import Path

import rookery
from support.fuzz.commands_run import Fault, run_command
from support.fuzz.mutations import ANY, mutated, odd_text
from support.fuzz.sources import example

PLAYERS = example("players.csv")
VALUES = b"id,code,value\n" + b"".join(b"%d,OTHER_LUCK,%d.5\n" % (n, n) for n in range(1, 13))
PRIZES = b"place,amount\n1,500\n2,250.50\n1,100,sex=w\n"
TABLES = {
    "players.csv": PLAYERS, "round4.csv": example("round4.csv"), "games.csv": example("period/games.csv"),
    "list.csv": example("period/list.csv"), "values.csv": VALUES, "prizes.csv": PRIZES,
}  # fmt: skip
COMMANDS = {
    "players.csv": "new out.json --players players.csv --rounds 5",
    "round4.csv": "enter swiss.trf 4 --csv round4.csv",
    "games.csv": "rate-period --list list.csv --games games.csv -o new.csv",
    "list.csv": "rate-period --list list.csv --games games.csv -o new.csv",
    "values.csv": "standings swiss.trf --tiebreaks OTHER_LUCK --values values.csv",
    "prizes.csv": "standings swiss.trf --prizes prizes.csv",
}


def case(seed: int, folder: Path) -> str:
    """Spoil a table, ask the command that reads it."""
    rng = random.Random(f"csv {seed}")
    for name, data in TABLES.items():
        (folder / name).write_bytes(data)
    (folder / "swiss.trf").write_bytes(example("swiss.trf"))
    name = rng.choice((*TABLES, "players.csv", "players.csv"))
    data = mutated(_change_form(TABLES[name], rng), rng, list(TABLES.values()), (*ANY, a_cell, a_cell, a_cell, a_cell))
    (folder / name).write_bytes(data)
    done = run_command(COMMANDS[name].split())
    if done.code == 0 and name == "players.csv":
        _check_entries(data, folder / "out.json")
    if done.code == 0 and name == "list.csv":
        _check_players(data, folder / "new.csv")
    return f"{name} {done.code}"


def _change_form(data: bytes, rng: random.Random) -> bytes:
    """A good table in another form that spreadsheets write."""
    rows = list(csv.reader(io.StringIO(data.decode())))
    text = io.StringIO()
    quoting = rng.choice((csv.QUOTE_MINIMAL, csv.QUOTE_MINIMAL, csv.QUOTE_ALL))
    ends = rng.choice(("\n", "\r\n"))
    csv.writer(text, delimiter=rng.choice(",,,;\t"), quoting=quoting, lineterminator=ends).writerows(rows)
    return text.getvalue().encode(rng.choice(("utf-8", "utf-8", "utf-8-sig", "utf-16")))


def a_cell(data: bytes, rng: random.Random, samples: Sequence[bytes]) -> bytes:
    """One cell made an odd one, one more or one less; the line ends stay."""
    lines = data.split(b"\n")
    at = rng.randrange(len(lines))
    cells = re.split(rb"([,;\t])", lines[at])
    place = rng.randrange(len(cells))
    cells[place : place + rng.choice((0, 1, 1, 1))] = [rng.choice((odd_text(rng), b"", b",", b";x", cells[place]))]
    lines[at] = b"".join(cells)
    return b"\n".join(lines)


def _check_entries(data: bytes, path: Path) -> None:
    """As many players as there are rows that say something; lines, where quotations are not as they should be."""
    players = rookery.load(path).tournament.players
    text = _decoded(data).replace("\r\n", "\n").replace("\r", "\n").strip()
    delimiter = max(",;\t|", key=text.split("\n")[0].count)
    try:
        rows = ["".join(row) for row in csv.reader(io.StringIO(text, newline=""), delimiter=delimiter, strict=True)]
    except csv.Error:
        rows = text.split("\n")
    filled = [row for row in rows[1:] if row.strip(" ,;\t|\"'")]
    if len(players) < len(filled):
        raise Fault(f"{len(players)} players of {len(filled)} lines")


def _check_players(data: bytes, path: Path) -> None:
    """As many players rated as there are lines with something on them."""
    text = _decoded(data).replace("\r\n", "\n").replace("\r", "\n")
    rows = [line for line in text.split("\n")[1:] if line]
    new = path.read_text().splitlines()[1:]
    if len(new) != len(rows) and '"' not in text:
        raise Fault(f"{len(new)} players rated of {len(rows)} lines")


def _decoded(data: bytes) -> str:
    if data[1:40:2].count(0) == 20:  # UTF-16 that has lost its mark
        data = b"\xff\xfe" + data
    for encoding in ("utf-16",) if data[:2] in (b"\xff\xfe", b"\xfe\xff") else ("utf-8-sig", "cp1252"):
        try:
            return data.decode(encoding)
        except UnicodeDecodeError:
            continue
    return data.decode("latin-1")
