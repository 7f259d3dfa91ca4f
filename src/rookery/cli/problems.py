"""Problems of a file: what, where, the line with carets under the columns, and how many there are."""

from __future__ import annotations

from collections.abc import Sequence

from rookery.cli.console import print_paragraph, say, style_text, terminal_width, width
from rookery.errors import Problem, Severity
from rookery.formatting import count
from rookery.messages import join_list, make_printable

_STYLES = {Severity.ERROR: "bold red", Severity.WARNING: "bold yellow", Severity.INFO: "bold cyan"}


DEFAULT_USED = "default"
"""The code of what is used for a record that an older file cannot have: no fault, and said all the same."""


def count_by_severity(problems: Sequence[Problem]) -> str:
    """Return the number of problems of each severity, in words.

    >>> count_by_severity([])
    'no problems'
    """
    nouns = {Severity.ERROR: ("error", ""), Severity.WARNING: ("warning", ""), Severity.INFO: ("note", "")}
    counts = [(sum(problem.severity is kind for problem in problems), names) for kind, names in nouns.items()]
    return join_list(count(number, *names) for number, names in counts if number) or "no problems"


def print_problem(problem: Problem, line: str | None) -> None:
    """Print a problem: what, where, the line with carets under the columns, and the value used instead."""
    kind = "note" if problem.severity is Severity.INFO else str(problem.severity)
    location = problem.place if problem.line else _describe_field(problem.field)
    if problem.line and set(problem.field) & set(".["):  # a path in JSON
        location += f", {problem.field}"
    location = make_printable(location)
    style = _STYLES[problem.severity]
    print(style_text(kind, style) + style_text(f": {location} ", "bold") + style_text(f"[{problem.code}]", "dim"))
    print_paragraph(_problem_sentence(problem), indent="  ")
    if line is not None and problem.line:
        _print_excerpt(line, problem.columns, style)


def _describe_field(field: str) -> str:
    """Return what a problem without a line is about: a record code, a path in JSON, or the whole file."""
    return f"record {field}" if field.isdigit() else field or "the file as a whole"


def _problem_sentence(problem: Problem) -> str:
    text = problem.text[:1].upper() + problem.text[1:]
    tail = [f"read {problem.read!r}"] * bool(problem.read) + [f"used {problem.used}"] * bool(problem.used)
    return f"{text}: {', '.join(tail)}." if tail else f"{text}."


def _print_excerpt(line: str, columns: tuple[int, int], style: str) -> None:
    """Print the line with carets below the columns; of a long line, its beginning and the part around the columns."""
    excerpt, first, last = _cut_excerpt(line.ljust(columns[0]), *columns, terminal_width() - 5)
    printable = "".join(letter if letter.isprintable() else "·" for letter in excerpt)
    print(f"    {printable}".rstrip())
    if first:
        carets = " " * (4 + width(printable[: first - 1])) + "^" * (last - first + 1)
        say(carets, style)


def _cut_excerpt(text: str, first: int, last: int, width: int) -> tuple[str, int, int]:
    """Return the part of a line that fits the width, and the position of the columns in it.

    >>> _cut_excerpt("001    7      Byng, Ada" + "." * 60 + "x", 84, 84, 30)
    ('001    7    …................x', 30, 30)
    """
    if len(text) <= width:
        return text, first, min(last, max(len(text), first))
    head = width * 2 // 5
    if last <= width - 1 or first <= head + 1:
        return text[: width - 1] + "…", first, min(last, width - 1)
    tail = width - head - 1
    start = max(head + 1, min(first - 1 - tail // 3, len(text) - tail))
    window = text[start : start + tail]
    if start + tail < len(text):
        window = window[:-1] + "…"
    shift = head + 1 - start
    return f"{text[:head]}…{window}", max(first + shift, head + 2), min(last + shift, width)


def first_problem_line(problems: Sequence[Problem]) -> str:
    """Return the first problem in one line, with the number of the others."""
    first, other_count = problems[0], len(problems) - 1
    text = str(first) if first.line else first.text + f" [{first.code}]"
    return text.replace("\n", " ") + (f" (and {count(other_count, 'more problem')})" if other_count else "")
