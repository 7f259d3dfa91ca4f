"""The generator: random tournaments that are paired by the rules; the seed reproduces them.

Chance comes from three streams of the seed, for the settings, the field and the play, so that a setting given instead
of drawn changes nothing else that was drawn.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from random import Random

from rookery._version import __version__
from rookery.acceleration import baku_value, group_a
from rookery.checking.entrants import Calendar, Strengths, calendar, entrants, forbidden, placed, squads
from rookery.checking.results import Chances
from rookery.checking.settings import PREDETERMINED, Settings
from rookery.errors import NoPairing
from rookery.history import History
from rookery.model import (
    MATCH_POINTS,
    Bye,
    ByeKind,
    Event,
    Game,
    Match,
    Points,
    Result,
    Round,
    Team,
    Tournament,
    VirtualPoints,
)
from rookery.order import line_up
from rookery.pairing.systems import not_swiss, system_of
from rookery.ranking.rank import standings
from rookery.regulations import CODES, scheme
from rookery.scoring import boards_per_match, outcome_table

Pairing = tuple[Sequence[tuple[int, int]], int | None]
"""White and Black of every board, and who receives the allocated bye."""

Pairer = Callable[[Tournament, History], Pairing]
"""Whoever pairs the next round; NoPairing when that cannot be done."""


def generate(settings: Settings | None = None, seed: int = 0, *, pairer: Pairer | None = None) -> Tournament:
    """A random tournament, paired round by round by the rules (or by `pairer`), with every result entered.

    It ends early, with as many rounds as could be paired, when a round has no legal pairing; the number of planned
    rounds stays as it was.

    >>> made = generate(Settings(players=8, rounds=5), seed=7)
    >>> made == generate(Settings(players=8, rounds=5), seed=7), len(made.rounds), made.planned
    (True, 5, 5)
    """
    plan = (settings or Settings()).drawn(Random(f"{seed} settings"))
    rng = Random(f"{seed} field")
    players, strengths = entrants(plan, rng)
    announced = replace(_announced(plan, seed), players=players, forbidden=forbidden(plan, rng))
    when = calendar(plan, rng)
    if plan.system == "team":
        announced = _entered(announced, plan, strengths, rng)
    play = _Play(strengths, plan.chances(), plan.match_forfeits or 0, Random(f"{seed} play"))
    history = _played(announced, plan, when, play, pairer or by_the_rules)
    return _finished(history, ranks=plan.ranks and bool(history.columns))


def by_the_rules(position: Tournament, history: History) -> Pairing:
    """The pairing of the next round by the system of the tournament."""
    if not_swiss(scheme(position.system).family):
        from rookery.pairing import formats

        outcome = formats.outcome(position)
    else:
        outcome = system_of(position).pair(position, history=history)
    return outcome.pairs, outcome.bye


def _announced(plan: Settings, seed: int) -> Tournament:
    """What is known before anybody has entered."""
    assert plan.points is not None
    code = CODES[plan.system or "dutch"]
    kind = "Individual: Round-Robin" if plan.system in PREDETERMINED else "Individual: Swiss-System"
    about = Event(name=f"Random tournament {seed}", type=kind, controller=f"Rookery {__version__}")
    return Tournament(
        event=about,
        planned=plan.rounds,
        system=f"{code}_BAKU" if plan.acceleration == "baku" else code,
        points=plan.points,
        ranking=("PTS", *(plan.tiebreaks or ())),
        initial_colour=plan.initial_colour,
    )


def _entered(announced: Tournament, plan: Settings, strengths: Strengths, rng: Random) -> Tournament:
    """The same for teams, who have entered: colours alternate from board to board."""
    boards, colours = plan.boards or 1, "" if plan.colour_type == "none" else f"_TYPE{plan.colour_type}"
    return replace(
        announced,
        event=replace(announced.event, type="Team: Swiss-System"),
        teams=squads(plan, strengths, rng),
        team_event=True,
        system=f"{CODES['team']}{colours}_{plan.scores}",
        match_points=plan.match_points or MATCH_POINTS,
        board_colours=("WB" * boards)[:boards],
    )


# -- the rounds


@dataclass(frozen=True, slots=True)
class _Play:
    """How it goes: the strengths of the players, the chances of every game, the share of matches forfeited, the lot."""

    strengths: Strengths
    chances: Chances
    match_forfeits: float
    rng: Random


def _played(announced: Tournament, plan: Settings, when: Calendar, play: _Play, pair: Pairer) -> History:
    """The history of the tournament after all its rounds, or those that could be paired."""
    position = replace(announced, requested=when.absences(1, play.rng))
    if plan.acceleration == "written":
        position = replace(position, acceleration=written_out(position))
    history = History(position)
    for number in range(1, (plan.play or 0) + 1):
        try:
            pairs, bye = pair(position, history)
        except NoPairing:
            break
        round = _round(position, when, pairs, bye, play)
        position = replace(position, rounds=(*position.rounds, round), requested=when.absences(number + 1, play.rng))
        history = history.extended(position)
    return history


def _round(
    position: Tournament, when: Calendar, pairs: Sequence[tuple[int, int]], bye: int | None, play: _Play
) -> Round:
    """The round as it was played, in the order in which a file gives it back: written and read again it is the same."""
    number = position.next_round
    games: list[Game] = []
    matches: list[Match] = []
    if position.team_event:
        matches = [_team_match(position, white, black, play) for white, black in pairs]
    elif scheme(position.system).two_game_matches:
        there, back = _games(pairs, play), _games([(black, white) for white, black in pairs], play)
        matches = [Match(one.white, one.black, (one, two)) for one, two in zip(there, back, strict=True)]
    else:
        games = sorted(_games(pairs, play), key=lambda game: game.white)
    matches.sort(key=lambda match: min(match.white, match.black))
    byes = [
        Bye(one.player, one.kind if when.entered(one.player, number) else ByeKind.NOT_ENTERED)
        for one in position.requested
    ]
    if bye is not None:
        byes.append(Bye(bye, ByeKind.PAIRING_ALLOCATED))
    if not_swiss(scheme(position.system).family):
        busy = {one for pair in pairs for one in pair}
        byes += [Bye(one, ByeKind.ZERO) for one in position.by_id if one not in busy]  # the free round
    byes.sort(key=lambda one: one.player)
    return Round(games=tuple(games), matches=tuple(matches), byes=tuple(byes))


def _games(pairs: Sequence[tuple[int, int]], play: _Play) -> list[Game]:
    """Every pair with its result."""
    strengths = play.strengths
    results = play.chances.results([strengths[white] - strengths[black] for white, black in pairs], play.rng)
    return [Game(white, black, result) for (white, black), result in zip(pairs, results, strict=True)]


def _team_match(position: Tournament, white: int, black: int, play: _Play) -> Match:
    """A match of two teams: forfeited as a whole, one time in five by both, or played board by board."""
    if play.rng.random() < play.match_forfeits:
        at = play.rng.random()
        lost = (Result.WHITE_BY_FORFEIT, Result.BLACK_BY_FORFEIT)[at < 0.4] if at < 0.8 else Result.DOUBLE_FORFEIT
        return Match(white, black, (), lost)
    boards = boards_per_match(position)
    sides = tuple(_seated(team, boards, play.rng) for team in position.teams if team.id in (white, black))
    seats = line_up(Tournament(teams=sides, board_colours=position.board_colours), white, black)
    return Match(white, black, tuple(_games([(game.white, game.black) for game in seats], play)))


def _seated(team: Team, boards: int, rng: Random) -> Team:
    """Those of a team who sit down, in the order of the roster: one in seven stays out if there are reserves."""
    spare = len(team.players) - boards
    out = [one for one in team.players if rng.random() < 1 / 7][:spare] if spare else []
    return replace(team, players=tuple(one for one in team.players if one not in out)[:boards])


# -- the end


def _finished(history: History, ranks: bool) -> Tournament:
    """The tournament with the points of its players and, if wanted, their ranks by the announced tie-breaks."""
    made = history.tournament
    view = history.before(made.next_round)
    places = {row.id: row.rank for row in standings(made).rows} if ranks else {}
    if made.team_event:
        return _finished_teams(made, history, places)
    players = (placed(one, view.score(one.id), places.get(one.id)) for one in made.players)
    return replace(made, players=tuple(players), requested=())


def _finished_teams(made: Tournament, history: History, places: Mapping[int, int]) -> Tournament:
    """The team event with match points, game points and ranks of the teams, and what each player has scored."""
    tallies = history.before(made.next_round).tallies
    by_games = scheme(made.system).primary == "GP"
    teams = []
    for team in made.teams:
        first, second = tallies[team.id].score, tallies[team.id].secondary
        matches, games = (second, first) if by_games else (first, second)
        teams.append(replace(team, match_points=matches, game_points=games, rank=places.get(team.id)))
    scored = _scored(made)
    players = tuple(placed(one, scored[one.id], None) for one in made.players)
    return replace(made, players=players, teams=tuple(teams), requested=())


def _scored(made: Tournament) -> dict[int, Points]:
    """The points of every player of a team event, on the boards."""
    worth, scored = outcome_table(made.points), dict.fromkeys((one.id for one in made.players), 0)
    for game in (game for round in made.rounds for match in round.matches for game in match.games):
        scored[game.white] += worth[game.result.white]
        scored[game.black] += worth[game.result.black]
    return scored


def written_out(position: Tournament) -> tuple[VirtualPoints, ...]:
    """The virtual points of the Baku method as records, one for a win's worth and one for half of it."""
    planned, group = position.planned or 0, group_a(position)
    values = [baku_value(planned, round, position.points.win) for round in range(1, planned + 1)]
    found = []
    for value in dict.fromkeys(filter(None, values)):
        rounds = [round for round, one in enumerate(values, 1) if one == value]
        found.append(VirtualPoints(group[0], group[-1], rounds[0], rounds[-1], points=value))
    return tuple(found)
