"""The checklist of a round as bbpPairings prints it: everybody to be paired, by scoregroup, with what decides."""

from __future__ import annotations

from collections.abc import Sequence

from rookery.history import Float, History
from rookery.model import Tournament
from rookery.pairing.field import Field
from rookery.pairing.outcome import Outcome
from rookery.pairing.seat import Seat, Strength

_FLOATS = {Float.NONE: " ", Float.DOWN: "D", Float.UP: "U"}


def checklist(tournament: Tournament, history: History, field: Field, outcome: Outcome | None) -> str:
    """The table for the next round; `outcome` is None when it cannot be paired."""
    rounds = len(tournament.rounds)
    names = [f"R{number}" for number in range(1, rounds + 1)]
    head = ["ID", "Pts", "-" * (rounds + 1), "Pref", "C2", "C14", "C16", "Cur", "", *names]
    current = _current(outcome)
    rows = [_row(seat, current.get(seat.id, ""), history) for seat in field.seats]
    widths = [max(map(len, column)) for column in zip(head, *rows, strict=True)]
    lines = ["", _line(head, widths)]
    for place, row in enumerate(rows):
        if place in field.bounds:
            lines.append("")
        lines.append(_line(row, widths))
    return "\n".join([*lines, "", "", ""])


def _line(cells: Sequence[str], widths: Sequence[int]) -> str:
    return "".join(f"{cell:>{width}}\t" for cell, width in zip(cells, widths, strict=True))


def _current(outcome: Outcome | None) -> dict[int, str]:
    """Opponent and colour of everybody in the pairing."""
    if outcome is None:
        return {}
    found = {} if outcome.bye is None else {outcome.bye: "(bye)"}
    for white, black in outcome.pairs:
        found[white], found[black] = f"({black}W)", f"({white}B)"
    return found


def _row(seat: Seat, current: str, history: History) -> list[str]:
    met = [meeting.opponent if meeting.kind.met else None for meeting in (c[seat.id] for c in history.columns)]
    before, earlier = (_FLOATS[one] for one in seat.floats)
    return [
        str(seat.id),
        f"{seat.score / 10:.1f}",
        seat.colours.upper(),
        _preference(seat),
        "N" if seat.barred else "Y",
        before,
        earlier,
        current,
        "",
        *(str(one or "") for one in met),
    ]


def _preference(seat: Seat) -> str:
    """The due colour: capital when absolute, in brackets when strong, small when mild, A when there is none."""
    colour, strength = seat.preference.colour, seat.preference.strength
    if colour is None:
        return "A "
    letter = colour.value
    return {Strength.ABSOLUTE: f"{letter.upper()} ", Strength.STRONG: f"({letter.upper()})"}.get(strength, f"{letter} ")
