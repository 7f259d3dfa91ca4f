"""What there is to say of a norm beside its conditions."""

from __future__ import annotations

from rookery.labels import person
from rookery.model import Tournament
from rookery.rating.norms import Audit
from rookery.wording import listed


def remarks(audit: Audit, t: Tournament) -> list[str]:
    """Which games were ignored, and what the norm is worth."""
    names = {player.id: person(player) for player in t.players}
    said = []
    if audit.ignored:
        games = listed(f"round {game.round} against {names[game.opponent]}" for game in audit.ignored)
        said.append(f"Ignored, as 1.4.1 allows: {games}.")
    if audit.as_loss:
        said.append("The forfeit win of the last round is counted as a lost game (1.4.2).")
    if audit.credit > len(audit.games):
        said.append(f"Counts as {audit.credit} games towards 27: points above what was needed (1.4.1d).")
    return said
