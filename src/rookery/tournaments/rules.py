"""The rules of a tournament as one value: those of the model and those beside it."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, Literal

from rookery._record import fields, record, replace
from rookery.elo import round_half_up
from rookery.errors import RuleError
from rookery.model import CLASSIC, MATCH_POINTS, Player, Points, PointSystem, Tournament, VirtualPoints
from rookery.model.players import verbatim_if_invalid
from rookery.ranking.codes import parse_tiebreak
from rookery.tournaments.limits import check_bounds


@record
class Choices:
    """Rules that the model has no field for.

    `half_byes` is the number of half-point byes one may have without confirmation, `last_half_bye` the last round with
    one. `games` are those of a knock-out match, `reverse` exchanges the last two rounds of a first cycle. `equals`
    orders players of equal rating and title. `unrated` is how tie-breaks by rating count unrated players: by the
    `lowest` rating of the field, by its `average`, or as their codes say. `tiebreak_edition` is the edition of C.07, by
    its beginning (2017-07); without one it is that in force on the first day.
    """

    half_byes: int = 1
    last_half_bye: int | None = None
    games: int | None = None
    reverse: bool | None = None
    equals: str = ""
    unrated: str = ""
    long_event: bool = False
    chess960: bool = False
    tiebreak_edition: str = ""

    def __post_init__(self) -> None:
        check_bounds(self)


DEFAULT_CHOICES = Choices()

UNRATED_METHODS = ("lowest", "average")
"""Methods to rate unrated players in tie-breaks whose codes do not say it."""


@record
class TournamentRules:
    """The rules by which a tournament is played, paired and ranked."""

    system: str = ""
    rounds: int | None = None
    points: PointSystem = CLASSIC
    match_points: PointSystem = MATCH_POINTS
    team_bye_points: Points | None = None
    ranking: tuple[str, ...] = ()
    acceleration: tuple[VirtualPoints, ...] = ()
    by_rank: bool = False
    unrated: int | None = None
    board_colours: str = ""
    ratings_by_round: bool = False
    choices: Choices = DEFAULT_CHOICES

    def __post_init__(self) -> None:
        check_bounds(self)

    @classmethod
    def from_tournament(cls, tournament: Tournament, choices: Choices) -> TournamentRules:
        """Return the rules of a tournament."""
        fields = {name: getattr(tournament, _FIELD_NAMES.get(name, name)) for name in TOURNAMENT_FIELDS}
        return cls(**fields, choices=choices)

    def with_unrated(self, players: Iterable[Player]) -> TournamentRules:
        """Return the rules with the rating of unrated players in the tie-break codes, by the chosen method."""
        ratings = [player.rating for player in players if player.rating]
        if self.choices.unrated not in UNRATED_METHODS or not ratings:
            return self
        lowest = self.choices.unrated == "lowest"
        rating = min(ratings) if lowest else round_half_up(sum(ratings), len(ratings))
        return replace(self, ranking=tuple(_with_unrated_rating(code, rating) for code in self.ranking))

    def as_given(self) -> dict[str, Any]:
        """Return the fields by the names that Tournament has for them, without the choices."""
        values = {_FIELD_NAMES.get(name, name): getattr(self, name) for name in TOURNAMENT_FIELDS}
        return {name: verbatim_if_invalid(name, value) for name, value in values.items()}


@record
class Prizes:
    """The prizes, one per line: `place,amount` or `place,amount,category`; and how tied players share them.

    `one_each` is the rule that limits participants to one prize: the most valuable one (`value`), or the first of the
    list (`order`); without it participants may win in several categories. `currency` is the unit of every amount.
    """

    lines: tuple[str, ...] = ()
    sharing: Literal["hort", "equal", "rank"] = "hort"
    one_each: Literal["", "value", "order"] = ""
    currency: str = ""

    def __post_init__(self) -> None:
        check_bounds(self)

    @property
    def text(self) -> str:
        """All lines, separated by newlines."""
        return "\n".join(self.lines)


NO_PRIZES = Prizes()


def _with_unrated_rating(code: str, rating: int) -> str:
    """Return a tie-break code with the rating of unrated players, if the tie-break uses one."""
    try:
        tiebreak = parse_tiebreak(code)
    except RuleError:  # a name whose values are entered
        return code
    if "U" not in tiebreak.definition.takes:
        return code
    return str(replace(tiebreak, modifiers=replace(tiebreak.modifiers, unrated=rating)))


_FIELD_NAMES = {"rounds": "planned_rounds", "ranking": "tiebreaks"}
TOURNAMENT_FIELDS = tuple(field.name for field in fields(TournamentRules) if field.name != "choices")
"""The fields of the rules that are fields of a tournament."""
