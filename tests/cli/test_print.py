"""`rookery print`: papers to standard output and into files, and what is said when that cannot be."""

from __future__ import annotations

from pathlib import Path

import pytest
from syrupy.assertion import SnapshotAssertion

from rookery.cli.errors import BAD_INPUT, DONE
from support.command_line import Run
from support.messages import unquote_choices


def test_what_fits_is_listed(run: Run, ground: Path) -> None:
    assert "schedule" not in run("print", "examples/swiss.trf").out
    assert "schedule" in run("print", "examples/round-robin.trf").out
    assert "teams" in run("print", "examples/teams.trf").out


def test_a_page_goes_to_standard_output(run: Run, ground: Path) -> None:
    done = run("print", "examples/swiss.trf", "standings")
    assert done.code == DONE
    assert done.out.startswith("<!doctype html>")
    assert "Heron, Isolde" in done.out
    assert run("print", "examples/swiss.trf", "standings", "-o", "-").out == done.out


@pytest.mark.parametrize(
    ("name", "begins"), [("x.html", b"<!doctype"), ("x.HTM", b"<!doctype"), ("x.typ", b"// A paper")]
)
def test_the_name_says_what_is_written(
    name: str, begins: bytes, run: Run, ground: Path, snapshot: SnapshotAssertion
) -> None:
    done = run("print", "examples/swiss.trf", "pairings", "-o", name)
    assert done.code == DONE
    assert done.out == snapshot
    assert Path(name).read_bytes().startswith(begins)


def test_pdf(run: Run, ground: Path) -> None:
    pytest.importorskip("typst")
    assert run("print", "examples/swiss.trf", "names", "-o", "x.pdf").code == DONE
    assert Path("x.pdf").read_bytes().startswith(b"%PDF-")


def test_a_paper_generated_again_leaves_no_old_version(run: Run, ground: Path) -> None:
    for number in ("1", "2"):
        assert run("print", "examples/swiss.trf", "names", "--round", number, "-o", "x.html").code == DONE
    assert sorted(path.name for path in ground.glob("x*")) == ["x.html"]


REFUSED = [
    ("pairings", "-o", "x.docx"),
    ("pairings", "-o", ""),
    ("pairings", "--round", "9"),
    ("flyers",),
    ("reasons",),
    ("prizes",),
    ("teams",),
]


@pytest.mark.parametrize("words", REFUSED, ids=" ".join)
def test_what_cannot_be_printed(words: tuple[str, ...], run: Run, ground: Path, snapshot: SnapshotAssertion) -> None:
    done = run("print", "examples/swiss.trf", *words)
    assert done.code == BAD_INPUT
    assert unquote_choices(done.err) == snapshot
    assert done.out == ""


def test_without_typst_it_says_what_to_install(
    run: Run, ground: Path, monkeypatch: pytest.MonkeyPatch, snapshot: SnapshotAssertion
) -> None:
    monkeypatch.setitem(__import__("sys").modules, "typst", None)
    done = run("print", "examples/swiss.trf", "names", "-o", "x.pdf")
    assert done.code == BAD_INPUT
    assert "pip install 'rookery-chess[pdf]'" in done.err
    assert done.err == snapshot
    assert not Path("x.pdf").exists()
