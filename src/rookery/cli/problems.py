"""Problems of a file: what, where, the line itself with a caret under the columns, and how many there are."""

from __future__ import annotations

from collections.abc import Sequence

from rookery.cli.render import console, paragraph, terminal_width, width
from rookery.errors import Problem, Severity
from rookery.labels import count
from rookery.typed import TYPE_CHECKING
from rookery.wording import listed, visible

if TYPE_CHECKING:
    from rich.console import Console

_STYLES = {Severity.ERROR: "bold red", Severity.WARNING: "bold yellow", Severity.INFO: "bold cyan"}


ASSUMED = "default"
"""The code of what is used for a record that an older file cannot have: no fault, and said all the same."""


def tally(problems: Sequence[Problem]) -> str:
    """How many problems of each kind.

    >>> tally([])
    'no problems'
    """
    kinds = {Severity.ERROR: ("error", ""), Severity.WARNING: ("warning", ""), Severity.INFO: ("note", "")}
    found = [(sum(problem.severity is kind for problem in problems), names) for kind, names in kinds.items()]
    return listed(count(number, *names) for number, names in found if number) or "no problems"


def print_problem(problem: Problem, line: str | None) -> None:
    """A problem: what, where, the line itself with a caret under the columns, and what was used instead."""
    rich = console()
    kind = "note" if problem.severity is Severity.INFO else str(problem.severity)
    where = problem.place if problem.line else _part(problem.field)
    if problem.line and set(problem.field) & set(".["):  # a path in JSON
        where += f", {problem.field}"
    where = visible(where)
    if rich is None:
        print(f"{kind}: {where} [{problem.code}]")
    else:
        from rich.text import Text

        parts = ((kind, _STYLES[problem.severity]), (f": {where} ", "bold"), (f"[{problem.code}]", "dim"))
        rich.print(Text.assemble(*parts))
    paragraph(_sentence(problem), indent="  ")
    if line is not None and problem.line:
        _print_excerpt(line, problem.columns, rich, _STYLES[problem.severity])


def _part(field: str) -> str:
    """What a problem without a line is about: a record by its code, a path in JSON, or everything."""
    return f"record {field}" if field.isdigit() else field or "the file as a whole"


def _sentence(problem: Problem) -> str:
    text = problem.text[:1].upper() + problem.text[1:]
    tail = [f"read {problem.read!r}"] * bool(problem.read) + [f"used {problem.used}"] * bool(problem.used)
    return f"{text}: {', '.join(tail)}." if tail else f"{text}."


def _print_excerpt(line: str, columns: tuple[int, int], rich: Console | None, style: str) -> None:
    """The line, with carets below the columns; of a long one its beginning and the part around the columns."""
    part, first, last = _excerpt(line.ljust(columns[0]), *columns, terminal_width() - 5)
    shown = "".join(letter if letter.isprintable() else "·" for letter in part)
    print(f"    {shown}".rstrip())
    if first:
        carets = " " * (4 + width(shown[: first - 1])) + "^" * (last - first + 1)
        if rich is None:
            print(carets)
        else:
            rich.print(carets, style=style, markup=False)


def _excerpt(text: str, first: int, last: int, room: int) -> tuple[str, int, int]:
    """What fits of a line, and where in it the columns are.

    >>> _excerpt("001    7      Byng, Ada" + "." * 60 + "x", 84, 84, 30)
    ('001    7    …................x', 30, 30)
    """
    if len(text) <= room:
        return text, first, min(last, max(len(text), first))
    head = room * 2 // 5
    if last <= room - 1 or first <= head + 1:
        return text[: room - 1] + "…", first, min(last, room - 1)
    tail = room - head - 1
    start = max(head + 1, min(first - 1 - tail // 3, len(text) - tail))
    window = text[start : start + tail]
    if start + tail < len(text):
        window = window[:-1] + "…"
    moved = head + 1 - start
    return f"{text[:head]}…{window}", max(first + moved, head + 2), min(last + moved, room)


def brief(problems: Sequence[Problem]) -> str:
    """The first problem in one line, and how many there are beside it."""
    first, more = problems[0], len(problems) - 1
    text = str(first) if first.line else first.text + f" [{first.code}]"
    return text.replace("\n", " ") + (f" (and {count(more, 'more problem')})" if more else "")
