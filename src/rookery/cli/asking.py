"""Warnings and their answers: asked on a terminal, given beforehand by --yes in a script."""

from __future__ import annotations

import sys
from collections.abc import Iterable, Sequence

from rookery.cli.exits import UNANSWERED, Refusal
from rookery.cli.streams import remark
from rookery.desk.levels import ASKED, READ, TABLE, TWO_STEPS, Caution
from rookery.typed import TYPE_CHECKING

if TYPE_CHECKING:
    import argparse


RESTORE = "restore"
"""The warning that a copy would take the place of what was done since."""

KNOWN = frozenset({*TABLE, RESTORE})
"""Every warning that can be answered."""


def add_answers(parser: argparse.ArgumentParser) -> None:
    """Declare how warnings are answered beforehand."""
    parser.add_argument("--yes", action="append", default=[], metavar="CODE", help="go on in spite of this warning")


def must_be_answered(said: Iterable[Caution], path: str, yes: Sequence[str]) -> None:
    """Go on if every warning has its answer; else ask for it, or say which is needed, and exit with code 6."""
    some = tuple(said)
    for code in yes:
        if code.rstrip("!") not in KNOWN:
            raise Refusal(f"--yes {code}: there is no such warning; there are {', '.join(sorted(KNOWN))}")
    for one in some:
        if one.level < READ:
            remark(one.text)
    open = [one for one in some if one.level >= READ and not _answered(one, yes)]
    if not open:
        return
    if not (sys.stdin.isatty() and sys.stderr.isatty()):
        raise Refusal(_needed(open, path), UNANSWERED)
    for one in open:
        if not _asked(one):
            raise Refusal(f"{path}: nothing was changed", UNANSWERED)


def _answered(one: Caution, yes: Sequence[str]) -> bool:
    return f"{one.code}!" in yes or (one.level < TWO_STEPS and one.code in yes)


def _needed(open: Sequence[Caution], path: str) -> str:
    """Every warning with its article, and the options that answer them."""
    lines = [f"  {one.code}: {_sentence(one)}" for one in open]
    answers = " ".join(dict.fromkeys(f"--yes {_token(one)}" for one in open))
    return "\n".join(
        [f"{path}: nothing was changed: this needs an answer", *lines, f"  {answers} goes on all the same"]
    )


def _token(one: Caution) -> str:
    return f"'{one.code}!'" if one.level >= TWO_STEPS else one.code


def _sentence(one: Caution) -> str:
    said = _cited(one)
    if one.remark:
        said += f"; the file will say: ### {one.remark}"
    return f"{said}; or {one.instead}" if one.instead else said


def _cited(one: Caution) -> str:
    """What it says, with the article, which it may name already."""
    return f"{one.text} ({one.article})" if one.article and one.article not in one.text else one.text


def _asked(one: Caution) -> bool:
    """Whether somebody at the terminal wants it; of two steps the second asks the other way round."""
    text = _cited(one).rstrip(".")
    print(f"\n{text[:1].upper()}{text[1:]}.", file=sys.stderr)
    if one.remark:
        print(f"The file will say: ### {one.remark}", file=sys.stderr)
    if one.level < ASKED:
        return _reply("Enter goes on, n stops: ") != "n"
    if _reply("Do it? [y/N] ") != "y":
        return False
    return one.level < TWO_STEPS or _reply("Leave everything as it was after all? [Y/n] ") == "n"


def _reply(question: str) -> str:
    """The first letter of what is typed; nothing at the end of the input counts as no."""
    print(question, end="", file=sys.stderr, flush=True)
    line = sys.stdin.readline()
    return line.strip()[:1].lower() if line else "n"
