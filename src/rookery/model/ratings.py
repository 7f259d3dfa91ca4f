"""The ratings of a player: kind, list, month, and the round from which each counts."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Literal

from rookery._record import record
from rookery.errors import RuleError
from rookery.messages import msg
from rookery.model.validation import MOST_RATING, fits, require_round, type_error

RatingKind = Literal["official", "national", "tournament"]
"""The origin of a rating: FIDE, a national federation, or the organiser of this tournament."""

KINDS: tuple[RatingKind, ...] = ("official", "national", "tournament")


@record
class Rating:
    """One of the ratings of a player; it counts from the round `from_round` until another of its kind does.

    `list` and `month` ("2026-10") are its source; `by_hand` means that it was entered manually. `federation` is that of
    a national rating, `k` the K published with it.

    >>> Rating(2104, list="FIDE standard", month="2026-10").kind
    'official'
    >>> Rating(2104, month="October")
    Traceback (most recent call last):
    rookery.errors.RuleError: the month of a rating must be a text such as '2026-10', not 'October'
    """

    value: int
    kind: RatingKind = "official"
    list: str = ""
    month: str = ""
    by_hand: bool = False
    from_round: int = 1
    federation: str = ""
    k: int | None = None

    def __post_init__(self) -> None:
        if not fits(self.value, int) or not 1 <= self.value <= MOST_RATING:
            raise type_error("a rating", msg("a whole number from 1 to %(most)s", most=MOST_RATING), self.value)
        if self.kind not in KINDS:
            raise type_error("the kind of a rating", msg("one of %(kinds)s", kinds=", ".join(KINDS)), self.kind)
        if self.month and not _is_month(self.month):
            raise type_error("the month of a rating", "a text such as '2026-10'", self.month)
        require_round("the round from which a rating counts", self.from_round)
        if self.k is not None and (not fits(self.k, int) or self.k < 1):
            raise type_error("the K of a rating", "a whole number from 1, or None", self.k)
        if self.federation and self.kind != "national":
            raise RuleError(msg("%(federation)s has a national rating only, and this is the %(kind)s one",
                                   federation=self.federation, kind=self.kind))  # fmt: skip


def _is_month(text: str) -> bool:
    """Return whether a text is a year and a month."""
    parts = text.split("-") if fits(text, str) else []
    whole = len(parts) == 2 and all(part.isascii() and part.isdigit() for part in parts)
    return whole and [len(part) for part in parts] == [4, 2] and 1 <= int(parts[1]) <= 12


def find_first_rating(ratings: Iterable[Rating], kind: RatingKind, federation: str = "") -> Rating | None:
    """Return the first rating of this kind, for national ratings that of the federation."""
    return min(_select_ratings(ratings, kind, federation), key=lambda rating: rating.from_round, default=None)


def rating_in_round(ratings: Iterable[Rating], kind: RatingKind, round: int, federation: str = "") -> Rating | None:
    """Return the rating of this kind that counts in the round, or None."""
    candidates = [rating for rating in _select_ratings(ratings, kind, federation) if rating.from_round <= round]
    return max(candidates, key=lambda rating: rating.from_round, default=None)


def _select_ratings(ratings: Iterable[Rating], kind: RatingKind, federation: str) -> Sequence[Rating]:
    """Return the ratings of a kind: those of the federation, else those without one; all if none is named."""
    of_kind = [rating for rating in ratings if rating.kind == kind]
    of_federation = [rating for rating in of_kind if rating.federation == federation]
    return of_federation or [rating for rating in of_kind if not (federation and rating.federation)]


def resolve_rating(
    player_id: int, rating: int | None, ratings: Sequence[Rating], national: Mapping[str, int | None]
) -> int | None:
    """Return the rating that the tournament uses for a player; raise RuleError if it contradicts the ratings.

    It is the tournament rating if there is one from the beginning, else the given one, which must be the first of its
    kind (0: none of them), else the first official one. `national` has the ratings in the national records.
    """
    _check_ratings_agree(player_id, ratings, national)
    tournament_rating = rating_in_round(ratings, "tournament", min(entry.from_round for entry in ratings))
    if rating is None:
        default_rating = tournament_rating or find_first_rating(ratings, "official")
        return default_rating.value if default_rating else None
    firsts = (
        [tournament_rating]
        if tournament_rating
        else [find_first_rating(ratings, entry.kind, entry.federation) for entry in ratings]
    )
    known_values = {entry.value for entry in firsts if entry} | (set() if tournament_rating else set(national.values()))
    if rating and rating not in known_values:
        known_text = ", ".join(str(entry.value) for entry in firsts if entry)
        raise RuleError(msg("the rating of player %(number)s is %(rating)s, and the ratings say %(other)s",
                               number=player_id, rating=rating, other=known_text),
                        participants=(player_id,))  # fmt: skip
    return rating


def _check_ratings_agree(player_id: int, ratings: Sequence[Rating], national: Mapping[str, int | None]) -> None:
    """Raise RuleError for two ratings from the same round, and for one that contradicts the national record."""
    starts = set()
    for rating in ratings:
        if not fits(rating, Rating):
            raise type_error(msg("each of the ratings of player %(who)s", who=player_id), "a Rating", rating)
        label = f"{rating.federation} {rating.kind}".strip()
        if (label, rating.from_round) in starts:
            raise RuleError(msg("player %(number)s has two %(kind)s ratings from round %(round)s on", number=player_id,
                                   kind=label, round=rating.from_round), participants=(player_id,))  # fmt: skip
        starts.add((label, rating.from_round))
    for federation, value in national.items():
        national_rating = find_first_rating(ratings, "national", federation)
        if value and national_rating and national_rating.federation == federation and value != national_rating.value:
            raise RuleError(msg("player %(number)s begins with %(rating)s and with %(other)s for %(federation)s",
                                   number=player_id, rating=value, other=national_rating.value, federation=federation),
                            participants=(player_id,))  # fmt: skip
