"""Other programs for tie-breaks: one that works them out, and one that makes random tournaments.

The first reads a TRF and gives a table: a line of headings and a line for each participant, columns separated by tabs.
The first column is the number of the participant; one headed `Rank` may follow, and one for each tie-break that was
asked for, headed by its code as it was asked. A value is a decimal number; one that is not defined is empty, `-`, `-0`
or `null`.
"""

from __future__ import annotations

import re
import shlex
import tempfile
from collections.abc import Mapping, Sequence
from fractions import Fraction
from pathlib import Path

from rookery.checking.engine import started
from rookery.errors import RookeryError
from rookery.model import Tournament
from rookery.trf.read import read
from rookery.trf.write import dump
from rookery.values import field, frozen

RANK = "Rank"
"""The heading of the places."""
_UNDEFINED = ("", "-", "-0", "null")
_NUMBER = re.compile(r"-?\d+(\.\d*)?|-?\.\d+")


@frozen
class Ranking:
    """What a program said of a tournament: by heading and participant the value as it stands there, or a `failure`."""

    columns: Mapping[str, Mapping[int, str]] = field(default_factory=dict)
    failure: str = ""


@frozen
class Ranker:
    """How to ask a program for tie-breaks: {input} and {output} are its files, {tiebreaks} the codes, a word for each.

    Without {output} it prints. `codes` are those that are compared, where not all are.

    >>> Ranker("ties {input} -t {tiebreaks}").arguments(Path("a b.trf"), Path("out"), ["PTS", "BH/C1"])
    ['ties', 'a b.trf', '-t', 'PTS', 'BH/C1']
    """

    command: str
    codes: tuple[str, ...] = ()
    timeout: float = 900.0

    @property
    def told(self) -> dict[str, object]:
        """What another logbook has otherwise."""
        return {"tie-breaks": self.command, "codes": self.codes}

    def arguments(self, position: Path, answer: Path, codes: Sequence[str]) -> list[str]:
        """The words of the command for these files and codes."""
        words = [codes if word == "{tiebreaks}" else [word] for word in shlex.split(self.command)]
        return [word.format(input=position, output=answer) for some in words for word in some]

    def rank(self, tournament: Tournament, codes: Sequence[str]) -> Ranking:
        """Its table of these tie-breaks. OSError when the program cannot be started."""
        with tempfile.TemporaryDirectory(prefix="rookery-") as folder:
            source, target = Path(folder, "tournament.trf"), Path(folder, "table.txt")
            source.write_bytes(dump(tournament, "trf26"))
            code, said, complaint = started(self.arguments(source, target, codes), self.timeout)
            if code is None or code:
                return Ranking(failure=complaint)
            said = target.read_bytes() if target.exists() else said
        return read_table(said.decode(errors="replace"))


def read_table(text: str) -> Ranking:
    """The table in the output of a program.

    >>> read_table("No\\tRank\\tBH\\n2\\t1\\t3.5\\n1\\t2\\t-\\n").columns
    {'Rank': {2: '1', 1: '2'}, 'BH': {2: '3.5', 1: '-'}}
    >>> read_table("no idea").failure
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
        return Ranking(failure=f"not a table: {text[:80]!r}")
    return Ranking(columns)


def same_value(ours: Fraction | None, theirs: str) -> bool:
    """Whether a value as it is written is ours: decimals may be rounded, as many of them as are there.

    >>> same_value(Fraction(40, 3), "13.33"), same_value(Fraction(40, 3), "13"), same_value(None, "-")
    (True, False, True)
    """
    if theirs in _UNDEFINED or ours is None:
        return theirs in _UNDEFINED and ours is None
    if not _NUMBER.fullmatch(theirs):
        return False
    decimals = len(theirs.partition(".")[2])
    return abs(Fraction(theirs) - ours) <= (Fraction(1, 2 * 10**decimals) if decimals else 0)


@frozen
class TournamentMaker:
    """How to ask a program for a random tournament: {output} is the file it shall write, {seed} a number."""

    command: str
    timeout: float = 900.0

    @property
    def told(self) -> dict[str, object]:
        """What another logbook has otherwise."""
        return {"generator": self.command}

    def make(self, seed: int) -> Tournament:
        """The tournament that it makes; RookeryError when it makes none."""
        with tempfile.TemporaryDirectory(prefix="rookery-") as folder:
            target = Path(folder, "made.trf")
            words = [word.format(output=target, seed=seed) for word in shlex.split(self.command)]
            code, _, complaint = started(words, self.timeout)
            if code is None or code or not target.exists():
                raise RookeryError(f"the generator made no tournament of seed {seed}: {complaint or 'no file'}")
            return read(target.read_bytes()).tournament
