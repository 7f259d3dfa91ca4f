"""Prize-giving: standings of a category, and prize money shared equally or by the Hort system."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from fractions import Fraction

from rookery.errors import RuleError
from rookery.model import Player, Tournament
from rookery.ranking.rank import Row, Standings
from rookery.typed import Literal
from rookery.values import NamedTuple, frozen
from rookery.wording import spoken

Sharing = Literal["hort", "equal"]
_Test = Callable[[Player], bool]


@frozen
class Category:
    """Some of the players: `sex=w`, `u18`, `50+`, `1600-1800`, `fed=ESP`, `club=...`; commas for "and".

    >>> Category("sex=w,u18").holds(Player(1, sex="w", birth=None), 2026)
    False
    """

    text: str

    def holds(self, player: Player, year: int | None) -> bool:
        """Whether a player belongs here; ages are those reached in the year of the event."""
        return all(_test(part.strip(), year)(player) for part in self.text.split(","))


def _test(text: str, year: int | None) -> _Test:
    """One condition."""
    name, found, wanted = text.partition("=")
    fields = {"sex": "sex", "fed": "federation", "club": "club", "title": "title"}
    if found and name.strip().lower() in fields:
        field, value = fields[name.strip().lower()], wanted.strip().casefold()
        if field == "sex":
            value = {"f": "w", "women": "w", "men": "m"}.get(value, value)
        return lambda player: str(getattr(player, field)).casefold() == value
    if match := re.fullmatch(r"[uU](\d{1,2})", text):
        return _aged(year, most=int(match[1]))
    if match := re.fullmatch(r"(\d{1,2})\+", text):
        return _aged(year, least=int(match[1]))
    if match := re.fullmatch(r"(\d{3,4})?-(\d{3,4})?", text):
        least, most = int(match[1] or 1), int(match[2] or 9999)
        return lambda player: least <= (player.rating or 0) <= most
    if text.lower() == "unrated":
        return lambda player: not player.rating
    raise RuleError(
        spoken(
            "%(text)s is no category: expected sex=w, u18, 50+, 1600-1800, -1600, unrated, fed=ESP, club=... or"
            " title=GM",
            text=f"{text!r}",
        )
    )


def _aged(year: int | None, least: int = 0, most: int = 999) -> _Test:
    """Under 18 means 18 at most in the year of the event: nobody is older than that on its first day."""
    if year is None:
        raise RuleError(spoken("the year of the event is needed for a category by age: its first day is not known"))
    return lambda player: player.birth is not None and least <= year - player.birth.year <= most


def category(standings: Standings, text: str) -> tuple[Row, ...]:
    """The rows of a category, ranked among themselves.

    Only the ranks are new: who is ahead of whom, and every value, are those of the whole event.
    """
    event = standings.tournament
    if event.team_event:
        raise RuleError(spoken("categories are for players, and this is an event of teams"))
    wanted, year = Category(text), _year(event)
    inside = [row for row in standings.rows if wanted.holds(_player(event, row.id), year)]
    ranks: dict[int, int] = {}
    for place, row in enumerate(inside, 1):
        ranks.setdefault(row.rank, place)
    return tuple(row._replace(rank=ranks[row.rank]) for row in inside)


def _year(event: Tournament) -> int | None:
    day = event.event.start or event.event.end
    return day.year if day else None


def _player(event: Tournament, one: int) -> Player:
    player = event.by_id[one]
    assert isinstance(player, Player)
    return player


class Award(NamedTuple):
    """What a participant receives, in hundredths of the currency, and for which category (empty: the whole event)."""

    id: int
    amount: int
    category: str = ""


def shared(
    rows: Sequence[Row], prizes: Mapping[int, Fraction], sharing: Sharing = "hort", group: str = ""
) -> list[Award]:
    """Prizes by place, shared among those with equal points.

    Equally: the prizes of the places they take, divided by their number. Hort: half of one's own place's prize, and an
    equal share of the other halves. Who is still tied on all tie-breaks shares the places they take. No cent is lost:
    what rounding down leaves goes to the best placed, a cent each.
    """
    found: list[Award] = []
    at = 0
    while at < len(rows):
        end = at
        while end < len(rows) and rows[end].points == rows[at].points:
            end += 1
        money = _by_place(rows[at:end], prizes, at)
        pool = sum(money)
        if pool:
            equal = pool / len(money)
            exact = [equal if sharing == "equal" else own / 2 + equal / 2 for own in money]
            found += [Award(row.id, cents, group) for row, cents in zip(rows[at:end], _whole(exact), strict=True)]
        at = end
    return found


def _by_place(rows: Sequence[Row], prizes: Mapping[int, Fraction], ahead: int) -> list[Fraction]:
    """The prize of everybody's own place; who shares a rank shares the prizes of the places below it."""
    places: dict[int, list[Fraction]] = {}
    for place, row in enumerate(rows, ahead + 1):
        places.setdefault(row.rank, []).append(prizes.get(place, Fraction(0)))
    return [sum(places[row.rank], Fraction(0)) / len(places[row.rank]) for row in rows]


def _whole(amounts: Sequence[Fraction]) -> list[int]:
    """The amounts in whole hundredths with the same sum."""
    down = [int(100 * amount) for amount in amounts]
    left = int(100 * sum(amounts)) - sum(down)
    return [each + (place < left) for place, each in enumerate(down)]


def read_prizes(text: str) -> dict[str, dict[int, Fraction]]:
    """Prizes by category and place, from lines `place,amount` or `place,amount,category`; # begins a comment.

    >>> read_prizes("1,500\\n2,250.50\\n1,100,sex=w")
    {'': {1: Fraction(500, 1), 2: Fraction(501, 2)}, 'sex=w': {1: Fraction(100, 1)}}
    """
    found: dict[str, dict[int, Fraction]] = {}
    for number, line in enumerate(text.lstrip("\ufeff").splitlines(), 1):
        plain = line.partition("#")[0].strip()
        if not plain or (number == 1 and plain.lower().startswith("place")):
            continue
        match = re.fullmatch(r"(\d{1,4})\s*,\s*(\d{1,12}(?:\.\d{1,2})?)\s*(?:,\s*(.*))?", plain)
        if match is None:
            raise RuleError(
                spoken(
                    "line %(number)s of the prizes is not `place,amount` or `place,amount,category`: %(plain)s",
                    number=number,
                    plain=f"{plain!r}",
                )
            )
        places = found.setdefault((match[3] or "").strip(), {})
        if int(match[1]) in places:
            raise RuleError(spoken("line %(number)s of the prizes names place %(int)s a second time", number=number,
                                   int=int(match[1])))  # fmt: skip
        places[int(match[1])] = Fraction(match[2])
    return found


def awards(
    standings: Standings, prizes: Mapping[str, Mapping[int, Fraction]], sharing: Sharing = "hort"
) -> list[Award]:
    """Who receives what, category by category; each stands for itself, so one player may win in several."""
    found = []
    for group, places in prizes.items():
        rows = category(standings, group) if group else standings.rows
        found += shared(rows, places, sharing, group)
    return found
