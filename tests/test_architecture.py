"""The architecture page and the contributing guide name files and names that exist."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent
PACKAGE = ROOT / "src" / "rookery"
DOCUMENTS = [ROOT / "docs" / "architecture.md", ROOT / "CONTRIBUTING.md"]

FILE = re.compile(r"`((?:[\w*-]+/)*[\w*.-]+\.(?:py|md|yml|toml|xz)|(?:[\w.-]+/)+)`")
NAME = re.compile(r"`(?:\w+\.)*([A-Za-z_]\w*)(?:\(\.\.\.\)|=)?`")
PLACEHOLDER = re.compile(r"NAME|SUBJECT|CHAPTER|\*")
"""Parts of a path that stand for many files."""
GENERATED = {".corpora/", "site/"}
OTHER_WORDS = {"__snapshots__", "ROOKERY_CORPUS", "PYTEST", "NAME", "real_files", "rookery"}
"""Words in code style that are no names of the source."""


def exists(path: str) -> bool:
    """Return whether a path leads to something from the root, the package or one of its folders."""
    pattern = PLACEHOLDER.sub("*", path).rstrip("/")
    return any(any(folder.glob(pattern)) for folder in (ROOT, PACKAGE, *PACKAGE.glob("*/")))


@pytest.mark.parametrize("document", DOCUMENTS, ids=lambda path: path.name)
def test_every_file_exists(document: Path) -> None:
    paths = set(FILE.findall(document.read_text("utf-8"))) - GENERATED
    assert paths
    assert [path for path in sorted(paths) if not exists(path)] == []


@pytest.mark.parametrize("document", DOCUMENTS, ids=lambda path: path.name)
def test_every_name_exists(document: Path) -> None:
    """A class, a function, a table or an argument: some file of the source or the tests has the word."""
    sources = [*PACKAGE.rglob("*.py"), *(ROOT / "tests").rglob("*.py")]
    words = {word for path in sources for word in re.findall(r"\w+", path.read_text("utf-8"))}
    names = set(NAME.findall(document.read_text("utf-8")))
    assert sorted(names - words - OTHER_WORDS) == []
