"""Forecasts by round: the chances of all players before each round, as forecast at that time."""

from __future__ import annotations

from hashlib import sha256
from typing import Any

from rookery._record import record
from rookery.errors import RuleError
from rookery.model import ByeKind, Game, RequestedBye, Round, Tournament
from rookery.model._construct import replace_unchecked
from rookery.model.tournament import require_tournament
from rookery.simulation.chances import Forecast
from rookery.simulation.estimate import Estimate
from rookery.simulation.forecast import forecast
from rookery.simulation.jobs import Progress


@record(repr=False)
class ForecastCourse:
    """A forecast for each round from some round on, in the order of the rounds.

    Each uses the pairing of its round and the results before it. The last forecast of a running tournament is the
    current one, which also uses the finished games of its round.
    """

    forecasts: tuple[Forecast, ...]

    def __repr__(self) -> str:
        """Return the rounds and the model; the numbers would fill pages."""
        return f"ForecastCourse(rounds={self.rounds}, outcomes={self.last.outcomes!r}, digest={self.digest[:16]!r})"

    @property
    def rounds(self) -> tuple[int, ...]:
        """The number of the round that each forecast precedes."""
        return tuple(forecast.tournament.next_round for forecast in self.forecasts)

    @property
    def last(self) -> Forecast:
        """The latest forecast."""
        return self.forecasts[-1]

    def within(self, player_id: int, places: int = 1) -> dict[int, Estimate]:
        """Return the chance to finish in the first `places`, before each round."""
        return {forecast.tournament.next_round: forecast.within(player_id, places) for forecast in self.forecasts}

    def score(self, player_id: int) -> dict[int, Estimate]:
        """Return the mean final score in points, before each round."""
        return {forecast.tournament.next_round: forecast.score(player_id) for forecast in self.forecasts}

    @property
    def digest(self) -> str:
        """A digest of all numbers, independent of how the work was divided."""
        return sha256("".join(forecast.digest for forecast in self.forecasts).encode()).hexdigest()


def forecast_by_round(
    tournament: Tournament,
    count: int = 1000,
    seed: int = 0,
    *,
    since: int = 1,
    progress: Progress | None = None,
    **options: Any,
) -> ForecastCourse:
    """Forecast a tournament before every round from `since` on, and as it is now.

    For each finished round the tournament is forecast as it was when that round had been paired. The other arguments
    are those of `forecast`; results that are `given` belong to the current round. All forecasts use the same random
    numbers. Ratings and players are those of the file; later byes, withdrawals and expulsions are not used. The last
    forecast of a finished tournament precedes its last round.

    >>> from rookery.model import Player, Result
    >>> event = Tournament(players=tuple(Player(n, rating=2000) for n in range(1, 5)), planned_rounds=2)
    >>> played = event.with_round(Round((Game(1, 3, Result.WHITE_WINS), Game(4, 2, Result.DRAW))))
    >>> course = forecast_by_round(played, count=50, outcomes="coin", spread=0)
    >>> course.rounds, course.last.exact, course.within(3)[2].value
    ((1, 2), True, 0.0)
    """
    require_tournament(tournament, "forecast_by_round")
    events = _past_states(tournament, since)
    given_results = options.pop("given", None)
    if given_results and events[-1] is not tournament:
        raise RuleError("every round is played: no result is left to assume")
    forecasts = []
    for index, event in enumerate(events):
        part_progress = None if progress is None else _progress_of_part(progress, index, len(events), count)
        current = {"given": given_results} if event is tournament else {}
        forecasts.append(forecast(event, count, seed, progress=part_progress, **options, **current))
    return ForecastCourse(tuple(forecasts))


def _past_states(tournament: Tournament, since: int) -> list[Tournament]:
    """Return the tournament before each round from `since` on; the last is the current state unless it is over."""
    rounds, planned = tournament.rounds, tournament.planned_rounds
    finished = len(rounds) - bool(rounds and rounds[-1].pending)
    is_over = planned is not None and finished >= planned
    last = finished if is_over else finished + 1
    if not 1 <= since <= last:
        raise RuleError(f"there are forecasts before the rounds 1 to {last}, not before round {since}")
    past = [
        _state_before_games(tournament, number) for number in range(since, finished + 1) if rounds[number - 1].games
    ]
    return past if is_over else [*past, tournament]


def _state_before_games(tournament: Tournament, number: int) -> Tournament:
    """Return the tournament when this round had been paired and nothing later was known."""
    round, withdrawn = tournament.rounds[number - 1], _withdrawn_before(tournament, number)
    later = range(number + 1, (tournament.planned_rounds or 0) + 1)
    return replace_unchecked(
        tournament,
        rounds=(*tournament.rounds[: number - 1], replace_unchecked(round, games=_without_results(round))),
        requested_byes=tuple(
            RequestedBye(round_number, player_id) for round_number in later for player_id in withdrawn
        ),
        withdrawn=(),
        expelled=tuple(expulsion for expulsion in tournament.expelled if expulsion.round <= number),
    )


def _without_results(round: Round) -> tuple[Game, ...]:
    """Return the games of a round without results."""
    return tuple(Game(game.white, game.black) for game in round.games)


def _withdrawn_before(tournament: Tournament, number: int) -> list[int]:
    """Return the players who scored zero-point byes from this round on and have not returned."""
    withdrawn = set(tournament.participants_by_number)
    for round in tournament.rounds[number - 1 :]:
        withdrawn &= {bye.player for bye in round.byes if bye.kind is ByeKind.ZERO}
    for later_round in range(tournament.next_round, (tournament.planned_rounds or 0) + 1):
        withdrawn &= tournament.absent(later_round).keys()
    return sorted(withdrawn)


def _progress_of_part(progress: Progress, index: int, parts: int, count: int) -> Progress:
    """Return a progress function for one of `parts` equally large parts."""

    def report(done_in_part: int, part_size: int) -> None:
        progress(index * count + done_in_part * count // part_size, parts * count)

    return report
