"""The crosstable: everybody's rounds in a row, in the order of the standings; and who met whom when."""

from __future__ import annotations

from collections.abc import Iterator

from rookery.declared import points_so_far
from rookery.desk.ranked import in_order, ranked
from rookery.desk.state import State
from rookery.desk.views.cells import RoundCell, cells, while_in
from rookery.desk.views.who import Who, participants
from rookery.errors import RookeryError
from rookery.model import Points
from rookery.regulations import scheme
from rookery.values import frozen
from rookery.wording import spoken


@frozen
class CrossRow:
    """A line: `rank` is none for who is not ranked. Teams have match points and, in `games`, game points.

    `met` has for every line of the table, in order, the rounds in which the two met.
    """

    who: Who
    rank: int | None
    points: Points
    rounds: tuple[RoundCell, ...]
    games: Points | None = None
    met: tuple[tuple[int, ...], ...] = ()


@frozen
class CrossTable:
    """Everybody as they stand after a round, or in it; where everybody meets everybody it can stand by `opponents`.

    `notes` say what the order rests on, and whose games count for nobody.
    """

    after: int
    final: bool
    opponents: bool
    rows: tuple[CrossRow, ...]
    notes: tuple[str, ...] = ()


def crosstable_view(state: State) -> CrossTable:
    """The crosstable of all rounds that are paired."""
    t = state.tournament
    played = while_in(state, cells(state, len(t.rounds)))
    totals, ranks, final, notes = points_so_far(t), dict[int, int](), False, list[str]()
    try:
        found = ranked(state)
    except RookeryError as error:  # what cannot be ranked still has its rounds
        notes.append(error.said)
    else:
        final = found.final and state.phase is None
        ranks = {row.id: row.rank for row in in_order(state, found)[0]}
        notes += found.notes
        notes += [spoken("%(name)s is not ranked: %(why)s", name=t.by_id[one].name, why=why)
                  for one, why in found.left_out]  # fmt: skip
    order = [*ranks, *sorted((one for one in t.by_id if one not in ranks), key=lambda one: (-totals[one][0], one))]
    who = participants(state, {one: both[0] for one, both in totals.items()})
    everybody = scheme(t.system).format.everybody_meets
    place = {state.keys.participant[one]: at for at, one in enumerate(order)}
    rows = tuple(
        CrossRow(who[one], ranks.get(one), totals[one][0], played[one], totals[one][1] if t.team_event else None,
                 tuple(_met(played[one], place)) if everybody else ())
        for one in order
    )  # fmt: skip
    return CrossTable(len(t.rounds), final, everybody, rows, tuple(notes))


def _met(rounds: tuple[RoundCell, ...], place: dict[str, int]) -> Iterator[tuple[int, ...]]:
    """For everybody in order the rounds in which somebody met them."""
    found: dict[int, list[int]] = {}
    for number, cell in enumerate(rounds, 1):
        if cell.opponent:
            found.setdefault(place[cell.opponent], []).append(number)
    for at in range(len(place)):
        yield tuple(found.get(at, ()))
