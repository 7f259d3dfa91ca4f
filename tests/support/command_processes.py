"""Commands in processes of their own, slowed down where they write, so that they can be stopped or can meet there."""

from __future__ import annotations

import io
import os
import signal
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Callable, Sequence
from contextlib import chdir, redirect_stderr, redirect_stdout
from functools import cache
from pathlib import Path
from random import Random
from typing import Any

from rookery.cli.main import main

WRITING = ("replace", "fsync", "fchmod", "fchown", "link", "unlink", "open")
"""What a command calls of the system while it writes a file."""


FIRST = (
    "generate --players 8 --rounds 3 --play 2 -o event.trf", "set event.trf --city Town", "pair event.trf -o event.trf",
    "enter event.trf 3 1-2=1-0", "add event.trf --name Late", "standings event.trf --save",
    "convert event.trf event.json",
)  # fmt: skip
"""Commands that load what any command needs."""


@cache
def _load_commands() -> None:
    """Load the program before the first command starts: each would load it anew, which takes longer than its work."""
    silence = io.StringIO()
    with tempfile.TemporaryDirectory() as place, chdir(place), redirect_stdout(silence), redirect_stderr(silence):
        for words in FIRST:
            main(words.split())


def start_command(
    words: Sequence[object], folder: Path, seed: int, *, slow: float = 0.0, room: int | None = None
) -> int:
    """Start a command in a folder, and give its process; it writes no more than `room` bytes into one file.

    What it says goes to a file `said` beside the folder, with the number of the process.
    """
    _load_commands()
    sys.stdout.flush()
    sys.stderr.flush()
    child = os.fork()
    if child:
        return child
    code = 2
    try:
        with open(folder.parent / f"said.{os.getpid()}", "wb", 0) as output:
            os.dup2(output.fileno(), 1)
            os.dup2(output.fileno(), 2)
        os.chdir(folder)
        chance = Random(seed)
        for name in WRITING if slow else ():
            setattr(os, name, _slow_down(getattr(os, name), chance, slow))
        if room is not None:
            import resource  # POSIX only, as fork is

            signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
            resource.setrlimit(resource.RLIMIT_FSIZE, (room, room))
        code = main([str(word) for word in words])
        sys.stdout.flush()
    finally:
        os._exit(code)


def _slow_down(real: Callable[..., Any], chance: Random, slow: float) -> Callable[..., Any]:
    def call(*args: Any, **more: Any) -> Any:
        time.sleep(chance.random() * slow)
        result = real(*args, **more)
        time.sleep(chance.random() * slow)
        return result

    return call


def wait_for_exit(child: int, seconds: float = 60.0) -> int | None:
    """The exit code of a process; None when it was killed, or when it did not end in time and was killed for that."""
    until = time.monotonic() + seconds
    while time.monotonic() < until:
        done, status = os.waitpid(child, os.WNOHANG)
        if done:
            return os.waitstatus_to_exitcode(status) if os.WIFEXITED(status) else None
        time.sleep(0.001)
    os.kill(child, signal.SIGKILL)
    os.waitpid(child, 0)
    return None


def command_output(child: int, folder: Path) -> str:
    """What a command said."""
    return (folder.parent / f"said.{child}").read_text("utf-8", "replace")


def report_outcomes(done: str, ends: Counter[str], wrong: Sequence[str]) -> int:
    """Say how commands ended and what went wrong; the exit code."""
    counts = ", ".join(f"{count} {outcome}" for outcome, count in sorted(ends.items()))
    print(f"{done} ({counts}): {len(wrong)} lost something or blocked others")
    for lost in wrong[:20]:
        print(f"  {lost}")
    return 1 if wrong else 0
