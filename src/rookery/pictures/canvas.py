"""What pictures are drawn with: shapes and texts in the colours of the tokens, and the frame with its description."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from html import escape

from rookery.labels import person
from rookery.model import Player, Team
from rookery.shown.tokens import SANS, token
from rookery.values import NamedTuple
from rookery.wording import called as in_a_sentence
from rookery.wording import spoken, visible

Say = Callable[[str], str]
"""How a text is said: as it is, in English, or in the language of whoever looks."""
_FONT = escape(f"var(--sans,{SANS})", quote=True)


class Drawing(NamedTuple):
    """A picture: its title, the SVG, and the same in words."""

    title: str
    svg: str
    text: str


def drawing(title: str, text: str, width: float, height: float, shapes: Iterable[str], short: str = "") -> Drawing:
    """A picture of this size; `short` describes it where the words would be too many."""
    told = safe(short or text)
    svg = (
        f'<svg xmlns="http://www.w3.org/2000/svg" role="img" viewBox="0 0 {number(width)} {number(height)}"'
        f' width="{number(width)}" height="{number(height)}" font-family="{_FONT}" font-size="12">\n'
        f"<title>{safe(title)}</title>\n<desc>{told}</desc>\n"
        f"{box(0, 0, width, height, 'sheet')}\n" + "\n".join(shapes) + "\n</svg>"
    )
    return Drawing(title, svg, text)


def safe(text: str) -> str:
    """A text in SVG."""
    return escape(visible(text))


def number(value: float) -> str:
    """A length, in as few digits as say it.

    >>> number(4.0), number(1 / 3)
    ('4', '0.33')
    """
    return f"{value:.2f}".rstrip("0").rstrip(".")


def box(x: float, y: float, width: float, height: float, fill: str = "", stroke: str = "", **more: object) -> str:
    """A rectangle; colours by their tokens, other attributes as they are, `_` for `-`."""
    paint = f' fill="{token(fill)}"' if fill else ' fill="none"'
    paint += f' stroke="{token(stroke)}"' if stroke else ""
    place = f'x="{number(x)}" y="{number(y)}" width="{number(width)}" height="{number(height)}"'
    return f"<rect {place}{paint}{_attributes(more)}/>"


def words(x: float, y: float, text: str, fill: str = "ink", **more: object) -> str:
    """A text, by its base line."""
    return f'<text x="{number(x)}" y="{number(y)}" fill="{token(fill)}"{_attributes(more)}>{safe(text)}</text>'


def told(text: str, *shapes: str) -> str:
    """Shapes that say a text to who points at them."""
    return f"<g><title>{safe(text)}</title>{''.join(shapes)}</g>"


def path(d: str, stroke: str, **more: object) -> str:
    """A line along a path."""
    return f'<path d="{d}" fill="none" stroke="{token(stroke)}"{_attributes(more)}/>'


def _attributes(more: dict[str, object]) -> str:
    return "".join(f' {name.replace("_", "-")}="{escape(str(value))}"' for name, value in more.items())


def wide(text: str, size: float = 12) -> float:
    """About how wide a text is."""
    return (
        sum(1.0 if ord(each) > 0x2E7F else 0.58 if each.islower() or each in " ,.'" else 0.68 for each in text) * size
    )


def cut(text: str, room: float, size: float = 12) -> str:
    """The text, with an ellipsis where it is wider than the room."""
    if wide(text, size) <= room:
        return text
    while text and wide(text + "…", size) > room:
        text = text[:-1]
    return text.rstrip(" ,") + "…"


def label(one: Player | Team, room: float = 200) -> str:
    """A participant beside a picture: number and name, as far as there is room."""
    return cut(person(one), room)


def called(one: Player | Team) -> str:
    """The name with the title; of who has none the number."""
    return person(one).removeprefix(str(one.id)).strip() or spoken("number %(number)s", number=one.id)


def name(one: Player | Team) -> str:
    """A participant in a sentence."""
    return in_a_sentence(one.id, one.name)
