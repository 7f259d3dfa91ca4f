"""What the literal references of the systems for players know of one in the same words."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from literal.events import Event
from support.all_pairings import Judge
from support.colour_articles import Side


class PlayerJudge(Judge):
    """A judge of an event of players: `by_id` has those of the reference."""

    event: Event
    by_id: Mapping[int, Any]

    def may_have_bye(self, participant: int) -> bool:
        return bool(self.by_id[participant].may_have_bye)

    def number(self, participant: int) -> int:
        return int(self.by_id[participant].tpn)

    def side(self, participant: int) -> Side:
        player = self.by_id[participant]
        return Side(player.colours, player.preference, player.strength)

    def rounds_met(self, a: int, b: int) -> list[int]:
        return [n for n, cell in enumerate(self.event.cells[a], 1) if cell.played and cell.opponent == b]

    def games_missed(self, participant: int) -> int:
        return self.event.played_rounds - int(self.by_id[participant].games)
