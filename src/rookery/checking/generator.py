"""The generator: random tournaments that are paired by the rules; the seed reproduces them.

Chance comes from three streams of the seed, for the settings, the field and the play, so that a setting given instead
of drawn changes nothing else that was drawn.
"""

from __future__ import annotations

from collections.abc import Mapping
from random import Random

from rookery._version import __version__
from rookery.acceleration import written_out
from rookery.checking.entrants import Calendar, Strengths, calendar, entrants, forbidden, squads
from rookery.checking.placings import ranks as ranks_of
from rookery.checking.random_round import Play, played, played_by_format
from rookery.checking.settings import Settings
from rookery.formats.catalogue import conduct_named
from rookery.history import History
from rookery.model import MATCH_POINTS, Event, Points, RequestedBye, Round, Tournament
from rookery.model.unchecked import altered, undisturbed
from rookery.regulations import scheme
from rookery.scoring import outcome_table
from rookery.simulation.play import Pairer, Pairing, by_the_rules, played_on
from rookery.values import replace

__all__ = ["Pairer", "Pairing", "by_the_rules", "generate"]


def generate(settings: Settings | None = None, seed: int = 0, *, pairer: Pairer | None = None) -> Tournament:
    """A random tournament, paired round by round by the rules (or by `pairer`), with every result entered.

    It ends early, with as many rounds as could be paired, when a round has no legal pairing; the number of planned
    rounds stays as it was.

    >>> made = generate(Settings(players=8, rounds=5), seed=7)
    >>> made == generate(Settings(players=8, rounds=5), seed=7), len(made.rounds), made.planned
    (True, 5, 5)
    """
    with undisturbed():
        return _generated(settings or Settings(), seed, pairer)


def _generated(settings: Settings, seed: int, pairer: Pairer | None) -> Tournament:
    """The tournament of these settings and this seed."""
    plan = settings.drawn(Random(f"{seed} settings"))
    rng = Random(f"{seed} field")
    players, strengths = entrants(plan, rng)
    announced = replace(_announced(plan, seed), players=players, forbidden=forbidden(plan, rng))
    when = calendar(plan, rng)
    if plan.teams:
        announced = _entered(announced, plan, strengths, rng)
    play = Play(strengths, plan.chances(), plan.match_forfeits or 0, Random(f"{seed} play"))
    history = _played(announced, plan, when, play, pairer)
    return _finished(history, ranks=plan.ranks and bool(history.sheets))


def _announced(plan: Settings, seed: int) -> Tournament:
    """What is known before anybody has entered."""
    assert plan.points is not None
    code = _code(plan)
    about = Event(name=f"Random tournament {seed}", type=scheme(code).words, controller=f"Rookery {__version__}")
    return Tournament(
        event=about,
        planned=plan.rounds,
        system=code,
        points=plan.points,
        ranking=("PTS", *(plan.tiebreaks or ())) if plan.tiebreaks or not plan.format.ranks_itself else (),
        initial_colour=plan.initial_colour,
    )


def _code(plan: Settings) -> str:
    """The code of the system with everything that it can tell."""
    conduct = conduct_named(plan.format.name)
    told = {name: getattr(plan, name) for name in conduct.own_settings}
    code = conduct.code(told, plan.format.code_for(teams=bool(plan.teams)))
    return f"{code}_BAKU" if plan.acceleration == "baku" else code


def _entered(announced: Tournament, plan: Settings, strengths: Strengths, rng: Random) -> Tournament:
    """The same for teams, who have entered; colours alternate from board to board but in a Scheveningen match."""
    boards, table = plan.boards or 1, plan.format.sides
    return replace(
        announced,
        teams=squads(plan, strengths, rng),
        team_event=True,
        match_points=plan.match_points or MATCH_POINTS,
        board_colours="" if table else ("WB" * boards)[:boards],
    )


# -- the rounds


def _played(announced: Tournament, plan: Settings, when: Calendar, play: Play, pairer: Pairer | None) -> History:
    """The history of the tournament after all its rounds, or those that could be paired."""
    position = replace(announced, requested=when.absences(1, play.rng))
    if plan.acceleration == "written":
        position = replace(position, acceleration=written_out(position))
    by_format = pairer is None and not plan.format.swiss
    paired_by = pairer or by_the_rules
    known_to_fit = pairer is None and plan.format.swiss and not plan.teams

    def next_round(position: Tournament, history: History) -> tuple[Round, tuple[RequestedBye, ...]]:
        if by_format:
            round = played_by_format(position, when, play)
        else:
            pairs, bye = paired_by(position, history)
            round = played(position, when, pairs, bye, play)
        return round, when.absences(position.next_round + 1, play.rng)

    return played_on(History(position), plan.play or 0, next_round, known_to_fit=known_to_fit)


# -- the end


def _finished(history: History, ranks: bool) -> Tournament:
    """The tournament with the points of its players and, if wanted, their ranks by the announced tie-breaks."""
    made = history.tournament
    view = history.before(made.next_round)
    places = {one: first for one, (first, _) in ranks_of(made).items()} if ranks else {}
    if made.team_event:
        return _finished_teams(made, history, places)
    ids = [one.id for one in made.players]
    players = altered(made.players, points=list(map(view.score, ids)), rank=list(map(places.get, ids)))
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
    players = altered(made.players, points=[scored[one.id] for one in made.players], rank=[None] * len(made.players))
    return replace(made, players=tuple(players), teams=tuple(teams), requested=())


def _scored(made: Tournament) -> dict[int, Points]:
    """The points of every player of a team event, on the boards."""
    worth, scored = outcome_table(made.points), dict.fromkeys((one.id for one in made.players), 0)
    for game in (game for round in made.rounds for match in round.matches for game in match.games):
        scored[game.white] += worth[game.result.white]
        scored[game.black] += worth[game.result.black]
    return scored
