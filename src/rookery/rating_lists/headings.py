"""Fields of the columns of a rating list in CSV, recognised by headings in many languages."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from rookery.errors import FormatError, Problem, Severity
from rookery.messages import msg
from rookery.rating.fide import KINDS
from rookery.rating_lists.entry import ListEntry
from rookery.spreadsheets import cells
from rookery.spreadsheets.columns import guess_columns
from rookery.spreadsheets.federations import find_federation
from rookery.spreadsheets.headings import fields_for_title, normalize_text
from rookery.spreadsheets.sheet import Sheet

FIELDS: dict[str, str] = {
    "name": msg("name"),
    "last_name": msg("family name"),
    "first_name": msg("given name"),
    "fide_id": msg("FIDE number"),
    "national_id": msg("national number"),
    "federation": msg("federation"),
    "sex": msg("sex"),
    "title": msg("title"),
    "standard": msg("standard rating"),
    "rapid": msg("rapid rating"),
    "blitz": msg("blitz rating"),
    "born": msg("birth"),
    "standard_k": msg("K, standard"),
    "rapid_k": msg("K, rapid"),
    "blitz_k": msg("K, blitz"),
}
"""The fields that a user can choose for a column, with their labels."""

READABLE = frozenset({*ListEntry._fields, "first_name", "last_name", "wtitle", "flag"})
"""All fields that a column can be assigned to."""

_WORDS: Mapping[str, str] = {
    "standard": "standard; std; srtng; standard elo; elo standard; standard rating; rating standard; classical; klasik",
    "rapid": "rapid; rpd; rrtng; rapid rating; rating rapid; rapid elo; elo rapid; rapide; rapido; schnellschach",
    "blitz": "blitz; blz; brtng; blitz rating; rating blitz; blitz elo; elo blitz; bleskovy; blixt; relampago",
    "standard_games": "sgm; standard games", "rapid_games": "rgm; rapid games", "blitz_games": "bgm; blitz games",
    "standard_k": "sk; standard k; k standard", "rapid_k": "rk; rapid k; k rapid", "blitz_k": "bk; blitz k; k blitz",
    "born": "b day; bday; born; jahr", "wtitle": "wtit; wtitl; w title; women title", "flag": "flag",
}  # fmt: skip
_MEANINGS = {
    normalize_text(title).replace(" ", ""): field for field, titles in _WORDS.items() for title in titles.split(";")
}
_OF_ENTRIES = {"rating": "", "birth": "born"}
"""Fields of entry lists with another name in rating lists; a rating is of the kind of the list."""
_SHARED = ("name", "first_name", "last_name", "rating", "title", "federation", "fide_id", "national_id", "birth", "sex")
_NUMBERS = frozenset(field for kind in KINDS for field in (kind, f"{kind}_games", f"{kind}_k"))
_MOST_SHOWN = 200

EXPECTED = msg("a name, a FIDE number or national number, and a rating, as in: FIDE ID, Name, Fed, Standard, Born")
"""The description of the required headings."""


class UnknownHeadings(FormatError):
    """The first line of a list does not say which columns have the name, a number and a rating.

    `head` are its cells, `rows` some that follow, `places` the fields that were found, each with its column.
    """

    def __init__(self, head: Sequence[str], rows: Sequence[Sequence[str]], places: Mapping[str, int]) -> None:
        self.head, self.rows, self.places = tuple(head), tuple(map(tuple, rows)), dict(places)
        text = msg("the headings are %(head)s; expected %(expected)s", expected=EXPECTED,
                      head=", ".join(filter(None, head))[:_MOST_SHOWN] or msg("empty"))  # fmt: skip
        super().__init__([Problem(Severity.ERROR, "list", 1, (0, 0), "", text, "")])


def find_places(head: Sequence[str], rows: Sequence[Sequence[str]], kind: str) -> dict[str, int]:
    """Return where each field stands, by its heading; a plain "rating" is one of this kind.

    Raises UnknownHeadings unless there is a name, a number, and a rating; where all headings are names of fields, the
    rating may be missing.

    >>> find_places(["FIDE ID", "Name", "Fed", "Elo"], [["1503014", "Byng, Ada", "ENG", "2105"]], "rapid")
    {'fide_id': 0, 'name': 1, 'federation': 2, 'rapid': 3}
    """
    exact = {title: column for column, title in enumerate(head) if title in READABLE}
    if _is_named(exact) and len(exact) == len(head):
        return exact
    fields_by_title = {
        column: _MEANINGS.get(normalize_text(title).replace(" ", ""), "") for column, title in enumerate(head)
    }
    unknown_titles = ["" if fields_by_title[column] or title in exact else title for column, title in enumerate(head)]
    table = (tuple(unknown_titles), *(tuple([*map(str.strip, row), *[""] * len(head)][: len(head)]) for row in rows))
    guesses = guess_columns(Sheet(table, tuple(range(1, len(table) + 1)), head=0), _SHARED).guesses
    by_entries = {guess.at: guess.field for guess in guesses if guess.field and unknown_titles[guess.at]}
    recognised = {
        column
        for column, title in enumerate(unknown_titles)
        if not title or by_entries.get(column) in fields_for_title(title)
    }
    places: dict[str, int] = {}
    for column, title in enumerate(head):
        field = title if title in exact else fields_by_title[column] or by_entries.get(column, "")
        field = _OF_ENTRIES.get(field, field) or (kind if field else "")
        if field:
            places.setdefault(field, column)
    by_heading = {field: column for field, column in places.items() if column in recognised}
    if not _is_named(by_heading) or not set(KINDS) & set(by_heading):
        raise UnknownHeadings(head, rows, places)  # with what the cells look like, for a person to confirm
    return by_heading


def _is_named(fields: Mapping[str, int]) -> bool:
    return bool({"name", "last_name"} & set(fields)) and bool({"fide_id", "national_id"} & set(fields))


def normalize_texts(texts: dict[str, str]) -> dict[str, str]:
    """Return the texts of a row as a list has them: one name, FIDE's code, the year of birth, M or F.

    >>> normalize_texts({"last_name": "Byng", "first_name": "Ada", "born": "31.5.2001", "federation": "Poland"})
    {'born': '2001', 'federation': 'POL', 'name': 'Byng, Ada'}
    """
    row = dict(texts)
    if "last_name" in row or "first_name" in row:
        name = cells.full_name(row)
        row = {field: text for field, text in row.items() if field not in ("last_name", "first_name")}
        row["name"] = name
    if row.get("federation"):
        row["federation"] = find_federation(row["federation"]) or row["federation"]
    if len(row.get("born", "")) > 4 and (day := cells.parse_date(row["born"])) is not None:
        row["born"] = str(day.year)
    if len(row.get("sex", "")) > 1 and (sex := cells.parse_sex(row["sex"])) is not None:
        row["sex"] = {"m": "M", "w": "F"}.get(sex, "")
    for field in _NUMBERS & set(row):
        if row[field] in cells.EMPTY_MARKS or row[field].lower() in ("unr", "unrated"):
            row[field] = ""
    return row
