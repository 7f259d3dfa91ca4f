"""A file that keeps every line: unchanged it gives the same bytes, changed it differs only where the data do."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import cached_property

from rookery.model import ByeKind, Tournament
from rookery.trf.catalogue import NATIONAL, RECORDS, codes_of, kind, said_twice
from rookery.trf.cells import bye_cell
from rookery.trf.encoding import Source
from rookery.trf.entry import Voice, pace
from rookery.trf.layout import PLAYER_ROW
from rookery.trf.players import PLAYER
from rookery.trf.record import TRF06, TRF26, TRFBX, TRFX
from rookery.trf.texts import number, parsed, put
from rookery.values import Value, field


class Document(Value, slots=False):
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
        from rookery.trf.editing import edited

        edit = edited(self.source, self.codes, (self.tournament, tournament), voice)
        nationals = frozenset(at for at, code in enumerate(edit.codes, 1) if code == NATIONAL)
        source = self.source.with_lines(edit.lines, edit.ends)
        return Document(source, tournament, nationals, voice.request_cells)

    def with_absences(self, absent: Iterable[tuple[int, int]]) -> Document:
        """The file in which the empty cells of these (round, player) say what they are read as: a zero-point bye."""
        lines, step, group = list(self.lines), pace(self.tournament), PLAYER_ROW.group
        assert group is not None
        for round, player in absent:
            at = self.player_lines.get(player, 0) - 1
            for column in range((round - 1) * step, round * step) if at >= 0 and not self.tournament.team_event else ():
                pieces = group.at(column)
                if not lines[at][pieces[0].first - 1 : pieces[-1].last].strip():
                    for piece, text in zip(pieces, bye_cell(ByeKind.ZERO), strict=True):
                        lines[at] = put(lines[at].ljust(piece.last), piece, text)
        if lines == list(self.lines):
            return self
        source = self.source.with_lines(lines, list(self.source.ends))
        return Document(source, self.tournament, self.nationals, self.request_cells)

    def _voice(self) -> Voice:
        """The records to speak with: TRF26 unless the file speaks TRF(x) only; what TRF(x) cannot say, TRF26 does."""
        here = set(self.codes)
        since = {RECORDS[code].since for code in here if code in RECORDS}
        doubled = said_twice()
        codes = codes_of({TRF06, TRF26, *(since & {TRFX, TRFBX})})
        if TRFX in since and not here & set(doubled):
            codes -= set(doubled)
        for code, record in RECORDS.items():  # a file that has only the older of two records keeps to it
            if record.rather and code in here and record.rather not in here:
                codes = codes - {record.rather} | {code}
        return Voice(codes, self.request_cells or "240" not in codes)
