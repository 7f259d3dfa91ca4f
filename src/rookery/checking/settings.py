"""Settings: what a random tournament shall be like. Whatever is left open is drawn, sensibly, from the seed."""

from __future__ import annotations

from collections.abc import Iterable
from random import Random

from rookery.checking.defaults import DRAWS, Ratings, size_between, swiss_rounds
from rookery.checking.random_results import Chances
from rookery.errors import RuleError
from rookery.formats.catalogue import DEFAULT, conduct_named
from rookery.formats.conduct import ABSENCES, Conduct
from rookery.model import CLASSIC, MATCH_POINTS, Colour, PointSystem
from rookery.model.limits import MOST_DRAWN
from rookery.pairing.keizer_rules import KeizerRules
from rookery.regulations import FORMATS, Format, Takes
from rookery.regulations.format import COLOUR_TYPES, SCORES
from rookery.renamed import forwarding
from rookery.simulation.amounts import Amount, any_of, must_be_amount, must_be_share, must_fit_rounds
from rookery.typed import Any
from rookery.values import fields, frozen, replace
from rookery.wording import count

__all__ = ["Ratings", "Settings"]


@frozen(kw_only=True)
class Settings:
    """What a random tournament shall be like; None is drawn.

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
    keizer: KeizerRules | None = None
    between: tuple[int, int] | None = None

    def __post_init__(self) -> None:
        given = len(self.ratings.given) if self.ratings else 0
        if given and self.players not in (None, given):
            raise RuleError(f"{given} ratings are given for {self.players} players")
        if self.players is not None and not 2 <= self.players <= MOST_DRAWN:
            raise RuleError(f"a tournament has between 2 and {MOST_DRAWN:,} players, not {self.players:,}")
        _check_between(self)
        if self.rounds is not None and not 1 <= self.rounds <= 99:
            raise RuleError(f"a tournament has between 1 and 99 rounds, not {self.rounds}")
        for name in ("draws", "forfeits", "double_forfeits", "unusual", "unrated", "match_forfeits"):
            must_be_share(f"the share of {name.replace('_', ' ')}", getattr(self, name) or 0)
        if sum(filter(None, (self.forfeits, self.double_forfeits, self.unusual))) > 1:
            raise RuleError("forfeits and unusual results are more than all games together")
        for name in ("half_byes", "full_byes", "zero_byes", "withdrawals", "late_entries", "forbidden"):
            said = name.replace("_", "-point ") if "byes" in name else name.replace("_", " ")
            must_be_amount(said, getattr(self, name))
            must_fit_rounds(said, getattr(self, name), self.rounds or 99)
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
        """What kind of tournament it is."""
        return FORMATS[self.system] if self.system else DEFAULT

    @property
    def conduct(self) -> Conduct:
        """How it is run."""
        return conduct_named(self.format.name)

    @property
    def entrants(self) -> int:
        """How many are paired, as far as it is known: the teams, or the players."""
        return self.teams or self.players or (len(self.ratings.given) if self.ratings else 0)

    def chances(self) -> Chances:
        """How games end."""
        odd = (self.forfeits or 0, self.double_forfeits or 0, self.unusual or 0, self.unrated or 0)
        return Chances(0.4 if self.draws is None else self.draws, *odd)

    def drawn(self, rng: Random) -> Settings:
        """The same with everything decided; what was open is drawn, and what was given does not disturb the rest."""
        made: dict[str, Any] = {name: draw(rng) for name, draw in DRAWS.items()}
        at = rng.random()
        for draws in (self.conduct.draws, self.conduct.team_draws if self.teams else {}):
            made |= {name: draw(rng) for name, draw in draws.items()}
        kept = {field.name: getattr(self, field.name) for field in fields(self)}
        made |= {name: value for name, value in kept.items() if value is not None}
        if self.between is not None:
            del made["between"]
            made["players"] = size_between(*self.between, rng)
        _fit_players(self, made)
        _fit_acceleration(self, made)
        if self.rounds is None:
            made["rounds"] = swiss_rounds(made.get("teams") or made["players"], at)
            if self.format.fixed_length:
                made["rounds"] = _needed(self.conduct, made.get("teams") or 0, made["players"])
            elif not self.format.swiss:
                made["rounds"] = 4 + int(at * 17)
        if self.ratings is None and self.format.needs_ratings:
            made["ratings"] = replace(made["ratings"], unrated=0.0)
        made["play"] = min(made["rounds"] if self.play is None else self.play, made["rounds"])
        return Settings(**made)


def _fit_players(given: Settings, made: dict[str, Any]) -> None:
    """How many players there are follows from the ratings given, from the teams, from the boards of both sides."""
    if made["ratings"].given:
        made["players"] = len(made["ratings"].given)
    if given.format.sides:
        known = given.boards is None and (given.players is not None or made["ratings"].given)
        made["boards"] = made["players"] // 2 if known else made["boards"]
        made["players"] = 2 * made["boards"]
    elif made.get("teams"):
        made["players"] = made["teams"] * (made["boards"] + made["reserves"])


def _fit_acceleration(given: Settings, made: dict[str, Any]) -> None:
    """What is drawn leaves room for an acceleration that is wished; none is drawn where there is no room for it."""
    if given.acceleration is None and not (given.format.baku and _accelerates(made["points"])):
        made["acceleration"] = "none"
    if given.acceleration in (None, "none"):
        return
    if given.format.takes is Takes.TEAMS:
        if given.scores is None:
            made["scores"] = {"GP": "MP", "GP_MP": "MP_GP"}.get(made["scores"], made["scores"])
        if given.match_points is None and not _accelerates(made["match_points"]):
            made["match_points"] = MATCH_POINTS
    elif given.points is None and not _accelerates(made["points"]):
        made["points"] = CLASSIC


# -- what fits together


def _check_between(settings: Settings) -> None:
    """A field that is drawn between two sizes has no size given otherwise."""
    if settings.between is None:
        return
    low, high = settings.between
    if not 2 <= low <= high <= MOST_DRAWN:
        raise RuleError(f"a field is drawn between 2 and {MOST_DRAWN:,} players, the fewer first: not {low:,}-{high:,}")
    if settings.entrants or settings.format.takes is Takes.TEAMS or settings.format.sides:
        raise RuleError(f"between {low:,} and {high:,} players: how many there are follows from the rest")


def _check_teams(settings: Settings) -> None:
    """What is said of teams belongs to a team event, which is given by its teams and boards."""
    sides = settings.format.sides
    limits = {"teams": (2, MOST_DRAWN), "boards": (1, 99 if sides else 20), "reserves": (0, 20)}
    for name, (least, most) in limits.items():
        number = getattr(settings, name)
        if number is not None and not least <= number <= most and not (sides and name == "teams"):
            raise RuleError(f"the number of {name} lies between {least} and {most:,}, not {number:,}")
    for name, known in (("colour_type", COLOUR_TYPES), ("scores", SCORES)):
        if getattr(settings, name) not in (None, *known):
            raise RuleError(f"{name.replace('_', ' ')}: one of {', '.join(known)}, not {getattr(settings, name)}")
    _check_team_words(settings, (*limits, "match_forfeits", "colour_type", "scores", "match_points"))
    if sides:
        _check_sides(settings)
    elif settings.teams or settings.format.takes is Takes.TEAMS:
        size = (settings.boards or 0) + (settings.reserves or 0)
        if settings.players is not None and settings.players != (settings.teams or 0) * size:
            raise RuleError("the players of a team event follow from its teams, boards and reserves: give these")
        if settings.ratings and settings.ratings.given:
            raise RuleError("the ratings of a team event are drawn, not given one by one")


def _check_team_words(settings: Settings, words: Iterable[str]) -> None:
    """What is said of teams belongs to a team event."""
    allowed, format = tuple[str, ...](), settings.format
    if format.takes is Takes.TEAMS:
        return
    if settings.teams and not (format.swiss or format.sides or format.takes is Takes.EITHER):
        raise RuleError(f"there is no {format.noun or format.title} for teams")
    if format.sides:
        allowed = ("teams", "boards", *(("match_points",) if settings.teams != 0 else ()))
    elif format.takes is Takes.EITHER:
        allowed = ("teams", "boards", "reserves", "match_forfeits", "match_points") if settings.teams else ("teams",)
    for name in words:
        if getattr(settings, name) not in (None, 0) and name not in allowed:
            more = "; say how many teams" if format.takes is Takes.EITHER else ""
            raise RuleError(f"{name.replace('_', ' ')}: for a team event only, which this is not{more}")


def _check_sides(settings: Settings) -> None:
    """A Scheveningen match has two sides of as many players as there are boards."""
    if settings.teams not in (None, 0, 2):
        raise RuleError(f"a Scheveningen match has two sides, not {settings.teams} teams")
    players = settings.players or (len(settings.ratings.given) if settings.ratings else 0)
    if players % 2:
        raise RuleError(f"a Scheveningen match has two sides of equal size, and {players} players are odd")
    if players and settings.boards not in (None, players // 2):
        raise RuleError(f"{players} players are {players // 2} on each side, not {settings.boards} boards")


def _check_format(settings: Settings) -> None:
    """Nobody asks for a bye, and the rounds are those of the table or of the bracket (C.05)."""
    format, name = settings.format, settings.format.noun
    for word in ABSENCES:
        if any_of(getattr(settings, word) or 0):
            raise RuleError(f"a {name} has no {word.replace('_', ' ')}")
    if settings.initial_colour is not None and format.predetermined:
        raise RuleError(f"the colours of a {name} are those of its table: there is no initial one")
    if settings.withdrawals and format.sides and settings.teams != 0:
        raise RuleError(f"a {name} of two teams has no withdrawals: boards are forfeited")
    size = 2 * (settings.boards or 0) if format.sides else 0
    field = size or settings.entrants
    if not field or (format.sides and not size and settings.teams):
        return
    needed = _needed(settings.conduct, settings.teams or 0, field)
    who = f"{field} teams" if settings.teams and not size else f"{field} players"
    if needed > 99:
        raise RuleError(f"a {name} of {who} has {count(needed, 'round')}, and a file has room for 99")
    if settings.rounds not in (None, needed):
        raise RuleError(f"a {name} of {who} has {count(needed, 'round')}, not {settings.rounds}")


def _check_acceleration(settings: Settings) -> None:
    """Baku is for a Swiss, of teams if match points come first, in which a draw is half a win (C.04.7 1.4).

    Written out as records, the same points go with any Swiss.
    """
    format = settings.format
    if not format.swiss:
        raise RuleError(f"acceleration is for a Swiss, not for {format.called}")
    if settings.acceleration == "written":
        return
    if not format.baku:
        raise RuleError(f"no text says how Baku accelerates {format.called}: written puts it into records 250")
    teams = format.takes is Takes.TEAMS
    if teams and settings.scores is not None and not settings.scores.startswith("MP"):
        raise RuleError("Baku acceleration of teams needs match points as the primary score (C.04.7 1.4.4)")
    points = settings.match_points if teams else settings.points
    if points is not None and not _accelerates(points):
        raise RuleError("Baku acceleration needs a draw worth half a win, and a loss worth nothing (C.04.7 1.4)")


def _needed(conduct: Conduct, teams: int, players: int) -> int:
    """How many rounds the table or the bracket has; in a Scheveningen match, for all players of both sides."""
    needed = conduct.length(players if conduct.format.sides else teams or players)
    assert needed is not None
    return needed


def _accelerates(points: PointSystem) -> bool:
    """Whether Baku acceleration is defined for these points (C.04.7 1.4)."""
    return 2 * points.draw == points.win and not points.loss


__getattr__ = forwarding("rookery.checking.settings", {"like": "rookery.checking.likeness.like"})
