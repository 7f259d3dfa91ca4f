"""Every record there is, in the order of writing, and the dialects that are written with them.

A record is one value in the module of its subject; here they are gathered. Sources: FIDE TRF06/TRF16 (C.04 Annex 2),
TRF-2026 (C.02.03 Annexure A), JaVaFo's TRF(x), bbpPairings' TRF(bx).
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping

from rookery import on_demand
from rookery.trf import byes, event, players, points, rosters, settings
from rookery.trf.layout import CODE
from rookery.trf.record import TRF06, TRF26, TRFBX, TRFX, Record, Section

NATIONAL = "NRS"
"""The code under which national records are listed; in a file the letters of a federation stand in its place."""

_ALWAYS = {each.__name__.rpartition(".")[2]: each.RECORDS for each in (event, settings, points, players, rosters, byes)}
"""The records of the subjects of which every file speaks, or could by saying nothing."""
_SELDOM = {
    "nationals": (NATIONAL,), "bans": ("260", "XXP"), "acceleration": ("250", "XXA"), "line_ups": ("352", "300"),
    "unplayed_matches": ("320", "330"), "abnormal": ("299",), "comments": ("###",),
}  # fmt: skip
"""The codes of those of which few files do: a subject is imported with the first line that has one of them."""
_ORDER = (
    "event", "settings", "points", "players", "nationals", "rosters", "byes", "bans", "acceleration",
    "unplayed_matches", "line_ups", "abnormal", "comments",
)  # fmt: skip
"""The subjects as their records follow each other inside a section."""
_BY_NUMBER = (Section.EVENT, Section.REQUESTS)
"""The sections whose records stand in the order of their codes, whatever their subject."""


class _Records(Mapping[str, Record]):
    """Every record by its code, in the order of writing; to go through all of them is to import all subjects."""

    def __init__(self) -> None:
        self._home = {code: subject for subject, codes in _SELDOM.items() for code in codes}
        self._subjects: dict[str, tuple[Record, ...]] = dict(_ALWAYS)
        self.at_hand = self._in_order()
        """Those of the subjects of which a line has spoken; the others have nothing to say of a file."""

    def __getitem__(self, code: str) -> Record:
        if code not in self.at_hand:
            self._learn(self._home[code])
        return self.at_hand[code]

    def __contains__(self, code: object) -> bool:
        return code in self.at_hand or code in self._home

    def __iter__(self) -> Iterator[str]:
        for subject in _SELDOM:
            self._learn(subject)
        return iter(self.at_hand)

    def __len__(self) -> int:
        return len(self.codes)

    @property
    def codes(self) -> set[str]:
        """The codes, in no order; of all, and without importing anything."""
        return {*self.at_hand, *self._home}

    def _learn(self, subject: str) -> None:
        if subject not in self._subjects:
            self._subjects[subject] = on_demand.module(f"rookery.trf.{subject}").RECORDS
            self.at_hand = self._in_order()

    def _in_order(self) -> dict[str, Record]:
        sections, known = list(Section), self._subjects
        records = [record for subject in _ORDER if subject in known for record in known[subject]]
        records.sort(key=lambda one: (sections.index(one.section), one.code * (one.section in _BY_NUMBER)))
        return {record.code: record for record in records}


RECORDS = _Records()
"""Every record by its code, in the order of writing."""


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


def codes_of(versions: Iterable[str]) -> frozenset[str]:
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
