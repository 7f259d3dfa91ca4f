"""One tolerant reader: every file that is a tournament at all is read; everything odd in it is a located problem.

Strictness is a verdict on the problems (`rookery.reading.refusals`), not another way of reading.
"""

from __future__ import annotations

from collections.abc import Iterable

from rookery.errors import FormatError, Problem
from rookery.model.unchecked import undisturbed
from rookery.reading import Reading
from rookery.renamed import forwarding
from rookery.trf.assembly import assembled, scene
from rookery.trf.catalogue import BLANK, NATIONAL, RECORDS, RULER, UNKNOWN, kind
from rookery.trf.consistency import check
from rookery.trf.document import Document
from rookery.trf.draft import Draft, Here
from rookery.trf.encoding import WESTERN, Source, source, split
from rookery.trf.layout import CODE, PERSON, TEXT
from rookery.trf.notes import ERROR, INFO, NOWHERE, WARNING, Notes, Spot
from rookery.trf.players import PLAYER
from rookery.trf.record import TRF06, Record, Section
from rookery.trf.rounds import columns
from rookery.trf.table import table
from rookery.trf.texts import number
from rookery.wording import spoken

_MOST_UNKNOWN = 200
_ROW = f"{PLAYER.code} "
_ID = PERSON[0]
_SIGNATURES = {
    b"PK\x03\x04": spoken("this is a ZIP archive or an office document"),
    b"\xd0\xcf\x11\xe0": spoken("this is an old office document"),
    b"%PDF": spoken("this is a PDF"),
    b"\x89PNG": spoken("this is a picture"),
    b"\xff\xd8\xff": spoken("this is a picture"),
    b"\x1f\x8b": spoken("this is a compressed file"),
}


def read(data: bytes | str, *, encoding: str | None = None, checks: bool = True) -> Reading:
    """The tournament in a TRF file of any version, with every problem found.

    Without `checks` the file is not compared with itself (see `consistency`): the tournament is the same, and what is
    reported is only what could not be read as it stands. Raises FormatError, with the one reason, when the text is no
    tournament file: when no line begins with 001.
    """
    _refuse_nonsense(data)
    with undisturbed():
        return _read(data, encoding, checks)


def _read(data: bytes | str, encoding: str | None, checks: bool) -> Reading:
    text, notes, draft = source(data, encoding), Notes(), Draft()
    if text.stray >= 0 and isinstance(data, bytes):
        _note_encoding(data, text, notes)
    places, rows, others = _sorted(text, notes)
    if not rows:
        raise _no_tournament(data)
    found = table(places, rows, notes)
    nationals = _others(others, draft, set(found.ids), notes)
    set_out = scene(draft, found, columns(found, notes), notes)
    tournament = assembled(draft, set_out)
    if checks:
        check(draft, set_out, tournament, places[0])
    in_cells = not tournament.team_event and len(found.tails) > set_out.columns
    document = Document(text, tournament, frozenset(nationals), in_cells, data if isinstance(data, bytes) else None)
    return Reading(tournament, notes.all(), document)


# -- lines -------------------------------------------------------------------------------------------------------------


def _sorted(text: Source, notes: Notes) -> tuple[list[int], list[str], list[tuple[int, str, str]]]:
    """The numbers of the player rows, the rows, and every other line that says something with its kind."""
    places: list[int] = []
    rows: list[str] = []
    others: list[tuple[int, str, str]] = []
    for line, content in enumerate(text.lines, 1):
        if content.startswith(_ROW) or (code := kind(content)) == PLAYER.code:
            places.append(line)
            rows.append(content)
        elif code == RULER:
            notes.often(INFO, "ruler", Spot(line), spoken("a ruler for human eyes should begin with ###"))
        elif code != BLANK:
            others.append((line, code, content))
    return places, rows, others


def _others(lines: Iterable[tuple[int, str, str]], draft: Draft, ids: set[int], notes: Notes) -> list[int]:
    """Every line that is no player row, into the draft; which of them are national records."""
    nationals, unknown = [], set[str]()
    for line, code, content in lines:
        if code != UNKNOWN:
            _record(RECORDS[code], draft, line, content, notes)
        elif _is_national(content, ids):
            record = RECORDS[NATIONAL]
            record.read(draft, Here(line, content, record.layout, notes))
            nationals.append(line)
        else:
            first = content[CODE.slice] if len(unknown) < _MOST_UNKNOWN else "..."
            unknown.add(first)
            said = spoken("no record begins with %(code)s: the line is kept and not used", code=repr(first))
            notes.often(WARNING, "unknown", Spot(line, (CODE.first, CODE.last), first), said)
    return nationals


def _is_national(line: str, ids: set[int]) -> bool:
    """Whether a line whose code nobody knows is a national record: a federation, and a player of this file."""
    from rookery.trf.nationals import may_be_national

    return may_be_national(line) and number(line[_ID.slice]) in ids


def _record(record: Record, draft: Draft, line: int, text: str, notes: Notes) -> None:
    """One line with a code we know."""
    here = Here(line, text, record.layout, notes)
    before = draft.lines.setdefault(record.code, [])
    before.append(line)
    if len(before) > 1 and not record.many:
        said = spoken("record %(code)s stands in line %(line)s already", code=record.code, line=before[-2])
        here.odd("repeated", said, used=spoken("the last one"), columns=(CODE.first, CODE.last))
    if record.section is not Section.COMMENTS:
        rest = text[CODE.last :]
        if rest[:1] not in ("", " "):
            said = spoken("a blank must follow the code")
            here.odd("code", said, rest[0], spoken("what follows"), columns=(CODE.last + 1,) * 2)
            if record.layout is TEXT:
                here = Here(line, f"{record.code} {rest}", record.layout, notes)
        if not here.value and record.since != TRF06:
            here.odd("empty", spoken("record %(code)s says nothing", code=record.code), severity=INFO)
    if record.prose:
        _note_joined(here)
    record.read(draft, here)


def _note_joined(here: Here) -> None:
    """A code in the middle of a text, with no blank before, tells of a lost line end."""
    text = here.value
    found = {code: text.find(f"{code} ") for code in RECORDS.codes if code.isdigit()}
    joined = {code: at for code, at in found.items() if at > 0 and text[at - 1] != " "}
    for code in sorted(joined, key=list(RECORDS).index) if joined else ():
        at = joined[code]
        said = spoken("a line end is missing before %(code)s", code=code)
        here.odd("joined", said, text[at : at + 20], spoken("one text"))


def _note_encoding(data: bytes, text: Source, notes: Notes) -> None:
    """Where the first byte stands that is not UTF-8."""
    before, ends = split(data[: text.stray].decode("latin-1"))
    line, column = (len(before), len(before[-1]) + 1) if before and not ends[-1] else (len(before) + 1, 1)
    read = f"byte {data[text.stray]:02x}"
    said = spoken("not UTF-8: read as Windows-1252")
    notes.add(INFO, "encoding", Spot(line, (column, column), ""), said, read, WESTERN)


# -- what is no tournament ---------------------------------------------------------------------------------------------


def _refuse_nonsense(data: bytes | str) -> None:
    """Without the letters 001 there is no player; found out before anything is made of the bytes."""
    utf16 = isinstance(data, bytes) and data[:2] in (b"\xff\xfe", b"\xfe\xff")
    if not utf16 and (b"001" not in data if isinstance(data, bytes) else "001" not in data):
        raise _no_tournament(data)


def _no_tournament(data: bytes | str) -> FormatError:
    """The one reason why this is no tournament file."""
    head = data[:1000].encode("utf-8", "replace") if isinstance(data, str) else data[:1000]
    said = next((said for start, said in _SIGNATURES.items() if head.startswith(start)), None)
    if not head.strip():
        said = spoken("the file is empty")
    elif not said and b"\0" in head:
        said = spoken("this is a binary file")
    elif not said and head.lstrip()[:1] == b"<":
        said = spoken("this is a web page or XML")
    reason = spoken("%(what)s: no line begins with 001, so there are no players",
                    what=said or spoken("this is no tournament file"))  # fmt: skip
    return FormatError([Problem(ERROR, "no-tournament", 0, NOWHERE, "", reason)])


__getattr__ = forwarding(
    __name__,
    {
        "refusals": "rookery.reading.refusals",
        "missing_for_rating": "rookery.trf.rating_report.missing_for_rating",
    },
)
