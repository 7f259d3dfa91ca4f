"""Settings of the generator: what cannot be meant is refused, and what resembles a tournament."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

import rookery
from rookery import PointSystem, RuleError, Settings
from rookery.checking.likeness import like
from rookery.checking.settings import Ratings
from rookery.model import Colour
from rookery.pairing.keizer_rules import KeizerRules
from rookery.values import replace
from support.generated import check_sound, make, quiet, quiet_teams


@pytest.mark.parametrize(
    ("wrong", "says"),
    [
        ({"players": 1}, "between 2 and"),
        ({"between": (9, 5)}, "the fewer first: not 9-5"),
        ({"between": (1, 5)}, "between 2 and"),
        ({"between": (5, 9), "players": 7}, "follows from the rest"),
        ({"between": (5, 9), "system": "team", "teams": 4}, "follows from the rest"),
        ({"rounds": 0}, "between 1 and 99"),
        ({"forfeits": 1.5}, "between 0.0 and 1.0"),
        ({"half_byes": -1}, "not negative"),
        ({"half_byes": (0.5, 2.5)}, "between 0.0 and 1.0"),
        ({"acceleration": "fast"}, "none, baku or written"),
        ({"system": "schiller"}, "the generator knows"),
        ({"players": 3, "ratings": Ratings(given=(1, 2))}, "2 ratings are given for 3"),
        ({"forfeits": 0.6, "unusual": 0.6}, "more than all games"),
        ({"system": "schiller"}, "the generator knows .*, not schiller"),
        ({"teams": 8}, "for a team event only"),
        ({"system": "dutch", "match_forfeits": 0.1}, "for a team event only"),
        ({"system": "team", "teams": 1}, "between 2 and 100,000, not 1"),
        ({"system": "team", "boards": 0}, "between 1 and 20"),
        ({"system": "team", "players": 40}, "follow from its teams"),
        ({"system": "team", "colour_type": "C"}, "one of A, B, none"),
        ({"system": "team", "scores": "MP_MP"}, "one of MP, GP"),
        ({"system": "team", "match_forfeits": 2.0}, "between 0.0 and 1.0"),
        (
            {"system": "team", "acceleration": "baku", "scores": "GP_MP"},
            r"match points as the primary.*C\.04\.7 1\.4\.4",
        ),
        ({"system": "team", "acceleration": "baku", "match_points": PointSystem(win=30, draw=10)}, "half a win"),
        ({"system": "lim", "acceleration": "baku"}, "no text says how"),
        ({"system": "team", "ratings": Ratings(given=(1, 2))}, "drawn, not given"),
        ({"system": "round-robin", "half_byes": 1}, "no half byes"),
        ({"system": "round-robin", "zero_byes": (0, 1)}, "no zero byes"),
        ({"system": "round-robin", "players": 8, "rounds": 6}, "has 7 rounds, not 6"),
        ({"system": "double-round-robin", "players": 60}, "room for 99"),
        ({"system": "round-robin", "initial_colour": Colour.WHITE}, "those of its table"),
        ({"system": "round-robin", "acceleration": "baku"}, "acceleration is for a Swiss"),
        ({"system": "knockout", "players": 1}, "between 2 and"),
        ({"system": "knockout", "players": 9, "rounds": 3}, "a knock-out of 9 players has 4 rounds, not 3"),
        ({"system": "knockout", "teams": 4, "rounds": 3}, "a knock-out of 4 teams has 2 rounds, not 3"),
        ({"system": "knockout", "half_byes": 1}, "a knock-out has no half byes"),
        ({"system": "knockout", "boards": 4}, "say how many teams"),
        ({"system": "scheveningen", "players": 7}, "7 players are odd"),
        ({"system": "scheveningen", "teams": 3}, "two sides, not 3 teams"),
        ({"system": "scheveningen", "players": 8, "boards": 3}, "4 on each side, not 3 boards"),
        ({"system": "scheveningen", "boards": 4, "rounds": 8}, "has 4 rounds, not 8"),
        ({"system": "scheveningen", "boards": 4, "reserves": 1}, "for a team event only"),
        ({"system": "scheveningen", "teams": 2, "withdrawals": 1}, "no withdrawals"),
        ({"system": "double-scheveningen", "boards": 60}, "room for 99"),
        ({"system": "keizer", "rounds": 0}, "between 1 and 99 rounds"),
        ({"system": "keizer", "teams": 4}, "no Keizer for teams"),
        ({"system": "keizer", "acceleration": "baku"}, "not for a Keizer"),
        ({"system": "dutch", "keizer": KeizerRules()}, "for a Keizer, which this is not"),
        ({"system": "round-robin", "teams": 5, "rounds": 4}, "of 5 teams has 5 rounds, not 4"),
        ({"system": "round-robin", "teams": 5, "scores": "MP"}, "for a team event only"),
        ({"system": "round-robin", "late_entries": 1}, "no late entries"),
    ],
)
def test_what_cannot_be_meant_is_refused(wrong: dict[str, Any], says: str) -> None:
    with pytest.raises(RuleError, match=says):
        Settings(**wrong)


def test_ratings_that_cannot_be_meant() -> None:
    for wrong in ({"low": 2000, "high": 1000}, {"deviation": -1}, {"unrated": 2.0}):
        with pytest.raises(RuleError):
            Ratings(**wrong)


def test_settings_like_a_tournament() -> None:
    model = rookery.generate(quiet(players=30, rounds=5, half_byes=2, forfeits=0.1), seed=12)
    settings = like(model)
    assert (settings.rounds, settings.play, settings.system) == (5, 5, "dutch")
    assert settings.half_byes == pytest.approx(2 / 30, abs=0.001)
    assert settings.forfeits == pytest.approx(0.1, abs=0.06)
    again = rookery.generate(settings, seed=1)
    assert [one.rating for one in again.players] == [one.rating for one in model.players]
    assert rookery.check(again).agree


def test_settings_like_a_team_event_and_a_round_robin() -> None:
    model = rookery.generate(quiet_teams(teams=9, boards=4, reserves=1, rounds=5, half_byes=1, scores="MP"), seed=1)
    settings = like(model)
    assert (settings.teams, settings.boards, settings.reserves, settings.scores) == (9, 4, 1, "MP")
    check_sound(rookery.generate(settings, seed=2))
    again = like(rookery.generate(Settings(system="round-robin", players=7), seed=1))
    assert (again.system, again.rounds, again.zero_byes) == ("round-robin", 7, 0.0)
    check_sound(rookery.generate(again, seed=2))


@pytest.mark.parametrize("kind", ["knockout", "teams-knockout", "keizer", "teams-round-robin", "double-scheveningen"])
def test_settings_like_it(kind: str) -> None:
    model = make(kind, 6)
    again = rookery.generate(like(model), seed=2)
    assert (again.system, again.planned, len(again.players)) == (model.system, model.planned, len(model.players))
    check_sound(again)


def test_a_field_between_two_sizes() -> None:
    sizes = [Settings(between=(5, 12), rounds=2).drawn(Random(seed)) for seed in range(300)]
    found = [one.players or 0 for one in sizes]
    assert set(found) == set(range(5, 13))
    assert sum(one <= 8 for one in found) > sum(one > 8 for one in found)
    plain = Settings(rounds=2).drawn(Random(7))
    assert replace(Settings(rounds=2, between=(6, 199)).drawn(Random(7)), players=plain.players) == plain
