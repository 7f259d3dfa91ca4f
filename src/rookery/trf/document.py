"""A file that keeps every line: unchanged it gives the same bytes, changed it differs only where the data do."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from functools import cached_property

from rookery.model import Tournament
from rookery.trf.catalogue import NATIONAL, RECORDS, kind, said_twice, spoken
from rookery.trf.compose import Entry, composed, in_one_line
from rookery.trf.encoding import Source
from rookery.trf.entry import Voice
from rookery.trf.layout import PLAYER_ROW
from rookery.trf.players import PLAYER
from rookery.trf.record import TRF06, TRF26, TRFBX, TRFX, Record, Section
from rookery.trf.texts import number, parsed, put
from rookery.values import field, frozen


@frozen(slots=False)
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
        return tuple(NATIONAL if at in self.nationals else kind(line) for at, line in enumerate(self.lines, 1))

    @cached_property
    def player_lines(self) -> dict[int, int]:
        """The line of each player, by start number."""
        at = PLAYER_ROW["id"].slice
        return {number(line[at]): n for n, line in enumerate(self.lines, 1) if self.codes[n - 1] == PLAYER.code}

    def rows(self) -> Iterator[dict[str, object]]:
        """The player rows as they are written: texts by field, cells as (opponent, colour, result)."""
        for at, line in enumerate(self.lines, 1):
            if self.codes[at - 1] == PLAYER.code:
                found = parsed(PLAYER_ROW, at, line)
                cells = [(opponent, colour or " ", result or " ") for opponent, colour, result in found.group]
                yield {"line": at, **found.values, "cells": cells}

    def replace(self, tournament: Tournament) -> Document:
        """The file of another tournament, made of this one: only lines whose data changed differ."""
        if tournament == self.tournament:
            return self
        voice = self._voice()
        old, new = _by_code(composed(self.tournament, voice)), _by_code(composed(tournament, voice))
        edit = _Edit(list(self.lines), list(self.source.ends), list(self.codes), self.source.end)
        for code, record in RECORDS.items():
            before, after = old.get(code, []), new.get(code, [])
            if before != after and (code in self.codes or not record.counts):
                edit.apply(record, before, after)
        nationals = frozenset(at for at, code in enumerate(edit.codes, 1) if code == NATIONAL)
        source = self.source.with_lines(edit.lines, edit.ends)
        return Document(source, tournament, nationals, voice.request_cells)

    def _voice(self) -> Voice:
        """The records to speak with: TRF26 unless the file speaks TRF(x) only; what TRF(x) cannot say, TRF26 does."""
        here = set(self.codes)
        since = {RECORDS[code].since for code in here if code in RECORDS}
        doubled = said_twice()
        codes = spoken({TRF06, TRF26, *(since & {TRFX, TRFBX})})
        if TRFX in since and not here & set(doubled):
            codes -= set(doubled)
        for code, record in RECORDS.items():  # a file that has only the older of two records keeps to it
            if record.rather and code in here and record.rather not in here:
                codes = codes - {record.rather} | {code}
        return Voice(codes, self.request_cells or "240" not in codes)


def _by_code(entries: Sequence[Entry]) -> dict[str, list[Entry]]:
    found: dict[str, list[Entry]] = {}
    for entry in entries:
        found.setdefault(entry.code, []).append(entry)
    return found


class _Edit:
    """The lines while they are changed."""

    def __init__(self, lines: list[str], ends: list[str], codes: list[str], end: str) -> None:
        self.lines, self.ends, self.codes, self.end = lines, ends, codes, end

    def apply(self, record: Record, before: list[Entry], after: list[Entry]) -> None:
        """The lines of one record, from what it said to what it says now."""
        if record.key is not None:
            self._patch(record, before, after)
        elif record.many:
            self._exchange(record, after)
        else:
            self._set(record, after)

    def _places(self, record: Record) -> list[int]:
        return [at for at, here in enumerate(self.codes) if here == record.code]

    def _set(self, record: Record, after: list[Entry]) -> None:
        """A record that stands once: its last line is the one that counts."""
        places = self._places(record)
        if not after:
            for at in reversed(places):
                self._remove(at)
        elif places:
            self.lines[places[-1]] = after[0].line()
        else:
            self._insert(record, after[0].line())

    def _exchange(self, record: Record, after: list[Entry]) -> None:
        """A record that repeats: lines that are still right stay, the others make room for new ones."""
        wanted = Counter(entry.line() for entry in after)
        for at in reversed(self._places(record)):
            if record.ours is None or record.ours(self.lines[at]):
                same = _canonical(record, self.lines[at])
                if wanted[same]:
                    wanted[same] -= 1
                else:
                    self._remove(at)
        for entry in after:
            if wanted[entry.line()]:
                wanted[entry.line()] -= 1
                self._insert(record, entry.line())
        if record.ordered:
            self._line_up(record, after)

    def _line_up(self, record: Record, after: list[Entry]) -> None:
        """The lines of a record, all there, in the order of the entries; each as it was written."""
        if record.ours is not None:  # among others the order is that of those with a key
            after = [entry for entry in after if entry.key]
        written: dict[str, list[str]] = {entry.line(): [] for entry in after}
        places = [at for at in self._places(record) if _canonical(record, self.lines[at]) in written]
        for at in places:
            written[_canonical(record, self.lines[at])].append(self.lines[at])
        for at, entry in zip(places, after, strict=True):
            self.lines[at] = written[entry.line()].pop(0)

    def _patch(self, record: Record, before: list[Entry], after: list[Entry]) -> None:
        """Records with a key: only the fields that changed are written anew."""
        assert record.key is not None
        old, new = {entry.key: entry for entry in before}, {entry.key: entry for entry in after}
        places = {record.key(self.lines[at]): at for at in self._places(record)}
        for key, entry in new.items():
            if key not in places:
                if key not in old or old[key] != entry:
                    self._insert(record, entry.line())
            elif key not in old or old[key] != entry:
                self.lines[places[key]] = _patched(record, self.lines[places[key]], old.get(key), entry)
        for at in sorted((at for key, at in places.items() if key in old and key not in new), reverse=True):
            self._remove(at)

    def _remove(self, at: int) -> None:
        del self.lines[at], self.ends[at], self.codes[at]

    def _insert(self, record: Record, line: str) -> None:
        """Behind the last line of its kind, else behind the last of those that are written before it."""
        order = {code: place for place, code in enumerate(RECORDS)}
        behind = [
            at
            for at, here in enumerate(self.codes)
            if here in order
            and order[here] <= order[record.code]
            and (here == record.code or RECORDS[here].section is not Section.COMMENTS)
        ]
        same = [at for at in behind if self.codes[at] == record.code and record.section is not Section.COMMENTS]
        at = (same or behind or [-1])[-1] + 1
        if at and not self.ends[at - 1]:
            self.ends[at - 1] = self.end
        self.lines.insert(at, line)
        self.ends.insert(at, self.end)
        self.codes.insert(at, record.code)


def _canonical(record: Record, line: str) -> str:
    """A line as we would write it."""
    if record.canonical is not None:
        return record.canonical(line)
    found = parsed(record.layout, 0, line)
    return Entry(record.code, (), in_one_line(found.values), found.group).line()


def _patched(record: Record, line: str, old: Entry | None, new: Entry) -> str:
    """A line with the changed fields written anew; the whole line when it is out of step."""
    if old is None or parsed(record.layout, 0, line).strays:
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
