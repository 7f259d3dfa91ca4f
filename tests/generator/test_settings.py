"""Settings of the generator: what cannot be meant is refused, and what resembles a tournament."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest
from syrupy.assertion import SnapshotAssertion

import rookery
from rookery import GeneratorSettings, PointSystem, RuleError
from rookery._record import replace
from rookery.generator.settings import Ratings, settings_like
from rookery.model import Colour
from rookery.pairing.keizer import KeizerRules
from support.generator_kinds import check_sound, make, quiet, quiet_teams


def case_name(settings: dict[str, Any]) -> str:
    """Settings as the name of a case: plain values after their names, of others the names only."""
    plain = (int, float, str, tuple)
    return ", ".join(f"{name}={value}" if type(value) in plain else name for name, value in settings.items())


@pytest.mark.parametrize(
    "wrong",
    [
        {"players": 1},
        {"between": (9, 5)},
        {"between": (1, 5)},
        {"between": (5, 9), "players": 7},
        {"between": (5, 9), "system": "team", "teams": 4},
        {"rounds": 0},
        {"forfeits": 1.5},
        {"half_byes": -1},
        {"half_byes": (0.5, 2.5)},
        {"acceleration": "fast"},
        {"system": "schiller"},
        {"players": 3, "ratings": Ratings(given=(1, 2))},
        {"forfeits": 0.6, "unusual": 0.6},
        {"teams": 8},
        {"system": "dutch", "match_forfeits": 0.1},
        {"system": "team", "teams": 1},
        {"system": "team", "boards": 0},
        {"system": "team", "players": 40},
        {"system": "team", "colour_type": "C"},
        {"system": "team", "scores": "MP_MP"},
        {"system": "team", "match_forfeits": 2.0},
        {"system": "team", "acceleration": "baku", "scores": "GP_MP"},
        {"system": "team", "acceleration": "baku", "match_points": PointSystem(win=30, draw=10)},
        {"system": "lim", "acceleration": "baku"},
        {"system": "team", "ratings": Ratings(given=(1, 2))},
        {"system": "round-robin", "half_byes": 1},
        {"system": "round-robin", "zero_byes": (0, 1)},
        {"system": "round-robin", "players": 8, "rounds": 6},
        {"system": "double-round-robin", "players": 60},
        {"system": "round-robin", "initial_colour": Colour.WHITE},
        {"system": "round-robin", "acceleration": "baku"},
        {"system": "knockout", "players": 1},
        {"system": "knockout", "players": 9, "rounds": 3},
        {"system": "knockout", "teams": 4, "rounds": 3},
        {"system": "knockout", "half_byes": 1},
        {"system": "knockout", "boards": 4},
        {"system": "scheveningen", "players": 7},
        {"system": "scheveningen", "teams": 3},
        {"system": "scheveningen", "players": 8, "boards": 3},
        {"system": "scheveningen", "boards": 4, "rounds": 8},
        {"system": "scheveningen", "boards": 4, "reserves": 1},
        {"system": "scheveningen", "teams": 2, "withdrawals": 1},
        {"system": "double-scheveningen", "boards": 60},
        {"system": "keizer", "rounds": 0},
        {"system": "keizer", "teams": 4},
        {"system": "keizer", "acceleration": "baku"},
        {"system": "dutch", "keizer": KeizerRules()},
        {"system": "round-robin", "teams": 5, "rounds": 4},
        {"system": "round-robin", "teams": 5, "scores": "MP"},
        {"system": "round-robin", "late_entries": 1},
    ],
    ids=case_name,
)
def test_what_cannot_be_meant_is_refused(wrong: dict[str, Any], snapshot: SnapshotAssertion) -> None:
    with pytest.raises(RuleError) as caught:
        GeneratorSettings(**wrong)
    assert str(caught.value) == snapshot


def test_ratings_that_cannot_be_meant() -> None:
    for wrong in ({"low": 2000, "high": 1000}, {"deviation": -1}, {"unrated": 2.0}):
        with pytest.raises(RuleError):
            Ratings(**wrong)


def test_settings_like_a_tournament() -> None:
    model = rookery.generate(quiet(players=30, rounds=5, half_byes=2, forfeits=0.1), seed=12)
    settings = settings_like(model)
    assert (settings.rounds, settings.play, settings.system) == (5, 5, "dutch")
    assert settings.half_byes == pytest.approx(2 / 30, abs=0.001)
    assert settings.forfeits == pytest.approx(0.1, abs=0.06)
    again = rookery.generate(settings, seed=1)
    assert [player.rating for player in again.players] == [player.rating for player in model.players]
    assert rookery.check(again).agree


def test_settings_like_a_team_event_and_a_round_robin() -> None:
    model = rookery.generate(quiet_teams(teams=9, boards=4, reserves=1, rounds=5, half_byes=1, scores="MP"), seed=1)
    settings = settings_like(model)
    assert (settings.teams, settings.boards, settings.reserves, settings.scores) == (9, 4, 1, "MP")
    check_sound(rookery.generate(settings, seed=2))
    again = settings_like(rookery.generate(GeneratorSettings(system="round-robin", players=7), seed=1))
    assert (again.system, again.rounds, again.zero_byes) == ("round-robin", 7, 0.0)
    check_sound(rookery.generate(again, seed=2))


@pytest.mark.parametrize("kind", ["knockout", "teams-knockout", "keizer", "teams-round-robin", "double-scheveningen"])
def test_settings_like_it(kind: str) -> None:
    model = make(kind, 6)
    again = rookery.generate(settings_like(model), seed=2)
    assert (again.system, again.planned_rounds, len(again.players)) == (
        model.system,
        model.planned_rounds,
        len(model.players),
    )
    check_sound(again)


def test_a_field_between_two_sizes() -> None:
    sizes = [GeneratorSettings(between=(5, 12), rounds=2).draw_missing(Random(seed)) for seed in range(300)]
    found = [size.players or 0 for size in sizes]
    assert set(found) == set(range(5, 13))
    assert sum(one <= 8 for one in found) > sum(one > 8 for one in found)
    plain = GeneratorSettings(rounds=2).draw_missing(Random(7))
    assert (
        replace(GeneratorSettings(rounds=2, between=(6, 199)).draw_missing(Random(7)), players=plain.players) == plain
    )
