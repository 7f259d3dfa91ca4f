"""The chapters of the FIDE Handbook that Rookery follows, and the editions of each: which rules were in force when."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import date
from functools import cache
from typing import NamedTuple

from rookery.errors import UnsupportedError
from rookery.messages import msg


class Regulation(NamedTuple):
    """A chapter of the FIDE Handbook."""

    code: str
    title: str

    def __str__(self) -> str:
        return f"{self.code} {self.title}"


class Edition(NamedTuple):
    """One edition of a regulation, by the day from which it applies."""

    regulation: Regulation
    since: date

    def __str__(self) -> str:
        return f"{self.regulation.code} ({self.since:%Y-%m})"


EditionName = Edition | date | int | str
"""An edition, a day on which it was in force, or its year or month of coming into force ("2017", 2017, "2017-07")."""

BASIC = Regulation("C.04.1", "Basic rules for Swiss Systems")
HANDLING = Regulation("C.04.2", "General handling rules for Swiss tournaments")
DUTCH = Regulation("C.04.3", "FIDE (Dutch) System")
DUBOV = Regulation("C.04.4.1", "Dubov System")
BURSTEIN = Regulation("C.04.4.2", "Burstein System")
LIM = Regulation("C.04.4.3", "Lim System")
DOUBLE_SWISS = Regulation("C.04.5", "Double-Swiss System")
TEAM = Regulation("C.04.6", "Swiss Team Pairing System")
BAKU = Regulation("C.04.7", "Baku acceleration")
ROUND_ROBIN = Regulation("C.05", "Round-robin tournaments")
TIE_BREAKS = Regulation("C.07", "Tie-break regulations")
RATING = Regulation("B.02", "FIDE Rating Regulations")
TITLES = Regulation("B.01", "FIDE Title Regulations")
REPORT = Regulation("TRF26", "Tournament report file")

FEBRUARY_2026 = date(2026, 2, 1)
"""The Swiss chapters in force."""
JULY_2017 = date(2017, 7, 1)
"""The Swiss chapters before."""

_FIRST_DAYS: dict[Regulation, tuple[date, ...]] = {
    DUTCH: (JULY_2017, FEBRUARY_2026),
    **dict.fromkeys((DUBOV, BURSTEIN, LIM, DOUBLE_SWISS, TEAM), (FEBRUARY_2026,)),
    TIE_BREAKS: (JULY_2017, date(2023, 9, 1), date(2024, 4, 1), date(2024, 8, 1), date(2026, 3, 1)),
}
"""The first day of every edition whose text is known here, oldest first; declared rules refer to one of these."""
DRAFTS = {"2025": "2026"}
"""Years by which the codes of drafts call the edition of a Swiss chapter that came into force later."""


def editions_of(regulation: Regulation) -> tuple[Edition, ...]:
    """Return the editions of a chapter whose text is known here, oldest first.

    >>> list(map(str, editions_of(DUTCH)))
    ['C.04.3 (2017-07)', 'C.04.3 (2026-02)']
    """
    return tuple([Edition(regulation, since) for since in _FIRST_DAYS.get(regulation, ())])


def register_editions(regulation: Regulation, days: Iterable[date]) -> None:
    """Set the editions of a chapter by their first days; without any, the chapter is forgotten."""
    _FIRST_DAYS.pop(regulation, None)
    if first_days := tuple(sorted(days)):
        _FIRST_DAYS[regulation] = first_days


def newest_edition(regulation: Regulation) -> Edition:
    """Return the newest edition of a chapter; raise UnsupportedError if none is known.

    >>> str(newest_edition(DUTCH))
    'C.04.3 (2026-02)'
    """
    return edition_in_force(regulation, date.max)


def edition_in_force(regulation: Regulation, on: date) -> Edition:
    """Return the edition of a chapter in force on this day; raise UnsupportedError if none is known.

    >>> str(edition_in_force(DUTCH, date(2019, 5, 1)))
    'C.04.3 (2017-07)'
    """
    all_editions = editions_of(regulation)
    editions = [edition for edition in all_editions if edition.since <= on]
    if not editions:
        since = f"{all_editions[0].since:%B %Y}" if all_editions else ""
        raise UnsupportedError(msg("%(rules)s on %(day)s: no text of before %(since)s is known here; name an edition to"
                                 " take another all the same" if all_editions else
                                 "%(rules)s on %(day)s: no text is known here; name an edition to take another all the"
                                 " same", rules=str(regulation), day=str(on), since=since))  # fmt: skip
    return editions[-1]


def edition_named(regulation: Regulation, name: EditionName) -> Edition:
    """Return the edition that a name, a number or a day stands for; raise UnsupportedError if none is known.

    >>> str(edition_named(DUTCH, "2017")), str(edition_named(DUTCH, date(2020, 1, 1)))
    ('C.04.3 (2017-07)', 'C.04.3 (2017-07)')
    """
    if isinstance(name, date):
        return edition_in_force(regulation, name)
    all_editions = editions_of(regulation)
    for edition in reversed(all_editions):
        if name == edition if isinstance(name, Edition) else str(name) in _edition_names(edition.since):
            return edition
    day = None if isinstance(name, Edition) else _parse_day(str(name))
    if day is not None:
        return edition_in_force(regulation, day)
    listed: str = ""
    for edition in all_editions:
        month = f"{edition.since:%Y-%m}"
        listed = msg("%(some)s and %(last)s", some=listed, last=month) if listed else month
    raise UnsupportedError(msg("%(rules)s has no edition %(name)s here: there is %(editions)s", rules=str(regulation),
                             name=repr(str(name)), editions=listed or msg("none")))  # fmt: skip


@cache
def _edition_names(since: date) -> tuple[str, ...]:
    """Return the names of an edition by its first day: year, month and day."""
    return tuple([f"{since:{form}}" for form in ("%Y", "%Y-%m", "%Y-%m-%d")])


def _parse_day(text: str) -> date | None:
    """Parse a day such as 2019-05-01; return None for any other text."""
    try:
        return date.fromisoformat(text) if len(text) == 10 else None
    except ValueError:
        return None
