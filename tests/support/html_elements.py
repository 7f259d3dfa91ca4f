"""Select elements of an HTML page with a small subset of CSS, so that tests compare an element and not a whole page."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from html.parser import HTMLParser

VOID = frozenset(["area", "base", "br", "col", "embed", "hr", "img", "input", "link", "meta", "source", "track", "wbr"])
UNSEEN = frozenset({"script", "style", "svg", "template"})
TOKEN = re.compile(
    r"(?P<tag>^[a-z][a-z0-9-]*)|#(?P<id>[\w-]+)|\.(?P<name>[\w-]+)|:has\((?P<has>[^()]+)\)"
    r'|\[(?P<key>[\w-]+)(?:(?P<how>[\^*$]?=)"(?P<value>[^"]*)")?\]'
)


@dataclass
class Element:
    """An element with its attributes, its text nodes and its children, in the order of the page."""

    tag: str
    attributes: dict[str, str] = field(default_factory=dict)
    content: list[Element | str] = field(default_factory=list)

    @property
    def elements(self) -> Iterator[Element]:
        """Every element below this one."""
        for node in self.content:
            if isinstance(node, Element):
                yield node
                yield from node.elements

    @property
    def text(self) -> str:
        """The text that a reader sees, with single spaces; elements are separated by a space."""
        return " ".join(" ".join(self._texts()).split())

    def _texts(self) -> Iterator[str]:
        for node in self.content:
            if isinstance(node, str):
                yield node
            elif node.tag not in UNSEEN:
                yield from node._texts()

    def select(self, selector: str) -> list[Element]:
        """The elements below this one that a selector names.

        A selector is a list of parts separated by spaces, each below the one before it. A part is a tag, `#id`,
        `.class`, `[attribute]`, `[attribute="value"]` (also `^=`, `$=` and `*=`), `:has(part)`, or several of them
        without a space.
        """
        level = [self]
        for part in re.findall(r"(?:\[[^\]]*\]|\([^)]*\)|[^ \[(])+", selector):
            matches_by_id: dict[int, Element] = {}
            for above in level:
                matches_by_id.update((id(node), node) for node in above.elements if node.matches(part))
            level = list(matches_by_id.values())
        return level

    def matches(self, part: str) -> bool:
        """Whether a part of a selector fits this element."""
        end = 0
        for token in TOKEN.finditer(part):
            assert token.start() == end, f"not understood: {part}"
            end = token.end()
            if not self._fits(token):
                return False
        assert end == len(part), f"not understood: {part}"
        return True

    def _fits(self, token: re.Match[str]) -> bool:
        if token["tag"]:
            return self.tag == token["tag"]
        if token["id"]:
            return self.attributes.get("id") == token["id"]
        if token["name"]:
            return token["name"] in self.attributes.get("class", "").split()
        if token["has"]:
            return bool(self.select(token["has"]))
        value = self.attributes.get(token["key"])
        if value is None or token["how"] is None:
            return value is not None
        compare = {"=": value.__eq__, "^=": value.startswith, "$=": value.endswith, "*=": value.__contains__}
        return bool(compare[token["how"]](token["value"]))


class _Builder(HTMLParser):
    """Builds the tree; an end tag closes the nearest open element of its name."""

    def __init__(self) -> None:
        super().__init__()
        self.root = Element("")
        self._open = [self.root]

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        element = Element(tag, {key: value or "" for key, value in attrs})
        self._open[-1].content.append(element)
        if tag not in VOID:
            self._open.append(element)

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self._open[-1].content.append(Element(tag, {key: value or "" for key, value in attrs}))

    def handle_endtag(self, tag: str) -> None:
        for depth in range(len(self._open) - 1, 0, -1):
            if self._open[depth].tag == tag:
                del self._open[depth:]
                return

    def handle_data(self, data: str) -> None:
        self._open[-1].content.append(data)


def parse_html(page: str) -> Element:
    """Parse a page, or a part of one."""
    builder = _Builder()
    builder.feed(page)
    builder.close()
    return builder.root


def select_texts(page: str, selector: str) -> list[str]:
    """The texts of the elements that a selector names, in the order of the page."""
    return [element.text for element in parse_html(page).select(selector)]


def select_text(page: str, selector: str) -> str:
    """The text of the only element that a selector names."""
    texts = select_texts(page, selector)
    assert len(texts) == 1, f"{selector}: {len(texts)} elements: {texts}"
    return texts[0]


def has_element(page: str, selector: str) -> bool:
    """Whether a page has an element that a selector names."""
    return bool(parse_html(page).select(selector))
