"""The pictures of the documents are what the program draws today."""

from __future__ import annotations

import importlib
import sys
from pathlib import Path
from types import ModuleType

import pytest


@pytest.fixture
def tools(root: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.syspath_prepend(str(root / "tools"))
    return root / "tools"


def tool(name: str) -> ModuleType:
    return importlib.import_module(name)


def committed(root: Path, name: str) -> str:
    return (root / "docs" / "pictures" / f"{name}.svg").read_text("utf-8")


def test_kernel_pictures(root: Path, tools: Path) -> None:
    for name, face in tool("kernel_pictures").stages().items():
        assert committed(root, f"kernel-{name}") == tool("kernel_pictures").drawing(face)


def test_event_pictures(root: Path, tools: Path) -> None:
    for name in tool("event_pictures").DRAWINGS:
        assert committed(root, f"event-{name}") == tool("event_pictures").drawing(name)


@pytest.mark.skipif(sys.platform == "win32", reason="Windows has no pseudo-terminals of this kind")
@pytest.mark.parametrize("name", ["pair", "explain"])
def test_terminal_pictures(root: Path, tools: Path, name: str) -> None:
    """The command runs on a terminal, and the picture shows what it printed there: `make pages` draws it again."""
    assert set(tool("terminal_pictures").COMMANDS) == {"pair", "explain"}
    assert committed(root, f"terminal-{name}") == tool("terminal_pictures").drawing(name)


def test_a_terminal_picture_fetches_nothing_and_keeps_our_machine_to_itself(root: Path) -> None:
    for name in ("terminal-pair", "terminal-explain"):
        text = committed(root, name).replace('xmlns="http://www.w3.org/2000/svg"', "")
        assert "http" not in text
        assert "url(" not in text
        assert "/src" not in text
        assert "$</text>" in text
        assert "font-weight" in text  # colours were on
