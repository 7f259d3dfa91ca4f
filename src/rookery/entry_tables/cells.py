"""What a person writes into a cell, or behind an option, to say who a player is."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping

from rookery.errors import RuleError
from rookery.model import ByeKind, Date, Player
from rookery.model.limits import MOST_ROUNDS, whole
from rookery.order import TITLES
from rookery.typed import Any
from rookery.wording import spoken

Problems = list[tuple[str, str, str]]
"""Field, what was read, what was expected."""

EXPECTED = {
    "name": spoken("a name"),
    "rating": spoken("a rating between 1 and 3999, or nothing"),
    "title": spoken("one of %(titles)s, or nothing", titles=", ".join(filter(None, TITLES))),
    "federation": spoken("three letters, such as ENG"),
    "fide_id": spoken("a FIDE number (digits only)"),
    "birth": spoken("a date such as 2001-05-31, or a year"),
    "sex": spoken("m or w"),
    "board": spoken("the number of a board"),
    "bye": spoken("rounds, such as 2, 5, or with the kind: 2 half, 5 zero"),
}
"""What each field must be, in words."""

NOTHING = ("-", "–", "—", "n/a")
"""What people write for nothing."""

_FEMALE = ("w", "f", "female", "woman", "weiblich", "frau", "vrouw", "femme", "feminin", "mujer", "femenino", "donna")
_MALE = ("m", "male", "man", "mannlich", "männlich", "herr", "homme", "masculin", "hombre", "masculino", "uomo", "м")
_PAIRS = {frozenset(both): {both[0]: "m", both[1]: "w"} for both in ("hm", "hf", "mk", "ek", "mv", "mn", "mž", "мж")}
_SEXES = {**dict.fromkeys(_MALE, "m"), **dict.fromkeys(_FEMALE, "w")}
_BYES = {
    "": None, "h": ByeKind.HALF, "half": ByeKind.HALF, "½": ByeKind.HALF,
    "z": ByeKind.ZERO, "zero": ByeKind.ZERO, "absent": ByeKind.ZERO,
}  # fmt: skip
_ONE_BYE = re.compile(r"r?\s*(\d{1,3})\s*[:=]?\s*(half|h|½|zero|z|absent|)", re.IGNORECASE)


def player(said: Mapping[str, str | None], problems: Problems, number: int = 1) -> Player:
    """The player who is described so; what cannot be meant goes to the problems."""

    def take(field: str, read: Callable[[str], Any]) -> Any:
        text = (said.get(field) or "").strip()
        if not text:
            return None
        found = read(text)
        if found is None:
            problems.append((field, text, EXPECTED[field]))
        return found

    name = name_of(said)
    if not name:
        problems.append(("name", "", EXPECTED["name"]))
    return Player(
        number,
        name=name,
        rating=take("rating", rating) or None,
        title=take("title", title) or "",
        federation=take("federation", federation) or "",
        fide_id=take("fide_id", fide_id) or None,
        birth=take("birth", date),
        sex=take("sex", sex) or "",
        club=said.get("club") or "",
        national_id=said.get("national_id") or "",
    )


def name_of(said: Mapping[str, str | None]) -> str:
    """The whole name; beside a given name, and without a comma in it, "name" is the family's.

    >>> name_of({"name": "Byng", "first_name": "Ada"}), name_of({"name": "Byng, Ada", "first_name": "Ada"})
    ('Byng, Ada', 'Byng, Ada')
    """
    name, first = said.get("name") or "", said.get("first_name") or ""
    if "," in name or (name and first and first.casefold() in name.casefold().split()):
        return name
    return ", ".join(filter(None, (name or said.get("last_name"), first)))


def rating(text: str) -> int | None:
    """A rating; 0 for somebody unrated."""
    if text == "0" or text in NOTHING or text.lower() in ("unr", "unrated"):
        return 0
    number = whole(text)
    return number if number is not None and number < 4000 else None


def fide_id(text: str) -> int | None:
    """A FIDE number; 0 for none."""
    return int(text) if text.isascii() and text.isdigit() and len(text) <= 11 else 0 if text in NOTHING else None


def title(text: str) -> str | None:
    """A title of FIDE's."""
    return text.upper() if text.upper() in TITLES else "" if text in NOTHING else None


def federation(text: str) -> str | None:
    """The three letters of a federation."""
    return text.upper() if len(text) == 3 and text.isalpha() else "" if text in NOTHING else None


def sex(text: str) -> str | None:
    """m or w, in the words of several languages."""
    return "" if text in NOTHING else _SEXES.get(text.lower())


def sexes(cells: Iterable[str]) -> dict[str, str]:
    """What each letter of a column means: some mean one thing in one language and another in the next.

    >>> sexes(["H", "M", "H"]), sexes(["M", "F"]), sexes(["M", "K"])
    ({'H': 'm', 'M': 'w'}, {'M': 'm', 'F': 'w'}, {'M': 'm', 'K': 'w'})
    """
    found = dict.fromkeys(filter(None, cells))
    letters = frozenset(cell.lower() for cell in found if cell not in NOTHING)
    known = {**_SEXES, **_PAIRS.get(letters, {}), **dict.fromkeys(NOTHING, "")}
    return {cell: known[cell.lower()] for cell in found if cell.lower() in known}


def board(text: str) -> int | None:
    """The number of a board."""
    found = whole(text)
    return found if found is not None and 1 <= found <= 9999 else None


def byes(text: str) -> tuple[tuple[int, ByeKind | None], ...] | None:
    """The rounds of a cell, and the kind of bye where it is said.

    >>> byes("2, 5 zero")
    ((2, None), (5, <ByeKind.ZERO: 'Z'>))
    """
    if text in NOTHING:
        return ()
    found = [_ONE_BYE.fullmatch(part.strip()) for part in re.split(r"[,;+&/]|\s+(?=r?\d)", text) if part.strip()]
    if not found or None in found or not all(1 <= int(one[1]) <= MOST_ROUNDS for one in found if one):
        return None
    return tuple((int(one[1]), _BYES[one[2].lower()]) for one in found if one)


def date(text: str) -> Date | None:
    """The day, month or year written so; None when it is none.

    >>> print(date("31.5.2001"), date("2001/05/31"), date("2001"))
    2001-05-31 2001-05-31 2001
    """
    found = re.fullmatch(r"(\d{4})(?:[-/.](\d{1,2})(?:[-/.](\d{1,2}))?)?", text)
    parts = found.groups() if found else None
    if parts is None:
        found = re.fullmatch(r"(\d{1,2})[./](\d{1,2})[./](\d{4})", text)
        parts = found.groups()[::-1] if found else None
    try:
        return Date(*(int(part or 0) for part in parts)) if parts else None
    except RuleError:
        return None
