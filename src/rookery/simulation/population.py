"""Fields of simulated tournaments: participants, their strengths and ratings, and absences.

A field draws strengths; a rating is the strength plus an error. The amount of an absence is a number of players or a
share of those present, in every round or round by round.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from itertools import repeat, starmap
from typing import TYPE_CHECKING, Any, NamedTuple

from rookery._record import fields, record
from rookery.elo import round_half_up
from rookery.errors import RuleError
from rookery.model import ByeKind, ForbiddenPair, Player, RequestedBye, Team, Tournament
from rookery.model._construct import construct_many
from rookery.model.validation import MOST_RATING
from rookery.simulation.result_models import WHOLE
from rookery.simulation.rng import KeyedRandom

if TYPE_CHECKING:
    from typing import Self


Amount = int | float | tuple[int | float, ...]
"""The number for each round: an integer, a share of those present (a float, 0.0 to 1.0), or one of these per round."""


def check_share(label: str, value: object) -> None:
    """Raise RuleError unless `value` is a share between 0.0 and 1.0."""
    if not isinstance(value, int | float) or not 0 <= value <= 1:
        raise RuleError(f"{label} lies between 0.0 and 1.0, not {value}")


def check_amount(label: str, value: Amount | None) -> None:
    """Raise RuleError unless `value` is an amount; None stands for an open one."""
    for amount in value if isinstance(value, tuple) else () if value is None else (value,):
        if isinstance(amount, float):
            check_share(f"the share of {label}", amount)
        elif not isinstance(amount, int):
            raise RuleError(f"{label} are a whole number, or a share such as 0.03, not {amount!r}")
        elif amount < 0:
            raise RuleError(f"the number of {label} is not negative: {amount}")


def check_whole_number(label: str, value: object, least: int) -> None:
    """Raise RuleError unless `value` is a whole number of at least `least`."""
    if not isinstance(value, int) or value < least:
        raise RuleError(f"{label} from {least} on, not {value!r}")


def check_amount_rounds(label: str, value: Amount | None, rounds: int) -> None:
    """Raise RuleError if amounts are given for more rounds than there are."""
    if isinstance(value, tuple) and len(value) > rounds:
        raise RuleError(f"{label} are told for {len(value)} rounds, and there are {rounds}")


def amount_in_round(amount: Amount, round: int) -> int | float:
    """Return the amount of one round; 0 after the last round that is listed.

    >>> amount_in_round(2, 5), amount_in_round((2, 0.1), 2), amount_in_round((2, 0.1), 3)
    (2, 0.1, 0)
    """
    if isinstance(amount, tuple):
        return amount[round - 1] if round <= len(amount) else 0
    return amount


def is_positive_amount(amount: Amount) -> bool:
    """Return whether an amount is positive in some round.

    >>> is_positive_amount(0.0), is_positive_amount((0, 0)), is_positive_amount((0, 1))
    (False, False, True)
    """
    return any(amount) if isinstance(amount, tuple) else bool(amount)


_LEAST, _MOST = 1, MOST_RATING

_CALLED = {
    "half_byes": "half-point byes", "full_byes": "full-point byes", "zero_byes": "zero-point byes",
    "unusual": "unusual results",
}  # fmt: skip
"""Labels of absences in error messages, where the name is not clear enough."""


@record(kw_only=True)
class Absences:
    """Frequencies of absences and of games that are not played; an amount of 0 uses no random numbers.

    `half_byes`, `full_byes` and `zero_byes` are requested in each round by a number of the players present (2), by each
    with a chance (0.03), or by one of these for each round. `late_entries` and `withdrawals` are a number or a share of
    the players. `forfeits`, `double_forfeits` and `unusual` (½-0, 0-½ or 0-0) are shares of the games.
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
        for declared in fields(self):
            label, value = _CALLED.get(declared.name, declared.name.replace("_", " ")), getattr(self, declared.name)
            if declared.name in ("forfeits", "double_forfeits", "unusual"):
                check_share(f"the share of {label}", value)
            elif isinstance(value, tuple) and "byes" not in declared.name:
                raise RuleError(f"{label} are of the whole tournament, not round by round: {value!r}")
            else:
                check_amount(label, value)
        if sum(self.irregular_shares) > 1:
            raise RuleError("forfeits and unusual results are more than all games together")

    def check_rounds(self, rounds: int) -> None:
        """Raise RuleError if byes are given for more rounds than there are."""
        for name in ("half_byes", "full_byes", "zero_byes"):
            check_amount_rounds(_CALLED.get(name, name), getattr(self, name), rounds)

    @property
    def irregular_shares(self) -> tuple[float, float, float]:
        """The shares of games with irregular results."""
        return self.forfeits, self.double_forfeits, self.unusual

    def draw_byes(self, rng: KeyedRandom, player_ids: Iterable[int], rounds: int) -> tuple[RequestedBye, ...]:
        """Return the requested byes of a whole tournament; at least two players are present in every round."""
        player_ids = list(player_ids)
        kinds = [(kind, amount) for kind, amount in self._kinds if is_positive_amount(amount)]
        if not (kinds or self.late_entries or self.withdrawals):
            return ()
        late, leaving = (
            _choose(rng, purpose, player_ids, amount)
            for purpose, amount in (("late", self.late_entries), ("leaving", self.withdrawals))
        )
        arrives = {player_id: rng.between("arrives", player_id, 2, 2 + rounds // 3) for player_id in late}
        leaves = {player_id: rng.between("leaves", player_id, 2, max(2, rounds)) for player_id in leaving}
        byes = []
        for number in range(1, rounds + 1):
            away = {player_id: ByeKind.ZERO for player_id in player_ids if number < arrives.get(player_id, 1)}
            away |= {player_id: ByeKind.ZERO for player_id in player_ids if leaves.get(player_id, rounds + 1) <= number}
            for kind, amount in kinds:
                present = [player_id for player_id in player_ids if player_id not in away]
                away |= dict.fromkeys(_choose(rng, kind.value, present, amount_in_round(amount, number), number), kind)
            for player_id in sorted(away)[: max(0, len(away) - (len(player_ids) - 2))]:
                del away[player_id]
            byes += [(number, player_id, away[player_id]) for player_id in sorted(away)]
        return tuple(starmap(RequestedBye, byes))

    @property
    def _kinds(self) -> tuple[tuple[ByeKind, Amount], ...]:
        return (ByeKind.HALF, self.half_byes), (ByeKind.ZERO, self.zero_byes), (ByeKind.FULL, self.full_byes)


def _choose(
    rng: KeyedRandom, purpose: str, player_ids: Sequence[int], amount: int | float, again: int = 0
) -> list[int]:
    """Return `amount` of these numbers, or each with that chance if it is a share."""
    if isinstance(amount, float):
        chance = share_in_millionths(amount)
        return [player_id for player_id in player_ids if amount and rng.happens(purpose, player_id, chance, again)]
    if not amount:
        return []
    return sorted(sorted(player_ids, key=lambda player_id: (rng.number(purpose, player_id, again), player_id))[:amount])


def share_in_millionths(share: float) -> int:
    """Return a share in millionths."""
    return round(share * WHOLE)


class Entry(NamedTuple):
    """The participants of one tournament: players in initial order, strengths and requested byes.

    In team events `strengths` are those of the teams, and `seated` those of their players.
    """

    players: tuple[Player, ...]
    strengths: dict[int, int]
    requested: tuple[RequestedBye, ...] = ()
    teams: tuple[Team, ...] = ()
    seated: Mapping[int, int] = {}
    forbidden: tuple[ForbiddenPair, ...] = ()


@record(kw_only=True)
class SimulatedField:
    """A field of players: their number, the distribution of strengths, and the error of ratings.

    A curve is "uniform" (between `low` and `high`), "normal" (around `mean`), or "given" as single values. `unrated` is
    a share of the players; `forbidden` is the number of groups of two or three players who may not meet.

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
        check_share("the share of unrated players", self.unrated)
        check_amount("forbidden groups", self.forbidden)
        if self.curve not in ("uniform", "normal", "given"):
            raise RuleError(f"strengths are uniform, normal or given, not {self.curve!r}")
        check_whole_number("how many players there are is a whole number", self.size, 2)
        if not _LEAST <= self.low <= self.high <= _MOST:
            raise RuleError(f"strengths lie between {_LEAST} and {_MOST}, the lower first: not {self.low}-{self.high}")
        if self.noise < 0 or self.deviation < 0:
            raise RuleError("the width of a curve is not negative")
        for strength in self.strengths:
            if not _LEAST <= strength <= _MOST:
                raise RuleError(f"a strength is a whole number between {_LEAST} and {_MOST}, not {strength!r}")

    @classmethod
    def uniform(
        cls, size: int, low: int, high: int, *, noise: int = 0, absences: Absences | None = None,
        unrated: float = 0.0, forbidden: int = 0,
    ) -> Self:  # fmt: skip
        """Return a field with uniformly distributed strengths; ratings have a normal error."""
        options = cls._common_options(noise, absences, unrated, forbidden)
        return cls(size=size, curve="uniform", low=low, high=high, **options)

    @classmethod
    def normal(
        cls, size: int, mean: int, deviation: int, *, noise: int = 0, absences: Absences | None = None,
        unrated: float = 0.0, forbidden: int = 0,
    ) -> Self:  # fmt: skip
        """Return a field with normally distributed strengths."""
        options = cls._common_options(noise, absences, unrated, forbidden)
        return cls(size=size, curve="normal", mean=mean, deviation=deviation, **options)

    @classmethod
    def given(
        cls, strengths: Iterable[int], *, noise: int = 0, absences: Absences | None = None, unrated: float = 0.0,
        forbidden: int = 0,
    ) -> Self:  # fmt: skip
        """Return a field of these strengths, the same in every tournament."""
        sorted_strengths = tuple(sorted(strengths, reverse=True))
        options = cls._common_options(noise, absences, unrated, forbidden)
        return cls(size=len(sorted_strengths), curve="given", strengths=sorted_strengths, **options)

    @classmethod
    def like(
        cls, tournament: Tournament, *, noise: int = 0, absences: Absences | None = None, unrated: float = 0.0,
        forbidden: int = 0,
    ) -> Self:  # fmt: skip
        """Return a field of the players of a tournament with their ratings as strengths.

        Unrated players have the lowest rating.
        """
        if tournament.team_event:
            raise RuleError("a field is made of players, and this is an event of teams")
        least = min((player.rating for player in tournament.players if player.rating), default=None)
        if least is None:
            raise RuleError("nobody has a rating: how strong they are is not known")
        people = tuple(sorted(tournament.players, key=lambda player: -(player.rating or least)))
        strengths = tuple(player.rating or least for player in people)
        options = cls._common_options(noise, absences, unrated, forbidden)
        return cls(size=len(people), curve="given", strengths=strengths, people=people, **options)

    @staticmethod
    def _common_options(noise: int, absences: Absences | None, unrated: float, forbidden: int) -> dict[str, Any]:
        """Return the arguments common to fields of every distribution."""
        return {"noise": noise, "absences": absences or Absences(), "unrated": unrated, "forbidden": forbidden}

    def in_teams(self, boards: int, apart: int = 100) -> TeamField:
        """Return a field of teams.

        The strengths are those of teams; the players' strengths are drawn around them.
        """
        return TeamField(of=self, boards=boards, apart=apart)

    def draw(self, rng: KeyedRandom, rounds: int) -> Entry:
        """Draw the participants of one tournament."""
        strengths = self.draw_strengths(rng)
        ratings = self.draw_ratings(rng, strengths)
        order = sorted(range(self.size), key=ratings.__getitem__, reverse=True)  # the sort is stable
        if self.unrated:  # unrated players come last, by lot
            unrated = set(_choose(rng, "unrated", range(self.size), float(self.unrated)))
            last = sorted(unrated, key=lambda index: rng.number("unrated lot", index))
            order = [*(index for index in order if index not in unrated), *last]
            ratings = [0 if index in unrated else rating for index, rating in enumerate(ratings)]
        ids = range(1, self.size + 1)
        columns: Mapping[str, list[object]] = {"rating": [ratings[index] or None for index in order]}
        if self.people:
            columns = {**columns, **self._player_columns(order)}
        players = construct_many(Player, number=ids, **columns)
        return Entry(
            tuple(players),
            dict(zip(ids, [strengths[index] for index in order], strict=True)),
            self.absences.draw_byes(rng, ids, rounds),
            forbidden=self.draw_forbidden_pairs(rng, rounds),
        )

    def draw_forbidden_pairs(self, rng: KeyedRandom, rounds: int) -> tuple[ForbiddenPair, ...]:
        """Draw the groups of players who may not meet: mostly pairs, mostly for all rounds."""
        groups = []
        for group in range(self.forbidden):
            size = 2 if rng.happens("forbidden two", group, 700_000) else 3
            player_ids = _choose(rng, f"forbidden {group}", range(1, self.size + 1), min(size, self.size))
            always = rng.happens("forbidden always", group, 700_000)
            groups.append(
                ForbiddenPair(tuple(player_ids), 1 if always else rng.between("forbidden from", group, 1, rounds))
            )
        return tuple(groups)

    def draw_ratings(self, rng: KeyedRandom, strengths: list[int]) -> list[int]:
        """Return the ratings of players of these strengths."""
        if not self.noise:
            return strengths
        noisy = rng.all_around("error", range(len(strengths)), zip(strengths, repeat(self.noise), strict=False))
        return [strength if _LEAST <= strength <= _MOST else min(max(strength, _LEAST), _MOST) for strength in noisy]

    def draw_strengths(self, rng: KeyedRandom) -> list[int]:
        """Return the strengths of one tournament, in no particular order."""
        if self.curve == "given":
            return list(self.strengths)
        if self.curve == "uniform":
            return rng.all_between("strength", range(self.size), self.low, self.high)
        drawn = rng.all_around("strength", range(self.size), repeat((self.mean, self.deviation), self.size))
        return [min(max(strength, self.low), self.high) for strength in drawn]

    def _player_columns(self, order: list[int]) -> dict[str, list[object]]:
        """Return the fields of the players as columns, in the order of their ratings."""
        names = [
            declared.name
            for declared in fields(self.people[0])
            if declared.name not in ("number", "rating", "rank", "points")
        ]
        return {name: [getattr(self.people[index], name) for index in order] for name in names}


@record(kw_only=True)
class TeamField:
    """A field of teams: strengths are drawn by a field, those of the players around them, with deviation `apart`.

    Ratings have the error of that field. The strength of a team is the average of its players, boards are in the order
    of rating, and teams are numbered by the average rating.

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
        """The number of teams."""
        return self.of.size

    @property
    def absences(self) -> Absences:
        """The absences: of teams, and forfeited games."""
        return self.of.absences

    def draw(self, rng: KeyedRandom, rounds: int) -> Entry:
        """Draw the participants of one tournament; the strengths are those of the teams."""
        team_strengths, boards = self.of.draw_strengths(rng), self.boards
        places = range(len(team_strengths) * boards)
        player_strengths = rng.all_around(
            "board", places, [(team_strengths[index // boards], self.apart) for index in places]
        )
        strengths = [min(max(strength, _LEAST), _MOST) for strength in player_strengths]
        ratings = self.of.draw_ratings(rng, strengths)
        seats = [
            sorted(places[index : index + boards], key=lambda place: -ratings[place]) for index in places[::boards]
        ]
        seats.sort(key=lambda team: (-sum(ratings[place] for place in team), team[0]))
        order = [place for team in seats for place in team]
        ids = range(1, len(order) + 1)
        players = construct_many(Player, number=ids, rating=[ratings[index] for index in order])
        teams = [
            Team(number, name=f"Team {number}", players=tuple(ids[(number - 1) * boards : number * boards]))
            for number in range(1, len(seats) + 1)
        ]
        means = {
            team.number: round_half_up(sum(strengths[order[player_id - 1]] for player_id in team.players), boards)
            for team in teams
        }
        return Entry(
            tuple(players),
            means,
            self.absences.draw_byes(rng, means, rounds),
            tuple(teams),
            dict(zip(ids, [strengths[index] for index in order], strict=True)),
            self.of.draw_forbidden_pairs(rng, rounds),
        )


_LATER = {
    "full_byes": 0.0, "double_forfeits": 0.0, "unusual": 0.0, "unrated": 0.0, "forbidden": 0,
}  # fmt: skip
"""Options added after the first stored studies: omitted from descriptions at these defaults."""


def describe_field(value: object) -> str:
    """Return a field as text, which identifies stored work; new options are omitted at their defaults.

    >>> describe_field(Absences(half_byes=2))
    'Absences(half_byes=2, zero_byes=0.0, late_entries=0.0, withdrawals=0.0, forfeits=0.0)'
    """
    if not isinstance(value, Absences | SimulatedField | TeamField):
        return repr(value)
    values = {descriptor.name: getattr(value, descriptor.name) for descriptor in fields(value)}
    parts = [
        f"{name}={describe_field(field_value)}"
        for name, field_value in values.items()
        if name not in _LATER or field_value != _LATER[name]
    ]
    return f"{type(value).__name__}({', '.join(parts)})"
