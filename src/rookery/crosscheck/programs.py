"""External programs: pairing engines, programs that compute tie-breaks, and generators of random tournaments.

A pairing engine is any executable with the command line and output of bbpPairings or JaVaFo. A tie-break program reads
a TRF and writes a table: a line of headings and a line per participant, tab-separated. The first column is the number
of the participant; a column `Rank` may follow, and one for each requested tie-break, headed by its code as requested. A
value is a decimal number; an undefined value is empty, `-`, `-0` or `null`.

This module and `pairings` are the only ones of the package that run programs or touch files.
"""

from __future__ import annotations

import re
import shlex
import subprocess
import tempfile
from collections.abc import Mapping, Sequence
from fractions import Fraction
from pathlib import Path

from rookery._record import field, record, replace
from rookery.errors import RookeryError
from rookery.generator.generate import Pairing
from rookery.history.acceleration import baku_records
from rookery.history.history import History
from rookery.model import Tournament
from rookery.regulations import parse_type_code
from rookery.trf.read import read
from rookery.trf.serialize import dump


@record
class EngineAnswer:
    """The response of a program to a position: a pairing, None for no legal pairing, or a `failure`."""

    pairing: Pairing | None = None
    failure: str = ""


@record
class Engine:
    """A pairing program, given by its command with {input} and {output} for the files; without {output} it prints.

    `dialect` is the TRF dialect that it reads; `edition` is that of its rules, if not the tournament's own.

    >>> Engine("pairer --dutch {input} -p {output}").arguments(Path("a b.trf"), Path("out.txt"))
    ['pairer', '--dutch', 'a b.trf', '-p', 'out.txt']
    """

    command: str
    dialect: str = "trfbx"
    timeout: float = 900.0
    edition: str = ""

    @property
    def identity(self) -> dict[str, object]:
        """The settings that identify the program in a logbook."""
        settings = {"engine": self.command, "dialect": self.dialect, "edition": self.edition}
        return {name: value for name, value in settings.items() if value}

    def arguments(self, position: Path, answer: Path) -> list[str]:
        """Return the command-line arguments for these files."""
        return [word.format(input=position, output=answer) for word in shlex.split(self.command)]

    def pair(self, position: Tournament) -> EngineAnswer:
        """Return the program's pairing of the next round; raise OSError if the program cannot be started."""
        with tempfile.TemporaryDirectory(prefix="rookery-") as folder:
            source, target = Path(folder, "position.trf"), Path(folder, "answer.txt")
            source.write_bytes(dump(with_points_and_ranks(position), self.dialect))
            code, output, failure = run_program(self.arguments(source, target), self.timeout)
            if code == 1:
                return EngineAnswer()
            if failure:
                return EngineAnswer(failure=failure)
            output = target.read_bytes() if target.exists() else output
        return parse_pairing(output.decode(errors="replace"))


def run_program(arguments: Sequence[str], timeout: float) -> tuple[int | None, bytes, str]:
    """Run a program and return its exit code (None after a timeout), its output and an error message."""
    try:
        process = subprocess.run(  # noqa: S603 - the user names the program
            arguments, capture_output=True, timeout=timeout, stdin=subprocess.DEVNULL, check=False
        )
    except subprocess.TimeoutExpired:
        return None, b"", f"no answer after {timeout:g} s"
    if not process.returncode:
        return 0, process.stdout, ""
    error_lines = (process.stderr or process.stdout).decode(errors="replace").strip().splitlines()
    return process.returncode, process.stdout, f"exit code {process.returncode}: {' '.join(error_lines)[:300]}"


def with_points_and_ranks(position: Tournament) -> Tournament:
    """Return the tournament with the points and ranks of its players filled in, which some programs require.

    Baku acceleration is written out, because not every dialect can name it and some programs count group A
    differently. Team events are left unchanged: their points follow from their matches.
    """
    if position.team_event:
        return position
    totals = History(position).before(position.next_round)
    order = sorted(position.players, key=lambda player: (-totals.score(player.number), player.number))
    ranked_players = (
        replace(player, points=totals.score(player.number), rank=rank) for rank, player in enumerate(order, 1)
    )
    acceleration = position.acceleration or (baku_records(position) if parse_type_code(position.system).baku else ())
    return replace(
        position, players=tuple(sorted(ranked_players, key=lambda player: player.number)), acceleration=acceleration
    )


def parse_pairing(text: str) -> EngineAnswer:
    r"""Parse the output of a program: the number of boards, then White and Black of each, 0 for the bye.

    >>> parse_pairing("2\n3 1\n2 0\n").pairing
    (((3, 1),), 2)
    >>> parse_pairing("no idea").failure
    "not a pairing: 'no idea'"
    """
    try:
        count, *rows = [
            [int(word) for word in line.split()] for line in text.lstrip("\ufeff").splitlines() if line.strip()
        ]
        boards = [(white, black) for white, black in rows]
        if count != [len(boards)]:
            raise ValueError
    except ValueError:
        return EngineAnswer(failure=f"not a pairing: {text[:80]!r}")
    byes = [white for white, black in boards if not black]
    return EngineAnswer((tuple(board for board in boards if board[1]), byes[0] if byes else None))


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
    r"""Parse the table in the output of a program.

    >>> parse_table("No\tRank\tBH\n2\t1\t3.5\n1\t2\t-\n").columns
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
