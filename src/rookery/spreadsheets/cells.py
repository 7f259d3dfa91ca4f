"""Parsing of cells and option values that describe a player."""

from __future__ import annotations

import datetime
import re
from collections.abc import Callable, Iterable, Mapping
from functools import cache, lru_cache
from pathlib import Path
from typing import Any

from rookery.errors import RuleError
from rookery.history.pairing_numbers import TITLES
from rookery.messages import msg
from rookery.model import ByeKind, PartialDate, Player
from rookery.model.validation import MOST_ROUNDS, whole
from rookery.spreadsheets.sheet import normalize_text

_FEDERATIONS = Path(__file__).with_name("federations.csv")
"""Federations of FIDE: codes of FIDE, ISO and the IOC, and names of countries in many languages.

The names are those of Unicode's CLDR for some thirty languages, with more spellings that lists have. A name that
several federations could claim ("Kongo", "Great Britain") is in none of them.
"""

Problems = list[tuple[str, str, str]]
"""Field, what was read, what was expected."""

EXPECTED = {
    "name": msg("a name"),
    "rating": msg("a rating between 1 and 3999, or nothing"),
    "title": msg("one of %(titles)s, or nothing", titles=", ".join(filter(None, TITLES))),
    "federation": msg("a federation, such as ENG or Germany"),
    "fide_id": msg("a FIDE number (digits only)"),
    "birth": msg("a date such as 2001-05-31 or 31.5.2001, or a year"),
    "sex": msg("m or w"),
    "board": msg("the number of a board"),
    "bye": msg("rounds, such as 2, 5, or with the kind: 2 half, 5 zero"),
}
"""The description of the expected content of each field."""

EARLIEST_BIRTH_YEAR = 1900
"""The earliest plausible year of birth of a player."""

POSSIBLE_BIRTH = msg("a birth between %(year)s and today", year=EARLIEST_BIRTH_YEAR)
"""The description of a plausible date of birth, for a date that is not."""

EMPTY_MARKS = ("-", "–", "—", "n/a")
"""Texts that mean an empty cell."""

_FEMALE = ("w", "f", "female", "woman", "weiblich", "frau", "vrouw", "femme", "feminin", "mujer", "femenino", "donna")
_MALE = ("m", "male", "man", "mannlich", "männlich", "herr", "homme", "masculin", "hombre", "masculino", "uomo", "м")
_PAIRS = {frozenset(both): {both[0]: "m", both[1]: "w"} for both in ("hm", "hf", "mk", "ek", "mv", "mn", "mž", "мж")}
_SEXES = {**dict.fromkeys(_MALE, "m"), **dict.fromkeys(_FEMALE, "w")}
_BYES = {
    "": None, "h": ByeKind.HALF, "half": ByeKind.HALF, "½": ByeKind.HALF,
    "z": ByeKind.ZERO, "zero": ByeKind.ZERO, "absent": ByeKind.ZERO,
}  # fmt: skip
_BYE_PATTERN = re.compile(r"r?\s*(\d{1,3})\s*[:=]?\s*(half|h|½|zero|z|absent|)", re.IGNORECASE)


def parse_player(texts: Mapping[str, str | None], problems: Problems, number: int = 1) -> Player:
    """Build the player described by these texts; a text that cannot be parsed is added to the problems."""

    def take(field: str, read: Callable[[str], Any]) -> Any:
        text = (texts.get(field) or "").strip()
        if not text:
            return None
        value = read(text)
        if value is None:
            problems.append((field, text, EXPECTED[field]))
        return value

    def take_birth() -> PartialDate | None:
        birth: PartialDate | None = take("birth", parse_date)
        if birth is None or is_possible_birth(birth):
            return birth
        problems.append(("birth", (texts.get("birth") or "").strip(), POSSIBLE_BIRTH))
        return None

    name = full_name(texts)
    if not name:
        problems.append(("name", "", EXPECTED["name"]))
    return Player(
        number,
        name=name,
        rating=take("rating", parse_rating) or None,
        title=take("title", parse_title) or "",
        federation=take("federation", parse_federation) or "",
        fide_id=take("fide_id", parse_fide_id) or None,
        birth=take_birth(),
        sex=take("sex", parse_sex) or "",
        club=texts.get("club") or "",
        national_id=texts.get("national_id") or "",
    )


def full_name(texts: Mapping[str, str | None]) -> str:
    """Return the whole name; beside a given name, and without a comma in it, "name" is the family name.

    >>> full_name({"name": "Byng", "first_name": "Ada"}), full_name({"name": "Byng, Ada", "first_name": "Ada"})
    ('Byng, Ada', 'Byng, Ada')
    """
    name, first = texts.get("name") or "", texts.get("first_name") or ""
    if "," in name or (name and first and first.casefold() in name.casefold().split()):
        return name
    return ", ".join(filter(None, (name or texts.get("last_name"), first)))


def parse_rating(text: str) -> int | None:
    """Parse a rating; 0 is an unrated player."""
    if text == "0" or text in EMPTY_MARKS or text.lower() in ("unr", "unrated"):
        return 0
    number = whole(text)
    return number if number is not None and number < 4000 else None


def parse_fide_id(text: str) -> int | None:
    """Parse a FIDE number; 0 is none."""
    return int(text) if text.isascii() and text.isdigit() and len(text) <= 11 else 0 if text in EMPTY_MARKS else None


def parse_title(text: str) -> str | None:
    """Parse a FIDE title."""
    return text.upper() if text.upper() in TITLES else "" if text in EMPTY_MARKS else None


def parse_federation(text: str) -> str | None:
    """Return FIDE's code of a federation or country; three letters that FIDE does not have are taken as a code too.

    >>> tuple(map(parse_federation, ("Czech Republic", "deu", "XYZ", "Atlantis")))
    ('CZE', 'GER', 'XYZ', None)
    """
    if text in EMPTY_MARKS:
        return ""
    is_code = len(text) == 3 and text.isascii() and text.isalpha()
    return find_federation(text) or (text.upper() if is_code else None)


def parse_sex(text: str) -> str | None:
    """Parse m or w, in words of several languages."""
    return "" if text in EMPTY_MARKS else _SEXES.get(text.lower())


def map_sexes(cells: Iterable[str]) -> dict[str, str]:
    """Return the meaning of each text of a column; some letters mean different things in different languages.

    >>> map_sexes(["H", "M", "H"]), map_sexes(["M", "F"]), map_sexes(["M", "K"])
    ({'H': 'm', 'M': 'w'}, {'M': 'm', 'F': 'w'}, {'M': 'm', 'K': 'w'})
    """
    letters_seen = dict.fromkeys(filter(None, cells))
    letters = frozenset(cell.lower() for cell in letters_seen if cell not in EMPTY_MARKS)
    meanings = {**_SEXES, **_PAIRS.get(letters, {}), **dict.fromkeys(EMPTY_MARKS, "")}
    return {cell: meanings[cell.lower()] for cell in letters_seen if cell.lower() in meanings}


def parse_board(text: str) -> int | None:
    """Parse the number of a board."""
    number = whole(text)
    return number if number is not None and 1 <= number <= 9999 else None


def parse_byes(text: str) -> tuple[tuple[int, ByeKind | None], ...] | None:
    """Parse the rounds of a cell, with the kind of bye where it is stated.

    >>> parse_byes("2, 5 zero")
    ((2, None), (5, <ByeKind.ZERO: 'Z'>))
    """
    if text in EMPTY_MARKS:
        return ()
    matches = [_BYE_PATTERN.fullmatch(part.strip()) for part in re.split(r"[,;+&/]|\s+(?=r?\d)", text) if part.strip()]
    if not matches or None in matches or not all(1 <= int(match[1]) <= MOST_ROUNDS for match in matches if match):
        return None
    return tuple((int(match[1]), _BYES[match[2].lower()]) for match in matches if match)


def parse_date(text: str) -> PartialDate | None:
    """Parse a day, month or year; return None if the text is no date.

    >>> print(parse_date("31.5.2001"), parse_date("2001/05/31"), parse_date("2001"))
    2001-05-31 2001-05-31 2001
    """
    match = re.fullmatch(r"(\d{4})(?:[-/.](\d{1,2})(?:[-/.](\d{1,2}))?)?", text)
    parts = match.groups() if match else None
    if parts is None:
        match = re.fullmatch(r"(\d{1,2})[./](\d{1,2})[./](\d{4})", text)
        parts = match.groups()[::-1] if match else None
    try:
        return PartialDate(*(int(part or 0) for part in parts)) if parts else None
    except RuleError:
        return None


def is_possible_birth(birth: PartialDate, today: datetime.date | None = None) -> bool:
    """Return whether a person born on this date can play today.

    >>> [is_possible_birth(day) for day in (PartialDate(1602), PartialDate(2001, 5, 31), PartialDate(2999))]
    [False, True, False]
    """
    day = today or datetime.date.today()
    return birth.year >= EARLIEST_BIRTH_YEAR and (birth.year, birth.month, birth.day) <= (day.year, day.month, day.day)


# -- federations


@cache
def _codes_by_spelling() -> dict[str, str]:
    """Return the code of every spelling, folded: FIDE's codes come before those of others, and codes before names."""
    rows = [line.split(";") for line in _FEDERATIONS.read_text("utf-8").splitlines()]
    spellings = {fide.lower(): fide for fide, _, _ in rows}
    for fide, codes, _ in rows:
        for code in codes.split():
            spellings.setdefault(code.lower(), fide)
    for fide, _, names in rows:
        for name in filter(None, names.split("|")):
            spellings.setdefault(_fold_name(name), fide)
    return spellings


def _fold_name(text: str) -> str:
    return normalize_text(text).replace(" ", "")


@lru_cache(maxsize=4_096)
def find_federation(text: str) -> str | None:
    """Return FIDE's code for a code or the name of a country; None where it is no federation that is known.

    >>> find_federation("Czech Republic"), find_federation("DEU"), find_federation("de"), find_federation("Norvège")
    ('CZE', 'GER', 'GER', 'NOR')
    >>> find_federation("Atlantis") is None
    True
    """
    return _codes_by_spelling().get(_fold_name(text))


def is_federation(code: str) -> bool:
    """Return whether FIDE has a federation of this code.

    >>> is_federation("GER"), is_federation("DEU")
    (True, False)
    """
    return find_federation(code) == code
