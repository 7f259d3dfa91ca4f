"""The chapters of the FIDE Handbook that Rookery follows, and the editions of each: which rules were in force when."""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache

from rookery.dates import date
from rookery.errors import Unsupported
from rookery.values import NamedTuple
from rookery.wording import spoken


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


EditionWish = Edition | date | int | str
"""How an edition is named: itself, a day on which it was in force, or when it began ("2017", 2017, "2017-07")."""

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
"""The first day of every edition whose text is known here, oldest first; whoever declares its rules names it."""
DRAFTS = {"2025": "2026"}
"""Years by which the codes of drafts call the edition of a Swiss chapter that came into force later."""


def editions(regulation: Regulation) -> tuple[Edition, ...]:
    """The editions of a chapter whose text is known here, oldest first.

    >>> list(map(str, editions(DUTCH)))
    ['C.04.3 (2017-07)', 'C.04.3 (2026-02)']
    """
    return tuple([Edition(regulation, since) for since in _FIRST_DAYS.get(regulation, ())])


def make_known(regulation: Regulation, days: Iterable[date]) -> None:
    """Let a chapter from outside have editions, by their first days; without any it is forgotten."""
    _FIRST_DAYS.pop(regulation, None)
    if found := tuple(sorted(days)):
        _FIRST_DAYS[regulation] = found


def in_force(regulation: Regulation, on: date | None = None) -> Edition:
    """The edition of a chapter in force on this day, the newest without one; one that is not known is refused.

    >>> str(in_force(DUTCH, date(2019, 5, 1))), str(in_force(DUTCH))
    ('C.04.3 (2017-07)', 'C.04.3 (2026-02)')
    """
    known = editions(regulation)
    found = [each for each in known if on is None or each.since <= on]
    if not found:
        since = f"{known[0].since:%B %Y}" if known else ""
        raise Unsupported(spoken("%(rules)s on %(day)s: no text of before %(since)s is known here; name an edition to"
                                 " take another all the same" if known else
                                 "%(rules)s on %(day)s: no text is known here; name an edition to take another all the"
                                 " same", rules=str(regulation), day=str(on), since=since))  # fmt: skip
    return found[-1]


def edition_named(regulation: Regulation, wish: EditionWish) -> Edition:
    """The edition that somebody asks for; one that is not known is refused.

    >>> str(edition_named(DUTCH, "2017")), str(edition_named(DUTCH, date(2020, 1, 1)))
    ('C.04.3 (2017-07)', 'C.04.3 (2017-07)')
    """
    if isinstance(wish, date):
        return in_force(regulation, wish)
    known = editions(regulation)
    for each in reversed(known):
        if wish == each if isinstance(wish, Edition) else str(wish) in _names(each.since):
            return each
    day = None if isinstance(wish, Edition) else _day(str(wish))
    if day is not None:
        return in_force(regulation, day)
    there: str = ""
    for each in known:
        month = f"{each.since:%Y-%m}"
        there = spoken("%(some)s and %(last)s", some=there, last=month) if there else month
    raise Unsupported(spoken("%(rules)s has no edition %(name)s here: there is %(editions)s", rules=str(regulation),
                             name=repr(str(wish)), editions=there or spoken("none")))  # fmt: skip


@cache
def _names(since: date) -> tuple[str, ...]:
    """What an edition that began then is called."""
    return tuple([f"{since:{form}}" for form in ("%Y", "%Y-%m", "%Y-%m-%d")])


def _day(text: str) -> date | None:
    """The day that is written so: 2019-05-01."""
    try:
        return date.fromisoformat(text) if len(text) == 10 else None
    except ValueError:
        return None
