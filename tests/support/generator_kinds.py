"""What the tests of the generator share: settings without accidents, and that what was made is sound."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import rookery
from rookery import GeneratorSettings
from rookery.errors import Severity
from rookery.generator.settings import Ratings
from rookery.model import PointSystem, Tournament

QUIET: dict[str, Any] = {
    "half_byes": 0, "full_byes": 0, "zero_byes": 0, "withdrawals": 0, "late_entries": 0, "forbidden": 0,
    "forfeits": 0.0, "double_forfeits": 0.0, "unusual": 0.0, "unrated": 0.0, "points": PointSystem(),
    "ratings": Ratings(),
}  # fmt: skip
"""Nobody is away, nobody forfeits, and the points are the usual ones."""


def quiet(**more: Any) -> GeneratorSettings:
    """A Swiss of players without accidents, but for these."""
    return GeneratorSettings(**(QUIET | {"acceleration": "none"} | more))


def quiet_teams(**more: Any) -> GeneratorSettings:
    """A Swiss of teams without accidents, but for these."""
    return GeneratorSettings(**(QUIET | {"system": "team", "match_forfeits": 0.0} | more))


KINDS: dict[str, Callable[[int], dict[str, Any]]] = {
    "knockout": lambda seed: {"players": 2 + seed, "withdrawals": seed % 3},
    "teams-knockout": lambda seed: {"system": "knockout", "teams": 2 + seed},
    "keizer": lambda seed: {"players": 3 + seed},
    "scheveningen": lambda seed: {"boards": 1 + seed % 10},
    "double-scheveningen": lambda seed: {"boards": 1 + seed % 10},
    "sides-withdrawn": lambda seed: {"system": "scheveningen", "teams": 0, "boards": 2 + seed % 7, "withdrawals": 2},
    "round-robin-withdrawn": lambda seed: {"system": "round-robin", "players": 4 + seed, "withdrawals": 1 + seed % 2},
    "teams-round-robin": lambda seed: {"system": "round-robin", "teams": 2 + seed % 9, "withdrawals": seed % 2},
    "teams-double": lambda seed: {"system": "double-round-robin", "teams": 2 + seed % 6},
    "teams-baku": lambda seed: {"system": "team", "acceleration": "baku", "teams": 4 + seed},
    "teams-written": lambda seed: {"system": "team", "acceleration": "written", "teams": 4 + seed},
}
"""Other formats, each a little different for every seed."""


def make(kind: str, seed: int) -> Tournament:
    """A tournament of one of these kinds."""
    return rookery.generate(GeneratorSettings(**{"system": kind, **KINDS[kind](seed)}), seed)


def check_sound(tournament: Tournament) -> None:
    """Valid, the same when read again, and nothing to say against any round or rank."""
    for dialect in ("trf26", "json"):
        reading = rookery.loads(rookery.dumps(tournament, dialect))
        assert max((problem.severity for problem in reading.problems), default=Severity.INFO) is Severity.INFO
        assert reading.tournament == tournament
    report = rookery.check(tournament)
    assert report.agree, (report.wrong, report.faults, report.standings)
    assert not report.notes
    assert len(report.rounds) == len(tournament.rounds)
