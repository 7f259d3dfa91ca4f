"""Every record in writing order, and the dialects with their records.

A record is one value in the module of its subject; here they are gathered. Sources: FIDE TRF06/TRF16 (C.04 Annex 2),
TRF-2026 (C.02.03 Annexure A), JaVaFo's TRF(x), bbpPairings' TRF(bx).
"""

from __future__ import annotations

from collections.abc import Iterable
from itertools import chain

from rookery.trf.fields import CODE
from rookery.trf.record import TRF06, TRF26, TRFBX, TRFX, Record, Section
from rookery.trf.records import (
    acceleration,
    comments,
    event,
    matches,
    players,
    points,
    requests,
    rosters,
)

NATIONAL_CODE = players.NATIONAL.code
"""The code under which national records are listed; a file has the letters of a federation instead."""

_SECTIONS_BY_CODE = (Section.EVENT, Section.REQUESTS)
"""The sections whose records are sorted by code; the others have the order given here."""


def _collect_records() -> dict[str, Record]:
    sections = list(Section)
    records = chain(
        event.RECORDS, points.RECORDS, players.RECORDS, players.NATIONAL_RECORDS, rosters.RECORDS, requests.RECORDS,
        acceleration.RECORDS, matches.RECORDS, rosters.LINE_UP_RECORDS, points.ADJUSTMENT_RECORDS, comments.RECORDS,
    )  # fmt: skip

    def order(record: Record) -> tuple[int, str]:
        return sections.index(record.section), record.code if record.section in _SECTIONS_BY_CODE else ""

    return {record.code: record for record in sorted(records, key=order)}


RECORDS = _collect_records()
"""Every record by its code, in the order of writing."""


def equivalent_codes() -> dict[str, str]:
    """Return the codes of TRF26 with the equivalent code of TRF(x)."""
    return {code: record.same_as for code, record in RECORDS.items() if record.same_as}


VERSIONS: dict[str, tuple[str, ...]] = {
    "trf26": (TRF06, TRF26),
    "trf16": (TRF06,),
    "trfx": (TRF06, TRFX),
    "trfbx": (TRF06, TRFX, TRFBX),
    "joint": (TRF06, TRF26, TRFX, TRFBX),
    "vega": (TRF06,),
}
"""The dialects that can be written, and the versions whose records each uses."""

MORE_CODES = {"vega": frozenset(("142",))}
"""Additional records of a dialect: Vega reads the number of rounds from 142, and ignores XXR."""

BYTE_COLUMNS = frozenset(("vega",))
"""Dialects for programs that count bytes and not letters: Vega 12 hangs on a row that `ü` has made a byte too long."""


def codes_of(versions: Iterable[str]) -> frozenset[str]:
    """Return the codes of these versions without those that another record supersedes."""
    included = set(versions)
    codes = {code for code, record in RECORDS.items() if record.since in included}
    return frozenset(code for code in codes if RECORDS[code].superseded_by not in codes)


# -- which record a line is --------------------------------------------------------------------------------------------

BLANK, RULER, UNKNOWN = "", "ruler", "unknown"
_LONGEST_VALUE_OF_DIGITS = 40


def line_code(line: str) -> str:
    """Return the code of a line, or whether it is blank, a ruler or unknown.

    >>> line_code("012 Spring Open"), line_code("DDD SSSS sTTT"), line_code("9" * 60), line_code("TNR 10")
    ('012', 'ruler', 'ruler', 'unknown')
    """
    code, next_character = line[CODE.slice], line[CODE.last : CODE.last + 1]
    is_known = code in RECORDS and code != NATIONAL_CODE
    if is_known and next_character in ("", " "):
        return code
    if not line.strip():
        return BLANK
    if line.startswith("###"):
        return "###"
    if len(line) > _LONGEST_VALUE_OF_DIGITS and not line.strip("0123456789 "):
        return RULER
    if next_character == " " and len(set(code)) == 1 and code.isalpha() and code.isupper():
        return RULER
    return code if is_known else UNKNOWN
