"""Which system pairs a tournament, and the verb that pairs it."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace

from rookery.entries import provisionally_rated
from rookery.errors import RuleError, Unsupported
from rookery.history import History
from rookery.model import Tournament
from rookery.model.tournament import must_be_tournament
from rookery.order import sequence, to_pair, took_part
from rookery.pairing.colours import initial_colour
from rookery.pairing.explain import Reasons
from rookery.pairing.outcome import Outcome, Pair
from rookery.pairing.system import System
from rookery.regulations import CODES, DUTCH, FEBRUARY_2026, scheme


def _dutch() -> System:
    from rookery.pairing.dutch import DUTCH_2026

    return DUTCH_2026


def _dubov() -> System:
    from rookery.pairing.dubov import DUBOV_2026

    return DUBOV_2026


def _burstein() -> System:
    from rookery.pairing.burstein import BURSTEIN_2026

    return BURSTEIN_2026


def _team() -> System:
    from rookery.pairing.team import TEAM_2026

    return TEAM_2026


def _double_swiss() -> System:
    from rookery.pairing.double_swiss import DOUBLE_SWISS_2026

    return DOUBLE_SWISS_2026


def _lim() -> System:
    from rookery.pairing.lim import LIM_2026

    return LIM_2026


SYSTEMS: dict[str, Callable[[], System]] = {
    "dutch": _dutch,
    "dubov": _dubov,
    "burstein": _burstein,
    "team": _team,
    "double-swiss": _double_swiss,
    "lim": _lim,
}
"""Every Swiss system by its everyday name; each is imported when it is first asked for."""

DEFAULT = "dutch"
"""What pairs a tournament that does not say how it is paired."""


def not_swiss(name: str) -> bool:
    """Whether this names a format whose rounds are given: a round robin, a knock-out, ..."""
    if name in SYSTEMS or name in ("", "swiss"):
        return False
    from rookery.pairing import formats

    return name in formats.FAMILIES


def system_of(tournament: Tournament, name: str | None = None) -> System:
    """The system with this name, or the one the tournament itself names (record 192), or the Dutch."""
    plan, known = scheme(tournament.system), ", ".join(CODES)
    if name is None and tournament.system and not plan.family:
        raise Unsupported(f"{tournament.system!r} is no system known here: name one to pair by ({known})")
    chosen = name or plan.family or DEFAULT
    if chosen == "swiss":
        said = name or tournament.system
        raise Unsupported(f"{said!r} says no more than that it is a Swiss: name the system to pair by ({known})")
    if chosen not in SYSTEMS:
        raise Unsupported(f"pairing by {chosen!r}: the systems are {known}")
    if name is None and chosen == "dutch" and plan.year and plan.edition(DUTCH).since != FEBRUARY_2026:
        raise Unsupported(f"{tournament.system}: the Dutch system is paired by its edition of February 2026 only")
    return SYSTEMS[chosen]()


def pair(
    tournament: Tournament,
    system: str | System | None = None,
    *,
    round: int | None = None,
    fixed: Iterable[Pair] = (),
    bye: int | None = None,
    history: History | None = None,
    unrated: int | None = None,
    through: Iterable[int] = (),
    games: int | None = None,
) -> Outcome:
    """Pair the next round, or `round` again from the rounds before it.

    A round that was paired already is paired again for those who took part in its pairing. The pairs in `fixed` and the
    `bye` are the arbiter's; the rest follows the rules, and every rule that the arbiter breaks is named in `breaches`.
    `unrated` is the rating of those who have none, where the system cannot do without (Dubov). In a knock-out `through`
    names who goes on after a level match, and `games` is the length of a meeting.

    >>> import rookery
    >>> outcome = rookery.pair(rookery.Tournament(players=tuple(map(rookery.Player, range(1, 8))), planned=5))
    >>> outcome.pairs, outcome.bye
    (((1, 4), (5, 2), (3, 6)), 7)
    """
    must_be_tournament(tournament, "pair")
    number = tournament.next_round if round is None else round
    if unrated is not None:
        tournament, history = provisionally_rated(tournament, unrated), None
    if not isinstance(system, System) and not_swiss(system or scheme(tournament.system).family):
        from rookery.pairing import formats

        _pool(tournament, number)
        choice = formats.Choice(through=tuple(through), games=games)
        return formats.outcome(tournament.until(number), system, fixed=tuple(fixed), bye=bye, choice=choice)
    if tuple(through) or games is not None:
        raise RuleError("who goes through, and in how many games, is a question of knock-outs only")
    chosen = system if isinstance(system, System) else system_of(tournament, system)
    chosen = chosen.in_round(number, tournament.planned)
    pool = _pool(tournament, number)
    before = tournament if number == tournament.next_round else tournament.until(number)
    known = History(before) if history is None or number <= len(tournament.rounds) else history
    field, fixed = chosen.field(before, history=known, pool=pool), tuple(fixed)
    outcome = chosen.decide(field, initial_colour(before), fixed, bye)
    return replace(outcome, answers=Reasons(chosen, before, known, field, fixed, bye))


def _pool(tournament: Tournament, number: int) -> Sequence[int]:
    """Who is to be paired in this round."""
    if not 1 <= number <= tournament.next_round:
        raise RuleError(f"round {number} cannot be paired: {len(tournament.rounds)} rounds are known")
    if tournament.planned is not None and number > tournament.planned:
        raise RuleError(f"round {number} cannot be paired: the tournament has {tournament.planned} rounds")
    if number == tournament.next_round:
        return to_pair(tournament)
    paired = took_part(tournament.rounds[number - 1])
    return tuple(one for one in sequence(tournament) if one in paired)
