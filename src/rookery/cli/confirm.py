"""Confirm warnings: interactively on a terminal, with --yes in a script."""

from __future__ import annotations

import sys
from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING

from rookery.cli.errors import UNANSWERED, CommandError
from rookery.cli.terminal import remark
from rookery.tournaments.warning_table import CONFIRM, NOTE, TABLE, TWO_STEPS, RuleWarning

if TYPE_CHECKING:
    import argparse


RESTORE = "restore"
"""The warning that a copy would take the place of what was done since."""

KNOWN_CODES = frozenset({*TABLE, RESTORE})
"""Every warning that can be answered."""


def add_answers(parser: argparse.ArgumentParser) -> None:
    """Add the option that answers warnings in advance."""
    parser.add_argument("--yes", action="append", default=[], metavar="CODE", help="go on in spite of this warning")


def require_answers(issued: Iterable[RuleWarning], path: str, yes: Sequence[str]) -> None:
    """Return if every warning is answered; otherwise ask on the terminal, or raise CommandError with exit code 6."""
    warnings = tuple(issued)
    for code in yes:
        if code.rstrip("!") not in KNOWN_CODES:
            raise CommandError(f"--yes {code}: there is no such warning; there are {', '.join(sorted(KNOWN_CODES))}")
    for warning in warnings:
        if warning.level < NOTE:
            remark(warning.text)
    unanswered = [warning for warning in warnings if warning.level >= NOTE and not _is_answered(warning, yes)]
    if not unanswered:
        return
    if not (sys.stdin.isatty() and sys.stderr.isatty()):
        raise CommandError(_describe_unanswered(unanswered, path), UNANSWERED)
    for warning in unanswered:
        if not _ask(warning):
            raise CommandError(f"{path}: nothing was changed", UNANSWERED)


def _is_answered(warning: RuleWarning, yes: Sequence[str]) -> bool:
    return f"{warning.code}!" in yes or (warning.level < TWO_STEPS and warning.code in yes)


def _describe_unanswered(unanswered: Sequence[RuleWarning], path: str) -> str:
    """Return every warning with its article, and the options that answer them."""
    lines = [f"  {warning.code}: {_describe_warning(warning)}" for warning in unanswered]
    answers = " ".join(dict.fromkeys(f"--yes {_answer_code(warning)}" for warning in unanswered))
    return "\n".join(
        [f"{path}: nothing was changed: this needs an answer", *lines, f"  {answers} goes on all the same"]
    )


def _answer_code(warning: RuleWarning) -> str:
    return f"'{warning.code}!'" if warning.level >= TWO_STEPS else warning.code


def _describe_warning(warning: RuleWarning) -> str:
    text = _text_with_article(warning)
    if warning.remark:
        text += f"; the file will say: ### {warning.remark}"
    return f"{text}; or {warning.instead}" if warning.instead else text


def _text_with_article(warning: RuleWarning) -> str:
    """Return the text of a warning with its article, unless the text names it already."""
    return (
        f"{warning.text} ({warning.article})"
        if warning.article and warning.article not in warning.text
        else warning.text
    )


def _ask(warning: RuleWarning) -> bool:
    """Return whether the user agrees; a two-step warning is confirmed by a second, reversed question."""
    text = _text_with_article(warning).rstrip(".")
    print(f"\n{text[:1].upper()}{text[1:]}.", file=sys.stderr)
    if warning.remark:
        print(f"The file will say: ### {warning.remark}", file=sys.stderr)
    if warning.level < CONFIRM:
        return _read_reply("Enter goes on, n stops: ") != "n"
    if _read_reply("Do it? [y/N] ") != "y":
        return False
    return warning.level < TWO_STEPS or _read_reply("Leave everything as it was after all? [Y/n] ") == "n"


def _read_reply(question: str) -> str:
    """Return the first letter typed; the end of the input counts as no."""
    print(question, end="", file=sys.stderr, flush=True)
    line = sys.stdin.readline()
    return line.strip()[:1].lower() if line else "n"
