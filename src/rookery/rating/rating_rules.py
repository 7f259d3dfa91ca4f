"""Base class of rating systems, and the values they work with.

`rookery.rate`, `rate_period` and `rookery.arrays` ask a rules value and know no article themselves. A system that adds
up score less expectation game by game derives from `EloRules`, which asks for less; one that rates a whole event at
once, keeps deviations, or lets newcomers of an event count for the others, answers here.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Sequence
from datetime import date
from enum import StrEnum
from typing import NamedTuple, Self

from rookery._record import record
from rookery.messages import join_texts, msg_const
from rookery.model import PartialDate
from rookery.rating.rate_of_play import RateOfPlay
from rookery.rating.rows import ListGame, ListPlayer, PeriodResult


class NotRated(StrEnum):
    """Why a game is not rated, or counts only for the unrated player's first rating."""

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
        """Return the member with this text, which cites this article."""
        member = str.__new__(cls, text)
        member._value_ = text
        member.article = article
        return member


class GameContext(NamedTuple):
    """Facts about a game that decide whether it is rated; a rating of None is an unrated player.

    `pace` is None when nothing is asked of it; `decided` says that the match was won before the game.
    """

    white: int | None
    black: int | None
    pace: RateOfPlay | None = None
    match: bool = False
    decided: bool = False


class GameContribution(NamedTuple):
    """Contribution of a game to one player: index of the game, and score less expectation in hundredths.

    `limited` says that the difference between the two counted only in part.
    """

    game: int
    player: int
    change: int
    limited: bool = False


GameCallback = Callable[[GameContribution], None]
"""A function that is called with each game."""


@record
class FirstRating:
    """First rating: the games against rated opponents with the two draws added, and the result.

    `rating` is None while none can be published, and `why` says so.
    """

    games: int
    half_points: int
    average: int
    percent: int
    calculated: int
    rating: int | None
    why: str = ""


@record(kw_only=True)
class RatingRules(ABC):
    """Base class of rating systems. Scores are half points, expectations hundredths.

    `name` is what a report calls the rules, `kind` the list they are for, `since` the day from which they apply.
    """

    name: str = ""
    kind: str = "standard"
    since: date | None = None

    def __str__(self) -> str:
        return str(self.description)

    @property
    def description(self) -> str:
        """Name, list and month of the rules."""
        since = (f"({self.since:%Y-%m})",) if self.since else ()
        return join_texts(" ", (self.name, msg_const(self.kind), *since))

    def on(self, day: date | PartialDate | None) -> Self:
        """Return the rules in force on a day; here `self`. `DatedRules` chooses an edition."""
        return self

    def exclusion_reason(self, game: GameContext) -> NotRated | None:
        """Return why a game changes no rating, or None; here both players must be rated."""
        if game.white is None or game.black is None:
            return NotRated.BOTH_UNRATED if game.white == game.black else NotRated.ONE_UNRATED
        return None

    @abstractmethod
    def first_rating(self, opponents: Sequence[int], half_points: int) -> FirstRating:
        """Return the first rating of an unrated player from these rated opponents, with its parts."""

    @abstractmethod
    def rate(
        self,
        players: Sequence[ListPlayer],
        games: Iterable[ListGame],
        on: date | None = None,
        on_game: GameCallback | None = None,
    ) -> list[PeriodResult]:
        """Rate all players after an event or a period, in the order of the list; `on` is the day of the new list.

        `on_game`, if given, is called once for each game and each player for whom the game counts.
        """

    def assumptions(self, players: Sequence[ListPlayer]) -> tuple[str, ...]:
        """Return what was assumed of players whose K or completed games the tournament file does not give."""
        return ()

    def effective_rating(self, own: int, opponent: int) -> int:
        """Return the rating with which an opponent counts, where the difference counts only in part."""
        return opponent

    def floor_notes(self, ratings: Sequence[int], after: Sequence[int]) -> tuple[str, ...]:
        """Return notes on ratings too low for the list, before and after."""
        return ()
