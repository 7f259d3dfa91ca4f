"""A file that keeps every line: unchanged it gives the same bytes, changed it differs only where the data differ.

Decoding is lossless: UTF-8, UTF-16 by its mark, otherwise Windows-1252.
"""

from __future__ import annotations

import codecs
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from functools import cache, cached_property

from rookery._record import field, record, replace
from rookery.model import ByeKind, Tournament
from rookery.trf.cells import bye_cell
from rookery.trf.fields import PLAYER_ROW, parse_line, parse_number, replace_field
from rookery.trf.record import TRF06, TRF26, TRFBX, TRFX, DialectOptions, Record, Section, columns_per_round
from rookery.trf.records.players import PLAYER
from rookery.trf.registry import NATIONAL_CODE, RECORDS, codes_of, equivalent_codes, line_code
from rookery.trf.serialize import Entry, build_entries, replace_line_ends

_BOMS = {codecs.BOM_UTF8: "utf-8", codecs.BOM_UTF16_LE: "utf-16-le", codecs.BOM_UTF16_BE: "utf-16-be"}

WESTERN = "cp1252"


@cache
def _western_table() -> str:
    """Return Windows-1252 with its five undefined bytes as in Latin-1, so that every byte has a character."""
    defined = bytes(range(256)).decode(WESTERN, "replace")
    return "".join(chr(code) if char == "\ufffd" else char for code, char in enumerate(defined))


@record
class Source:
    """A text as lines, with all that is needed to restore its bytes."""

    lines: tuple[str, ...]
    ends: tuple[str, ...]
    encoding: str = "utf-8"
    bom: bytes = b""
    first_invalid: int = -1

    @property
    def line_end(self) -> str:
        """The most frequent line end of the file."""
        return max(("\r\n", "\n", "\r"), key=self.ends.count) if any(self.ends) else "\r\n"

    def dump(self) -> bytes:
        """Return the bytes; text that the encoding cannot hold, or that would be misread in it, becomes UTF-8."""
        text = "".join([piece for pair in zip(self.lines, self.ends, strict=True) for piece in pair])
        try:
            data = self.bom + encode_text(text, self.encoding)
        except UnicodeEncodeError:
            return text.encode("utf-8", "surrogatepass")
        return text.encode() if self.encoding == WESTERN and _is_utf8(data) else data

    def with_lines(self, lines: list[str], ends: list[str]) -> Source:
        """Return the file with other lines."""
        return replace(self, lines=tuple(lines), ends=tuple(ends))


def _is_utf8(data: bytes) -> bool:
    """Return whether bytes, not all of ASCII, would be taken for UTF-8."""
    try:
        return not data.isascii() and bool(data.decode())
    except UnicodeDecodeError:
        return False


def encode_text(text: str, encoding: str) -> bytes:
    """Encode the text."""
    if encoding == WESTERN:
        return codecs.charmap_encode(text, "strict", codecs.charmap_build(_western_table()))[0]
    return text.encode(encoding, "surrogatepass" if encoding.startswith("utf") else "strict")


def decode_source(data: bytes | str, encoding: str | None = None) -> Source:
    """Decode a file into lines; `first_invalid` is the offset of the first byte that is not UTF-8, or -1."""
    if isinstance(data, str):
        text, used_encoding, bom, first_invalid = data.removeprefix("\ufeff"), "utf-8", b"", -1
        bom = codecs.BOM_UTF8 if text is not data and len(text) < len(data) else b""
    else:
        text, used_encoding, bom, first_invalid = _decode(data, encoding)
    lines, ends = split_lines(text)
    return Source(tuple(lines), tuple(ends), used_encoding, bom, first_invalid)


def _decode(data: bytes, encoding: str | None) -> tuple[str, str, bytes, int]:
    bom = next((bom for bom in _BOMS if data.startswith(bom)), b"")
    requested = encoding or _BOMS.get(bom, "utf-8")
    if encoding is not None and bom and codecs.lookup(encoding).name not in (_BOMS[bom], "utf-16", "utf-8-sig"):
        bom = b""
    try:
        if bom:
            return data[len(bom) :].decode(_BOMS[bom]), _BOMS[bom], bom, -1
        if requested != WESTERN:
            return data.decode(requested), requested, b"", -1
        first_invalid = -1
    except UnicodeDecodeError as error:
        first_invalid = error.start + len(bom)
    return codecs.charmap_decode(data, "strict", _western_table())[0], WESTERN, b"", first_invalid


def split_lines(text: str) -> tuple[list[str], list[str]]:
    r"""Lines and their ends; a line ends with CRLF, CR or LF, and with nothing else that Python takes for an end.

    >>> split_lines("a\nb\r\nc\x0bd")
    (['a', 'b', 'c\x0bd'], ['\n', '\r\n', ''])
    """
    if "\r" in text and "\n" in text:
        lines, ends = _split_by_both(text)
    else:
        end = "\r" if "\r" in text else "\n"
        lines = text.split(end)
        ends = [end] * (len(lines) - 1) + [""]
    if not ends[-1] and not lines[-1]:
        lines.pop()
        ends.pop()
    return lines, ends


def _split_by_both(text: str) -> tuple[list[str], list[str]]:
    """Split a text at CR and LF; CRLF is the only line end of two characters in Python."""
    terminated = text if text.endswith("\r\n") else f"{text}\r\n"
    lines = terminated.splitlines()
    if len(terminated) == sum(map(len, lines)) + 2 * len(lines):
        return lines, ["\r\n"] * (len(lines) - 1) + ["\r\n" if terminated is text else ""]
    import re

    parts = re.split("(\r\n|\r|\n)", text)
    return parts[::2], [*parts[1::2], ""]


@record(slots=False)
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
        """Return the bytes of the file; exactly those that were read, when nothing was replaced.

        Returns:
            The whole file, with its line ends and encoding.
        """
        return self.source.dump() if self.original is None else self.original

    @cached_property
    def codes(self) -> tuple[str, ...]:
        """The code of each line."""
        return tuple(
            NATIONAL_CODE if number in self.nationals else line_code(line) for number, line in enumerate(self.lines, 1)
        )

    @cached_property
    def player_lines(self) -> dict[int, int]:
        """The line of each player, by start number."""
        id_slice = PLAYER_ROW["id"].slice
        return {
            parse_number(line[id_slice]): number
            for number, line in enumerate(self.lines, 1)
            if self.codes[number - 1] == PLAYER.code
        }

    def rows(self) -> Iterator[dict[str, object]]:
        """Yield the player rows as written: texts by field, cells as (opponent, colour, result).

        Returns:
            An iterator of a dictionary for each row: the number of its line, the fields and the cells.
        """
        for number, line in enumerate(self.lines, 1):
            if self.codes[number - 1] == PLAYER.code:
                fields = parse_line(PLAYER_ROW, number, line)
                cells = [(opponent, colour or " ", result or " ") for opponent, colour, result in fields.group]
                yield {"line": number, **fields.values, "cells": cells}

    def replace(self, tournament: Tournament) -> Document:
        """Return the file for another tournament; only lines whose data changed differ.

        Args:
            tournament: The changed tournament.

        Returns:
            The changed file.

        Raises:
            TooLargeError: TRF has no room for so many participants, rounds or points.
        """
        if tournament == self.tournament:
            return self
        options = self._dialect_options()

        edit = edit_lines(self.source, self.codes, (self.tournament, tournament), options)
        nationals = frozenset(at for at, code in enumerate(edit.codes, 1) if code == NATIONAL_CODE)
        source = self.source.with_lines(edit.lines, edit.ends)
        return Document(source, tournament, nationals, options.request_cells)

    def with_absences(self, absent: Iterable[tuple[int, int]]) -> Document:
        """Return the file with zero-point byes in the empty cells of these (round, player).

        Args:
            absent: Rounds and players, as (round, player).

        Returns:
            The changed file.
        """
        lines, step, group = list(self.lines), columns_per_round(self.tournament), PLAYER_ROW.group
        assert group is not None
        for round, player in absent:
            index = self.player_lines.get(player, 0) - 1
            for column in (
                range((round - 1) * step, round * step) if index >= 0 and not self.tournament.team_event else ()
            ):
                pieces = group.repetition(column)
                if not lines[index][pieces[0].first - 1 : pieces[-1].last].strip():
                    for piece, text in zip(pieces, bye_cell(ByeKind.ZERO), strict=True):
                        lines[index] = replace_field(lines[index].ljust(piece.last), piece, text)
        if lines == list(self.lines):
            return self
        source = self.source.with_lines(lines, list(self.source.ends))
        return Document(source, self.tournament, self.nationals, self.request_cells)

    def _dialect_options(self) -> DialectOptions:
        """Return the records to write: TRF26 unless the file has only TRF(x); TRF26 for what TRF(x) cannot express."""
        used_codes = set(self.codes)
        versions = {RECORDS[code].since for code in used_codes if code in RECORDS}
        equivalents = equivalent_codes()
        codes = codes_of({TRF06, TRF26, *(versions & {TRFX, TRFBX})})
        if TRFX in versions and not used_codes & set(equivalents):
            codes -= set(equivalents)
        for code in used_codes & set(RECORDS):  # a file that has only the older of two records keeps to it
            newer = RECORDS[code].superseded_by
            if newer and newer not in used_codes:
                codes = codes - {newer} | {code}
        return DialectOptions(codes, self.request_cells or "240" not in codes)


def edit_lines(
    source: Source, codes: Sequence[str], versions: tuple[Tournament, Tournament], options: DialectOptions
) -> LineEditor:
    """Edit the lines of a file, each with its code, from one tournament to the other."""
    old, new = (_group_by_code(build_entries(tournament, options)) for tournament in versions)
    edit = LineEditor(list(source.lines), list(source.ends), list(codes), source.line_end)
    for code, kind in RECORDS.items():
        before, after = old.get(code, []), new.get(code, [])
        if before != after and (code in codes or not kind.counts_others):
            edit.apply(kind, before, after)
    return edit


def _group_by_code(entries: Sequence[Entry]) -> dict[str, list[Entry]]:
    groups: dict[str, list[Entry]] = {}
    for entry in entries:
        groups.setdefault(entry.code, []).append(entry)
    return groups


class LineEditor:
    """The lines during editing."""

    def __init__(self, lines: list[str], ends: list[str], codes: list[str], end: str) -> None:
        self.lines, self.ends, self.codes, self.end = lines, ends, codes, end

    def apply(self, record: Record, before: list[Entry], after: list[Entry]) -> None:
        """Replace the lines of one record."""
        if record.key is not None:
            self._patch_lines(record, before, after)
        elif record.repeatable:
            self._replace_lines(record, after)
        else:
            self._replace_single(record, after)

    def _line_indices(self, record: Record) -> list[int]:
        return [index for index, code in enumerate(self.codes) if code == record.code]

    def _replace_single(self, record: Record, after: list[Entry]) -> None:
        """Replace a record that stands once; the last of its lines is the effective one."""
        indices = self._line_indices(record)
        if not after:
            for index in reversed(indices):
                self._remove(index)
        elif indices:
            self.lines[indices[-1]] = after[0].line()
        else:
            self._insert(record, after[0].line())

    def _replace_lines(self, record: Record, after: list[Entry]) -> None:
        """Replace the lines of a repeated record; lines that are still correct stay."""
        wanted = Counter(entry.line() for entry in after)
        for index in reversed(self._line_indices(record)):
            if record.is_ours is None or record.is_ours(self.lines[index]):
                text = _canonical_line(record, self.lines[index])
                if wanted[text]:
                    wanted[text] -= 1
                else:
                    self._remove(index)
        for entry in after:
            if wanted[entry.line()]:
                wanted[entry.line()] -= 1
                self._insert(record, entry.line())
        if record.ordered:
            for key in dict.fromkeys(entry.key for entry in after) if record.is_ours else (None,):
                self._reorder_lines(record, [entry for entry in after if key in (None, entry.key)])

    def _reorder_lines(self, record: Record, after: list[Entry]) -> None:
        """Arrange the lines of a record in the order of the entries, each as it was written."""
        written: dict[str, list[str]] = {entry.line(): [] for entry in after}
        indices = [
            index for index in self._line_indices(record) if _canonical_line(record, self.lines[index]) in written
        ]
        for index in indices:
            written[_canonical_line(record, self.lines[index])].append(self.lines[index])
        for index, entry in zip(indices, after, strict=True):
            self.lines[index] = written[entry.line()].pop(0)

    def _patch_lines(self, record: Record, before: list[Entry], after: list[Entry]) -> None:
        """Update records with a key; only changed fields are rewritten."""
        assert record.key is not None
        old_entries, new_entries = {entry.key: entry for entry in before}, {entry.key: entry for entry in after}
        index_of = {record.key(self.lines[index]): index for index in self._line_indices(record)}
        for key, entry in new_entries.items():
            if key not in index_of:
                if key not in old_entries or old_entries[key] != entry:
                    self._insert(record, entry.line())
            elif key not in old_entries or old_entries[key] != entry:
                self.lines[index_of[key]] = _patch_line(record, self.lines[index_of[key]], old_entries.get(key), entry)
        for index in sorted(
            (index for key, index in index_of.items() if key in old_entries and key not in new_entries), reverse=True
        ):
            self._remove(index)

    def _remove(self, index: int) -> None:
        del self.lines[index], self.ends[index], self.codes[index]

    def _insert(self, record: Record, line: str) -> None:
        """Insert a line behind the last of its code, otherwise behind the last that precedes it in writing order."""
        order = {code: place for place, code in enumerate(RECORDS)}
        preceding = [
            index
            for index, code in enumerate(self.codes)
            if code in order
            and order[code] <= order[record.code]
            and (code == record.code or RECORDS[code].section is not Section.COMMENTS)
        ]
        same = [
            index for index in preceding if self.codes[index] == record.code and record.section is not Section.COMMENTS
        ]
        index = (same or preceding or [-1])[-1] + 1
        if index and not self.ends[index - 1]:
            self.ends[index - 1] = self.end
        self.lines.insert(index, line)
        self.ends.insert(index, self.end)
        self.codes.insert(index, record.code)


def _canonical_line(record: Record, line: str) -> str:
    """Return a line in canonical form."""
    if record.canonical is not None:
        return record.canonical(line)
    fields = parse_line(record.layout, 0, line)
    return Entry(record.code, (), replace_line_ends(fields.values), fields.group).line()


def _patch_line(record: Record, line: str, old: Entry | None, new: Entry) -> str:
    """Return a line with the changed fields rewritten; the whole line when it is out of step."""
    if old is None or parse_line(record.layout, 0, line).stray_columns:
        return new.line()
    for text_field in record.fields:
        if old.values[text_field.name] != new.values[text_field.name]:
            line = replace_field(line, text_field, new.values[text_field.name])
    if record.group is not None:
        for index in range(max(len(old.group), len(new.group))):
            blank = ("",) * len(record.group.fields)
            old_texts = old.group[index] if index < len(old.group) else blank
            new_texts = new.group[index] if index < len(new.group) else blank
            if old_texts != new_texts:
                for cell, text in zip(record.group.repetition(index), new_texts, strict=True):
                    line = replace_field(line.ljust(cell.last), cell, text)
    return line
