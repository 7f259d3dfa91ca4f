"""External programs that compute tie-breaks, or generate random tournaments.

A tie-break program reads a TRF and writes a table: a line of headings and a line per participant, tab-separated.
The first column is the number of the participant; a column `Rank` may follow, and one for each requested tie-break,
headed by its code as requested. A value is a decimal number; an undefined value is empty, `-`, `-0` or `null`.
"""

from __future__ import annotations

import re
import shlex
import tempfile
from collections.abc import Mapping, Sequence
from fractions import Fraction
from pathlib import Path

from rookery._record import field, record
from rookery.crosscheck.engine import run_program
from rookery.errors import RookeryError
from rookery.model import Tournament
from rookery.trf.read import read
from rookery.trf.serialize import dump

RANK_COLUMN = "Rank"
"""Heading of the column of ranks."""
_UNDEFINED = ("", "-", "-0", "null")
_NUMBER = re.compile(r"-?\d+(\.\d*)?|-?\.\d+")


@record
class TieBreakTable:
    """The table of a program: the text of each value by heading and participant, or a `failure`."""

    columns: Mapping[str, Mapping[int, str]] = field(default_factory=dict)
    failure: str = ""


@record
class TieBreakProgram:
    """A tie-break program, given by its command: {input} and {output} are files, {tiebreaks} the codes as arguments.

    Without {output} it prints. `codes` restricts the comparison to some tie-breaks.

    >>> TieBreakProgram("ties {input} -t {tiebreaks}").arguments(Path("a b.trf"), Path("out"), ["PTS", "BH/C1"])
    ['ties', 'a b.trf', '-t', 'PTS', 'BH/C1']
    """

    command: str
    codes: tuple[str, ...] = ()
    timeout: float = 900.0

    @property
    def identity(self) -> dict[str, object]:
        """The settings that identify the program in a logbook."""
        return {"tie-breaks": self.command, "codes": self.codes}

    def arguments(self, position: Path, answer: Path, codes: Sequence[str]) -> list[str]:
        """Return the command-line arguments for these files and codes."""
        words = [codes if word == "{tiebreaks}" else [word] for word in shlex.split(self.command)]
        return [word.format(input=position, output=answer) for group in words for word in group]

    def compute(self, tournament: Tournament, codes: Sequence[str]) -> TieBreakTable:
        """Return the program's table of these tie-breaks; raise OSError if it cannot be started."""
        with tempfile.TemporaryDirectory(prefix="rookery-") as folder:
            source, target = Path(folder, "tournament.trf"), Path(folder, "table.txt")
            source.write_bytes(dump(tournament, "trf26"))
            code, output, failure = run_program(self.arguments(source, target, codes), self.timeout)
            if code is None or code:
                return TieBreakTable(failure=failure)
            output = target.read_bytes() if target.exists() else output
        return parse_table(output.decode(errors="replace"))


def parse_table(text: str) -> TieBreakTable:
    """Parse the table in the output of a program.

    >>> parse_table("No\\tRank\\tBH\\n2\\t1\\t3.5\\n1\\t2\\t-\\n").columns
    {'Rank': {2: '1', 1: '2'}, 'BH': {2: '3.5', 1: '-'}}
    >>> parse_table("no idea").failure
    "not a table: 'no idea'"
    """
    lines = [line.rstrip("\r\n").split("\t") for line in text.lstrip("\ufeff").splitlines() if line.strip()]
    try:
        headings, *rows = lines
        columns: dict[str, dict[int, str]] = {heading.strip(): {} for heading in headings[1:]}
        for number, *cells in rows:
            for column, cell in zip(columns.values(), cells, strict=True):
                column[int(number)] = cell.strip()
        if not columns or not rows:
            raise ValueError
    except ValueError:
        return TieBreakTable(failure=f"not a table: {text[:80]!r}")
    return TieBreakTable(columns)


def is_same_value(expected: Fraction | None, text: str) -> bool:
    """Return whether a value in text form equals the expected value, up to rounding of the decimals shown.

    >>> is_same_value(Fraction(40, 3), "13.33"), is_same_value(Fraction(40, 3), "13"), is_same_value(None, "-")
    (True, False, True)
    """
    if text in _UNDEFINED or expected is None:
        return text in _UNDEFINED and expected is None
    if not _NUMBER.fullmatch(text):
        return False
    decimals = len(text.partition(".")[2])
    return abs(Fraction(text) - expected) <= (Fraction(1, 2 * 10**decimals) if decimals else 0)


@record
class GeneratorProgram:
    """A tournament generator, given by its command: {output} is the file to write, {seed} a number."""

    command: str
    timeout: float = 900.0

    @property
    def identity(self) -> dict[str, object]:
        """The settings that identify the program in a logbook."""
        return {"generator": self.command}

    def generate(self, seed: int) -> Tournament:
        """Return the tournament that the program generates; raise RookeryError if it writes none."""
        with tempfile.TemporaryDirectory(prefix="rookery-") as folder:
            target = Path(folder, "made.trf")
            arguments = [word.format(output=target, seed=seed) for word in shlex.split(self.command)]
            code, _, failure = run_program(arguments, self.timeout)
            if code is None or code or not target.exists():
                raise RookeryError(f"the generator made no tournament of seed {seed}: {failure or 'no file'}")
            return read(target.read_bytes()).tournament
