"""A file that keeps every line: unchanged it gives the same bytes, changed it differs only where the data do."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any

from rookery.model import Tournament
from rookery.trf.compose import composed
from rookery.trf.encoding import Source
from rookery.trf.entry import Entry, Voice
from rookery.trf.fields import CODE, EQUIVALENT, PLAYER, RECORDS, TRF06, TRF26, TRFBX, TRFX
from rookery.trf.records import kind, number, parsed, put


@dataclass(frozen=True)
class Document:
    """The lines of a file and the tournament read from them.

    `nationals` are the numbers of the lines that are national records; `request_cells` says that byes asked for stand
    in the player rows.
    """

    source: Source
    tournament: Tournament
    nationals: frozenset[int] = frozenset()
    request_cells: bool = False
    original: bytes | None = field(default=None, repr=False)

    @property
    def lines(self) -> tuple[str, ...]:
        """The lines, without their ends."""
        return self.source.lines

    def dump(self) -> bytes:
        """The file; the very bytes that were read, when nothing was replaced."""
        return self.source.dump() if self.original is None else self.original

    @cached_property
    def codes(self) -> tuple[str, ...]:
        """The kind of each line."""
        return tuple("NRS" if at in self.nationals else kind(line) for at, line in enumerate(self.lines, 1))

    @cached_property
    def player_lines(self) -> dict[int, int]:
        """The line of each player, by start number."""
        at = PLAYER["id"].slice
        return {number(line[at]): n for n, line in enumerate(self.lines, 1) if self.codes[n - 1] == "001"}

    def rows(self) -> Iterator[dict[str, Any]]:
        """The player rows as they are written: texts by field, cells as (opponent, colour, result)."""
        for at, line in enumerate(self.lines, 1):
            if self.codes[at - 1] == "001":
                found = parsed(PLAYER, at, line)
                cells = [(opponent, colour or " ", result or " ") for opponent, colour, result in found.group]
                yield {"line": at, **found.values, "cells": cells}

    def replace(self, tournament: Tournament) -> Document:
        """The file of another tournament, made of this one: only lines whose data changed differ."""
        if tournament == self.tournament:
            return self
        voice = self._voice()
        old, new = _by_code(composed(self.tournament, voice)), _by_code(composed(tournament, voice))
        edit = _Edit(list(self.lines), list(self.source.ends), list(self.codes), self.source.end)
        for code in RECORDS:
            before, after = old.get(code, []), new.get(code, [])
            if before != after and (code in self.codes or code not in _COUNTS):
                edit.apply(code, before, after)
        nationals = frozenset(at for at, code in enumerate(edit.codes, 1) if code == "NRS")
        source = self.source.with_lines(edit.lines, edit.ends)
        return Document(source, tournament, nationals, voice.request_cells)

    def _voice(self) -> Voice:
        """The records to speak with: TRF26 unless the file speaks TRF(x) only; what TRF(x) cannot say, TRF26 does."""
        here = set(self.codes)
        since = {code: record.since for code, record in RECORDS.items()}
        extended, modern = any(since.get(code) == TRFX for code in here), bool(here & set(EQUIVALENT))
        codes = {code for code, version in since.items() if version in (TRF06, TRF26)}
        if extended:
            codes |= {code for code, version in since.items() if version == TRFX}
            if not modern:
                codes -= set(EQUIVALENT)
        if any(since.get(code) == TRFBX for code in here):
            codes |= {code for code, version in since.items() if version == TRFBX}
        codes -= {"310"} if "013" in here and "310" not in here else {"013"}
        return Voice(frozenset(codes), self.request_cells or "240" not in codes)


def _by_code(entries: Sequence[Entry]) -> dict[str, list[Entry]]:
    found: dict[str, list[Entry]] = {}
    for entry in entries:
        found.setdefault(entry.code, []).append(entry)
    return found


_COUNTS = {"062", "072", "082"}
"""Records that count others: kept right where they are, never added."""

_IN_ORDER = {"250", "260", "299"}
"""Records that the model keeps in the order of the file."""

_PATCHED = {"001", "NRS", "310", "132"}
"""Records of which single fields are changed in place."""


class _Edit:
    """The lines while they are changed."""

    def __init__(self, lines: list[str], ends: list[str], codes: list[str], end: str) -> None:
        self.lines, self.ends, self.codes, self.end = lines, ends, codes, end

    def apply(self, code: str, before: list[Entry], after: list[Entry]) -> None:
        """The lines of one record, from what it said to what it says now."""
        if code in _PATCHED:
            self._patch(code, before, after)
        elif RECORDS[code].many:
            self._exchange(code, after)
        else:
            self._set(code, after)

    def _set(self, code: str, after: list[Entry]) -> None:
        """A record that stands once: its last line is the one that counts."""
        places = [at for at, here in enumerate(self.codes) if here == code]
        if not after:
            for at in reversed(places):
                self._remove(at)
        elif places:
            self.lines[places[-1]] = after[0].line()
        else:
            self._insert(code, after[0].line())

    def _exchange(self, code: str, after: list[Entry]) -> None:
        """A record that repeats: lines that are still right stay, the others make room for new ones."""
        wanted = Counter(entry.line() for entry in after)
        for at in reversed(range(len(self.lines))):
            if self.codes[at] == code and (
                code != "###" or "system" in self.lines[at].lower().replace(":", " ").split()
            ):
                same = _canonical(code, self.lines[at])
                if wanted[same]:
                    wanted[same] -= 1
                else:
                    self._remove(at)
        for entry in after:
            if wanted[entry.line()]:
                wanted[entry.line()] -= 1
                self._insert(code, entry.line())
        if code in _IN_ORDER:
            self._line_up(code, after)

    def _line_up(self, code: str, after: list[Entry]) -> None:
        """The lines of a record, all there, in the order of the entries; each as it was written."""
        places = [at for at, here in enumerate(self.codes) if here == code]
        written: dict[str, list[str]] = {}
        for at in places:
            written.setdefault(_canonical(code, self.lines[at]), []).append(self.lines[at])
        for at, entry in zip(places, after, strict=True):
            self.lines[at] = written[entry.line()].pop(0)

    def _patch(self, code: str, before: list[Entry], after: list[Entry]) -> None:
        """Records with a key: only the fields that changed are written anew."""
        old, new = {entry.key: entry for entry in before}, {entry.key: entry for entry in after}
        places = {_key(code, self.lines[at]): at for at in range(len(self.lines)) if self.codes[at] == code}
        for key, entry in new.items():
            if key not in places:
                if key not in old or old[key] != entry:
                    self._insert(code, entry.line(), entry.head)
            elif key not in old or old[key] != entry:
                self.lines[places[key]] = _patched(self.lines[places[key]], old.get(key), entry)
        for key in sorted(
            (key for key in places if key in old and key not in new), key=places.__getitem__, reverse=True
        ):
            self._remove(places[key])

    def _remove(self, at: int) -> None:
        del self.lines[at], self.ends[at], self.codes[at]

    def _insert(self, code: str, line: str, head: str = "") -> None:
        """Behind the last line of its kind, else behind the last of those that are written before it."""
        order = {each: place for place, each in enumerate(RECORDS)}
        behind = [
            at for at, here in enumerate(self.codes) if here in order and order[here] <= order[code] and here != "###"
        ]
        same = [at for at in behind if self.codes[at] == code]
        at = (same or behind or [-1])[-1] + 1
        if at and not self.ends[at - 1]:
            self.ends[at - 1] = self.end
        self.lines.insert(at, line)
        self.ends.insert(at, self.end)
        self.codes.insert(at, code)


def _key(code: str, line: str) -> tuple[object, ...]:
    """What a line speaks of, as `Entry.key` says it."""
    if code == "132":
        return ()
    id = number(line[RECORDS[code]["id"].slice])
    return (line[CODE.slice], id) if code == "NRS" else (id,)


def _canonical(code: str, line: str) -> str:
    """A line as we would write it."""
    found = parsed(RECORDS[code], 0, line)
    return Entry(code, (), found.values, found.group).line()


def _patched(line: str, old: Entry | None, new: Entry) -> str:
    """A line with the changed fields written anew; the whole line when it is out of step."""
    record = RECORDS[new.code]
    if old is None or parsed(record, 0, line).strays:
        return new.line()
    for piece in record.fields:
        if old.values[piece.name] != new.values[piece.name]:
            line = put(line, piece, new.values[piece.name])
    if record.group is not None:
        for index in range(max(len(old.group), len(new.group))):
            blank = ("",) * len(record.group.fields)
            was = old.group[index] if index < len(old.group) else blank
            now = new.group[index] if index < len(new.group) else blank
            if was != now:
                for piece, text in zip(record.group.at(index), now, strict=True):
                    line = put(line.ljust(piece.last), piece, text)
    return line
