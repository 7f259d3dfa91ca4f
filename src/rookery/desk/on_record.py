"""What a state knows and no record of TRF26 has a place for, as lines that its file carries besides (`###`)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from rookery.desk.rules import PLAIN
from rookery.desk.state import State
from rookery.model import Remark


def on_record(state: State) -> tuple[Remark, ...]:
    """The lines, without those that the file has already."""
    told = {one.text for one in state.tournament.remarks}
    return tuple(one for one in _lines(state) if one.text not in told)


def _lines(state: State) -> Iterator[Remark]:
    yield from _choices(state)
    for key in sorted(state.barred, key=state.number):
        yield Remark(f"No half-point byes: {state.number(key)} {state.name(key)}".rstrip())
    for round, position in sorted(state.positions.items()):
        yield Remark(f"Chess960: start position {position}", round)
    for after, order in sorted(state.drawn.items()):
        yield Remark(f"Lots: {_numbers(state, order)}", after)
    for after, groups in sorted(state.ordered.items()):
        if groups:
            yield Remark(f"Order by hand: {'; '.join(_numbers(state, group) for group in groups)}", after)
    for code, values in sorted(state.values.items()):
        there = sorted((state.number(key), value) for key, value in values.items() if key in state.keys.participants)
        if there:
            yield Remark(f"Value {code}: {', '.join(f'{one} {value}' for one, value in there)}")


def _choices(state: State) -> Iterator[Remark]:
    """What is laid down beside the rules of the model, where it is not the usual."""
    choices = state.choices
    if choices.half_byes != PLAIN.half_byes:
        yield Remark(f"Half-point byes: {choices.half_byes} each")
    if choices.last_half_bye is not None:
        yield Remark(f"Half-point byes: until round {choices.last_half_bye}")
    if choices.reverse is not None:
        yield Remark(f"Last two rounds of the first cycle: {'exchanged' if choices.reverse else 'as in the table'}")
    if choices.unrated:
        yield Remark(f"Unrated players: tie-breaks count them with the {choices.unrated} rating of the field")
    if choices.tiebreak_edition:
        yield Remark(f"Tie-breaks: by C.07 of {choices.tiebreak_edition}")
    if choices.long_event:
        yield Remark("Long event: over 30 days")
    if choices.chess960:
        yield Remark("Chess960")


def _numbers(state: State, keys: Iterable[str]) -> str:
    """Some by the numbers that the file has."""
    return " ".join(str(state.number(key)) for key in keys if key in state.keys.participants)
