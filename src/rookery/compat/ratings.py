"""The calls of @echecs/elo: one game at a time, options as plain fields.

The tables, the rounding and every number are those of `rookery.elo` and `rookery.rating`; only what the package
documents otherwise is said here, and each call says so.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import Any, cast

from rookery import elo
from rookery.compat.entries import attribute, half_points, plain_errors, whole
from rookery.rating.change import limited_k
from rookery.rating.initial import first_rating
from rookery.rating.rules import KINDS, rules

Profile = int | Mapping[str, object]
"""A rating, or a dict of rating, age, ever_higher_2400, games_in_period, games_played, k, game_type."""


@dataclass(frozen=True, slots=True)
class _Options:
    """The fields that a profile may have."""

    rating: int
    age: int | None = None
    ever_higher_2400: bool = False
    games_in_period: int | None = None
    games_played: int | None = None
    k: int | None = None
    game_type: str = "standard"

    @classmethod
    def of(cls, profile: Profile) -> _Options:
        """A profile read; a field that is not known is an error."""
        given = cast("dict[str, Any]", dict(profile) if isinstance(profile, Mapping) else {"rating": profile})
        unknown = sorted(given.keys() - cls.__dataclass_fields__.keys())
        if unknown or "rating" not in given:
            raise ValueError(f"there is no option {unknown[0]!r}" if unknown else "a player needs a rating")
        options = cls(**{**given, "rating": whole(given["rating"], "a rating")})
        _must_be_a_list(options.game_type)
        return options


def _must_be_a_list(game_type: object) -> None:
    if game_type not in KINDS:
        raise ValueError(f"game_type is one of {', '.join(KINDS)}, not {game_type!r}")


def k_factor(options: Profile) -> int:
    """K as the package documents it: rapid and blitz 20; up to 30 games, or under 18 and below 2300, 40; 2400 10; 20.

    B.02 8.3.3 says otherwise: all three lists alike, 2400 before all else, 40 for fewer than 30 games and to the end of
    the year of the 18th birthday. `rookery.rating.k_factor` follows it. The limit of 700 is the same.

    >>> k_factor(2000), k_factor({"rating": 2000, "games_played": 30}), k_factor({"rating": 2450, "game_type": "rapid"})
    (20, 40, 20)
    """
    one, edition = _Options.of(options), rules()
    new = one.games_played is not None and one.games_played <= edition.k_new_games
    junior = one.age is not None and one.age < edition.k_junior_age and one.rating < edition.k_junior_below
    if one.game_type != "standard":
        k = edition.k_usual
    elif new or junior:
        k = edition.k_new if new else edition.k_junior
    else:
        strong = one.ever_higher_2400 or one.rating >= edition.k_strong_from
        k = edition.k_strong if strong else edition.k_usual
    return limited_k(k, one.games_in_period or 0)


def expected(a: int, b: int) -> float:
    """The score that `a` expects against `b`: differences count up to 400, unless either has 2650 or more.

    B.02 8.3.1 lifts the limit for the differences of that player alone, and in standard chess only:
    `rookery.rating.expected` follows it.

    >>> expected(2000, 1900), expected(1400, 2000), expected(2100, 2700)
    (0.64, 0.08, 0.02)
    """
    return _expectation(a, b) / 100


def _expectation(a: int, b: int) -> int:
    a, b, edition = whole(a, "a rating"), whole(b, "a rating"), rules()
    lifted = edition.limit_lifted_from is not None and max(a, b) >= edition.limit_lifted_from
    return elo.expectation(a - b if lifted else edition.difference(a, b))


def delta(actual: float, expected: float, k: float) -> float:
    """K times the score less the expected score, not rounded (B.02 8.3.2).

    >>> delta(1, 0.64, 20)
    7.2
    """
    exact = [Fraction(str(float(number))) for number in (actual, expected, k)]
    return float(exact[2] * (exact[0] - exact[1]))


def update(a: Profile, b: Profile, result_or_options: float | Mapping[str, object]) -> tuple[int, int]:
    """The two ratings after one game; `k` of a profile stands above every rule, the result is that of `a`.

    By regulation the changes of a whole period are summed and rounded once (B.02 8.3.4): `rookery.rating.new_rating`.
    K and expectation are those of `k_factor` and `expected` here.

    >>> update(1400, 1400, 1), update({"age": 15, "rating": 1400}, 1400, 1)
    ((1410, 1390), (1420, 1390))
    """
    game = result_or_options if isinstance(result_or_options, Mapping) else {"result": result_or_options}
    unknown = sorted(game.keys() - {"result", "game_type"})
    if unknown:
        raise ValueError(f"there is no option {unknown[0]!r} of a game")
    halves = half_points(game.get("result"))
    list_name = game.get("game_type") or "standard"
    _must_be_a_list(list_name)
    return _updated(a, b, halves, str(list_name)), _updated(b, a, 2 - halves, str(list_name))


def _updated(own: Profile, opponent: Profile, halves: int, game_type: str) -> int:
    """The rating of one side after the game, a half of the change going away from zero (B.02 8.3.4)."""
    one, other = _Options.of(own), _Options.of(opponent)
    fields = own if isinstance(own, Mapping) else {"rating": own}
    k = one.k if one.k is not None else k_factor({"game_type": game_type, **fields})
    change = Fraction(str(k)) * (50 * halves - _expectation(one.rating, other.rating)) / 100
    return one.rating + elo.half_away(change.numerator, change.denominator)


def _against(games: Iterable[object]) -> tuple[list[int], int]:
    """The ratings of the opponents and the half points made."""
    played = list(games)
    if not played:
        raise ValueError("there are no games")
    ratings = [whole(attribute(game, "opponent_rating"), "opponent_rating") for game in played]
    return ratings, sum(half_points(attribute(game, "result")) for game in played)


def performance(games: Iterable[object]) -> int:
    """The average of the opponents and the difference for the percentage (`rookery.rating.performance`).

    A game has the fields `opponent_rating` and `result`.

    >>> performance([{"opponent_rating": 1600, "result": result} for result in (1, 0.5, 0)])
    1600
    """
    return elo.performance(*_against(games))


def initial(games: Iterable[object]) -> int:
    """The first rating as calculated: two draws with 1800 added, at most 2200 (B.02 8.2.3).

    Nothing is published for fewer than five games or below 1400 (8.2.2): `rookery.rating.initial` is None then.

    >>> initial([{"opponent_rating": 1600, "result": 1}, {"opponent_rating": 1500, "result": 0.5}])
    1770
    """
    ratings, halves = _against(games)
    with plain_errors():
        return min(first_rating(ratings, halves).calculated, rules().initial_highest)
