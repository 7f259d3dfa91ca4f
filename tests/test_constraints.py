"""The constraints file of the desk fits pyproject.toml, has a checksum for everything, and names no package index."""

from __future__ import annotations

import importlib
import re
from pathlib import Path
from types import ModuleType

import pytest

ROOT = Path(__file__).resolve().parent.parent
PROJECT = (ROOT / "pyproject.toml").read_text("utf-8")
FILE = (ROOT / "constraints" / "desk.txt").read_text("utf-8")


@pytest.fixture
def tool(monkeypatch: pytest.MonkeyPatch) -> ModuleType:
    monkeypatch.syspath_prepend(str(ROOT / "tools"))
    return importlib.import_module("constraints")


def test_the_file_fits_pyproject(tool: ModuleType) -> None:
    assert list(tool.faults(FILE, PROJECT)) == []
    assert "starlette" in tool.requirements(PROJECT)
    assert "://" not in FILE


@pytest.mark.parametrize(
    ("old", "new"),
    [
        (r"(?m)^starlette==\S+", "starlette==0.46.0"),
        (r"(?m)^starlette==\S+", "starlette==2.0.0"),
        (r"(?m)^jinja2==\S+", "other==3.1.6"),
        (r"(?m)(^segno==\S+ \\\n)(    --hash=\S+( \\)?\n)+", "segno==1.6.6\n"),
        (r"\A", "--index-url https://packages.example/simple\n"),
    ],
)
def test_a_file_that_does_not_fit_is_noticed(tool: ModuleType, old: str, new: str) -> None:
    changed, number = re.subn(old, new, FILE, count=1)
    assert number == 1
    assert len(list(tool.faults(changed, PROJECT))) == 1


def test_versions_with_known_faults_are_not_admitted(tool: ModuleType) -> None:
    """Starlette before 1.3.1, python-multipart before 0.0.27 and Jinja2 before 3.1.6 have published weaknesses.

    Starlette before 1.6 leaves the file of an upload open that breaks off, uvicorn before 0.41 prints a traceback when
    Ctrl C comes while it starts (0.41 to 0.44 fail in tests of connections), and typst before 0.15 cannot set the date
    of a PDF.
    """
    bounds = tool.requirements(PROJECT)
    names = ("starlette", "python-multipart", "jinja2", "uvicorn", "typst")
    lowest = {name: dict(bounds[name])[">="] for name in names}
    assert lowest == {
        "starlette": "1.6", "python-multipart": "0.0.27", "jinja2": "3.1.6", "uvicorn": "0.46", "typst": "0.15",
    }  # fmt: skip


def test_the_actions_of_continuous_integration_are_pinned_by_their_commits() -> None:
    files = (ROOT / ".github" / "workflows").glob("*.yml")
    used = [line for path in files for line in path.read_text("utf-8").splitlines() if "uses:" in line]
    assert used
    assert [line for line in used if not re.search(r"uses: [\w./-]+@[0-9a-f]{40} # v\d", line)] == []
