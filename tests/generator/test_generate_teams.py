"""The generator of team events: valid, the same when read, paired by the rules, as wished."""

from __future__ import annotations

from collections import Counter

import pytest

import rookery
from rookery import ByeKind, GeneratorSettings, PointSystem, Result
from rookery.history.scoring import match_points
from rookery.model import Colour
from rookery.regulations import parse_type_code
from rookery.regulations.formats import COLOUR_TYPES, SCORES
from support.generator_kinds import check_sound, quiet_teams

TEAMS = range(60)


@pytest.mark.parametrize("seed", TEAMS)
def test_team_events_are_valid_the_same_when_read_and_check_clean(seed: int) -> None:
    check_sound(rookery.generate(GeneratorSettings(system="team"), seed))


@pytest.mark.slow
def test_chance_brings_everything() -> None:
    made = [rookery.generate(GeneratorSettings(system="team"), seed) for seed in TEAMS]
    rounds = [round for one in made for round in one.rounds]
    byes = Counter(bye.kind for round in rounds for bye in round.byes)
    assert set(byes) == set(ByeKind)
    forfeits = {match.forfeit for round in rounds for match in round.matches}
    assert forfeits == {None, Result.WHITE_BY_FORFEIT, Result.BLACK_BY_FORFEIT, Result.DOUBLE_FORFEIT}
    boards = {game.result for round in rounds for match in round.matches for game in match.games}
    assert {Result.WHITE_WINS, Result.DRAW, Result.BLACK_WINS, *forfeits - {None}} <= boards
    plans = [parse_type_code(one.system) for one in made]
    assert {plan.format.name for plan in plans} == {"team"}
    assert {plan.colour_type or "none" for plan in plans} == set(COLOUR_TYPES)
    assert {f"{plan.primary}_{plan.secondary}".rstrip("_") for plan in plans} == set(SCORES)
    assert sum(len(one.rounds) < (one.planned_rounds or 0) for one in made) <= 6


def test_the_seed_reproduces_teams_and_a_setting_disturbs_nothing() -> None:
    free = rookery.generate(GeneratorSettings(system="team"), seed=3)
    assert free == rookery.generate(GeneratorSettings(system="team"), seed=3)
    plan = parse_type_code(free.system)
    given = GeneratorSettings(
        system="team", teams=len(free.teams), rounds=free.planned_rounds, colour_type=plan.colour_type or "none",
        match_points=free.match_points, boards=len(free.board_colours),
    )  # fmt: skip
    assert free == rookery.generate(given, seed=3)


def test_teams_as_wished() -> None:
    wish = quiet_teams(
        teams=9, boards=3, reserves=2, rounds=4, colour_type="B", scores="GP_MP", initial_colour=Colour.BLACK,
        match_points=PointSystem(win=30, draw=10, pab=10), tiebreaks=("BH",),
    )  # fmt: skip
    made = rookery.generate(wish, seed=1)
    check_sound(made)
    assert (made.system, made.board_colours, made.tiebreaks) == ("FIDE_TEAM_TYPEB_GP_MP", "WBW", ("PTS", "BH"))
    assert [len(team.players) for team in made.teams] == [5] * 9
    assert sorted(player for team in made.teams for player in team.players) == list(range(1, 46))
    assert [len(round.matches) for round in made.rounds] == [4] * 4
    assert len({bye.player for round in made.rounds for bye in round.byes}) == 4
    strengths = [team.strength or 0 for team in made.teams]
    assert strengths == sorted(strengths, reverse=True)
    assert made.match_points.win == 30


def test_seated_players() -> None:
    """In the order of the roster, on the colours announced; reserves come in, but for nobody when there are none."""
    made = rookery.generate(quiet_teams(teams=8, boards=4, reserves=2, rounds=5), seed=2)
    rosters = {team.number: team.players for team in made.teams}
    seen = set()
    for match in (match for round in made.rounds for match in round.matches):
        home = [game.white if board % 2 == 0 else game.black for board, game in enumerate(match.games)]
        away = [game.black if board % 2 == 0 else game.white for board, game in enumerate(match.games)]
        for side, team in ((home, match.white), (away, match.black)):
            assert len(side) == 4
            assert side == [one for one in rosters[team] if one in side]
            seen.update(side)
    assert seen & {one for roster in rosters.values() for one in roster[4:]}
    firm = rookery.generate(quiet_teams(teams=8, boards=4, reserves=0, rounds=5), seed=2)
    games = [game for round in firm.rounds for match in round.matches for game in match.games]
    assert len(games) == 5 * 4 * 4


@pytest.mark.parametrize("scores", SCORES)
def test_the_points_of_teams_add_up(scores: str) -> None:
    made = rookery.generate(quiet_teams(teams=6, boards=4, rounds=3, scores=scores, forfeits=0.2), seed=5)
    totals = {team.number: [0, 0] for team in made.teams}
    for match in (match for round in made.rounds for match in round.matches):
        for one, (matches, games) in zip((match.white, match.black), match_points(made, match), strict=True):
            totals[one][0] += matches
            totals[one][1] += games
    assert totals == {team.number: [team.match_points, team.game_points] for team in made.teams}
    assert sum(player.points or 0 for player in made.players) == sum(games for _, games in totals.values())
    assert min(team.rank or 0 for team in made.teams) == 1


def test_forfeited_matches_and_boards() -> None:
    whole = rookery.generate(quiet_teams(teams=8, boards=2, rounds=3, match_forfeits=1.0), seed=1)
    assert all(match.forfeit and not match.games for round in whole.rounds for match in round.matches)
    check_sound(whole)
    single = rookery.generate(quiet_teams(teams=8, boards=2, rounds=3, forfeits=1.0), seed=1)
    assert all(match.forfeit is None for round in single.rounds for match in round.matches)
    assert all(game.result.forfeit for round in single.rounds for match in round.matches for game in match.games)
    check_sound(single)


def test_byes_of_teams() -> None:
    made = rookery.generate(
        quiet_teams(teams=12, boards=2, rounds=4, half_byes=1, full_byes=(0, 2), zero_byes=(1,)), seed=1
    )
    check_sound(made)
    counts = [Counter(bye.kind for bye in round.byes) for round in made.rounds]
    assert [count[ByeKind.HALF] for count in counts] == [1, 1, 1, 1]
    assert [count[ByeKind.FULL] for count in counts] == [0, 2, 0, 0]
    assert [count[ByeKind.ZERO] for count in counts] == [1, 0, 0, 0]
