"""The generator of knock-outs, Keizers, Scheveningen matches, round robins of teams, and accelerated teams."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from typing import Any

import pytest

import rookery
from rookery import ByeKind, Result, RuleError, Settings, Tournament, formats
from rookery.checking.likeness import like
from rookery.checking.settings import Ratings
from rookery.errors import Severity
from rookery.pairing.keizer_rules import KeizerRules
from rookery.regulations import scheme

Wish = Callable[[int], dict[str, Any]]

KINDS: dict[str, Wish] = {
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


def make(kind: str, seed: int) -> Tournament:
    return rookery.generate(Settings(**{"system": kind, **KINDS[kind](seed)}), seed)


def check_sound(made: Tournament) -> None:
    """Valid, the same when read again, and nothing to say against any round or rank."""
    for dialect in ("trf26", "json"):
        reading = rookery.load(rookery.dump(made, dialect))
        assert max((problem.severity for problem in reading.problems), default=Severity.INFO) is Severity.INFO
        assert reading.tournament == made
    report = rookery.check(made)
    assert report.agree, (report.wrong, report.faults, report.standings)
    assert not report.notes
    assert len(report.rounds) == len(made.rounds)


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("seed", range(12))
def test_valid_the_same_when_read_and_clean(kind: str, seed: int) -> None:
    check_sound(make(kind, seed))


@pytest.mark.parametrize("kind", KINDS)
def test_the_seed_reproduces(kind: str) -> None:
    assert make(kind, 5) == make(kind, 5)


# -- knock-outs


@pytest.mark.parametrize("size", [2, 3, 8, 11, 16])
def test_a_knockout_ends_with_one(size: int) -> None:
    made = rookery.generate(Settings(system="knockout", players=size), seed=2)
    assert len(made.rounds) == made.planned == formats.rounds_needed(made)
    rows = rookery.standings(made).rows
    assert [row.rank for row in rows[:2]] == [1, 2]
    assert made.by_id[rows[0].id].rank == 1
    byes = [bye for bye in made.rounds[0].byes if bye.kind is ByeKind.FULL]
    assert [bye.player for bye in byes] == list(range(1, 2 ** (made.planned or 0) - size + 1))


def test_a_level_match_goes_on_with_one_of_the_two() -> None:
    made = rookery.generate(Settings(system="knockout", players=16, draws=0.9, ratings=Ratings(2000, 2000)), seed=1)
    level = [game for round in made.rounds[:-1] for game in round.games if game.result is Result.DRAW]
    assert level
    final = made.rounds[-1].games[0].result
    assert final.white is not final.black
    check_sound(made)


def test_who_leaves_a_knockout_loses_by_forfeit() -> None:
    wish = {"system": "knockout", "players": 32, "withdrawals": 12, "forfeits": 0.0}
    made = rookery.generate(Settings(**wish), seed=3)
    assert any(game.result.forfeit for round in made.rounds[1:] for game in round.games)
    assert not any(game.result.forfeit for game in made.rounds[0].games)


# -- Keizer


def test_a_keizer_has_everything() -> None:
    made = [rookery.generate(Settings(system="keizer"), seed) for seed in range(30)]
    kinds = {bye.kind for one in made for round in one.rounds for bye in round.byes}
    assert kinds == set(ByeKind)
    assert any(len(one.players) % 2 for one in made)
    met = Counter(frozenset(pair) for round in made[1].rounds for pair in round.pairs)
    assert max(met.values()) > 1


def test_the_rules_of_a_club_are_in_the_file() -> None:
    rules = KeizerRules(top=80, apart=5)
    made = rookery.generate(Settings(system="keizer", players=9, rounds=8, keizer=rules), seed=1)
    assert made.system == "CUSTOM_KEIZER_TOP80_APART5"
    check_sound(made)
    again = like(made)
    assert (again.system, again.keizer) == ("keizer", rules)
    usual = rookery.generate(Settings(system="keizer", players=9, rounds=8), seed=1)
    assert usual.rounds != made.rounds


# -- Scheveningen


@pytest.mark.parametrize(("system", "times"), [("scheveningen", 1), ("double-scheveningen", 2)])
@pytest.mark.parametrize("teams", [0, 2])
def test_sides_meet(system: str, times: int, teams: int) -> None:
    made = rookery.generate(Settings(system=system, teams=teams, boards=5), seed=1)
    games = [game for round in made.rounds for game in round.games]
    games += [game for round in made.rounds for match in round.matches for game in match.games]
    met = Counter(frozenset((game.white, game.black)) for game in games)
    assert (set(met.values()), len(met), len(made.rounds)) == ({times}, 25, 5 * times)
    assert made.team_event is bool(teams)


def test_sides_are_a_match_for_each_other() -> None:
    made = rookery.generate(Settings(system="scheveningen", teams=2, boards=8, ratings=Ratings(1500, 2500)), seed=4)
    first, second = (team.strength or 0 for team in made.teams)
    assert 0 <= first - second < 150


# -- teams


def test_a_league() -> None:
    made = rookery.generate(Settings(system="double-round-robin", teams=5, boards=4, reserves=1), seed=1)
    assert (made.system, made.planned, made.event.type) == (
        "BERGER_TEAM_DOUBLEROUNDROBIN",
        10,
        "Team: Double Round-Robin",
    )
    met = Counter(frozenset(pair) for round in made.rounds for pair in round.pairs)
    assert (set(met.values()), len(met)) == ({2}, 10)
    assert sorted(team.rank or 0 for team in made.teams)[0] == 1


def test_accelerated_teams() -> None:
    here = {
        "system": "team",
        "teams": 12,
        "rounds": 5,
        "late_entries": 0,
        "half_byes": 0,
        "full_byes": 0,
        "zero_byes": 0,
    }
    free, named, written = (
        rookery.generate(Settings(**here, acceleration=how), seed=1) for how in ("none", "baku", "written")
    )
    assert scheme(named.system).baku
    assert not scheme(written.system).baku
    records = [(one.last, one.first_round, one.last_round, one.match_points) for one in written.acceleration]
    assert records == [(6, 1, 2, 20), (6, 3, 3, 10)]
    assert named.rounds == written.rounds
    assert named.rounds != free.rounds


@pytest.mark.parametrize("seed", range(30))
def test_acceleration_wished_is_always_possible(seed: int) -> None:
    """Whatever else is drawn leaves room for it."""
    for system in ("dutch", "team"):
        made = rookery.generate(Settings(system=system, rounds=2, acceleration="baku"), seed)
        assert scheme(made.system).baku


# -- what does not fit


@pytest.mark.parametrize(
    ("wrong", "says"),
    [
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


@pytest.mark.parametrize("kind", ["knockout", "teams-knockout", "keizer", "teams-round-robin", "double-scheveningen"])
def test_settings_like_it(kind: str) -> None:
    model = make(kind, 6)
    again = rookery.generate(like(model), seed=2)
    assert (again.system, again.planned, len(again.players)) == (model.system, model.planned, len(model.players))
    check_sound(again)
