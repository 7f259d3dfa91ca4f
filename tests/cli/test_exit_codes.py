"""The exit codes: the same in the code, in the documents and for every error."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

import rookery
from rookery.cli import errors as exit_codes
from rookery.cli.errors import BAD_INPUT, DIFFERENT, INTERNAL_ERROR, TOO_LARGE, UNREADABLE, CommandError, exit_code
from support.command_line import Run


@pytest.mark.parametrize(
    ("error", "code"),
    [
        (CommandError("no"), BAD_INPUT),
        (CommandError("no", TOO_LARGE), TOO_LARGE),
        (FileNotFoundError("x"), UNREADABLE),
        (rookery.FormatError([]), BAD_INPUT),
        (rookery.TooLargeError([]), TOO_LARGE),
        (rookery.RuleError("no"), BAD_INPUT),
        (rookery.UnfinishedError(1, [(1, 2)]), BAD_INPUT),
        (rookery.NoPairingError("none"), DIFFERENT),
        (rookery.UnsupportedError("no"), BAD_INPUT),
        (ZeroDivisionError(), INTERNAL_ERROR),
        (AssertionError(), INTERNAL_ERROR),
    ],
)
def test_every_error_has_its_code(error: Exception, code: int) -> None:
    assert exit_code(error) == code


def test_the_documents_name_every_code(root: Path) -> None:
    page = (root / "docs" / "command-line.md").read_text("utf-8")
    _, _, table = page.partition("| exit code | meaning |")
    told = [int(code) for code in re.findall(r"^\| (\d+) \|", table.partition("\n\n")[0], re.MULTILINE)]
    assert told == sorted(value for name, value in vars(exit_codes).items() if name.isupper())


@pytest.mark.parametrize(
    ("words", "kind", "code"),
    [
        (["standings", "nowhere.trf"], "OSError", 5),
        (["standings", "examples/swiss.trf", "--after", "9"], "", 3),
        (["pair", "bad.json"], "Refusal", 3),
        (["history", "examples"], "", None),
    ],
)
def test_api_requests_are_refused_in_json(
    words: list[str], kind: str, code: int | None, run: Run, ground: Path
) -> None:
    Path("bad.json").write_text("{")
    done = run(*words, "--format", "json")
    told = json.loads(done.out)
    assert (told["form"], told["version"], told["code"]) == ("error", 1, done.code)
    assert told["class"] == kind or not kind
    assert done.code == code or code is None
    assert told["text"]
    assert "Traceback" not in done.err


def test_interrupt_during_exec_of_source_text_keeps_the_exit_code(root: Path, tmp_path: Path) -> None:
    """CPython ends by SIGINT after an interrupt in `exec` of a text, which namedtuple and dataclasses call."""
    program = """
import sys
from rookery.cli import main
def interrupt(words):
    exec("raise KeyboardInterrupt")
main._dispatch = interrupt
sys.exit(main.run([]))
"""
    (tmp_path / "interrupted.py").write_text(program)
    done = subprocess.run(
        [sys.executable, "-m", "interrupted"], cwd=tmp_path, env={**os.environ, "PYTHONPATH": str(root / "src")},
        capture_output=True, text=True, check=False,
    )  # fmt: skip
    assert (done.returncode, done.stderr) == (exit_codes.INTERRUPTED, "rookery: interrupted\n")
