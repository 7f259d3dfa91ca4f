"""The ratings of a player: whose each is, of which list and month, and the round from which it counts."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from rookery.errors import RuleError
from rookery.model.kinds import fits, misfit
from rookery.model.limits import MOST_RATING, MOST_ROUNDS
from rookery.typed import Literal
from rookery.values import frozen
from rookery.wording import spoken

RatingKind = Literal["official", "national", "tournament"]
"""Whose a rating is: FIDE's, that of a national federation, or the organiser's for this tournament."""

KINDS: tuple[RatingKind, ...] = ("official", "national", "tournament")


@frozen
class Rating:
    """One of the ratings of a player; it counts from the round `from_round` until another of its kind does.

    `list` and `month` ("2026-10") say where it comes from, `by_hand` that somebody entered it. `federation` is that of
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
            raise misfit("a rating", spoken("a whole number from 1 to %(most)s", most=MOST_RATING), self.value)
        if self.kind not in KINDS:
            raise misfit("the kind of a rating", spoken("one of %(kinds)s", kinds=", ".join(KINDS)), self.kind)
        if self.month and not _is_month(self.month):
            raise misfit("the month of a rating", "a text such as '2026-10'", self.month)
        if not fits(self.from_round, int) or not 1 <= self.from_round <= MOST_ROUNDS:
            raise misfit(
                "the round from which a rating counts",
                spoken("a number from 1 to %(most)s", most=MOST_ROUNDS),
                self.from_round,
            )
        if self.k is not None and (not fits(self.k, int) or self.k < 1):
            raise misfit("the K of a rating", "a whole number from 1, or None", self.k)
        if self.federation and self.kind != "national":
            raise RuleError(spoken("%(federation)s has a national rating only, and this is the %(kind)s one",
                                   federation=self.federation, kind=self.kind))  # fmt: skip


def _is_month(text: str) -> bool:
    """Whether this is a year and a month."""
    parts = text.split("-") if fits(text, str) else []
    whole = len(parts) == 2 and all(part.isascii() and part.isdigit() for part in parts)
    return whole and [len(part) for part in parts] == [4, 2] and 1 <= int(parts[1]) <= 12


def first(ratings: Iterable[Rating], kind: RatingKind, federation: str = "") -> Rating | None:
    """The first rating of this kind; of the federation, where several have one."""
    return min(_alike(ratings, kind, federation), key=lambda one: one.from_round, default=None)


def in_round(ratings: Iterable[Rating], kind: RatingKind, round: int, federation: str = "") -> Rating | None:
    """The rating of this kind that counts in the round, if one does already."""
    begun = [one for one in _alike(ratings, kind, federation) if one.from_round <= round]
    return max(begun, key=lambda one: one.from_round, default=None)


def _alike(ratings: Iterable[Rating], kind: RatingKind, federation: str) -> Sequence[Rating]:
    """The ratings of a kind: those of the federation, else those that name none; any, where none is asked for."""
    said = [one for one in ratings if one.kind == kind]
    named = [one for one in said if one.federation == federation]
    return named or [one for one in said if not (federation and one.federation)]


def settled(who: int, rating: int | None, ratings: Sequence[Rating], national: Mapping[str, int | None]) -> int | None:
    """The rating a player is run with, where it is not given; the ratings may contradict neither it nor each other.

    It is the tournament rating, if they begin with one. If not it is the first of another kind, the official unless
    told; 0 says that it is none of them. `national` has what the records of the federations say.
    """
    _must_agree(who, ratings, national)
    own = in_round(ratings, "tournament", min(one.from_round for one in ratings))
    if rating is None:
        found = own or first(ratings, "official")
        return found.value if found else None
    firsts = [own] if own else [first(ratings, one.kind, one.federation) for one in ratings]
    known = {one.value for one in firsts if one} | (set() if own else set(national.values()))
    if rating and rating not in known:
        said = ", ".join(str(one.value) for one in firsts if one)
        raise RuleError(spoken("the rating of player %(number)s is %(rating)s, and the ratings say %(other)s",
                               number=who, rating=rating, other=said), who=(who,))  # fmt: skip
    return rating


def _must_agree(who: int, ratings: Sequence[Rating], national: Mapping[str, int | None]) -> None:
    """Refuse two ratings for the same rounds, and a national one that the record of the federation contradicts."""
    seen = set()
    for one in ratings:
        if not fits(one, Rating):
            raise misfit(spoken("each of the ratings of player %(who)s", who=who), "a Rating", one)
        what = f"{one.federation} {one.kind}".strip()
        if (what, one.from_round) in seen:
            raise RuleError(spoken("player %(number)s has two %(kind)s ratings from round %(round)s on", number=who,
                                   kind=what, round=one.from_round), who=(who,))  # fmt: skip
        seen.add((what, one.from_round))
    for federation, value in national.items():
        said = first(ratings, "national", federation)
        if value and said and said.federation == federation and value != said.value:
            raise RuleError(spoken("player %(number)s begins with %(rating)s and with %(other)s for %(federation)s",
                                   number=who, rating=value, other=said.value, federation=federation),
                            who=(who,))  # fmt: skip
