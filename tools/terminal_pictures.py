"""Draws the pictures of the terminal in the README and in docs/index.md: the command itself, run with colours on.

python tools/terminal_pictures.py      # writes docs/pictures/terminal-*.svg
"""

from __future__ import annotations

import os
import pty
import subprocess
import sys
from collections.abc import Iterator
from html import escape
from pathlib import Path

from rich.ansi import AnsiDecoder
from rich.console import Console
from rich.style import Style
from rich.text import Text

ROOT = Path(__file__).resolve().parent.parent
FOLDER = ROOT / "docs" / "pictures"
COMMANDS = {
    "pair": ("pair", "examples/swiss.trf"),
    "explain": ("pair", "examples/swiss.trf", "--explain", "4"),
}
"""The pictures by name, and what is typed in each."""

COLUMNS = 80
WIDE, HIGH = 8.4, 20  # one character of a font of 14
LEFT, TOP, BOTTOM = 20, 62, 18  # the margins of the text; the bar of the window is part of the top one
GAP = 6  # below the command
FONTS = "ui-monospace, SFMono-Regular, Menlo, Consolas, 'DejaVu Sans Mono', 'Liberation Mono', monospace"
GROUND, EDGE, BAR = "#1d262d", "#4a5963", "#27333b"
TEXT, STRONG, FAINT, PROMPT = "#cfd8dc", "#ffffff", "#78909c", "#80cbc4"
COLOURS = {1: "#ef9a9a", 2: "#a5d6a7", 3: "#ffe082", 6: "#80deea"}  # as ANSI numbers them: red, green, yellow, cyan


def printed(arguments: tuple[str, ...]) -> str:
    """What `rookery` prints when it writes to a terminal of eighty columns."""
    environment = {name: value for name, value in os.environ.items() if not name.startswith(("LC_", "LANG"))}
    for unwanted in ("NO_COLOR", "COLORTERM", "FORCE_COLOR", "TTY_COMPATIBLE", "TTY_INTERACTIVE"):
        environment.pop(unwanted, None)
    environment |= {"TERM": "xterm-256color", "COLUMNS": str(COLUMNS), "LINES": "40", "PYTHONUTF8": "1"}
    environment["PYTHONPATH"] = str(ROOT / "src")
    ours, theirs = pty.openpty()
    command = [sys.executable, "-m", "rookery", *arguments]
    with subprocess.Popen(command, cwd=ROOT, env=environment, stdin=theirs, stdout=theirs, stderr=theirs) as process:
        os.close(theirs)
        heard = b"".join(_heard(ours))
    os.close(ours)
    if process.returncode:
        raise SystemExit(f"{' '.join(command)} ended with {process.returncode}:\n{heard.decode()}")
    return heard.decode().replace("\r\n", "\n")


def _heard(terminal: int) -> Iterator[bytes]:
    """Everything that is written to a terminal, until its other end is closed."""
    while True:
        try:
            data = os.read(terminal, 1 << 16)
        except OSError:  # Linux says so, others send nothing more
            return
        if not data:
            return
        yield data


def drawing(name: str) -> str:
    """A window with a command and what it prints; its ground is its own, so that it stands on any page."""
    arguments = COMMANDS[name]
    lines = [_prompt("rookery " + " ".join(arguments)), *map(_runs, AnsiDecoder().decode(printed(arguments).rstrip()))]
    width, height = round(2 * LEFT + COLUMNS * WIDE), TOP + HIGH * (len(lines) - 1) + GAP + BOTTOM
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" width="{width}" height="{height}"'
        f' role="img" font-family="{FONTS}" font-size="14">',
        f"<title>rookery {escape(' '.join(arguments))}</title>",
        f'<rect x=".5" y=".5" width="{width - 1}" height="{height - 1}" rx="8" fill="{GROUND}" stroke="{EDGE}"/>',
        f'<path d="M1 34V9a8 8 0 0 1 8-8H{width - 9}a8 8 0 0 1 8 8V34Z" fill="{BAR}"/>',
        *(f'<circle cx="{20 + 18 * i}" cy="18" r="5.5" fill="{EDGE}"/>' for i in range(3)),
    ]
    for row, line in enumerate(lines):
        at = 0
        for text, style in line:
            parts += [_piece(text, style, at, TOP + HIGH * row + GAP * bool(row))] * bool(text.strip())
            at += len(text)
    return "\n".join([*parts, "</svg>\n"])


def _prompt(command: str) -> list[tuple[str, str]]:
    return [("$ ", f'fill="{PROMPT}"'), (command, f'fill="{STRONG}" font-weight="bold"')]


def _runs(line: Text) -> list[tuple[str, str]]:
    """A line as pieces of one look each."""
    segments = line.render(Console(width=COLUMNS))
    return [(segment.text, _look(segment.style or Style())) for segment in segments if segment.text.strip("\n")]


def _look(style: Style) -> str:
    colour = COLOURS[style.color.number or 0] if style.color else FAINT if style.dim else STRONG if style.bold else TEXT
    return f'fill="{colour}"' + ' font-weight="bold"' * bool(style.bold)


def _piece(text: str, style: str, column: int, y: int) -> str:
    """A text held to its columns whatever the font; blanks at its ends are left out, those inside do not break."""
    column += len(text) - len(text.lstrip())
    text = text.strip()
    x, length = LEFT + column * WIDE, len(text) * WIDE
    shown = escape(text, quote=False).replace(" ", "\u00a0")
    return f'<text x="{x:.1f}" y="{y}" textLength="{length:.1f}" {style}>{shown}</text>'


def main() -> None:
    """Write the pictures."""
    FOLDER.mkdir(exist_ok=True)
    for name in COMMANDS:
        (FOLDER / f"terminal-{name}.svg").write_text(drawing(name), encoding="utf-8")


if __name__ == "__main__":
    main()
