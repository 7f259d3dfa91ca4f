"""Conduct: the verbs of a format, one value beside its facts (`rookery.regulations.Format`)."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from types import MappingProxyType

from rookery import on_demand
from rookery.errors import Problem, RuleError, Unsupported
from rookery.model import Round, Tournament
from rookery.regulations import Edition, Format, Scheme, scheme
from rookery.typed import TYPE_CHECKING, TypeVar
from rookery.values import Value, field
from rookery.wording import spoken, word

if TYPE_CHECKING:  # so that pairing does not wait for ranking, nor the other way round
    from random import Random

    from rookery.pairing.outcome import Pair
    from rookery.pairing.system import System
    from rookery.ranking.rank import Standings

T = TypeVar("T")

Draws = Mapping[str, Callable[["Random"], object]]
"""How settings of a random tournament are drawn, by their names."""

Recoloured = tuple[tuple[int, int], tuple[int, int]]
"""A board as it is recorded, and as the table has it, White first."""


class Wishes(Value, kw_only=True, eq=False, repr=False):
    """What an arbiter may say of a round before it is made.

    The pairs in `fixed` and the `bye` are the arbiter's. Where who loses is out, `through` names who goes on after a
    level match, and `games` is the length of a meeting.
    """

    fixed: tuple[Pair, ...] = ()
    bye: int | None = None
    through: tuple[int, ...] = ()
    games: int | None = None


NOTHING = Wishes()


class Editions(Mapping[Edition, "System"]):
    """The systems of a Swiss by edition, each where it is declared: imported when it is first asked for."""

    def __init__(self, homes: Mapping[Edition, str]) -> None:
        self.homes = MappingProxyType(dict(homes))

    def __getitem__(self, edition: Edition) -> System:
        module, _, name = self.homes[edition].rpartition(".")
        found: System = getattr(on_demand.module(f"rookery.pairing.{module}"), name)
        return found

    def __iter__(self) -> Iterator[Edition]:
        return iter(self.homes)

    def __len__(self) -> int:
        return len(self.homes)


def no_complaints(tournament: Tournament) -> tuple[Problem, ...]:
    """Nothing can be wrong with the rounds as a whole."""
    return ()


def no_table(tournament: Tournament) -> None:
    """No table gives the colours."""


def in_its_own_way(tournament: Tournament) -> str:
    """Nothing is said of how they are ranked."""
    return spoken("%(title)s: ranked in its own way. Not a FIDE system.",
                  title=word(scheme(tournament.system).format.title))  # fmt: skip


def any_length(entrants: int) -> int | None:
    """The number of rounds does not follow from the field."""
    return None


def nothing_told(plan: Scheme) -> Mapping[str, object]:
    """The code tells no more than the format."""
    return {}


def plain_code(settings: Mapping[str, object], code: str) -> str:
    """The code tells no more than the format."""
    return code


class Conduct(Value, kw_only=True, eq=False, repr=False):
    """How events of one format are run.

    A Swiss has `systems`, the rules of each edition; any other format has `next_round`, which gives the whole round.
    `because` says why two meet, and `left_over` why somebody has no opponent, where a table or a bracket decides it:
    what follows after the name, or a template of `spoken` with the name and the round in it.
    """

    format: Format
    systems: Mapping[Edition, System] = field(default_factory=dict)
    next_round: Callable[[Tournament, Wishes], Round] | None = None
    because: str = spoken("so the table says")
    left_over: Callable[[Tournament, Round, int], str] | None = None
    apart: Callable[[Tournament, int, int], str] | None = None
    """Why two who are both paired do not meet in the next round."""
    standings: Callable[[Tournament, int | None], Standings] | None = None
    """Where the format ranks in a way of its own: the standings after a round, or after the last complete one."""
    ranked_by: Callable[[Tournament], str] = in_its_own_way
    """By what it ranks then, in a sentence."""
    complaints: Callable[[Tournament], Iterable[Problem]] = no_complaints
    """What is wrong with the rounds as a whole: errors, and what is no more than a remark."""
    other_colours: Callable[[Tournament], Mapping[int, tuple[Recoloured, ...]] | None] = no_table
    """By round the boards whose colours a table gives otherwise; None where no table does."""
    schedule: Callable[[Tournament, bool | None], tuple[Round, ...]] | None = None
    """All rounds, where they are known beforehand; the last two of a first cycle turned round, or as is usual."""
    length: Callable[[int], int | None] = any_length
    """How many rounds it takes with so many entrants, where that follows from the field."""
    draws: Draws = field(default_factory=dict)
    """What the generator draws in another way than of a Dutch Swiss of players, after all the rest."""
    team_draws: Draws = field(default_factory=dict)
    """The same of teams, after that."""
    own_settings: tuple[str, ...] = ()
    """Settings of the generator that only this format takes."""
    told: Callable[[Scheme], Mapping[str, object]] = nothing_told
    """What a code tells of these settings."""
    code: Callable[[Mapping[str, object], str], str] = plain_code
    """The code with what these settings tell."""

    def __post_init__(self) -> None:
        for name in ("systems", "draws", "team_draws"):
            given = getattr(self, name)
            object.__setattr__(self, name, MappingProxyType(dict(given) if isinstance(given, dict) else given))
        format = self.format
        if format.swiss and (format.regulation is None or not self.systems):
            raise RuleError(spoken("%(called)s is a Swiss: it needs a regulation, and systems by edition",
                                   called=format.called))  # fmt: skip
        if not format.swiss and self.next_round is None:
            raise RuleError(spoken("%(called)s is no Swiss: it needs next_round", called=format.called))
        if format.ranks_itself and self.standings is None:
            raise RuleError(spoken("%(called)s ranks in its own way: it needs standings", called=format.called))

    def system(self, edition: Edition) -> System:
        """The rules of an edition; one that is not done here is refused."""
        found = self.systems.get(edition)
        if found is None:
            done = " and ".join(f"{each.since:%Y-%m}" for each in sorted(self.systems, key=lambda each: each.since))
            raise Unsupported(spoken("%(edition)s of the %(title)s: done here is %(done)s", edition=edition,
                                     title=edition.regulation.title, done=done))  # fmt: skip
        return found

    def round(self, tournament: Tournament, wishes: Wishes = NOTHING) -> Round:
        """The next round of a format that gives the whole of it."""
        if self.next_round is None:
            raise Unsupported(spoken("%(called)s does not give whole rounds: rookery.pair pairs it",
                                     called=self.format.called))  # fmt: skip
        if wishes.fixed or wishes.bye is not None:
            raise RuleError(spoken("the rounds of this format are given: there is nothing to fix"))
        if not self.format.eliminates:
            must_ask_nothing(wishes)
        return self.next_round(tournament, wishes)


def must_ask_nothing(wishes: Wishes) -> None:
    """Refuse what only a knock-out asks."""
    if wishes.through or wishes.games is not None:
        raise RuleError(spoken("who goes through, and in how many games, is a question of knock-outs only"))


def sometimes(rng: Random, often: float, most: float) -> float:
    """Mostly nothing, else up to so much."""
    here, much = rng.random(), rng.random()
    return round(much * most, 4) if here < often else 0.0


def one_of(*choices: T) -> Callable[[Random], T]:
    """A draw among these, each as likely."""
    return lambda rng: choices[rng.randrange(len(choices))]


def always(value: T) -> Callable[[Random], T]:
    """No draw at all."""
    return lambda rng: value


ABSENCES = ("half_byes", "full_byes", "zero_byes", "late_entries", "forbidden")
"""The settings that speak of somebody who is not there."""
EVERYBODY: Draws = MappingProxyType(dict.fromkeys(ABSENCES, always(0)))
"""Where everybody is there in every round."""
UNACCELERATED: Draws = MappingProxyType({"acceleration": always("none")})
