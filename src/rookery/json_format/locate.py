"""Positions in the text of the values that paths lead to."""

from __future__ import annotations

import json
import re
from bisect import bisect_right
from collections.abc import Iterator, Mapping
from json.decoder import scanstring  # type: ignore[attr-defined]
from typing import Any

from rookery.errors import Problem
from rookery.json_format.object_reader import KEY, Note, Path


def locate_problems(text: str, notes: list[Note], within: Path = ()) -> tuple[Problem, ...]:
    """Return problems with the line and columns of the value that each note's path leads to, or of its key.

    The paths start where `within` leads to.
    """
    if not notes:
        return ()
    tree: dict[str | int, Any] = {}
    for note in notes:
        node = tree
        for step in (*within, *note.path):
            node = node.setdefault(step, {})
    spans = dict(_spans(text, _skip_blanks(text, 0), (), tree))
    starts = [0, *(match.end() for match in re.finditer(r"\r\n|\r|\n", text))]
    places = [_line_and_columns(starts, spans.get((*within, *problem_note.place)), text) for problem_note in notes]
    return tuple(
        Problem(
            problem_note.severity,
            problem_note.code,
            *place,
            _format_path(problem_note.path),
            problem_note.text,
            problem_note.read,
            problem_note.used,
        )
        for problem_note, place in zip(notes, places, strict=True)
    )


def _spans(text: str, position: int, path: Path, tree: Mapping[Any, Any]) -> Iterator[tuple[Path, tuple[int, int]]]:
    """Yield path and span of every value of the tree below the value that starts at `position`."""
    decoder = json.JSONDecoder(parse_int=len, parse_float=len)  # only where they end matters
    yield path, (position, decoder.raw_decode(text, position)[1])
    if not tree:
        return
    keyed, position = text[position] == "{", _skip_blanks(text, position + 1)
    index = 0
    while text[position] not in "}]":
        step: str | int = index
        if keyed:
            start = position
            step, position = scanstring(text, position + 1)
            if step in tree:
                yield (*path, step, KEY), (start, position)
            position = _skip_blanks(text, _skip_blanks(text, position) + 1)
        if step in tree:
            yield from _spans(text, position, (*path, step), tree[step])
        position = _skip_blanks(text, decoder.raw_decode(text, position)[1])
        position = _skip_blanks(text, position + 1) if text[position] == "," else position
        index += 1


_BLANKS = re.compile(r"[ \t\r\n]*")


def _skip_blanks(text: str, position: int) -> int:
    match = _BLANKS.match(text, position)
    return match.end() if match else position


def _line_and_columns(starts: list[int], span: tuple[int, int] | None, text: str) -> tuple[int, tuple[int, int]]:
    if span is None:
        return 0, (0, 0)
    line = bisect_right(starts, span[0])
    first = span[0] - starts[line - 1]
    inside = re.split(r"[\r\n]", text[span[0] : span[1]], maxsplit=1)[0]
    return line, (first + 1, first + max(len(inside), 1))


def _format_path(path: Path) -> str:
    text = "".join(f"[{step}]" if isinstance(step, int) else f".{step}" for step in path)
    return text.lstrip(".")
