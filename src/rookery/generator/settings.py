"""Settings of the random tournament generator; values that are not given are drawn from the seed."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from math import ceil, log2
from random import Random
from typing import Any

from rookery._record import fields, record, replace
from rookery.errors import RuleError
from rookery.formats.handlers import ABSENCE_SETTINGS, FormatHandlers, SettingDraws, draw_from, draw_share
from rookery.formats.resolve import DEFAULT, get_handlers, handlers_for
from rookery.history.history import History, Kind
from rookery.history.team_matches import boards_per_match
from rookery.messages import count
from rookery.model import CLASSIC, MATCH_POINTS, THREE_ONE_NIL, Colour, PointSystem, Result, Tournament
from rookery.model.validation import MOST_DRAWN
from rookery.pairing.keizer import KeizerRules
from rookery.regulations import FORMATS, EntrantKind, Format, parse_type_code
from rookery.regulations.formats import COLOUR_TYPES, SCORES
from rookery.simulation.population import Amount, check_amount, check_amount_rounds, check_share, is_positive_amount
from rookery.simulation.result_models import Chances

TIEBREAK_LISTS = (
    ("BH/C1", "BH", "SB"), ("DE", "BH/C1", "BH"), ("DE", "WIN", "BH/C1", "BH"), ("BH/C1", "BH", "SB", "WON"),
    ("DE", "BWG", "BH/C1"), ("WIN", "BH/C1", "SB"),
)  # fmt: skip
"""Common lists of tie-breaks after the points."""


@record
class Ratings:
    """Ratings of the players: listed as `values`, else between `low` and `high`, around `mean` if given.

    `unrated` is the share of players without a rating; they are the weakest of the field.
    """

    low: int = 1400
    high: int = 2500
    mean: int | None = None
    deviation: int = 200
    given: tuple[int, ...] = ()
    unrated: float = 0.0

    def __post_init__(self) -> None:
        if not 1 <= self.low <= self.high < 4000:
            raise RuleError(f"ratings lie between 1 and 3999, the lower first: not {self.low}-{self.high}")
        if self.deviation < 0:
            raise RuleError(f"a deviation is not negative: {self.deviation}")
        check_share("the share of unrated players", self.unrated)

    def strengths(self, count: int, rng: Random) -> list[int]:
        """Draw a number of ratings, highest first."""
        if self.given:
            return sorted(self.given, reverse=True)
        if self.mean is None:
            return sorted((rng.randint(self.low, self.high) for _ in range(count)), reverse=True)
        ratings = (round(rng.gauss(self.mean, self.deviation)) for _ in range(count))
        return sorted((min(max(rating, self.low), self.high) for rating in ratings), reverse=True)


def draw_size(low: int, high: int, rng: Random) -> int:
    """Draw a number of players between two limits, small fields more often."""
    return min(high, int(low * ((high + 1) / low) ** rng.random()))


def swiss_rounds(players: int, fraction: float) -> int:
    """Return a number of rounds between the minimum for one winner and a few more; fewer than a round robin."""
    smallest = max(1, ceil(log2(players)))
    largest = min(smallest + 5, max(smallest, players - 2 - players % 2), max(1, players - 1))
    return min(smallest, largest) + int(fraction * (largest - min(smallest, largest) + 1))


def _draw_ratings(rng: Random) -> Ratings:
    low, width, distribution = rng.randint(1000, 2000), rng.randint(100, 1200), rng.random()
    unrated = draw_share(rng, 0.2, 0.3)
    if distribution < 0.5:
        return Ratings(low, low + width, unrated=unrated)
    return Ratings(1000, 2900, mean=low + width // 2, deviation=width // 4, unrated=unrated)


_POINT_SYSTEM_SHARES = (
    (0.86, CLASSIC),
    (0.90, THREE_ONE_NIL),
    (0.94, PointSystem(pab=5)),
    (0.96, PointSystem(pab=0)),
    (0.98, PointSystem(win=30, draw=20, loss=10)),
    (1.01, PointSystem(win=30, draw=10, pab=10)),
)


def _draw_points(rng: Random) -> PointSystem:
    share = rng.random()
    return next(system for end, system in _POINT_SYSTEM_SHARES if share < end)


# Each is called once per tournament, in this order, whether or not its value is used.
DEFAULT_DRAWS: SettingDraws = {
    "players": lambda rng: draw_size(6, 199, rng),
    "system": lambda rng: DEFAULT.name,
    "ratings": _draw_ratings,
    "draws": lambda rng: round(rng.uniform(0.1, 0.6), 2),
    "forfeits": lambda rng: draw_share(rng, 0.7, 0.08),
    "double_forfeits": lambda rng: draw_share(rng, 0.2, 0.02),
    "unusual": lambda rng: draw_share(rng, 0.1, 0.02),
    "unrated": lambda rng: draw_share(rng, 0.1, 0.02),
    "half_byes": lambda rng: draw_share(rng, 0.6, 0.06),
    "full_byes": lambda rng: draw_share(rng, 0.15, 0.02),
    "zero_byes": lambda rng: draw_share(rng, 0.5, 0.05),
    "withdrawals": lambda rng: draw_share(rng, 0.5, 0.15),
    "late_entries": lambda rng: draw_share(rng, 0.4, 0.1),
    "forbidden": lambda rng: rng.randint(1, 4) if rng.random() < 0.2 else 0,
    "acceleration": lambda rng: "baku" if rng.random() < 0.1 else "none",
    "points": _draw_points,
    "tiebreaks": draw_from(*TIEBREAK_LISTS),
    "initial_colour": lambda rng: Colour.WHITE if rng.random() < 0.5 else Colour.BLACK,
}


__all__ = ["GeneratorSettings", "Ratings"]


@record(kw_only=True)
class GeneratorSettings:
    """Settings of a random tournament; None means that the value is drawn.

    `between` two numbers that of the players is drawn, small fields more often. `rounds` are planned, `play` of them
    are played (all). `half_byes`, `full_byes` and `zero_byes` are asked for in each round; `withdrawals` and
    `late_entries` concern players: so many, or that share of them. `forfeits`, `double_forfeits`, `unusual` (½-0, 0-½,
    0-0) and `unrated` games are shares of all games, `draws` the share of draws between equals. `forbidden` is how many
    groups of players may not meet. `acceleration` is "none", "baku" (by the type of tournament) or "written" (the same
    points as records 250, for programs that count group A differently). With `ranks` the players get those of the final
    standings by the `tiebreaks`.

    In a `team` event `teams` is how many there are, with `boards` a match and so many `reserves` in each roster; byes,
    withdrawals, late entries and forbidden groups concern teams, `forfeits` single boards, and `match_forfeits` is the
    share of matches forfeited as a whole. `colour_type` and `scores` are those of C.04.6.

    The number of rounds of a round robin, a Scheveningen match and a knock-out follows from the field. There are no
    byes to ask for in them; who withdraws loses by forfeit. With `teams` a round robin or a knock-out is one of teams.
    A Scheveningen match has so many `boards`, between two `teams` or, with 0, between the halves of the list. `keizer`
    are the rules of a club.

    >>> GeneratorSettings(players=9, half_byes=(2, 0, 1)).players
    9
    >>> GeneratorSettings(forfeits=5)
    Traceback (most recent call last):
    rookery.errors.RuleError: the share of forfeits lies between 0.0 and 1.0, not 5
    """

    players: int | None = None
    rounds: int | None = None
    play: int | None = None
    system: str | None = None
    ratings: Ratings | None = None
    draws: float | None = None
    forfeits: float | None = None
    double_forfeits: float | None = None
    unusual: float | None = None
    unrated: float | None = None
    half_byes: Amount | None = None
    full_byes: Amount | None = None
    zero_byes: Amount | None = None
    withdrawals: int | float | None = None
    late_entries: int | float | None = None
    forbidden: int | None = None
    acceleration: str | None = None
    points: PointSystem | None = None
    tiebreaks: tuple[str, ...] | None = None
    initial_colour: Colour | None = None
    ranks: bool = True
    teams: int | None = None
    boards: int | None = None
    reserves: int | None = None
    match_forfeits: float | None = None
    colour_type: str | None = None
    scores: str | None = None
    match_points: PointSystem | None = None
    keizer: KeizerRules | None = None
    between: tuple[int, int] | None = None

    def __post_init__(self) -> None:
        rating_count = len(self.ratings.given) if self.ratings else 0
        if rating_count and self.players not in (None, rating_count):
            raise RuleError(f"{rating_count} ratings are given for {self.players} players")
        if self.players is not None and not 2 <= self.players <= MOST_DRAWN:
            raise RuleError(f"a tournament has between 2 and {MOST_DRAWN:,} players, not {self.players:,}")
        _check_between(self)
        if self.rounds is not None and not 1 <= self.rounds <= 99:
            raise RuleError(f"a tournament has between 1 and 99 rounds, not {self.rounds}")
        for name in ("draws", "forfeits", "double_forfeits", "unusual", "unrated", "match_forfeits"):
            check_share(f"the share of {name.replace('_', ' ')}", getattr(self, name) or 0)
        if sum(filter(None, (self.forfeits, self.double_forfeits, self.unusual))) > 1:
            raise RuleError("forfeits and unusual results are more than all games together")
        for name in ("half_byes", "full_byes", "zero_byes", "withdrawals", "late_entries", "forbidden"):
            label = name.replace("_", "-point ") if "byes" in name else name.replace("_", " ")
            check_amount(label, getattr(self, name))
            check_amount_rounds(label, getattr(self, name), self.rounds or 99)
        if self.system not in (None, *FORMATS):
            raise RuleError(f"the generator knows {', '.join(sorted(FORMATS))}, not {self.system}")
        if self.acceleration not in (None, "none", "baku", "written"):
            raise RuleError(f"acceleration is none, baku or written, not {self.acceleration!r}")
        if self.keizer is not None and "keizer" not in self.conduct.own_settings:
            raise RuleError("the rules of a Keizer are for a Keizer, which this is not")
        _check_teams(self)
        if self.acceleration not in (None, "none"):
            _check_acceleration(self)
        if self.format.fixed_length:
            _check_format(self)

    @property
    def format(self) -> Format:
        """The tournament format."""
        return FORMATS[self.system] if self.system else DEFAULT

    @property
    def conduct(self) -> FormatHandlers:
        """The handlers of the format."""
        return get_handlers(self.format.name)

    @property
    def entrants(self) -> int:
        """The number of teams or players to be paired, 0 if unknown."""
        return self.teams or self.players or (len(self.ratings.given) if self.ratings else 0)

    def chances(self) -> Chances:
        """Return the chances of results.

        Returns:
            The share of draws between equals, and the shares of unusual results.
        """
        shares = (self.forfeits or 0, self.double_forfeits or 0, self.unusual or 0, self.unrated or 0)
        return Chances(0.4 if self.draws is None else self.draws, *shares)

    def draw_missing(self, rng: Random) -> GeneratorSettings:
        """Return complete settings: open values are drawn, and given values do not change what else is drawn.

        Args:
            rng: The random generator; the same seed gives the same settings.

        Returns:
            Settings without None, except where None is a value of its own.
        """
        values: dict[str, Any] = {name: draw(rng) for name, draw in DEFAULT_DRAWS.items()}
        fraction = rng.random()
        for draws in (self.conduct.settings, self.conduct.team_settings if self.teams else {}):
            values |= {name: draw(rng) for name, draw in draws.items()}
        own_values = {field.name: getattr(self, field.name) for field in fields(self)}
        values |= {name: value for name, value in own_values.items() if value is not None}
        if self.between is not None:
            del values["between"]
            values["players"] = draw_size(*self.between, rng)
        _fit_players(self, values)
        _fit_acceleration(self, values)
        if self.rounds is None:
            values["rounds"] = swiss_rounds(values.get("teams") or values["players"], fraction)
            if self.format.fixed_length:
                values["rounds"] = _required_rounds(self.conduct, values.get("teams") or 0, values["players"])
            elif not self.format.swiss:
                values["rounds"] = 4 + int(fraction * 17)
        if self.ratings is None and self.format.needs_ratings:
            values["ratings"] = replace(values["ratings"], unrated=0.0)
        values["play"] = min(values["rounds"] if self.play is None else self.play, values["rounds"])
        return GeneratorSettings(**values)


def _fit_players(settings: GeneratorSettings, values: dict[str, Any]) -> None:
    """Set the number of players that follows from the listed ratings, the teams or the boards of both sides."""
    if values["ratings"].given:
        values["players"] = len(values["ratings"].given)
    if settings.format.sides:
        is_given = settings.boards is None and (settings.players is not None or values["ratings"].given)
        values["boards"] = values["players"] // 2 if is_given else values["boards"]
        values["players"] = 2 * values["boards"]
    elif values.get("teams"):
        values["players"] = values["teams"] * (values["boards"] + values["reserves"])


def _fit_acceleration(settings: GeneratorSettings, values: dict[str, Any]) -> None:
    """Make the drawn values compatible with a requested acceleration, and drop a drawn one that does not fit."""
    if settings.acceleration is None and not (settings.format.baku and _allows_baku(values["points"])):
        values["acceleration"] = "none"
    if settings.acceleration in (None, "none"):
        return
    if settings.format.entrants is EntrantKind.TEAMS:
        if settings.scores is None:
            values["scores"] = {"GP": "MP", "GP_MP": "MP_GP"}.get(values["scores"], values["scores"])
        if settings.match_points is None and not _allows_baku(values["match_points"]):
            values["match_points"] = MATCH_POINTS
    elif settings.points is None and not _allows_baku(values["points"]):
        values["points"] = CLASSIC


# -- what fits together


def _check_between(settings: GeneratorSettings) -> None:
    """Check that a field drawn between two sizes has no other size given."""
    if settings.between is None:
        return
    low, high = settings.between
    if not 2 <= low <= high <= MOST_DRAWN:
        raise RuleError(f"a field is drawn between 2 and {MOST_DRAWN:,} players, the fewer first: not {low:,}-{high:,}")
    if settings.entrants or settings.format.entrants is EntrantKind.TEAMS or settings.format.sides:
        raise RuleError(f"between {low:,} and {high:,} players: how many there are follows from the rest")


def _check_teams(settings: GeneratorSettings) -> None:
    """Check the team settings: limits, known values, and consistency with the players."""
    sides = settings.format.sides
    limits = {"teams": (2, MOST_DRAWN), "boards": (1, 99 if sides else 20), "reserves": (0, 20)}
    for name, (smallest, largest) in limits.items():
        number = getattr(settings, name)
        if number is not None and not smallest <= number <= largest and not (sides and name == "teams"):
            raise RuleError(f"the number of {name} lies between {smallest} and {largest:,}, not {number:,}")
    for name, allowed in (("colour_type", COLOUR_TYPES), ("scores", SCORES)):
        if getattr(settings, name) not in (None, *allowed):
            raise RuleError(f"{name.replace('_', ' ')}: one of {', '.join(allowed)}, not {getattr(settings, name)}")
    _check_team_settings(settings, (*limits, "match_forfeits", "colour_type", "scores", "match_points"))
    if sides:
        _check_sides(settings)
    elif settings.teams or settings.format.entrants is EntrantKind.TEAMS:
        size = (settings.boards or 0) + (settings.reserves or 0)
        if settings.players is not None and settings.players != (settings.teams or 0) * size:
            raise RuleError("the players of a team event follow from its teams, boards and reserves: give these")
        if settings.ratings and settings.ratings.given:
            raise RuleError("the ratings of a team event are drawn, not given one by one")


def _check_team_settings(settings: GeneratorSettings, names: Iterable[str]) -> None:
    """Check that team settings are given for a team event only."""
    allowed, event_format = tuple[str, ...](), settings.format
    if event_format.entrants is EntrantKind.TEAMS:
        return
    if settings.teams and not (event_format.swiss or event_format.sides or event_format.entrants is EntrantKind.EITHER):
        raise RuleError(f"there is no {event_format.noun or event_format.title} for teams")
    if event_format.sides:
        allowed = ("teams", "boards", *(("match_points",) if settings.teams != 0 else ()))
    elif event_format.entrants is EntrantKind.EITHER:
        allowed = ("teams", "boards", "reserves", "match_forfeits", "match_points") if settings.teams else ("teams",)
    for name in names:
        if getattr(settings, name) not in (None, 0) and name not in allowed:
            hint = "; say how many teams" if event_format.entrants is EntrantKind.EITHER else ""
            raise RuleError(f"{name.replace('_', ' ')}: for a team event only, which this is not{hint}")


def _check_sides(settings: GeneratorSettings) -> None:
    """Check that a Scheveningen match has two sides of as many players as boards."""
    if settings.teams not in (None, 0, 2):
        raise RuleError(f"a Scheveningen match has two sides, not {settings.teams} teams")
    players = settings.players or (len(settings.ratings.given) if settings.ratings else 0)
    if players % 2:
        raise RuleError(f"a Scheveningen match has two sides of equal size, and {players} players are odd")
    if players and settings.boards not in (None, players // 2):
        raise RuleError(f"{players} players are {players // 2} on each side, not {settings.boards} boards")


def _check_format(settings: GeneratorSettings) -> None:
    """Check a format of fixed length: no requested byes, and the rounds of its table or bracket (C.05)."""
    event_format, name = settings.format, settings.format.noun
    for word in ABSENCE_SETTINGS:
        if is_positive_amount(getattr(settings, word) or 0):
            raise RuleError(f"a {name} has no {word.replace('_', ' ')}")
    if settings.initial_colour is not None and event_format.predetermined:
        raise RuleError(f"the colours of a {name} are those of its table: there is no initial one")
    if settings.withdrawals and event_format.sides and settings.teams != 0:
        raise RuleError(f"a {name} of two teams has no withdrawals: boards are forfeited")
    size = 2 * (settings.boards or 0) if event_format.sides else 0
    field = size or settings.entrants
    if not field or (event_format.sides and not size and settings.teams):
        return
    needed = _required_rounds(settings.conduct, settings.teams or 0, field)
    field_text = f"{field} teams" if settings.teams and not size else f"{field} players"
    if needed > 99:
        raise RuleError(f"a {name} of {field_text} has {count(needed, 'round')}, and a file has room for 99")
    if settings.rounds not in (None, needed):
        raise RuleError(f"a {name} of {field_text} has {count(needed, 'round')}, not {settings.rounds}")


def _check_acceleration(settings: GeneratorSettings) -> None:
    """Check that the acceleration fits: Baku needs a Swiss in which a draw is half a win (C.04.7 1.4).

    Teams must be ranked by match points first. Written out as records, the same points are allowed in any Swiss.
    """
    event_format = settings.format
    if not event_format.swiss:
        raise RuleError(f"acceleration is for a Swiss, not for {event_format.noun_phrase}")
    if settings.acceleration == "written":
        return
    if not event_format.baku:
        raise RuleError(
            f"no text says how Baku accelerates {event_format.noun_phrase}: written puts it into records 250"
        )
    teams = event_format.entrants is EntrantKind.TEAMS
    if teams and settings.scores is not None and not settings.scores.startswith("MP"):
        raise RuleError("Baku acceleration of teams needs match points as the primary score (C.04.7 1.4.4)")
    points = settings.match_points if teams else settings.points
    if points is not None and not _allows_baku(points):
        raise RuleError("Baku acceleration needs a draw worth half a win, and a loss worth nothing (C.04.7 1.4)")


def _required_rounds(conduct: FormatHandlers, teams: int, players: int) -> int:
    """Return the number of rounds of the table or bracket; `players` counts both sides of a Scheveningen match."""
    needed = conduct.count_rounds(players if conduct.format.sides else teams or players)
    assert needed is not None
    return needed


def _allows_baku(points: PointSystem) -> bool:
    """Return whether Baku acceleration is defined for these points (C.04.7 1.4)."""
    return 2 * points.draw == points.win and not points.loss


# -- settings that resemble a given tournament


def settings_like(tournament: Tournament) -> GeneratorSettings:
    """Return settings with the players, points, rounds and system of a tournament, and its rates of byes and forfeits.

    A player without a rating counts as 1400.
    """
    kinds = [meeting.kind for column in History(tournament).round_results for meeting in column.values()]
    present = sum(kind is not Kind.NOT_ENTERED for kind in kinds) or 1
    type_code, games = parse_type_code(tournament.system), _all_results(tournament)
    played = [result for result in games if result.played]
    is_fixed_length = type_code.format.fixed_length  # is there in every round, but for the free one, or out

    def share(kind: Kind) -> float:
        return 0.0 if is_fixed_length else round(kinds.count(kind) / present, 4)

    format_settings: dict[str, Any] = (
        {} if tournament.team_event else dict(handlers_for(tournament).settings_from_code(type_code))
    )
    settings = GeneratorSettings(
        **_field_settings(tournament),
        rounds=tournament.planned_rounds or len(tournament.rounds) or None,
        play=len(tournament.rounds) or None,
        system=type_code.format.name or DEFAULT.name,
        draws=round(sum(r.white is r.black for r in played) / len(played), 4) if played else None,
        forfeits=round(sum(r.forfeit for r in games) / len(games), 4) if games else None,
        half_byes=share(Kind.HALF_BYE),
        full_byes=share(Kind.FULL_BYE),
        zero_byes=share(Kind.ZERO_BYE),
        acceleration="baku" if type_code.baku else "none",
        points=tournament.points,
        tiebreaks=tournament.tiebreaks_after_points,
        **format_settings,
    )
    base = GeneratorSettings(double_forfeits=0.0, unusual=0.0, unrated=0.0, withdrawals=0, late_entries=0, forbidden=0)
    return replace(
        base, **{f.name: value for f in fields(settings) if (value := getattr(settings, f.name)) is not None}
    )


def _all_results(tournament: Tournament) -> Sequence[Result]:
    """Return the results of all games, in a team event those on the boards."""
    if tournament.team_event:
        return [game.result for round in tournament.rounds for match in round.matches for game in match.games]
    return [game.result for round in tournament.rounds for game in round.games]


def _field_settings(tournament: Tournament) -> dict[str, Any]:
    """Return the settings of the field: the ratings themselves or, for teams, their range and the team sizes."""
    ratings = tuple(player.rating or 1400 for player in tournament.players)
    type_code, boards = parse_type_code(tournament.system), boards_per_match(tournament)
    side_settings = {"teams": 0} if type_code.format.sides else {}
    if not tournament.team_event:
        return {"ratings": Ratings(given=ratings), **side_settings}
    matches = [match for round in tournament.rounds for match in round.matches]
    field: dict[str, Any] = {
        "ratings": Ratings(min(ratings), max(ratings)),
        "teams": len(tournament.teams),
        "boards": boards,
        "match_points": tournament.match_points,
    }
    if type_code.format.sides:
        return field
    forfeited = sum(match.forfeit is not None for match in matches)
    field["reserves"] = max(0, max(len(team.players) for team in tournament.teams) - boards)
    field["match_forfeits"] = round(forfeited / len(matches), 4) if matches else None
    return {**field, **handlers_for(tournament).settings_from_code(type_code)}
