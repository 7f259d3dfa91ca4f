"""Kill commands while they write, or leave them no room: the file is the old one or the new one, nothing is blocked.

    python tests/sweeps kills [--count 300] [--seed 0]

Each command writes a file; it is stopped at a random moment (kill -9), or may write only so many bytes into one file,
as on a full disk; some files are read-only. Afterwards the file must be what it was before or what the whole command
makes of it, its rights the same, all versions before must still be there, and the next command must work. Exit code 1
when something is lost or blocked. Needs a system with fork.
"""

from __future__ import annotations

import argparse
import os
import shutil
import signal
import stat
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Iterator, Sequence
from pathlib import Path
from random import Random

import rookery
from rookery.cli.console import Progress
from rookery.model import Tournament
from support.command_processes import command_output, report_outcomes, start_command, wait_for_exit

EXAMPLES = Path(__file__).resolve().parent.parent.parent / "examples"
SLOW = 0.004
"""How long each step of writing is held up at most, in seconds."""
LEFT_OVER = 9
FIELD = 24
"""How many enter before round 1: enough for every round, whoever of the late entries is lost."""


def commands(folder: Path, chance: Random) -> Iterator[tuple[str, list[object]]]:
    """Every command that writes, with the file it writes."""
    event = rookery.load(folder / "club.trf").tournament
    number = 1 + len(event.players)
    if len(event.rounds) < (event.planned_rounds or 0):
        rating = 1500 + chance.randrange(500)
        yield "club.trf", ["add", "club.trf", "--name", f"Late, Number {number}", "--rating", rating]
        yield (
            "club.trf",
            ["bye", "club.trf", chance.choice(event.players).number, "half", "--round", event.planned_rounds],
        )
    yield "club.trf", ["set", "club.trf", "--city", f"Town {chance.randrange(10**6)}"]
    yield "club.trf", ["standings", "club.trf", "--save"]
    yield "club.json", ["convert", "club.trf", "club.json"]
    yield "other.trf", ["pair", *_asked(event), "-o", "other.trf", "--force"]
    yield "made.trf", ["generate", "--players", 12, "--rounds", 3, "--seed", chance.randrange(10**6), "-o", "made.trf"]
    yield "out.txt", ["--dutch", "swiss.trf", "-p", "./out.txt"]
    yield "new.csv", ["rate-period", "--list", "list.csv", "--games", "games.csv", "-o", "new.csv"]
    yield "fresh.trf", ["new", "fresh.trf", "--players", "players.csv", "--rounds", 5, "--overwrite"]
    waiting = event.rounds[-1].pending if event.rounds else ()
    if waiting:
        results = (f"{game.white}-{game.black}={chance.choice(('1-0', '0-1', '='))}" for game in waiting)
        yield "club.trf", ["enter", "club.trf", len(event.rounds), *results]
    elif len(event.rounds) < (event.planned_rounds or 0):
        yield "club.trf", ["pair", "club.trf", "-o", "club.trf", "--yes", "many-absent"]


def _asked(event: Tournament) -> list[object]:
    return ["club.trf", "--round", len(event.rounds), "--format", "json"] if event.rounds else ["swiss.trf"]


def prepared(folder: Path) -> None:
    """The files to begin with."""
    folder.mkdir()
    shutil.copy(EXAMPLES / "swiss.trf", folder / "swiss.trf")
    field = (f"Player {number},{2000 - 10 * number}" for number in range(1, FIELD + 1))
    (folder / "players.csv").write_text("\n".join(("name,rating", *field)) + "\n")
    for name in ("list.csv", "games.csv"):
        shutil.copy(EXAMPLES / "period" / name, folder / name)
    words = ["new", "club.trf", "--players", "players.csv", "--rounds", 9, "--colour", "white"]
    assert wait_for_exit(start_command(words, folder, 0)) == 0


def versions(path: Path) -> list[bytes]:
    """What a file has been, as far as it is kept; the last version first."""
    names = [f"{path.name}.bak", *(f"{path.name}.bak.{number}" for number in range(2, 10)), f"{path.name}.bak.first"]
    return [(path.parent / name).read_bytes() for name in names if (path.parent / name).exists()]


def whole(words: Sequence[object], folder: Path, name: str) -> bytes:
    """What the whole command makes of the file, tried in a copy of the folder."""
    with tempfile.TemporaryDirectory() as place:
        copy = Path(place) / "copy"
        shutil.copytree(folder, copy)
        child = start_command(words, copy, 0)
        if wait_for_exit(child) != 0:
            raise RuntimeError(f"{words}: {command_output(child, copy)}")
        return (copy / name).read_bytes()


def tried(folder: Path, number: int, chance: Random) -> tuple[str, str]:
    """Stop one command; when it was stopped, and what was lost, if anything was."""
    name, words = chance.choice([*commands(folder, chance)])
    path = folder / name
    if path.exists():
        path.chmod(chance.choice((0o644, 0o644, 0o600, 0o444)))
    old = path.read_bytes() if path.exists() else None
    mode = stat.S_IMODE(path.stat().st_mode) if old is not None else None
    kept = versions(path)
    new = whole(words, folder, name)
    full = chance.random() < 0.2
    child = start_command(words, folder, number, slow=SLOW, room=chance.randrange(2 * len(new)) if full else None)
    beside = set(folder.glob(".*.rookery"))
    if not full:
        _wait(folder, beside, chance)
        os.kill(child, signal.SIGKILL)
    code = wait_for_exit(child)
    now = path.read_bytes() if path.exists() else None
    lost = ""
    if now not in (old, new):
        lost = "the file is neither the old one nor the new one"
    elif (code == 0 and now != new) or code not in (0, 5, None):
        lost = f"exit {code}: {command_output(child, folder)}"
    elif mode is not None and stat.S_IMODE(path.stat().st_mode) != mode:
        lost = "the file has other rights"
    else:
        lost = _missing(path, old, kept) or _blocked(folder, path)
    half = now == old != new and (versions(path) != kept or set(folder.glob(".*.rookery")) - beside)
    what = "no room" if full and code else "in time" if now == new != old else "halfway" if half else "before writing"
    return what, f"{' '.join(map(str, words))}: {lost}" if lost else ""


def _wait(folder: Path, beside: set[Path], chance: Random) -> None:
    """A moment: in most cases one after the command has begun to write beside the file."""
    until = time.monotonic() + 0.5
    while chance.random() < 0.99 and set(folder.glob(".*.rookery")) <= beside and time.monotonic() < until:
        time.sleep(0.001)
    time.sleep(chance.random() * 0.06)


def _missing(path: Path, old: bytes | None, kept: list[bytes]) -> str:
    """Which version is gone that should be there; the last but the first may be, for one that is new."""
    there = Counter([*versions(path), path.read_bytes() if path.exists() else b""])
    if old is not None and not there[old]:
        return "the version before is gone"
    must = kept if len(kept) < LEFT_OVER else [*kept[: LEFT_OVER - 2], kept[-1]]
    if path.name != "out.txt" and any(not there[one] for one in must):
        return "an earlier version is gone"
    return ""


def _blocked(folder: Path, path: Path) -> str:
    """Why the next command does not work."""
    if path.name != "club.trf":
        return ""
    child = start_command(["set", path.name, "--arbiter", f"Arbiter {time.monotonic_ns()}"], folder, 0)
    code = wait_for_exit(child, 20)
    return "" if code == 0 else f"the next command does not work ({code}): {command_output(child, folder)}"


def main(arguments: Sequence[str] | None = None) -> int:
    """Kill so many."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--count", type=int, default=300)
    parser.add_argument("--seed", type=int, default=0)
    options = parser.parse_args(arguments)
    chance, ends, wrong = Random(options.seed), Counter[str](), list[str]()
    with tempfile.TemporaryDirectory() as place, Progress(options.count, "kills") as progress:
        folder = Path(place) / "event"
        prepared(folder)
        for number in range(options.count):
            what, lost = tried(folder, number, chance)
            ends[what] += 1
            wrong += [lost] if lost else []
            event = rookery.load(folder / "club.trf").tournament
            if len(event.rounds) == event.planned_rounds and not event.rounds[-1].pending:
                shutil.rmtree(folder)
                prepared(folder)
            progress.step()
    return report_outcomes(f"{options.count} commands stopped", ends, wrong)


if __name__ == "__main__":
    sys.exit(main())
