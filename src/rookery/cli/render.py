"""How text looks: lines, headings, paragraphs, changes, JSON.

On a terminal `rich` adds colour and finer lines; in a pipe, or where rich is missing, everything is plain text. Both
fit the width of the terminal (80 columns in a pipe, or what COLUMNS says).
"""

from __future__ import annotations

import os
import sys
from collections.abc import Iterable, Iterator, Sequence
from itertools import zip_longest

from rookery.cli.terminal import columns, is_utf8, visible_json
from rookery.typed import TYPE_CHECKING, Any
from rookery.wording import visible

if TYPE_CHECKING:
    from rich.console import Console

GAP = "  "
_ARTICLE = r"\([BC]\.\d\d[^()]*\)"
UNBROKEN = "\N{NO-BREAK SPACE}"
"""A blank at which `paragraph` breaks no line; it is printed as any other."""


def terminal_width() -> int:
    """How many columns there are to write in."""
    return max(columns(), 40)


def console() -> Console | None:
    """Rich's console when standard output is a terminal, rich is there and nobody set NO_COLOR."""
    if not sys.stdout.isatty() or os.environ.get("NO_COLOR"):
        return None
    try:
        from rich.console import Console
    except ImportError:
        return None
    return Console(highlight=False, soft_wrap=True, width=terminal_width())


def say(text: str = "", style: str = "") -> None:
    """One line, or several, as they stand; what a terminal would obey is only shown."""
    text = visible(text)
    rich = console() if style else None
    if rich is None:
        print(text)
    else:
        rich.print(text, style=style, markup=False)


def heading(text: str) -> None:
    """A title with a line under it; a long one takes several lines."""
    lines = wrapped(text, terminal_width()) or [""]
    for line in lines:
        say(line, "bold")
    say("=" * max(map(width, lines)), "dim")


def facts(pairs: Iterable[tuple[str, str]]) -> None:
    """Names and what they stand for, in two columns; what is empty is left out."""
    known = [(name, value) for name, value in pairs if value]
    wide = max((width(name) for name, _ in known), default=0)
    for name, value in known:
        first, *others = wrapped(value, terminal_width() - wide - len(GAP)) or [""]
        say(padded(name, wide, "<") + GAP + first)
        for line in others:
            say(" " * wide + GAP + line)


def paragraph(text: str, indent: str = "", hanging: str | None = None, style: str = "") -> None:
    """A text broken at the width of the terminal; its lines after the first may hang elsewhere.

    The articles it cites are never broken, and on a terminal have a colour of their own.
    """
    below = indent if hanging is None else hanging
    lines = wrapped(text, min(terminal_width(), 100), indent, below)
    if len(lines) > 1:
        lines = wrapped(_articles_whole(text), min(terminal_width(), 100), indent, below)
    lines = [line.replace(UNBROKEN, " ") for line in lines]
    rich = None if style else console()
    if rich is None:
        for line in lines:
            say(line, style)
    elif lines:
        from rich.text import Text

        coloured = Text(visible("\n".join(lines)))
        coloured.highlight_regex(_ARTICLE, "cyan")
        rich.print(coloured)


def wrapped(text: str, most: int, indent: str = "", hanging: str = "") -> list[str]:
    """The lines of a text, broken at blanks where it is longer than `most`; few are, and `textwrap` is dear.

    >>> wrapped("one two", 7), wrapped("one two three", 9, hanging="  ")
    (['one two'], ['one two', '  three'])
    """
    if text.isprintable() and text == text.strip() and 0 < len(text) <= most - len(indent):
        return [indent + text]
    from textwrap import wrap

    return wrap(text, most, initial_indent=indent, subsequent_indent=hanging)


def _articles_whole(text: str) -> str:
    """The text with blanks that are not broken in the articles it cites."""
    import re

    return re.sub(_ARTICLE, lambda cited: cited[0].replace(" ", UNBROKEN), text)


def print_json(value: Any) -> None:
    """Data for another program; where not every letter can be written, in the escapes of JSON."""
    import json

    print(visible_json(json.dumps(value, ensure_ascii=not is_utf8(sys.stdout.encoding), indent=2)))


def width(text: str) -> int:
    """How many columns a text takes on a terminal.

    >>> width("Žižka"), width("棋王")
    (5, 4)
    """
    if text.isascii() or max(text) < "\u0300":  # no combining or wide letters before these
        return len(text)
    import unicodedata

    wide = sum(unicodedata.east_asian_width(letter) in "WF" for letter in text)
    return len(text) + wide - sum(unicodedata.combining(letter) > 0 for letter in text)


def cut(text: str, most: int) -> str:
    """The text, with an ellipsis when it is wider than it may be."""
    if width(text) <= most:
        return text
    while text and width(text) >= most:
        text = text[:-1]
    return text + "…"


def padded(text: str, wide: int, align: str) -> str:
    """The text with blanks around it: `<`, `>` or `^`."""
    space = wide - width(text)
    left = {"<": 0, ">": space, "^": space // 2}[align]
    return " " * left + text + " " * (space - left)


# -- changes -----------------------------------------------------------------------------------------------------------


def print_change(old: str, new: str) -> None:
    """The lines that differ, old after `-` and new after `+`, each new one below its old one."""
    rich = console()
    for sign, line in changed_lines(_lines(old), _lines(new)):
        text = visible(f"{sign}{line}".rstrip())
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
