"""What the tests of the command line share: a way to run it, and a copy of the examples to play with."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from rookery.cli.main import main
from support.command_line import Done, Run


@pytest.fixture
def run(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> Run:
    """Run a command in this process, in a pipe of 80 columns."""
    monkeypatch.setenv("COLUMNS", "80")

    def once(*words: object) -> Done:
        code = main([str(word) for word in words])
        return Done(code, *capsys.readouterr())

    return once


@pytest.fixture
def ground(tmp_path: Path, examples: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder to work in, with a copy of the examples."""
    shutil.copytree(examples, tmp_path / "examples")
    monkeypatch.chdir(tmp_path)
    return tmp_path
