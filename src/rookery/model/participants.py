"""Who takes part: players, and teams of them."""

from __future__ import annotations

from rookery.dates import date
from rookery.errors import RuleError
from rookery.model.kinds import fits, misfit, must_be_tenths, must_number, row
from rookery.model.points import Points
from rookery.typed import TYPE_CHECKING
from rookery.values import Value
from rookery.wording import spoken

if TYPE_CHECKING:
    from rookery.model.ratings import Rating

_DAYS = (31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31)


def days_in(year: int, month: int) -> int:
    """How many days the month has.

    >>> days_in(2026, 2), days_in(2028, 2), days_in(1900, 2), days_in(2000, 2)
    (28, 29, 28, 29)
    """
    leap = month == 2 and year % 4 == 0 and (year % 100 != 0 or year % 400 == 0)
    return 29 if leap else _DAYS[month - 1]


class Date(Value, order=True):
    """A day, or what is known of it: month and day are 0 when unknown.

    >>> str(Date(1990, 5, 1)), str(Date(1990))
    ('1990-05-01', '1990')
    """

    year: int
    month: int = 0
    day: int = 0

    def __post_init__(self) -> None:
        if not (self.year.__class__ is self.month.__class__ is self.day.__class__ is int):
            raise misfit("a date", "year, month and day in whole numbers", (self.year, self.month, self.day))
        if not (0 < self.year <= 9999 and 0 <= self.month <= 12 and 0 <= self.day <= 31) or (
            self.day and (not self.month or self.day > days_in(self.year, self.month))
        ):
            raise RuleError(spoken("%(date)s is not a date", date=f"{self.year}/{self.month}/{self.day}"))

    def __str__(self) -> str:
        return "-".join(f"{part:02}" for part in (self.year, self.month, self.day) if part)

    @property
    def first_day(self) -> date:
        """The first day that it can be.

        >>> str(Date(2026, 2).first_day), str(Date(2025).first_day)
        ('2026-02-01', '2025-01-01')
        """
        return date(self.year, self.month or 1, self.day or 1)

    @property
    def last_day(self) -> date:
        """The last day that it can be.

        >>> str(Date(2026, 2).last_day), str(Date(2025).last_day), str(Date(2026, 3, 14).last_day)
        ('2026-02-28', '2025-12-31', '2026-03-14')
        """
        month = self.month or 12
        return date(self.year, month, self.day or days_in(self.year, month))


class NationalRecord(Value, kw_only=True):
    """What a national federation says of a player: its class, rating and number."""

    federation: str
    title: str = ""
    name: str = ""
    rating: int | None = None
    origin: str = ""
    national_id: str = ""
    sex: str = ""
    birth: Date | None = None


class Player(Value):
    """A player; `id` is the pairing number. `points` and `rank` are as declared, not what follows from the games.

    `key` is what another system calls the player: it stays whatever becomes of the number.
    `rating` is the one with which the tournament is run. `ratings` says whose it is and from when, and whatever others
    there are; a rating that is not given follows from them (0: none of them).
    """

    id: int
    name: str = ""
    rating: int | None = None
    federation: str = ""
    title: str = ""
    sex: str = ""
    birth: Date | None = None
    fide_id: int | None = None
    national_id: str = ""
    club: str = ""
    national: tuple[NationalRecord, ...] = ()
    points: Points | None = None
    rank: int | None = None
    key: str = ""
    ratings: tuple[Rating, ...] = ()

    def __post_init__(self) -> None:
        if not fits(self.id, int) or self.id < 1:
            raise RuleError(spoken("a pairing number counts from 1, not %(number)s", number=repr(self.id)))
        if not self.name.__class__ is self.title.__class__ is self.federation.__class__ is self.key.__class__ is str:
            self._must_be_texts()
        if self.rating is not None and not fits(self.rating, int):
            raise misfit(spoken("the rating of player %(id)s", id=self.id), "a whole number or None", self.rating)
        if self.rating is not None and self.rating < 0:
            raise misfit(spoken("the rating of player %(id)s", id=self.id), "0 or more, or None", self.rating)
        if self.points.__class__ is not int:
            must_be_tenths("the points of player %(id)s", self.points, id=self.id)
        if self.birth is not None and not fits(self.birth, Date):
            raise misfit(spoken("the birth of player %(id)s", id=self.id), "a Date or None", self.birth)
        if self.national.__class__ is not tuple:
            row(self, "national")
        if self.ratings:
            self._settle()

    def _settle(self) -> None:
        """Take the rating from the ratings, or see that it is one of them."""
        from rookery.model.ratings import settled

        if self.ratings.__class__ is not tuple:
            row(self, "ratings")
        national = {record.federation: record.rating for record in reversed(self.national)}
        object.__setattr__(self, "rating", settled(self.id, self.rating, self.ratings, national))

    @property
    def official_rating(self) -> int | None:
        """FIDE's rating, the first of them; where no ratings are listed, `rating` is taken for it."""
        if not self.ratings:
            return self.rating
        from rookery.model.ratings import first

        found = first(self.ratings, "official")
        return found.value if found else None

    def _must_be_texts(self) -> None:
        for name in ("name", "title", "federation", "key"):
            if not fits(getattr(self, name), str):
                raise misfit(
                    spoken("the %(name)s of player %(id)s", name=name, id=self.id), "a text", getattr(self, name)
                )


class Team(Value):
    """A team; `id` is its pairing number, `players` its roster in board order, `key` what another system calls it."""

    id: int
    name: str = ""
    players: tuple[int, ...] = ()
    nickname: str = ""
    strength: int | None = None
    match_points: Points | None = None
    game_points: Points | None = None
    rank: int | None = None
    key: str = ""

    def __post_init__(self) -> None:
        if not fits(self.id, int) or self.id < 1:
            raise RuleError(spoken("a team number counts from 1, not %(number)s", number=repr(self.id)))
        for name in ("name", "key"):
            if not fits(getattr(self, name), str):
                raise misfit(
                    spoken("the %(name)s of team %(id)s", name=name, id=self.id), "a text", getattr(self, name)
                )
        if self.players.__class__ is not tuple:
            row(self, "players")
        must_number("a player of team %(id)s", *self.players, id=self.id)
        must_be_tenths("the points of team %(id)s", self.match_points, self.game_points, id=self.id)
        if len(set(self.players)) < len(self.players):
            raise RuleError(spoken("team %(number)s lists a player twice", number=self.id), who=(self.id,))
