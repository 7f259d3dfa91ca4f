"""Title norms (B.01 1.4): the titles with their numbers, and the conditions on a set of games."""

from __future__ import annotations

from collections.abc import Sequence

from rookery._record import record
from rookery.elo import DIFFERENCE_BY_PERCENT, average, percentage
from rookery.messages import join_texts, msg

NORM_TITLES = frozenset({"GM", "IM", "WGM", "WIM", "FM", "WFM"})
"""Titles that count as such for 1.4.5; CM and WCM do not."""
UNRATED_RATING = 1400
NO_FEDERATION = frozenset({"", "FID"})
"""Accepted as opponents, counted as no federation (1.4.2a, 1.4.3)."""
NON_FIDE_FEDERATION = "NON"
"""Opponents of no FIDE federation: games against them are not included (1.4.2a)."""
MAX_CREDITED_GAMES = 13
"""The number of games that a norm from an event of more rounds counts as, whatever the score (1.7)."""
MIN_PERCENT = 35
YES, _WAIVED = msg("yes"), msg("waived")
_WHOLE_FIELD = msg("the whole field makes a norm possible")
_GAMES_PLAYED, _OTHER_FEDERATIONS = msg("games played"), msg("other federations")
_TITLE_HOLDERS, _TWICE_EACH = msg("title-holders"), msg("players, played twice each")
_AVERAGE, _PERFORMANCE, _SCORE = msg("average of opponents"), msg("performance"), msg("score")
"""The labels of the conditions."""


@record
class Title:
    """A title awarded for norms: the performance and average required, and the floor for one opponent's rating.

    `level` holds the titles of which a third of the opponents must be, `article` is the article that says so.
    """

    code: str
    performance: int
    average: int
    floor: int
    level: frozenset[str]
    article: str

    def __str__(self) -> str:
        return self.code


TITLES = (
    Title("GM", 2600, 2380, 2200, frozenset({"GM"}), "1.4.5b"),
    Title("IM", 2450, 2230, 2050, frozenset({"GM", "IM"}), "1.4.5c"),
    Title("WGM", 2400, 2180, 2000, frozenset({"GM", "IM", "WGM"}), "1.4.5d"),
    Title("WIM", 2250, 2030, 1850, frozenset({"GM", "IM", "WGM", "WIM"}), "1.4.5e"),
)
"""Every title that is won by norms, the highest first."""


@record
class NormGame:
    """One game over the board as B.01 sees it; `rating` None is an unrated opponent."""

    round: int
    opponent: int
    rating: int | None
    title: str
    federation: str
    half_points: int


@record
class Condition:
    """One line of an audit: the article, what is checked, the value found, the value needed, and whether it passes.

    A condition that is not `decided` is passed for the time being: the file lacks the data that the article requires.
    """

    article: str
    what: str
    found: str
    needed: str
    passed: bool
    decided: bool = True


@record(kw_only=True)
class Terms:
    """The terms of an event that matter for norms (B.01).

    `swiss`: pairings are not known beforehand, a tail of games may be ignored (1.4.1e). `round_robin`: all players meet
    each other, so that the whole field must make a norm possible (1.4.1f). `foreigners`: why the rules on federations
    (1.4.3, 1.4.4) are waived, empty when they are not; `exempt`: the federation whose players alone have that waiver
    (1.4.3a, b). `minimum`: games needed, fewer than nine in a few championships (1.4.1b); `counted_as`: what such a
    norm counts as all the same. `event`: the conditions that the event as a whole meets or not.
    """

    swiss: bool = True
    rounds: int = 9
    minimum: int = 9
    double_round_robin: bool = False
    players: int = 0
    foreigners: str = ""
    exempt: str = ""
    round_robin: bool = False
    counted_as: int = 0
    event: tuple[Condition, ...] = ()

    def waiver(self, federation: str) -> str:
        """Return why the rules on federations are waived for a player of this federation, or an empty string.

        >>> Terms(foreigners="zonal").waiver("NOR"), Terms(foreigners="national final", exempt="GER").waiver("NOR")
        ('zonal', '')
        """
        return self.foreigners if self.exempt in ("", federation) else ""

    def is_eight_games_and_unplayed_win(self, games: int, unplayed_wins: int) -> bool:
        """Return whether these are the eight games and one unplayed win of nine rounds that count as nine (1.4.1c)."""
        return self.rounds == 9 and games == 8 and unplayed_wins == 1


def raise_lowest(title: Title, games: Sequence[NormGame]) -> list[int]:
    """Return the opponents' ratings, unrated as 1400, the lowest raised to the title's floor if below (1.4.6)."""
    ratings = [game.rating or UNRATED_RATING for game in games]
    lowest = ratings.index(min(ratings))
    ratings[lowest] = max(ratings[lowest], title.floor)
    return ratings


def average_and_performance(title: Title, games: Sequence[NormGame]) -> tuple[int, int]:
    """Return the average of the opponents and the performance, as the norm counts them (1.4.7, 1.4.8)."""
    mean = average(raise_lowest(title, games))
    half_points = sum(game.half_points for game in games)
    return mean, mean + DIFFERENCE_BY_PERCENT[percentage(half_points, len(games))]


def check_conditions(
    title: Title, federation: str, games: Sequence[NormGame], terms: Terms, unplayed_wins: int = 0
) -> tuple[Condition, ...]:
    """Return every condition of a norm on these games, in the order of the articles."""
    played = _check_game_count(len(games), terms, unplayed_wins)
    if not games:
        return (*terms.event, played)
    mix = (*_check_federations(federation, games, terms), *_check_titles(title, games, terms))
    return (*terms.event, played, *mix, *_check_results(title, games))


def check_whole_field(title: Title, federation: str, field: Sequence[NormGame], terms: Terms) -> Condition:
    """Check whether all opponents of a round robin are a mix that makes a norm possible (1.4.1f)."""
    mix = (*_check_federations(federation, field, terms), *_check_titles(title, field, terms)) if field else ()
    failures = [join_texts(" ", (line.what, line.found)) for line in mix if not line.passed]
    return Condition("1.4.1f", _WHOLE_FIELD, join_texts("; ", failures) or YES, YES, bool(mix) and not failures)


def _check_game_count(n: int, terms: Terms, unplayed_wins: int) -> Condition:
    counts_bye = terms.is_eight_games_and_unplayed_win(n, unplayed_wins)
    needed: str = f"{terms.minimum}"
    if terms.rounds == 9 and terms.minimum == 9:
        needed = msg("%(games)s, or 8 and one unplayed win", games=terms.minimum)
    games_text = msg("%(games)s and one unplayed win", games=n) if unplayed_wins == 1 else f"{n}"
    return Condition("1.4.1", _GAMES_PLAYED, games_text, needed, n >= terms.minimum or counts_bye)


def _check_federations(own: str, games: Sequence[NormGame], terms: Terms) -> tuple[Condition, ...]:
    n = len(games)
    federations = [game.federation for game in games if game.federation not in NO_FEDERATION]
    foreign = sorted({federation for federation in federations if federation != own})
    largest_federation = max(federations, key=lambda code: (federations.count(code), code), default="")
    compatriots, largest, waiver = federations.count(own), federations.count(largest_federation), terms.waiver(own)
    is_waived = bool(waiver)
    home_text = msg("own federation (%(code)s)" if own else "own federation", code=own)
    other_text = msg("one federation (%(code)s)" if largest_federation else "one federation", code=largest_federation)
    return (
        Condition(
            "1.4.3",
            _OTHER_FEDERATIONS,
            f"{len(foreign)}",
            msg("waived: %(why)s", why=waiver) if is_waived else "2",
            is_waived or len(foreign) >= 2,
        ),
        _check_share("1.4.4", home_text, compatriots, 3 * n // 5, is_waived),
        _check_share("1.4.4", other_text, largest, 2 * n // 3, is_waived),
    )


def _check_share(article: str, subject: str, count: int, limit: int, is_waived: bool) -> Condition:
    needed = _WAIVED if is_waived else msg("at most %(number)s", number=limit)
    return Condition(article, subject, f"{count}", needed, is_waived or count <= limit)


def _check_titles(title: Title, games: Sequence[NormGame], terms: Terms) -> tuple[Condition, ...]:
    needed = needed_titles(len(games), terms)
    holders = sum(game.title in NORM_TITLES for game in games)
    level = sum(game.title in title.level for game in games)
    title_conditions = (
        Condition("1.4.5a", _TITLE_HOLDERS, f"{holders}", f"{needed[0]}", holders >= needed[0]),
        Condition(title.article, _describe_opponents(title), f"{level}", f"{needed[1]}", level >= needed[1]),
    )
    if not terms.double_round_robin:
        return title_conditions
    return (*title_conditions, Condition("1.4.5f", _TWICE_EACH, f"{terms.players}", "6", terms.players >= 6))


def _describe_opponents(title: Title) -> str:
    """Return the text for opponents with one of the titles of a level."""
    first_code, *other_codes = (candidate.code for candidate in TITLES if candidate.code in title.level)
    titles: str = first_code
    for candidate in other_codes:
        titles = msg("%(some)s or %(last)s", some=titles, last=candidate)
    return msg("opponents %(titles)s", titles=titles)


def needed_titles(n: int, terms: Terms) -> tuple[int, int]:
    """Return how many of n opponents must hold a title, and how many one of the required level (1.4.5).

    >>> needed_titles(9, Terms()), needed_titles(10, Terms(double_round_robin=True))
    ((5, 3), (5, 5))
    """
    half = -(-n // 2)
    return half, half if terms.double_round_robin else max(3, -(-n // 3))


def _check_results(title: Title, games: Sequence[NormGame]) -> tuple[Condition, ...]:
    n, half_points = len(games), sum(game.half_points for game in games)
    mean, performance = average_and_performance(title, games)
    lowest = min(game.rating or UNRATED_RATING for game in games)
    average_text: str = f"{mean}"
    if lowest < title.floor:
        average_text = msg("%(mean)s (%(lowest)s as %(floor)s)", mean=mean, lowest=lowest, floor=title.floor)
    return (
        Condition("1.4.7", _AVERAGE, average_text, f"{title.average}", mean >= title.average),
        Condition("1.4.8", _PERFORMANCE, f"{performance}", f"{title.performance}", performance >= title.performance),
        Condition(
            "1.4.8b",
            _SCORE,
            f"{percentage(half_points, n)} %",
            f"{MIN_PERCENT} %",
            50 * half_points >= MIN_PERCENT * n,
        ),
    )


def least_half_points(title: Title, games: Sequence[NormGame]) -> int | None:
    """Return the lowest score that gives the performance and 35 per cent against these opponents, or None."""
    n, mean = len(games), average(raise_lowest(title, games))
    for half_points in range(2 * n + 1):
        is_enough = mean + DIFFERENCE_BY_PERCENT[percentage(half_points, n)] >= title.performance
        if is_enough and 50 * half_points >= MIN_PERCENT * n:
            return half_points
    return None
