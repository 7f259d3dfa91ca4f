"""Writes the tables of docs/checklist.md from the acceptance walk and the tests that prove its answers.

python tools/checklist_page.py
"""

from __future__ import annotations

from pathlib import Path

import pages

from rookery.tournaments.checklist import Cluster, Question, alternative_branch, build_checklist

PAGE, TOOL = "checklist.md", "checklist_page"
PROOFS = Path(__file__).resolve().parent.parent / "tests" / "vcl" / "proofs.psv"


def load_proofs() -> dict[int, list[str]]:
    """The tests that prove an answer, by the number of its question."""
    lines = (line.split("|") for line in PROOFS.read_text("utf-8").splitlines()[1:])
    return {int(number): [test.strip() for test in tests.split(";")] for number, tests in lines}


def parts() -> dict[str, str]:
    """The generated parts of the page by name."""
    made, tests = build_checklist(), load_proofs()
    counts = [(f"{one.letter}. {one.title}", str(len(one.questions)), str(one.proved), str(one.open))
              for one in made.clusters]  # fmt: skip
    counts.append(("all", str(made.path), str(made.proved), str(made.open)))
    return {
        "counts": pages.table(("cluster", "on the path", "proved", "open"), counts),
        "questions": "\n\n".join(_cluster(one, tests) for one in made.clusters),
    }


def _cluster(one: Cluster, tests: dict[int, list[str]]) -> str:
    titles = ("number", "question", "our answer", "cost of the other answer", "proof")
    rows = [_row(question, tests.get(question.number, [])) for question in one.questions]
    return f"### {one.letter}. {one.title}\n\n{pages.table(titles, rows)}"


def _row(one: Question, tests: list[str]) -> tuple[str, ...]:
    proofs = [f"`{proof}`" for proof in (*one.proofs, *tests)]
    missing = [f"open: {one.missing}"] if one.missing else []
    return (
        str(one.number),
        one.asks,
        one.public_answer,
        alternative_branch(one).text or "–",
        ", ".join(missing + proofs),
    )


if __name__ == "__main__":
    pages.write(PAGE, parts(), TOOL)
