"""The games of a tournament as B.02 sees them: with which ratings, which of them do not count, and why."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from enum import Enum

from rookery.model import Ending, Game, Result, Tournament
from rookery.rating.fide import FideRules
from rookery.rating.rate_of_play import RateOfPlay

HALF_POINTS = {Ending.WIN: 2, Ending.DRAW: 1, Ending.LOSS: 0}


class NotRated(Enum):
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
        member = object.__new__(cls)
        member._value_ = text
        member.article = article
        return member

    def __str__(self) -> str:
        return str(self.value)


@dataclass(frozen=True, slots=True)
class RatedGame:
    """A board with the ratings it was played at (None: unrated); `reason` is why it does not count, if it does not."""

    round: int
    white: int
    black: int
    result: Result
    white_rating: int | None
    black_rating: int | None
    reason: NotRated | None = None

    @property
    def half_points(self) -> tuple[int, int]:
        """What White and Black scored; only of a game that was played to its end."""
        return HALF_POINTS[self.result.white], HALF_POINTS[self.result.black]


def boards(tournament: Tournament) -> Iterator[tuple[int, Game]]:
    """Every board between two players with its round, in matches too."""
    for number, round in enumerate(tournament.rounds, 1):
        for game in (*round.games, *(game for match in round.matches for game in match.games)):
            yield number, game


def judged(
    tournament: Tournament, ratings: Mapping[int, int | None], rules: FideRules, pace: RateOfPlay | None
) -> tuple[RatedGame, ...]:
    """Every board with its verdict (B.02 5 to 8); without a rate of play none is asked for."""
    found, score, match = [], dict.fromkeys(ratings, 0), len(tournament.players) == 2
    length = max(tournament.planned or 0, len(tournament.rounds))
    for number, game in boards(tournament):
        white, black = ratings.get(game.white), ratings.get(game.black)
        reason = _reason(game.result, white, black, rules, pace)
        if match and game.result.played:
            if max(score.values()) > length:
                reason = reason or NotRated.MATCH_DECIDED
            if reason is NotRated.ONE_UNRATED:
                reason = NotRated.MATCH_UNRATED
        found.append(RatedGame(number, game.white, game.black, game.result, white, black, reason))
        for who, outcome in ((game.white, game.result.white), (game.black, game.result.black)):
            score[who] = score.get(who, 0) + (2 if outcome is Ending.FORFEIT_WIN else HALF_POINTS.get(outcome, 0))
    return tuple(found)


def _reason(
    result: Result, white: int | None, black: int | None, rules: FideRules, pace: RateOfPlay | None
) -> NotRated | None:
    """Why a game does not count, by itself."""
    if result in (Result.PENDING, Result.ADJOURNED):
        return NotRated.NO_RESULT
    if not result.played:
        return NotRated.NOT_PLAYED
    if not result.rated:
        return NotRated.MARKED
    if pace is not None and not pace.allows(rules.kind, max(white or 0, black or 0)):
        return NotRated.RATE_OF_PLAY
    if white is None or black is None:
        return NotRated.BOTH_UNRATED if white == black else NotRated.ONE_UNRATED
    return NotRated.TOO_UNEVEN if rules.too_uneven(white, black) else None
