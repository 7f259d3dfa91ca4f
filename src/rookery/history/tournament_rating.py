"""The rating that counts: for the tournament by the method of record 172, for FIDE, and round by round."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Callable, Iterable, Iterator
from typing import NamedTuple

from rookery._record import replace
from rookery.errors import RuleError
from rookery.messages import msg
from rookery.model import NationalRecord, Player, Tournament

Value = int | None


class RatingMethod(NamedTuple):
    """Method to derive the tournament rating from the FIDE rating and the national one (record 172)."""

    code: str
    title: str
    of: Callable[[Value, Value], Value] | None


METHODS = {
    method.code: method
    for method in (
        RatingMethod("FIDE", "FIDE's rating only", lambda fide, national: fide),
        RatingMethod("NRO", "the national rating only", lambda fide, national: national),
        RatingMethod("FIDON", "FIDE's rating, else the national one", lambda fide, national: fide or national),
        RatingMethod("NIDOF", "the national rating, else FIDE's", lambda fide, national: national or fide),
        RatingMethod(
            "HBFN", "the higher of FIDE's and the national", lambda *ratings: max(filter(None, ratings), default=None)
        ),
        RatingMethod(
            "LBFN", "the lower of FIDE's and the national", lambda *ratings: min(filter(None, ratings), default=None)
        ),
        RatingMethod("OTHER", "a rating that the organiser gives", None),
    )
}
"""The methods of record 172. With the higher or lower of two ratings, a player with a single rating has that one."""


class RatingChoice(NamedTuple):
    """The content of record 172: the method, and the federation whose national ratings are meant (empty: any)."""

    method: RatingMethod
    federation: str = ""


def parse_rating_method(text: str) -> RatingChoice | None:
    """Parse a text of record 172; None where it names no method.

    >>> parse_rating_method("GER FIDON").federation, parse_rating_method("drawn by lot")
    ('GER', None)
    >>> parse_rating_method("HBFN").method.title
    "the higher of FIDE's and the national"
    """
    *before, code = text.upper().split() or [""]
    if code not in METHODS or len(before) > 1:
        return None
    return RatingChoice(METHODS[code], *before)


def official_rating(player: Player, round: int | None = None) -> Value:
    """Return FIDE's rating of a player in the round; the first one where no round is given, or none are listed."""
    if not player.ratings or round is None:
        return player.official_rating or None
    from rookery.model.players import rating_in_round

    rating = rating_in_round(player.ratings, "official", round)
    return rating.value if rating else None


def published_k(player: Player) -> int | None:
    """Return the K published with FIDE's first rating of a player, if known."""
    if not player.ratings:
        return None
    from rookery.model.players import find_first_rating

    rating = find_first_rating(player.ratings, "official")
    return rating.k if rating else None


def national_rating(player: Player, federation: str = "", round: int | None = None) -> Value:
    """Return the national rating of a player from the list of ratings, else from the federation's record."""
    if player.ratings:
        from rookery.model.players import find_first_rating, rating_in_round

        start_rating = find_first_rating(player.ratings, "national", federation)
        if start_rating is not None:
            rating = rating_in_round(player.ratings, "national", round, federation) if round else start_rating
            return rating.value if rating else None
    record = _national_record(player, federation)
    return record.rating if record else None


def _national_record(player: Player, federation: str) -> NationalRecord | None:
    """Return the record with a rating of this federation, or of the first if none is named."""
    return next((record for record in player.national if record.rating and federation in ("", record.federation)), None)


def unrecorded_ratings(player: Player, method: str) -> Iterator[tuple[str, int]]:
    """Yield the first national ratings that no federation record holds, each with its federation."""
    from rookery.model.players import find_first_rating

    choice = parse_rating_method(method)
    recorded = {record.federation for record in player.national}
    for listed_federation in dict.fromkeys(rating.federation for rating in player.ratings if rating.kind == "national"):
        federation = listed_federation or (choice and choice.federation) or player.federation
        first_rating = find_first_rating(player.ratings, "national", listed_federation)
        if first_rating and federation and federation not in recorded:
            recorded.add(federation)
            yield federation, first_rating.value


def tournament_rating(player: Player, choice: RatingChoice | None, round: int | None = None) -> Value:
    """Return the rating a player plays under: one for this tournament, else by the method (default: FIDE's).

    The rating is that of the round, or without a round the first one.

    >>> from rookery.model import NationalRecord
    >>> ann = Player(1, "Ann", 1900, national=(NationalRecord(federation="GER", rating=1980),))
    >>> {code: tournament_rating(ann, parse_rating_method(code)) for code in METHODS}
    {'FIDE': 1900, 'NRO': 1980, 'FIDON': 1900, 'NIDOF': 1980, 'HBFN': 1980, 'LBFN': 1900, 'OTHER': 1900}
    """
    if player.ratings and round is None:
        starts = sorted({1, *(rating.from_round for rating in player.ratings)})
        return next(filter(None, (tournament_rating(player, choice, start) for start in starts)), None)
    kinds = {rating.kind for rating in player.ratings}
    if "tournament" in kinds:
        from rookery.model.players import rating_in_round

        rating = rating_in_round(player.ratings, "tournament", round or 1)
        if rating is not None:
            return rating.value
    method, federation = choice or (METHODS["FIDE"], "")
    if method.of is None or (choice is None and "official" not in kinds):  # no list of FIDE ratings
        return None if "tournament" in kinds else player.rating or None
    return method.of(official_rating(player, round), national_rating(player, federation, round))


def ratings_by_round(player: Player, choice: RatingChoice | None, rounds: Iterable[int]) -> list[Value]:
    """Return the tournament rating of a player in each of these rounds; it changes only where a listed one begins.

    >>> from rookery.model.players import Rating
    >>> ann = Player(1, "Ann", ratings=(Rating(1900), Rating(1920, from_round=3)))
    >>> ratings_by_round(ann, None, (1, 2, 3, 5))
    [1900, 1900, 1920, 1920]
    """
    starts = sorted({rating.from_round for rating in player.ratings})
    value_by_period: dict[int, Value] = {}
    values = []
    for round in rounds:
        period = bisect_right(starts, round)
        if period not in value_by_period:
            value_by_period[period] = tournament_rating(player, choice, round)
        values.append(value_by_period[period])
    return values


def apply_rating_method(tournament: Tournament, method: str = "") -> Tournament:
    """Return the tournament with all ratings by this method ("GER FIDON"), or by the one it has; numbers stay."""
    choice = parse_rating_method(method or tournament.info.ranking_method)
    if choice is None and method:
        raise RuleError(msg("%(method)s is not a way to choose the rating: there are %(list)s",
                               method=f"{method!r}", list=", ".join(METHODS)))  # fmt: skip
    event = replace(tournament.info, ranking_method=method) if method else tournament.info
    players = (
        tuple(with_method_rating(player, choice) for player in tournament.players) if choice else tournament.players
    )
    return replace(tournament, info=event, players=players)


def with_method_rating(player: Player, choice: RatingChoice) -> Player:
    """Return the player with the rating by this method; if it is not FIDE's, the list of ratings keeps that."""
    value = tournament_rating(player, choice)
    if value == (player.rating or None):
        return player
    if player.ratings:
        return replace(player, rating=value or 0)
    from rookery.model.players import Rating

    fide = (Rating(player.rating),) if player.rating else ()
    record = _national_record(player, choice.federation) if value else None
    national_rating = (
        (Rating(record.rating, "national", federation=record.federation),) if record and record.rating else ()
    )
    return replace(player, rating=value or 0, ratings=(*fide, *national_rating))


def with_tournament_rating(player: Player, rating: Value) -> Player:
    """Return the player with another rating for this tournament, entered by hand; the others stay on the list."""
    from rookery.model.players import Rating

    other_ratings = tuple(entry for entry in player.ratings if entry.kind != "tournament")
    entered = (Rating(rating, "tournament", by_hand=True),) if rating else ()
    return replace(player, rating=rating or 0, ratings=(*other_ratings, *entered))


def with_official_rating(player: Player, rating: int) -> Player:
    """Return the player with another first FIDE rating on the list.

    The tournament rating follows if it was the same.
    """
    from rookery.model.players import Rating, find_first_rating

    old = find_first_rating(player.ratings, "official")
    other_ratings = tuple(entry for entry in player.ratings if entry is not old)
    new_rating = rating if (player.rating or None) == (old.value if old else None) else player.rating or 0
    return replace(player, rating=new_rating, ratings=(Rating(rating), *other_ratings))
