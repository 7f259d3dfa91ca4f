"""Where in the text the value lies to which a path leads."""

from __future__ import annotations

import json
import re
from bisect import bisect_right
from collections.abc import Iterator, Mapping
from json.decoder import scanstring  # type: ignore[attr-defined]

from rookery.errors import Problem
from rookery.json_form.form import Path
from rookery.json_form.reader import KEY, Note
from rookery.typed import Any


def located(text: str, found: list[Note], within: Path = ()) -> tuple[Problem, ...]:
    """The problems with the line and columns of the value each path leads to, or of the key where that is meant.

    The paths start where `within` leads to.
    """
    if not found:
        return ()
    wanted: dict[str | int, Any] = {}
    for note in found:
        node = wanted
        for step in (*within, *note.path):
            node = node.setdefault(step, {})
    spans = dict(_spans(text, _blank(text, 0), (), wanted))
    starts = [0, *(match.end() for match in re.finditer(r"\r\n|\r|\n", text))]
    places = [_place(starts, spans.get((*within, *one.place)), text) for one in found]
    return tuple(
        Problem(one.severity, one.code, *place, _dotted(one.path), one.text, one.read, one.used)
        for one, place in zip(found, places, strict=True)
    )


def _spans(text: str, at: int, path: Path, wanted: Mapping[Any, Any]) -> Iterator[tuple[Path, tuple[int, int]]]:
    """Path and span of every wanted value below the one that starts at `at`; the text is known to be JSON."""
    decoder = json.JSONDecoder(parse_int=len, parse_float=len)  # only where they end matters
    yield path, (at, decoder.raw_decode(text, at)[1])
    if not wanted:
        return
    keyed, at = text[at] == "{", _blank(text, at + 1)
    index = 0
    while text[at] not in "}]":
        step: str | int = index
        if keyed:
            start = at
            step, at = scanstring(text, at + 1)
            if step in wanted:
                yield (*path, step, KEY), (start, at)
            at = _blank(text, _blank(text, at) + 1)
        if step in wanted:
            yield from _spans(text, at, (*path, step), wanted[step])
        at = _blank(text, decoder.raw_decode(text, at)[1])
        at = _blank(text, at + 1) if text[at] == "," else at
        index += 1


_BLANKS = re.compile(r"[ \t\r\n]*")


def _blank(text: str, at: int) -> int:
    found = _BLANKS.match(text, at)
    return found.end() if found else at


def _place(starts: list[int], span: tuple[int, int] | None, text: str) -> tuple[int, tuple[int, int]]:
    if span is None:
        return 0, (0, 0)
    line = bisect_right(starts, span[0])
    first = span[0] - starts[line - 1]
    inside = re.split(r"[\r\n]", text[span[0] : span[1]], maxsplit=1)[0]
    return line, (first + 1, first + max(len(inside), 1))


def _dotted(path: Path) -> str:
    said = "".join(f"[{step}]" if isinstance(step, int) else f".{step}" for step in path)
    return said.lstrip(".")
