"""What tests of tie-breaks share: the golden events, and the values and ranks that a code or a list gives."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction
from pathlib import Path

from rookery import standings
from rookery.model import Tournament
from rookery.ranking.rules import MARCH_2026, TieBreakReadings, TieBreakRules
from rookery.trf.read import read

GOLDEN = Path(__file__).resolve().parent.parent / "golden" / "tiebreaks"


def golden(name: str) -> Tournament:
    """An event whose values somebody else has worked out."""
    return read((GOLDEN / f"{name}.trf").read_bytes()).tournament


def values(tournament: Tournament, code: str, rules: TieBreakRules = MARCH_2026) -> dict[int, Fraction | None]:
    """Everybody's value, right after the points."""
    return {row.id: row.values[0] for row in standings(tournament, [code], rules=rules)}


def ranks(tournament: Tournament, *codes: str, **more: object) -> dict[int, int]:
    """Everybody's rank by a list."""
    return {row.id: row.rank for row in standings(tournament, codes, **more)}  # type: ignore[arg-type]


def reading(**answers: object) -> TieBreakRules:
    """The rules of March 2026 with open questions answered so."""
    return replace(MARCH_2026, readings=TieBreakReadings(**answers))  # type: ignore[arg-type]
