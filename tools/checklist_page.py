"""Writes the tables of docs/checklist.md from the acceptance walk.

python tools/checklist_page.py
"""

from __future__ import annotations

import pages

from rookery.desk.walk import Cluster, Question, other, walk

PAGE, TOOL = "checklist.md", "checklist_page"


def parts() -> dict[str, str]:
    """The generated parts of the page by name."""
    made = walk()
    counts = [(f"{one.letter}. {one.title}", str(len(one.questions)), str(one.proved), str(one.open))
              for one in made.clusters]  # fmt: skip
    counts.append(("all", str(made.path), str(made.proved), str(made.open)))
    return {
        "counts": pages.table(("cluster", "on the path", "proved", "open"), counts),
        "questions": "\n\n".join(_cluster(one) for one in made.clusters),
    }


def _cluster(one: Cluster) -> str:
    titles = ("question", "what it asks", "we say", "otherwise", "proof")
    return f"### {one.letter}. {one.title}\n\n{pages.table(titles, map(_row, one.questions))}"


def _row(one: Question) -> tuple[str, ...]:
    proofs = [f"`{proof}`" for proof in one.proofs]
    missing = [f"open: {one.missing}"] if one.missing else []
    return str(one.number), one.asks, one.answer, other(one).text or "–", ", ".join(missing + proofs)


if __name__ == "__main__":
    pages.write(PAGE, parts(), TOOL)
