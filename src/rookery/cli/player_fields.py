"""A player as people write one down: in a list of entries, or on the command line."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping

from rookery.errors import RuleError
from rookery.model import Date, Player
from rookery.model.limits import whole
from rookery.order import TITLES
from rookery.typed import TYPE_CHECKING, Any

if TYPE_CHECKING:
    import argparse

COLUMNS: dict[str, tuple[str, ...]] = {
    "name": ("player",),
    "first_name": ("given name", "forename"),
    "last_name": ("family name", "surname"),
    "rating": ("elo", "rtg", "fide rating", "standard rating"),
    "title": (),
    "federation": ("fed", "country", "nation"),
    "fide_id": ("fide", "fide number"),
    "birth": ("born", "birthday", "birth date", "date of birth", "year of birth", "year"),
    "sex": ("gender",),
    "club": (),
    "national_id": ("national number",),
    "team": (),
}
"""What a list of entries may say of a player, with other titles such a column goes by."""

Problems = list[tuple[str, str, str]]
"""Field, what was read, what was expected."""


def add_options(parser: argparse.ArgumentParser) -> None:
    """The same things as options, for somebody new."""
    parser.add_argument("--name", required=True, metavar="NAME", help='"Family name, given name"')
    parser.add_argument("--rating", metavar="N", help="rating; none for an unrated player")
    add_particulars(parser)


def add_particulars(parser: argparse.ArgumentParser) -> None:
    """What is said of a player besides name and rating, as options."""
    parser.add_argument("--title", metavar="T", help="GM, IM, WGM, FM, WIM, CM, WFM or WCM")
    parser.add_argument("--federation", metavar="FED", help="three letters, such as ENG")
    parser.add_argument("--fide-id", metavar="ID", help="FIDE identity number")
    parser.add_argument("--national-id", metavar="ID", help="national number (TRF has it where there is no FIDE ID)")
    parser.add_argument("--birth", metavar="DATE", help="2001-05-31, or the year alone")
    parser.add_argument("--sex", metavar="SEX", help="m or w")
    parser.add_argument("--club", metavar="CLUB", help="club (kept in JSON files only)")


def player(said: Mapping[str, str | None], problems: Problems, number: int = 1) -> Player:
    """The player who is described so; what cannot be meant goes to the problems."""

    def take(field: str, read: Callable[[str], Any], expected: str) -> Any:
        text = (said.get(field) or "").strip()
        if not text:
            return None
        found = read(text)
        if found is None:
            problems.append((field, text, expected))
        return found

    name = said.get("name") or ", ".join(filter(None, (said.get("last_name"), said.get("first_name"))))
    if not name:
        problems.append(("name", "", "a name"))
    return Player(
        number,
        name=name,
        rating=take("rating", _rating, "a rating between 1 and 3999, or nothing") or None,
        title=take("title", _title, f"one of {', '.join(filter(None, TITLES))}, or nothing") or "",
        federation=take("federation", _federation, "three letters, such as ENG") or "",
        fide_id=take("fide_id", _number, "a FIDE number (digits only)") or None,
        birth=take("birth", date, "a date such as 2001-05-31, or a year"),
        sex=take("sex", _sex, "m or w") or "",
        club=said.get("club") or "",
        national_id=said.get("national_id") or "",
    )


def _rating(text: str) -> int | None:
    if text in ("0", "-") or text.lower() in ("unr", "unrated"):
        return 0
    number = whole(text)
    return number if number is not None and number < 4000 else None


def _number(text: str) -> int | None:
    return int(text) if text.isascii() and text.isdigit() and len(text) <= 11 else 0 if text == "-" else None


def _title(text: str) -> str | None:
    return text.upper() if text.upper() in TITLES else "" if text == "-" else None


def _federation(text: str) -> str | None:
    return text.upper() if len(text) == 3 and text.isalpha() else None


def _sex(text: str) -> str | None:
    return {"m": "m", "w": "w", "f": "w", "male": "m", "female": "w"}.get(text.lower())


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
