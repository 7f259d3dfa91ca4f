"""The literal references are nobody's relatives: they import nothing of Rookery, and share no function with it."""

from __future__ import annotations

import ast
import json
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from literal import double_swiss_events, lim_events, ratings, schedules

HERE = Path(__file__).resolve().parent
FILES = [path for path in sorted((HERE / "literal").glob("*.py")) if path.name != "__main__.py"]
LEAST = 3  # statements below which two bodies may well be equal by chance


def imported(tree: ast.AST) -> Iterator[str]:
    """The first word of every module imported anywhere."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            yield from (name.name.split(".")[0] for name in node.names)
        elif isinstance(node, ast.ImportFrom):
            yield "literal" if node.level else str(node.module).split(".")[0]


def bodies(path: Path) -> Iterator[tuple[str, str]]:
    """What each function of some length does, without its docstring, and its name."""
    for node in ast.walk(ast.parse(path.read_text("utf-8"))):
        if isinstance(node, ast.FunctionDef):
            body = node.body[1:] if ast.get_docstring(node) else node.body
            if len(body) >= LEAST:
                yield ast.dump(ast.Module(body, [])), f"{path.name}: {node.name}"


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_only_the_standard_library(path: Path) -> None:
    assert set(imported(ast.parse(path.read_text("utf-8")))) <= sys.stdlib_module_names | {"literal"}


@pytest.mark.slow
def test_no_function_is_ours() -> None:
    ours = {body: name for path in (HERE.parent / "src").rglob("*.py") for body, name in bodies(path)}
    theirs = {body: name for path in FILES for body, name in bodies(path)}
    assert theirs
    assert not {name: ours[body] for body, name in theirs.items() if body in ours}


@pytest.mark.parametrize("program", [lim_events, double_swiss_events], ids=["lim", "double_swiss"])
def test_the_printed_examples_and_what_must_hold_of_any_round(program) -> None:  # type: ignore[no-untyped-def]
    program.check_handbook_examples()
    assert program.check_random(1, 21, 4, 8)


@pytest.mark.slow
@pytest.mark.parametrize("name", ["vectors.json", "vectors_performance.json"])
def test_the_ratings_are_those_of_the_vectors(golden: Path, name: str) -> None:
    checked, wrong = ratings.check(json.loads((golden / "ratings" / name).read_text("utf-8")))
    assert checked > 60
    assert wrong == []


def test_the_tables_have_what_defines_them(golden: Path) -> None:
    tables = {
        path.stem: json.loads(path.read_text("utf-8"))["tables"] for path in (golden / "round-robin").glob("*.json")
    }
    assert schedules.check_berger(tables["berger"]) == []
    assert schedules.check_scheveningen(tables["scheveningen"]) == []
    assert len(schedules.check_varma(tables["varma"])) == 1  # the published row 11/12


def test_a_single_entry_point(golden: Path) -> None:
    words = [sys.executable, str(HERE / "literal"), "dutch", "--replay", str(golden / "dutch" / "01.trf")]
    done = subprocess.run(words, capture_output=True, text=True, check=True)
    assert "0 different" in done.stdout
    listed = subprocess.run([sys.executable, str(HERE / "literal")], capture_output=True, text=True, check=False)
    assert listed.returncode == 1
    assert "tie_breaks" in listed.stderr
