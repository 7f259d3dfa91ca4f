"""The lines of a file while they are changed: only those differ whose data do."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from rookery.model import Tournament
from rookery.trf.catalogue import RECORDS
from rookery.trf.compose import Entry, composed, in_one_line
from rookery.trf.encoding import Source
from rookery.trf.entry import Voice
from rookery.trf.record import Record, Section
from rookery.trf.texts import parsed, put


def edited(source: Source, codes: Sequence[str], both: tuple[Tournament, Tournament], voice: Voice) -> Edit:
    """The lines of a file, each of this kind, which said the one tournament and shall say the other."""
    old, new = (_by_code(composed(each, voice)) for each in both)
    edit = Edit(list(source.lines), list(source.ends), list(codes), source.end)
    for code, record in RECORDS.items():
        before, after = old.get(code, []), new.get(code, [])
        if before != after and (code in codes or not record.counts):
            edit.apply(record, before, after)
    return edit


def _by_code(entries: Sequence[Entry]) -> dict[str, list[Entry]]:
    found: dict[str, list[Entry]] = {}
    for entry in entries:
        found.setdefault(entry.code, []).append(entry)
    return found


class Edit:
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
            for key in dict.fromkeys(entry.key for entry in after) if record.ours else (None,):
                self._line_up(record, [entry for entry in after if key in (None, entry.key)])

    def _line_up(self, record: Record, after: list[Entry]) -> None:
        """The lines of a record, all there, in the order of the entries; each as it was written."""
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
