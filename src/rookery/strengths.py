"""Which of a player's ratings counts: for the tournament by the method of record 172, for FIDE, and in which round."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Callable, Iterable, Iterator

from rookery.errors import RuleError
from rookery.model import NationalRecord, Player, Tournament
from rookery.values import NamedTuple, replace
from rookery.wording import spoken

Value = int | None


class RatingMethod(NamedTuple):
    """How the rating with which a tournament is run follows from FIDE's and the national one (record 172)."""

    code: str
    title: str
    of: Callable[[Value, Value], Value] | None


METHODS = {
    one.code: one
    for one in (
        RatingMethod("FIDE", "FIDE's rating only", lambda fide, national: fide),
        RatingMethod("NRO", "the national rating only", lambda fide, national: national),
        RatingMethod("FIDON", "FIDE's rating, else the national one", lambda fide, national: fide or national),
        RatingMethod("NIDOF", "the national rating, else FIDE's", lambda fide, national: national or fide),
        RatingMethod(
            "HBFN", "the higher of FIDE's and the national", lambda *both: max(filter(None, both), default=None)
        ),
        RatingMethod(
            "LBFN", "the lower of FIDE's and the national", lambda *both: min(filter(None, both), default=None)
        ),
        RatingMethod("OTHER", "a rating that the organiser gives", None),
    )
}
"""The methods of record 172. Of higher and lower, who has one rating has that one."""


class Chosen(NamedTuple):
    """What record 172 says: the method, and the federation whose national ratings are meant (empty: any)."""

    method: RatingMethod
    federation: str = ""


def method_of(text: str) -> Chosen | None:
    """What a text of record 172 says; nothing where it names no method.

    >>> method_of("GER FIDON").federation, method_of("HBFN").method.title, method_of("by lot")
    ('GER', "the higher of FIDE's and the national", None)
    """
    *before, code = text.upper().split() or [""]
    if code not in METHODS or len(before) > 1:
        return None
    return Chosen(METHODS[code], *before)


def official(player: Player, round: int | None = None) -> Value:
    """FIDE's rating of a player in the round; the first one where no round is given, or none are listed."""
    if not player.ratings or round is None:
        return player.official_rating or None
    from rookery.model.ratings import in_round

    found = in_round(player.ratings, "official", round)
    return found.value if found else None


def published_k(player: Player) -> int | None:
    """The K published with FIDE's first rating of a player, where it is known."""
    if not player.ratings:
        return None
    from rookery.model.ratings import first

    found = first(player.ratings, "official")
    return found.k if found else None


def national(player: Player, federation: str = "", round: int | None = None) -> Value:
    """The national rating of a player, as a list of ratings says, else as the record of the federation does."""
    if player.ratings:
        from rookery.model.ratings import first, in_round

        begun = first(player.ratings, "national", federation)
        if begun is not None:
            found = in_round(player.ratings, "national", round, federation) if round else begun
            return found.value if found else None
    record = _record(player, federation)
    return record.rating if record else None


def _record(player: Player, federation: str) -> NationalRecord | None:
    """The record with a rating that this federation, or else the first, has of a player."""
    return next((one for one in player.national if one.rating and federation in ("", one.federation)), None)


def unrecorded(player: Player, method: str) -> Iterator[tuple[str, int]]:
    """The first national ratings that no record of a federation says, each with a federation whose it can be."""
    from rookery.model.ratings import first

    chosen = method_of(method)
    known = {record.federation for record in player.national}
    for named in dict.fromkeys(one.federation for one in player.ratings if one.kind == "national"):
        federation = named or (chosen and chosen.federation) or player.federation
        found = first(player.ratings, "national", named)
        if found and federation and federation not in known:
            known.add(federation)
            yield federation, found.value


def tournament_rating(player: Player, chosen: Chosen | None, round: int | None = None) -> Value:
    """The rating with which a player is run: one for this tournament, else by the method, which is FIDE's unless told.

    In the round, or without one the first that there is.

    >>> from rookery.model import NationalRecord
    >>> ann = Player(1, "Ann", 1900, national=(NationalRecord(federation="GER", rating=1980),))
    >>> {code: tournament_rating(ann, method_of(code)) for code in METHODS}
    {'FIDE': 1900, 'NRO': 1980, 'FIDON': 1900, 'NIDOF': 1980, 'HBFN': 1980, 'LBFN': 1900, 'OTHER': 1900}
    """
    if player.ratings and round is None:
        starts = sorted({1, *(one.from_round for one in player.ratings)})
        return next(filter(None, (tournament_rating(player, chosen, start) for start in starts)), None)
    kinds = {one.kind for one in player.ratings}
    if "tournament" in kinds:
        from rookery.model.ratings import in_round

        own = in_round(player.ratings, "tournament", round or 1)
        if own is not None:
            return own.value
    method, federation = chosen or (METHODS["FIDE"], "")
    if method.of is None or (chosen is None and "official" not in kinds):  # no list says more than the player does
        return None if "tournament" in kinds else player.rating or None
    return method.of(official(player, round), national(player, federation, round))


def ratings_in(player: Player, chosen: Chosen | None, rounds: Iterable[int]) -> list[Value]:
    """The rating with which a player is run in each of these rounds; it changes only where one on the list begins.

    >>> from rookery.model.ratings import Rating
    >>> ann = Player(1, "Ann", ratings=(Rating(1900), Rating(1920, from_round=3)))
    >>> ratings_in(ann, None, (1, 2, 3, 5))
    [1900, 1900, 1920, 1920]
    """
    starts = sorted({one.from_round for one in player.ratings})
    known: dict[int, Value] = {}
    found = []
    for round in rounds:
        begun = bisect_right(starts, round)
        if begun not in known:
            known[begun] = tournament_rating(player, chosen, round)
        found.append(known[begun])
    return found


def by_method(tournament: Tournament, method: str = "") -> Tournament:
    """The tournament with everybody's rating by this method ("GER FIDON"), or by the one it has; numbers stay."""
    chosen = method_of(method or tournament.event.ranking_method)
    if chosen is None and method:
        raise RuleError(spoken("%(method)s is no method of the tournament rating: there are %(list)s",
                               method=f"{method!r}", list=", ".join(METHODS)))  # fmt: skip
    event = replace(tournament.event, ranking_method=method) if method else tournament.event
    players = tuple(rated_by(player, chosen) for player in tournament.players) if chosen else tournament.players
    return replace(tournament, event=event, players=players)


def rated_by(player: Player, chosen: Chosen) -> Player:
    """The player with the rating by this method; where it is not FIDE's, the list of ratings says what that is."""
    value = tournament_rating(player, chosen)
    if value == (player.rating or None):
        return player
    if player.ratings:
        return replace(player, rating=value or 0)
    from rookery.model.ratings import Rating

    fide = (Rating(player.rating),) if player.rating else ()
    record = _record(player, chosen.federation) if value else None
    theirs = (Rating(record.rating, "national", federation=record.federation),) if record and record.rating else ()
    return replace(player, rating=value or 0, ratings=(*fide, *theirs))


def rerated(player: Player, rating: Value) -> Player:
    """The player with another rating for this tournament, entered by hand; the others stay on the list."""
    from rookery.model.ratings import Rating

    others = tuple(one for one in player.ratings if one.kind != "tournament")
    own = (Rating(rating, "tournament", by_hand=True),) if rating else ()
    return replace(player, rating=rating or 0, ratings=(*others, *own))


def officially_rated(player: Player, rating: int) -> Player:
    """The player with another first rating of FIDE's on the list of ratings; it is run with it, if it was before."""
    from rookery.model.ratings import Rating, first

    old = first(player.ratings, "official")
    others = tuple(one for one in player.ratings if one is not old)
    run = rating if (player.rating or None) == (old.value if old else None) else player.rating or 0
    return replace(player, rating=run, ratings=(Rating(rating), *others))
