"""Building blocks of charts: shapes and texts in the colours of the theme, and the frame with its description."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from html import escape
from typing import NamedTuple

from rookery.formatting import participant_label
from rookery.messages import make_printable, msg
from rookery.messages import name_with_number as in_a_sentence
from rookery.model import Player, Team
from rookery.presentation.theme import SANS, css_token

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
