"""The page about OWASP ASVS has every requirement of levels 1 and 2, and names only tests and modules that exist."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[1]
PAGE = (ROOT / "docs" / "asvs.md").read_text("utf-8")
REQUIREMENTS = [line.split("|") for line in (ROOT / "tests" / "golden" / "asvs-5.0.0.psv").read_text().splitlines()]
ROWS = [
    [cell.strip() for cell in line.strip("| ").split(" | ")]
    for line in PAGE.splitlines()
    if re.match(r"\| \d+\.\d+\.\d+ \|", line)
]
STATUSES = ("met", "in part", "not met", "operator", "does not apply")
TESTS = sorted(set(re.findall(r"`((?:\w+/)?test_\w+\.py)(?:::(\w+))?`", PAGE)))
MODULES = sorted(
    {path for path in re.findall(r"`([a-z_]+(?:/[\w.-]+)+\.\w+|[a-z_]+\.py)`", PAGE) if "test_" not in path}
)


def test_every_requirement_has_a_row() -> None:
    assert [[row[0], row[1]] for row in ROWS] == REQUIREMENTS
    assert len(REQUIREMENTS) == 253


@pytest.mark.parametrize("row", ROWS, ids=lambda row: str(row[0]))
def test_a_row_has_a_status_and_a_proof_or_a_reason(row: list[str]) -> None:
    _, _, subject, status, how = row
    assert subject
    assert status in STATUSES
    assert len(how) > 3, "a test, a module or a reason"


def test_the_counts_are_those_of_the_rows() -> None:
    statuses = [row[3] for row in ROWS]
    for status in STATUSES:
        assert f"| {status} | {statuses.count(status)} |" in PAGE


@pytest.mark.parametrize(("path", "name"), TESTS, ids="::".join)
def test_a_named_test_exists(path: str, name: str) -> None:
    text = (ROOT / "tests" / path).read_text("utf-8")
    assert not name or f"def {name}(" in text


@pytest.mark.parametrize("path", MODULES)
def test_a_named_module_exists(path: str) -> None:
    assert any((folder / path).exists() for folder in (ROOT / "src" / "rookery", ROOT))
