"""A study: which field, which systems, how many rounds, what is measured; and the verb that carries it out."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from concurrent.futures import Executor
from functools import cache, lru_cache
from itertools import combinations
from pathlib import Path

from rookery._version import __version__
from rookery.acceleration import virtual_points
from rookery.errors import RookeryError, RuleError
from rookery.formats.pairing import system_of
from rookery.history import History
from rookery.model import CLASSIC, MATCH_POINTS, Colour, Player, PointSystem, Team, Tournament
from rookery.model.unchecked import changed, undisturbed
from rookery.pairing.system import System
from rookery.ranking.rules import MARCH_2026
from rookery.regulations import FORMATS, Takes, code_of, scheme
from rookery.simulation.field import Entry, SimulatedField, TeamField, round_of, told
from rookery.simulation.findings import StudyResult
from rookery.simulation.luck import Luck
from rookery.simulation.measures import MEASURES, PlayedOut, Prizes
from rookery.simulation.orders import orders
from rookery.simulation.outcomes import DEFAULT, OutcomeModel, outcomes_named
from rookery.simulation.play import (
    Games,
    Pairer,
    by_system,
    by_the_rules,
    played_on,
    swiss_played_on,
    swiss_round,
    team_round,
)
from rookery.simulation.tally import Key, Sums
from rookery.simulation.work import Checkpoint, Progress, summed
from rookery.values import frozen

STOPPED = "stopped"
"""How many tournaments ended early, because nobody could pair a round."""


@frozen(kw_only=True)
class Study:
    """What is asked: tournaments of this field and length by these systems, ranked by these orders, so measured.

    A system is a name ("dutch"), a code of record 192, or one of `pairers`, which hold a name and whoever pairs under
    it; "+baku" accelerates. An order is a list of tie-breaks after the points, or "PTS" alone. With `each_round` tau is
    also measured after every round. `prizes` are the money of the measure of that name, by category and place; a field
    of teams plays the team Swiss, where `match_points` are those of a match.

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
            given = getattr(self, name)
            if isinstance(given, str) or not given:
                raise RuleError(f"{name} are a tuple of at least one, not {given!r}")
            if len(set(given)) < len(given):
                raise RuleError(f"one of the {name} is there twice: {', '.join(given)}")
        if not 1 <= self.rounds <= 99:
            raise RuleError(f"a tournament has between 1 and 99 rounds, not {self.rounds}")
        self.field.absences.must_fit(self.rounds)
        for name in self.measures:
            if name not in MEASURES:
                raise RuleError(f"there is no measure {name!r}: {', '.join(MEASURES)}")
        if ("prizes" in self.measures) is not bool(self.prizes):
            missing = "the measure of that name is missing" if self.prizes else "the money is missing"
            raise RuleError(f"prizes are measured where there are some: {missing}")
        self.model  # noqa: B018  # refused here if there is none
        for name in self.systems:
            self._must_pair(name)
        self._must_rank()

    @property
    def model(self) -> OutcomeModel:
        """How games end."""
        return outcomes_named(self.outcomes)

    def code(self, system: str) -> str:
        """The code of a system."""
        plain, accelerated = system.removesuffix("+baku"), system.endswith("+baku")
        return "FIDE_DUTCH_2026" if plain in dict(self.pairers) else code_of(plain) + "_BAKU" * accelerated

    def announced(self, system: str, entry: Entry) -> Tournament:
        """The tournament before round 1."""
        teams = bool(entry.teams)
        blank = _blank(self.code(system), self.rounds, self.points, self.match_points, teams, self._board_colours)
        who: tuple[Player | Team, ...] = entry.teams or entry.players
        return changed(
            blank,
            players=entry.players,
            teams=entry.teams,
            requested=entry.requested,
            forbidden=entry.forbidden,
            by_id={one.id: one for one in who},  # that of the blank one is nobody
        )

    @property
    def _board_colours(self) -> str:
        """Colours alternate from board to board of a match of teams."""
        return ("WB" * self.field.boards)[: self.field.boards] if isinstance(self.field, TeamField) else ""

    def pairer(self, system: str) -> Pairer:
        """Who pairs under this name."""
        named = dict(self.pairers).get(system)
        if named is not None:
            return named
        own = _system(self.code(system))
        return by_the_rules if own is None else by_system(own)

    def plain_system(self, system: str) -> System | None:
        """The Swiss system of this name, if it is no other pairer's and players meet in single games."""
        code = self.code(system)
        other = system in dict(self.pairers) or isinstance(self.field, TeamField) or scheme(code).two_game_matches
        return None if other else _system(code)

    @property
    def met_again(self) -> bool:
        """Whether the same strengths meet again and again: in every tournament, or by several systems."""
        return len(self.systems) > 1 or (isinstance(self.field, SimulatedField) and self.field.curve == "given")

    def _must_pair(self, system: str) -> None:
        teams = isinstance(self.field, TeamField)
        if system in dict(self.pairers) and not teams:
            return
        plan = scheme(self.code(system))
        if not plan.format.name:
            raise RuleError(f"there is no system called {system!r}: there are {', '.join(_simulated())}")
        takes_teams = plan.format.takes is Takes.TEAMS or plan.team
        if teams and not takes_teams:
            raise RuleError(f"{system} is for players, and this is a field of teams")
        if plan.format.sides or plan.format.eliminates:
            why = "a field has no two sides" if plan.format.sides else "everybody plays to the end"
            raise RuleError(f"{system} is not simulated: {why}")
        if takes_teams and not teams:
            raise RuleError(f"{system} is for teams, and this is a field of players")
        if system.endswith("+baku") and not plan.format.baku:
            raise RuleError(f"no text says how Baku accelerates {plan.format.called}")
        if isinstance(self.field, SimulatedField) and self.field.unrated and plan.format.needs_ratings:
            raise RuleError(f"{system} is paired by ratings: nobody can be unrated")

    def _must_rank(self) -> None:
        """Refuse tie-breaks that cannot be read, and points that cannot be accelerated, before anything is played."""
        entry = self.field.drawn(Luck(0, 0), self.rounds)
        system = "team" if isinstance(self.field, TeamField) else "dutch"
        orders(History(self.announced(system, entry)), self.orders, 0, MARCH_2026)
        for accelerated in (name for name in self.systems if name.endswith("+baku")):
            virtual_points(self.announced(accelerated, entry), 1)

    @property
    def told(self) -> str:
        """All that the answer depends on, in words: another study has other ones."""
        own = [(name, f"{pairer.__module__}.{pairer.__qualname__}") for name, pairer in self.pairers]
        named = (self.rounds, self.systems, self.model, self.orders, self.measures, self.points, self.each_round, own)
        money = [(group, sorted(places.items())) for group, places in (self.prizes or {}).items()]
        matches = () if self.match_points == MATCH_POINTS else (self.match_points,)
        return f"rookery {__version__}: ({', '.join([told(self.field), *map(repr, (*named, *money, *matches))])})"


def _simulated() -> list[str]:
    """The systems that a field can play: everybody against everybody else, to the end."""
    return sorted(name for name, format in FORMATS.items() if not (format.sides or format.eliminates))


@lru_cache(64)
def _blank(
    code: str, rounds: int, points: PointSystem, match_points: PointSystem, teams: bool, colours: str
) -> Tournament:
    """A tournament of nobody; a field that was drawn needs no check."""
    return Tournament(
        planned=rounds, system=code, points=points, match_points=match_points, initial_colour=Colour.WHITE,
        team_event=teams, board_colours=colours,
    )  # fmt: skip


@cache
def _system(code: str) -> System | None:
    """The Swiss system of this code, as it is in force; None if it is no Swiss."""
    return system_of(Tournament(system=code)) if scheme(code).format.swiss else None


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
    """Carry a study out on so many tournaments, each by every system with the same field and the same luck.

    Work goes to an `executor` of `concurrent.futures` (a Dask client's as well), to so many processes of our own, or is
    done here. With a `checkpoint`, a file, what is there is not done again. `progress` is told how many are done, of
    how many. The numbers depend on study, seed and count alone; `digest` is their fingerprint.

    >>> study = Study(field=SimulatedField.given(range(2100, 1300, -100)), rounds=3, outcomes="stronger")
    >>> simulate(study, count=5).mean("best", order="PTS").value
    1.0
    """
    if not isinstance(study, Study):
        raise TypeError(f"rookery.simulate takes a Study, not {type(study).__name__}")
    if count < 1:
        raise RuleError(f"at least one tournament is played, not {count}")
    kept = None if checkpoint is None else Checkpoint(Path(checkpoint), f"{study.told} seed {seed}")
    job = Job(study, seed, __version__)
    tally = summed(job, count, executor=executor, jobs=jobs, checkpoint=kept, progress=progress, chunk=chunk)
    asked = (study.systems, study.orders, study.measures, study.model.name)
    return StudyResult(study.told, study.field.size, *asked, seed, count, tally)


@frozen
class Job:
    """What a worker does: the tournaments from one number to before another; one of another version refuses."""

    study: Study
    seed: int
    version: str

    def __call__(self, first: int, last: int) -> Sums:
        """Play them, and count."""
        if self.version != __version__:
            raise RookeryError(f"this worker has Rookery {__version__}, and the work is for {self.version}")
        with undisturbed():  # a job is a second of work, and leaves next to no cycles
            return Sums.of(seen for number in range(first, last) for seen in observed(self.study, self.seed, number))


def observed(study: Study, seed: int, number: int) -> Iterator[tuple[Key, int]]:
    """Every number that one tournament gives, by all systems, and their differences."""
    found = played_by(study, study.systems, seed, number)
    seen = {name: dict(_seen(study, played)) for name, played in found.items()}
    for name, columns in seen.items():
        for (column, order, round), value in columns.items():
            yield (column, name, order, round), value
        yield (STOPPED, name, "", 0), int(len(found[name].history.sheets) < study.rounds)
    yield from _differences(seen, study.orders)


def _seen(study: Study, played: PlayedOut) -> Iterator[tuple[tuple[str, str, int], int]]:
    for measure in study.measures:
        for column, value, order, round in MEASURES[measure](played):
            yield (column, order, round), value


def _differences(seen: dict[str, dict[tuple[str, str, int], int]], orders: Sequence[str]) -> Iterator[tuple[Key, int]]:
    """What two systems differ in, and two orders of one system: tournament by tournament, of the same luck."""
    for one, other in combinations(seen, 2):
        for key in seen[one].keys() & seen[other].keys():
            column, order, round = key
            yield (column, one, order, round, other, order), seen[one][key] - seen[other][key]
    for name, columns in seen.items():
        for (column, order, round), value in columns.items():
            for against in orders[orders.index(order) + 1 :] if order else ():
                if (column, against, round) in columns:
                    yield (column, name, order, round, name, against), value - columns[column, against, round]


def one_played(study: Study, system: str, seed: int, number: int) -> PlayedOut:
    """One tournament of a study by one system, to its end."""
    return played_by(study, [system], seed, number)[system]


def played_by(study: Study, systems: Sequence[str], seed: int, number: int) -> dict[str, PlayedOut]:
    """One tournament of a study by these systems, with the same field and the same luck."""
    luck = Luck(seed, number, study.field.size)
    entry = study.field.drawn(luck, study.rounds)
    lots = luck.lots(range(1, study.field.size + 1))
    thresholds = study.model.thresholds if study.met_again else study.model.curves
    games = Games(entry.seated or entry.strengths, thresholds, luck, *map(round_of, study.field.absences.odd))
    found = {}
    for system in systems:
        history, rounds = _history(study, system, entry, games), {}
        if study.each_round:
            rounds = {at: orders(history, study.orders, at, MARCH_2026) for at in range(1, len(history.sheets) + 1)}
        final = orders(history, study.orders, None, MARCH_2026)
        found[system] = PlayedOut(history, entry.strengths, lots, final, rounds, study.prizes or {})
    return found


def _history(study: Study, system: str, entry: Entry, games: Games) -> History:
    """The rounds of one tournament by one system."""
    start, plain = study.announced(system, entry), study.plain_system(system)
    if plain is not None:
        return swiss_played_on(History.of(start), study.rounds, games, plain)
    pairer, two = study.pairer(system), scheme(start.system).two_game_matches
    next_round = team_round(games, pairer) if entry.teams else swiss_round(games, pairer, two)
    return played_on(History.of(start), study.rounds, next_round)
