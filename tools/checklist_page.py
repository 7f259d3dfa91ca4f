"""Writes the table of docs/checklist.md from the proofs in tests/vcl.

python tools/checklist_page.py
"""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

import pages

PAGE, TOOL = "checklist.md", "checklist_page"
PROOFS = Path(__file__).resolve().parent.parent / "tests" / "vcl"


def parts() -> dict[str, str]:
    """The generated parts of the page by name."""
    rows = [(str(number), asks, f"`{proof}`") for number, asks, proof in sorted(_questions())]
    return {"questions": pages.table(("question", "what it asks for", "proof"), rows)}


def _questions() -> Iterator[tuple[int, str, str]]:
    """Number, words and proof of every question, read and not imported."""
    for path in sorted(PROOFS.glob("test_*.py")):
        for node in ast.parse(path.read_text("utf-8")).body:
            for mark in node.decorator_list if isinstance(node, ast.FunctionDef) else ():
                if isinstance(mark, ast.Call) and isinstance(mark.func, ast.Name) and mark.func.id == "question":
                    number, asks = map(ast.literal_eval, mark.args)
                    yield number, asks, node.name


if __name__ == "__main__":
    pages.write(PAGE, parts(), TOOL)
