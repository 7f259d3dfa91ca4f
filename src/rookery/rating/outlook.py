"""What a player still needs for a norm in the rounds to come."""

from __future__ import annotations

from collections.abc import Sequence

from rookery.elo import DIFFERENCE_BY_PERCENT, percentage
from rookery.rating.titles import HOLDERS, NO_FEDERATION, SHARE_OF_POINTS, NormGame, Terms, Title, needed_titles, raised
from rookery.values import frozen
from rookery.wording import counted, spoken

BEYOND = 2900
"""No field is stronger than this on average; a score that would need one is left out."""


@frozen
class Outlook:
    """The rounds to come: opponents already known, what the others must bring, and the score against what average.

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
        """The lowest score that can suffice, and the average it takes."""
        return self.scores[0] if self.scores else None


def outlook(
    title: Title,
    federation: str,
    games: Sequence[NormGame],
    coming: Sequence[NormGame],
    unknown: int,
    terms: Terms,
    unplayed_wins: int = 0,
) -> Outlook:
    """What is needed when these opponents and so many unknown ones are still to come."""
    met = [*games, *coming]
    n, left, names = len(met) + unknown, len(coming) + unknown, tuple(game.opponent for game in coming)
    barred = next((line for line in terms.event if not line.passed), None)
    if barred is not None:
        why = spoken("%(what)s: %(found)s, not %(needed)s (%(article)s)", what=barred.what, found=barred.found,
                     needed=barred.needed, article=barred.article)  # fmt: skip
        return Outlook(left, names, (), (), why)
    enough = n >= terms.minimum or terms.with_unplayed_win(n, unplayed_wins)
    if not enough:
        why = spoken("only %(number)s games can be reached, %(needed)s are needed", number=n, needed=terms.minimum)
        return Outlook(left, names, (), (), why)
    needs, short = _shortfalls(title, federation, met, n, unknown, terms)
    scores = () if short else tuple(_scores(title, games, met, n, unknown, left))
    if not short and not scores:
        short = spoken("no score can make the performance")
    return Outlook(left, names, needs, scores, short)


def _shortfalls(
    title: Title, federation: str, met: Sequence[NormGame], n: int, unknown: int, terms: Terms
) -> tuple[tuple[str, ...], str]:
    """What the unknown opponents must bring, and why they cannot, if they cannot."""
    holders, level = needed_titles(n, terms)
    holders -= sum(game.title in HOLDERS for game in met)
    level -= sum(game.title in title.level for game in met)
    known = [game.federation for game in met if game.federation not in NO_FEDERATION]
    foreign = 2 - len({one for one in known if one != federation})
    compatriots = 3 * n // 5 - known.count(federation)
    needs: list[str] = []
    short = ""
    wanted: list[tuple[int, str]] = [
        (level, spoken("%(number)s more of %(titles)s", number=level, titles="/".join(sorted(title.level)))),
        (holders, spoken("%(number)s more title-holders", number=holders)),
    ]
    if not terms.waiver(federation):
        wanted.append(
            (foreign, counted(foreign, "%(num)s more foreign federation", "%(num)s more foreign federations"))
        )
        if compatriots < 0:
            short = spoken("too many opponents of %(federation)s", federation=federation)
        elif compatriots < unknown:
            needs.append(spoken("at most %(number)s more of %(federation)s", number=compatriots,
                                federation=federation or spoken("the own federation")))  # fmt: skip
    for number, text in wanted:
        if number > 0:
            needs.append(text)
            if not short and number > unknown:
                short = spoken("%(what)s needed, %(number)s to come", what=text, number=unknown)
    return tuple(needs), short


def _scores(
    title: Title, games: Sequence[NormGame], met: Sequence[NormGame], n: int, unknown: int, left: int
) -> list[tuple[int, int]]:
    """Each score from the remaining games that can suffice, with the average it takes of those not yet known."""
    found, scored = [], sum(game.half_points for game in games)
    ratings = raised(title, met) if met else []
    for more in range(2 * left + 1):
        total = scored + more
        if 50 * total < SHARE_OF_POINTS * n:
            continue
        mean = max(title.average, title.performance - DIFFERENCE_BY_PERCENT[percentage(total, n)])
        missing = (2 * mean - 1) * n - 2 * sum(ratings)  # twice the sum still missing; the average is rounded half up
        if unknown:
            needed = max(0, -(-missing // (2 * unknown)))
            if needed <= BEYOND:
                found.append((more, needed))
        elif missing <= 0:
            found.append((more, 0))
    return found
