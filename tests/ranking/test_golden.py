"""The golden events: every value and every rank, ours and the reference programs'. Never skipped."""

from __future__ import annotations

import json
import re
from collections.abc import Iterable
from dataclasses import replace
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest

from rookery import standings
from rookery.errors import RuleError
from rookery.model import Tournament
from rookery.ranking.codes import parse_tiebreak
from rookery.ranking.crosstable import CrossTable
from rookery.ranking.rules import MARCH_2026, SEPTEMBER_2023, TieBreakReadings, TieBreakRules
from rookery.ranking.unplayed_rounds import VOLUNTARY, adjusted_scores
from rookery.trf.read import read

FOLDER = Path(__file__).resolve().parent.parent / "golden" / "tiebreaks"
EVERYBODY = replace(MARCH_2026, readings=TieBreakReadings(withdrawn_early="ranked"))
BY_RATING = {"ARO", "TPR", "PTP", "APRO", "APPO", "RTNG"}
MADE = sorted(path.stem for path in FOLDER.glob("*.json") if path.stem[-4:].isdigit())
BOOK = sorted(path.stem for path in FOLDER.glob("*.json") if not path.stem[-4:].isdigit())


def load(path: Path) -> tuple[Tournament, dict[str, Any]]:
    data = json.loads(path.read_text("utf-8"), parse_float=str)
    return read(path.with_suffix(".trf").read_bytes()).tournament, data


def columns(
    tournament: Tournament, codes: Iterable[str], rules: TieBreakRules
) -> dict[str, dict[int, Fraction | None]]:
    """Everybody's values; nobody has one where the tie-break must be dropped. A comparison comes right after points."""
    found, together = dict[str, dict[int, Fraction | None]](), []
    rated = all(player.rating for player in tournament.players)
    for code in codes:
        if code in ("ABH", "AFB", "VUR"):
            found[code] = as_opponent(CrossTable.for_tournament(tournament, None, rules), code)
        elif parse_tiebreak(code).definition.name in BY_RATING and "/U" not in code and not rated:
            with pytest.raises(RuleError, match=re.escape("C.07 10")):
                standings(tournament, [code], rules=rules)
            found[code] = dict.fromkeys(tournament.participants_by_number)
        elif parse_tiebreak(code).definition.by_place:
            found[code] = {row.id: row.values[0] for row in standings(tournament, [code], rules=rules)}
        else:
            together.append(code)
    made = standings(tournament, ["PTS", *together], rules=rules)
    return found | {code: {row.id: row.values[at] for row in made} for at, code in enumerate(together)}


def as_opponent(table: CrossTable, code: str) -> dict[int, Fraction | None]:
    """ABH, AFB: the score as an opponent, for Buchholz and Fore Buchholz; VUR: voluntarily unplayed rounds."""
    if code == "VUR":
        return {one: Fraction(sum(m.kind in VOLUNTARY for m in row)) for one, row in table.meetings.items()}
    return {one: Fraction(v, 10) for one, v in adjusted_scores(table, table.sheet(), code == "AFB").items()}


def differences(
    tournament: Tournament, expected: dict[str, dict[str, Any]], rules: TieBreakRules
) -> list[tuple[str, str, Any, Fraction | None]]:
    ours = columns(tournament, expected, rules)
    return [
        (code, one, value, ours[code][int(one)])
        for code, values in expected.items()
        for one, value in values.items()
        if ours[code][int(one)] != (None if value is None else Fraction(value))
    ]


def test_there_are_twenty_of_each_kind() -> None:
    for kind in ("swiss", "rr", "team", "teamrr"):
        assert sum(name.startswith(f"{kind}-") for name in MADE) >= 20


@pytest.mark.parametrize("name", MADE)
def test_rounds_of_our_generator(name: str) -> None:
    tournament, data = load(FOLDER / f"{name}.json")
    ids = sorted(tournament.participants_by_number)
    expected = {code: dict(zip(map(str, ids), row, strict=True)) for code, row in data["values"].items()}
    assert differences(tournament, expected, EVERYBODY) == []
    for each in data["lists"]:
        rows = standings(tournament, each["list"], rules=EVERYBODY).rows
        assert {row.id: row.rank for row in rows} == dict(zip(ids, each["ranks"], strict=True)), each["list"]


@pytest.mark.parametrize("name", BOOK)
def test_the_exercise_book_and_special_cases(name: str) -> None:
    tournament, data = load(FOLDER / f"{name}.json")
    assert differences(tournament, data["values"], MARCH_2026) == []
    assert differences(tournament, data["printed_2023"], SEPTEMBER_2023) == []


@pytest.mark.slow
def test_every_event_of_the_corpus(corpus: Path) -> None:
    files = sorted((corpus / "tiebreaks").glob("*.json")) + sorted((corpus / "tiebreaks-tec").glob("*.json"))
    assert len(files) >= 90
    for path in files:
        tournament, data = load(path)
        assert differences(tournament, data["values"], MARCH_2026) == [], path.name
        for each in data.get("standings", ()):
            rows = standings(tournament, each["list"]).rows
            assert {str(row.id): row.rank for row in rows} == each["rank"], (path.name, each["list"])
