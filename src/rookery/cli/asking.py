"""Warnings that wait for an answer: whoever sits at a terminal is asked, a script says --yes CODE beforehand."""

from __future__ import annotations

import sys
from collections import Counter
from collections.abc import Callable, Sequence

from rookery.cli.exits import UNANSWERED, Refusal
from rookery.cli.streams import remark
from rookery.desk.decision import Unanswered
from rookery.desk.levels import TWO_STEPS, Caution
from rookery.typed import TYPE_CHECKING, TypeVar

if TYPE_CHECKING:
    import argparse

T = TypeVar("T")


def declare(parser: argparse.ArgumentParser) -> None:
    """Declare --yes."""
    parser.add_argument(
        "--yes", action="append", default=[], metavar="CODE", help="answer a warning beforehand; a grave one twice"
    )


def answered(do: Callable[[Sequence[str]], T], yes: Sequence[str]) -> T:
    """Do something that may be warned of; nothing is done until every warning has its answer."""
    try:
        return do(())
    except Unanswered as waiting:
        given = Counter(yes)
        for one in waiting.cautions:
            steps = 2 if one.level == TWO_STEPS else 1
            if given[one.code] + given[f"{one.code}!"] < steps and not _agreed(one):
                raise Refusal(_unanswered(waiting), UNANSWERED) from None
        return do(waiting.tokens)


def _unanswered(waiting: Unanswered) -> str:
    """What is asked, and how a script answers."""
    steps = {one.code: 2 if one.level == TWO_STEPS else 1 for one in waiting.cautions}
    words = " ".join(f"--yes {code}" for code, times in steps.items() for _ in range(times))
    return f"{'; '.join(map(_said, waiting.cautions))}: nothing was done; if it shall be so, say {words}"


def _said(one: Caution) -> str:
    return f"{one.text} ({one.article})" if one.article else one.text


def _agreed(one: Caution) -> bool:
    """Whether whoever sits at the terminal wants it; what is grave is asked twice, then the other way round."""
    if not (sys.stdin.isatty() and sys.stderr.isatty()):
        return False
    remark(_said(one))
    if one.remark:
        remark(f"the file will say: {one.remark}")
    if not _is_yes("Do it?"):
        return False
    return one.level != TWO_STEPS or not _is_yes("Shall everything stay as it is?", default=True)


def _is_yes(question: str, *, default: bool = False) -> bool:
    print(f"{question} [{'Y/n' if default else 'y/N'}] ", end="", file=sys.stderr, flush=True)
    word = sys.stdin.readline().strip().lower()
    return word.startswith("y") if word else default
