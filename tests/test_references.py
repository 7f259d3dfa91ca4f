"""The reference pages are what their tools write today, and every public name says what it is."""

from __future__ import annotations

import importlib
import re
from pathlib import Path
from types import ModuleType

import pytest

import rookery

REFERENCES = (
    *("api_reference", "checklist_page", "desk_reference"),
    *("tiebreak_reference", "trf_reference", "words_reference"),
)


@pytest.fixture
def tools(root: Path, monkeypatch: pytest.MonkeyPatch) -> dict[str, ModuleType]:
    monkeypatch.syspath_prepend(str(root / "tools"))
    return {name: importlib.import_module(name) for name in ("pages", *REFERENCES)}


@pytest.mark.parametrize("name", REFERENCES)
def test_a_reference_is_what_its_tool_writes(name: str, tools: dict[str, ModuleType], root: Path) -> None:
    """`make pages` puts it right."""
    tool = tools[name]
    page = (root / "docs" / tool.PAGE).read_text("utf-8")
    assert page == tools["pages"].filled(page, tool.parts(), name)


def test_a_part_that_is_not_on_the_page_is_an_error(tools: dict[str, ModuleType]) -> None:
    with pytest.raises(SystemExit, match="the page has 0 parts"):
        tools["pages"].filled("# A page", {"names": "..."}, "api_reference")


def test_a_public_name_in_no_chapter_is_an_error(tools: dict[str, ModuleType], monkeypatch: pytest.MonkeyPatch) -> None:
    tool = tools["api_reference"]
    monkeypatch.setattr(tool, "CHAPTERS", tool.CHAPTERS[:-1])
    with pytest.raises(SystemExit, match=r"in no chapter: .*rookery\.NoPairing"):
        tool.parts()


def test_a_name_without_a_docstring_is_an_error(tools: dict[str, ModuleType]) -> None:
    with pytest.raises(SystemExit, match="has no docstring"):
        tools["api_reference"]._line("rookery.model.CLASSIC")


def test_every_name_of_the_reference_is_there(tools: dict[str, ModuleType]) -> None:
    """The source is read without importing it; here the names are imported."""
    tool = tools["api_reference"]
    for chapter in tool.CHAPTERS:
        for path in tool.paths(chapter):
            module, _, name = path.rpartition(".")
            if module == "rookery.arrays":
                pytest.importorskip("numpy")
            assert hasattr(importlib.import_module(module), name), path


def test_every_modifier_has_its_article(tools: dict[str, ModuleType]) -> None:
    from rookery.ranking.definitions import MODIFIERS

    assert set(tools["tiebreak_reference"].ARTICLES) == set(MODIFIERS)


def test_the_pages_of_the_api_reference_are_what_the_tool_writes(tools: dict[str, ModuleType], root: Path) -> None:
    """`make pages` puts it right."""
    pages = {path.name: path.read_text("utf-8") for path in (root / "docs" / "api").iterdir()}
    assert pages == tools["api_reference"].subject_pages()


def test_the_openapi_document_is_what_the_tool_writes(root: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """`make pages` puts it right."""
    pytest.importorskip("starlette")
    monkeypatch.syspath_prepend(str(root / "tools"))
    tool = importlib.import_module("openapi_page")
    assert (root / "docs" / tool.FILE).read_text("utf-8") == tool.build_text()


def test_the_names_of_rookery_come_first(root: Path) -> None:
    """Each name of `rookery.__all__` has its line in the index, with a link."""
    index = (root / "docs" / "api.md").read_text("utf-8")
    assert set(re.findall(r"^\| \[`(\w+)`\]", index, re.M)) == set(rookery.__all__) - {"__version__"}


def test_no_heading_of_the_api_reference_appears_twice(tools: dict[str, ModuleType]) -> None:
    headings = [
        heading
        for text in tools["api_reference"].subject_pages().values()
        for heading in re.findall(r"^#{2,3} (`.*)$", text, re.M)
    ]
    assert sorted(set(headings)) == sorted(headings)
    assert {"`rookery.rate`", "`rookery.norms`", "`arrays.rate_period`"} <= set(headings)
