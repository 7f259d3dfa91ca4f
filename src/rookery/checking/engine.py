"""Another program that pairs: any executable that speaks the grammar of bbpPairings or JaVaFo.

Rules of this file: with ranker.py and crosscheck.py it is the only one in this folder that touches the outside world.
"""

from __future__ import annotations

import shlex
import subprocess
import tempfile
from collections.abc import Sequence
from pathlib import Path

from rookery.acceleration import written_out
from rookery.checking.generator import Pairing
from rookery.history import History
from rookery.model import Tournament
from rookery.regulations import scheme
from rookery.trf.write import dump
from rookery.values import frozen, replace


@frozen
class Answer:
    """What a program said to a position: a pairing, that there is none, or (`failure`) something else."""

    pairing: Pairing | None = None
    failure: str = ""


@frozen
class Engine:
    """How to ask a program: its command, with {input} and {output} for the files; without {output} it prints.

    `dialect` is the form of TRF that it reads; `edition` is that of its rules, if it is not the tournament's own.

    >>> Engine("pairer --dutch {input} -p {output}").arguments(Path("a b.trf"), Path("out.txt"))
    ['pairer', '--dutch', 'a b.trf', '-p', 'out.txt']
    """

    command: str
    dialect: str = "trfbx"
    timeout: float = 900.0
    edition: str = ""

    @property
    def told(self) -> dict[str, object]:
        """What another logbook has otherwise."""
        known = {"engine": self.command, "dialect": self.dialect, "edition": self.edition}
        return {name: value for name, value in known.items() if value}

    def arguments(self, position: Path, answer: Path) -> list[str]:
        """The words of the command for these files."""
        return [word.format(input=position, output=answer) for word in shlex.split(self.command)]

    def pair(self, position: Tournament) -> Answer:
        """Its pairing of the next round. OSError when the program cannot be started."""
        with tempfile.TemporaryDirectory(prefix="rookery-") as folder:
            source, target = Path(folder, "position.trf"), Path(folder, "answer.txt")
            source.write_bytes(dump(declared(position), self.dialect))
            code, said, complaint = started(self.arguments(source, target), self.timeout)
            if code == 1:
                return Answer()
            if complaint:
                return Answer(failure=complaint)
            said = target.read_bytes() if target.exists() else said
        return parsed(said.decode(errors="replace"))


def started(words: Sequence[str], timeout: float) -> tuple[int | None, bytes, str]:
    """What became of a program: its exit code (None: it did not end in time), what it printed, what is wrong."""
    try:
        done = subprocess.run(words, capture_output=True, timeout=timeout, stdin=subprocess.DEVNULL)
    except subprocess.TimeoutExpired:
        return None, b"", f"no answer after {timeout:g} s"
    if not done.returncode:
        return 0, done.stdout, ""
    complaint = (done.stderr or done.stdout).decode(errors="replace").strip().splitlines()
    return done.returncode, done.stdout, f"exit code {done.returncode}: {' '.join(complaint)[:300]}"


def declared(position: Tournament) -> Tournament:
    """The tournament with the points that its players have, and ranks by them: some programs insist on both.

    Baku acceleration is written out, for it cannot be named in every dialect, and some count group A differently. Teams
    are left as they are: their points follow from their matches.
    """
    if position.team_event:
        return position
    view = History(position).before(position.next_round)
    order = sorted(position.players, key=lambda player: (-view.score(player.id), player.id))
    ranked = (replace(one, points=view.score(one.id), rank=rank) for rank, one in enumerate(order, 1))
    extra = position.acceleration or (written_out(position) if scheme(position.system).baku else ())
    return replace(position, players=tuple(sorted(ranked, key=lambda player: player.id)), acceleration=extra)


def parsed(text: str) -> Answer:
    """The pairing in the output of a program: how many boards, then White and Black of each, 0 for the bye.

    >>> parsed("2\\n3 1\\n2 0\\n").pairing
    (((3, 1),), 2)
    >>> parsed("no idea").failure
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
        return Answer(failure=f"not a pairing: {text[:80]!r}")
    byes = [white for white, black in boards if not black]
    return Answer((tuple(board for board in boards if board[1]), byes[0] if byes else None))
