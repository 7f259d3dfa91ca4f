"""Studies: the field, systems, rounds and measures of a simulation, and the function that runs it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from concurrent.futures import Executor
from functools import cache, lru_cache
from itertools import combinations
from pathlib import Path

from rookery._record import record
from rookery._version import __version__
from rookery.errors import RookeryError, RuleError
from rookery.formats.resolve import resolve
from rookery.history.acceleration import virtual_points
from rookery.history.history import History
from rookery.model import CLASSIC, MATCH_POINTS, Colour, Player, PointSystem, Team, Tournament
from rookery.model._construct import pause_gc, replace_unchecked
from rookery.pairing.system import System
from rookery.ranking.rules import MARCH_2026
from rookery.regulations import FORMATS, EntrantKind, code_of, parse_type_code
from rookery.simulation.estimate import Key, Sums
from rookery.simulation.jobs import Progress, open_checkpoint, run_jobs
from rookery.simulation.metrics import MEASURES, PlayedOut, Prizes, ranking_orders
from rookery.simulation.play import (
    Games,
    Pairer,
    pair_by_tournament_rules,
    play_rounds,
    play_swiss_rounds,
    swiss_pairer,
    swiss_round,
    team_round,
)
from rookery.simulation.population import Entry, SimulatedField, TeamField, describe_field, share_in_millionths
from rookery.simulation.result_models import DEFAULT, OutcomeModel, find_outcome_model
from rookery.simulation.results import StudyResult
from rookery.simulation.rng import KeyedRandom

STOPPED = "stopped"
"""The number of tournaments that ended early because a round had no legal pairing."""


@record(kw_only=True)
class Study:
    """A simulation to run: tournaments of a field by several systems, ranked by several orders.

    A system is a name ("dutch"), a code of record 192, or one of `pairers`, which are pairs of a name and a pairing
    function; "+baku" accelerates. An order is a list of tie-breaks after the points, or "PTS" alone. With `each_round`
    tau is also measured after every round. `prizes` is the money for the measure of that name, by category and place. A
    field of teams plays the team Swiss, where `match_points` are those of a match.

    >>> Study(field=SimulatedField.uniform(8, 1400, 2200), rounds=3, systems=("dutch+baku",)).orders
    ('PTS',)
    >>> Study(field=SimulatedField.uniform(8, 1400, 2200), rounds=3, systems=("duch",))
    Traceback (most recent call last):
    rookery.errors.RuleError: there is no system called 'duch': there are burstein, ...
    """

    field: SimulatedField | TeamField
    rounds: int
    systems: tuple[str, ...] = ("dutch",)
    outcomes: str | OutcomeModel = DEFAULT
    orders: tuple[str, ...] = ("PTS",)
    measures: tuple[str, ...] = ("tau", "first")
    points: PointSystem = CLASSIC
    match_points: PointSystem = MATCH_POINTS
    each_round: bool = False
    pairers: tuple[tuple[str, Pairer], ...] = ()
    prizes: Prizes | None = None

    def __post_init__(self) -> None:
        for name in ("systems", "orders", "measures"):
            names = getattr(self, name)
            if isinstance(names, str) or not names:
                raise RuleError(f"{name} are a tuple of at least one, not {names!r}")
            if len(set(names)) < len(names):
                raise RuleError(f"one of the {name} is there twice: {', '.join(names)}")
        if not 1 <= self.rounds <= 99:
            raise RuleError(f"a tournament has between 1 and 99 rounds, not {self.rounds}")
        self.field.absences.check_rounds(self.rounds)
        for name in self.measures:
            if name not in MEASURES:
                raise RuleError(f"there is no measure {name!r}: {', '.join(MEASURES)}")
        if ("prizes" in self.measures) is not bool(self.prizes):
            missing = "the measure of that name is missing" if self.prizes else "the money is missing"
            raise RuleError(f"prizes are measured where there are some: {missing}")
        self.model  # noqa: B018  # raises RuleError for an unknown model
        for name in self.systems:
            self._check_system(name)
        self._check_orders()

    @property
    def model(self) -> OutcomeModel:
        """The model of game results."""
        return find_outcome_model(self.outcomes)

    def code(self, system: str) -> str:
        """Return the type code of a system."""
        plain, accelerated = system.removesuffix("+baku"), system.endswith("+baku")
        return "FIDE_DUTCH_2026" if plain in dict(self.pairers) else code_of(plain) + "_BAKU" * accelerated

    def initial_tournament(self, system: str, entry: Entry) -> Tournament:
        """Return the tournament before round 1."""
        teams = bool(entry.teams)
        blank = _blank_tournament(
            self.code(system), self.rounds, self.points, self.match_points, teams, self._board_colours
        )
        participants: tuple[Player | Team, ...] = entry.teams or entry.players
        return replace_unchecked(
            blank,
            players=entry.players,
            teams=entry.teams,
            requested_byes=entry.requested,
            forbidden_pairs=entry.forbidden,
            participants_by_number={
                participant.number: participant for participant in participants
            },  # the blank tournament has no participants
        )

    @property
    def _board_colours(self) -> str:
        """The colours of the boards of a team match, which alternate."""
        return ("WB" * self.field.boards)[: self.field.boards] if isinstance(self.field, TeamField) else ""

    def pairer(self, system: str) -> Pairer:
        """Return the pairing function of this name."""
        pairer = dict(self.pairers).get(system)
        if pairer is not None:
            return pairer
        swiss_system = _swiss_system(self.code(system))
        return pair_by_tournament_rules if swiss_system is None else swiss_pairer(swiss_system)

    def plain_system(self, system: str) -> System | None:
        """Return the Swiss system of this name; None for custom pairers, teams and two-game matches."""
        code = self.code(system)
        is_special = (
            system in dict(self.pairers) or isinstance(self.field, TeamField) or parse_type_code(code).two_game_matches
        )
        return None if is_special else _swiss_system(code)

    @property
    def reuses_strengths(self) -> bool:
        """Whether the same strengths recur: in every tournament, or in several systems."""
        return len(self.systems) > 1 or (isinstance(self.field, SimulatedField) and self.field.curve == "given")

    def _check_system(self, system: str) -> None:
        teams = isinstance(self.field, TeamField)
        if system in dict(self.pairers) and not teams:
            return
        type_code = parse_type_code(self.code(system))
        if not type_code.format.name:
            raise RuleError(f"there is no system called {system!r}: there are {', '.join(_simulated_systems())}")
        takes_teams = type_code.format.entrants is EntrantKind.TEAMS or type_code.team
        if teams and not takes_teams:
            raise RuleError(f"{system} is for players, and this is a field of teams")
        if type_code.format.sides or type_code.format.eliminates:
            reason = "a field has no two sides" if type_code.format.sides else "everybody plays to the end"
            raise RuleError(f"{system} is not simulated: {reason}")
        if takes_teams and not teams:
            raise RuleError(f"{system} is for teams, and this is a field of players")
        if system.endswith("+baku") and not type_code.format.baku:
            raise RuleError(f"no text says how Baku accelerates {type_code.format.noun_phrase}")
        if isinstance(self.field, SimulatedField) and self.field.unrated and type_code.format.needs_ratings:
            raise RuleError(f"{system} is paired by ratings: nobody can be unrated")

    def _check_orders(self) -> None:
        """Raise RuleError for unreadable tie-breaks and for points that cannot be accelerated, before any game."""
        entry = self.field.draw(KeyedRandom(0, 0), self.rounds)
        system = "team" if isinstance(self.field, TeamField) else "dutch"
        ranking_orders(History(self.initial_tournament(system, entry)), self.orders, 0, MARCH_2026)
        for accelerated in (name for name in self.systems if name.endswith("+baku")):
            virtual_points(self.initial_tournament(accelerated, entry), 1)

    @property
    def description(self) -> str:
        """A text of everything that the result depends on, unique to the study."""
        pairers = [(name, f"{pairer.__module__}.{pairer.__qualname__}") for name, pairer in self.pairers]
        settings = (
            self.rounds,
            self.systems,
            self.model,
            self.orders,
            self.measures,
            self.points,
            self.each_round,
            pairers,
        )
        money = [(group, sorted(places.items())) for group, places in (self.prizes or {}).items()]
        matches = () if self.match_points == MATCH_POINTS else (self.match_points,)
        parts = [describe_field(self.field), *map(repr, (*settings, *money, *matches))]
        return f"rookery {__version__}: ({', '.join(parts)})"


def _simulated_systems() -> list[str]:
    """Return the names of the systems that can be simulated."""
    return sorted(name for name, format in FORMATS.items() if not (format.sides or format.eliminates))


@lru_cache(64)
def _blank_tournament(
    code: str, rounds: int, points: PointSystem, match_points: PointSystem, teams: bool, colours: str
) -> Tournament:
    """Return a tournament without participants; a drawn field needs no validation."""
    return Tournament(
        planned_rounds=rounds, system=code, points=points, match_points=match_points, initial_colour=Colour.WHITE,
        team_event=teams, board_colours=colours,
    )  # fmt: skip


@cache
def _swiss_system(code: str) -> System | None:
    """Return the Swiss system of this code in its edition in force; None for other formats."""
    return resolve(Tournament(system=code)) if parse_type_code(code).format.swiss else None


def simulate(
    study: Study,
    count: int = 1000,
    seed: int = 0,
    *,
    executor: Executor | None = None,
    jobs: int | None = 1,
    checkpoint: str | Path | None = None,
    progress: Progress | None = None,
    chunk: int | None = None,
) -> StudyResult:
    """Run a study: `count` tournaments, each by every system with the same field and random numbers.

    The work is done by an `executor` of `concurrent.futures` (also of a Dask client), by `jobs` processes, or in this
    process. Results stored in the file `checkpoint` are reused. `progress` is called with the finished and the total
    number. The numbers depend on study, seed and count alone; `digest` is their fingerprint.

    Args:
        study: The study.
        count: The number of tournaments.
        seed: The seed of all random numbers.
        executor: The executor that does the work.
        jobs: The number of processes; None: one for each core.
        checkpoint: The file in which results are stored.
        progress: The function that is called with finished and total.
        chunk: The number of tournaments in one part of the work.

    Returns:
        The measures of every system, with their spread.

    Raises:
        RuleError: The study cannot be run.

    >>> study = Study(field=SimulatedField.given(range(2100, 1300, -100)), rounds=3, outcomes="stronger")
    >>> simulate(study, count=5).mean("best", order="PTS").value
    1.0
    """
    if not isinstance(study, Study):
        raise TypeError(f"rookery.simulate takes a Study, not {type(study).__name__}")
    if count < 1:
        raise RuleError(f"at least one tournament is played, not {count}")
    job = Job(study, seed, __version__)
    with open_checkpoint(checkpoint, f"{study.description} seed {seed}") as store:
        tally = run_jobs(job, count, executor=executor, jobs=jobs, checkpoint=store, progress=progress, chunk=chunk)
    settings = (study.systems, study.orders, study.measures, study.model.name)
    return StudyResult(study.description, study.field.size, *settings, seed, count, tally)


@record
class Job:
    """A worker's function: plays a range of tournaments. Raises RookeryError in another version of Rookery."""

    study: Study
    seed: int
    version: str

    def __call__(self, first: int, last: int) -> Sums:
        """Play the tournaments and return the sums of their measurements."""
        if self.version != __version__:
            raise RookeryError(f"this worker has Rookery {__version__}, and the work is for {self.version}")
        with pause_gc():  # a job takes about a second and leaves few cycles
            return Sums.from_values(
                measurement
                for number in range(first, last)
                for measurement in measure_all_systems(self.study, self.seed, number)
            )


def measure_all_systems(study: Study, seed: int, number: int) -> Iterator[tuple[Key, int]]:
    """Yield every number of one tournament, for all systems, and the differences between them."""
    tournaments = play_by_systems(study, study.systems, seed, number)
    measurements = {name: dict(_measure_tournament(study, tournament)) for name, tournament in tournaments.items()}
    for name, columns in measurements.items():
        for (column, order, round), value in columns.items():
            yield (column, name, order, round), value
        yield (STOPPED, name, "", 0), int(len(tournaments[name].history.round_columns) < study.rounds)
    yield from _measure_differences(measurements, study.orders)


def _measure_tournament(study: Study, tournament: PlayedOut) -> Iterator[tuple[tuple[str, str, int], int]]:
    for measure in study.measures:
        for column, value, order, round in MEASURES[measure](tournament):
            yield (column, order, round), value


def _measure_differences(
    measurements: dict[str, dict[tuple[str, str, int], int]], orders: Sequence[str]
) -> Iterator[tuple[Key, int]]:
    """Yield the differences between two systems, and between two orders of one system, for the same random numbers."""
    for first_system, second_system in combinations(measurements, 2):
        for key in measurements[first_system].keys() & measurements[second_system].keys():
            column, order, round = key
            yield (
                (column, first_system, order, round, second_system, order),
                measurements[first_system][key] - measurements[second_system][key],
            )
    for name, columns in measurements.items():
        for (column, order, round), value in columns.items():
            for other_order in orders[orders.index(order) + 1 :] if order else ():
                if (column, other_order, round) in columns:
                    yield (column, name, order, round, name, other_order), value - columns[column, other_order, round]


def play_tournament(study: Study, system: str, seed: int, number: int) -> PlayedOut:
    """Return one tournament of a study, played to its end by one system."""
    return play_by_systems(study, [system], seed, number)[system]


def play_by_systems(study: Study, systems: Sequence[str], seed: int, number: int) -> dict[str, PlayedOut]:
    """Return one tournament of a study for each system, with the same field and random numbers."""
    rng = KeyedRandom(seed, number, study.field.size)
    entry = study.field.draw(rng, study.rounds)
    lots = rng.lots(range(1, study.field.size + 1))
    thresholds = study.model.thresholds if study.reuses_strengths else study.model.curves
    games = Games(
        entry.seated or entry.strengths,
        thresholds,
        rng,
        *map(share_in_millionths, study.field.absences.irregular_shares),
    )
    tournaments = {}
    for system in systems:
        history, rounds = _play_history(study, system, entry, games), {}
        if study.each_round:
            rounds = {
                round_number: ranking_orders(history, study.orders, round_number, MARCH_2026)
                for round_number in range(1, len(history.round_columns) + 1)
            }
        final = ranking_orders(history, study.orders, None, MARCH_2026)
        tournaments[system] = PlayedOut(history, entry.strengths, lots, final, rounds, study.prizes or {})
    return tournaments


def _play_history(study: Study, system: str, entry: Entry, games: Games) -> History:
    """Return the rounds of one tournament by one system."""
    start, plain = study.initial_tournament(system, entry), study.plain_system(system)
    if plain is not None:
        return play_swiss_rounds(History.for_tournament(start), study.rounds, games, plain)
    pairer, two_games = study.pairer(system), parse_type_code(start.system).two_game_matches
    next_round = team_round(games, pairer) if entry.teams else swiss_round(games, pairer, two_games)
    return play_rounds(History.for_tournament(start), study.rounds, next_round)
