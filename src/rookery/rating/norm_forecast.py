"""Forecast of what a player still needs for a norm in the remaining rounds."""

from __future__ import annotations

from collections.abc import Sequence

from rookery._record import record
from rookery.elo import DIFFERENCE_BY_PERCENT, percentage
from rookery.messages import msg, msg_plural
from rookery.rating.norm_conditions import (
    MIN_PERCENT,
    NO_FEDERATION,
    NORM_TITLES,
    NormGame,
    Terms,
    Title,
    needed_titles,
    raise_lowest,
)

MAX_AVERAGE = 2900
"""No field is stronger than this on average; a score that would need one is left out."""


@record
class NormForecast:
    """Remaining rounds of a player: known opponents, requirements on the others, and sufficient scores.

    Each of `scores` is (half points from the remaining games, least average of the opponents not yet known; 0 when all
    are). All games are taken to count, and no unknown opponent to be raised (1.4.6): more may help, never hurt.
    `hopeless` says why no score suffices.
    """

    rounds: int
    known: tuple[int, ...]
    needs: tuple[str, ...]
    scores: tuple[tuple[int, int], ...]
    hopeless: str = ""

    @property
    def least(self) -> tuple[int, int] | None:
        """The lowest sufficient score, and the average of unknown opponents it needs."""
        return self.scores[0] if self.scores else None


def forecast_norm(
    title: Title,
    federation: str,
    games: Sequence[NormGame],
    coming: Sequence[NormGame],
    unknown: int,
    terms: Terms,
    unplayed_wins: int = 0,
) -> NormForecast:
    """Return what is needed when the games `coming` and `unknown` more are still to be played."""
    known_games = [*games, *coming]
    n, remaining, opponents = len(known_games) + unknown, len(coming) + unknown, tuple(game.opponent for game in coming)
    failed_condition = next((line for line in terms.event if not line.passed), None)
    if failed_condition is not None:
        reason = msg("%(what)s: %(found)s, not %(needed)s (%(article)s)", what=failed_condition.what,
                     found=failed_condition.found, needed=failed_condition.needed,
                     article=failed_condition.article)  # fmt: skip
        return NormForecast(remaining, opponents, (), (), reason)
    has_enough_games = n >= terms.minimum or terms.with_unplayed_win(n, unplayed_wins)
    if not has_enough_games:
        reason = msg_plural(n, "only %(num)s game can be reached, %(needed)s are needed",
                      "only %(num)s games can be reached, %(needed)s are needed", needed=terms.minimum)  # fmt: skip
        return NormForecast(remaining, opponents, (), (), reason)
    needs, obstacle = _find_needs(title, federation, known_games, n, unknown, terms)
    scores = () if obstacle else tuple(_sufficient_scores(title, games, known_games, n, unknown, remaining))
    if not obstacle and not scores:
        obstacle = msg("no score can make the performance")
    return NormForecast(remaining, opponents, needs, scores, obstacle)


def _find_needs(
    title: Title, federation: str, known_games: Sequence[NormGame], n: int, unknown: int, terms: Terms
) -> tuple[tuple[str, ...], str]:
    """Return what the unknown opponents must be, and why that is impossible, if it is."""
    holders, level = needed_titles(n, terms)
    holders -= sum(game.title in NORM_TITLES for game in known_games)
    level -= sum(game.title in title.level for game in known_games)
    federations = [game.federation for game in known_games if game.federation not in NO_FEDERATION]
    foreign = 2 - len({code for code in federations if code != federation})
    compatriots = 3 * n // 5 - federations.count(federation)
    needs: list[str] = []
    obstacle = ""
    requirements: list[tuple[int, str]] = [
        (level, msg("%(number)s more of %(titles)s", number=level, titles="/".join(sorted(title.level)))),
        (holders, msg("%(number)s more title-holders", number=holders)),
    ]
    if not terms.waiver(federation):
        requirements.append(
            (foreign, msg_plural(foreign, "%(num)s more foreign federation", "%(num)s more foreign federations"))
        )
        if compatriots < 0:
            obstacle = msg("too many opponents of %(federation)s", federation=federation)
        elif compatriots < unknown:
            needs.append(msg("at most %(number)s more of %(federation)s", number=compatriots,
                                federation=federation or msg("the own federation")))  # fmt: skip
    for number, text in requirements:
        if number > 0:
            needs.append(text)
            if not obstacle and number > unknown:
                obstacle = msg("%(what)s needed, %(number)s to come", what=text, number=unknown)
    return tuple(needs), obstacle


def _sufficient_scores(
    title: Title, games: Sequence[NormGame], known_games: Sequence[NormGame], n: int, unknown: int, remaining: int
) -> list[tuple[int, int]]:
    """Return each sufficient score from the remaining games, with the average needed of unknown opponents."""
    scores, half_points = [], sum(game.half_points for game in games)
    ratings = raise_lowest(title, known_games) if known_games else []
    for extra in range(2 * remaining + 1):
        total = half_points + extra
        if 50 * total < MIN_PERCENT * n:
            continue
        mean = max(title.average, title.performance - DIFFERENCE_BY_PERCENT[percentage(total, n)])
        missing = (2 * mean - 1) * n - 2 * sum(ratings)  # twice the sum still missing; the average is rounded half up
        if unknown:
            needed = max(0, -(-missing // (2 * unknown)))
            if needed <= MAX_AVERAGE:
                scores.append((extra, needed))
        elif missing <= 0:
            scores.append((extra, 0))
    return scores
