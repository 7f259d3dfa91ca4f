"""The generator: random tournaments that are paired by the rules; the seed reproduces them.

Chance comes from three streams of the seed, for the settings, the field and the play, so that a setting given instead
of drawn changes nothing else that was drawn.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from random import Random

from rookery._version import __version__
from rookery.acceleration import baku_value, group_a
from rookery.checking.entrants import Calendar, Strengths, calendar, entrants, forbidden, placed
from rookery.checking.results import Chances
from rookery.checking.settings import Settings
from rookery.errors import NoPairing
from rookery.history import History
from rookery.model import Bye, ByeKind, Event, Game, Match, Round, Tournament, VirtualPoints
from rookery.pairing.systems import system_of
from rookery.ranking.rank import standings
from rookery.regulations import CODES, scheme

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
    history = _played(announced, plan, calendar(plan, rng), strengths, Random(f"{seed} play"), pairer or by_the_rules)
    return _finished(history, ranks=plan.ranks and bool(history.columns))


def by_the_rules(position: Tournament, history: History) -> Pairing:
    """The pairing of the next round by the system of the tournament."""
    outcome = system_of(position).pair(position, history=history)
    return outcome.pairs, outcome.bye


def _announced(plan: Settings, seed: int) -> Tournament:
    """What is known before anybody has entered."""
    assert plan.points is not None
    code = CODES[plan.system or "dutch"]
    about = Event(
        name=f"Random tournament {seed}", type="Individual: Swiss-System", controller=f"Rookery {__version__}"
    )
    return Tournament(
        event=about,
        planned=plan.rounds,
        system=f"{code}_BAKU" if plan.acceleration == "baku" else code,
        points=plan.points,
        ranking=("PTS", *(plan.tiebreaks or ())),
        initial_colour=plan.initial_colour,
    )


def _played(
    announced: Tournament, plan: Settings, when: Calendar, strengths: Strengths, rng: Random, pair: Pairer
) -> History:
    """The history of the tournament after all its rounds, or those that could be paired."""
    chances = plan.chances()
    position = replace(announced, requested=when.absences(1, rng))
    if plan.acceleration == "written":
        position = replace(position, acceleration=written_out(position))
    history = History(position)
    for number in range(1, (plan.play or 0) + 1):
        try:
            pairs, bye = pair(position, history)
        except NoPairing:
            break
        round = _round(position, when, pairs, bye, strengths, chances, rng)
        position = replace(position, rounds=(*position.rounds, round), requested=when.absences(number + 1, rng))
        history = history.extended(position)
    return history


def _round(
    position: Tournament,
    when: Calendar,
    pairs: Sequence[tuple[int, int]],
    bye: int | None,
    strengths: Strengths,
    chances: Chances,
    rng: Random,
) -> Round:
    """The round as it was played."""
    number = position.next_round
    games = _games(pairs, strengths, chances, rng)
    matches: tuple[Match, ...] = ()
    if scheme(position.system).two_game_matches:
        back = _games([(black, white) for white, black in pairs], strengths, chances, rng)
        both = sorted(zip(games, back, strict=True), key=lambda match: min(match[0].white, match[0].black))
        matches = tuple(Match(one.white, one.black, (one, two)) for one, two in both)
    byes = [
        Bye(one.player, one.kind if when.entered(one.player, number) else ByeKind.NOT_ENTERED)
        for one in position.requested
    ]
    if bye is not None:
        byes.append(Bye(bye, ByeKind.PAIRING_ALLOCATED))
    # In the order in which a file gives them back: a tournament that is written and read again is the same.
    games.sort(key=lambda game: game.white)
    byes.sort(key=lambda one: one.player)
    return Round(games=() if matches else tuple(games), matches=matches, byes=tuple(byes))


def _games(pairs: Sequence[tuple[int, int]], strengths: Strengths, chances: Chances, rng: Random) -> list[Game]:
    """Every pair with its result."""
    results = chances.results([strengths[white] - strengths[black] for white, black in pairs], rng)
    return [Game(white, black, result) for (white, black), result in zip(pairs, results, strict=True)]


def _finished(history: History, ranks: bool) -> Tournament:
    """The tournament with the points of its players and, if wanted, their ranks by the announced tie-breaks."""
    made = history.tournament
    view = history.before(made.next_round)
    places = {row.id: row.rank for row in standings(made).rows} if ranks else {}
    players = (placed(one, view.score(one.id), places.get(one.id)) for one in made.players)
    return replace(made, players=tuple(players), requested=())


def written_out(position: Tournament) -> tuple[VirtualPoints, ...]:
    """The virtual points of the Baku method as records, one for a win's worth and one for half of it."""
    planned, group = position.planned or 0, group_a(position)
    values = [baku_value(planned, round, position.points.win) for round in range(1, planned + 1)]
    found = []
    for value in dict.fromkeys(filter(None, values)):
        rounds = [round for round, one in enumerate(values, 1) if one == value]
        found.append(VirtualPoints(group[0], group[-1], rounds[0], rounds[-1], points=value))
    return tuple(found)
