"""What the records of a file are assembled with: the rows and the rounds they tell, and who takes part."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from rookery.model import Round, Team
from rookery.trf.notes import ERROR, INFO, NOTHING, Notes, Spot
from rookery.trf.rounds import Column
from rookery.trf.table import Table
from rookery.values import Value
from rookery.wording import spoken


class Scene(Value, eq=False, repr=False):
    """The player rows, the rounds played, and the columns behind them.

    `columns` are those of the rows that were rounds played, `later` the others; `pace` is how many of them a round
    takes; `ids` are the numbers of all who take part, teams in a team event.
    """

    table: Table
    teams: tuple[Team, ...]
    team_event: bool
    pace: int
    planned: int | None
    rounds: tuple[Round, ...]
    columns: int
    later: Sequence[Column]
    ids: frozenset[int]
    notes: Notes

    def round(self, column: int) -> int:
        """The round that a column of the rows belongs to."""
        return -(-column // self.pace)

    def there(self, ids: Iterable[int], line: int) -> tuple[int, ...]:
        """Those who take part; the others are reported."""
        for id in ids:
            if id not in self.ids:
                said = spoken("there is no participant %(number)s", number=id)
                self.notes.add(ERROR, "value", Spot(line, field="id"), said, str(id), NOTHING)
        return tuple(id for id in ids if id in self.ids)

    def unconfirmed(self, line: int, code: str, said: str) -> None:
        """Something the file says once, and nothing in it confirms: worth a second look, no more."""
        text = spoken("nothing else in the file confirms this: %(what)s", what=said)
        self.notes.add(INFO, "unconfirmed", Spot(line, field=code), text)
