"""Forecasts of a running tournament: its futures simulated many times, or all of them where there are few.

The strengths of the players are estimated from their ratings and the results so far.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from concurrent.futures import Executor
from fractions import Fraction
from functools import partial
from itertools import product
from math import lcm, log, sqrt
from pathlib import Path
from statistics import NormalDist
from typing import NamedTuple

from rookery._record import record, replace
from rookery._version import __version__
from rookery.errors import RookeryError, RuleError
from rookery.formats.pair import pair
from rookery.formats.resolve import get_format, resolve
from rookery.formats.standings import rules_for, standings
from rookery.history.history import History
from rookery.model import Game, Result, Round, Tournament
from rookery.model._construct import pause_gc, replace_unchecked
from rookery.model.tournament import require_tournament
from rookery.ranking.crosstable import CrossTable
from rookery.ranking.prizes import awards
from rookery.ranking.rules import TieBreakRules
from rookery.ranking.standings import ranking_groups
from rookery.rating.norms import norms as audit_norms
from rookery.simulation.chances import Forecast, Futures
from rookery.simulation.conditions import MAY, RESULTS, SURE, WatchedWays
from rookery.simulation.estimate import Cell, Key, Sums
from rookery.simulation.jobs import Progress, open_checkpoint, run_jobs
from rookery.simulation.metrics import Prizes, order_by_lot
from rookery.simulation.play import Games, pair_by_tournament_rules, play_rounds, play_swiss_futures, swiss_round
from rookery.simulation.population import check_whole_number
from rookery.simulation.result_models import DEFAULT, WHOLE, OutcomeModel, find_outcome_model
from rookery.simulation.rng import KeyedRandom

_STEEP = log(10) / 400
"""The slope of the logistic curve between equal players."""
_GRID = [NormalDist().inv_cdf((2 * index + 1) / 18) for index in range(9)]
"""Nine equally likely quantiles of the normal distribution."""


class Belief(NamedTuple):
    """The estimate of a strength: the mean and the standard deviation of a normal distribution."""

    mean: float
    width: float


def draw_strengths(estimates: Mapping[int, tuple[float, float]], rng: KeyedRandom) -> dict[int, int]:
    """Return a strength for each player in one simulated future, drawn from the estimates (mean, width)."""
    player_ids = list(estimates)
    return dict(zip(player_ids, rng.all_around("strength", player_ids, estimates.values()), strict=True))


def estimate_strengths(tournament: Tournament, spread: int) -> dict[int, Belief]:
    """Return the estimated strength of each player: the rating with an error of `spread`, updated by the games.

    The estimate is one Newton step from the rating: games with an uncertain outcome have the greatest weight. Without a
    spread, strengths equal ratings. An unrated player counts as strong as the weakest rated one.
    """
    if spread < 0:
        raise RuleError(f"the spread of strengths is not negative: {spread}")
    ratings = _ratings(tournament)
    if not spread:
        return {player_id: Belief(rating, 0.0) for player_id, rating in ratings.items()}
    slope, information = dict.fromkeys(ratings, 0.0), dict.fromkeys(ratings, 1 / spread**2)
    for game in (game for round in tournament.rounds for game in round.games if game.result.played):
        worth = _WORTH.get(game.result)
        if worth is None:
            continue
        expected = 1 / (1 + 10 ** ((ratings[game.black] - ratings[game.white]) / 400))
        for player_id, surplus in ((game.white, worth - expected), (game.black, expected - worth)):
            slope[player_id] += _STEEP * surplus
            information[player_id] += _STEEP**2 * expected * (1 - expected)
    return {
        player_id: Belief(rating + slope[player_id] / information[player_id], sqrt(1 / information[player_id]))
        for player_id, rating in ratings.items()
    }


def _ratings(tournament: Tournament) -> dict[int, int]:
    """Return the rating of each player; an unrated player has that of the weakest."""
    ratings = [player.rating for player in tournament.players if player.rating]
    if not ratings:
        raise RuleError("nobody has a rating: how strong they are is not known")
    least = tournament.unrated or min(ratings)
    return {player.number: player.rating or least for player in tournament.players}


_WORTH = {
    Result.WHITE_WINS: 1.0, Result.DRAW: 0.5, Result.BLACK_WINS: 0.0, Result.UNRATED_WHITE_WINS: 1.0,
    Result.UNRATED_DRAW: 0.5, Result.UNRATED_BLACK_WINS: 0.0,
}  # fmt: skip


def expected_chances(
    model: OutcomeModel, estimates: Mapping[int, Belief], white: int, black: int
) -> tuple[int, int, int]:
    """Return the chances of a game in millionths, averaged over the uncertain strengths of both players."""
    strengths = [
        [round(estimates[player_id].mean + z * estimates[player_id].width) for z in _GRID]
        for player_id in (white, black)
    ]
    chances = [model.chances(*pair) for pair in product(*strengths)]
    win, draw = (sum(outcome[index] for outcome in chances) // len(chances) for index in (0, 1))
    return win, draw, 1_000_000 - win - draw


Given = Mapping[tuple[int, int], Result | str]
"""Results that are assumed, by White and Black."""

_TOGETHER = 6400
"""The number of players in the futures that are played together, round by round."""

MOST_COMBINED = 10_000_000
"""The maximum number of combinations of results that are enumerated."""


def forecast(
    tournament: Tournament, count: int = 1000, seed: int = 0, *,
    outcomes: str | OutcomeModel = DEFAULT, spread: int = 60, given: Given | None = None, tiebreaks: str | None = None,
    top: int = 1, norms: Iterable[tuple[int, str]] = (), prizes: Prizes | None = None, exact: bool | None = None,
    watched: Iterable[int] = (),
    executor: Executor | None = None, jobs: int | None = 1, checkpoint: str | Path | None = None,
    progress: Progress | None = None, chunk: int | None = None,
) -> Forecast:  # fmt: skip
    """Forecast a running tournament: chances of places, points, opponents, norms and prizes.

    A round that is paired but not played is kept; otherwise the round is paired once, for all futures. `given` fixes
    results of that round. Every future draws each strength around the rating and the score so far (with deviation
    `spread`; 0: the rating itself). With one round to go, and no more combinations of results than `count`, all of them
    are counted and the forecast is `exact`; True or False requires one or the other. Remaining ties are broken by lot:
    by one lot in a random future, by all possible lots in an exact forecast. `top` is the number of places for
    `turns_on`. `norms` names players and titles, `prizes` the money by category and place. For `watched` players an
    exact forecast stores which combinations put them first or at the top, for `must_happen`.

    Args:
        tournament: The tournament.
        count: The number of futures.
        seed: The seed of all random numbers.
        outcomes: The model of results, or its name.
        spread: The deviation of strengths from ratings.
        given: Results of the next round that are taken for granted.
        tiebreaks: The tie-breaks in place of the tournament's own.
        top: The number of places for `turns_on`.
        norms: Players and titles, as (number, title).
        prizes: The money by category and place.
        exact: Whether all combinations must be counted; by default if they are few.
        watched: The players for `must_happen`.
        executor: The executor that does the work.
        jobs: The number of processes; None: one for each core.
        checkpoint: The file in which results are stored.
        progress: The function that is called with finished and total.
        chunk: The number of futures in one part of the work.

    Returns:
        The forecast.

    Raises:
        RuleError: The tournament is over, or an argument does not fit it.

    >>> from rookery.model import Player
    >>> event = Tournament(players=tuple(Player(n, rating=2000) for n in range(1, 5)), planned_rounds=1)
    >>> result = forecast(event, outcomes="coin", spread=0)
    >>> result.exact, result.points(1), result.opponents(1, round=1)
    (True, {0: 0.5, 10: 0.5}, {3: 1.0})
    """
    require_tournament(tournament, "forecast")
    given_results = {
        pair: Result.parse(result) if isinstance(result, str) else result for pair, result in (given or {}).items()
    }
    start, round, _history = _prepare_round(tournament, given_results)  # keeps the cached history alive
    job = FutureJob(
        start=start, round=round, last=tournament.planned_rounds or 0, model=find_outcome_model(outcomes),
        beliefs=tuple(estimate_strengths(start, spread).items()), tiebreaks=tiebreaks, top=_check_top(top),
        norms=tuple(norms), prizes=_frozen_prizes(prizes), seed=seed, version=__version__,
        watched=tuple(sorted(set(watched))),
    )  # fmt: skip
    job.check()
    job, count = _choose_exact(job, count, exact)
    with open_checkpoint(checkpoint, job.description) as store:
        sums = run_jobs(job, count, executor=executor, jobs=jobs, checkpoint=store, progress=progress, chunk=chunk)
    return _build_forecast(job, count, spread, given_results, sums)


def _build_forecast(
    job: FutureJob, count: int, spread: int, given_results: Mapping[tuple[int, int], Result], totals: Sums
) -> Forecast:
    """Return the forecast with these numbers."""
    sums, ways = _split_ways(totals) if job.watched else (totals, Sums({}))
    return Forecast(
        tournament=job.start, round=job.round, open=job.open, top=job.top, outcomes=job.model.name,
        seed=job.seed, count=count, exact=job.exact, spread=spread, whole=job.total_weight if job.exact else count,
        given=tuple((*pair, result) for pair, result in given_results.items()), tiebreaks=job.codes,
        watched=job.watched, sums=sums, ways=ways,
    )  # fmt: skip


def _split_ways(sums: Sums) -> tuple[Sums, Sums]:
    """Split the sums into the numbers and the stored combinations of watched players.

    The combinations do not affect the digest.
    """
    ways = {key: cell for key, cell in sums.cells.items() if key[0] in (SURE, MAY)}
    return Sums({key: cell for key, cell in sums.cells.items() if key not in ways}), Sums(ways)


def _choose_exact(job: FutureJob, count: int, exact: bool | None) -> tuple[FutureJob, int]:
    """Return the job and its number of futures: all results of a last round if there are few, otherwise `count`."""
    final, combinations = job.start.next_round == job.last, 3 ** len(job.open)
    if exact and not final:
        raise RuleError("only a last round can be counted out: more than one round is to come")
    if exact and combinations > MOST_COMBINED:
        raise RuleError(
            f"{len(job.open)} open games can end in {combinations:,} ways, and no more than {MOST_COMBINED:,} are"
            " counted out: take results as given, or let futures be drawn"
        )
    if exact or (exact is None and final and combinations <= min(count, MOST_COMBINED)):
        return replace(job, exact=True), combinations
    if count < 1:
        raise RuleError(f"at least one future is played, not {count}")
    return replace(job, watched=()), count


def _check_top(top: int) -> int:
    check_whole_number("how many places are looked at is a whole number", top, 1)
    return top


def _frozen_prizes(prizes: Prizes | None) -> tuple[tuple[str, tuple[tuple[int, Fraction], ...]], ...]:
    return tuple((group, tuple(places.items())) for group, places in (prizes or {}).items())


def _prepare_round(
    tournament: Tournament, given_results: Mapping[tuple[int, int], Result]
) -> tuple[Tournament, Round, History]:
    """Return the tournament before the current round, that round with the given results, and the history before it."""
    _check_format(tournament)
    rounds = tournament.rounds
    is_started = bool(rounds and rounds[-1].pending)
    if is_started:
        start = tournament.before_round(len(rounds))
    elif len(rounds) >= (tournament.planned_rounds or 0):
        raise RuleError("every round is played: there is nothing to forecast")
    else:
        start = tournament
    history = History.for_tournament(start)
    history.before(start.next_round)  # raises an error if an earlier game is unfinished
    round = rounds[-1] if is_started else pair(start, history=history).round
    for (white, black), result in given_results.items():
        if result in (Result.PENDING, Result.ADJOURNED):
            raise RuleError(f"{white} - {black} taken as {result}: that is no result yet", participants=(white, black))
        ended = [game.result for game in round.games if (game.white, game.black) == (white, black)]
        if ended and ended[0] not in (Result.PENDING, result):
            raise RuleError(
                f"{white} - {black} in round {start.next_round} is over, {ended[0]}: only a game that is still open can"
                f" be taken as {result}",
                participants=(white, black),
            )
        round = round.with_result(white, black, result, f"round {start.next_round}")
    return start, round, history


def _check_format(tournament: Tournament) -> None:
    format = get_format(tournament)
    if tournament.team_event or format.games > 1 or not (format.swiss or format.is_round_robin):
        raise RuleError(f"{format.noun_phrase} cannot be forecast: only games of players in a Swiss or a round robin")
    if tournament.planned_rounds is None:
        raise RuleError("how many rounds are planned is not known: a forecast needs the last one")


@record(kw_only=True)
class FutureJob:
    """A worker's function: plays a range of futures or of combinations of results."""

    start: Tournament
    round: Round
    last: int
    model: OutcomeModel
    beliefs: tuple[tuple[int, Belief], ...]
    tiebreaks: str | None
    top: int
    norms: tuple[tuple[int, str], ...]
    prizes: tuple[tuple[str, tuple[tuple[int, Fraction], ...]], ...]
    seed: int
    version: str
    exact: bool = False
    watched: tuple[int, ...] = ()

    @property
    def open(self) -> tuple[tuple[int, int], ...]:
        """White and Black of every unfinished game of the round."""
        return tuple((game.white, game.black) for game in self.round.pending)

    @property
    def codes(self) -> tuple[str, ...]:
        """The tie-breaks that rank the players: those requested, or those of the tournament."""
        if self.tiebreaks is None:
            return self.start.tiebreaks_after_points
        return tuple(code.strip() for code in self.tiebreaks.split(",") if code.strip())

    @property
    def share_unit(self) -> int:
        """A number that every group size of participants divides."""
        return lcm(*range(1, len(self.start.participants_by_number) + 1))

    @property
    def total_weight(self) -> int:
        """The sum of the weights of all combinations of results."""
        return int(WHOLE ** len(self.open)) * self.share_unit

    @property
    def _current_round(self) -> Round:
        """The current round, with the requested byes."""
        return self.start.with_round(self.round).rounds[-1]

    @property
    def description(self) -> str:
        """A text of everything that the result depends on."""
        from rookery.trf.serialize import dump

        settings = (self.round, self.last, self.model, self.beliefs, self.tiebreaks, self.top, self.norms, self.prizes)
        watched = (self.watched,) if self.watched else ()
        return f"rookery {self.version}: {dump(self.start)!r} {(*settings, self.seed, self.exact, *watched)!r}"

    def check(self) -> None:
        """Raise RuleError for tie-breaks, norms and players that cannot be forecast, before any game is played."""
        ranking_groups(
            CrossTable.for_tournament(self.start, self.start.next_round - 1, rules_for(self.start)), self.tiebreaks
        )
        for player_id, title in self.norms:
            audit_norms(self.start, player=player_id, title=title)
        for player_id in self.watched:
            if player_id not in self.start.participants_by_number:
                raise RuleError(f"there is no player {player_id}", participants=(player_id,))

    def __call__(self, first: int, last: int) -> Sums:
        """Play the futures and return the sums."""
        if self.version != __version__:
            raise RookeryError(f"this worker has Rookery {__version__}, and the work is for {self.version}")
        history, rules = History.for_tournament(self.start), rules_for(self.start)
        prize_cells: dict[Key, Cell] = {}
        counts = Futures(self.open, self.top, self.start.next_round, history.ids)
        ways = WatchedWays(self.watched, dict.fromkeys((1, self.top)))
        futures = (
            self._exact_futures(history, first, last) if self.exact else self._random_futures(history, first, last)
        )
        with pause_gc():  # a job takes about a second and leaves few cycles
            for weight, results, future, lot in futures:
                self._count_future(counts, ways, prize_cells, weight, results, future, lot, rules)
            return Sums(counts.to_cells() | prize_cells | ways.to_cells())

    def _random_futures(self, history: History, first: int, last: int) -> Iterator[Future]:
        """Yield random futures."""
        system, current_round = resolve(self.start) if get_format(self.start).swiss else None, self._current_round
        open_pairs, largest_id = self.open, max(self.start.participants_by_number)
        estimates = {
            player_id: (mean, width) for player_id, (mean, width) in self.beliefs
        }  # plain tuples unpack faster
        certain = all(not width for _, width in estimates.values())
        finished_games = [game for game in current_round.games if game.result is not Result.PENDING]
        games_by_result = [
            {end: Game(*two, end) for end in RESULTS} for two in open_pairs
        ]  # the same games in every future
        thresholds = self.model.thresholds if certain else self.model.curves
        batch_size = max(1, _TOGETHER // len(estimates))
        for number in range(first, last, batch_size):
            rngs = [
                KeyedRandom(self.seed, future_number, largest_id)
                for future_number in range(number, min(number + batch_size, last))
            ]
            games = [Games(draw_strengths(estimates, rng), thresholds, rng) for rng in rngs]
            results = [future_games.results(open_pairs) for future_games in games]
            open_games = [
                [ends[end] for ends, end in zip(games_by_result, future_results, strict=True)]
                for future_results in results
            ]
            futures = [
                history.append_round(replace_unchecked(current_round, games=(*finished_games, *new_games)))
                for new_games in open_games
            ]
            if system is None:
                ends = [swiss_round(future_games, pair_by_tournament_rules) for future_games in games]
                futures = [play_rounds(future, self.last, end) for future, end in zip(futures, ends, strict=True)]
            else:
                futures = play_swiss_futures(futures, self.last, games, system)
            for rng, future_results, future in zip(rngs, results, futures, strict=True):
                yield 1, future_results, future, partial(rng.number, "lot")

    def _exact_futures(self, history: History, first: int, last: int) -> Iterator[Future]:
        """Yield every combination of results of the last round with its weight; ties will share their places."""
        estimates, open_pairs = dict(self.beliefs), self.open
        chances = [expected_chances(self.model, estimates, *pair) for pair in open_pairs]
        current_round, share_unit = self._current_round, self.share_unit
        finished_games = tuple(game for game in current_round.games if game.result is not Result.PENDING)
        for number in range(first, last):
            weight, rest = share_unit, number
            results: list[Result] = []
            for game_chances in chances:
                rest, result_index = divmod(rest, 3)
                weight *= game_chances[result_index]
                results.append(RESULTS[result_index])
            if weight or self.watched:  # a result of chance 0 is still possible
                games = (
                    *finished_games,
                    *(Game(*pair, result) for pair, result in zip(open_pairs, results, strict=True)),
                )
                yield weight, results, history.append_round(replace_unchecked(current_round, games=games)), None

    # -- counting

    def _count_future(
        self,
        counts: Futures,
        ways: WatchedWays,
        prize_cells: dict[Key, Cell],
        weight: int,
        results: Sequence[Result],
        history: History,
        lot: Callable[[int], int] | None,
        rules: TieBreakRules,
    ) -> None:
        """Count one future; without a lot, tied players share their places."""
        finished = history.tournament
        table = CrossTable.from_history(history, len(finished.rounds), rules)
        groups, scores = ranking_groups(table, self.tiebreaks), _scores(history, table)
        if self.watched:
            ways.add(results, groups)
        if not weight:
            return
        if lot is None:
            counts.share(weight, groups, scores, results)
        else:
            later = finished.rounds[self.start.next_round :]
            counts.add(weight, order_by_lot(groups, lot), scores, results, later)
            counts.stopped += len(finished.rounds) < self.last
        for player_id, title in self.norms:
            is_met = audit_norms(finished, player=player_id, title=title)[0].is_met
            counts.norms["norm", player_id, title] += weight * is_met
        if self.prizes:
            self._count_prizes(prize_cells, weight, finished)

    def _count_prizes(self, prize_cells: dict[Key, Cell], weight: int, finished: Tournament) -> None:
        money = {group: dict(places) for group, places in self.prizes}
        table = standings(finished, self.tiebreaks)
        won = Counter[int]()
        for award in awards(table, money):
            won[award.id] += award.amount
        for player_id, cents in won.items():
            times, total, squares = prize_cells.get(("prize", player_id), (0, 0, 0))
            prize_cells["prize", player_id] = times + weight, total + weight * cents, squares + weight * cents * cents


def _scores(history: History, table: CrossTable) -> Mapping[int, int]:
    """Return the points of all players: those of the table, unless it voids games of players who left early."""
    return history.before(len(history.round_columns) + 1).pairing_scores() if table.early else table.sheet().totals


Future = tuple[int, Sequence[Result], History, Callable[[int], int] | None]
"""A weight, the results of the open games, the complete history, and the lots of a random future."""
