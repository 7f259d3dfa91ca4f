"""External pairing engines: any executable with the command line and output of bbpPairings or JaVaFo.

This module, `external_tiebreaks` and `pairings` are the only ones of the package that run programs or touch files.
"""

from __future__ import annotations

import shlex
import subprocess
import tempfile
from collections.abc import Sequence
from pathlib import Path

from rookery._record import record, replace
from rookery.generator.generate import Pairing
from rookery.history.acceleration import baku_records
from rookery.history.history import History
from rookery.model import Tournament
from rookery.regulations import parse_type_code
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
        process = subprocess.run(arguments, capture_output=True, timeout=timeout, stdin=subprocess.DEVNULL)
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
    """Parse the output of a program: the number of boards, then White and Black of each, 0 for the bye.

    >>> parse_pairing("2\\n3 1\\n2 0\\n").pairing
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
