"""Remarks on norms beside their conditions."""

from __future__ import annotations

from rookery.formatting import participant_label
from rookery.messages import join_list
from rookery.model import Tournament
from rookery.rating.norm_conditions import Condition
from rookery.rating.norms import Audit


def remarks(audit: Audit, t: Tournament) -> list[str]:
    """Return which games were ignored, and what the norm is worth."""
    names = {player.number: participant_label(player) for player in t.players}
    sentences = []
    if audit.ignored:
        games = join_list(f"round {game.round} against {names[game.opponent]}" for game in audit.ignored)
        sentences.append(f"Ignored, as 1.4.1 allows: {games}.")
    if audit.as_loss:
        sentences.append("The forfeit win of the last round is counted as a lost game (1.4.2c).")
    if audit.unplayed_win:
        sentences.append("Eight games and an unplayed win: an application may hold one such norm (1.4.1c).")
    if audit.credit != len(audit.games) and audit.is_met:
        sentences.append(f"Counts as {audit.credit} games towards 27 ({_credit_articles(audit)}).")
    if audit.undecided:
        unknown = join_list(f"{line.what} ({line.article})" for line in audit.undecided)
        sentences.append(f"The file does not say: {unknown}.")
    return sentences


def _credit_articles(audit: Audit) -> str:
    """Return the articles by which a norm counts as more or fewer games than were played."""
    games = len(audit.games)
    if audit.credit < games:
        return "1.7: from events of more than 13 rounds no norm counts as more"
    points = audit.credit > games + (games < 9)
    reasons = ["1.4.1c" if audit.unplayed_win else "1.4.1b"] * (games < 9)
    return " and ".join([*reasons, *["1.4.1d: points above what was needed"] * points])


def sign(condition: Condition) -> str:
    """Return in one word whether a condition is met.

    >>> sign(Condition("1.1.3", "rounds a day", "not said", "at most 2", True, False))
    '?'
    """
    return "NO" if not condition.passed else "yes" if condition.decided else "?"
