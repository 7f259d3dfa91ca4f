"""What every rating system answers: the door through which FIDE's rules and those of federations come in.

`rookery.rate`, `rate_period` and `rookery.arrays` ask a rules value and know no article themselves. A system that adds
up score less expectation game by game derives from `EloRules`, which asks for less; one that rates a whole event at
once, keeps deviations, or lets newcomers of an event count for the others, answers here.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Sequence
from datetime import date
from enum import StrEnum

from rookery.model import Date
from rookery.rating.listed import Listed, Played, Rated
from rookery.rating.rate_of_play import RateOfPlay
from rookery.typed import Self
from rookery.values import NamedTuple, frozen
from rookery.wording import joined, word


class NotRated(StrEnum):
    """Why a game does not count for anybody's rating, or only for the unrated player's first one."""

    article: str

    NOT_PLAYED = "not played", "B.02 5.1"
    NO_RESULT = "no result yet", "B.02 5.1"
    MARKED = "marked as not rated", "B.02 5.1"
    RATE_OF_PLAY = "rate of play too fast", "B.02 1.1"
    TOO_UNEVEN = "600 points apart", "B.02 7.3.1 (rapid, blitz)"
    BOTH_UNRATED = "both unrated", "B.02 8.3.1"
    ONE_UNRATED = "one unrated", "B.02 8.3.1"
    MATCH_UNRATED = "match with an unrated player", "B.02 6"
    MATCH_DECIDED = "match already decided", "B.02 6"

    def __new__(cls, text: str, article: str) -> NotRated:
        member = str.__new__(cls, text)
        member._value_ = text
        member.article = article
        return member


class Circumstances(NamedTuple):
    """What a rule may ask of a game that was played: the ratings (None: unrated), the pace, and whether in a match.

    `pace` is None when nothing is asked of it; `decided` says that the match was won before the game.
    """

    white: int | None
    black: int | None
    pace: RateOfPlay | None = None
    match: bool = False
    decided: bool = False


class GameTold(NamedTuple):
    """What a game did for one of its players: its place among the games (from 0), score less expectation, hundredths.

    `limited` says that the difference between the two counted only in part.
    """

    game: int
    player: int
    change: int
    limited: bool = False


Told = Callable[[GameTold], None]
"""Who hears of the games."""


@frozen
class First:
    """How a first rating comes about: the games against rated opponents, the two draws added, and what came of it.

    `rating` is None while none can be published, and `why` says so.
    """

    games: int
    half_points: int
    average: int
    percent: int
    calculated: int
    rating: int | None
    why: str = ""


@frozen(kw_only=True)
class RatingRules(ABC):
    """A rating system: frozen data, and the questions asked of it. Scores are half points, expectations hundredths.

    `name` is what a report calls the rules, `kind` the list they are for, `since` the day from which they apply.
    """

    name: str = ""
    kind: str = "standard"
    since: date | None = None

    def __str__(self) -> str:
        return str(self.said)

    @property
    def said(self) -> str:
        """The rules by name, list and month."""
        since = (f"({self.since:%Y-%m})",) if self.since else ()
        return joined(" ", (self.name, word(self.kind), *since))

    def on(self, day: date | Date | None) -> Self:
        """The rules in force on a day: these, whatever the day. `DatedRules` chooses."""
        return self

    def verdict(self, game: Circumstances) -> NotRated | None:
        """Why a game changes nobody's rating; None when it counts. Here: both players must be rated."""
        if game.white is None or game.black is None:
            return NotRated.BOTH_UNRATED if game.white == game.black else NotRated.ONE_UNRATED
        return None

    @abstractmethod
    def first(self, opponents: Sequence[int], half_points: int) -> First:
        """The first rating of an unrated player from these rated opponents, with its parts."""

    @abstractmethod
    def rated(
        self,
        players: Sequence[Listed],
        games: Iterable[Played],
        on: date | None = None,
        told: Told | None = None,
    ) -> list[Rated]:
        """Every player after an event or a period, in the order of the list; `on` is the day of the new list.

        `told`, where given, hears of each game once for each player for whom it counts.
        """

    def assumed(self, players: Sequence[Listed]) -> tuple[str, ...]:
        """What had to be assumed of these players, of whom a tournament file does not tell K or completed games."""
        return ()

    def counted_as(self, own: int, opponent: int) -> int:
        """The rating with which an opponent counts, where the difference of the two counts only in part."""
        return opponent

    def about_the_floor(self, ratings: Sequence[int], after: Sequence[int]) -> tuple[str, ...]:
        """What is to be said of ratings too low for the list, before and after."""
        return ()
