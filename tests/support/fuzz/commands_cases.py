"""Random command lines, of the parsers' own tables and of nonsense, on copies of good and of bad files.

Every line ends in one of the documented ways; files are untouched or good afterwards; nothing else is touched.
"""

from __future__ import annotations

import argparse
import os
import random
from functools import cache
from pathlib import Path

import rookery
from rookery.cli.parsers import build_parser
from rookery.cli.registry import COMMANDS
from rookery.errors import RookeryError
from support.command_line import Done
from support.fuzz.commands_run import Fault, OverTime, describe_exception, run_command
from support.fuzz.csv_cases import TABLES
from support.fuzz.mutations import NUMBERS, TEXTS, mutated
from support.fuzz.sources import ROOT, json_texts, lists, tournaments

GOOD = (
    "swiss.trf",
    "teams.trf",
    "team-swiss.trf",
    "round-robin.trf",
    "lim.trf",
    "double-swiss.trf",
    "norms.trf",
    "any.trf",
    "any.json",
)
BAD = ("broken.trf", "broken.json", "spoilt.trf", "spoilt.json", "empty.trf", "folder", "none.trf", "list.txt")
NEW = ("out.trf", "out.json", "out.csv", "out", "-", "folder/out.trf", "none/out.trf", "out.xlsx", "")
WORDS = {
    "FILE": GOOD + BAD,
    "IN": GOOD + BAD + ("-",),
    "OUT": (*NEW, "swiss.trf", "any.json"),
    "CSV": tuple(TABLES),
    "LIST": (
        "l.sqlite",
        "list.txt",
        "list.csv",
        "swiss.trf",
        "none",
        "1,2,3",
        "BH,SB",
        "2000,1900",
        "2026-01-01,2026-01-02",
    ),
    "GAMES": ("games.csv", ".", "folder", "none.csv"),
    "DIR": ("cross", "folder", "swiss.trf"),
    "FILE.csv": ("values.csv",),
    "S": (
        "dutch",
        "dubov",
        "burstein",
        "lim",
        "team",
        "double-swiss",
        "round-robin",
        "knockout",
        "keizer",
        "scheveningen",
        "x",
    ),
    "YEAR": ("2017", "2025", "2026", "1999", "x"),
    "A-B": ("1-2", "2-3", "1-1", "1-99", "a-b", "²-³"),
    "ENTRY": ("1-2=1-0", "3-4", "5=bye", "5=half", "t1-t2=+/-", "1-2=none", "12=+", "1-2=½-½", "9-9", "1–2=1–0", "x"),
    "ID=RATING": ("1=1900", "2=none", "99=1", "1=²", "1=99999", "x"),
    "ID=K": ("1=20", "1=x"),
    "ID=R": ("1=1900", "x=1"),
    "KIND": ("half", "full", "zero", "none", "x"),
    "W-D-L": ("3-1-0", "1-0.5-0", "x", "1-1"),
    "ACTION": ("import", "find", "fill"),
    "DATE": ("2026-01-31", "2026-02-30", "31.1.2026", "x"),
    "DAY": ("2026-01-01", "x"),
    "SHELL": ("bash", "zsh", "fish", "x"),
    "CODE": ("BH", "BH/C1", "XX", "KS/L40"),
    "RULES": ("top=60", "apart=5", "x=1"),
    "NAME=ANSWER": ("q1=a", "x"),
    "WHO": ("sex=w", "u18", "50+", "1600-", "x"),
    "NAME": ("Tern, Tove", "A" * 40, "2026", "c07-2024"),
    "FED": ("ENG", "XX"),
    "LOW-HIGH": ("1000-2000", "2000-1000", "x"),
    "SHARE": ("0.1", "10%", "nan", "inf", "-1", "2"),
    "AMOUNT": ("1", "0.5", "5%", "1,2"),
    "MAP": ("name=name,fide_id=fide_id", "x"),
    "TEXT": ("tern", "12", "²", "x"),
    "CITY": ("Sylt",),
}
ENGINES = ("true", "false", "none-such", "cat {input}", "{output}")
SMALL = ("0", "1", "2", "3", "4", "5", "7", "12", "-1", "99", "1000", "x", "")
SAFE = {
    "--jobs": ("1", "0", "-1", "x"),
    "--engine": ENGINES,
    "--count": ("1", "2", "0", "-1", "x"),
    "--play": ("1", "3", "x"),
}
"""Options whose values start processes, or work that is as long as asked for."""
LARGEST = {"--players": 60, "--teams": 20, "--rounds": 12, "--boards": 8}


def case(seed: int, folder: Path) -> str:
    """A folder of files, a command line, and what it left."""
    rng = random.Random(f"commands {seed}")
    ground = folder / "ground"
    ground.mkdir()
    os.chdir(ground)
    fill(ground, rng)
    os.environ.update(HOME=str(ground), XDG_DATA_HOME=str(ground / "data"))
    os.environ.pop("ROOKERY_LIST", None)
    before = state(folder)
    words = line(rng)
    try:
        done = run_command(words, (ground / "swiss.trf").read_bytes() if rng.random() < 0.5 else b"")
        judge(words, done, before, folder)
    except (Fault, OverTime) as error:
        reason = error if isinstance(error, Fault) else f"over time: {describe_exception(error)}"
        raise Fault(f"{' '.join(map(repr, words))[:400]}: {reason}") from error
    return f"{words[0] if words and words[0] in COMMANDS else 'other'} {done.code}"


def fill(ground: Path, rng: random.Random) -> None:
    """Copies of good and of bad files."""
    for name in (*GOOD, *BAD):
        if (ROOT / "examples" / name).is_file():
            (ground / name).write_bytes((ROOT / "examples" / name).read_bytes())
    for name, data in (TABLES | {"list.csv": lists()["list.csv"]}).items():
        (ground / name).write_bytes(data)
    (ground / "any.trf").write_bytes(rng.choice(tournaments()))
    (ground / "any.json").write_bytes(rng.choice(json_texts()))
    (ground / "spoilt.trf").write_bytes(mutated(rng.choice(tournaments()), rng, tournaments()))
    (ground / "spoilt.json").write_bytes(mutated(rng.choice(json_texts()), rng, json_texts()))
    (ground / "empty.trf").write_bytes(b"")
    (ground / "folder").mkdir()


# -- words -------------------------------------------------------------------------------------------------------------


@cache
def actions(name: str) -> tuple[argparse.Action, ...]:
    """What a command takes, by its own parser."""
    return tuple(action for action in build_parser(name)._actions if not isinstance(action, argparse._HelpAction))


def line(rng: random.Random) -> list[str]:
    """A command line: half of them such as people type, the others with anything the parser knows, and nonsense."""
    if rng.random() < 0.06:
        return legacy(rng)
    if rng.random() < 0.5:
        return calm(rng)
    name = rng.choice(list(COMMANDS))
    words = [name]
    for action in actions(name):
        if isinstance(action, argparse._SubParsersAction):
            words += _inner(action, rng)
        elif not action.option_strings:
            words += values(action, rng) if rng.random() < 0.97 else []
    for action in actions(name):
        if action.option_strings and rng.random() < (0.97 if action.required else min(0.3, 4 / len(actions(name)))):
            words += [rng.choice(action.option_strings), *values(action, rng)]
    words += _bounded(name, rng)
    if rng.random() < 0.08:
        words.insert(rng.randrange(len(words) + 1), odd(rng))
    return words


def _bounded(name: str, rng: random.Random) -> list[str]:
    """No processes of its own, and no more work than for a case."""
    jobs = ["--jobs", "1"] if name in ("generate", "crosscheck", "check") else []
    return jobs + (["--count", rng.choice("12")] if name in ("generate", "crosscheck") else [])


CALM = """
enter F {r} {a}-{b}={x}
enter F {r} {a}-{b}={x} {c}-{d}
enter F {r} {a}=bye
enter F 4 --csv round4.csv
bye F {a} half --round {r}
bye F {a} zero --round {r} {s}
bye F {a} none --round {r}
withdraw F {a}
withdraw F {a} --from {r}
correct F {a}=1850 {b}=none
add F --name Tern --rating 1900
pair F
add F --name Tern --missed half
add F --name Tern --team {s}
add F --name Tern --new-team Gulls
pair F -o F
set F --city Sylt --rounds {n}
set F --name Open --start 2026-01-01
set F --tiebreaks BH/C1,SB
pair F -o G
set F --arbiter Owl --round-dates 2026-01-01
pair F --explain {a}
pair F --why-not {a} {b}
pair F --bye {a}
pair F --round {r} --explain
pair F --fix {a}-{b} -o out.trf
pair F -o out.json
check F G
validate F G
standings F --save
standings F --after {r}
standings F --explain {a}
standings F --exclude {a} --lots 7
convert F out.trf --to trfx
convert F G
convert F F
rate F --player {a}
norms F --player {a}
show F
list import list.txt --list l.sqlite
list import list.csv --list l.sqlite
list find heron --list l.sqlite
list fill F --list l.sqlite --write
rate-period --list list.txt --games . -o out.csv
schedule F --format trf
schedule --players {n} --format csv
generate -o out.trf --players {n} --rounds {r} --seed {a} --count 1 --jobs 1
new out.trf --players players.csv --rounds {r}
new F --players players.csv --rounds {r} --overwrite
new out.json --players players.csv --rounds {r} --system keizer --yes leave-mode!
--dutch F -p out.txt
--dutch F -c -l
new out.json --players players.csv --rounds {r} --system round-robin
-g -o out.trf -s {a}
F -g -o out.trf
""".strip().splitlines()


def calm(rng: random.Random) -> list[str]:
    """A line such as people type."""
    a, b, c, d = (str(number) for number in rng.sample(range(1, 13), 4))
    values_by_name = {
        "a": a,
        "b": b,
        "c": c,
        "d": d,
        "r": rng.choice("12345"),
        "s": rng.choice("34"),
        "n": rng.choice(("4", "8", "9")),
    }
    values_by_name["x"] = rng.choice(("1-0", "0-1", "=", "+/-", "none", "½-½", "1–0"))
    files = {"F": rng.choice(GOOD), "G": rng.choice(GOOD + BAD)}
    return [files.get(word, word) for word in rng.choice(CALM).format(**values_by_name).split()]


def _inner(action: argparse.Action, rng: random.Random) -> list[str]:
    """The words of an action of a command that has several."""
    name = rng.choice(list(action.choices or ()))
    words = [name]
    inner = action.choices[name]  # type: ignore[call-overload, index]
    for one in inner._actions:
        if isinstance(one, argparse._HelpAction):
            continue
        if not one.option_strings:
            words += values(one, rng)
        elif rng.random() < 0.5:
            words += [rng.choice(one.option_strings), *values(one, rng)]
    return words


def values(action: argparse.Action, rng: random.Random) -> list[str]:
    """As many values as the parser wants, mostly."""
    counts = {None: 1, "?": rng.choice((0, 1)), "*": rng.choice((0, 1, 3)), "+": rng.choice((1, 1, 2))}
    count = action.nargs if isinstance(action.nargs, int) else counts[action.nargs]
    return [value(action, rng) for _ in range(count)]


def value(action: argparse.Action, rng: random.Random) -> str:
    """One value: of its choices, of its kind, a number, or nonsense."""
    option = action.option_strings[-1] if action.option_strings else ""
    if option in SAFE:
        return rng.choice(SAFE[option])
    if option in LARGEST and rng.random() < 0.9:
        return str(rng.randrange(LARGEST[option]))
    if rng.random() < 0.07:
        return odd(rng)
    if action.choices is not None:
        return str(rng.choice(list(action.choices)))
    metavar = action.metavar if isinstance(action.metavar, str) else (action.metavar or (action.dest.upper(),))[0]
    return rng.choice(WORDS.get(metavar, SMALL))


def odd(rng: random.Random) -> str:
    """A number or a text that hardly anybody expects; no name of a file outside, and no NUL, which no shell has."""
    text = rng.choice(NUMBERS if rng.random() < 0.5 else TEXTS)
    return text.replace("\0", "0").replace("/", "|")


ENGINE_WORDS = (
    "-r", "--dutch", "--burstein", "-c", "-p", "-g", "-o", "-s", "-l", "-w", "-q", "1", "swiss.trf", "any.trf",
    "spoilt.trf", "out.trf", "none.trf", "5", "²", "--help", "--version", "help", "pair", "x",
)  # fmt: skip


def legacy(rng: random.Random) -> list[str]:
    """The grammar of the engines, or nothing that is known."""
    return [rng.choice(ENGINE_WORDS) for _ in range(rng.randrange(6))]


# -- what is left ------------------------------------------------------------------------------------------------------


def state(folder: Path) -> dict[str, bytes]:
    """Every file with its content."""
    return {str(path.relative_to(folder)): path.read_bytes() for path in sorted(folder.rglob("*")) if path.is_file()}


def judge(words: list[str], done: Done, before: dict[str, bytes], folder: Path) -> None:
    """Files are as they were, or good; nothing is left behind, and nothing outside is touched."""
    after = state(folder)
    for name, data in after.items():
        if before.get(name) == data:
            continue
        if not name.startswith("ground/"):
            raise Fault(f"{name} outside the folder was touched")
        if name.endswith((".rookery", ".part", ".tmp")):
            raise Fault(f"{name} was left behind")
        if name in before and done.code not in (0, 1):
            raise Fault(f"ended with {done.code}, and {name} has changed")
        if name in before and name.endswith((".trf", ".json")) and not {"--force", "--overwrite"} & set(words):
            _good(name, before[name], data)
    if gone := [name for name in before if name not in after]:
        raise Fault(f"{', '.join(gone)} is gone")


def _good(name: str, old: bytes, new: bytes) -> None:
    """What replaced a tournament is one, with nobody gone."""
    try:
        tournament = rookery.loads(new).tournament
    except RookeryError as error:
        raise Fault(f"{name} cannot be read any more: {str(error)[:100]}") from error
    try:
        was = rookery.loads(old).tournament
    except RookeryError:
        return
    if len(tournament.players) < len(was.players) and "Random" not in tournament.info.name:
        raise Fault(f"{name} had {len(was.players)} players, and has {len(tournament.players)}")
