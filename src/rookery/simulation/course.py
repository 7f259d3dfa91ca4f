"""The course of a tournament: how everybody's chances stood before each round, by the forecasts of that day."""

from __future__ import annotations

from hashlib import sha256

from rookery.errors import RuleError
from rookery.model import ByeKind, Game, RequestedBye, Round, Tournament
from rookery.model.tournament import must_be_tournament
from rookery.model.unchecked import changed
from rookery.simulation.chances import Forecast
from rookery.simulation.estimate import Estimate
from rookery.simulation.forecast import forecast
from rookery.simulation.work import Progress
from rookery.typed import Any
from rookery.values import frozen


@frozen(repr=False)
class ForecastCourse:
    """How chances stood: a forecast for each round from some round on, in the order of the rounds.

    Each knows the pairing of its round and the results before it; the last, of a tournament that is running, is that
    of today, and knows the games of its round that are over.
    """

    forecasts: tuple[Forecast, ...]

    def __repr__(self) -> str:
        """The rounds, and by which model; all the numbers would be pages."""
        return f"ForecastCourse(rounds={self.rounds}, outcomes={self.last.outcomes!r}, digest={self.digest[:16]!r})"

    @property
    def rounds(self) -> tuple[int, ...]:
        """The number of the round that each forecast was made before."""
        return tuple(found.tournament.next_round for found in self.forecasts)

    @property
    def last(self) -> Forecast:
        """The latest of the forecasts."""
        return self.forecasts[-1]

    def within(self, one: int, places: int = 1) -> dict[int, Estimate]:
        """The chance to be among the first so many, as it stood before each round."""
        return {found.tournament.next_round: found.within(one, places) for found in self.forecasts}

    def score(self, one: int) -> dict[int, Estimate]:
        """The mean of the final scores, in points, as it stood before each round."""
        return {found.tournament.next_round: found.score(one) for found in self.forecasts}

    @property
    def digest(self) -> str:
        """A fingerprint of all numbers, whoever worked them out."""
        return sha256("".join(found.digest for found in self.forecasts).encode()).hexdigest()


def forecast_by_round(
    tournament: Tournament,
    count: int = 1000,
    seed: int = 0,
    *,
    since: int = 1,
    progress: Progress | None = None,
    **asked: Any,
) -> ForecastCourse:
    """How the chances of everybody stood before every round from `since` on, and stand now.

    For each round that is over the tournament is forecast as it was when that round had been paired; all else that is
    `asked` is as `forecast` takes it, and results that are `given` are those of the round being played. All forecasts
    have the same luck. Ratings and players are those of the file; who would ask for a bye, withdraw or be expelled
    later was not known yet. Of a tournament that is over the last forecast is that before its last round.

    >>> from rookery.model import Player, Result
    >>> event = Tournament(players=tuple(Player(one, rating=2000) for one in range(1, 5)), planned=2)
    >>> played = event.with_round(Round((Game(1, 3, Result.WHITE_WINS), Game(4, 2, Result.DRAW))))
    >>> course = forecast_by_round(played, count=50, outcomes="coin", spread=0)
    >>> course.rounds, course.last.exact, course.within(3)[2].value
    ((1, 2), True, 0.0)
    """
    must_be_tournament(tournament, "forecast_by_round")
    events = _as_it_was(tournament, since)
    given = asked.pop("given", None)
    if given and events[-1] is not tournament:
        raise RuleError("every round is played: there is no result left to take as given")
    found = []
    for at, event in enumerate(events):
        told = None if progress is None else _part_of(progress, at, len(events), count)
        now = {"given": given} if event is tournament else {}
        found.append(forecast(event, count, seed, progress=told, **asked, **now))
    return ForecastCourse(tuple(found))


def _as_it_was(tournament: Tournament, since: int) -> list[Tournament]:
    """The tournament before each round from this one on; the last is that of today, unless all is over."""
    rounds, planned = tournament.rounds, tournament.planned
    over = len(rounds) - bool(rounds and rounds[-1].pending)
    ended = planned is not None and over >= planned
    last = over if ended else over + 1
    if not 1 <= since <= last:
        raise RuleError(f"chances are told before the rounds 1 to {last}: there are none before round {since}")
    past = [_before_its_games(tournament, at) for at in range(since, over + 1) if rounds[at - 1].games]
    return past if ended else [*past, tournament]


def _before_its_games(tournament: Tournament, number: int) -> Tournament:
    """The tournament when this round had been paired, and nothing later was known."""
    round, gone = tournament.rounds[number - 1], _gone(tournament, number)
    later = range(number + 1, (tournament.planned or 0) + 1)
    return changed(
        tournament,
        rounds=(*tournament.rounds[: number - 1], changed(round, games=_open(round))),
        requested=tuple(RequestedBye(at, one) for at in later for one in gone),
        withdrawn=(),
        expelled=tuple(one for one in tournament.expelled if one.round <= number),
    )


def _open(round: Round) -> tuple[Game, ...]:
    """The games of a round before they were played."""
    return tuple(Game(game.white, game.black) for game in round.games)


def _gone(tournament: Tournament, number: int) -> list[int]:
    """Who was away in this round, without a point, and has not come back: they had withdrawn before it."""
    gone = set(tournament.by_id)
    for round in tournament.rounds[number - 1 :]:
        gone &= {bye.player for bye in round.byes if bye.kind is ByeKind.ZERO}
    for at in range(tournament.next_round, (tournament.planned or 0) + 1):
        gone &= tournament.absent(at).keys()
    return sorted(gone)


def _part_of(progress: Progress, at: int, parts: int, count: int) -> Progress:
    """Who is told of one part of the work tells of the whole, in which every part is as large."""

    def told(done: int, of: int) -> None:
        progress(at * count + done * count // of, parts * count)

    return told
