"""What there is to say of a norm beside its conditions."""

from __future__ import annotations

from rookery.labels import person
from rookery.model import Tournament
from rookery.rating.norms import Audit
from rookery.rating.titles import Condition
from rookery.wording import listed


def remarks(audit: Audit, t: Tournament) -> list[str]:
    """Which games were ignored, and what the norm is worth."""
    names = {player.id: person(player) for player in t.players}
    said = []
    if audit.ignored:
        games = listed(f"round {game.round} against {names[game.opponent]}" for game in audit.ignored)
        said.append(f"Ignored, as 1.4.1 allows: {games}.")
    if audit.as_loss:
        said.append("The forfeit win of the last round is counted as a lost game (1.4.2c).")
    if audit.unplayed_win:
        said.append("Eight games and an unplayed win: an application may hold one such norm (1.4.1c).")
    if audit.credit != len(audit.games) and audit.met:
        said.append(f"Counts as {audit.credit} games towards 27 ({_why(audit)}).")
    if audit.undecided:
        unknown = listed(f"{line.what} ({line.article})" for line in audit.undecided)
        said.append(f"The file does not say: {unknown}.")
    return said


def _why(audit: Audit) -> str:
    """The articles by which a norm counts as more games than were played, or as fewer."""
    games = len(audit.games)
    if audit.credit < games:
        return "1.7: from events of more than 13 rounds no norm counts as more"
    points = audit.credit > games + (games < 9)
    few = ["1.4.1c" if audit.unplayed_win else "1.4.1b"] * (games < 9)
    return " and ".join([*few, *["1.4.1d: points above what was needed"] * points])


def sign(condition: Condition) -> str:
    """Whether a condition is met, in one word.

    >>> sign(Condition("1.1.3", "rounds a day", "not said", "at most 2", True, False))
    '?'
    """
    return "NO" if not condition.passed else "yes" if condition.decided else "?"
