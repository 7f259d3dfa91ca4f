"""The generator of knock-outs, Keizers, round robins, Scheveningen matches, and accelerated teams."""

from __future__ import annotations

from collections import Counter

import pytest

import rookery
from rookery import ByeKind, GeneratorSettings, Result, formats
from rookery.generator.settings import Ratings, settings_like
from rookery.pairing.keizer import KeizerRules
from rookery.regulations import FORMATS, parse_type_code
from support.generator_kinds import KINDS, check_sound, make

ROBINS = [(system, seed) for system in sorted(FORMATS) if FORMATS[system].is_round_robin for seed in range(20)]


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("seed", range(12))
def test_valid_the_same_when_read_and_clean(kind: str, seed: int) -> None:
    check_sound(make(kind, seed))


@pytest.mark.parametrize("kind", KINDS)
def test_the_seed_reproduces(kind: str) -> None:
    assert make(kind, 5) == make(kind, 5)


# -- knock-outs


@pytest.mark.parametrize("size", [2, 3, 8, 11, 16])
def test_a_knockout_ends_with_a_winner(size: int) -> None:
    made = rookery.generate(GeneratorSettings(system="knockout", players=size), seed=2)
    assert len(made.rounds) == made.planned_rounds == formats.rounds_needed(made)
    rows = rookery.standings(made).rows
    assert [row.rank for row in rows[:2]] == [1, 2]
    assert made.participants_by_number[rows[0].id].rank == 1
    byes = [bye for bye in made.rounds[0].byes if bye.kind is ByeKind.FULL]
    assert [bye.player for bye in byes] == list(range(1, 2 ** (made.planned_rounds or 0) - size + 1))


def test_a_tied_match_qualifies_either_player() -> None:
    made = rookery.generate(
        GeneratorSettings(system="knockout", players=16, draws=0.9, ratings=Ratings(2000, 2000)), seed=1
    )
    level = [game for round in made.rounds[:-1] for game in round.games if game.result is Result.DRAW]
    assert level
    final = made.rounds[-1].games[0].result
    assert final.white is not final.black
    check_sound(made)


def test_leavers_of_a_knockout_lose_by_forfeit() -> None:
    wish = {"system": "knockout", "players": 32, "withdrawals": 12, "forfeits": 0.0}
    made = rookery.generate(GeneratorSettings(**wish), seed=3)
    assert any(game.result.forfeit for round in made.rounds[1:] for game in round.games)
    assert not any(game.result.forfeit for game in made.rounds[0].games)


# -- Keizer


@pytest.mark.slow
def test_a_keizer_has_everything() -> None:
    made = [rookery.generate(GeneratorSettings(system="keizer"), seed) for seed in range(30)]
    kinds = {bye.kind for one in made for round in one.rounds for bye in round.byes}
    assert kinds == set(ByeKind)
    assert any(len(one.players) % 2 for one in made)
    met = Counter(frozenset(pair) for round in made[1].rounds for pair in round.pairs)
    assert max(met.values()) > 1


def test_the_rules_of_a_club_are_in_the_file() -> None:
    rules = KeizerRules(top=80, apart=5)
    made = rookery.generate(GeneratorSettings(system="keizer", players=9, rounds=8, keizer=rules), seed=1)
    assert made.system == "CUSTOM_KEIZER_TOP80_APART5"
    check_sound(made)
    again = settings_like(made)
    assert (again.system, again.keizer) == ("keizer", rules)
    usual = rookery.generate(GeneratorSettings(system="keizer", players=9, rounds=8), seed=1)
    assert usual.rounds != made.rounds


# -- round robins


@pytest.mark.parametrize(("system", "seed"), ROBINS)
def test_round_robins_are_valid_the_same_when_read_and_check_clean(system: str, seed: int) -> None:
    made = rookery.generate(GeneratorSettings(system=system), seed)
    check_sound(made)
    assert parse_type_code(made.system).format.name == system
    assert len(made.rounds) == made.planned_rounds


@pytest.mark.parametrize(("system", "times"), [("round-robin", 1), ("double-round-robin", 2)])
@pytest.mark.parametrize("players", [2, 3, 7, 8])
def test_everybody_meets_everybody(system: str, times: int, players: int) -> None:
    made = rookery.generate(GeneratorSettings(system=system, players=players), seed=1)
    met = Counter(frozenset(pair) for round in made.rounds for pair in round.pairs)
    assert (set(met.values()), len(met)) == ({times}, players * (players - 1) // 2)
    free = Counter((bye.player, bye.kind) for round in made.rounds for bye in round.byes)
    assert free == ({(one, ByeKind.ZERO): times for one in range(1, players + 1)} if players % 2 else {})
    check_sound(made)


def test_a_round_robin_with_forfeits_broken_off() -> None:
    made = rookery.generate(GeneratorSettings(system="round-robin", players=10, play=5, forfeits=0.5), seed=1)
    assert (len(made.rounds), made.planned_rounds) == (5, 9)
    assert any(game.result.forfeit for round in made.rounds for game in round.games)
    check_sound(made)


# -- Scheveningen


@pytest.mark.parametrize(("system", "times"), [("scheveningen", 1), ("double-scheveningen", 2)])
@pytest.mark.parametrize("teams", [0, 2])
def test_sides_meet(system: str, times: int, teams: int) -> None:
    made = rookery.generate(GeneratorSettings(system=system, teams=teams, boards=5), seed=1)
    games = [game for round in made.rounds for game in round.games]
    games += [game for round in made.rounds for match in round.matches for game in match.games]
    met = Counter(frozenset((game.white, game.black)) for game in games)
    assert (set(met.values()), len(met), len(made.rounds)) == ({times}, 25, 5 * times)
    assert made.team_event is bool(teams)


def test_sides_are_a_match_for_each_other() -> None:
    made = rookery.generate(
        GeneratorSettings(system="scheveningen", teams=2, boards=8, ratings=Ratings(1500, 2500)), seed=4
    )
    first, second = (team.strength or 0 for team in made.teams)
    assert 0 <= first - second < 150


# -- teams


def test_a_league() -> None:
    made = rookery.generate(GeneratorSettings(system="double-round-robin", teams=5, boards=4, reserves=1), seed=1)
    assert (made.system, made.planned_rounds, made.info.type) == (
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
        rookery.generate(GeneratorSettings(**here, acceleration=how), seed=1) for how in ("none", "baku", "written")
    )
    assert parse_type_code(named.system).baku
    assert not parse_type_code(written.system).baku
    records = [(one.last, one.first_round, one.last_round, one.match_points) for one in written.acceleration]
    assert records == [(6, 1, 2, 20), (6, 3, 3, 10)]
    assert named.rounds == written.rounds
    assert named.rounds != free.rounds


@pytest.mark.parametrize("seed", range(30))
def test_acceleration_wished_is_always_possible(seed: int) -> None:
    """Whatever else is drawn leaves room for it."""
    for system in ("dutch", "team"):
        made = rookery.generate(GeneratorSettings(system=system, rounds=2, acceleration="baku"), seed)
        assert parse_type_code(made.system).baku
