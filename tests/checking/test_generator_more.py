"""The generator of team events and round robins: valid, the same when read, paired by the rules, as wished."""

from __future__ import annotations

from collections import Counter
from typing import Any

import pytest

import rookery
from rookery import ByeKind, PointSystem, Result, RuleError, Settings
from rookery.checking.likeness import like
from rookery.checking.settings import Ratings
from rookery.errors import Severity
from rookery.model import Colour, Tournament
from rookery.regulations import FORMATS, scheme
from rookery.regulations.format import COLOUR_TYPES, SCORES
from rookery.scoring import match_points

QUIET: dict[str, Any] = {
    "half_byes": 0, "full_byes": 0, "zero_byes": 0, "withdrawals": 0, "late_entries": 0, "forbidden": 0,
    "forfeits": 0.0, "double_forfeits": 0.0, "unusual": 0.0, "unrated": 0.0, "match_forfeits": 0.0,
    "points": PointSystem(), "ratings": Ratings(),
}  # fmt: skip
TEAMS = range(60)
ROBINS = [(system, seed) for system in sorted(FORMATS) if FORMATS[system].everybody_meets for seed in range(20)]


def teams(**more: Any) -> Settings:
    return Settings(**(QUIET | {"system": "team"} | more))


def check_sound(made: Tournament) -> None:
    """Written and read again it is the same, there is nothing to complain of, and every round is right."""
    for dialect in ("trf26", "json"):
        reading = rookery.load(rookery.dump(made, dialect))
        assert max((problem.severity for problem in reading.problems), default=Severity.INFO) is Severity.INFO
        assert reading.tournament == made
    report = rookery.check(made)
    assert report.agree, (report.wrong, report.faults)
    assert len(report.rounds) == len(made.rounds)
    assert not report.standings


# -- teams


@pytest.mark.parametrize("seed", TEAMS)
def test_team_events_are_valid_the_same_when_read_and_check_clean(seed: int) -> None:
    check_sound(rookery.generate(Settings(system="team"), seed))


def test_chance_brings_everything() -> None:
    made = [rookery.generate(Settings(system="team"), seed) for seed in TEAMS]
    rounds = [round for one in made for round in one.rounds]
    byes = Counter(bye.kind for round in rounds for bye in round.byes)
    assert set(byes) == set(ByeKind)
    forfeits = {match.forfeit for round in rounds for match in round.matches}
    assert forfeits == {None, Result.WHITE_BY_FORFEIT, Result.BLACK_BY_FORFEIT, Result.DOUBLE_FORFEIT}
    boards = {game.result for round in rounds for match in round.matches for game in match.games}
    assert {Result.WHITE_WINS, Result.DRAW, Result.BLACK_WINS, *forfeits - {None}} <= boards
    plans = [scheme(one.system) for one in made]
    assert {plan.format.name for plan in plans} == {"team"}
    assert {plan.colour_type or "none" for plan in plans} == set(COLOUR_TYPES)
    assert {f"{plan.primary}_{plan.secondary}".rstrip("_") for plan in plans} == set(SCORES)
    assert sum(len(one.rounds) < (one.planned or 0) for one in made) <= 6


def test_the_seed_reproduces_teams_and_a_setting_disturbs_nothing() -> None:
    free = rookery.generate(Settings(system="team"), seed=3)
    assert free == rookery.generate(Settings(system="team"), seed=3)
    plan = scheme(free.system)
    given = Settings(
        system="team", teams=len(free.teams), rounds=free.planned, colour_type=plan.colour_type or "none",
        match_points=free.match_points, boards=len(free.board_colours),
    )  # fmt: skip
    assert free == rookery.generate(given, seed=3)


def test_teams_as_wished() -> None:
    wish = teams(
        teams=9, boards=3, reserves=2, rounds=4, colour_type="B", scores="GP_MP", initial_colour=Colour.BLACK,
        match_points=PointSystem(win=30, draw=10, pab=10), tiebreaks=("BH",),
    )  # fmt: skip
    made = rookery.generate(wish, seed=1)
    check_sound(made)
    assert (made.system, made.board_colours, made.ranking) == ("FIDE_TEAM_TYPEB_GP_MP", "WBW", ("PTS", "BH"))
    assert [len(team.players) for team in made.teams] == [5] * 9
    assert sorted(one for team in made.teams for one in team.players) == list(range(1, 46))
    assert [len(round.matches) for round in made.rounds] == [4] * 4
    assert len({bye.player for round in made.rounds for bye in round.byes}) == 4
    strengths = [team.strength or 0 for team in made.teams]
    assert strengths == sorted(strengths, reverse=True)
    assert made.match_points.win == 30


def test_who_sits_down() -> None:
    """In the order of the roster, on the colours announced; reserves come in, but for nobody when there are none."""
    made = rookery.generate(teams(teams=8, boards=4, reserves=2, rounds=5), seed=2)
    rosters = {team.id: team.players for team in made.teams}
    seen = set()
    for match in (match for round in made.rounds for match in round.matches):
        home = [game.white if board % 2 == 0 else game.black for board, game in enumerate(match.games)]
        away = [game.black if board % 2 == 0 else game.white for board, game in enumerate(match.games)]
        for side, team in ((home, match.white), (away, match.black)):
            assert len(side) == 4
            assert side == [one for one in rosters[team] if one in side]
            seen.update(side)
    assert seen & {one for roster in rosters.values() for one in roster[4:]}
    firm = rookery.generate(teams(teams=8, boards=4, reserves=0, rounds=5), seed=2)
    games = [game for round in firm.rounds for match in round.matches for game in match.games]
    assert len(games) == 5 * 4 * 4


@pytest.mark.parametrize("scores", SCORES)
def test_the_points_of_teams_add_up(scores: str) -> None:
    made = rookery.generate(teams(teams=6, boards=4, rounds=3, scores=scores, forfeits=0.2), seed=5)
    totals = {team.id: [0, 0] for team in made.teams}
    for match in (match for round in made.rounds for match in round.matches):
        for one, (matches, games) in zip((match.white, match.black), match_points(made, match), strict=True):
            totals[one][0] += matches
            totals[one][1] += games
    assert totals == {team.id: [team.match_points, team.game_points] for team in made.teams}
    assert sum(one.points or 0 for one in made.players) == sum(games for _, games in totals.values())
    assert min(team.rank or 0 for team in made.teams) == 1


def test_forfeited_matches_and_boards() -> None:
    whole = rookery.generate(teams(teams=8, boards=2, rounds=3, match_forfeits=1.0), seed=1)
    assert all(match.forfeit and not match.games for round in whole.rounds for match in round.matches)
    check_sound(whole)
    single = rookery.generate(teams(teams=8, boards=2, rounds=3, forfeits=1.0), seed=1)
    assert all(match.forfeit is None for round in single.rounds for match in round.matches)
    assert all(game.result.forfeit for round in single.rounds for match in round.matches for game in match.games)
    check_sound(single)


def test_byes_of_teams() -> None:
    made = rookery.generate(teams(teams=12, boards=2, rounds=4, half_byes=1, full_byes=(0, 2), zero_byes=(1,)), seed=1)
    check_sound(made)
    counts = [Counter(bye.kind for bye in round.byes) for round in made.rounds]
    assert [one[ByeKind.HALF] for one in counts] == [1, 1, 1, 1]
    assert [one[ByeKind.FULL] for one in counts] == [0, 2, 0, 0]
    assert [one[ByeKind.ZERO] for one in counts] == [1, 0, 0, 0]


# -- round robins


@pytest.mark.parametrize(("system", "seed"), ROBINS)
def test_round_robins_are_valid_the_same_when_read_and_check_clean(system: str, seed: int) -> None:
    made = rookery.generate(Settings(system=system), seed)
    check_sound(made)
    assert scheme(made.system).format.name == system
    assert len(made.rounds) == made.planned


@pytest.mark.parametrize(("system", "times"), [("round-robin", 1), ("double-round-robin", 2)])
@pytest.mark.parametrize("players", [2, 3, 7, 8])
def test_everybody_meets_everybody(system: str, times: int, players: int) -> None:
    made = rookery.generate(Settings(system=system, players=players), seed=1)
    met = Counter(frozenset(pair) for round in made.rounds for pair in round.pairs)
    assert (set(met.values()), len(met)) == ({times}, players * (players - 1) // 2)
    free = Counter((bye.player, bye.kind) for round in made.rounds for bye in round.byes)
    assert free == ({(one, ByeKind.ZERO): times for one in range(1, players + 1)} if players % 2 else {})
    check_sound(made)


def test_a_round_robin_with_forfeits_broken_off() -> None:
    made = rookery.generate(Settings(system="round-robin", players=10, play=5, forfeits=0.5), seed=1)
    assert (len(made.rounds), made.planned) == (5, 9)
    assert any(game.result.forfeit for round in made.rounds for game in round.games)
    check_sound(made)


# -- what does not fit


@pytest.mark.parametrize(
    ("wrong", "says"),
    [
        ({"system": "schiller"}, "the generator knows .*, not schiller"),
        ({"teams": 8}, "for a team event only"),
        ({"system": "dutch", "match_forfeits": 0.1}, "for a team event only"),
        ({"system": "team", "teams": 1}, "between 2 and 999"),
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
    ],
)
def test_what_cannot_be_meant_is_refused(wrong: dict[str, Any], says: str) -> None:
    with pytest.raises(RuleError, match=says):
        Settings(**wrong)


def test_settings_like_a_team_event_and_a_round_robin() -> None:
    model = rookery.generate(teams(teams=9, boards=4, reserves=1, rounds=5, half_byes=1, scores="MP"), seed=1)
    settings = like(model)
    assert (settings.teams, settings.boards, settings.reserves, settings.scores) == (9, 4, 1, "MP")
    check_sound(rookery.generate(settings, seed=2))
    again = like(rookery.generate(Settings(system="round-robin", players=7), seed=1))
    assert (again.system, again.rounds, again.zero_byes) == ("round-robin", 7, 0.0)
    check_sound(rookery.generate(again, seed=2))
