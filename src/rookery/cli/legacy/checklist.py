"""The checklist of a round as bbpPairings prints it: every participant by scoregroup, with the deciding facts."""

from __future__ import annotations

from collections.abc import Sequence

from rookery.history.history import Float, History
from rookery.model import Tournament
from rookery.pairing.field import Entrant, Field, Strength
from rookery.pairing.outcome import Pairing

_FLOATS = {Float.NONE: " ", Float.DOWN: "D", Float.UP: "U"}


def checklist(tournament: Tournament, history: History, field: Field, outcome: Pairing | None) -> str:
    """Return the table for the next round; `outcome` is None when it cannot be paired."""
    rounds = len(tournament.rounds)
    names = [f"R{number}" for number in range(1, rounds + 1)]
    head = ["ID", "Pts", "-" * (rounds + 1), "Pref", "C2", "C14", "C16", "Cur", "", *names]
    current = _current_pairings(outcome)
    rows = [_row(seat, current.get(seat.id, ""), history) for seat in field.entrants]
    widths = [max(map(len, column)) for column in zip(head, *rows, strict=True)]
    lines = ["", _line(head, widths)]
    for place, row in enumerate(rows):
        if place in field.bounds:
            lines.append("")
        lines.append(_line(row, widths))
    return "\n".join([*lines, "", "", ""])


def _line(cells: Sequence[str], widths: Sequence[int]) -> str:
    return "".join(f"{cell:>{width}}\t" for cell, width in zip(cells, widths, strict=True))


def _current_pairings(outcome: Pairing | None) -> dict[int, str]:
    """Return the opponent and colour of each participant in the pairing."""
    if outcome is None:
        return {}
    cells = {} if outcome.bye is None else {outcome.bye: "(bye)"}
    for white, black in outcome.pairs:
        cells[white], cells[black] = f"({black}W)", f"({white}B)"
    return cells


def _row(entrant: Entrant, current: str, history: History) -> list[str]:
    opponents = [
        meeting.opponent if meeting.kind.bars_rematch else None
        for meeting in (c[entrant.id] for c in history.round_results)
    ]
    before, earlier = (_FLOATS[number] for number in entrant.floats)
    return [
        str(entrant.id),
        f"{entrant.score / 10:.1f}",
        entrant.colours.upper(),
        _preference(entrant),
        "N" if entrant.barred else "Y",
        before,
        earlier,
        current,
        "",
        *(str(number or "") for number in opponents),
    ]


def _preference(entrant: Entrant) -> str:
    """Return the due colour: capital if absolute, in brackets if strong, lower case if mild, A if there is none."""
    colour, strength = entrant.preference.colour, entrant.preference.strength
    if colour is None:
        return "A "
    letter = colour.value
    return {Strength.ABSOLUTE: f"{letter.upper()} ", Strength.STRONG: f"({letter.upper()})"}.get(strength, f"{letter} ")
