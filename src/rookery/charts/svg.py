"""Building blocks of charts: colours by name, shapes and texts in these colours, and the frame with its description."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from html import escape
from typing import NamedTuple

from rookery.formatting import participant_label
from rookery.messages import make_printable, msg
from rookery.messages import name_with_number as in_a_sentence
from rookery.model import Player, Team

LIGHT = {
    "paper": "#f6f4ee", "sheet": "#fffefb", "sunk": "#efece3", "ink": "#1d1b17", "ink-2": "#5d584d", "ink-3": "#6b6557",
    "line": "#e2ddd0", "line-2": "#cfc8b7", "baize": "#1c5b46", "baize-soft": "#e2eee8", "amber": "#7d5200",
    "amber-soft": "#fbf0d7", "red": "#9c2f24", "red-soft": "#fbe8e4", "blue": "#24508c", "blue-soft": "#e6eef9",
    "white-side": "#fffefa", "black-side": "#33302a", "on-white": "#1d1b17", "on-black": "#f4f1e8",
    "raised": "#ffffff", "baize-ink": "#ffffff", "baize-line": "#a9cdbd", "amber-line": "#ead09a",
}  # fmt: skip
"""On paper, and on a light screen."""

DARK = {
    "paper": "#141613", "sheet": "#1b1e1a", "sunk": "#10120f", "ink": "#edeae1", "ink-2": "#b1ac9d", "ink-3": "#a29c8c",
    "line": "#2e322b", "line-2": "#434840", "baize": "#6cc0a0", "baize-soft": "#1d332b", "amber": "#e9bb62",
    "amber-soft": "#352a14", "red": "#f0978b", "red-soft": "#3a201c", "blue": "#93b9ee", "blue-soft": "#1c2a3e",
    "white-side": "#ece7da", "black-side": "#0b0c0a", "on-white": "#1d1b17", "on-black": "#f4f1e8",
    "raised": "#22261f", "baize-ink": "#0c2019", "baize-line": "#35604f", "amber-line": "#5c4a22",
}  # fmt: skip
"""On a dark screen."""

PRINTED = {
    **dict.fromkeys(("paper", "sheet", "raised", "sunk", "white-side", "baize-ink"), "#ffffff"),
    **dict.fromkeys(("ink", "baize", "amber", "red", "blue", "on-white"), "#000000"),
    **dict.fromkeys(("amber-soft", "red-soft", "blue-soft"), "#ffffff"),
    **dict.fromkeys(("line-2", "baize-line", "amber-line"), "#7a7a7a"),
    "ink-2": "#262626", "ink-3": "#404040", "line": "#b4b4b4", "baize-soft": "#e4e4e4", "black-side": "#000000",
}  # fmt: skip
"""The tokens that differ on paper: black on white, and shades of grey."""

SANS = 'Inter,"Segoe UI Variable Text","Segoe UI",system-ui,-apple-system,Roboto,"Noto Sans",sans-serif'
SERIF = '"Iowan Old Style","Palatino Linotype",Palatino,Charter,Cambria,"Libertinus Serif",Georgia,serif'


def css_declarations(tokens: dict[str, str]) -> str:
    """Return the tokens as declarations of a style sheet.

    >>> css_declarations({"ink": "#1d1b17"})
    '--ink:#1d1b17'
    """
    return ";".join(f"--{name}:{value}" for name, value in tokens.items())


def css_token(name: str) -> str:
    """Return a token as a CSS value with the light colour as fallback.

    >>> css_token("baize")
    'var(--baize,#1c5b46)'
    """
    return f"var(--{name},{LIGHT[name]})"


Translate = Callable[[str], str]
"""Translation of a text into the language of the reader (by default it stays in English)."""
_FONT = escape(f"var(--sans,{SANS})", quote=True)


class Drawing(NamedTuple):
    """A picture: its title, the SVG, and a text alternative."""

    title: str
    svg: str
    text: str


def build_drawing(
    title: str, text: str, width: float, height: float, shapes: Iterable[str], short: str = ""
) -> Drawing:
    """Build a picture of this size; `short` replaces the description where the text would be too long."""
    description = escape_text(short or text)
    svg = (
        '<svg xmlns="http://www.w3.org/2000/svg" role="img"'
        f' viewBox="0 0 {format_number(width)} {format_number(height)}"'
        f' width="{format_number(width)}" height="{format_number(height)}" font-family="{_FONT}" font-size="12">\n'
        f"<title>{escape_text(title)}</title>\n<desc>{description}</desc>\n"
        f"{rectangle(0, 0, width, height, 'sheet')}\n" + "\n".join(shapes) + "\n</svg>"
    )
    return Drawing(title, svg, text)


def escape_text(text: str) -> str:
    """Escape a text for SVG."""
    return escape(make_printable(text))


def format_number(value: float) -> str:
    """Format a length with at most two decimals.

    >>> format_number(4.0), format_number(1 / 3)
    ('4', '0.33')
    """
    return f"{value:.2f}".rstrip("0").rstrip(".")


def rectangle(
    x: float, y: float, width: float, height: float, fill: str = "", stroke: str = "", **attributes: object
) -> str:
    """Return a rectangle; colours by token, other attributes with `_` for `-`."""
    paint = f' fill="{css_token(fill)}"' if fill else ' fill="none"'
    paint += f' stroke="{css_token(stroke)}"' if stroke else ""
    place = (
        f'x="{format_number(x)}" y="{format_number(y)}" width="{format_number(width)}" height="{format_number(height)}"'
    )
    return f"<rect {place}{paint}{_format_attributes(attributes)}/>"


def text_element(x: float, y: float, text: str, fill: str = "ink", **attributes: object) -> str:
    """Return a text at its base line."""
    place = f'x="{format_number(x)}" y="{format_number(y)}" fill="{css_token(fill)}"'
    return f"<text {place}{_format_attributes(attributes)}>{escape_text(text)}</text>"


def with_tooltip(text: str, *shapes: str) -> str:
    """Return shapes with a tooltip."""
    return f"<g><title>{escape_text(text)}</title>{''.join(shapes)}</g>"


def path(d: str, stroke: str, **attributes: object) -> str:
    """Return a line along a path."""
    return f'<path d="{d}" fill="none" stroke="{css_token(stroke)}"{_format_attributes(attributes)}/>'


def _format_attributes(attributes: dict[str, object]) -> str:
    return "".join(f' {name.replace("_", "-")}="{escape(str(value))}"' for name, value in attributes.items())


def text_width(text: str, size: float = 12) -> float:
    """Return the approximate width of a text."""
    return (
        sum(1.0 if ord(letter) > 0x2E7F else 0.58 if letter.islower() or letter in " ,.'" else 0.68 for letter in text)
        * size
    )


def truncate(text: str, room: float, size: float = 12) -> str:
    """Return the text, with an ellipsis if it is wider than the room."""
    if text_width(text, size) <= room:
        return text
    while text and text_width(text + "…", size) > room:
        text = text[:-1]
    return text.rstrip(" ,") + "…"


def label(participant: Player | Team, room: float = 200) -> str:
    """Return number and name of a participant, truncated to the room."""
    return truncate(participant_label(participant), room)


def display_name(participant: Player | Team) -> str:
    """Return the name with the title, or the number of a participant without a name."""
    return participant_label(participant).removeprefix(str(participant.number)).strip() or msg(
        "number %(number)s", number=participant.number
    )


def sentence_name(participant: Player | Team) -> str:
    """Return a participant as named in a sentence."""
    return in_a_sentence(participant.number, participant.name)
