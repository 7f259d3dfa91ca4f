"""What a short command imports: nothing that it can do without, and not many modules of ours.

Somebody else's program starts the drop-in once for every round, and an arbiter waits for every command. A module more
costs as much as ten players; one of those named here costs as much as the whole pairing.
"""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

PROGRAM = """
import sys
from rookery.cli.main import main
sys.stdout, out = open(sys.argv[1], "w"), sys.stdout
assert main(sys.argv[2:]) == 0
print(*sys.modules, file=out)
"""
HEAVY = {
    "argparse", "copy", "csv", "dataclasses", "datetime", "difflib", "gettext", "hashlib", "html", "importlib",
    "inspect", "json", "locale", "pathlib", "random", "shutil", "subprocess", "tempfile", "textwrap", "typing",
    "warnings", "weakref",
}  # fmt: skip
"""What no such command needs."""
FRACTIONS = {"fractions", "decimal", "numbers", "re"}
"""What comes with the values of tie-breaks, which the printed table does without."""
RANKING = {"rookery.ranking.rank", "rookery.formats.standings"}
WORDS = {
    "rookery.glossary", "rookery.pairing.sentences", "rookery.pairing.compare", "rookery.pairing.facts",
    "rookery.checking.sentences", "rookery.cli.standings_in_words",
}  # fmt: skip
"""What is there to explain an answer."""
SELDOM = {
    "rookery.pairing.knockout", "rookery.pairing.keizer", "rookery.pairing.lim", "rookery.pairing.dubov",
    "rookery.faces.weighted", "rookery.pairing.granted_descent", "rookery.trf.bans", "rookery.trf.acceleration",
    "rookery.trf.line_ups", "rookery.trf.abnormal", "rookery.trf.team_rounds", "rookery.trf.compose",
    "rookery.cli.parsers", "rookery.cli.saving", "rookery.values.asked", "rookery.json_form", "rookery.trf.comments",
    "rookery.model.ratings", "rookery.acceleration", "rookery.entries", "rookery.cli.ascii",
    "rookery.cli.amending", "rookery.cli.problems", "rookery._version", "rookery.values.programs", "rookery.answers",
}  # fmt: skip
"""Other systems, other files, other questions."""

STARTS = {
    "pair": (["pair", "FILE"], HEAVY | FRACTIONS | RANKING | WORDS | SELDOM | {"contextlib", "struct", "math"}, 109),
    "the drop-in": (["--dutch", "FILE", "-p", "OUT"], HEAVY | FRACTIONS | RANKING | WORDS | SELDOM, 101),
    "standings": (["standings", "FILE"], HEAVY | FRACTIONS | WORDS | SELDOM | {"rookery.pairing.system"}, 103),
    "check": (["check", "FILE"], HEAVY | FRACTIONS | RANKING | WORDS - {"rookery.pairing.facts"} | SELDOM, 116),
}
"""How each is called, what it must not import, and how many modules of ours it may."""


def imported(words: list[str], folder: Path) -> set[str]:
    """The modules that are there when the command has ended."""
    done = subprocess.run(
        [sys.executable, "-S", "-c", PROGRAM, str(folder / "said.txt"), *words],
        capture_output=True,
        text=True,
        check=False,
        env={**os.environ, "PYTHONPATH": str(Path(__file__).parents[2] / "src")},  # -S: nothing but us and the library
    )
    assert done.returncode == 0, done.stderr
    return set(done.stdout.split())


@pytest.mark.parametrize("name", STARTS)
def test_a_command_imports_what_it_needs(name: str, root: Path, tmp_path: Path) -> None:
    words, unneeded, most = STARTS[name]
    file, out = str(root / "examples" / "swiss.trf"), str(tmp_path / "out")
    loaded = imported([{"FILE": file, "OUT": out}.get(word, word) for word in words], tmp_path)
    assert loaded & unneeded == set()
    ours = {each for each in loaded if each.split(".")[0] == "rookery"}
    assert len(ours) <= most, sorted(ours)


def test_a_line_brings_its_subject(root: Path, tmp_path: Path) -> None:
    file = tmp_path / "banned.trf"
    file.write_bytes((root / "examples" / "swiss.trf").read_bytes() + b"260   1   7    3    5\r\n")
    assert "rookery.trf.bans" in imported(["pair", str(file)], tmp_path)
