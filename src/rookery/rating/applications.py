"""Titles of players: by norms from several events (B.01 1.5), by rating (1.3), directly (0.6.2)."""

from __future__ import annotations

from collections.abc import Sequence

from rookery.errors import RuleError
from rookery.model.kinds import misfit
from rookery.model.limits import MOST_RATING
from rookery.rating.certificates import Certificate
from rookery.rating.titles import Condition
from rookery.values import frozen
from rookery.wording import spoken

GAMES = 27
RATINGS = {"GM": 2500, "IM": 2400, "WGM": 2300, "WIM": 2200}
"""What rating must have been reached, for a title by norms (1.5.3)."""
BY_RATING = {"FM": 2300, "CM": 2200, "WFM": 2100, "WCM": 2000}
"""Titles by rating alone (1.3)."""
DIRECT = {"GM": 2300, "IM": 2200, "FM": 2100, "CM": 2000, "WGM": 2100, "WIM": 2000, "WFM": 1900, "WCM": 1800}
"""The rating without which a direct title is conditional (0.6.2)."""
RATED_GAMES = 30
"""Games that the player must have had when a rating was reached (1.3 and 0.6.2)."""
STRONG_SINCE = "2022-07"
"""Norms from this month on bring in 1.5.6."""


@frozen
class Application:
    """Whether norms from several events suffice for a title: every condition, and the certificates."""

    title: str
    certificates: tuple[Certificate, ...]
    conditions: tuple[Condition, ...]

    @property
    def met(self) -> bool:
        """Whether every condition is met."""
        return all(condition.passed for condition in self.conditions)

    @property
    def failed(self) -> tuple[Condition, ...]:
        """The conditions that are not."""
        return tuple(condition for condition in self.conditions if not condition.passed)


def application(
    title: str, certificates: Sequence[Certificate], *, rating: int | None = None, qualifying: Sequence[int] = ()
) -> Application:
    """Whether these norms of one player make an application for the title.

    `rating` is the highest that the player reached at any time, also in the middle of a period (1.5.3a).
    `qualifying` are the places in the row of certificates whose events are of 1.5.6b to f, which no file says: an
    Olympiad, a qualifier for the World Cup or the Candidates, a final of a national championship, ...
    """
    code = title.upper()
    if code not in RATINGS:
        raise RuleError(f"{title!r} is not won by norms: expected {', '.join(RATINGS)}", article="B.01 1.5")
    _must_be_one_player(code, certificates)
    _must_be_rating(rating)
    lines = [_games(certificates), _one_of_eight(certificates), _foreigners(certificates)]
    if code in ("GM", "WGM"):
        lines.append(_any("1.1.3a", "an event with one round a day", [one.one_round_a_day for one in certificates]))
    lines += [*_strong(certificates, qualifying), _rating(code, rating)]
    return Application(code, tuple(certificates), tuple(lines))


def _must_be_rating(rating: int | None) -> None:
    if rating is not None and not 0 <= rating <= MOST_RATING:
        raise misfit("the highest rating reached", spoken("a whole number up to %(most)s", most=MOST_RATING), rating)


def _must_be_one_player(title: str, certificates: Sequence[Certificate]) -> None:
    for one in certificates:
        if one.title != title:
            said = f"the norm of {one.event.name} is certified for {one.title}: certify it for {title} (1.5.2)"
            raise RuleError(said, article="B.01 1.5.2")
    numbers = {one.player.fide_id for one in certificates} - {None}
    names = {one.player.name for one in certificates if one.player.fide_id is None}
    if len(numbers) + (not numbers and len(names)) > 1:
        raise RuleError("these norms are of different players", article="B.01 1.5")
    events = [(one.event.name, one.event.start) for one in certificates]
    if len(set(events)) < len(events):
        raise RuleError("the same event is there twice", article="B.01 1.5.1")


def _games(certificates: Sequence[Certificate]) -> Condition:
    games = sum(one.credit for one in certificates)
    found = f"{games} from {len(certificates)} norm{'s' * (len(certificates) != 1)}"
    return Condition("1.5.1", "games of norms", found, f"{GAMES}", games >= GAMES)


def _one_of_eight(certificates: Sequence[Certificate]) -> Condition:
    number = sum(one.unplayed_win for one in certificates)
    return Condition("1.4.1c", "norms of eight games and an unplayed win", f"{number}", "at most 1", number <= 1)


def _foreigners(certificates: Sequence[Certificate]) -> Condition:
    number = sum(one.normal_foreigners for one in certificates)
    return Condition("1.4.3e", "norms without a waiver of 1.4.3", f"{number}", "1", number >= 1)


def _any(article: str, what: str, lines: Sequence[Condition]) -> Condition:
    """One of the norms must meet it: decided if one surely does, or if surely none does."""
    sure = sum(line.passed and line.decided for line in lines)
    perhaps = sum(line.passed for line in lines)
    found = f"{sure}" if sure or not perhaps else f"{perhaps} of which the files do not say enough"
    return Condition(article, what, found, "1", perhaps > 0, sure > 0 or not perhaps)


def _strong(certificates: Sequence[Certificate], qualifying: Sequence[int]) -> list[Condition]:
    """1.5.6, where a norm is from after June 2022; an event without a date is taken to be."""
    if not any(one.event.end[:7] >= STRONG_SINCE[: len(one.event.end)] for one in certificates):
        return []
    what = "an event of 1.5.6"
    if any(0 <= place < len(certificates) for place in qualifying):
        return [Condition("1.5.6", what, "1, as was said", "1", True)]
    return [_any("1.5.6", what, [one.strong_event for one in certificates])]


def _rating(title: str, rating: int | None) -> Condition:
    needed = RATINGS[title]
    if rating is None:
        return Condition("1.5.3", "rating reached at some time", "not said", f"{needed}", True, False)
    return Condition("1.5.3", "rating reached at some time", f"{rating}", f"{needed}", rating >= needed)


# -- without norms -----------------------------------------------------------------------------------------------------


def titles_by_rating(rating: int, games: int, *, woman: bool = False) -> tuple[str, ...]:
    """The titles that a rating gives by itself, the highest of each row, after thirty rated games (1.3).

    >>> titles_by_rating(2310, 30), titles_by_rating(2150, 40, woman=True), titles_by_rating(2310, 29)
    (('FM',), ('WFM',), ())
    """
    _must_be_rating(rating)
    if games < RATED_GAMES:
        return ()
    rows = (("FM", "CM"), ("WFM", "WCM") if woman else ())
    found = (next((title for title in row if rating >= BY_RATING[title]), "") for row in rows)
    return tuple(title for title in found if title)


def direct_title(title: str, *, rating: int | None, games: int = RATED_GAMES) -> Condition:
    """Whether a direct title is awarded at once; below the rating of 0.6.2 it is conditional.

    Which place in which event gives the title says FIDE's table of direct titles, which is not here.

    >>> direct_title("FM", rating=2105).passed, direct_title("IM", rating=2105).passed
    (True, False)
    """
    code = title.upper()
    if code not in DIRECT:
        raise RuleError(f"{title!r} is no title of a player: expected {', '.join(DIRECT)}", article="B.01 0.6.2")
    _must_be_rating(rating)
    found = f"{rating or 'none'} after {games} games"
    needed = f"{DIRECT[code]} after {RATED_GAMES} games, else the title is conditional"
    return Condition(
        "0.6.2", "rating reached at some time", found, needed, (rating or 0) >= DIRECT[code] and games >= RATED_GAMES
    )
