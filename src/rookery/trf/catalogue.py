"""Every record there is, in the order of writing, and the dialects that are written with them.

A record is one value in the module of its subject; here they are gathered. Sources: FIDE TRF06/TRF16 (C.04 Annex 2),
TRF-2026 (C.02.03 Annexure A), JaVaFo's TRF(x), bbpPairings' TRF(bx).
"""

from __future__ import annotations

from collections.abc import Iterable

from rookery.trf import (
    abnormal,
    acceleration,
    bans,
    byes,
    comments,
    event,
    line_ups,
    nationals,
    players,
    points,
    rosters,
    settings,
    unplayed_matches,
)
from rookery.trf.layout import CODE
from rookery.trf.record import TRF06, TRF26, TRFBX, TRFX, Record, Section

_SUBJECTS = (
    event, settings, points, players, nationals, rosters, byes, bans, acceleration, unplayed_matches, line_ups,
    abnormal, comments,
)  # fmt: skip
_BY_NUMBER = (Section.EVENT, Section.REQUESTS)
"""The sections whose records stand in the order of their codes, whatever their subject."""


def _in_order(records: Iterable[Record]) -> list[Record]:
    sections = list(Section)
    return sorted(records, key=lambda one: (sections.index(one.section), one.code * (one.section in _BY_NUMBER)))


RECORDS: dict[str, Record] = {
    record.code: record for record in _in_order(each for subject in _SUBJECTS for each in subject.RECORDS)
}
"""Every record by its code, in the order of writing."""

NATIONAL = nationals.NATIONAL.code
"""The code under which national records are listed; in a file the letters of a federation stand in its place."""


def said_twice() -> dict[str, str]:
    """What TRF26 says, and how TRF(x) says the same."""
    return {code: record.same_as for code, record in RECORDS.items() if record.same_as}


VERSIONS: dict[str, tuple[str, ...]] = {
    "trf26": (TRF06, TRF26),
    "trf16": (TRF06,),
    "trfx": (TRF06, TRFX),
    "trfbx": (TRF06, TRFX, TRFBX),
    "joint": (TRF06, TRF26, TRFX, TRFBX),
}
"""The dialects we write, and the versions whose records each is written with."""


def spoken(versions: Iterable[str]) -> frozenset[str]:
    """The codes of these versions, but those of which another says more."""
    known = set(versions)
    codes = {code for code, record in RECORDS.items() if record.since in known}
    return frozenset(code for code in codes if RECORDS[code].rather not in codes)


# -- which record a line is --------------------------------------------------------------------------------------------

BLANK, RULER, UNKNOWN = "", "ruler", "unknown"
_LONGEST_VALUE_OF_DIGITS = 40


def kind(line: str) -> str:
    """The code of a line; or that it is blank, a ruler for human eyes, or not known.

    >>> kind("012 Spring Open"), kind("DDD SSSS sTTT"), kind("9" * 60), kind("TNR 10")
    ('012', 'ruler', 'ruler', 'unknown')
    """
    code, follows = line[CODE.slice], line[CODE.last : CODE.last + 1]
    known = code in RECORDS and code != NATIONAL
    if known and follows in ("", " "):
        return code
    if not line.strip():
        return BLANK
    if line.startswith("###"):
        return "###"
    if len(line) > _LONGEST_VALUE_OF_DIGITS and not line.strip("0123456789 "):
        return RULER
    if follows == " " and len(set(code)) == 1 and code.isalpha() and code.isupper():
        return RULER
    return code if known else UNKNOWN
