"""The field of a simulated tournament: who plays, how strong they are, what is known of it, and who stays away.

Strength is not rating: a field draws strengths, and a rating is the strength with an error.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from itertools import repeat, starmap

from rookery.elo import half_up
from rookery.errors import RuleError
from rookery.model import ByeKind, Forbidden, Player, RequestedBye, Team, Tournament
from rookery.model.limits import MOST_RATING
from rookery.model.unchecked import many
from rookery.simulation.amounts import (
    Amount,
    any_of,
    in_round,
    must_be_amount,
    must_be_share,
    must_be_whole,
    must_fit_rounds,
)
from rookery.simulation.luck import Luck
from rookery.simulation.outcomes import WHOLE
from rookery.typed import TYPE_CHECKING, Any
from rookery.values import NamedTuple, fields, frozen

if TYPE_CHECKING:
    from typing import Self

_LEAST, _MOST = 1, MOST_RATING

_CALLED = {
    "half_byes": "half-point byes", "full_byes": "full-point byes", "zero_byes": "zero-point byes",
    "unusual": "unusual results",
}  # fmt: skip
"""What a refusal calls absences whose name would not say it."""


@frozen(kw_only=True)
class Absences:
    """How often somebody is not there, or a game is not played for; what is 0 draws nothing.

    `half_byes`, `full_byes` and `zero_byes` are asked for in each round: by so many of those who are there (2), each
    with that chance (0.03), or by one of these for each round. So many players, or that share of them, arrive late or
    leave before the end. Of the games that share is won by `forfeits`, lost by both without being played
    (`double_forfeits`), or ends ½-0, 0-½ or 0-0 (`unusual`).
    """

    half_byes: Amount = 0.0
    full_byes: Amount = 0.0
    zero_byes: Amount = 0.0
    late_entries: int | float = 0.0
    withdrawals: int | float = 0.0
    forfeits: float = 0.0
    double_forfeits: float = 0.0
    unusual: float = 0.0

    def __post_init__(self) -> None:
        for each in fields(self):
            said, value = _CALLED.get(each.name, each.name.replace("_", " ")), getattr(self, each.name)
            if each.name in ("forfeits", "double_forfeits", "unusual"):
                must_be_share(f"the share of {said}", value)
            elif isinstance(value, tuple) and "byes" not in each.name:
                raise RuleError(f"{said} are of the whole tournament, not round by round: {value!r}")
            else:
                must_be_amount(said, value)
        if sum(self.odd) > 1:
            raise RuleError("forfeits and unusual results are more than all games together")

    def must_fit(self, rounds: int) -> None:
        """Refuse byes for more rounds than there are."""
        for name in ("half_byes", "full_byes", "zero_byes"):
            must_fit_rounds(_CALLED.get(name, name), getattr(self, name), rounds)

    @property
    def odd(self) -> tuple[float, float, float]:
        """The shares of the games that do not end in the ordinary way."""
        return self.forfeits, self.double_forfeits, self.unusual

    def asked(self, luck: Luck, everybody: Iterable[int], rounds: int) -> tuple[RequestedBye, ...]:
        """The byes of a whole tournament; in every round at least two are there."""
        everybody = list(everybody)
        kinds = [(kind, amount) for kind, amount in self._kinds if any_of(amount)]
        if not (kinds or self.late_entries or self.withdrawals):
            return ()
        late, leaving = (
            _some(luck, what, everybody, amount)
            for what, amount in (("late", self.late_entries), ("leaving", self.withdrawals))
        )
        arrives = {one: luck.between("arrives", one, 2, 2 + rounds // 3) for one in late}
        leaves = {one: luck.between("leaves", one, 2, max(2, rounds)) for one in leaving}
        found = []
        for number in range(1, rounds + 1):
            away = {one: ByeKind.ZERO for one in everybody if number < arrives.get(one, 1)}
            away |= {one: ByeKind.ZERO for one in everybody if leaves.get(one, rounds + 1) <= number}
            for kind, amount in kinds:
                here = [one for one in everybody if one not in away]
                away |= dict.fromkeys(_some(luck, kind.value, here, in_round(amount, number), number), kind)
            for one in sorted(away)[: max(0, len(away) - (len(everybody) - 2))]:
                del away[one]
            found += [(number, one, away[one]) for one in sorted(away)]
        return tuple(starmap(RequestedBye, found))

    @property
    def _kinds(self) -> tuple[tuple[ByeKind, Amount], ...]:
        return (ByeKind.HALF, self.half_byes), (ByeKind.ZERO, self.zero_byes), (ByeKind.FULL, self.full_byes)


def _some(luck: Luck, what: str, who: Sequence[int], amount: int | float, again: int = 0) -> list[int]:
    """So many of these, or each with that chance."""
    if isinstance(amount, float):
        return [one for one in who if luck.happens(what, one, round_of(amount), again)] if amount else []
    return sorted(sorted(who, key=lambda one: (luck.number(what, one, again), one))[:amount]) if amount else []


def round_of(share: float) -> int:
    """A share in millionths."""
    return round(share * WHOLE)


class Entry(NamedTuple):
    """Who plays one tournament: the players in initial order, how strong each is, and the byes they ask for.

    Of teams `strengths` are those of the teams, and `seated` those of their players.
    """

    players: tuple[Player, ...]
    strengths: dict[int, int]
    requested: tuple[RequestedBye, ...] = ()
    teams: tuple[Team, ...] = ()
    seated: Mapping[int, int] = {}
    forbidden: tuple[Forbidden, ...] = ()


@frozen(kw_only=True)
class SimulatedField:
    """Who plays: so many players, the curve from which their strengths come, and the error of their ratings.

    A curve is "uniform" (between `low` and `high`), "normal" (around `mean`), or "given" one by one. That share of the
    players is `unrated`; so many groups of two or three are `forbidden` to meet.

    >>> SimulatedField.uniform(32, 1400, 2200, noise=100).size, SimulatedField.given([2400, 2300]).size
    (32, 2)
    """

    size: int
    curve: str
    low: int = _LEAST
    high: int = _MOST
    mean: int = 0
    deviation: int = 0
    strengths: tuple[int, ...] = ()
    noise: int = 0
    people: tuple[Player, ...] = ()
    absences: Absences = Absences()
    unrated: float = 0.0
    forbidden: int = 0

    def __post_init__(self) -> None:
        must_be_share("the share of unrated players", self.unrated)
        must_be_amount("forbidden groups", self.forbidden)
        if self.curve not in ("uniform", "normal", "given"):
            raise RuleError(f"strengths are uniform, normal or given, not {self.curve!r}")
        must_be_whole("how many players there are is a whole number", self.size, 2)
        if not _LEAST <= self.low <= self.high <= _MOST:
            raise RuleError(f"strengths lie between {_LEAST} and {_MOST}, the lower first: not {self.low}-{self.high}")
        if self.noise < 0 or self.deviation < 0:
            raise RuleError("the width of a curve is not negative")
        for one in self.strengths:
            if not _LEAST <= one <= _MOST:
                raise RuleError(f"a strength is a whole number between {_LEAST} and {_MOST}, not {one!r}")

    @classmethod
    def uniform(
        cls, size: int, low: int, high: int, *, noise: int = 0, absences: Absences | None = None,
        unrated: float = 0.0, forbidden: int = 0,
    ) -> Self:  # fmt: skip
        """So many players, as likely at any strength between these two; ratings are off by a normal error."""
        more = cls._more(noise, absences, unrated, forbidden)
        return cls(size=size, curve="uniform", low=low, high=high, **more)

    @classmethod
    def normal(
        cls, size: int, mean: int, deviation: int, *, noise: int = 0, absences: Absences | None = None,
        unrated: float = 0.0, forbidden: int = 0,
    ) -> Self:  # fmt: skip
        """So many players around a mean strength."""
        more = cls._more(noise, absences, unrated, forbidden)
        return cls(size=size, curve="normal", mean=mean, deviation=deviation, **more)

    @classmethod
    def given(
        cls, strengths: Iterable[int], *, noise: int = 0, absences: Absences | None = None, unrated: float = 0.0,
        forbidden: int = 0,
    ) -> Self:  # fmt: skip
        """Players of these strengths, in every tournament the same."""
        known = tuple(sorted(strengths, reverse=True))
        more = cls._more(noise, absences, unrated, forbidden)
        return cls(size=len(known), curve="given", strengths=known, **more)

    @classmethod
    def like(
        cls, tournament: Tournament, *, noise: int = 0, absences: Absences | None = None, unrated: float = 0.0,
        forbidden: int = 0,
    ) -> Self:  # fmt: skip
        """The players of a tournament, as strong as they are rated; who has no rating is as strong as the weakest."""
        if tournament.team_event:
            raise RuleError("a field is made of players, and this is an event of teams")
        least = min((one.rating for one in tournament.players if one.rating), default=None)
        if least is None:
            raise RuleError("nobody has a rating: how strong they are is not known")
        people = tuple(sorted(tournament.players, key=lambda one: -(one.rating or least)))
        strengths = tuple(one.rating or least for one in people)
        more = cls._more(noise, absences, unrated, forbidden)
        return cls(size=len(people), curve="given", strengths=strengths, people=people, **more)

    @staticmethod
    def _more(noise: int, absences: Absences | None, unrated: float, forbidden: int) -> dict[str, Any]:
        """What fields of every curve have."""
        return {"noise": noise, "absences": absences or Absences(), "unrated": unrated, "forbidden": forbidden}

    def in_teams(self, boards: int, apart: int = 100) -> TeamField:
        """The same for teams of so many boards: strengths are those of teams, their players lie around them."""
        return TeamField(of=self, boards=boards, apart=apart)

    def drawn(self, luck: Luck, rounds: int) -> Entry:
        """The field of one tournament."""
        strengths = self.drawn_strengths(luck)
        ratings = self.rated(luck, strengths)
        order = sorted(range(self.size), key=ratings.__getitem__, reverse=True)  # equals stay as they are
        if self.unrated:  # who has no rating comes last, by lot
            hidden = set(_some(luck, "unrated", range(self.size), float(self.unrated)))
            last = sorted(hidden, key=lambda at: luck.number("unrated lot", at))
            order = [*(at for at in order if at not in hidden), *last]
            ratings = [0 if at in hidden else rating for at, rating in enumerate(ratings)]
        ids = range(1, self.size + 1)
        seen: Mapping[str, list[object]] = {"rating": [ratings[at] or None for at in order]}
        if self.people:
            seen = {**seen, **self._persons(order)}
        players = many(Player, id=ids, **seen)
        return Entry(
            tuple(players),
            dict(zip(ids, [strengths[at] for at in order], strict=True)),
            self.absences.asked(luck, ids, rounds),
            forbidden=self.apart(luck, rounds),
        )

    def apart(self, luck: Luck, rounds: int) -> tuple[Forbidden, ...]:
        """The groups who may not meet, as the generator has them: mostly two, mostly in all rounds."""
        found = []
        for group in range(self.forbidden):
            size = 2 if luck.happens("forbidden two", group, 700_000) else 3
            who = _some(luck, f"forbidden {group}", range(1, self.size + 1), min(size, self.size))
            always = luck.happens("forbidden always", group, 700_000)
            found.append(Forbidden(tuple(who), 1 if always else luck.between("forbidden from", group, 1, rounds)))
        return tuple(found)

    def rated(self, luck: Luck, strengths: list[int]) -> list[int]:
        """The ratings of players of these strengths."""
        if not self.noise:
            return strengths
        noisy = luck.all_around("error", range(len(strengths)), zip(strengths, repeat(self.noise), strict=False))
        return [one if _LEAST <= one <= _MOST else min(max(one, _LEAST), _MOST) for one in noisy]

    def drawn_strengths(self, luck: Luck) -> list[int]:
        """The strengths of one tournament, in no order."""
        if self.curve == "given":
            return list(self.strengths)
        if self.curve == "uniform":
            return luck.all_between("strength", range(self.size), self.low, self.high)
        drawn = luck.all_around("strength", range(self.size), repeat((self.mean, self.deviation), self.size))
        return [min(max(one, self.low), self.high) for one in drawn]

    def _persons(self, order: list[int]) -> dict[str, list[object]]:
        """Who the people are, in the order of their ratings."""
        names = [each.name for each in fields(self.people[0]) if each.name not in ("id", "rating", "rank", "points")]
        return {name: [getattr(self.people[at], name) for at in order] for name in names}


@frozen(kw_only=True)
class TeamField:
    """Teams: their strengths are drawn as a field draws them, those of their players around them, `apart` points wide.

    Everybody's rating has the error of that field. A team is as strong as its players on average, boards are in the
    order of rating, and teams are numbered by the average rating.

    >>> SimulatedField.uniform(12, 1800, 2400).in_teams(boards=4).size
    12
    """

    of: SimulatedField
    boards: int
    apart: int = 100

    def __post_init__(self) -> None:
        if not 1 <= self.boards <= 20:
            raise RuleError(f"a match has between 1 and 20 boards, not {self.boards}")
        if self.apart < 0:
            raise RuleError("the width of a curve is not negative")
        if self.of.unrated:
            raise RuleError("players of teams all have a rating: teams are numbered by the average")
        if self.of.people:
            raise RuleError("the players of a tournament are no teams: give the strengths of the teams")

    @property
    def size(self) -> int:
        """How many teams there are."""
        return self.of.size

    @property
    def absences(self) -> Absences:
        """Who stays away: teams, and games that are forfeited."""
        return self.of.absences

    def drawn(self, luck: Luck, rounds: int) -> Entry:
        """The field of one tournament; strengths are those of the teams."""
        whole, boards = self.of.drawn_strengths(luck), self.boards
        places = range(len(whole) * boards)
        drawn = luck.all_around("board", places, [(whole[at // boards], self.apart) for at in places])
        strengths = [min(max(one, _LEAST), _MOST) for one in drawn]
        ratings = self.of.rated(luck, strengths)
        seats = [sorted(places[at : at + boards], key=lambda one: -ratings[one]) for at in places[::boards]]
        seats.sort(key=lambda team: (-sum(ratings[one] for one in team), team[0]))
        order = [one for team in seats for one in team]
        ids = range(1, len(order) + 1)
        players = many(Player, id=ids, rating=[ratings[at] for at in order])
        teams = [
            Team(number, name=f"Team {number}", players=tuple(ids[(number - 1) * boards : number * boards]))
            for number in range(1, len(seats) + 1)
        ]
        means = {team.id: half_up(sum(strengths[order[one - 1]] for one in team.players), boards) for team in teams}
        return Entry(
            tuple(players),
            means,
            self.absences.asked(luck, means, rounds),
            tuple(teams),
            dict(zip(ids, [strengths[at] for at in order], strict=True)),
            self.of.apart(luck, rounds),
        )


_LATER = {
    "full_byes": 0.0, "double_forfeits": 0.0, "unusual": 0.0, "unrated": 0.0, "forbidden": 0,
}  # fmt: skip
"""What a field has learnt since studies were first kept: where it is off, it is not told."""


def told(value: object) -> str:
    """A field in words, by which work that is kept is found again: those of old for what is as of old.

    >>> told(Absences(half_byes=2))
    'Absences(half_byes=2, zero_byes=0.0, late_entries=0.0, withdrawals=0.0, forfeits=0.0)'
    """
    if not isinstance(value, Absences | SimulatedField | TeamField):
        return repr(value)
    named = {each.name: getattr(value, each.name) for each in fields(value)}
    parts = [f"{name}={told(one)}" for name, one in named.items() if name not in _LATER or one != _LATER[name]]
    return f"{type(value).__name__}({', '.join(parts)})"
