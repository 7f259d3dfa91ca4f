"""Rating lists stored by the command line: messages about unreadable ones."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from pathlib import Path

import pytest
from syrupy.assertion import SnapshotAssertion

from support.command_line import Run


@pytest.mark.parametrize("words", [("show",), ("find", "heron")], ids=["show", "find"])
def test_a_list_of_another_version_in_a_folder_is_reported(
    run: Run, ground: Path, words: tuple[str, ...], snapshot: SnapshotAssertion
) -> None:
    for name in ("old", "new"):
        run("list", "import", "examples/list.txt", "--list", f"lists/{name}.sqlite")
    (ground / "lists" / "none.sqlite").write_text("no list")
    with closing(sqlite3.connect(ground / "lists" / "old.sqlite")) as base, base:
        base.execute("UPDATE about SET form = 5")
    done = run("list", *words, "--list", "lists")
    assert done.code == 0
    assert done.err == snapshot
    assert "none.sqlite" not in done.err
    assert run("list", *words, "--list", "lists/old.sqlite").code == 3


def test_mistakes_are_reported_with_their_list(run: Run, ground: Path, snapshot: SnapshotAssertion) -> None:
    (ground / "rapid_oct26.txt").write_text(Path("examples/kinds/rapid_oct26.txt").read_text() + "short\n")
    words = ("list", "merge", "examples/kinds/standard_oct26.txt", "rapid_oct26.txt", "--list", "oct.sqlite")
    refused = run(*words)
    assert refused.code == 3
    assert refused.err == snapshot
    lenient = run(*words, "--lenient")
    assert lenient.code == 1
    assert lenient.out == snapshot


def test_a_list_that_cannot_be_written_is_called_by_its_name(
    run: Run, ground: Path, snapshot: SnapshotAssertion
) -> None:
    (ground / "folder").mkdir()
    done = run("list", "import", "examples/list.txt", "--list", "folder")
    assert done.code == 5
    assert done.err.replace(f"{ground}/", "") == snapshot
    assert sorted(one.name for one in ground.iterdir()) == ["examples", "folder"]
