"""What the code of a tournament type (TRF26 record 192) says."""

from __future__ import annotations

from functools import lru_cache

from rookery.dates import date
from rookery.regulations import catalogue
from rookery.regulations import format as formats
from rookery.regulations.chapters import DRAFTS, Edition, Regulation, edition_named, in_force
from rookery.regulations.format import Format, Takes
from rookery.values import NamedTuple


class Scheme(NamedTuple):
    """The format that a code names, the year of its edition, acceleration, and the options of team events.

    `meeting` is how many games the code gives a meeting (_G2), 0 where it says nothing.
    """

    code: str
    format: Format = formats.UNNAMED
    year: str = ""
    baku: bool = False
    team: bool = False
    colour_type: str = ""
    primary: str = ""
    secondary: str = ""
    meeting: int = 0

    @property
    def two_game_matches(self) -> bool:
        """Whether every pairing is a match of two games."""
        return self.format.games == 2

    @property
    def words(self) -> str:
        """The type of tournament as record 092 has it, in words.

        >>> scheme("BERGER_TEAM_ROUNDROBIN").words, scheme("FIDE_DUBOV").words
        ('Team: Round-Robin', 'Individual: Swiss-System')
        """
        return f"{'Team' if self.team or self.format.sides else 'Individual'}: {self.format.kind}"

    @property
    def silent(self) -> bool:
        """Whether the code does not say how pairs are made: there is none, it is unknown, or it says only Swiss."""
        return not self.format.says_how

    def edition(self, regulation: Regulation, on: date | None = None) -> Edition:
        """The edition of a Swiss chapter that the year in the code names, else the one in force on the day."""
        if not self.year:
            return in_force(regulation, on)
        return edition_named(regulation, DRAFTS.get(self.year, self.year))


@lru_cache(256)  # a process that is kept meets codes without end
def scheme(code: str) -> Scheme:
    """What this code of record 192, or the everyday name of a format, says; an unknown one names no format.

    >>> scheme("FIDE_DUTCH_2026_BAKU").format.name, scheme("FIDE_DUTCH_2026_BAKU").baku
    ('dutch', True)
    >>> scheme("FIDE_TEAM_TYPEB_MP_GP").colour_type, scheme("FIDE_TEAM").primary
    ('B', 'MP')
    >>> scheme("round-robin").code
    'BERGER_ROUNDROBIN'
    """
    found = _read(code)
    if code and not found.format.name:
        brought = catalogue.installed(frozenset((code, *_parts(code))))
        if brought is not None:
            add(brought)
            return _read(code)
    return found


def add(bringing: catalogue.Brings) -> None:
    """Make a format from outside known; codes that named nothing may name it now."""
    catalogue.add(bringing)
    scheme.cache_clear()


def remove(name: str) -> None:
    """Forget a format from outside."""
    catalogue.remove(name)
    scheme.cache_clear()


_TYPES = (
    ("scheveningen", formats.SCHEVENINGEN, formats.DOUBLE_SCHEVENINGEN),
    ("schiller", formats.SCHILLER, formats.SCHILLER),
    ("round.?robin|berger|all.?play.?all", formats.ROUND_ROBIN, formats.DOUBLE_ROUND_ROBIN),
)
"""Words of record 092 that name a format whose rounds are known beforehand, and the format, once and twice."""


def announced(code: str, type: str) -> Format:
    """The format that the code names or, where it does not say, the words of record 092.

    >>> announced("", "Double Round Robin").cycles, announced("FIDE_DUTCH_2026", "Round Robin").name
    (2, 'dutch')
    """
    plan = scheme(code)
    if plan.silent and "swiss" not in type.lower():
        import re

        for words, once, twice in _TYPES:
            if re.search(words, type, re.IGNORECASE):
                return twice if "double" in type.lower() else once
    return plan.format


def says_swiss(code: str, type: str) -> bool:
    """Whether the code or, where it does not say, the words of record 092 name a Swiss.

    >>> says_swiss("", "Individual: Swiss-System"), says_swiss("FIDE_DUTCH_2026", ""), says_swiss("", "")
    (True, True, False)
    """
    format = announced(code, type)
    return format.swiss or (not format.name and "swiss" in type.lower())


def code_of(name: str, *, teams: bool = False, on: date | None = None) -> str:
    """The code that an everyday name stands for, of teams where it is one for players as well; a code stays as it is.

    Where codes name an edition, it is the one in force on this day.

    >>> code_of("round-robin"), code_of("round-robin", teams=True), code_of("FIDE_DUTCH_2017")
    ('BERGER_ROUNDROBIN', 'BERGER_TEAM_ROUNDROBIN', 'FIDE_DUTCH_2017')
    >>> code_of("dutch"), code_of("dutch", on=date(2019, 5, 1))
    ('FIDE_DUTCH_2026', 'FIDE_DUTCH_2017')
    """
    if name and not name.isupper():
        scheme(name)  # so that a format of an installed package is found by its name
    format = None if name.isupper() else catalogue.by_name(name)
    if format is None:
        return name
    code = format.code_for(teams=teams)
    if on is None or format.regulation is None or not _read(code).year:
        return code
    return f"{code.rpartition('_')[0]}_{in_force(format.regulation, on).since.year}"


def code_by(code: str, edition: Edition) -> str:
    """The code of the same system with the year of an edition; the code itself where there is no such code.

    >>> from rookery.regulations.chapters import DUBOV, DUTCH, TEAM, edition_named
    >>> code_by("FIDE_DUTCH_2026", edition_named(DUTCH, 2017)), code_by("FIDE_DUBOV", edition_named(DUBOV, 2026))
    ('FIDE_DUTCH_2017', 'FIDE_DUBOV_2026')
    >>> code_by("FIDE_TEAM", edition_named(TEAM, 2026))
    'FIDE_TEAM'
    """
    before, _, last = code.rpartition("_")
    made = f"{before if last.isdigit() else code}_{edition.since.year}"
    of, other = (scheme(each)._replace(code="", year="") for each in (code, made))
    return made if of == other else code


def _parts(code: str) -> list[str]:
    return code.upper().replace("-", "_").split("_")


def _read(code: str) -> Scheme:
    named = catalogue.by_name(code)
    if named is not None and named.code != code:
        return _read(named.code)._replace(year="")
    parts = _parts(code)
    team = "TEAM" in parts
    format = catalogue.by_words(parts) or formats.UNNAMED
    if team and not format.says_how:
        format = formats.TEAM
    given = [part for part in parts if part in ("MP", "GP")]
    types = [part[-1] for part in parts if part.startswith("TYPE")]
    if code.upper() in ("FIDE_TEAM", "FIDE_TEAM_BAKU"):
        given, types = ["MP", "GP"], ["A"]
    return Scheme(
        code=code,
        format=format,
        year=next((part for part in parts if part.isdigit()), ""),
        baku="BAKU" in parts,
        team=team or format.takes is Takes.TEAMS,
        colour_type="".join(types[:1]),
        primary=(given or ["MP" if team else ""])[0],
        secondary="".join(given[1:2]),
        meeting=_meeting(code.upper()) if "_G" in code.upper() else 0,
    )


def _meeting(code: str) -> int:
    """How many games a meeting has by the code, 0 where it does not say."""
    import re

    games = re.search(r"_G(\d{1,4})", code)
    return int(games[1]) if games else 0
