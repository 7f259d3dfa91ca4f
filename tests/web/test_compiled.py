"""Templates are compiled once and kept where Python keeps its own; what is kept rests on nothing but their text."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

pytest.importorskip("jinja2")

from jinja2 import Environment, FileSystemLoader

from rookery.web.template_cache import FileBytecodeCache, RuntimeFilterGenerator


@pytest.fixture
def kept(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder for what is compiled, whatever this Python was told."""
    monkeypatch.setattr(sys, "dont_write_bytecode", False)
    monkeypatch.setattr(sys, "pycache_prefix", str(tmp_path / "kept"))
    (tmp_path / "pages").mkdir()
    return tmp_path / "kept"


def environment(pages: Path, **filters: object) -> Environment:
    made = Environment(loader=FileSystemLoader(pages), optimized=False, bytecode_cache=FileBytecodeCache())
    made.code_generator_class = RuntimeFilterGenerator
    made.filters |= filters
    return made


def shown(pages: Path, **filters: object) -> str:
    return environment(pages, **filters).get_template("page.html").render(name="Ada")


class Counting(Environment):
    """Counts what is compiled."""

    compiled = 0

    def _compile(self, source: str, filename: str) -> object:  # type: ignore[override]
        type(self).compiled += 1
        return super()._compile(source, filename)


def test_a_template_is_compiled_once_and_again_when_it_changes(kept: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(f"{__name__}.Environment", Counting)
    monkeypatch.setattr(Counting, "compiled", 0)
    pages = kept.parent / "pages"
    (pages / "page.html").write_text("{{ name }} has the bye.")
    assert [shown(pages), shown(pages), Counting.compiled] == ["Ada has the bye."] * 2 + [1]
    (pages / "page.html").write_text("{{ name }} has no bye.")
    assert [shown(pages), shown(pages), Counting.compiled] == ["Ada has no bye."] * 2 + [2]
    assert [path.suffix for path in kept.rglob("*") if path.is_file()] == [".jinja"]


@pytest.mark.parametrize("damage", [b"", b"no code", None], ids=["empty", "other", "cut"])
def test_what_is_damaged_is_compiled_again(kept: Path, damage: bytes | None) -> None:
    pages = kept.parent / "pages"
    (pages / "page.html").write_text("{{ name }} has the bye.")
    shown(pages)
    [file] = kept.rglob("*.jinja")
    file.write_bytes(file.read_bytes()[:40] if damage is None else damage)
    assert shown(pages) == "Ada has the bye."
    assert len(file.read_bytes()) > 40


def test_what_a_filter_makes_of_a_constant_is_not_kept(kept: Path) -> None:
    pages = kept.parent / "pages"
    (pages / "page.html").write_text("{{ 'White'|said }} {% if 'x'|said == 'x' %}plain{% endif %}")
    assert shown(pages, said=str) == "White plain"
    assert shown(pages, said=str.upper) == "WHITE "


def test_nothing_is_kept_where_python_keeps_nothing(kept: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "dont_write_bytecode", True)
    pages = kept.parent / "pages"
    (pages / "page.html").write_text("{{ name }} has the bye.")
    assert shown(pages) == "Ada has the bye."
    assert not kept.exists()


def test_a_folder_that_takes_nothing_is_no_hindrance(kept: Path) -> None:
    pages = kept.parent / "pages"
    (pages / "page.html").write_text("{{ name }} has the bye.")
    kept.write_text("a file, where the folder would be")
    assert shown(pages) == "Ada has the bye."
