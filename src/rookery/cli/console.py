"""Print text, headings, paragraphs, changes, JSON, progress, and the problems of a file with carets under the columns.

On a terminal headings, articles and changes have a style; in a pipe, or with NO_COLOR, everything is plain text. Both
fit the width of the terminal (80 columns in a pipe, or what COLUMNS says).
"""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import zip_longest
from time import monotonic
from types import TracebackType
from typing import Any, TextIO

from rookery.cli.terminal import escape_json, is_utf8, terminal_columns
from rookery.errors import Problem, Severity
from rookery.formatting import count
from rookery.messages import join_list, make_printable

GAP = "  "
_ARTICLE = r"\([BC]\.\d\d[^()]*\)"
UNBROKEN = "\N{NO-BREAK SPACE}"
"""A blank at which `print_paragraph` breaks no line; it is printed as any other."""
_STYLE_CODES = {"bold": "1", "dim": "2", "red": "31", "green": "32", "yellow": "33", "cyan": "36"}


def terminal_width() -> int:
    """Return the number of columns to write in."""
    return max(terminal_columns(), 40)


def has_styles() -> bool:
    """Return whether standard output is a terminal that shows styles, and NO_COLOR is not set."""
    if not sys.stdout.isatty() or os.environ.get("NO_COLOR") or os.environ.get("TERM") == "dumb":
        return False
    # The old console of Windows prints escapes as they stand.
    return os.name != "nt" or bool(os.environ.get("WT_SESSION") or os.environ.get("TERM"))


def style_text(text: str, style: str) -> str:
    """Return a text in a style such as "bold red", plain where the output shows no styles."""
    if not style or not has_styles():
        return text
    return f"\x1b[{';'.join(_STYLE_CODES[word] for word in style.split())}m{text}\x1b[0m"


def say(text: str = "", style: str = "") -> None:
    """Print a text as it stands; control characters are made visible."""
    print(style_text(make_printable(text), style))


def print_heading(text: str) -> None:
    """Print an underlined title; a long one takes several lines."""
    lines = wrap_text(text, terminal_width()) or [""]
    for line in lines:
        say(line, "bold")
    say("=" * max(map(width, lines)), "dim")


def print_facts(pairs: Iterable[tuple[str, str]]) -> None:
    """Print names and values in two columns, leaving out empty values."""
    rows = [(name, value) for name, value in pairs if value]
    name_width = max((width(name) for name, _ in rows), default=0)
    for name, value in rows:
        first, *continuation = wrap_text(value, terminal_width() - name_width - len(GAP)) or [""]
        say(pad(name, name_width, "<") + GAP + first)
        for line in continuation:
            say(" " * name_width + GAP + line)


def print_paragraph(text: str, indent: str = "", hanging: str | None = None, style: str = "") -> None:
    """Print a text wrapped to the width of the terminal; its lines after the first may have another indent.

    The articles it cites are never broken, and on a terminal have a colour of their own.
    """
    hanging_indent = indent if hanging is None else hanging
    lines = wrap_text(text, min(terminal_width(), 100), indent, hanging_indent)
    if len(lines) > 1:
        lines = wrap_text(_keep_articles_unbroken(text), min(terminal_width(), 100), indent, hanging_indent)
    text = make_printable("\n".join(line.replace(UNBROKEN, " ") for line in lines))
    if not lines:
        return
    if not style and has_styles():
        import re

        print(re.sub(_ARTICLE, lambda cited: style_text(cited[0], "cyan"), text))
    else:
        print("\n".join(style_text(line, style) for line in text.split("\n")))


def wrap_text(text: str, max_width: int, indent: str = "", hanging: str = "") -> list[str]:
    """Return the lines of a text, wrapped at blanks to `max_width`; a short text does not import `textwrap`.

    >>> wrap_text("one two", 7), wrap_text("one two three", 9, hanging="  ")
    (['one two'], ['one two', '  three'])
    """
    if text.isprintable() and text == text.strip() and 0 < len(text) <= max_width - len(indent):
        return [indent + text]
    from textwrap import wrap

    return wrap(text, max_width, initial_indent=indent, subsequent_indent=hanging)


def _keep_articles_unbroken(text: str) -> str:
    """Return the text with unbreakable blanks in the articles it cites."""
    import re

    return re.sub(_ARTICLE, lambda cited: cited[0].replace(" ", UNBROKEN), text)


def print_json(value: Any) -> None:
    """Print data as JSON; where the output cannot encode every letter, with JSON escapes."""
    import json

    print(escape_json(json.dumps(value, ensure_ascii=not is_utf8(sys.stdout.encoding), indent=2)))


def width(text: str) -> int:
    """Return how many columns a text takes on a terminal.

    >>> width("Žižka"), width("棋王")
    (5, 4)
    """
    if text.isascii() or max(text) < "\u0300":  # no combining or wide letters before these
        return len(text)
    import unicodedata

    wide_letters = sum(unicodedata.east_asian_width(letter) in "WF" for letter in text)
    return len(text) + wide_letters - sum(unicodedata.combining(letter) > 0 for letter in text)


def truncate(text: str, max_width: int) -> str:
    """Return the text, truncated with an ellipsis if it is too wide."""
    if width(text) <= max_width:
        return text
    while text and width(text) >= max_width:
        text = text[:-1]
    return text + "…"


def pad(text: str, target_width: int, align: str) -> str:
    """Return the text padded with blanks: aligned `<`, `>` or `^`."""
    space = target_width - width(text)
    left_blanks = {"<": 0, ">": space, "^": space // 2}[align]
    return " " * left_blanks + text + " " * (space - left_blanks)


# -- changes -----------------------------------------------------------------------------------------------------------


def print_change(old: str, new: str) -> None:
    """Print the lines that differ, each old one after `-` and followed by its new one after `+`."""
    for sign, line in changed_lines(_lines(old), _lines(new)):
        say(f"{sign}{line}".rstrip(), {"+": "green", "-": "red"}[sign])


def changed_lines(old: Sequence[str], new: Sequence[str]) -> Iterator[tuple[str, str]]:
    """Yield the removed and added lines as (sign, line).

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


REDRAW_INTERVAL = 0.2
"""Seconds between two looks at the clock face."""


class Progress:
    """Progress line on standard error, rewritten while the work goes on."""

    def __init__(self, total: int, noun: str, already: int = 0, stream: TextIO | None = None) -> None:
        self.total, self.noun, self.already = total, noun, already
        self.stream = sys.stderr if stream is None else stream
        self.shown = self.stream.isatty()
        self.done = 0
        self.started = self.last = monotonic()

    def __enter__(self) -> Progress:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, traceback: TracebackType | None
    ) -> None:
        if self.shown:
            self.stream.write("\r\x1b[K")
            self.stream.flush()

    def step(self, note: str = "") -> None:
        """Count one more as done."""
        self.reached(self.already + self.done + 1, note=note)

    def reached(self, done: int, total: int | None = None, note: str = "") -> None:
        """Set how many are done, and optionally the total."""
        is_first = not self.done
        if is_first and done > self.already + 1:  # what was done before we began is no measure of our pace
            self.already = done - 1
        self.done, self.total = done - self.already, self.total if total is None else total
        now = monotonic()
        if self.shown and (now - self.last > REDRAW_INTERVAL or is_first):
            self.last = now
            text = progress_line(
                self.already + self.done, self.total, self.done / max(now - self.started, 1e-6), self.noun
            )
            text += f", {note}" * bool(note)
            self.stream.write(f"\r\x1b[K{truncate(text, terminal_width() - 1)}")
            self.stream.flush()


def progress_line(done: int, total: int, rate: float, noun: str) -> str:
    """Return the progress in words.

    >>> progress_line(1200, 50000, 40.0, "tournaments")
    '1,200 of 50,000 tournaments, 40 a second, 20 min left'
    """
    pace = (
        f"{rate:,.0f} a second" if rate >= 10 else f"{rate:.1f} a second" if rate >= 0.5 else f"{1 / rate:.0f} s each"
    )
    return f"{done:,} of {total:,} {noun}, {pace}, {format_duration((total - done) / rate)} left"


def format_duration(seconds: float) -> str:
    """Return a duration for people.

    >>> format_duration(42), format_duration(600), format_duration(7500)
    ('42 s', '10 min', '2 h 5 min')
    """
    if seconds < 90:
        return f"{seconds:.0f} s"
    minutes = round(seconds / 60)
    return f"{minutes} min" if minutes < 90 else f"{minutes // 60} h {minutes % 60} min"


def progress_counter(noun: str) -> Callable[[int], None] | None:
    """Return a function that shows a growing count where the total is unknown; None without a terminal."""
    if not sys.stderr.isatty():
        return None

    def show_count(number: int) -> None:
        sys.stderr.write(f"\r\x1b[K{number:,} {noun}")
        sys.stderr.flush()

    return show_count
