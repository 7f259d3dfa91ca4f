"""Dubov and Burstein with one rule left out or misplaced: what a position that the rule decides then looks like.

Each function makes a System from none; the tables DUBOV_WITHOUT and BURSTEIN_WITHOUT name them by the rule.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from typing import Any

from rookery.errors import NoPairing
from rookery.faces.face import Face, Wish
from rookery.history import View
from rookery.pairing import burstein, criteria, dubov
from rookery.pairing.bracket import Bracket
from rookery.pairing.bye import ByeFirst, ByeRule, number_of_the_bye
from rookery.pairing.criterion import Criterion
from rookery.pairing.field import Field
from rookery.pairing.moving_down import Descent, MovingDown
from rookery.pairing.outcome import Decision
from rookery.pairing.pulling_up import Ascent, PullingUp, Rise
from rookery.pairing.seat import Seat
from rookery.pairing.system import System

# -- walks that do not look where they should


class Heedless(Ascent):
    """Takes the upfloaters that suit the bracket, whatever becomes of the others ([C4] left out)."""

    def decide(self, home: int, lower: int, group: int) -> Face:
        inside = self.left_of(self.remainder.groups[group], home)
        found = self.nearest(inside, lower) if inside.exposed else self.bracket(inside.mate, home)
        if found is None:
            raise NoPairing("the others were not looked at")
        return found


class WholeView(Ascent):
    """Always looks at everybody, with the criteria in the order given and nothing taken for granted."""

    def decide(self, home: int, lower: int, group: int) -> Face:
        inside = self.left_of(self.remainder.groups[group], home)
        below = self.left_of(self.remainder.tails[group + 1], lower)
        return self.with_everybody(inside, below)


class HeedlessDescent(Descent):
    """Takes the downfloaters that suit the bracket, whatever becomes of the others ([C4] left out)."""

    def fits(self, bracket: Bracket, left: Any) -> bool:
        return True

    def brackets(self) -> Iterator[Decision]:
        try:
            yield from super().brackets()
        except AssertionError as stuck:
            raise NoPairing("the others were not looked at") from stuck


class WholeDescent(Descent):
    """Always looks at everybody."""

    def decide(self, above: Any, group: int) -> Any:
        return self.with_everybody(above, group)


@dataclass(frozen=True, slots=True)
class By(PullingUp):
    """A walk by another ascent."""

    ascent: type[Ascent] = Ascent

    def decisions(self, field: Field) -> Iterator[Decision]:
        return self.ascent(self, field).brackets()


@dataclass(frozen=True, slots=True)
class Down(MovingDown):
    """A walk by another descent."""

    descent: type[Descent] = Descent

    def decisions(self, field: Field) -> Iterator[Decision]:
        return self.descent(self, field).brackets()


def walking(system: System, **changes: Any) -> System:
    """The system with another walk after the bye."""
    outer = system.walk
    assert isinstance(outer, ByeFirst)
    kind: Any = By if isinstance(outer.walk, PullingUp) else Down
    fields = {name: getattr(outer.walk, name) for name in type(outer.walk).__dataclass_fields__}
    return replace(system, walk=replace(outer, walk=kind(**(fields | changes))))


# -- rules of both


def without_ban(system: System, code: str) -> System:
    return replace(system, bans=tuple(ban for ban in system.bans if ban.code != code))


def without_bar(system: System) -> System:
    """Anybody may have the bye."""
    known = system.details
    assert known is not None

    def details(view: View, seats: list[Seat]) -> list[Seat]:
        return [seat._replace(barred=False) for seat in known(view, seats)]

    return replace(system, details=details)


def without_bye_rule(system: System, article: str) -> System:
    walk = system.walk
    assert isinstance(walk, ByeFirst)
    return replace(system, walk=replace(walk, rules=tuple(rule for rule in walk.rules if rule.article != article)))


def without_wish(system: System, code: str) -> System:
    walk: Any = system.walk
    return walking(system, wishes=tuple(wish for wish in walk.walk.wishes if wish.code != code))


# -- Dubov


def nothing(_: object) -> Iterator[Wish]:
    """Asks for nothing."""
    return iter(())


def number_and_scores(b: Rise) -> Iterator[Wish]:
    """How many come up, and their scores."""
    yield b.brought_up(b.lower)
    for level in reversed(b.levels[1:]):
        yield b.brought_up(level)


def colours_first() -> System:
    """[C5] after [C7]."""
    fewest, highest = Criterion("", "", criteria.preference_refused), Criterion("", "", number_and_scores)
    walk: Any = dubov.DUBOV_2026.walk
    return walking(dubov.DUBOV_2026, fewest=fewest, highest=highest, wishes=walk.walk.wishes[1:], ascent=WholeView)


def in_the_last_round_too() -> System:
    """[C8] to [C10] in the last round."""

    def always(costs: Callable[[Rise], Iterator[Wish]]) -> Callable[[Rise], Iterator[Wish]]:
        def asked(b: Rise) -> Iterator[Wish]:
            field = b.field
            if not field.last:
                return costs(b)
            twin = Field(field.seats, field.round, (field.planned or 0) + 1)
            limit = 2 + (field.planned or 0) // 5, 2 + (twin.planned or 0) // 5
            if limit[0] != limit[1]:
                return iter(())
            return costs(Rise(twin, b.home, b.lower))

        return asked

    walk: Any = dubov.DUBOV_2026.walk
    wishes = tuple(
        wish if wish.code == "C7" else Criterion(wish.article, wish.code, always(wish.costs))
        for wish in walk.walk.wishes
    )
    return walking(dubov.DUBOV_2026, wishes=wishes)


DUBOV_WITHOUT: dict[str, Callable[[], System]] = {
    "C1": lambda: without_ban(dubov.DUBOV_2026, "C1"),
    "C2": lambda: without_bar(dubov.DUBOV_2026),
    "C3": lambda: without_ban(dubov.DUBOV_2026, "C3"),
    "C4": lambda: walking(dubov.DUBOV_2026, ascent=Heedless),
    "C5": colours_first,
    "C6": lambda: walking(dubov.DUBOV_2026, highest=Criterion("", "", nothing), ascent=WholeView),
    "C7": lambda: without_wish(dubov.DUBOV_2026, "C7"),
    "C8": lambda: without_wish(dubov.DUBOV_2026, "C8"),
    "C9": lambda: without_wish(dubov.DUBOV_2026, "C9"),
    "C10": lambda: without_wish(dubov.DUBOV_2026, "C10"),
    "C8-C10 in the last round": in_the_last_round_too,
    "bye 3.1.3": lambda: without_bye_rule(dubov.DUBOV_2026, "3.1.3"),
    "bye 3.1.4": lambda: without_bye_rule(dubov.DUBOV_2026, "3.1.4"),
    "bye 3.1.5": lambda: without_bye_rule(dubov.DUBOV_2026, "3.1.5"),
    "reading c9=lex": lambda: dubov.dubov(dubov.Readings(c9="lex")),
    "reading shifters=all": lambda: dubov.dubov(dubov.Readings(shifters="all")),
}


# -- Burstein


def number_and_scores_down(b: Bracket) -> Iterator[Wish]:
    """How many move down, and their scores."""
    yield from criteria.downfloaters(b)
    yield from criteria.scores_of_downfloaters(b)


def next_bracket_first() -> System:
    """[C5] and [C6] after [C7]."""
    return walking(
        burstein.BURSTEIN_2026,
        fewest=Criterion("", "", criteria.downfloaters_of_the_next_bracket),
        lowest=Criterion("", "", nothing),
        ahead=Criterion("", "", number_and_scores_down),
        descent=WholeDescent,
    )


def bye_by_number() -> System:
    """The bye to the largest number instead of the lowest Index."""
    walk = burstein.BURSTEIN_2026.walk
    assert isinstance(walk, ByeFirst)
    rules = (*walk.rules[:-1], ByeRule("3.1.5", number_of_the_bye))
    return replace(burstein.BURSTEIN_2026, walk=replace(walk, rules=rules))


BURSTEIN_WITHOUT: dict[str, Callable[[], System]] = {
    "C1": lambda: without_ban(burstein.BURSTEIN_2026, "C1"),
    "C2": lambda: without_bar(burstein.BURSTEIN_2026),
    "C3": lambda: without_ban(burstein.BURSTEIN_2026, "C3"),
    "C4": lambda: walking(burstein.BURSTEIN_2026, descent=HeedlessDescent),
    "C5": next_bracket_first,
    "C6": lambda: walking(burstein.BURSTEIN_2026, lowest=Criterion("", "", nothing), descent=WholeDescent),
    "C7": lambda: walking(burstein.BURSTEIN_2026, ahead=Criterion("", "", nothing), descent=WholeDescent),
    "C8": lambda: without_wish(burstein.BURSTEIN_2026, "C8"),
    "bye 3.1.3": lambda: without_bye_rule(burstein.BURSTEIN_2026, "3.1.3"),
    "bye 3.1.4": lambda: without_bye_rule(burstein.BURSTEIN_2026, "3.1.4"),
    "bye 3.1.5": bye_by_number,
    "seeding": lambda: replace(burstein.BURSTEIN_2026, opening=None),
    "reading zero_byes=absent-now": lambda: burstein.burstein(burstein.Readings("absent-now")),
    "reading zero_byes=none": lambda: burstein.burstein(burstein.Readings("none")),
}
