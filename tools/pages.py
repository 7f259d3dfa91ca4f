"""The parts of the documents that a program writes: they stand between two comments that name them.

    <!-- records: written by tools/trf_reference.py -->
    ...
    <!-- end of records -->

`make pages` writes all of them again, and a test tells when one of them is not what its tool would write today.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path

DOCS = Path(__file__).resolve().parent.parent / "docs"


def filled(page: str, parts: Mapping[str, str], tool: str) -> str:
    """The page with these parts between their comments; it has every one of them once."""
    for name, body in parts.items():
        opening, closing = f"<!-- {name}: written by tools/{tool}.py -->", f"<!-- end of {name} -->"
        found = re.findall(f"{re.escape(opening)}.*?{re.escape(closing)}", page, re.S)
        if len(found) != 1:
            raise SystemExit(f"the page has {len(found)} parts {opening} ... {closing}")
        page = page.replace(found[0], f"{opening}\n\n{body.strip()}\n\n{closing}")
    return page


def write(name: str, parts: Mapping[str, str], tool: str) -> None:
    """Write the parts into docs/NAME."""
    path = DOCS / name
    path.write_text(filled(path.read_text("utf-8"), parts, tool), encoding="utf-8")


def table(titles: Sequence[str], rows: Iterable[Sequence[str]]) -> str:
    """A Markdown table."""
    lines = [titles, ["---"] * len(titles), *rows]
    return "\n".join(f"| {' | '.join(line)} |" for line in lines).replace("|  |", "| |").replace("|  |", "| |")
