"""Several states of Rookery side by side, each in a process of its own; and the table that says what they need."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Iterable, Sequence
from itertools import chain
from pathlib import Path
from typing import Any


class State:
    """A checkout of Rookery in a process of its own, which runs a script: it reads lines of JSON, and answers each."""

    def __init__(self, folder: Path, script: str) -> None:
        environment = {**os.environ, "PYTHONPATH": str(folder / "src")}
        self.process = subprocess.Popen(
            [sys.executable, "-c", script], env=environment, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
        )

    def __enter__(self) -> State:
        return self

    def __exit__(self, *error: object) -> None:
        self.process.communicate()

    def ask(self, *request: object) -> Any:
        """What the script says to this."""
        assert self.process.stdin
        assert self.process.stdout
        self.process.stdin.write(json.dumps(request) + "\n")
        self.process.stdin.flush()
        return json.loads(self.process.stdout.readline())


def printed(heads: Sequence[str], rows: Iterable[Sequence[str]], first: int) -> None:
    """A table that is Markdown as well, row by row as they come: some take long. Its first column is so wide."""
    widths = [max(len(heads[0]), first), *(max(len(head), 8) for head in heads[1:])]
    for row in chain((heads, ["-" * (width - 1) + ":" for width in widths]), rows):
        print("| " + " | ".join(cell.rjust(width) for cell, width in zip(row, widths, strict=True)) + " |", flush=True)
    print()
