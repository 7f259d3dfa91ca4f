"""A language that nobody speaks: every text of ours is marked in it, so that what is English still can be seen."""

from __future__ import annotations

import re
import sys
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace
from functools import cache
from html.parser import HTMLParser
from io import BytesIO
from pathlib import Path

from babel.messages.catalog import Catalog
from babel.messages.extract import extract_from_dir
from babel.messages.frontend import parse_mapping_cfg
from babel.messages.mofile import write_mo

from rookery.messages import translate
from support.visitors import OpenDesk

ROOT = Path(__file__).resolve().parents[2]
PLACE = re.compile(r"(%\(\w+\)s)")
MARKED = re.compile(r"⟦[^⟦⟧]*⟧")
WORD = re.compile(r"[^\W\d_½]{2,}")
SHOWN = ("title", "aria-label", "placeholder", "alt", "data-confirm")
"""Attributes that people read or hear."""
UNREAD = ("script", "style", "textarea", "kbd", "code")
"""Where nothing of ours is said in words."""
CUT = re.compile(r"\w+…")
"""A name of which a picture shows the beginning."""


def compile_catalogue(texts: Mapping[str, str]) -> bytes:
    """A catalogue as gettext reads it; the forms of a plural are separated by NUL."""
    catalog, file = Catalog(), BytesIO()
    for key, text in texts.items():
        message, translation = tuple(key.split("\0")), tuple(text.split("\0"))
        catalog.add(*((message, translation) if len(message) > 1 else (key, text)))
    write_mo(file, catalog)
    return file.getvalue()


def mark(text: str) -> str:
    """A template with marks around all that is ours; the places of values stay outside of them.

    >>> marked("Round %(round)s: %(name)s has no bye.")
    '⟦Round ⟧%(round)s⟦: ⟧%(name)s⟦ has no bye.⟧'
    """
    return "".join(part if PLACE.fullmatch(part) else f"⟦{part}⟧" for part in PLACE.split(text) if part)


@cache
def message_ids() -> frozenset[tuple[str, ...]]:
    """What `make texts` extracts from the sources."""
    if str(ROOT / "tools") not in sys.path:
        sys.path.insert(0, str(ROOT / "tools"))
    with (ROOT / "tools" / "babel.cfg").open() as file:
        methods, options = parse_mapping_cfg(file)
    messages = extract_from_dir(ROOT / "src" / "rookery", methods, options)
    return frozenset(text if isinstance(text, tuple) else (text,) for _, _, text, _, _ in messages)


def pseudo_catalogue() -> dict[str, str]:
    """Every text of ours, marked."""
    return {"\0".join(key): "\0".join(mark(text) for text in key) for key in message_ids()}


class PseudoTranslator:
    """The language without a desk: what the catalogue has not stays English in it."""

    def gettext(self, message: str, /) -> str:
        return mark(message) if (message,) in message_ids() else message

    def ngettext(self, msgid1: str, msgid2: str, n: int, /) -> str:
        source = msgid1 if n == 1 else msgid2
        return mark(source) if (msgid1, msgid2) in message_ids() else source


def untranslated_words(text: str, data: Iterable[str] = ()) -> list[str]:
    """The words of a text that are neither in the catalogue nor data: names, codes."""
    return list(_words(translate(text, PseudoTranslator()), _words_of(data)))


def _words_of(data: Iterable[str]) -> set[str]:
    return {word.casefold() for text in data for word in WORD.findall(text)}


def _words(text: str, known_words: set[str]) -> Iterator[str]:
    """The words outside of marks that nobody knows; a code is in capitals."""
    for word in WORD.findall(CUT.sub(" ", MARKED.sub(" ", text))):
        if word.casefold() not in known_words and not word.isupper():
            yield word


def strings(data: object) -> Iterator[str]:
    """Every text in JSON."""
    if isinstance(data, str):
        yield data
    elif isinstance(data, dict):
        for name, value in data.items():
            yield str(name)
            yield from strings(value)
    elif isinstance(data, list | tuple):
        for value in data:
            yield from strings(value)


def with_pseudo_locale(desk: OpenDesk, folder: Path, language: str = "xx") -> OpenDesk:
    """The same desk, which speaks this language too."""
    at = folder / "locale" / language / "LC_MESSAGES"
    at.mkdir(parents=True)
    (at / "rookery.mo").write_bytes(compile_catalogue(pseudo_catalogue()))
    return OpenDesk(desk.store, desk.desk, replace(desk.site, locale=folder / "locale"))


class _VisibleText(HTMLParser):
    """What somebody reads or hears of a page."""

    def __init__(self) -> None:
        super().__init__()
        self.texts: list[str] = []
        self._inside: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        if tag in UNREAD:
            self._inside.append(tag)
        if self._inside:
            return
        self.texts += [value for name, value in attrs if name in SHOWN and value]

    def handle_endtag(self, tag: str) -> None:
        if self._inside and self._inside[-1] == tag:
            self._inside.pop()

    def handle_data(self, data: str) -> None:
        if not self._inside and data.strip():
            self.texts.append(data.strip())


def untranslated_texts(page: str, data: Iterable[str] = ()) -> Iterator[str]:
    """The texts of a page in which a word stands that is neither marked nor one of the data."""
    reader, known_words = _VisibleText(), _words_of(data)
    reader.feed(page)
    yield from (text for text in reader.texts if next(_words(text, known_words), None))
