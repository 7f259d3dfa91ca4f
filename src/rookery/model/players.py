"""Participants: players, with their ratings by kind, list and month; and teams of players."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from datetime import date
from functools import total_ordering
from typing import TYPE_CHECKING, Any, Literal

from rookery._record import field, record
from rookery.errors import RuleError
from rookery.messages import format_msg, msg, msg_const
from rookery.model.results import Points
from rookery.model.validation import (
    MOST_RATING,
    coerce_tuple,
    fits,
    require_number,
    require_round,
    require_tenths,
    type_error,
)
from rookery.regulations import code_of

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


_DAYS = (31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31)


def days_in(year: int, month: int) -> int:
    """Return the number of days of a month.

    >>> days_in(2026, 2), days_in(2028, 2), days_in(1900, 2), days_in(2000, 2)
    (28, 29, 28, 29)
    """
    leap = month == 2 and year % 4 == 0 and (year % 100 != 0 or year % 400 == 0)
    return 29 if leap else _DAYS[month - 1]


@total_ordering
@record
class PartialDate:
    """A date whose month and day are 0 when unknown.

    >>> str(PartialDate(1990, 5, 1)), str(PartialDate(1990))
    ('1990-05-01', '1990')
    """

    year: int
    month: int = 0
    day: int = 0

    def __post_init__(self) -> None:
        if not (self.year.__class__ is self.month.__class__ is self.day.__class__ is int):
            raise type_error("a date", "year, month and day in whole numbers", (self.year, self.month, self.day))
        if not (0 < self.year <= 9999 and 0 <= self.month <= 12 and 0 <= self.day <= 31) or (
            self.day and (not self.month or self.day > days_in(self.year, self.month))
        ):
            raise RuleError(msg("%(date)s is not a date", date=f"{self.year}/{self.month}/{self.day}"))

    @classmethod
    def parse(cls, text: str) -> PartialDate:
        """Return the date that a text such as "2026-03-14", "2026-03" or "2026" names.

        Args:
            text: Year, month and day as in ISO 8601; the day, or month and day, may be missing.

        Returns:
            The date.

        Raises:
            RuleError: The text has another form, or there is no such day.

        >>> PartialDate.parse("2026-03"), str(PartialDate.parse("1990-5-1"))
        (PartialDate(year=2026, month=3, day=0), '1990-05-01')
        """
        parts = text.split("-") if fits(text, str) else []
        if not 1 <= len(parts) <= 3 or not all(
            part.isascii() and part.isdigit() and len(part) <= 4 and int(part) for part in parts
        ):
            raise type_error("a date", "a text such as '2026-03-14', '2026-03' or '2026'", text)
        return cls(*map(int, parts))

    @classmethod
    def from_date(cls, day: date) -> PartialDate:
        """Return a day of the standard library as a PartialDate.

        Args:
            day: The day.

        Returns:
            The date, with month and day.

        >>> PartialDate.from_date(date(2026, 3, 14)) == PartialDate.parse("2026-03-14")
        True
        """
        return cls(day.year, day.month, day.day)

    def __lt__(self, other: PartialDate) -> bool:
        if not isinstance(other, PartialDate):
            return NotImplemented
        return (self.year, self.month, self.day) < (other.year, other.month, other.day)

    def __str__(self) -> str:
        return "-".join(f"{part:02}" for part in (self.year, self.month, self.day) if part)

    @property
    def first_day(self) -> date:
        """The earliest day that the date can mean.

        >>> str(PartialDate(2026, 2).first_day), str(PartialDate(2025).first_day)
        ('2026-02-01', '2025-01-01')
        """
        return date(self.year, self.month or 1, self.day or 1)

    @property
    def last_day(self) -> date:
        """The latest day that the date can mean.

        >>> str(PartialDate(2026, 2).last_day), str(PartialDate(2025).last_day), str(PartialDate(2026, 3, 14).last_day)
        ('2026-02-28', '2025-12-31', '2026-03-14')
        """
        month = self.month or 12
        return date(self.year, month, self.day or days_in(self.year, month))


MONTHS = (
    msg("January"), msg("February"), msg("March"), msg("April"), msg("May"), msg("June"),
    msg("July"), msg("August"), msg("September"), msg("October"), msg("November"), msg("December"),
)  # fmt: skip


def format_date(date: PartialDate) -> str:
    """Return a date in words.

    >>> format_date(PartialDate(2026, 4, 3)), format_date(PartialDate(2026, 4)), format_date(PartialDate(2026))
    ('3 April 2026', 'April 2026', '2026')
    """
    if not date.month:
        return str(date.year)
    month = MONTHS[date.month - 1]
    if not date.day:
        return msg("%(month)s %(year)s", month=month, year=date.year)
    return msg("%(day)s %(month)s %(year)s", day=date.day, month=month, year=date.year)


SEXES = frozenset(("", "m", "w"))
TITLES = frozenset(("", "GM", "IM", "FM", "CM", "WGM", "WIM", "WFM", "WCM"))


class Verbatim(str):
    """A text of a file that is kept as it stands, although its field has another form.

    Readers report it and keep it; a value that is built in Python is checked.
    """

    __slots__ = ()


def is_federation(text: str) -> bool:
    """Return whether a text has the form of a federation: three capital letters, or nothing.

    >>> is_federation("ENG"), is_federation(""), is_federation("England"), is_federation("eng")
    (True, True, False, False)
    """
    return not text or (len(text) == 3 and text.isascii() and text.isalpha() and text.isupper())


def is_system(text: str) -> bool:
    """Return whether a text is a name of a pairing system, or has the form of a code: capitals and digits.

    >>> is_system("dutch"), is_system("FIDE_OTHER_2030"), is_system("dutsch")
    (True, True, False)
    """
    return not text or text.isupper() or code_of(text).isupper()


_VALIDATORS: dict[str, Callable[[str], bool]] = {
    "sex": SEXES.__contains__,
    "title": TITLES.__contains__,
    "federation": is_federation,
    "system": is_system,
}


def verbatim_if_invalid(name: str, value: Any) -> Any:
    """Return the value of a field read from a file, as Verbatim if it is a text in another form.

    >>> [type(verbatim_if_invalid("sex", text)).__name__ for text in ("F", "w")]
    ['Verbatim', 'str']
    """
    if name == "tiebreaks":
        return tuple(map(Verbatim, value))
    is_valid = _VALIDATORS.get(name)
    return value if is_valid is None or not isinstance(value, str) or is_valid(value) else Verbatim(value)


def coerce_date(description: str, value: object, **values: object) -> PartialDate | None:
    """Return a PartialDate, or a `datetime.date` as one; raise RuleError for anything else but None."""
    if value is None or isinstance(value, PartialDate):
        return value
    if isinstance(value, date):
        return PartialDate.from_date(value)
    hint = f"PartialDate.parse({value!r}) reads a text" if isinstance(value, str) else ""
    raise type_error(
        format_msg(msg_const(description), **values), "a PartialDate, a datetime.date or None", value, hint
    )


@record(kw_only=True)
class NationalRecord:
    """A player's record in a national federation: its class, rating and number."""

    federation: str
    title: str = ""
    name: str = ""
    rating: int | None = None
    origin: str = ""
    national_id: str = ""
    sex: str = ""
    birth: PartialDate | None = None


@record
class Player:
    """A player under a pairing number. `points` and `rank` are as declared, not what follows from the games.

    `key` is what another system calls the player: it stays whatever becomes of the number.
    `rating` is the one with which the tournament is run. `ratings` says whose it is and from when, and whatever others
    there are; a rating that is not given follows from them (0: none of them).
    """

    number: int = field(json_key="id")
    name: str = ""
    rating: int | None = None
    federation: str = ""
    title: str = ""
    sex: str = ""
    birth: PartialDate | None = None
    fide_id: int | None = None
    national_id: str = ""
    club: str = ""
    national: tuple[NationalRecord, ...] = ()
    points: Points | None = None
    rank: int | None = None
    key: str = ""
    ratings: tuple[Rating, ...] = ()

    if TYPE_CHECKING:  # what is given may be any iterable; what is kept is a tuple

        def __init__(
            self,
            number: int,
            name: str = ...,
            rating: int | None = ...,
            federation: str = ...,
            title: str = ...,
            sex: str = ...,
            birth: PartialDate | date | None = ...,
            fide_id: int | None = ...,
            national_id: str = ...,
            club: str = ...,
            national: Iterable[NationalRecord] = ...,
            points: Points | None = ...,
            rank: int | None = ...,
            key: str = ...,
            ratings: Iterable[Rating] = ...,
        ) -> None: ...

    def __post_init__(self) -> None:
        if not fits(self.number, int) or self.number < 1:
            raise RuleError(msg("a pairing number counts from 1, not %(number)s", number=repr(self.number)))
        texts = (self.name, self.title, self.federation, self.sex, self.national_id, self.club, self.key)
        if any(text.__class__ is not str for text in texts):
            self._check_texts()
        if self.rating is not None and not fits(self.rating, int):
            raise type_error(msg("the rating of player %(id)s", id=self.number), "a whole number or None", self.rating)
        if self.rating is not None and self.rating < 0:
            raise type_error(msg("the rating of player %(id)s", id=self.number), "0 or more, or None", self.rating)
        if self.points.__class__ is not int:
            require_tenths("the points of player %(id)s", self.points, id=self.number)
        if self.birth is not None and self.birth.__class__ is not PartialDate:
            birth = coerce_date("the birth of player %(id)s", self.birth, id=self.number)
            object.__setattr__(self, "birth", birth)
        if self.fide_id is not None and (self.fide_id.__class__ is not int or self.fide_id < 1):
            require_number("the FIDE number of player %(id)s", self.fide_id, id=self.number)
        if self.sex not in SEXES or self.title not in TITLES or not is_federation(self.federation):
            self._check_forms()
        if self.national.__class__ is not tuple:
            coerce_tuple(self, "national")
        if self.ratings:
            self._resolve_rating()

    def _resolve_rating(self) -> None:
        """Set the rating from the ratings, or check that it is one of them."""
        if self.ratings.__class__ is not tuple:
            coerce_tuple(self, "ratings")
        national = {record.federation: record.rating for record in reversed(self.national)}
        object.__setattr__(self, "rating", resolve_rating(self.number, self.rating, self.ratings, national))

    @property
    def official_rating(self) -> int | None:
        """The first FIDE rating; `rating` if no ratings are listed."""
        if not self.ratings:
            return self.rating

        rating = find_first_rating(self.ratings, "official")
        return rating.value if rating else None

    def _check_texts(self) -> None:
        for name in ("name", "title", "federation", "sex", "national_id", "club", "key"):
            if not fits(getattr(self, name), str):
                raise type_error(
                    msg("the %(name)s of player %(id)s", name=name, id=self.number), "a text", getattr(self, name)
                )

    def _check_forms(self) -> None:
        """Raise RuleError for a sex, title or federation in another form, unless it is Verbatim."""
        for name, valid, expected in (
            ("sex", self.sex in SEXES, msg("m, w or nothing")),
            ("title", self.title in TITLES, msg("GM, IM, FM, CM, WGM, WIM, WFM, WCM or nothing")),
            ("federation", is_federation(self.federation), msg("three capital letters such as ENG, or nothing")),
        ):
            if not valid and not isinstance(getattr(self, name), Verbatim):
                description = msg("the %(name)s of player %(id)s", name=name, id=self.number)
                raise type_error(description, expected, getattr(self, name))


@record
class Team:
    """A team under a pairing number: `players` is its roster in board order, `key` what another system calls it."""

    number: int = field(json_key="id")
    name: str = ""
    players: tuple[int, ...] = ()
    nickname: str = ""
    strength: int | None = None
    match_points: Points | None = None
    game_points: Points | None = None
    rank: int | None = None
    key: str = ""

    if TYPE_CHECKING:

        def __init__(
            self,
            number: int,
            name: str = ...,
            players: Iterable[int] = ...,
            nickname: str = ...,
            strength: int | None = ...,
            match_points: Points | None = ...,
            game_points: Points | None = ...,
            rank: int | None = ...,
            key: str = ...,
        ) -> None: ...

    def __post_init__(self) -> None:
        if not fits(self.number, int) or self.number < 1:
            raise RuleError(msg("a team number counts from 1, not %(number)s", number=repr(self.number)))
        for name in ("name", "key"):
            if not fits(getattr(self, name), str):
                raise type_error(
                    msg("the %(name)s of team %(id)s", name=name, id=self.number), "a text", getattr(self, name)
                )
        if self.players.__class__ is not tuple:
            coerce_tuple(self, "players")
        require_number("a player of team %(id)s", *self.players, id=self.number)
        require_tenths("the points of team %(id)s", self.match_points, self.game_points, id=self.number)
        if len(set(self.players)) < len(self.players):
            raise RuleError(
                msg("team %(number)s lists a player twice", number=self.number), participants=(self.number,)
            )
