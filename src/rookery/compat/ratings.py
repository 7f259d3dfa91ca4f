"""The calls of @echecs/elo: one game at a time, options as plain fields, `games_played` or `gamesPlayed`.

The tables, the rounding and every number are those of `rookery.elo` and `rookery.rating`; only what the package
documents otherwise is said here, and each call says so.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping
from fractions import Fraction
from typing import Any, Literal, NotRequired, SupportsFloat, TypedDict

from rookery import elo
from rookery._record import fields, record
from rookery.compat.entries import plain_errors
from rookery.compat.shapes import (
    abbreviate,
    get_by_any_name,
    normalize_fields,
    parse_half_points,
    require_integer,
    require_list,
)
from rookery.rating.fide import KINDS, rules_for

GameType = Literal["blitz", "rapid", "standard"]
"""The rating list that a game belongs to."""


class PlayerOptions(TypedDict):
    """A player of `update`; `k` overrides every rule; leave out what is not known.

    >>> young: PlayerOptions = {"rating": 1400, "age": 15}
    """

    rating: int
    age: NotRequired[int | None]
    ever_higher_2400: NotRequired[bool]
    games_in_period: NotRequired[int | None]
    games_played: NotRequired[int | None]
    k: NotRequired[float | None]


class KFactorOptions(TypedDict):
    """A player of `k_factor`, and the list in which the game counts.

    >>> new: KFactorOptions = {"rating": 1400, "games_played": 10, "game_type": "standard"}
    """

    rating: int
    age: NotRequired[int | None]
    ever_higher_2400: NotRequired[bool]
    game_type: NotRequired[GameType]
    games_in_period: NotRequired[int | None]
    games_played: NotRequired[int | None]


class GameOptions(TypedDict):
    """A game of `update`: the result of the first player, and the list in which it counts.

    >>> won: GameOptions = {"result": 1, "game_type": "blitz"}
    """

    result: float
    game_type: NotRequired[GameType]


class ResultAndOpponent(TypedDict):
    """A game of `performance` and `initial`.

    >>> drawn: ResultAndOpponent = {"opponent_rating": 1600, "result": 0.5}
    """

    opponent_rating: int
    result: float


Profile = int | PlayerOptions | Mapping[str, object]
"""A rating, or a dict of rating, age, ever_higher_2400, games_in_period, games_played and k, in either spelling."""


@record
class _Options:
    """The fields that a profile may have, checked."""

    rating: int
    age: int | None = None
    ever_higher_2400: bool = False
    games_in_period: int | None = None
    games_played: int | None = None
    k: Fraction | None = None
    game_type: str = "standard"

    @classmethod
    def from_profile(cls, profile: object, without: str, game_type: str = "standard") -> _Options:
        """Parse a profile; a field that is unknown, or that the call does not take, is an error."""
        fields_given: dict[str, Any] = (
            normalize_fields(profile) if isinstance(profile, Mapping) else {"rating": profile}
        )
        option_names = [field.name for field in fields(cls) if field.name != without]
        unknown = sorted(str(name) for name in fields_given.keys() - set(option_names))
        if unknown:
            raise ValueError(f"there is no option {unknown[0]!r} here: there are {', '.join(option_names)}")
        if "rating" not in fields_given:
            raise ValueError(f"a player needs a rating: {abbreviate(profile)}")
        count = {
            name: None if fields_given.get(name) is None else require_integer(fields_given[name], name, least)
            for name, least in (("age", 0), ("games_in_period", 1), ("games_played", 0))
        }
        return cls(
            require_integer(fields_given["rating"], "a rating"),
            ever_higher_2400=bool(fields_given.get("ever_higher_2400")),
            k=None if fields_given.get("k") is None else _parse_number(fields_given["k"], "k"),
            game_type=_list_name(fields_given.get("game_type") or game_type),
            **count,
        )


def _list_name(game_type: object) -> str:
    if game_type not in KINDS:
        raise ValueError(f"game_type is one of {', '.join(KINDS)}, not {abbreviate(game_type)}")
    return str(game_type)


def _parse_number(value: object, description: str) -> Fraction:
    """Parse a number as it is written, without the noise of binary fractions."""
    if isinstance(value, bool) or not isinstance(value, SupportsFloat) or not math.isfinite(float(value)):
        raise ValueError(f"{description} is a number, not {abbreviate(value)}")
    return Fraction(str(float(value)))


def k_factor(options: int | KFactorOptions | Mapping[str, object]) -> int:
    """K as the package documents it: rapid and blitz 20; up to 30 games, or under 18 and below 2300, 40; 2400 10; 20.

    B.02 8.3.3 says otherwise: all three lists alike, 2400 before all else, 40 for fewer than 30 games and to the end of
    the year of the 18th birthday. `rookery.rating.rules_for().k` follows it. The limit of 700 is the same.

    >>> k_factor(2000), k_factor({"rating": 2000, "games_played": 30}), k_factor({"rating": 2450, "game_type": "rapid"})
    (20, 40, 20)
    """
    return _k_factor(_Options.from_profile(options, without="k"))


def _k_factor(player: _Options) -> int:
    edition = rules_for()
    new = player.games_played is not None and player.games_played <= edition.k_new_games
    junior = player.age is not None and player.age < edition.k_junior_age and player.rating < edition.k_junior_below
    if player.game_type != "standard":
        k = edition.k_usual
    elif new or junior:
        k = edition.k_new if new else edition.k_junior
    else:
        strong = player.ever_higher_2400 or player.rating >= edition.k_strong_from
        k = edition.k_strong if strong else edition.k_usual
    return rules_for().limited_k(k, player.games_in_period or 0)


def expected(a: int, b: int) -> float:
    """Return the score that `a` expects against `b`: differences count up to 400, unless either has 2650 or more.

    B.02 8.3.1 lifts the limit for the differences of that player alone, and in standard chess only:
    `rookery.rating.rules_for().expected` follows it.

    >>> expected(2000, 1900), expected(1400, 2000), expected(2100, 2700)
    (0.64, 0.08, 0.02)
    """
    return _expectation(a, b) / 100


def _expectation(a: int, b: int) -> int:
    a, b, edition = require_integer(a, "a rating"), require_integer(b, "a rating"), rules_for()
    lifted = edition.limit_lifted_from is not None and max(a, b) >= edition.limit_lifted_from
    return elo.expected_score(a - b if lifted else edition.difference(a, b))


def delta(actual: float, expected: float, k: float) -> float:
    """K times the score less the expected score, not rounded (B.02 8.3.2).

    >>> delta(1, 0.64, 20)
    7.2
    """
    return float(_parse_number(k, "k") * (_parse_number(actual, "actual") - _parse_number(expected, "expected")))


def update(a: Profile, b: Profile, result_or_options: float | GameOptions | Mapping[str, object]) -> tuple[int, int]:
    """Return the two ratings after one game; `k` of a profile overrides every rule, the result is that of `a`.

    By regulation the changes of a whole period are summed and rounded once (B.02 8.3.4):
    `rookery.rating.rules_for().new_rating`.
    K and expectation are those of `k_factor` and `expected` here.

    >>> update(1400, 1400, 1), update({"age": 15, "rating": 1400}, 1400, 1)
    ((1410, 1390), (1420, 1390))
    """
    options = result_or_options
    game: dict[str, object] = normalize_fields(options) if isinstance(options, Mapping) else {"result": options}
    unknown = sorted(str(name) for name in game.keys() - {"result", "game_type"})
    if unknown:
        raise ValueError(f"there is no option {unknown[0]!r} of a game: there are result, game_type")
    halves, game_type = parse_half_points(game.get("result")), _list_name(game.get("game_type") or "standard")
    first, second = (_Options.from_profile(profile, without="game_type", game_type=game_type) for profile in (a, b))
    return _updated_rating(first, second.rating, halves), _updated_rating(second, first.rating, 2 - halves)


def _updated_rating(player: _Options, opponent: int, halves: int) -> int:
    """Return the rating of one side after the game; a half of the change is rounded away from zero (B.02 8.3.4)."""
    k = Fraction(_k_factor(player)) if player.k is None else player.k
    change = k * (50 * halves - _expectation(player.rating, opponent)) / 100
    return player.rating + elo.round_half_away(change.numerator, change.denominator)


def _parse_games(games: object) -> tuple[list[int], int]:
    """Return the ratings of the opponents and the half points scored."""
    game_list = require_list(games, "games", "games")
    if not game_list:
        raise ValueError("there are no games")
    ratings = [
        require_integer(get_by_any_name(game, "opponent_rating", "opponentRating"), f"game {place}: opponent_rating")
        for place, game in enumerate(game_list, 1)
    ]
    return ratings, sum(
        parse_half_points(get_by_any_name(game, "result"), f"game {place}") for place, game in enumerate(game_list, 1)
    )


def performance(games: Iterable[object]) -> int:
    """Return the average of the opponents and the difference for the percentage (`rookery.rating.performance`).

    A game has the fields `opponent_rating` (or `opponentRating`) and `result`.

    >>> performance([{"opponent_rating": 1600, "result": result} for result in (1, 0.5, 0)])
    1600
    """
    return elo.performance(*_parse_games(games))


def initial(games: Iterable[object]) -> int:
    """Return the first rating as calculated: two draws with 1800 added, at most 2200 (B.02 8.2.3).

    Nothing is published for fewer than five games or below 1400 (8.2.2):
    `rookery.rating.rules_for().first_rating` has no rating then.

    >>> initial([{"opponent_rating": 1600, "result": 1}, {"opponent_rating": 1500, "result": 0.5}])
    1770
    """
    ratings, halves = _parse_games(games)
    with plain_errors():
        return min(rules_for().first_rating(ratings, halves).calculated, rules_for().initial_highest)
