"""Categories that an event has, and who receives which prize."""

from __future__ import annotations

from collections.abc import Iterator

from rookery.desk.ranked import in_order, ranked
from rookery.desk.state import State
from rookery.desk.views.who import Who, participants
from rookery.errors import RuleError
from rookery.model import Points
from rookery.ranking.prizes import Category, Sharing, awards, read_prizes
from rookery.values import frozen, replace
from rookery.wording import spoken

_AGES = (8, 10, 12, 14, 16, 18, 20)
_SENIORS = (50, 65)
_BAND = 200
"""How many rating points a band has."""


@frozen
class CategoryChoice:
    """A category as prizes name it, what it is called, and how many belong to it."""

    text: str
    called: str
    players: int


@frozen
class AwardLine:
    """What somebody receives, in hundredths of the currency, and in which category; none is the whole event."""

    who: Who
    amount: int
    points: Points
    category: str = ""


@frozen
class PrizesView:
    """Who receives what, category by category; not to be paid out before it is `final`."""

    awards: tuple[AwardLine, ...]
    total: int
    sharing: Sharing
    after: int
    final: bool


def categories(state: State) -> tuple[CategoryChoice, ...]:
    """The categories that tell some players from the others: women, ages, ratings, federations, clubs."""
    t = state.tournament
    if t.team_event:
        return ()
    day = t.event.start or t.event.end
    year = day.year if day is not None else None
    found = []
    for text, called in dict(_possible(state)).items():
        try:
            inside = sum(Category(text).holds(one, year) for one in t.players)
        except RuleError:  # the year of the event is not known
            continue
        if 0 < inside < len(t.players):
            found.append(CategoryChoice(text, called, inside))
    return tuple(found)


def _possible(state: State) -> Iterator[tuple[str, str]]:
    """Every category one could think of, and what it is called."""
    who = state.tournament.players
    yield "sex=w", spoken("women")
    yield from ((f"u{age}", spoken("under %(age)s", age=age)) for age in _AGES)
    yield from ((f"{age}+", spoken("%(age)s and older", age=age)) for age in _SENIORS)
    for first in sorted({(one.rating // _BAND) * _BAND for one in who if one.rating}):
        least = max(100, first)
        yield (f"{least}-{first + _BAND - 1}", spoken("rated %(least)s to %(first)s", least=least,
                                                      first=first + _BAND - 1))  # fmt: skip
    yield "unrated", spoken("unrated")
    for federation in sorted({one.federation for one in who if _plain(one.federation)}):
        yield f"fed={federation}", federation
    for club in sorted({one.club for one in who if _plain(one.club)}):
        yield f"club={club}", club


def _plain(text: str) -> bool:
    """Whether a text can stand in a category: a comma would part it in two."""
    return bool(text.strip()) and "," not in text


def prizes_view(state: State, prizes: str, sharing: Sharing = "hort") -> PrizesView:
    """The prizes, said in lines `place,amount` or `place,amount,category`, given to whom they belong."""
    found = ranked(state)
    found = replace(found, rows=tuple(in_order(state, found)[0]))
    who, points = participants(state), {row.id: row.points for row in found.rows}
    won = awards(found, read_prizes(prizes), sharing)
    lines = tuple(AwardLine(who[one.id], one.amount, points[one.id], one.category) for one in won)
    total = sum(one.amount for one in won)
    return PrizesView(lines, total, sharing, found.after, found.final and state.phase is None)
