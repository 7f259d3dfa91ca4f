"""Templates are compiled once and stored beside Python's own compiled files."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

pytest.importorskip("jinja2")

from jinja2 import Environment

from rookery.web.templating import create_environment


@pytest.fixture
def template_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """A folder for what is compiled, whatever this Python was told."""
    monkeypatch.setattr(sys, "dont_write_bytecode", False)
    monkeypatch.setattr(sys, "pycache_prefix", str(tmp_path / "template_folder"))
    create_environment.cache_clear()
    yield tmp_path / "template_folder"
    create_environment.cache_clear()


def compiled(monkeypatch: pytest.MonkeyPatch) -> int:
    """How many templates a fresh environment compiles for a page."""
    names = []
    original = Environment._compile

    def compile_counted(self: Environment, source: str, filename: str) -> object:
        names.append(filename)
        return original(self, source, filename)

    monkeypatch.setattr(Environment, "_compile", compile_counted)
    create_environment.cache_clear()
    create_environment().get_template("error.html").root_render_func  # noqa: B018
    return len(names)


def test_a_template_is_compiled_once(template_folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    assert [compiled(monkeypatch), compiled(monkeypatch)] == [1, 0]
    assert [path.suffix for path in template_folder.rglob("*") if path.is_file()] == [".jinja"]


def test_what_is_damaged_is_compiled_again(template_folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    compiled(monkeypatch)
    [file] = template_folder.rglob("*.jinja")
    file.write_bytes(b"no code")
    assert [compiled(monkeypatch), compiled(monkeypatch)] == [1, 0]


def test_nothing_is_cached_where_python_caches_nothing(template_folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "dont_write_bytecode", True)
    assert compiled(monkeypatch) == 1
    assert not template_folder.exists()


def test_a_folder_that_takes_nothing_is_no_hindrance(template_folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    template_folder.write_text("a file, where the folder would be")
    assert compiled(monkeypatch) == 1
