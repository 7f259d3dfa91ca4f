"""A forecast: the futures of a running tournament, played many times over, or all of them where they are few."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from concurrent.futures import Executor
from fractions import Fraction
from functools import partial
from math import lcm
from pathlib import Path

from rookery._version import __version__
from rookery.errors import RookeryError, RuleError
from rookery.formats.catalogue import format_of
from rookery.formats.pairing import pair, system_of
from rookery.formats.standings import rules_for, standings
from rookery.history import History
from rookery.model import Game, Result, Round, Tournament
from rookery.model.tournament import must_be_tournament
from rookery.model.unchecked import changed, undisturbed
from rookery.ranking.crosstable import CrossTable
from rookery.ranking.prizes import awards
from rookery.ranking.rank import groups_by
from rookery.ranking.rules import TieBreakRules
from rookery.rating.norms import norms as audited
from rookery.simulation.amounts import must_be_whole
from rookery.simulation.belief import Belief, beliefs, drawn, expected_chances
from rookery.simulation.chances import Forecast
from rookery.simulation.conditions import MAY, RESULTS, SURE, WatchedWays
from rookery.simulation.futures import Futures
from rookery.simulation.luck import Luck
from rookery.simulation.measures import Prizes
from rookery.simulation.orders import by_lot
from rookery.simulation.outcomes import DEFAULT, WHOLE, OutcomeModel, outcomes_named
from rookery.simulation.play import Games, all_played_on, by_the_rules, played_on, swiss_round
from rookery.simulation.tally import Cell, Key, Sums
from rookery.simulation.work import Checkpoint, Progress, summed
from rookery.values import frozen, replace

Given = Mapping[tuple[int, int], Result | str]
"""Results that are taken as known, by White and Black."""

_TOGETHER = 6400
"""So many players are in the futures that are played together, round by round."""

MOST_COMBINED = 10_000_000
"""More combinations of results are not counted out."""


def forecast(
    tournament: Tournament, count: int = 1000, seed: int = 0, *,
    outcomes: str | OutcomeModel = DEFAULT, spread: int = 60, given: Given | None = None, tiebreaks: str | None = None,
    top: int = 1, norms: Iterable[tuple[int, str]] = (), prizes: Prizes | None = None, exact: bool | None = None,
    watched: Iterable[int] = (),
    executor: Executor | None = None, jobs: int | None = 1, checkpoint: str | Path | None = None,
    progress: Progress | None = None, chunk: int | None = None,
) -> Forecast:  # fmt: skip
    """The chances of everybody in a tournament that is running: places, points, opponents, norms, prizes.

    A round that is paired but not played stays as it is; one that is not is paired once, for all futures. `given`
    fixes results of that round. Every future draws each strength around rating and score so far (`spread` points wide;
    0: the rating itself). With one round to go, and no more combinations of results than `count`, all of them are
    counted, and the answer is `exact`; True or False asks for one or the other. What is still tied then is decided by
    lot: in a future that is drawn by one, in an exact answer by every lot there can be. `top` is how many places
    `turns_on` looks at. `norms` names players and titles, `prizes` the money by category and place. Of those who are
    `watched` an exact answer keeps which combinations put them first or at the top, for `must_happen`.

    >>> from rookery.model import Player
    >>> event = Tournament(players=tuple(Player(one, rating=2000) for one in range(1, 5)), planned=1)
    >>> found = forecast(event, outcomes="coin", spread=0)
    >>> found.exact, found.points(1), found.opponents(1, round=1)
    (True, {0: 0.5, 10: 0.5}, {3: 1.0})
    """
    must_be_tournament(tournament, "forecast")
    known = {two: Result.parse(end) if isinstance(end, str) else end for two, end in (given or {}).items()}
    start, round, _kept = _paired(tournament, known)  # the history is kept: all that follows asks for it
    plan = FutureJob(
        start=start, round=round, last=tournament.planned or 0, model=outcomes_named(outcomes),
        beliefs=tuple(beliefs(start, spread).items()), tiebreaks=tiebreaks, top=_top(top), norms=tuple(norms),
        prizes=_frozen_prizes(prizes), seed=seed, version=__version__, watched=tuple(sorted(set(watched))),
    )  # fmt: skip
    plan.must_work()
    plan, count = _counted_out(plan, count, exact)
    kept = None if checkpoint is None else Checkpoint(Path(checkpoint), plan.told)
    found = summed(plan, count, executor=executor, jobs=jobs, checkpoint=kept, progress=progress, chunk=chunk)
    return _found(plan, count, spread, known, found)


def _found(plan: FutureJob, count: int, spread: int, known: Mapping[tuple[int, int], Result], found: Sums) -> Forecast:
    """The forecast of which all numbers are found."""
    sums, ways = _apart(found) if plan.watched else (found, Sums({}))
    return Forecast(
        tournament=plan.start, round=plan.round, open=plan.open, top=plan.top, outcomes=plan.model.name,
        seed=plan.seed, count=count, exact=plan.exact, spread=spread, whole=plan.whole if plan.exact else count,
        given=tuple((*two, end) for two, end in known.items()), tiebreaks=plan.codes, watched=plan.watched, sums=sums,
        ways=ways,
    )  # fmt: skip


def _apart(found: Sums) -> tuple[Sums, Sums]:
    """The numbers, and the combinations that were kept: nobody's numbers are others because somebody is watched."""
    ways = {key: cell for key, cell in found.cells.items() if key[0] in (SURE, MAY)}
    return Sums({key: cell for key, cell in found.cells.items() if key not in ways}), Sums(ways)


def _counted_out(plan: FutureJob, count: int, exact: bool | None) -> tuple[FutureJob, int]:
    """The job and how many futures it has: all of a last round that has no more than asked for, else that many."""
    final, combinations = plan.start.next_round == plan.last, 3 ** len(plan.open)
    if exact and not final:
        raise RuleError("only a last round can be counted out: more than one round is to come")
    if exact and combinations > MOST_COMBINED:
        raise RuleError(
            f"{len(plan.open)} open games can end in {combinations:,} ways, and no more than {MOST_COMBINED:,} are"
            " counted out: take results as given, or let futures be drawn"
        )
    if exact or (exact is None and final and combinations <= min(count, MOST_COMBINED)):
        return replace(plan, exact=True), combinations
    if count < 1:
        raise RuleError(f"at least one future is played, not {count}")
    return replace(plan, watched=()), count


def _top(top: int) -> int:
    must_be_whole("how many places are looked at is a whole number", top, 1)
    return top


def _frozen_prizes(prizes: Prizes | None) -> tuple[tuple[str, tuple[tuple[int, Fraction], ...]], ...]:
    return tuple((group, tuple(places.items())) for group, places in (prizes or {}).items())


def _paired(tournament: Tournament, given: Mapping[tuple[int, int], Result]) -> tuple[Tournament, Round, History]:
    """The tournament before the round that is being played, that round, with the results that are given, and the
    history before it."""
    _must_be_forecast(tournament)
    rounds = tournament.rounds
    begun = bool(rounds and rounds[-1].pending)
    if begun:
        start = tournament.until(len(rounds))
    elif len(rounds) >= (tournament.planned or 0):
        raise RuleError("every round is played: there is nothing to forecast")
    else:
        start = tournament
    history = History.of(start)
    history.before(start.next_round)  # every earlier game must have ended
    round = rounds[-1] if begun else pair(start, history=history).round
    for (white, black), result in given.items():
        if result in (Result.PENDING, Result.ADJOURNED):
            raise RuleError(f"{white} - {black} taken as {result}: that is no result yet", who=(white, black))
        ended = [game.result for game in round.games if (game.white, game.black) == (white, black)]
        if ended and ended[0] not in (Result.PENDING, result):
            raise RuleError(
                f"{white} - {black} in round {start.next_round} is over, {ended[0]}: only a game that is still open can"
                f" be taken as {result}",
                who=(white, black),
            )
        round = round.with_result(white, black, result, f"round {start.next_round}")
    return start, round, history


def _must_be_forecast(tournament: Tournament) -> None:
    format = format_of(tournament)
    if tournament.team_event or format.games > 1 or not (format.swiss or format.everybody_meets):
        raise RuleError(f"{format.called} cannot be forecast: only games of players in a Swiss or a round robin")
    if tournament.planned is None:
        raise RuleError("how many rounds are planned is not known: a forecast needs the last one")


@frozen(kw_only=True)
class FutureJob:
    """What a worker does: the futures from one number to before another, or these combinations of results."""

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
        """White and Black of every game of the round that is not over."""
        return tuple((game.white, game.black) for game in self.round.pending)

    @property
    def codes(self) -> tuple[str, ...]:
        """The tie-breaks by which places are told: those asked for, or those announced."""
        if self.tiebreaks is None:
            return self.start.tiebreaks
        return tuple(code.strip() for code in self.tiebreaks.split(",") if code.strip())

    @property
    def shared(self) -> int:
        """What can be shared among any number of those who take part."""
        return lcm(*range(1, len(self.start.by_id) + 1))

    @property
    def whole(self) -> int:
        """What the weights of all combinations of results come to."""
        return int(WHOLE ** len(self.open)) * self.shared

    @property
    def _begun(self) -> Round:
        """The round that is being played, with the byes that were asked for."""
        return self.start.with_round(self.round).rounds[-1]

    @property
    def told(self) -> str:
        """All that the answer depends on."""
        from rookery.trf.write import dump

        asked = (self.round, self.last, self.model, self.beliefs, self.tiebreaks, self.top, self.norms, self.prizes)
        watched = (self.watched,) if self.watched else ()
        return f"rookery {self.version}: {dump(self.start)!r} {(*asked, self.seed, self.exact, *watched)!r}"

    def must_work(self) -> None:
        """Refuse what cannot be answered before anything is played."""
        groups_by(CrossTable.of(self.start, self.start.next_round - 1, rules_for(self.start)), self.tiebreaks)
        for one, title in self.norms:
            audited(self.start, player=one, title=title)
        for one in self.watched:
            if one not in self.start.by_id:
                raise RuleError(f"there is no player {one}", who=(one,))

    def __call__(self, first: int, last: int) -> Sums:
        """Play them, and count."""
        if self.version != __version__:
            raise RookeryError(f"this worker has Rookery {__version__}, and the work is for {self.version}")
        history, rules = History.of(self.start), rules_for(self.start)
        worth: dict[Key, Cell] = {}
        seen = Futures(self.open, self.top, self.start.next_round, history.ids)
        ways = WatchedWays(self.watched, dict.fromkeys((1, self.top)))
        futures = self._combined(history, first, last) if self.exact else self._drawn(history, first, last)
        with undisturbed():  # a job is a second of work, and leaves next to no cycles
            for weight, results, future, lot in futures:
                self._count(seen, ways, worth, weight, results, future, lot, rules)
            return Sums(seen.told() | worth | ways.told())

    def _drawn(self, history: History, first: int, last: int) -> Iterator[Future]:
        """Futures by luck."""
        system, begun = system_of(self.start) if format_of(self.start).swiss else None, self._begun
        open, most = self.open, max(self.start.by_id)
        known = {one: (mean, width) for one, (mean, width) in self.beliefs}  # plain ones are sooner taken apart
        certain = all(not width for _, width in known.values())
        over = [game for game in begun.games if game.result is not Result.PENDING]
        ways = [{end: Game(*two, end) for end in RESULTS} for two in open]  # the same games in every future
        thresholds = self.model.thresholds if certain else self.model.curves
        together = max(1, _TOGETHER // len(known))
        for number in range(first, last, together):
            lucks = [Luck(self.seed, each, most) for each in range(number, min(number + together, last))]
            games = [Games(drawn(known, luck), thresholds, luck) for luck in lucks]
            results = [each.results(open) for each in games]
            opened = [[ends[end] for ends, end in zip(ways, found, strict=True)] for found in results]
            futures = [history.followed_by(changed(begun, games=(*over, *played))) for played in opened]
            if system is None:
                ends = [swiss_round(each, by_the_rules) for each in games]
                futures = [played_on(future, self.last, end) for future, end in zip(futures, ends, strict=True)]
            else:
                futures = all_played_on(futures, self.last, games, system)
            for luck, found, future in zip(lucks, results, futures, strict=True):
                yield 1, found, future, partial(luck.number, "lot")

    def _combined(self, history: History, first: int, last: int) -> Iterator[Future]:
        """Every combination of results of the last round, with its chance; equals will share their places."""
        known, open = dict(self.beliefs), self.open
        chances = [expected_chances(self.model, known, *two) for two in open]
        begun, shared = self._begun, self.shared
        played = tuple(game for game in begun.games if game.result is not Result.PENDING)
        for number in range(first, last):
            weight, rest = shared, number
            results: list[Result] = []
            for each in chances:
                rest, at = divmod(rest, 3)
                weight *= each[at]
                results.append(RESULTS[at])
            if weight or self.watched:  # what is not likely by the model may happen
                games = (*played, *(Game(*two, result) for two, result in zip(open, results, strict=True)))
                yield weight, results, history.followed_by(changed(begun, games=games)), None

    # -- counting

    def _count(
        self,
        seen: Futures,
        ways: WatchedWays,
        worth: dict[Key, Cell],
        weight: int,
        results: Sequence[Result],
        history: History,
        lot: Callable[[int], int] | None,
        rules: TieBreakRules,
    ) -> None:
        """What becomes of everybody in one future; without a lot equals share their places."""
        made = history.tournament
        table = CrossTable.made(history, len(made.rounds), rules)
        groups, scores = groups_by(table, self.tiebreaks), _scores(history, table)
        if self.watched:
            ways.add(results, groups)
        if not weight:
            return
        if lot is None:
            seen.share(weight, groups, scores, results)
        else:
            later = made.rounds[self.start.next_round :]
            seen.add(weight, by_lot(groups, lot), scores, results, later)
            seen.stopped += len(made.rounds) < self.last
        for one, title in self.norms:
            met = audited(made, player=one, title=title)[0].met
            seen.norms["norm", one, title] += weight * met
        if self.prizes:
            self._count_prizes(worth, weight, made)

    def _count_prizes(self, worth: dict[Key, Cell], weight: int, made: Tournament) -> None:
        money = {group: dict(places) for group, places in self.prizes}
        ranked = standings(made, self.tiebreaks)
        won = Counter[int]()
        for award in awards(ranked, money):
            won[award.id] += award.amount
        for one, cents in won.items():
            times, total, squares = worth.get(("prize", one), (0, 0, 0))
            worth["prize", one] = times + weight, total + weight * cents, squares + weight * cents * cents


def _scores(history: History, table: CrossTable) -> Mapping[int, int]:
    """Everybody's points: those of the table, unless games of who left early are void in it."""
    return history.before(len(history.sheets) + 1).pairing_scores() if table.early else table.sheet().totals


Future = tuple[int, Sequence[Result], History, Callable[[int], int] | None]
"""A weight, how the open games ended, the history to the end, and everybody's lot if there is one."""
