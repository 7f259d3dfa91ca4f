"""The rules of a tournament as one value: what is laid down before round 1, in the model and beside it."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, Literal

from rookery.elo import half_up
from rookery.errors import RuleError
from rookery.model import CLASSIC, MATCH_POINTS, Player, Points, PointSystem, Tournament, VirtualPoints
from rookery.ranking.codes import parse
from rookery.values import fields, frozen, replace
from rookery.values import replace as with_values


@frozen
class Choices:
    """What is laid down and the model has no place for.

    `half_byes` is how many half-point byes one may have unasked, `last_half_bye` the last round with one. `games` are
    those of a meeting in a knock-out, `reverse` turns the last two rounds of a first cycle round. `equals` is what
    orders players of equal rating and title. `unrated` is how tie-breaks by rating count those who have none: by the
    `lowest` rating of the field, by its `average`, or as their codes say. `tiebreak_edition` is the edition of C.07
    that is asked for, by its beginning (2017-07); without one it is that in force on the first day.
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


PLAIN = Choices()

UNRATED = ("lowest", "average")
"""How a rating is found for those who have none, where the codes of the tie-breaks do not say it."""


@frozen
class Laws:
    """By which rules the event is played, paired and ranked."""

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
    choices: Choices = PLAIN

    @classmethod
    def of(cls, tournament: Tournament, choices: Choices) -> Laws:
        """The rules of a tournament."""
        given = {name: getattr(tournament, _FIELDS.get(name, name)) for name in NAMES}
        return cls(**given, choices=choices)

    def with_unrated(self, players: Iterable[Player]) -> Laws:
        """The rules whose tie-breaks by rating say the rating of those who have none, by the method that is chosen."""
        known = [one.rating for one in players if one.rating]
        if self.choices.unrated not in UNRATED or not known:
            return self
        lowest = self.choices.unrated == "lowest"
        rating = min(known) if lowest else half_up(sum(known), len(known))
        return replace(self, ranking=tuple(_counted_with(code, rating) for code in self.ranking))

    def as_given(self) -> dict[str, Any]:
        """The fields by the names that a Tournament has for them; the choices are beside it."""
        return {_FIELDS.get(name, name): getattr(self, name) for name in NAMES}


@frozen
class Prizes:
    """The prizes, a line each: `place,amount` or `place,amount,category`; and how who are level on points share."""

    lines: tuple[str, ...] = ()
    sharing: Literal["hort", "equal"] = "hort"

    @property
    def text(self) -> str:
        """All lines, as they are typed."""
        return "\n".join(self.lines)


NO_PRIZES = Prizes()


def _counted_with(code: str, rating: int) -> str:
    """A tie-break whose code says the rating of those who have none, if it takes one."""
    try:
        found = parse(code)
    except RuleError:  # a name whose values are entered
        return code
    if "U" not in found.definition.takes:
        return code
    return str(with_values(found, how=with_values(found.how, unrated=rating)))


_FIELDS = {"rounds": "planned"}
NAMES = tuple(each.name for each in fields(Laws) if each.name != "choices")
"""The fields of the rules that a tournament has too."""
