"""The rules in force: each with its value, and whether it can still change, at which level, and by which article."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from rookery.checking.objections import objections
from rookery.checking.told import objection
from rookery.desk.form import written
from rookery.desk.frozen import FROZEN, FROZEN_BY, RANKING
from rookery.desk.levels import TABLE
from rookery.desk.rules import NAMES, Choices
from rookery.desk.state import State
from rookery.pairing.colours import initial_colour
from rookery.ranking.table_of_tiebreaks import TABLE as TIEBREAKS
from rookery.values import fields, frozen
from rookery.wording import listed, spoken

_PAIRED = spoken("round 1 has been paired")


@frozen
class RuleLine:
    """A rule by its name, with its value in JSON.

    `level` is that of the warning which a change brings now, 0 for none and 5 for a refusal: it is `frozen` then. `why`
    says why, `article` by which article.
    """

    name: str
    value: Any
    frozen: bool = False
    level: int = 0
    code: str = ""
    why: str = ""
    article: str = ""


@frozen
class RulesView:
    """Every rule; and what speaks against the event in FIDE mode, which `left` says in which round it was left.

    `method` is that of the tournament rating, as record 172 has it. `advice` is what the length of the event calls for.
    """

    rules: tuple[RuleLine, ...]
    choices: tuple[RuleLine, ...]
    fide: bool
    left: int | None = None
    objections: tuple[str, ...] = ()
    method: str = ""
    advice: tuple[str, ...] = ()


def rules_view(state: State) -> RulesView:
    """The rules of a tournament."""
    against = tuple(objection(one) for one in objections(state.tournament))
    rules, choices = tuple(_rules(state)), tuple(_choices(state))
    method = state.tournament.event.ranking_method
    return RulesView(rules, choices, state.fide, state.sticky.left, against, method, tuple(_advice(state)))


LONG = 30
"""An event of more days than these is a long one (C.07 10)."""


def _lasts_long(state: State) -> bool:
    """Whether an event takes over 30 days by its dates."""
    event = state.tournament.event
    days = sorted(each.first_day for each in (event.start, *event.round_dates) if each is not None)
    ends = sorted(each.last_day for each in (event.end, *event.round_dates) if each is not None)
    return bool(days and ends) and (ends[-1] - days[0]).days + 1 > LONG


def _advice(state: State) -> Iterator[str]:
    """That an event of over 30 days should be marked as such, and not be ranked by ratings (C.07 10)."""
    long, marked = _lasts_long(state), state.choices.long_event
    if long and not marked:
        yield spoken("By its dates the event takes over %(long)s days: mark it as a long event.", long=LONG)
    by_rating = [code for code in state.tournament.tiebreaks if code.split("/")[0].upper() in _BY_RATING]
    if (long or marked) and by_rating:
        yield (
            spoken(
                "Ratings change in an event of over %(days)s days: tie-breaks by rating are advised against there, and"
                " the list has %(codes)s (C.07 10).",
                days=LONG,
                codes=listed(by_rating),
            )
        )


_BY_RATING = frozenset(one.name for one in TIEBREAKS if "U" in one.takes)
"""The tie-breaks that ratings give."""


def _rules(state: State) -> Iterator[RuleLine]:
    laws, t = state.laws, state.tournament
    for name in NAMES:
        yield _line(state, name, written(getattr(laws, name)))
    apart = [[state.keys.participant[one] for one in each.players] for each in t.forbidden]
    yield _line(state, "forbidden", apart)
    yield _colour(state)


def _line(state: State, name: str, value: Any) -> RuleLine:
    code = "tie-breaks" if name in RANKING else "frozen" if name in FROZEN else ""
    if state.closed is not None:
        why = spoken("the tournament is closed after round %(closed)s", closed=state.closed)
        return RuleLine(name, value, True, TABLE["closed"].level, "closed", why)
    if not code or not (state.tournament.rounds or state.sticky.played):
        return RuleLine(name, value)
    row = TABLE[code]
    level = row.level if state.fide or row.outside is None else row.outside
    return RuleLine(name, value, level >= 5, level, code, _PAIRED, FROZEN_BY.get(name) or row.article)


def _colour(state: State) -> RuleLine:
    """The initial colour: it is drawn once, and stays once round 1 is paired with it."""
    colour = state.tournament.initial_colour
    if state.sticky.colour is not None:
        return RuleLine("initial_colour", written(colour), True, 5, "", spoken("lots are drawn once"), "C.04.2 1.3")
    if state.tournament.rounds:
        shown = initial_colour(state.tournament)
        return RuleLine("initial_colour", written(shown), True, 5, "", _PAIRED, "C.04.2 1.3")
    return RuleLine("initial_colour", written(colour))


def _choices(state: State) -> Iterator[RuleLine]:
    for each in fields(Choices):
        yield _line(state, each.name, written(getattr(state.choices, each.name)))
