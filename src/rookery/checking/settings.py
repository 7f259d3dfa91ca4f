"""Settings: what a random tournament shall be like. Whatever is left open is drawn, sensibly, from the seed."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, fields, replace
from math import ceil, log2
from random import Random
from typing import Any

from rookery.checking.results import Chances
from rookery.errors import RuleError
from rookery.history import History, Kind
from rookery.model import CLASSIC, MATCH_POINTS, THREE_ONE_NIL, Colour, PointSystem, Tournament
from rookery.regulations import scheme
from rookery.scoring import boards_per_match

Amount = int | float | tuple[int | float, ...]
"""How many in each round: a whole number, a share of those present (a float, 0.0 to 1.0), or one of these per round."""

PREDETERMINED = ("double-round-robin", "round-robin")
"""The systems whose rounds are known before the first: nobody asks for a bye in them, or stays away."""

SYSTEMS = ("burstein", "double-swiss", "dubov", "dutch", "lim", *PREDETERMINED, "team")
"""The systems that can be played by themselves; knock-outs and Keizer are not done."""

MOST = 9999
"""A file has room for so many players."""

LISTS = (
    ("BH/C1", "BH", "SB"), ("DE", "BH/C1", "BH"), ("DE", "WIN", "BH/C1", "BH"), ("BH/C1", "BH", "SB", "WON"),
    ("DE", "BWG", "BH/C1"), ("WIN", "BH/C1", "SB"),
)  # fmt: skip
"""Tie-breaks as tournaments announce them, after the points."""
ROUND_ROBIN_LISTS = (("DE", "SB", "WIN", "KS"), ("SB", "DE", "WIN"), ("WIN", "SB"), ("KS", "SB", "DE"))
"""The same where everybody meets everybody."""
TEAM_LISTS = (("MPVGP", "EDE", "EMGSB/C1"), ("MPVGP", "BH/C1"), ("EMGSB", "MPVGP", "DE"), ("BH", "MPVGP"))
"""The same for teams."""

COLOUR_TYPES = ("A", "B", "none")
"""The colour preferences of teams (C.04.6 1.7)."""
SCORES = ("MP", "GP", "MP_GP", "GP_MP")
"""The primary score of teams and, if it is used, the secondary one, as record 192 writes them."""


@dataclass(frozen=True, slots=True)
class Ratings:
    """How strong the players are: `given` one by one, else between `low` and `high`; around `mean` if that is given.

    `unrated` is the share of players whose rating nobody knows; they are as strong as the others below them would be.
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
        _share("the share of unrated players", self.unrated)

    def strengths(self, count: int, rng: Random) -> list[int]:
        """So many ratings, highest first."""
        if self.given:
            return sorted(self.given, reverse=True)
        if self.mean is None:
            return sorted((rng.randint(self.low, self.high) for _ in range(count)), reverse=True)
        drawn = (round(rng.gauss(self.mean, self.deviation)) for _ in range(count))
        return sorted((min(max(one, self.low), self.high) for one in drawn), reverse=True)


@dataclass(frozen=True, slots=True, kw_only=True)
class Settings:
    """What a random tournament shall be like; None is drawn.

    `rounds` are planned, `play` of them are played (all). `half_byes`, `full_byes` and `zero_byes` are asked for in
    each round; `withdrawals` and `late_entries` concern players: so many, or that share of them. `forfeits`,
    `double_forfeits`, `unusual` (½-0, 0-½, 0-0) and `unrated` games are shares of all games, `draws` the share of
    draws between equals. `forbidden` is how many groups of players may not meet. `acceleration` is "none", "baku" (by
    the type of tournament) or "written" (the same points as records 250, for programs that count group A differently).
    With `ranks` the players get those of the final standings by the `tiebreaks`.

    In a `team` event `teams` is how many there are, with `boards` a match and so many `reserves` in each roster; byes,
    withdrawals, late entries and forbidden groups concern teams, `forfeits` single boards, and `match_forfeits` is the
    share of matches forfeited as a whole. `colour_type` and `scores` are those of C.04.6. A round robin has neither
    byes nor absences, and as many rounds as its table.

    >>> Settings(players=9, half_byes=(2, 0, 1)).players
    9
    >>> Settings(forfeits=5)
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

    def __post_init__(self) -> None:
        given = len(self.ratings.given) if self.ratings else 0
        if given and self.players not in (None, given):
            raise RuleError(f"{given} ratings are given for {self.players} players")
        if self.players is not None and not 2 <= self.players <= MOST:
            raise RuleError(f"a tournament has between 2 and {MOST} players, not {self.players}")
        if self.rounds is not None and not 1 <= self.rounds <= 99:
            raise RuleError(f"a tournament has between 1 and 99 rounds, not {self.rounds}")
        for name in ("draws", "forfeits", "double_forfeits", "unusual", "unrated", "match_forfeits"):
            _share(f"the share of {name.replace('_', ' ')}", getattr(self, name) or 0)
        if sum(filter(None, (self.forfeits, self.double_forfeits, self.unusual))) > 1:
            raise RuleError("forfeits and unusual results are more than all games together")
        for name in ("half_byes", "full_byes", "zero_byes", "withdrawals", "late_entries", "forbidden"):
            _amount(name.replace("_", "-point ") if "byes" in name else name.replace("_", " "), getattr(self, name))
        if self.system not in (None, *SYSTEMS):
            raise RuleError(f"the generator knows {', '.join(SYSTEMS)}, not {self.system}")
        if self.acceleration not in (None, "none", "baku", "written"):
            raise RuleError(f"acceleration is none, baku or written, not {self.acceleration!r}")
        _check_teams(self)
        if self.system in PREDETERMINED:
            _check_round_robin(self)

    def chances(self) -> Chances:
        """How games end."""
        odd = (self.forfeits or 0, self.double_forfeits or 0, self.unusual or 0, self.unrated or 0)
        return Chances(0.4 if self.draws is None else self.draws, *odd)

    def drawn(self, rng: Random) -> Settings:
        """The same with everything decided; what was open is drawn, and what was given does not disturb the rest."""
        made = {name: draw(rng) for name, draw in _DRAWS.items()}
        at = rng.random()
        if self.system in _OTHER_DRAWS:
            made |= {name: draw(rng) for name, draw in _OTHER_DRAWS[self.system].items()}
        kept = {field.name: getattr(self, field.name) for field in fields(self)}
        made |= {name: value for name, value in kept.items() if value is not None}
        if made["ratings"].given:
            made["players"] = len(made["ratings"].given)
        if self.system == "team":
            made["players"] = made["teams"] * (made["boards"] + made["reserves"])
        if self.rounds is None:
            made["rounds"] = _rounds(made["teams" if self.system == "team" else "players"], at)
            if self.system in PREDETERMINED:
                made["rounds"] = _table(self.system or "", made["players"])
        if self.acceleration is None and not (_accelerates(made["points"]) and made["system"] == "dutch"):
            made["acceleration"] = "none"
        if self.ratings is None and made["system"] == "dubov":  # which needs the rating of everybody (C.04.4.1 1.1)
            made["ratings"] = replace(made["ratings"], unrated=0.0)
        made["play"] = min(made["rounds"] if self.play is None else self.play, made["rounds"])
        return Settings(**made)


# -- what fits together


def _check_teams(settings: Settings) -> None:
    """What is said of teams belongs to a team event, which is given by its teams and boards."""
    limits = {"teams": (2, 999), "boards": (1, 20), "reserves": (0, 20)}
    for name, (least, most) in limits.items():
        number = getattr(settings, name)
        if number is not None and not least <= number <= most:
            raise RuleError(f"the number of {name} lies between {least} and {most}, not {number}")
    for name, known in (("colour_type", COLOUR_TYPES), ("scores", SCORES)):
        if getattr(settings, name) not in (None, *known):
            raise RuleError(f"{name.replace('_', ' ')}: one of {', '.join(known)}, not {getattr(settings, name)}")
    if settings.system != "team":
        names = (*limits, "match_forfeits", "colour_type", "scores", "match_points")
        odd = [name.replace("_", " ") for name in names if getattr(settings, name) is not None]
        if odd:
            raise RuleError(f"{odd[0]}: for a team event only, which this is not")
        return
    size = (settings.boards or 0) + (settings.reserves or 0)
    if settings.players is not None and settings.players != (settings.teams or 0) * size:
        raise RuleError("the players of a team event follow from its teams, boards and reserves: give these")
    if settings.ratings and settings.ratings.given:
        raise RuleError("the ratings of a team event are drawn, not given one by one")
    _unaccelerated(settings)


def _check_round_robin(settings: Settings) -> None:
    """Everybody is there in every round, and the rounds are those of the table (C.05)."""
    for name in _ABSENCES:
        amount = getattr(settings, name)
        if any(amount) if isinstance(amount, tuple) else amount:
            raise RuleError(f"a round robin has no {name.replace('_', ' ')}")
    _unaccelerated(settings)
    if settings.initial_colour is not None:
        raise RuleError("the colours of a round robin are those of its table: there is no initial one")
    players = settings.players or (len(settings.ratings.given) if settings.ratings else 0)
    if not players:
        return
    needed = _table(settings.system or "", players)
    if needed > 99:
        raise RuleError(f"a {settings.system} of {players} players has {needed} rounds, and a file has room for 99")
    if settings.rounds not in (None, needed):
        raise RuleError(f"a {settings.system} of {players} players has {needed} rounds, not {settings.rounds}")


_ABSENCES = ("half_byes", "full_byes", "zero_byes", "withdrawals", "late_entries", "forbidden")


def _unaccelerated(settings: Settings) -> None:
    if settings.acceleration not in (None, "none"):
        raise RuleError(f"acceleration is for players in a Swiss, not for a {settings.system} event")


def _table(system: str, players: int) -> int:
    """How many rounds the table of a round robin has."""
    return (players - 1 + players % 2) * (2 if system.startswith("double") else 1)


def _share(what: str, value: object) -> None:
    if not isinstance(value, int | float) or not 0 <= value <= 1:
        raise RuleError(f"{what} lies between 0.0 and 1.0, not {value}")


def _amount(what: str, value: Amount | None) -> None:
    for one in value if isinstance(value, tuple) else () if value is None else (value,):
        if isinstance(one, float):
            _share(f"the share of {what}", one)
        elif one < 0:
            raise RuleError(f"the number of {what} is not negative: {one}")


def _accelerates(points: PointSystem) -> bool:
    """Whether Baku acceleration is defined for these points (C.04.7 1.4)."""
    return 2 * points.draw == points.win and not points.loss


def _rounds(players: int, at: float) -> int:
    """From just enough rounds for one winner to some more; in a small field less than everybody against everybody."""
    least = max(1, ceil(log2(players)))
    most = min(least + 5, max(least, players - 2 - players % 2), max(1, players - 1))
    return min(least, most) + int(at * (most - min(least, most) + 1))


def _sometimes(rng: Random, often: float, most: float) -> float:
    """Mostly nothing, else up to so much."""
    here, much = rng.random(), rng.random()
    return round(much * most, 4) if here < often else 0.0


def _ratings(rng: Random) -> Ratings:
    low, width, normal = rng.randint(1000, 2000), rng.randint(100, 1200), rng.random()
    unrated = _sometimes(rng, 0.2, 0.3)
    if normal < 0.5:
        return Ratings(low, low + width, unrated=unrated)
    return Ratings(1000, 2900, mean=low + width // 2, deviation=width // 4, unrated=unrated)


_SYSTEMS_OF_POINTS = (
    (0.86, CLASSIC),
    (0.90, THREE_ONE_NIL),
    (0.94, PointSystem(pab=5)),
    (0.96, PointSystem(pab=0)),
    (0.98, PointSystem(win=30, draw=20, loss=10)),
    (1.01, PointSystem(win=30, draw=10, pab=10)),
)


def _points(rng: Random) -> PointSystem:
    at = rng.random()
    return next(system for end, system in _SYSTEMS_OF_POINTS if at < end)


# Each is asked once for every tournament, in this order, whether its answer is wanted or not.
_DRAWS: dict[str, Callable[[Random], Any]] = {
    "players": lambda rng: int(6 * (200 / 6) ** rng.random()),
    "system": lambda rng: "dutch",
    "ratings": _ratings,
    "draws": lambda rng: round(rng.uniform(0.1, 0.6), 2),
    "forfeits": lambda rng: _sometimes(rng, 0.7, 0.08),
    "double_forfeits": lambda rng: _sometimes(rng, 0.2, 0.02),
    "unusual": lambda rng: _sometimes(rng, 0.1, 0.02),
    "unrated": lambda rng: _sometimes(rng, 0.1, 0.02),
    "half_byes": lambda rng: _sometimes(rng, 0.6, 0.06),
    "full_byes": lambda rng: _sometimes(rng, 0.15, 0.02),
    "zero_byes": lambda rng: _sometimes(rng, 0.5, 0.05),
    "withdrawals": lambda rng: _sometimes(rng, 0.5, 0.15),
    "late_entries": lambda rng: _sometimes(rng, 0.4, 0.1),
    "forbidden": lambda rng: rng.randint(1, 4) if rng.random() < 0.2 else 0,
    "acceleration": lambda rng: "baku" if rng.random() < 0.1 else "none",
    "points": _points,
    "tiebreaks": lambda rng: LISTS[rng.randrange(len(LISTS))],
    "initial_colour": lambda rng: Colour.WHITE if rng.random() < 0.5 else Colour.BLACK,
}


def _match_points(rng: Random) -> PointSystem:
    at = rng.random()
    return MATCH_POINTS if at < 0.8 else replace(MATCH_POINTS, pab=20) if at < 0.9 else replace(THREE_ONE_NIL, pab=10)


_ROUND_ROBIN_DRAWS: dict[str, Callable[[Random], Any]] = {
    "players": lambda rng: int(4 * (20 / 4) ** rng.random()),
    "tiebreaks": lambda rng: ROUND_ROBIN_LISTS[rng.randrange(len(ROUND_ROBIN_LISTS))],
    "initial_colour": lambda rng: None,
    **dict.fromkeys(_ABSENCES, lambda rng: 0),
}
# After all the others, so that these stay what they are.
_OTHER_DRAWS: dict[str | None, dict[str, Callable[[Random], Any]]] = {
    **dict.fromkeys(PREDETERMINED, _ROUND_ROBIN_DRAWS),
    "team": {
        "teams": lambda rng: int(4 * (40 / 4) ** rng.random()),
        "boards": lambda rng: (2, 3, 4, 4, 4, 5, 6, 8)[rng.randrange(8)],
        "reserves": lambda rng: (0, 0, 1, 2)[rng.randrange(4)],
        "match_forfeits": lambda rng: _sometimes(rng, 0.5, 0.08),
        "colour_type": lambda rng: COLOUR_TYPES[rng.randrange(len(COLOUR_TYPES))],
        "scores": lambda rng: SCORES[rng.randrange(len(SCORES))],
        "match_points": _match_points,
        "tiebreaks": lambda rng: TEAM_LISTS[rng.randrange(len(TEAM_LISTS))],
    },
}


def like(tournament: Tournament) -> Settings:
    """Settings that resemble a tournament: the same players, points, rounds and system, byes and forfeits as often.

    A player whose rating is not known counts as one of 1400.
    """
    history = History(tournament)
    kinds = [meeting.kind for column in history.columns for meeting in column.values()]
    present = sum(kind is not Kind.NOT_ENTERED for kind in kinds) or 1
    games = [game.result for round in tournament.rounds for game in round.games]
    plan = scheme(tournament.system)
    if tournament.team_event:
        games = [game.result for round in tournament.rounds for match in round.matches for game in match.games]
    played = [result for result in games if result.played]
    decided = [result for result in games if result.forfeit]
    everybody = plan.family in PREDETERMINED  # is there in every round, but for the free one

    def share(kind: Kind) -> float:
        return 0.0 if everybody else round(kinds.count(kind) / present, 4)

    settings = Settings(
        **_field_like(tournament),
        rounds=tournament.planned or len(tournament.rounds) or None,
        play=len(tournament.rounds) or None,
        system=plan.family or "dutch",
        draws=round(sum(r.white is r.black for r in played) / len(played), 4) if played else None,
        forfeits=round(len(decided) / len(games), 4) if games else None,
        half_byes=share(Kind.HALF_BYE),
        full_byes=share(Kind.FULL_BYE),
        zero_byes=share(Kind.ZERO_BYE),
        acceleration="baku" if plan.baku else "none",
        points=tournament.points,
        tiebreaks=tournament.tiebreaks,
    )
    quiet = Settings(double_forfeits=0.0, unusual=0.0, unrated=0.0, withdrawals=0, late_entries=0, forbidden=0)
    return replace(
        quiet, **{f.name: value for f in fields(settings) if (value := getattr(settings, f.name)) is not None}
    )


def _field_like(tournament: Tournament) -> dict[str, Any]:
    """The field of settings that resemble a tournament: the ratings themselves or, of teams, their range and form."""
    ratings = tuple(player.rating or 1400 for player in tournament.players)
    if not tournament.team_event:
        return {"ratings": Ratings(given=ratings)}
    plan, boards = scheme(tournament.system), boards_per_match(tournament)
    if plan.family != "team":
        raise RuleError(f"the generator knows teams in a Swiss only, not {tournament.system or 'without a system'}")
    matches = [match for round in tournament.rounds for match in round.matches]
    return {
        "ratings": Ratings(min(ratings), max(ratings)),
        "teams": len(tournament.teams),
        "boards": boards,
        "reserves": max(0, max(len(team.players) for team in tournament.teams) - boards),
        "match_forfeits": round(sum(one.forfeit is not None for one in matches) / len(matches), 4) if matches else None,
        "colour_type": plan.colour_type or "none",
        "scores": f"{plan.primary}_{plan.secondary}".rstrip("_"),
        "match_points": tournament.match_points,
    }
