"""Base classes of rating systems, the values they work with, and the rate of play, which chooses the list.

`rookery.rate`, `rate_period` and `rookery.arrays` call a rules value and know no article themselves. A system that adds
up score less expectation game by game derives from `EloRules`; one that computes the new rating from all results of an
event at once derives from `EventRules`; any other, such as one that keeps deviations, derives from `RatingRules`.
"""

from __future__ import annotations

import re
from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Mapping, Sequence
from datetime import date
from enum import StrEnum
from math import floor
from typing import NamedTuple, Self

from rookery._record import record
from rookery.errors import RuleError
from rookery.messages import join_texts, msg, msg_const
from rookery.model import PartialDate, TournamentInfo
from rookery.rating.rows import ListGame, ListPlayer, PeriodResult

MINUTE = 60
MOVES = 60
"""The number of moves for which the rules of B.02 count the time."""

# The least rating of a player in the game, and the minutes required at least (B.02 1.1).
STANDARD_MINUTES = ((2400, 120), (1800, 90), (0, 60))
FIRST_CONTROL_MOVES = 30


@record
class RateOfPlay:
    """Time of each player for sixty moves, in seconds, and moves of the first control (0: only one control)."""

    seconds: int
    first_control: int = 0
    equal: bool = True

    @property
    def kind(self) -> str | None:
        """Rating list of games at this pace; None if they are too fast or the players' times differ.

        >>> RateOfPlay(90 * 60 + 60 * 30).kind, RateOfPlay(10 * 60).kind, RateOfPlay(3 * 60).kind
        ('standard', 'blitz', None)
        """
        if not self.equal or self.seconds <= 3 * MINUTE:
            return None
        if self.seconds >= 60 * MINUTE:
            return "standard"
        return "rapid" if self.seconds > 10 * MINUTE else "blitz"

    def allows(self, kind: str, highest: int) -> bool:
        """Return whether a game can be rated on the list when the higher rated player has rating `highest`.

        >>> RateOfPlay(90 * 60).allows("standard", 2399), RateOfPlay(90 * 60).allows("standard", 2400)
        (True, False)
        """
        if self.kind != kind:
            return False
        if kind != "standard":
            return True
        needed = next(minutes for rating, minutes in STANDARD_MINUTES if highest >= rating)
        return self.seconds >= needed * MINUTE and not 0 < self.first_control < FIRST_CONTROL_MOVES

    @property
    def description(self) -> str:
        """The time for sixty moves, in words."""
        minutes, seconds = divmod(self.seconds, MINUTE)
        return msg("%(minutes)s min %(seconds)s s for %(moves)s moves" if seconds else
                      "%(minutes)s min for %(moves)s moves", minutes=minutes, seconds=seconds, moves=MOVES)  # fmt: skip

    def __str__(self) -> str:
        return str(self.description)


_PERIOD = re.compile(r"(?:(\d{1,9})/)?(\d{1,9})(?:\+(\d{1,9}))?")
# "90+30", "15 + 5", "10MIN+2SEC", "5m + 3s", "7'+5''": minutes and seconds a move, and nothing else in the text.
_PLAIN_TEXT = re.compile(
    r"(\d{1,9})\s*(?:'|′|m|min|mins|minutes)?"
    r"(?:\s*\+\s*(\d{1,9})\s*(?:''|\"|″|s|sec|secs|seconds)?(?:/(?:m|move|zug))?)?",
    re.I,
)


def rate_of_play(event: TournamentInfo) -> RateOfPlay | None:
    """Return the rate of play of an event from its encoded time control, or from a text like `90+30`; else None.

    Args:
        event: The details of the tournament.

    Returns:
        The rate of play, or None if neither text gives it.

    >>> rate_of_play(TournamentInfo(encoded_time_control="40/6000+30:900+30"))
    RateOfPlay(seconds=8700, first_control=40, equal=True)
    >>> rate_of_play(TournamentInfo(time_control="15+5")).kind
    'rapid'
    """
    side_texts = [side.lstrip("WB") for side in event.encoded_time_control.replace(" ", "").split("-") if side]
    paces = [_parse_encoded_side(side) for side in side_texts]
    if paces and paces[0] is not None and None not in paces:
        return RateOfPlay(paces[0].seconds, paces[0].first_control, len(set(paces)) == 1)
    match = _PLAIN_TEXT.fullmatch(event.time_control.strip())
    if match is None or not event.time_control.strip():
        return None
    return RateOfPlay(MINUTE * int(match[1]) + MOVES * int(match[2] or 0))


def _parse_encoded_side(text: str) -> RateOfPlay | None:
    """Parse one side of TRF26 record 222: periods of `moves/seconds+increment` separated by colons."""
    seconds, moves_before, first_control, parts = 0, 0, 0, text.split(":")
    for part in parts:
        period = _PERIOD.fullmatch(part)
        if period is None:
            return None
        moves, base, increment = (int(group or 0) for group in period.groups())
        if moves_before < MOVES:  # what is added later than move 60 does not help to make sixty moves
            seconds += base + increment * (min(moves or MOVES, MOVES - moves_before))
        first_control = first_control or (moves if len(parts) > 1 else 0)
        moves_before = moves_before + moves if moves else MOVES
    return RateOfPlay(seconds, first_control)


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


def age_on(player: ListPlayer, on: date | None) -> int | None:
    """Return the year of the list less the year of birth; None if either is not known."""
    return on.year - player.born if on and player.born else None


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


class EventResult(NamedTuple):
    """A game of a player: the opponent's number, the opponent's effective rating, and the score (1, 0.5, 0)."""

    opponent: int
    rating: float
    score: float


def round_half_up(value: float) -> int:
    """Return the nearest whole number; a half is rounded up.

    >>> round_half_up(1510.5), round_half_up(1511.111), round_half_up(-0.5)
    (1511, 1511, 0)
    """
    return floor(value + 0.5)


@record(kw_only=True)
class EventRules(RatingRules):
    """Rules that compute a new rating from all results of an event; `note` says what is not implemented."""

    note: str = ""

    @abstractmethod
    def expected_score(self, own: ListPlayer, result: EventResult) -> float:
        """Return the score that a player is expected to make in this game."""

    @abstractmethod
    def rate_results(self, player: ListPlayer, results: Sequence[EventResult], age: int | None) -> float:
        """Return the unrounded rating after these results; there is at least one."""

    def opponent_ratings(
        self, players: Sequence[ListPlayer], results: Mapping[int, Sequence[EventResult]]
    ) -> dict[int, float]:
        """Return the ratings with which players count for their opponents: by default those before the event."""
        return {player.id: float(player.rating) for player in players}

    def first_rating(self, opponents: Sequence[int], half_points: int) -> FirstRating:
        """Return a result without a rating: first ratings are not implemented."""
        games = len(opponents)
        mean = round_half_up(sum(opponents) / games) if games else 0
        percent = round_half_up(50 * half_points / games) if games else 0
        return FirstRating(
            games, half_points, mean, percent, 0, None, msg("%(name)s: not worked out here", name=self.name)
        )

    def assumptions(self, players: Sequence[ListPlayer]) -> tuple[str, ...]:
        """Return the disclaimer and the note."""
        disclaimer = msg("%(name)s by its public text; not endorsed by anybody.", name=self.name)
        return tuple(text for text in (disclaimer, self.note) if text)

    def rate(
        self,
        players: Sequence[ListPlayer],
        games: Iterable[ListGame],
        on: date | None = None,
        on_game: GameCallback | None = None,
    ) -> list[PeriodResult]:
        """Rate all players after an event, or after a period taken as one event."""
        results: dict[int, list[EventResult]] = {player.id: [] for player in players}
        sides, by_id = _rated_results(players, games), {player.id: player for player in players}
        for _, player_id, opponent_id, score in sides:
            results[player_id].append(EventResult(opponent_id, by_id[opponent_id].rating, score))
        ratings = self.opponent_ratings(players, results)
        for player_results in results.values():
            player_results[:] = [result._replace(rating=ratings[result.opponent]) for result in player_results]
        if on_game:
            for place, player_id, opponent_id, score in sides:
                surplus = score - self.expected_score(
                    by_id[player_id], EventResult(opponent_id, ratings[opponent_id], score)
                )
                on_game(GameContribution(place, player_id, round_half_up(100 * surplus)))
        return [self._rate_player(player, results[player.id], on) for player in players]

    def _rate_player(self, player: ListPlayer, results: Sequence[EventResult], on: date | None) -> PeriodResult:
        if not results or not player.rating:
            return PeriodResult(player.id, player.rating, 0, 0, 0, 0, player.rating, career=player.games)
        change = sum(result.score - self.expected_score(player, result) for result in results)
        new = round_half_up(self.rate_results(player, results, age_on(player, on)))
        games = len(results)
        return PeriodResult(
            player.id, player.rating, games, round_half_up(100 * change), 0, new - player.rating, new,
            career=player.games + games, highest=max(player.highest, new),
        )  # fmt: skip


def _rated_results(players: Sequence[ListPlayer], games: Iterable[ListGame]) -> list[tuple[int, int, int, float]]:
    """Return (index of the game, player, opponent, score) for both sides of every game between rated players."""
    is_rated = {player.id: bool(player.rating) for player in players}
    results = []
    for place, game in enumerate(games):
        white, black, half, black_half = game[:4]
        if white not in is_rated or black not in is_rated:
            unknown_id = black if white in is_rated else white
            raise RuleError(f"game {place + 1} names {unknown_id}, who is not on the list", participants=(unknown_id,))
        if is_rated[white] and is_rated[black]:
            results.append((place, white, black, half / 2))
            results.append((place, black, white, (2 - half if black_half < 0 else black_half) / 2))
    return results
