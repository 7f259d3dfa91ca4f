"""Handlers of a format: the functions that pair, rank and check its events, beside its facts (`Format`).

The random settings of generated tournaments that several formats share are at the end.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from importlib import import_module
from types import MappingProxyType
from typing import TYPE_CHECKING, TypeVar

from rookery._record import field, record, replace
from rookery.errors import Problem, RuleError, UnsupportedError
from rookery.messages import msg, msg_const
from rookery.model import MATCH_POINTS, THREE_ONE_NIL, PointSystem, Round, Tournament
from rookery.regulations import Edition, Format, TypeCode, parse_type_code
from rookery.regulations.formats import COLOUR_TYPES, SCORES

if TYPE_CHECKING:  # so that pairing does not wait for ranking, nor the other way round
    from random import Random

    from rookery.pairing.outcome import Pair
    from rookery.pairing.system import System
    from rookery.ranking.standings import Standings


SettingDraws = Mapping[str, Callable[["Random"], object]]
"""Functions that draw the settings of a random tournament, by name."""

Recoloured = tuple[tuple[int, int], tuple[int, int]]
"""A board as recorded, and as in the table, White first."""


@record(kw_only=True, eq=False, repr=False)
class PairingRequest:
    """The arbiter's constraints on a round before it is paired.

    `fixed` and `bye` are set by the arbiter. In a knock-out, `through` names the winners of level matches, and `games`
    is the length of a meeting.
    """

    fixed: tuple[Pair, ...] = ()
    bye: int | None = None
    through: tuple[int, ...] = ()
    games: int | None = None


NO_REQUEST = PairingRequest()


class LazySystems(Mapping[Edition, "System"]):
    """Systems of a Swiss by edition, given as "module.NAME" and imported on first use."""

    def __init__(self, paths: Mapping[Edition, str]) -> None:
        self.paths = MappingProxyType(dict(paths))

    def __getitem__(self, edition: Edition) -> System:
        module, _, name = self.paths[edition].rpartition(".")
        system: System = getattr(import_module(f"rookery.pairing.{module}"), name)
        return system

    def __iter__(self) -> Iterator[Edition]:
        return iter(self.paths)

    def __len__(self) -> int:
        return len(self.paths)


def no_problems(tournament: Tournament) -> tuple[Problem, ...]:
    """Return no problems: nothing can be wrong with the rounds as a whole."""
    return ()


def no_other_colours(tournament: Tournament) -> None:
    """Return None: no table gives the colours."""


def default_ranking_description(tournament: Tournament) -> str:
    """Return the description of a ranking that has none of its own."""
    return msg("%(title)s has its own ranking. Not a FIDE system.",
                  title=msg_const(parse_type_code(tournament.system).format.title))  # fmt: skip


def no_fixed_length(entrants: int) -> int | None:
    """Return None: the number of rounds does not follow from the field."""
    return None


def no_settings(type_code: TypeCode) -> Mapping[str, object]:
    """Return no settings: the code states only the format."""
    return {}


def plain_code(settings: Mapping[str, object], code: str) -> str:
    """Return the code unchanged: it states only the format."""
    return code


@record(kw_only=True, eq=False, repr=False)
class FormatHandlers:
    """The functions that run the events of one format.

    A Swiss has `systems`, the rules of each edition; any other format has `next_round`, which gives the whole round.
    `reason` says why two meet, and `reason_for_bye` why a participant has no opponent, where a table or a bracket
    decides it: the text that follows the name, or a message template with the name and the round in it.
    """

    format: Format
    systems: Mapping[Edition, System] = field(default_factory=dict)
    next_round: Callable[[Tournament, PairingRequest], Round] | None = None
    reason: str = msg("as in the table")
    reason_for_bye: Callable[[Tournament, Round, int], str] | None = None
    reason_not_paired: Callable[[Tournament, int, int], str] | None = None
    """The reason why two paired participants do not meet in the next round."""
    standings: Callable[[Tournament, int | None], Standings] | None = None
    """The standings after a round (by default the last complete one), of a format with its own ranking."""
    ranking_description: Callable[[Tournament], str] = default_ranking_description
    """A sentence on how such a format ranks."""
    find_problems: Callable[[Tournament], Iterable[Problem]] = no_problems
    """Errors and remarks about the rounds as a whole."""
    other_colours: Callable[[Tournament], Mapping[int, tuple[Recoloured, ...]] | None] = no_other_colours
    """By round, the boards with other colours than those of the table; None without a table."""
    schedule: Callable[[Tournament, bool | None], tuple[Round, ...]] | None = None
    """All rounds, if they are known beforehand; the flag reverses the last two rounds of a first cycle."""
    count_rounds: Callable[[int], int | None] = no_fixed_length
    """The number of rounds for a number of entrants, where that follows from the field."""
    settings: SettingDraws = field(default_factory=dict)
    """Random settings that differ from those of a Dutch Swiss of players, drawn after all others."""
    team_settings: SettingDraws = field(default_factory=dict)
    """Further random settings of team events, drawn after those."""
    own_settings: tuple[str, ...] = ()
    """Names of generator settings that only this format has."""
    settings_from_code: Callable[[TypeCode], Mapping[str, object]] = no_settings
    """Return the values of `own_settings` that a code contains."""
    code_with_settings: Callable[[Mapping[str, object], str], str] = plain_code
    """Return the code with the values of `own_settings`."""

    def __post_init__(self) -> None:
        for name in ("systems", "settings", "team_settings"):
            value = getattr(self, name)
            object.__setattr__(self, name, MappingProxyType(dict(value) if isinstance(value, dict) else value))
        format = self.format
        if format.swiss and (format.regulation is None or not self.systems):
            raise RuleError(msg("%(called)s is a Swiss: it needs a regulation, and systems by edition",
                                   called=format.noun_phrase))  # fmt: skip
        if not format.swiss and self.next_round is None:
            raise RuleError(msg("%(called)s is no Swiss: it needs next_round", called=format.noun_phrase))
        if format.ranks_itself and self.standings is None:
            raise RuleError(msg("%(called)s ranks in its own way: it needs standings", called=format.noun_phrase))

    def system_for(self, edition: Edition) -> System:
        """Return the rules of an edition; raise UnsupportedError if it is not implemented."""
        system = self.systems.get(edition)
        if system is None:
            available = " and ".join(
                f"{known_edition.since:%Y-%m}"
                for known_edition in sorted(self.systems, key=lambda known_edition: known_edition.since)
            )
            raise UnsupportedError(msg("%(edition)s of the %(title)s: done here is %(done)s", edition=edition,
                                     title=edition.regulation.title, done=available))  # fmt: skip
        return system

    def pair_round(self, tournament: Tournament, request: PairingRequest = NO_REQUEST) -> Round:
        """Return the next round of a format that gives whole rounds."""
        if self.next_round is None:
            raise UnsupportedError(msg("%(called)s does not give whole rounds: rookery.pair pairs it",
                                     called=self.format.noun_phrase))  # fmt: skip
        if request.fixed or request.bye is not None:
            raise RuleError(msg("the rounds of this format are given: there is nothing to fix"))
        if not self.format.eliminates:
            check_not_knockout(request)
        return self.next_round(tournament, request)


def check_not_knockout(request: PairingRequest) -> None:
    """Raise RuleError for options that apply to knock-outs only."""
    if request.through or request.games is not None:
        raise RuleError(msg("who goes through, and in how many games, applies to knock-outs only"))


T = TypeVar("T")


def draw_share(rng: Random, probability: float, maximum: float) -> float:
    """Draw 0 most of the time, else a share of up to `maximum`."""
    chance, amount = rng.random(), rng.random()
    return round(amount * maximum, 4) if chance < probability else 0.0


def draw_from(*choices: T) -> Callable[[Random], T]:
    """Return a function that draws one of these choices, each equally likely."""
    return lambda rng: choices[rng.randrange(len(choices))]


def fixed_setting(value: T) -> Callable[[Random], T]:
    """Return a function that always gives this value."""
    return lambda rng: value


ABSENCE_SETTINGS = ("half_byes", "full_byes", "zero_byes", "late_entries", "forbidden")
"""The settings about absent players."""
NO_ABSENCES: SettingDraws = MappingProxyType(dict.fromkeys(ABSENCE_SETTINGS, fixed_setting(0)))
"""Settings without absences."""
NO_ACCELERATION: SettingDraws = MappingProxyType({"acceleration": fixed_setting("none")})


def _draw_match_points(rng: Random) -> PointSystem:
    chance = rng.random()
    return (
        MATCH_POINTS
        if chance < 0.8
        else replace(MATCH_POINTS, pab=20)
        if chance < 0.9
        else replace(THREE_ONE_NIL, pab=10)
    )


SWISS_TEAM_SETTINGS: SettingDraws = {
    "teams": lambda rng: int(4 * (40 / 4) ** rng.random()),
    "boards": draw_from(2, 3, 4, 4, 4, 5, 6, 8),
    "reserves": draw_from(0, 0, 1, 2),
    "match_forfeits": lambda rng: draw_share(rng, 0.5, 0.08),
    "colour_type": draw_from(*COLOUR_TYPES),
    "scores": draw_from(*SCORES),
    "match_points": _draw_match_points,
    "tiebreaks": draw_from(("MPVGP", "EDE", "EMGSB/C1"), ("MPVGP", "BH/C1"), ("EMGSB", "MPVGP", "DE"), ("BH", "MPVGP")),
}
"""Settings of a Swiss of teams."""
TEAM_SETTINGS: SettingDraws = {
    **{name: SWISS_TEAM_SETTINGS[name] for name in ("boards", "reserves", "match_forfeits", "match_points")},
    "tiebreaks": draw_from(("MPVGP", "EDE"), ("DE", "MPVGP"), ("EMGSB", "MPVGP"), ("MPVGP", "EMGSB", "DE")),
}
"""Settings of teams in another format, in which all teams meet each other."""
