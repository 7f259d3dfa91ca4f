"""Every Swiss system beside its literal reference: the readings of both, positions, and the way from event to text."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from copy import deepcopy
from functools import partial
from typing import Any, NamedTuple

import literal.burstein
import literal.double_swiss
import literal.dubov
import literal.dutch
import literal.dutch_2017
import literal.lim
import literal.team
import rookery
from literal.double_swiss_events import simulate as play_double
from literal.events import Event, read_event, write_event
from literal.lim_events import simulate as play_lim
from literal.rounds import random_tournament
from literal.team_events import read_team_event, write_team_event
from rookery.pairing import burstein, double_swiss, dubov, team
from rookery.pairing.dutch import DUTCH_2026
from rookery.pairing.dutch_2017 import DUTCH_2017
from rookery.pairing.lim import state
from rookery.pairing.lim.system import lim
from rookery.pairing.system import System
from support.random_positions import crowded, wild, wild_double, wild_lim, wild_team

Answer = tuple[list[list[int]] | None, int | None]

LIM_READINGS: tuple[dict[str, Any], ...] = (
    {"due": "parity"}, {"floated": "unequal"}, {"floater_order": "previous"}, {"floater_order": "colour"},
    {"upfloater_opponent": "highest"}, {"median_opponents": "residents"}, {"colour_exchange": "bottom"},
    {"crack": "first"}, {"crack_count": "fixed"}, {"last_round": "same"},
)  # fmt: skip


class Reading(NamedTuple):
    """One reading: our system by it, and the answer of the reference to an event."""

    system: System
    answer: Callable[[Any], Answer]


class Reference(NamedTuple):
    """A literal program: its readings (the default first), rounds that it has played, wild positions, text and back."""

    readings: Callable[[], dict[str, Reading]]
    played: Callable[[int, int, int], Iterator[Any]]
    wild: Callable[[int, int, int], Any]
    read: Callable[[str], Any] = read_event
    write: Callable[[Any], str] = write_event
    sizes: tuple[int, int] = (5, 9)
    before: Callable[[Any, int], Any] = Event.before_round

    @property
    def default(self) -> Reading:
        """The reading that Rookery pairs by."""
        return next(iter(self.readings().values()))

    def positions(self, seed: int, least: int, most: int, wild: int = 4) -> Iterator[Any]:
        """The rounds of one tournament, then wild ones."""
        yield from self.played(seed, least, most)
        for n in range(wild):
            yield self.wild(seed * 1000 + n, least, most)


def ours(system: System, text: str) -> Answer:
    """Pairs (white first, sorted) and bye by Rookery; None when there is no pairing."""
    try:
        outcome = system.pair(rookery.loads(text).tournament)
    except rookery.NoPairingError:
        return None, None
    return sorted(map(list, outcome.pairs)), outcome.bye


def theirs(pairing: Any) -> Answer:
    """The answer of a reference in the same form."""
    return (None, None) if pairing is None else (sorted(map(list, pairing.pairs)), pairing.bye)


def asked(pair: Callable[..., Any], *readings: Any) -> Callable[[Any], Answer]:
    """The answer of a reference that returns a pairing."""
    return lambda event: theirs(pair(event, *readings))


def tried(program: Any, *readings: Any) -> Callable[[Any], Answer]:
    """The answer of a reference that raises when there is no pairing."""

    def answer(event: Any) -> Answer:
        try:
            games, bye = program.next_round(event, *readings)
        except program.NoPairing:
            return None, None
        return sorted(map(list, games)), bye

    return answer


def named(chosen: dict[str, Any]) -> str:
    """A reading by what differs from the default."""
    return ", ".join(f"{key}={value}" for key, value in chosen.items()) or "default"


# -- the systems


def of_dutch() -> dict[str, Reading]:
    """The text leaves nothing open."""
    return {"default": Reading(DUTCH_2026, asked(literal.dutch.pair_next_round))}


def of_dutch_2017() -> dict[str, Reading]:
    """The edition before."""
    return {"default": Reading(DUTCH_2017, asked(literal.dutch_2017.pair_next_round))}


def of_dubov() -> dict[str, Reading]:
    """2.3.5 [C9] and 3.2.4 are open."""
    chosen = (dubov.Readings(), dubov.Readings(c9="lex"), dubov.Readings(shifters="all"))
    names = ("default", "c9=lex", "shifters=all")
    pair = literal.dubov.pair_next_round
    return {
        name: Reading(dubov.dubov(one), asked(pair, literal.dubov.Readings(one.c9, one.shifters)))
        for name, one in zip(names, chosen, strict=True)
    }


def of_burstein() -> dict[str, Reading]:
    """1.7.2 is open: whose zero-point byes count as draws."""
    pair = literal.burstein.pair_next_round
    table = {}
    for zero_byes in ("trailing", "absent-now", "none"):
        one = burstein.Readings(zero_byes)  # type: ignore[arg-type]
        name = "default" if one == burstein.Readings() else f"zero_byes={zero_byes}"
        table[name] = Reading(burstein.burstein(one), asked(pair, zero_byes))
    return table


def of_team() -> dict[str, Reading]:
    """2.3.3 [C6], colours of type B and the seats of 3.6.1 are open."""
    table = {}
    for chosen in ({}, {"c6": "graded"}, {"a1": "none"}, {"seats": "score"}):
        one: Any = team.Readings(**chosen)  # type: ignore[arg-type]
        reference = literal.team.Readings(one.c6, one.a1, one.seats)
        table[named(chosen)] = Reading(team.team(one), asked(literal.team.pair_next_round, reference))
    return table


def of_double() -> dict[str, Reading]:
    """2.3.3 [C6], numbers and floats are open."""
    table = {}
    for chosen in ({}, {"c6": "graded"}, {"following": "left"}, {"numbering": "declared"}, {"floated": "pairings"}):
        one: Any = double_swiss.Readings(**chosen)  # type: ignore[arg-type]
        reference = literal.double_swiss.Readings(one.c6, one.following, one.numbering, one.floated)
        table[named(chosen)] = Reading(double_swiss.double_swiss(one), tried(literal.double_swiss, reference))
    return table


def of_lim() -> dict[str, Reading]:
    """The text is a procedure for a person with cards, and open in many places."""
    program = literal.lim
    table = {"default": Reading(lim(), tried(program, False, program.Readings()))}
    table["maxi"] = Reading(lim(maxi=True), tried(program, True, program.Readings()))
    for chosen in LIM_READINGS:
        table[named(chosen)] = Reading(lim(state.Readings(**chosen)), tried(program, False, program.Readings(**chosen)))
    return table


def played(pair: Callable[[Any], Any], code: str, seed: int, least: int, most: int) -> Iterator[Any]:
    """The rounds of a random tournament that the reference itself has paired."""
    for event, _ in random_tournament(seed, least, most, pair, system=code):
        yield deepcopy(event)


def played_by(simulate: Callable[..., Iterator[Any]], seed: int, least: int, most: int) -> Iterator[Any]:
    """The same for references with tournaments of their own."""
    for event, _ in simulate(seed, least, most):
        yield deepcopy(event)


def wild_or_crowded(seed: int, least: int, most: int) -> Any:
    """Every fourth position of a larger field is crowded at the top."""
    return crowded(seed) if seed % 4 == 3 and most > 9 else wild(seed, least, most)


def before_match(event: Event, number: int) -> Event:
    """The position from which a match of two columns was paired."""
    position, column = event.before_round(2 * number - 1), 2 * number - 2
    position.absent = {p: row[column].result for p, row in event.cells.items() if row[column].result in "FHZ"}
    return position


REFERENCES: dict[str, Reference] = {
    "dutch": Reference(of_dutch, partial(played, literal.dutch.pair_next_round, "FIDE_DUTCH_2026"), wild),
    "dutch-2017": Reference(
        of_dutch_2017, partial(played, literal.dutch_2017.pair_next_round, "FIDE_DUTCH_2017"), wild_or_crowded
    ),
    "dubov": Reference(of_dubov, partial(played, literal.dubov.pair_next_round, "FIDE_DUBOV"), wild_or_crowded),
    "burstein": Reference(
        of_burstein, partial(played, literal.burstein.pair_next_round, "FIDE_BURSTEIN"), wild_or_crowded
    ),
    "lim": Reference(of_lim, partial(played_by, play_lim), wild_lim, sizes=(4, 10)),
    "double-swiss": Reference(
        of_double,
        partial(played_by, play_double),
        wild_double,
        write=literal.double_swiss.write_matches,
        sizes=(4, 8),
        before=before_match,
    ),
    "team": Reference(
        of_team,
        partial(played_by, literal.team.random_tournament),
        wild_team,
        read_team_event,
        write_team_event,
        (4, 8),
        literal.team.before_round,
    ),
}
