"""Parsing of the code of a tournament type (TRF26 record 192)."""

from __future__ import annotations

from datetime import date
from typing import NamedTuple

from rookery.regulations import formats, registry
from rookery.regulations.editions import DRAFTS, Edition, Regulation, edition_in_force, edition_named, newest_edition
from rookery.regulations.formats import EntrantKind, Format


class TypeCode(NamedTuple):
    """A parsed code: the format, the year of its edition, acceleration, and the options of team events.

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
    def description(self) -> str:
        """The type of tournament in words, as in record 092.

        >>> parse_type_code("BERGER_TEAM_ROUNDROBIN").description, parse_type_code("FIDE_DUBOV").description
        ('Team: Round-Robin', 'Individual: Swiss-System')
        """
        return f"{'Team' if self.team or self.format.sides else 'Individual'}: {self.format.kind}"

    @property
    def is_unspecified(self) -> bool:
        """Whether the code does not specify the pairing rules: it is empty, unknown, or only "Swiss"."""
        return not self.format.is_defined

    def edition(self, regulation: Regulation, on: date | None = None) -> Edition:
        """Return the edition of a Swiss chapter by the year in the code, else the one in force on the day."""
        if not self.year:
            return newest_edition(regulation) if on is None else edition_in_force(regulation, on)
        return edition_named(regulation, DRAFTS.get(self.year, self.year))


@registry.registry_cache
def parse_type_code(code: str) -> TypeCode:
    """Parse a code of record 192 or the name of a format; an unknown one names no format.

    >>> parse_type_code("FIDE_DUTCH_2026_BAKU").format.name, parse_type_code("FIDE_DUTCH_2026_BAKU").baku
    ('dutch', True)
    >>> parse_type_code("FIDE_TEAM_TYPEB_MP_GP").colour_type, parse_type_code("FIDE_TEAM").primary
    ('B', 'MP')
    >>> parse_type_code("round-robin").code
    'BERGER_ROUNDROBIN'
    """
    parsed = _parse(code)
    if code and not parsed.format.name:
        plugin = registry.find_installed(frozenset((code, *_split_code(code))))
        if plugin is not None:
            registry.add(plugin)
            return _parse(code)
    return parsed


_TYPES = (
    ("scheveningen", formats.SCHEVENINGEN, formats.DOUBLE_SCHEVENINGEN),
    ("schiller", formats.SCHILLER, formats.SCHILLER),
    ("round.?robin|berger|all.?play.?all", formats.ROUND_ROBIN, formats.DOUBLE_ROUND_ROBIN),
)
"""Words of record 092 that name a format whose rounds are known beforehand, and the format, once and twice."""


def format_for(code: str, type_text: str) -> Format:
    """Return the format that the code names or, if it does not say, the one that the words of record 092 name.

    >>> format_for("", "Double Round Robin").cycles, format_for("FIDE_DUTCH_2026", "Round Robin").name
    (2, 'dutch')
    """
    type_code = parse_type_code(code)
    if type_code.is_unspecified and "swiss" not in type_text.lower():
        import re

        for words, once, twice in _TYPES:
            if re.search(words, type_text, re.IGNORECASE):
                return twice if "double" in type_text.lower() else once
    return type_code.format


def says_swiss(code: str, type_text: str) -> bool:
    """Return whether the code or, if it does not say, the words of record 092 name a Swiss.

    >>> says_swiss("", "Individual: Swiss-System"), says_swiss("FIDE_DUTCH_2026", ""), says_swiss("", "")
    (True, True, False)
    """
    format = format_for(code, type_text)
    return format.swiss or (not format.name and "swiss" in type_text.lower())


def code_of(name: str, *, teams: bool = False, on: date | None = None) -> str:
    """Return the code that a name of a format stands for, for teams where it is one for players as well.

    Where codes name an edition, it is the one in force on this day.

    >>> code_of("round-robin"), code_of("round-robin", teams=True), code_of("FIDE_DUTCH_2017")
    ('BERGER_ROUNDROBIN', 'BERGER_TEAM_ROUNDROBIN', 'FIDE_DUTCH_2017')
    >>> code_of("dutch"), code_of("dutch", on=date(2019, 5, 1))
    ('FIDE_DUTCH_2026', 'FIDE_DUTCH_2017')
    """
    if name and not name.isupper():
        parse_type_code(name)  # so that a format of an installed package is found by its name
    format = None if name.isupper() else registry.by_name(name)
    if format is None:
        return name
    code = format.code_for(teams=teams)
    if on is None or format.regulation is None or not _parse(code).year:
        return code
    return f"{code.rpartition('_')[0]}_{edition_in_force(format.regulation, on).since.year}"


def code_by(code: str, edition: Edition) -> str:
    """Return the code of the same system with the year of an edition; the code itself where there is no such code.

    >>> from rookery.regulations.editions import DUBOV, DUTCH, TEAM, edition_named
    >>> code_by("FIDE_DUTCH_2026", edition_named(DUTCH, 2017)), code_by("FIDE_DUBOV", edition_named(DUBOV, 2026))
    ('FIDE_DUTCH_2017', 'FIDE_DUBOV_2026')
    >>> code_by("FIDE_TEAM", edition_named(TEAM, 2026))
    'FIDE_TEAM'
    """
    before, _, last = code.rpartition("_")
    dated = f"{before if last.isdigit() else code}_{edition.since.year}"
    plain, renamed = (parse_type_code(text)._replace(code="", year="") for text in (code, dated))
    return dated if plain == renamed else code


def _split_code(code: str) -> list[str]:
    return code.upper().replace("-", "_").split("_")


def _parse(code: str) -> TypeCode:
    by_name = registry.by_name(code)
    if by_name is not None and by_name.code != code:
        return _parse(by_name.code)._replace(year="")
    parts = _split_code(code)
    team = "TEAM" in parts
    format = registry.by_words(parts) or formats.UNNAMED
    if team and not format.is_defined:
        format = formats.TEAM
    scores = [part for part in parts if part in ("MP", "GP")]
    types = [part[-1] for part in parts if part.startswith("TYPE")]
    if code.upper() in ("FIDE_TEAM", "FIDE_TEAM_BAKU"):
        scores, types = ["MP", "GP"], ["A"]
    return TypeCode(
        code=code,
        format=format,
        year=next((part for part in parts if part.isdigit()), ""),
        baku="BAKU" in parts,
        team=team or format.entrants is EntrantKind.TEAMS,
        colour_type="".join(types[:1]),
        primary=(scores or ["MP" if team else ""])[0],
        secondary="".join(scores[1:2]),
        meeting=_games_per_meeting(code.upper()) if "_G" in code.upper() else 0,
    )


def _games_per_meeting(code: str) -> int:
    """Return how many games a meeting has by the code, 0 where it does not say."""
    import re

    games = re.search(r"_G(\d{1,4})", code)
    return int(games[1]) if games else 0
