"""What a norm asks (B.01 1.4): the titles with their numbers, and the conditions that a set of games meets or not."""

from __future__ import annotations

from collections.abc import Sequence

from rookery.elo import DIFFERENCE_BY_PERCENT, average, percentage
from rookery.values import frozen
from rookery.wording import joined, spoken

HOLDERS = frozenset({"GM", "IM", "WGM", "WIM", "FM", "WFM"})
"""Titles that count as such for 1.4.5; CM and WCM do not."""
UNRATED = 1400
NO_FEDERATION = frozenset({"", "FID"})
"""Accepted as opponents, counted as no federation (1.4.2a, 1.4.3)."""
NOT_OF_FIDE = "NON"
"""Opponents of no FIDE federation: games against them are not included (1.4.2a)."""
MOST_ROUNDS = 13
"""A norm from an event of more rounds counts as so many games, whatever the score (1.7)."""
SHARE_OF_POINTS = 35
YES, _WAIVED = spoken("yes"), spoken("waived")
_WHOLE_FIELD = spoken("the whole field makes a norm possible")
_GAMES_PLAYED, _OTHER_FEDERATIONS = spoken("games played"), spoken("other federations")
_TITLE_HOLDERS, _TWICE_EACH = spoken("title-holders"), spoken("players, played twice each")
_AVERAGE, _PERFORMANCE, _SCORE = spoken("average of opponents"), spoken("performance"), spoken("score")
"""What the conditions are about."""


@frozen
class Title:
    """A title that is won by norms: the performance and average asked, the rating of the one opponent who is raised.

    `level` holds the titles of which a third of the opponents must be, `article` is where that is said.
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


@frozen
class NormGame:
    """One game over the board as B.01 sees it; `rating` None is an unrated opponent."""

    round: int
    opponent: int
    rating: int | None
    title: str
    federation: str
    half_points: int


@frozen
class Condition:
    """One line of an audit: the article, what is asked, what was found, and whether that suffices.

    One that is not `decided` is passed for the time being: the file does not say what the article asks.
    """

    article: str
    what: str
    found: str
    needed: str
    passed: bool
    decided: bool = True


@frozen(kw_only=True)
class Terms:
    """What an event is in the eyes of B.01.

    `swiss`: pairings are not known beforehand, a tail of games may be ignored (1.4.1e). `round_robin`: everybody meets
    everybody, so that the whole field must make a norm possible (1.4.1f). `foreigners`: why the rules on federations
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
        """Why the rules on federations are waived for a player of this federation; empty where they are not.

        >>> Terms(foreigners="zonal").waiver("NOR"), Terms(foreigners="national final", exempt="GER").waiver("NOR")
        ('zonal', '')
        """
        return self.foreigners if self.exempt in ("", federation) else ""

    def with_unplayed_win(self, games: int, unplayed_wins: int) -> bool:
        """Whether these are the eight games and one unplayed win of nine rounds that count as nine (1.4.1c)."""
        return self.rounds == 9 and games == 8 and unplayed_wins == 1


def raised(title: Title, games: Sequence[NormGame]) -> list[int]:
    """The opponents' ratings game by game, unrated as 1400, the lowest raised to the title's floor if below (1.4.6)."""
    ratings = [game.rating or UNRATED for game in games]
    lowest = ratings.index(min(ratings))
    ratings[lowest] = max(ratings[lowest], title.floor)
    return ratings


def reached(title: Title, games: Sequence[NormGame]) -> tuple[int, int]:
    """Average of the opponents and performance, as the norm counts them (1.4.7, 1.4.8)."""
    mean = average(raised(title, games))
    half_points = sum(game.half_points for game in games)
    return mean, mean + DIFFERENCE_BY_PERCENT[percentage(half_points, len(games))]


def conditions(
    title: Title, federation: str, games: Sequence[NormGame], terms: Terms, unplayed_wins: int = 0
) -> tuple[Condition, ...]:
    """Every condition of a norm on these games, in the order of the articles."""
    played = _number_of_games(len(games), terms, unplayed_wins)
    if not games:
        return (*terms.event, played)
    mix = (*_federations(federation, games, terms), *_titles(title, games, terms))
    return (*terms.event, played, *mix, *_results(title, games))


def whole_field(title: Title, federation: str, field: Sequence[NormGame], terms: Terms) -> Condition:
    """Whether all opponents of a round robin, beaten or not, are a mix that makes a norm possible (1.4.1f)."""
    mix = (*_federations(federation, field, terms), *_titles(title, field, terms)) if field else ()
    wrong = [joined(" ", (line.what, line.found)) for line in mix if not line.passed]
    return Condition("1.4.1f", _WHOLE_FIELD, joined("; ", wrong) or YES, YES, bool(mix) and not wrong)


def _number_of_games(n: int, terms: Terms, unplayed_wins: int) -> Condition:
    with_bye = terms.with_unplayed_win(n, unplayed_wins)
    needed: str = f"{terms.minimum}"
    if terms.rounds == 9 and terms.minimum == 9:
        needed = spoken("%(games)s, or 8 and one unplayed win", games=terms.minimum)
    found = spoken("%(games)s and one unplayed win", games=n) if unplayed_wins == 1 else f"{n}"
    return Condition("1.4.1", _GAMES_PLAYED, found, needed, n >= terms.minimum or with_bye)


def _federations(own: str, games: Sequence[NormGame], terms: Terms) -> tuple[Condition, ...]:
    n = len(games)
    known = [game.federation for game in games if game.federation not in NO_FEDERATION]
    foreign = sorted({federation for federation in known if federation != own})
    most = max(known, key=lambda one: (known.count(one), one), default="")
    compatriots, largest, why = known.count(own), known.count(most), terms.waiver(own)
    waived = bool(why)
    home = spoken("own federation (%(code)s)" if own else "own federation", code=own)
    other = spoken("one federation (%(code)s)" if most else "one federation", code=most)
    return (
        Condition(
            "1.4.3",
            _OTHER_FEDERATIONS,
            f"{len(foreign)}",
            spoken("waived: %(why)s", why=why) if waived else "2",
            waived or len(foreign) >= 2,
        ),
        _share("1.4.4", home, compatriots, 3 * n // 5, waived),
        _share("1.4.4", other, largest, 2 * n // 3, waived),
    )


def _share(article: str, what: str, found: int, most: int, waived: bool) -> Condition:
    needed = _WAIVED if waived else spoken("at most %(number)s", number=most)
    return Condition(article, what, f"{found}", needed, waived or found <= most)


def _titles(title: Title, games: Sequence[NormGame], terms: Terms) -> tuple[Condition, ...]:
    needed = needed_titles(len(games), terms)
    holders = sum(game.title in HOLDERS for game in games)
    level = sum(game.title in title.level for game in games)
    found = (
        Condition("1.4.5a", _TITLE_HOLDERS, f"{holders}", f"{needed[0]}", holders >= needed[0]),
        Condition(title.article, _opponents(title), f"{level}", f"{needed[1]}", level >= needed[1]),
    )
    if not terms.double_round_robin:
        return found
    return (*found, Condition("1.4.5f", _TWICE_EACH, f"{terms.players}", "6", terms.players >= 6))


def _opponents(title: Title) -> str:
    """Opponents of the level that a title asks for."""
    first, *others = (one.code for one in TITLES if one.code in title.level)
    titles: str = first
    for one in others:
        titles = spoken("%(some)s or %(last)s", some=titles, last=one)
    return spoken("opponents %(titles)s", titles=titles)


def needed_titles(n: int, terms: Terms) -> tuple[int, int]:
    """How many of n opponents must hold a title, and one of the level asked (1.4.5).

    >>> needed_titles(9, Terms()), needed_titles(10, Terms(double_round_robin=True))
    ((5, 3), (5, 5))
    """
    half = -(-n // 2)
    return half, half if terms.double_round_robin else max(3, -(-n // 3))


def _results(title: Title, games: Sequence[NormGame]) -> tuple[Condition, ...]:
    n, half_points = len(games), sum(game.half_points for game in games)
    mean, performance = reached(title, games)
    lowest = min(game.rating or UNRATED for game in games)
    found: str = f"{mean}"
    if lowest < title.floor:
        found = spoken("%(mean)s (%(lowest)s as %(floor)s)", mean=mean, lowest=lowest, floor=title.floor)
    return (
        Condition("1.4.7", _AVERAGE, found, f"{title.average}", mean >= title.average),
        Condition("1.4.8", _PERFORMANCE, f"{performance}", f"{title.performance}", performance >= title.performance),
        Condition(
            "1.4.8b",
            _SCORE,
            f"{percentage(half_points, n)} %",
            f"{SHARE_OF_POINTS} %",
            50 * half_points >= SHARE_OF_POINTS * n,
        ),
    )


def least_half_points(title: Title, games: Sequence[NormGame]) -> int | None:
    """The lowest score with which these opponents give the performance and the 35 per cent; None if none does."""
    n, mean = len(games), average(raised(title, games))
    for half_points in range(2 * n + 1):
        enough = mean + DIFFERENCE_BY_PERCENT[percentage(half_points, n)] >= title.performance
        if enough and 50 * half_points >= SHARE_OF_POINTS * n:
            return half_points
    return None
