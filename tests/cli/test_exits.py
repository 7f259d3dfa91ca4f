"""The exit codes: one for each way to end, the same in the code, in the documents and for every error."""

from __future__ import annotations

import ast
import json
import re
from pathlib import Path

import pytest

import rookery
from rookery.cli import exits
from rookery.cli.exits import BAD, DIFFERENT, OUR_FAULT, TOO_LARGE, UNREADABLE, Refusal, code_of
from support.command_line import Run


@pytest.mark.parametrize(
    ("error", "code"),
    [
        (Refusal("no"), BAD),
        (Refusal("no", TOO_LARGE), TOO_LARGE),
        (FileNotFoundError("x"), UNREADABLE),
        (rookery.FormatError([]), BAD),
        (rookery.TooLarge([]), TOO_LARGE),
        (rookery.RuleError("no"), BAD),
        (rookery.Unfinished(1, [(1, 2)]), BAD),
        (rookery.NoPairing("none"), DIFFERENT),
        (rookery.Unsupported("no"), BAD),
        (ZeroDivisionError(), OUR_FAULT),
        (AssertionError(), OUR_FAULT),
    ],
)
def test_every_error_has_its_code(error: Exception, code: int) -> None:
    assert code_of(error) == code


def test_the_documents_name_every_code(root: Path) -> None:
    page = (root / "docs" / "command-line.md").read_text("utf-8")
    _, _, table = page.partition("| exit code | meaning |")
    told = [int(code) for code in re.findall(r"^\| (\d+) \|", table.partition("\n\n")[0], re.MULTILINE)]
    assert told == sorted(value for name, value in vars(exits).items() if name.isupper())


def test_a_command_ends_with_a_name_and_no_number(root: Path) -> None:
    for path in (root / "src" / "rookery" / "cli" / "commands").glob("*.py"):
        for node in ast.parse(path.read_text("utf-8")).body:
            if isinstance(node, ast.FunctionDef) and node.name == "run":
                ends = [one.value for one in ast.walk(node) if isinstance(one, ast.Return)]
                assert not [one for one in ends if one is None or isinstance(one, ast.Constant)], path.name


@pytest.mark.parametrize(
    ("words", "kind", "code"),
    [
        (["standings", "nowhere.trf"], "OSError", 5),
        (["standings", "examples/swiss.trf", "--after", "9"], "", 3),
        (["pair", "bad.json"], "Refusal", 3),
        (["history", "examples"], "", None),
    ],
)
def test_who_asks_for_data_is_refused_in_data(
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
