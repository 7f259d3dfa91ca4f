"""The rules in force: each with its value, and whether it can still change, at which level, and by which article."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, fields
from typing import Any

from rookery.checking.objections import objections
from rookery.checking.told import objection
from rookery.desk.form import written
from rookery.desk.frozen import FROZEN, FROZEN_BY, RANKING
from rookery.desk.levels import TABLE
from rookery.desk.rules import NAMES, Choices
from rookery.desk.state import State
from rookery.pairing.colours import initial_colour

_PAIRED = "round 1 has been paired"


@dataclass(frozen=True, slots=True)
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


@dataclass(frozen=True, slots=True)
class RulesView:
    """Every rule; and what speaks against the event in FIDE mode, which `left` says in which round it was left."""

    rules: tuple[RuleLine, ...]
    choices: tuple[RuleLine, ...]
    fide: bool
    left: int | None = None
    objections: tuple[str, ...] = ()


def rules_view(state: State) -> RulesView:
    """The rules of a tournament."""
    against = tuple(objection(one) for one in objections(state.tournament))
    return RulesView(tuple(_rules(state)), tuple(_choices(state)), state.fide, state.sticky.left, against)


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
        why = f"the tournament is closed after round {state.closed}"
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
        return RuleLine("initial_colour", written(colour), True, 5, "", "lots are drawn once", "C.04.2 1.3")
    if state.tournament.rounds:
        shown = initial_colour(state.tournament)
        return RuleLine("initial_colour", written(shown), True, 5, "", _PAIRED, "C.04.2 1.3")
    return RuleLine("initial_colour", written(colour))


def _choices(state: State) -> Iterator[RuleLine]:
    for each in fields(Choices):
        yield _line(state, each.name, written(getattr(state.choices, each.name)))
