"""One tolerant reader: every file that is a tournament at all is read; everything odd in it is a located problem.

Strictness is a verdict on the problems (`rookery.reading.refusals`), not another way of reading.
"""

from __future__ import annotations

from collections.abc import Iterable

from rookery.errors import FormatError, Problem
from rookery.model.unchecked import undisturbed
from rookery.reading import Reading
from rookery.renamed import forwarding
from rookery.trf.assembly import assembled
from rookery.trf.checks import check_counts, check_event, check_first_colour, check_points, check_teams, check_worth
from rookery.trf.constraints import CONSTRAINTS, national
from rookery.trf.document import Document
from rookery.trf.draft import Draft, Here
from rookery.trf.encoding import WESTERN, Source, source, split
from rookery.trf.fields import CODE, NATIONAL, PLAYER, RECORDS, TRF06
from rookery.trf.header import HEADER, unsaid
from rookery.trf.notes import ERROR, INFO, NOWHERE, WARNING, Notes, Spot
from rookery.trf.players import table
from rookery.trf.records import BLANK, RULER, UNKNOWN, kind, may_be_national, number
from rookery.trf.rounds import columns

_MOST_UNKNOWN = 200
_ROW = f"{PLAYER.code} "
_SIGNATURES = {
    b"PK\x03\x04": "this is a ZIP archive or an office document", b"\xd0\xcf\x11\xe0": "this is an old office document",
    b"%PDF": "this is a PDF", b"\x89PNG": "this is a picture", b"\xff\xd8\xff": "this is a picture",
    b"\x1f\x8b": "this is a compressed file",
}  # fmt: skip


def read(data: bytes | str, *, encoding: str | None = None) -> Reading:
    """The tournament in a TRF file of any version, with every problem found.

    Raises FormatError, with the one reason, when the text is no tournament file: when no line begins with 001.
    """
    _refuse_nonsense(data)
    with undisturbed():
        return _read(data, encoding)


def _read(data: bytes | str, encoding: str | None) -> Reading:
    text, notes, draft = source(data, encoding), Notes(), Draft()
    if text.stray >= 0 and isinstance(data, bytes):
        _note_encoding(data, text, notes)
    places, rows, others = _sorted(text, notes)
    if not rows:
        raise _no_tournament(data)
    found = table(places, rows, notes)
    nationals = _others(others, draft, set(found.ids), notes)
    rounds = columns(found, notes)
    tournament, played = assembled(draft, found, rounds, notes)
    if missing := unsaid(draft):
        notes.add(INFO, "absent", Spot(places[0], field="001"), f"the file says nothing of {', '.join(missing)}")
    check_points(found, tournament, draft, played, notes)
    check_worth(found, draft, notes)
    check_counts(found, tournament, draft, max(played, len(found.tails)), notes)
    check_first_colour(tournament, draft, notes)
    check_event(found, tournament, draft, notes)
    if tournament.team_event:
        check_teams(tournament, draft, notes)
    in_cells = not tournament.team_event and len(found.tails) > played
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
            notes.often(INFO, "ruler", Spot(line), "a ruler for human eyes should begin with ###")
        elif code != BLANK:
            others.append((line, code, content))
    return places, rows, others


def _others(lines: Iterable[tuple[int, str, str]], draft: Draft, ids: set[int], notes: Notes) -> list[int]:
    """Every line that is no player row, into the draft; which of them are national records."""
    nationals, unknown = [], set[str]()
    for line, code, content in lines:
        here = Here(line, content, notes)
        if code != UNKNOWN:
            _record(code, draft, here)
        elif may_be_national(content) and number(content[NATIONAL["id"].slice]) in ids:
            national(draft, here)
            nationals.append(line)
        else:
            first = here.code if len(unknown) < _MOST_UNKNOWN else "..."
            unknown.add(first)
            said = f"no record begins with {first!r}: the line is kept and not used"
            notes.often(WARNING, "unknown", Spot(line, (CODE.first, CODE.last), first), said)
    return nationals


def _record(code: str, draft: Draft, here: Here) -> None:
    """One line with a code we know."""
    before = draft.lines.setdefault(code, [])
    before.append(here.line)
    if len(before) > 1 and not RECORDS[code].many:
        said = f"record {code} stands in line {before[-2]} already"
        here.odd("repeated", said, used="the last one", columns=(CODE.first, CODE.last))
    if here.text[CODE.last : CODE.last + 1] not in ("", " ") and code != "###":
        after, rest = (CODE.last + 1,) * 2, here.text[CODE.last :]
        here.odd("code", "a blank must follow the code", rest[0], "what follows", columns=after)
        here = Here(here.line, f"{code} {rest}" if code in HEADER else here.text, here.notes)
    if not here.value and RECORDS[code].since != TRF06 and code != "###":
        here.odd("empty", f"record {code} says nothing", severity=INFO)
    (HEADER.get(code) or CONSTRAINTS[code])(draft, here)


def _note_encoding(data: bytes, text: Source, notes: Notes) -> None:
    """Where the first byte stands that is not UTF-8."""
    before, ends = split(data[: text.stray].decode("latin-1"))
    line, column = (len(before), len(before[-1]) + 1) if before and not ends[-1] else (len(before) + 1, 1)
    read = f"byte {data[text.stray]:02x}"
    notes.add(INFO, "encoding", Spot(line, (column, column), ""), "not UTF-8: read as Windows-1252", read, WESTERN)


# -- what is no tournament ---------------------------------------------------------------------------------------------


def _refuse_nonsense(data: bytes | str) -> None:
    """Without the letters 001 there is no player; found out before anything is made of the bytes."""
    utf16 = isinstance(data, bytes) and data[:2] in (b"\xff\xfe", b"\xfe\xff")
    if not utf16 and (b"001" not in data if isinstance(data, bytes) else "001" not in data):
        raise _no_tournament(data)


def _no_tournament(data: bytes | str) -> FormatError:
    """The one reason why this is no tournament file."""
    head = data[:1000].encode("utf-8", "replace") if isinstance(data, str) else data[:1000]
    said = next((said for start, said in _SIGNATURES.items() if head.startswith(start)), "")
    if not head.strip():
        said = "the file is empty"
    elif not said and b"\0" in head:
        said = "this is a binary file"
    elif not said and head.lstrip()[:1] == b"<":
        said = "this is a web page or XML"
    reason = f"{said or 'this is no tournament file'}: no line begins with 001, so there are no players"
    return FormatError([Problem(ERROR, "no-tournament", 0, NOWHERE, "", reason)])


__getattr__ = forwarding(
    __name__,
    {
        "refusals": "rookery.reading.refusals",
        "missing_for_rating": "rookery.trf.rating_report.missing_for_rating",
    },
)
