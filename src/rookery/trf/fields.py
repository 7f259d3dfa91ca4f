"""The format as a table: every record, its columns, who introduced it. No other file of Rookery knows a column number.

Columns count characters from 1, both ends included, as the handbook prints them; `last=0` means to the end of the
line. The order of the table is the order in which records are written. Sources: FIDE TRF06/TRF16 (C.04 Annex 2),
TRF-2026 (C.02.03 Annexure A), JaVaFo's TRF(x), bbpPairings' TRF(bx).
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Field:
    """A piece of a line: its name, its columns, and on which side blanks fill it."""

    name: str
    first: int
    last: int = 0
    right: bool = False

    @property
    def slice(self) -> slice:
        """The piece as Python counts."""
        return slice(self.first - 1, self.last or None)

    @property
    def width(self) -> int:
        """How many characters fit; 0 for as many as you like."""
        return self.last - self.first + 1 if self.last else 0

    def moved(self, columns: int) -> Field:
        """The same piece further right."""
        return Field(self.name, self.first + columns, self.last + columns, self.right)


@dataclass(frozen=True, slots=True)
class Group:
    """Pieces that repeat to the end of the line, every `step` columns."""

    fields: tuple[Field, ...]
    step: int

    def at(self, index: int) -> tuple[Field, ...]:
        """The pieces of one repetition, counted from 0."""
        return tuple(field.moved(index * self.step) for field in self.fields)

    def count(self, length: int) -> int:
        """How many repetitions a line of this length reaches into."""
        return max(0, -(-(length - self.fields[0].first + 1) // self.step))


@dataclass(frozen=True, slots=True)
class Record:
    """One kind of line: its code in columns 1-3, what follows, and the version of the format that brought it."""

    code: str
    title: str
    since: str
    fields: tuple[Field, ...] = ()
    group: Group | None = None
    many: bool = False

    def columns(self) -> str:
        """The columns in words, for the documentation."""
        parts = [_columns(field) for field in self.fields]
        if self.group is not None:
            parts += [_columns(field) for field in self.group.fields]
            parts.append(f"again every {self.group.step} columns")
        return ", ".join(parts)

    def __iter__(self) -> Iterator[Field]:
        return iter(self.fields)

    def __getitem__(self, name: str) -> Field:
        return next(field for field in self.fields if field.name == name)


def _columns(field: Field) -> str:
    if not field.last:
        return f"{field.name} from {field.first}"
    return f"{field.name} {field.first}-{field.last}" if field.last > field.first else f"{field.name} {field.first}"


def _text(code: str, title: str, since: str, *, many: bool = False) -> Record:
    return Record(code, title, since, (Field("value", 5),), many=many)


def _ids(first: int) -> Group:
    """Start numbers, four columns each with a blank between."""
    return Group((Field("id", first, first + 3, True),), 5)


CODE = Field("code", 1, 3)
"""Where every line says what it is; a blank follows."""

TRF06, TRF26, TRFX, TRFBX = "TRF06", "TRF26", "TRF(x)", "TRF(bx)"

_PERSON = (
    Field("id", 5, 8, True), Field("sex", 10, 10), Field("title", 11, 13, True), Field("name", 15, 47),
    Field("rating", 49, 52, True), Field("federation", 54, 56), Field("number", 58, 68, True), Field("birth", 70, 79),
)  # fmt: skip

PLAYER = Record(
    "001", "player", TRF06,
    (*_PERSON, Field("points", 81, 84, True), Field("rank", 86, 89, True)),
    Group((Field("opponent", 92, 95, True), Field("colour", 97, 97), Field("result", 99, 99)), 10),
    many=True,
)  # fmt: skip

NATIONAL = Record(
    "NRS", "national rating: the federation's three letters stand for the code", TRF26, _PERSON, many=True
)

_TABLE = (
    _text("012", "tournament name", TRF06),
    _text("022", "city", TRF06),
    _text("032", "federation", TRF06),
    _text("042", "first day", TRF06),
    _text("052", "last day", TRF06),
    _text("062", "number of players", TRF06),
    _text("072", "number of rated players", TRF06),
    _text("082", "number of teams", TRF06),
    _text("092", "type of tournament, in words", TRF06),
    _text("102", "chief arbiter", TRF06),
    _text("112", "deputy arbiter", TRF06, many=True),
    _text("122", "time allotment", TRF06),
    Record("132", "dates of the rounds", TRF06, (), Group((Field("date", 92, 99),), 10)),
    _text("142", "number of rounds", TRF26),
    _text("152", "initial colour, W or B", TRF26),
    Record("162", "points for games", TRF26, (), Group((Field("symbol", 6, 6), Field("points", 7, 10, True)), 9)),
    _text("172", "method of the starting rank", TRF26),
    _text("182", "pairing controller", TRF26),
    _text("192", "type of tournament, as a code", TRF26),
    _text("202", "tie-breaks", TRF26),
    _text("212", "what the standings are ordered by", TRF26),
    _text("222", "time control, as a code", TRF26),
    _text("352", "colours of the boards", TRF26),
    Record("362", "points for matches", TRF26, (), Group((Field("symbol", 5, 6), Field("points", 7, 10, True)), 9)),
    PLAYER,
    NATIONAL,
    Record("013", "team, the old way", TRF06, (Field("name", 5, 36),), _ids(37), many=True),
    Record(
        "310", "team", TRF26,
        (Field("id", 5, 7, True), Field("name", 9, 40), Field("nickname", 42, 46), Field("strength", 48, 53, True),
         Field("match points", 55, 60, True), Field("game points", 62, 67, True), Field("rank", 69, 71, True)),
        _ids(74), many=True,
    ),
    Record("240", "byes", TRF26, (Field("type", 5, 5), Field("round", 7, 9, True)), _ids(11), many=True),
    Record(
        "250", "virtual points", TRF26,
        (Field("match points", 5, 8, True), Field("game points", 10, 13, True), Field("first round", 15, 17, True),
         Field("last round", 19, 21, True), Field("first id", 23, 26, True), Field("last id", 28, 31, True)),
        many=True,
    ),
    Record(
        "260", "who may not meet", TRF26,
        (Field("first round", 5, 7, True), Field("last round", 9, 11, True)), _ids(13), many=True,
    ),
    Record(
        "320", "pairing-allocated byes of teams", TRF26,
        (Field("match points", 5, 8, True), Field("game points", 10, 13, True)),
        Group((Field("team", 15, 17, True),), 4),
    ),
    Record(
        "330", "forfeited match", TRF26,
        (Field("type", 5, 6), Field("round", 8, 10, True), Field("white", 12, 14, True), Field("black", 16, 18, True)),
        many=True,
    ),
    Record(
        "300", "line-up", TRF26,
        (Field("round", 5, 7, True), Field("team", 9, 11, True), Field("opponent", 13, 15, True)), _ids(17), many=True,
    ),
    Record(
        "299", "abnormal points", TRF26,
        (Field("type", 5, 5), Field("match points", 8, 11, True), Field("game points", 14, 17, True),
         Field("round", 20, 22, True)),
        _ids(24), many=True,
    ),
    _text("801", "team crosstable, for the eye", TRF26, many=True),
    _text("802", "team crosstable, for the eye", TRF26, many=True),
    _text("XXR", "number of rounds", TRFX),
    _text("XXC", "initial colour, ranking by rank", TRFX, many=True),
    _text("XXS", "points for games", TRFX, many=True),
    _text("XXZ", "who misses the next round", TRFX, many=True),
    _text("XXP", "who may not meet", TRFX, many=True),
    Record(
        "XXA", "virtual points of one player", TRFX,
        (Field("id", 5, 8, True),), Group((Field("points", 10, 13, True),), 5), many=True,
    ),
    _text("BBW", "points for a win", TRFBX),
    _text("BBD", "points for a draw", TRFBX),
    _text("BBL", "points for a loss", TRFBX),
    _text("BBZ", "points for an absence", TRFBX),
    _text("BBF", "points for a forfeit loss", TRFBX),
    _text("BBU", "points for the pairing-allocated bye", TRFBX),
    _text("###", "comment", TRF26, many=True),
)  # fmt: skip

RECORDS: dict[str, Record] = {record.code: record for record in _TABLE}
"""Every record by its code, in the order of writing."""

ABNORMAL_BY_EXAMPLE = Record(
    "299", "abnormal points, as the example in the same standard is laid out", TRF26,
    (Field("type", 5, 5), Field("match points", 7, 10, True), Field("game points", 12, 15, True),
     Field("round", 17, 19, True)),
    _ids(21), many=True,
)  # fmt: skip

EQUIVALENT = {"142": "XXR", "152": "XXC", "162": "XXS", "240": "XXZ", "250": "XXA", "260": "XXP"}
"""What TRF26 says, and how TRF(x) says the same."""


def _since(*versions: str) -> frozenset[str]:
    return frozenset(code for code, record in RECORDS.items() if record.since in versions)


DIALECTS: dict[str, frozenset[str]] = {
    "trf26": _since(TRF06, TRF26) - {"013"},
    "trf16": _since(TRF06),
    "trfx": _since(TRF06, TRFX),
    "trfbx": _since(TRF06, TRFX, TRFBX),
    "joint": _since(TRF06, TRF26, TRFX, TRFBX) - {"013"},
}
"""The records each dialect is written with."""

MOST_PLAYERS, MOST_TEAMS, MOST_ROUNDS = 9999, 999, 999
"""What the widths of the numbers leave room for."""
