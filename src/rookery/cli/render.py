"""The only place that lays out: tables, problems with a caret under their columns, changes, JSON.

On a terminal `rich` adds colour and finer lines; in a pipe, or where rich is missing, everything is plain text. Both
fit the width of the terminal (80 columns in a pipe, or what COLUMNS says).
"""

from __future__ import annotations

import json
import re
import sys
import unicodedata
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import zip_longest
from shutil import get_terminal_size
from textwrap import wrap
from typing import TYPE_CHECKING, Any

from rookery.errors import Problem, Severity
from rookery.wording import listed

if TYPE_CHECKING:
    from rich.console import Console

GAP = "  "
_ARTICLE = r"\([BC]\.\d\d[^()]*\)"
_UNBROKEN = "\N{NO-BREAK SPACE}"
_STYLES = {Severity.ERROR: "bold red", Severity.WARNING: "bold yellow", Severity.INFO: "bold cyan"}


def terminal_width() -> int:
    """How many columns there are to write in."""
    return max(get_terminal_size((80, 24)).columns, 40)


def console() -> Console | None:
    """Rich's console when standard output is a terminal and rich is there."""
    if not sys.stdout.isatty():
        return None
    try:
        from rich.console import Console
    except ImportError:
        return None
    return Console(highlight=False, soft_wrap=True, width=terminal_width())


def say(text: str = "", style: str = "") -> None:
    """One line, or several, as they stand."""
    rich = console() if style else None
    if rich is None:
        print(text)
    else:
        rich.print(text, style=style, markup=False)


def heading(text: str) -> None:
    """A title with a line under it; a long one takes several lines."""
    lines = wrap(text, terminal_width()) or [""]
    for line in lines:
        say(line, "bold")
    say("=" * max(map(width, lines)), "dim")


def facts(pairs: Iterable[tuple[str, str]]) -> None:
    """Names and what they stand for, in two columns; what is empty is left out."""
    known = [(name, value) for name, value in pairs if value]
    wide = max((width(name) for name, _ in known), default=0)
    for name, value in known:
        first, *others = wrap(value, terminal_width() - wide - len(GAP)) or [""]
        say(_padded(name, wide, "<") + GAP + first)
        for line in others:
            say(" " * wide + GAP + line)


def paragraph(text: str, indent: str = "", hanging: str | None = None, style: str = "") -> None:
    """A text broken at the width of the terminal; its lines after the first may hang elsewhere.

    The articles it cites are never broken, and on a terminal have a colour of their own.
    """
    below = indent if hanging is None else hanging
    whole = re.sub(_ARTICLE, lambda cited: cited[0].replace(" ", _UNBROKEN), text)
    lines = wrap(whole, min(terminal_width(), 100), initial_indent=indent, subsequent_indent=below)
    lines = [line.replace(_UNBROKEN, " ") for line in lines]
    rich = None if style else console()
    if rich is None:
        for line in lines:
            say(line, style)
    elif lines:
        from rich.text import Text

        coloured = Text("\n".join(lines))
        coloured.highlight_regex(_ARTICLE, "cyan")
        rich.print(coloured)


def print_json(value: Any) -> None:
    """Data for another program; where not every letter can be written, in the escapes of JSON."""
    every = (sys.stdout.encoding or "utf-8").lower().replace("-", "").replace("_", "").startswith("utf")
    print(json.dumps(value, ensure_ascii=not every, indent=2))


def points(tenths: int | None) -> str:
    """Points as they are printed: one decimal, aligned.

    >>> points(25), points(0), points(None)
    ('2.5', '0.0', '')
    """
    return "" if tenths is None else f"{tenths / 10:.1f}"


def count(number: int, one: str, many: str = "") -> str:
    """A number with its noun.

    >>> count(1, "player"), count(3, "bye"), count(2, "entry", "entries")
    ('1 player', '3 byes', '2 entries')
    """
    return f"{number:,} {one if number == 1 else many or one + 's'}"


# -- tables ------------------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Column:
    """One column: its title, `<`, `>` or `^`, and how narrow it may become (0: not at all).

    Longer texts are cut, or, where the column `wraps`, go on in the next line.
    """

    title: str
    align: str = "<"
    least: int = 0
    wraps: bool = False


@dataclass(frozen=True, slots=True)
class Table:
    """Rows of text under titles."""

    columns: tuple[Column, ...]
    rows: tuple[tuple[str, ...], ...]

    def without_empty(self) -> Table:
        """Columns in which nothing stands are left out."""
        keep = [i for i in range(len(self.columns)) if any(row[i] for row in self.rows)]
        return self.only(keep)

    def only(self, keep: Sequence[int]) -> Table:
        """The table with these columns."""
        return Table(tuple(self.columns[i] for i in keep), tuple(tuple(row[i] for i in keep) for row in self.rows))

    def widths(self) -> list[int]:
        """How wide each column would like to be."""
        texts = ([column.title, *(row[i] for row in self.rows)] for i, column in enumerate(self.columns))
        return [max(map(width, column)) for column in texts]


def width(text: str) -> int:
    """How many columns a text takes on a terminal.

    >>> width("Žižka"), width("棋王")
    (5, 4)
    """
    if text.isascii() or max(text) < "\u0300":  # no combining or wide letters before these
        return len(text)
    wide = sum(unicodedata.east_asian_width(letter) in "WF" for letter in text)
    return len(text) + wide - sum(unicodedata.combining(letter) > 0 for letter in text)


def cut(text: str, most: int) -> str:
    """The text, with an ellipsis when it is wider than it may be."""
    if width(text) <= most:
        return text
    while text and width(text) >= most:
        text = text[:-1]
    return text + "…"


def _padded(text: str, wide: int, align: str) -> str:
    space = wide - width(text)
    left = {"<": 0, ">": space, "^": space // 2}[align]
    return " " * left + text + " " * (space - left)


def fitted(table: Table, room: int) -> tuple[Table, list[int]]:
    """The table with its flexible columns narrowed until it fits, and the widths of its columns."""
    widths = table.widths()
    flexible = [i for i, column in enumerate(table.columns) if column.least]
    while sum(widths) + len(GAP) * (len(widths) - 1) > room:
        shrinking = [i for i in flexible if widths[i] > max(table.columns[i].least, width(table.columns[i].title))]
        if not shrinking:
            break
        widths[max(shrinking, key=lambda i: widths[i])] -= 1
    sizes = tuple(zip(widths, table.columns, strict=True))
    rows = (
        tuple(cell if column.wraps else cut(cell, wide) for cell, (wide, column) in zip(row, sizes, strict=True))
        for row in table.rows
    )
    return replace(table, rows=tuple(rows)), widths


def folded(table: Table, keep: int, room: int) -> Iterator[Table]:
    """The table in blocks that fit: the first `keep` columns stand in each, the others follow in turn."""
    kept = list(range(keep))
    fixed, widths = fitted(table.only(kept), room // 2)
    rows = tuple((*fixed.rows[i], *row[keep:]) for i, row in enumerate(table.rows))
    narrowed, wide = replace(table, rows=rows), table.widths()
    used = sum(widths) + len(GAP) * (keep - 1)
    block: list[int] = []
    for i in range(keep, len(table.columns)):
        if block and used + sum(len(GAP) + wide[j] for j in (*block, i)) > room:
            yield narrowed.only([*kept, *block])
            block = []
        block.append(i)
    yield narrowed.only([*kept, *block])


def print_table(table: Table, indent: str = "") -> None:
    """A table, as wide as it must be and no wider than the terminal."""
    table, widths = fitted(table, terminal_width() - len(indent))
    rich = console()
    head = _line([column.title for column in table.columns], table, widths, indent)
    rule = indent + GAP.join(("─" if rich else "-") * wide for wide in widths)
    if rich is None:
        print(head, rule, sep="\n")
    else:
        rich.print(head, style="bold", markup=False)
        rich.print(rule, style="dim", markup=False)
    wrapping = [i for i, column in enumerate(table.columns) if column.wraps]
    for row in table.rows:
        for cells in _broken(row, wrapping, widths) if wrapping else (row,):
            print(_line(cells, table, widths, indent))


def print_folded(table: Table, keep: int) -> None:
    """A table that fits, or else in blocks that do: the first `keep` columns stand in each."""
    room = terminal_width()
    widths = fitted(table, room)[1]
    fits = sum(widths) + len(GAP) * (len(widths) - 1) <= room
    for number, block in enumerate([table] if fits else folded(table, keep, room)):
        if number:
            say()
        print_table(block)


def _broken(row: Sequence[str], wrapping: Sequence[int], widths: Sequence[int]) -> Iterator[tuple[str, ...]]:
    """A row in as many lines as its wrapping cells need."""
    columns = [wrap(cell, widths[i]) if i in wrapping else [cell] for i, cell in enumerate(row)]
    return zip_longest(*columns, fillvalue="")


def _line(cells: Sequence[str], table: Table, widths: Sequence[int], indent: str) -> str:
    columns = zip(cells, widths, table.columns, strict=True)
    return indent + GAP.join(_padded(cell, wide, column.align) for cell, wide, column in columns).rstrip()


# -- problems ----------------------------------------------------------------------------------------------------------


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
    text = "".join(letter if letter.isprintable() else "·" for letter in line).ljust(columns[0])
    shown, first, last = _excerpt(text, *columns, terminal_width() - 5)
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


# -- changes -----------------------------------------------------------------------------------------------------------


def print_change(old: str, new: str) -> None:
    """The lines that differ, old after `-` and new after `+`, each new one below its old one."""
    rich = console()
    for sign, line in changed_lines(_lines(old), _lines(new)):
        text = f"{sign}{line}".rstrip()
        if rich is None:
            print(text)
        else:
            rich.print(text, style={"+": "green", "-": "red"}[sign], markup=False)


def changed_lines(old: Sequence[str], new: Sequence[str]) -> Iterator[tuple[str, str]]:
    """What went and what came, line by line.

    >>> list(changed_lines(["a", "b", "c"], ["a", "B", "C"]))
    [('-', 'b'), ('+', 'B'), ('-', 'c'), ('+', 'C')]
    """
    from difflib import SequenceMatcher

    for kind, a, b, c, d in SequenceMatcher(None, old, new, autojunk=False).get_opcodes():
        if kind != "equal":
            for before, after in zip_longest(old[a:b], new[c:d]):
                if before is not None:
                    yield "-", before
                if after is not None:
                    yield "+", after


def _lines(text: str) -> list[str]:
    return text.replace("\r\n", "\n").replace("\r", "\n").split("\n")
