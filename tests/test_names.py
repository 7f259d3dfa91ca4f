"""A class that users import has its name alone: no second class in the house is called the same."""

from __future__ import annotations

import ast
import importlib
from collections import defaultdict
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent

MIRROR = "rookery.compat."
"""The drop-in for the npm packages has their names for things, ours or not."""


def homes(source: Path) -> dict[str, list[str]]:
    """Every class of the house, and the modules that define one of that name."""
    found: dict[str, list[str]] = defaultdict(list)
    for path in sorted(source.rglob("*.py")):
        module = ".".join(path.relative_to(source.parent).with_suffix("").parts)
        if not module.startswith(MIRROR):
            for node in ast.parse(path.read_text("utf-8")).body:
                if isinstance(node, ast.ClassDef):
                    found[node.name].append(module)
    return found


@pytest.fixture(scope="module")
def public() -> dict[str, list[str]]:
    """The classes on the page of public names, and where there is one of that name."""
    with pytest.MonkeyPatch.context() as patch:
        patch.syspath_prepend(str(ROOT / "tools"))
        tool = importlib.import_module("api_reference")
        told = {tool._resolved(path) for chapter in tool.CHAPTERS for path in tool.paths(chapter)}
    every = homes(ROOT / "src" / "rookery")
    return {name: every[name] for module, name in told if name in every and not module.startswith(MIRROR)}


def test_a_class_on_the_page_has_its_name_alone(public: dict[str, list[str]]) -> None:
    assert {name: where for name, where in public.items() if len(where) > 1} == {}
    assert {"Tournament", "Outcome", "Standings", "History"} <= set(public)
