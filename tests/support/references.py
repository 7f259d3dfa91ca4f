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
from support.random_positions import (
    crowded_position,
    random_double_swiss,
    random_lim_position,
    random_position,
    random_team_event,
)

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

    def positions(self, seed: int, smallest: int, largest: int, wild: int = 4) -> Iterator[Any]:
        """The rounds of one tournament, then wild ones."""
        yield from self.played(seed, smallest, largest)
        for n in range(wild):
            yield self.wild(seed * 1000 + n, smallest, largest)


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


def pairing_of(pair: Callable[..., Any], *readings: Any) -> Callable[[Any], Answer]:
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


def reading_name(chosen: dict[str, Any]) -> str:
    """A reading by what differs from the default."""
    return ", ".join(f"{key}={value}" for key, value in chosen.items()) or "default"


# -- the systems


def dutch_readings() -> dict[str, Reading]:
    """The text leaves nothing open."""
    return {"default": Reading(DUTCH_2026, pairing_of(literal.dutch.pair_next_round))}


def dutch_2017_readings() -> dict[str, Reading]:
    """The edition before."""
    return {"default": Reading(DUTCH_2017, pairing_of(literal.dutch_2017.pair_next_round))}


def dubov_readings() -> dict[str, Reading]:
    """2.3.5 [C9] and 3.2.4 are open."""
    chosen = (dubov.Readings(), dubov.Readings(c9="lex"), dubov.Readings(shifters="all"))
    names = ("default", "c9=lex", "shifters=all")
    pair = literal.dubov.pair_next_round
    return {
        name: Reading(dubov.dubov(value), pairing_of(pair, literal.dubov.Readings(value.c9, value.shifters)))
        for name, value in zip(names, chosen, strict=True)
    }


def burstein_readings() -> dict[str, Reading]:
    """1.7.2 is open: whose zero-point byes count as draws."""
    pair = literal.burstein.pair_next_round
    table = {}
    for zero_byes in ("trailing", "absent-now", "none"):
        options = burstein.Readings(zero_byes)  # type: ignore[arg-type]
        name = "default" if options == burstein.Readings() else f"zero_byes={zero_byes}"
        table[name] = Reading(burstein.burstein(options), pairing_of(pair, zero_byes))
    return table


def team_readings() -> dict[str, Reading]:
    """2.3.3 [C6], colours of type B and the seats of 3.6.1 are open."""
    table = {}
    for chosen in ({}, {"c6": "graded"}, {"a1": "none"}, {"seats": "score"}):
        options: Any = team.Readings(**chosen)  # type: ignore[arg-type]
        reference = literal.team.Readings(options.c6, options.a1, options.seats)
        table[reading_name(chosen)] = Reading(team.team(options), pairing_of(literal.team.pair_next_round, reference))
    return table


def double_swiss_readings() -> dict[str, Reading]:
    """2.3.3 [C6], numbers and floats are open."""
    table = {}
    for chosen in ({}, {"c6": "graded"}, {"following": "left"}, {"numbering": "declared"}, {"floated": "pairings"}):
        options: Any = double_swiss.Readings(**chosen)  # type: ignore[arg-type]
        reference = literal.double_swiss.Readings(options.c6, options.following, options.numbering, options.floated)
        table[reading_name(chosen)] = Reading(
            double_swiss.double_swiss(options), tried(literal.double_swiss, reference)
        )
    return table


def lim_readings() -> dict[str, Reading]:
    """The text is a procedure for a person with cards, and open in many places."""
    program = literal.lim
    table = {"default": Reading(lim(), tried(program, False, program.Readings()))}
    table["maxi"] = Reading(lim(maxi=True), tried(program, True, program.Readings()))
    for chosen in LIM_READINGS:
        table[reading_name(chosen)] = Reading(
            lim(state.Readings(**chosen)), tried(program, False, program.Readings(**chosen))
        )
    return table


def rounds_of(pair: Callable[[Any], Any], code: str, seed: int, smallest: int, largest: int) -> Iterator[Any]:
    """The rounds of a random tournament that the reference itself has paired."""
    for event, _ in random_tournament(seed, smallest, largest, pair, system=code):
        yield deepcopy(event)


def simulated_rounds(simulate: Callable[..., Iterator[Any]], seed: int, smallest: int, largest: int) -> Iterator[Any]:
    """The same for references with tournaments of their own."""
    for event, _ in simulate(seed, smallest, largest):
        yield deepcopy(event)


def draw_position(seed: int, smallest: int, largest: int) -> Any:
    """Every fourth position of a larger field is crowded at the top."""
    return crowded_position(seed) if seed % 4 == 3 and largest > 9 else random_position(seed, smallest, largest)


def before_match(event: Event, number: int) -> Event:
    """The position from which a match of two columns was paired."""
    position, column = event.before_round(2 * number - 1), 2 * number - 2
    position.absent = {p: row[column].result for p, row in event.cells.items() if row[column].result in "FHZ"}
    return position


REFERENCES: dict[str, Reference] = {
    "dutch": Reference(
        dutch_readings, partial(rounds_of, literal.dutch.pair_next_round, "FIDE_DUTCH_2026"), draw_position
    ),
    "dutch-2017": Reference(
        dutch_2017_readings, partial(rounds_of, literal.dutch_2017.pair_next_round, "FIDE_DUTCH_2017"), draw_position
    ),
    "dubov": Reference(dubov_readings, partial(rounds_of, literal.dubov.pair_next_round, "FIDE_DUBOV"), draw_position),
    "burstein": Reference(
        burstein_readings, partial(rounds_of, literal.burstein.pair_next_round, "FIDE_BURSTEIN"), draw_position
    ),
    "lim": Reference(lim_readings, partial(simulated_rounds, play_lim), random_lim_position, sizes=(4, 10)),
    "double-swiss": Reference(
        double_swiss_readings,
        partial(simulated_rounds, play_double),
        random_double_swiss,
        write=literal.double_swiss.write_matches,
        sizes=(4, 8),
        before=before_match,
    ),
    "team": Reference(
        team_readings,
        partial(simulated_rounds, literal.team.random_tournament),
        random_team_event,
        read_team_event,
        write_team_event,
        (4, 8),
        literal.team.before_round,
    ),
}
