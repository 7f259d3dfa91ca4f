"""Every rating system that can be asked for by name: FIDE's by list and day, those of federations, Glicko-2."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

from rookery.errors import RuleError
from rookery.rating.federations import USCF, DwzRules, EcfRules
from rookery.rating.glicko_rules import Glicko2Rules
from rookery.rating.rating_rules import RatingRules
from rookery.values import frozen


@frozen
class RatingSystem:
    """A system by its name: the rules, whose national ratings it goes by (none: FIDE's), and where its text is."""

    name: str
    rules: RatingRules
    federation: str
    source: str


_ALL = (
    RatingSystem("dwz", DwzRules(), "GER", "Wertungsordnung of the Deutscher Schachbund, 3.3, 3.5 and annex 1.2"),
    RatingSystem("uscf", USCF, "USA", "The US Chess Rating System, M. E. Glickman and T. Doan"),
    RatingSystem("ecf", EcfRules(), "ENG", "The calculation of ECF grades on a monthly basis, ECF"),
    RatingSystem("glicko-2", Glicko2Rules(), "", "Example of the Glicko-2 system, M. E. Glickman"),
)
SYSTEMS: Mapping[str, RatingSystem] = MappingProxyType({one.name: one for one in _ALL})
"""The systems beside FIDE's, by name; none is endorsed by its federation."""


def system_named(name: str) -> RatingSystem:
    """The system of this name.

    >>> system_named("DWZ").federation
    'GER'
    """
    found = SYSTEMS.get(name.strip().lower())
    if found is None:
        raise RuleError(f"there is no rating system {name!r}: expected {', '.join(SYSTEMS)}")
    return found
