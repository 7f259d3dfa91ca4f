"""The regulations Rookery follows: their codes, and the editions in force (`articles` has what they ask).

`scheme` reads the code of a tournament type (TRF26 record 192) into the regulation and the options it names.
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date
from functools import cache


@dataclass(frozen=True, slots=True)
class Regulation:
    """A chapter of the FIDE Handbook."""

    code: str
    title: str

    def __str__(self) -> str:
        return f"{self.code} {self.title}"


@dataclass(frozen=True, slots=True)
class Edition:
    """One edition of a regulation, by the day from which it applies."""

    regulation: Regulation
    since: date

    def __str__(self) -> str:
        return f"{self.regulation.code} ({self.since:%Y-%m})"


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


@dataclass(frozen=True, slots=True, kw_only=True)
class Scheme:
    """What a tournament-type code says: the system, its edition, acceleration and the options of team events."""

    code: str
    family: str = ""
    edition: date | None = None
    baku: bool = False
    team: bool = False
    colour_type: str = ""
    primary: str = ""
    secondary: str = ""

    @property
    def two_game_matches(self) -> bool:
        """Whether every pairing is a match of two games."""
        return self.family == "double-swiss"

    @property
    def words(self) -> str:
        """The type of tournament as record 092 has it, in words.

        >>> scheme("BERGER_TEAM_ROUNDROBIN").words, scheme("FIDE_DUBOV").words
        ('Team: Round-Robin', 'Individual: Swiss-System')
        """
        sides = self.team or self.family.endswith("scheveningen")
        return f"{'Team' if sides else 'Individual'}: {_KINDS.get(self.family, 'Swiss-System')}"


_FAMILIES = {
    "DUTCH": "dutch", "DUBOV": "dubov", "BURSTEIN": "burstein", "LIM": "lim", "DOUBLESWISS": "double-swiss",
    "SWISS": "swiss", "ROUNDROBIN": "round-robin", "DOUBLEROUNDROBIN": "double-round-robin",
    "SCHEVENINGEN": "scheveningen", "DOUBLESCHEVENINGEN": "double-scheveningen", "SCHILLER": "schiller",
    "KNOCKOUT": "knockout", "KEIZER": "keizer",
}  # fmt: skip

_KINDS = {
    "round-robin": "Round-Robin", "double-round-robin": "Double Round-Robin", "scheveningen": "Scheveningen",
    "double-scheveningen": "Double Scheveningen", "schiller": "Schiller", "knockout": "Knock-out", "keizer": "Keizer",
}  # fmt: skip

CODES = {
    "dutch": "FIDE_DUTCH_2026", "dubov": "FIDE_DUBOV", "burstein": "FIDE_BURSTEIN", "lim": "LIM",
    "double-swiss": "FIDE_DOUBLESWISS", "team": "FIDE_TEAM", "round-robin": "BERGER_ROUNDROBIN",
    "double-round-robin": "BERGER_DOUBLEROUNDROBIN", "scheveningen": "FIDE_SCHEVENINGEN",
    "double-scheveningen": "FIDE_DOUBLESCHEVENINGEN", "knockout": "CUSTOM_KNOCKOUT", "keizer": "CUSTOM_KEIZER",
}  # fmt: skip
"""The code we write for each system by its everyday name."""


def code_of(name: str, *, teams: bool = False) -> str:
    """The code of a system by its everyday name, when teams take part where it is one for players as well.

    >>> code_of("round-robin"), code_of("round-robin", teams=True)
    ('BERGER_ROUNDROBIN', 'BERGER_TEAM_ROUNDROBIN')
    """
    code = CODES[name]
    if teams and name in ("round-robin", "double-round-robin", "knockout"):
        return code.replace("_", "_TEAM_", 1)
    return code


@cache
def scheme(code: str) -> Scheme:
    """What this code of record 192 says; an unknown one has no family.

    >>> scheme("FIDE_DUTCH_2026_BAKU").family, scheme("FIDE_DUTCH_2026_BAKU").baku
    ('dutch', True)
    >>> scheme("FIDE_TEAM_TYPEB_MP_GP").colour_type, scheme("FIDE_TEAM").primary
    ('B', 'MP')
    """
    parts = code.upper().replace("-", "_").split("_")
    family = next((_FAMILIES[part] for part in parts if part in _FAMILIES), "")
    team = "TEAM" in parts
    if team and family in ("", "swiss"):
        family = "team"
    years = [part for part in parts if part.isdigit() and len(part) == 4]
    edition = (JULY_2017 if int(years[0]) < 2025 else FEBRUARY_2026) if years else None
    given = [part for part in parts if part in ("MP", "GP")]
    types = [part[-1] for part in parts if part.startswith("TYPE")]
    if code.upper() in ("FIDE_TEAM", "FIDE_TEAM_BAKU"):
        given, types = ["MP", "GP"], ["A"]
    return Scheme(
        code=code,
        family=family,
        edition=edition,
        baku="BAKU" in parts,
        team=team,
        colour_type="".join(types[:1]),
        primary=(given or ["MP" if team else ""])[0],
        secondary="".join(given[1:2]),
    )
