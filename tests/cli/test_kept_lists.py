"""Rating lists that the command line keeps: what it says of those that cannot be read any more."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from support.command_line import Run


@pytest.mark.parametrize("words", [("show",), ("find", "heron")])
def test_a_list_of_another_version_in_a_folder_is_told(run: Run, ground: Path, words: tuple[str, ...]) -> None:
    for name in ("old", "new"):
        run("list", "import", "examples/list.txt", "--list", f"lists/{name}.sqlite")
    (ground / "lists" / "none.sqlite").write_text("no list")
    with closing(sqlite3.connect(ground / "lists" / "old.sqlite")) as base, base:
        base.execute("UPDATE about SET form = 5")
    done = run("list", *words, "--list", "lists")
    assert done.code == 0
    assert "old.sqlite was made by another version; import the list again" in " ".join(done.err.split())
    assert "none.sqlite" not in done.err
    assert run("list", *words, "--list", "lists/old.sqlite").code == 3
