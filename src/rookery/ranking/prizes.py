"""Prizes: standings of a category, and awards by rank, shared equally or by the Hort system."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping, Sequence, Set
from fractions import Fraction
from typing import Literal, NamedTuple

from rookery._record import record
from rookery.errors import RuleError
from rookery.messages import msg
from rookery.model import Player, Tournament
from rookery.ranking.prize_list import category_title, condition_value, conditions, read_prizes, read_things
from rookery.ranking.standings import Row, Standings

__all__ = (
    "ONE_EACH", "SHARING", "Award", "Category", "OneEach", "Sharing", "awards", "category_rows", "read_prizes",
    "read_things", "share_prizes",
)  # fmt: skip

Sharing = Literal["hort", "equal", "rank"]
OneEach = Literal["", "value", "order"]
SHARING: tuple[Sharing, ...] = ("hort", "equal", "rank")
"""The ways of sharing prizes among participants level on points: Hort system, equally, or not at all, by rank."""
ONE_EACH: tuple[OneEach, ...] = ("", "value", "order")
"""Whether a participant may win several prizes (empty), only the most valuable one, or only the first of the list."""
_Test = Callable[[Player], bool]


@record
class Category:
    """A set of players: `sex=w`, `u18`, `50+`, `1600-1800`, `fed=ESP`, `club=...`; commas mean "and".

    `women` and `men` are `sex=w` and `sex=m`; a club with a comma stands in quotes, `club="Rooks, north"`.

    >>> Category("sex=w,u18").includes_player(Player(1, sex="w", birth=None), 2026)
    False
    """

    text: str

    def includes_player(self, player: Player, year: int | None) -> bool:
        """Return whether a player belongs to the category; ages are those reached in the year of the event."""
        return all(_condition_test(part, year)(player) for part in conditions(self.text))

    @property
    def title(self) -> str:
        """The title of the category: Women, Under 18."""
        return category_title(self.text)


def _condition_test(text: str, year: int | None) -> _Test:
    """Return the predicate of one condition."""
    if text.lower() in ("women", "men"):
        text = f"sex={text}"
    name, equals, text_value = text.partition("=")
    fields = {"sex": "sex", "fed": "federation", "club": "club", "title": "title"}
    if equals and name.strip().lower() in fields:
        field, value = fields[name.strip().lower()], condition_value(text_value).casefold()
        if field == "sex":
            value = {"f": "w", "women": "w", "men": "m"}.get(value, value)
        return lambda player: str(getattr(player, field)).casefold() == value
    if match := re.fullmatch(r"[uU](\d{1,2})", text):
        return _age_test(year, maximum=int(match[1]))
    if match := re.fullmatch(r"(\d{1,2})\+", text):
        return _age_test(year, minimum=int(match[1]))
    if match := re.fullmatch(r"(\d{3,4})?-(\d{3,4})?", text):
        lowest, highest = int(match[1] or 1), int(match[2] or 9999)
        return lambda player: lowest <= (player.rating or 0) <= highest
    if text.lower() == "unrated":
        return lambda player: not player.rating
    raise RuleError(
        msg(
            "%(text)s is no category: expected women, u18, 50+, 1600-1800, -1600, unrated, fed=ESP, club=... or"
            " title=GM",
            text=f"{text!r}",
        )
    )


def _age_test(year: int | None, minimum: int = 0, maximum: int = 999) -> _Test:
    """Return the predicate of an age group; under 18 means 18 at most in the year of the event."""
    if year is None:
        raise RuleError(msg("the year of the event is needed for a category by age: its first day is not known"))
    return lambda player: player.birth is not None and minimum <= year - player.birth.year <= maximum


def category_rows(standings: Standings, text: str) -> tuple[Row, ...]:
    """Return the rows of a category, ranked among themselves.

    Only the ranks are new: the order and every value are those of the whole event.
    """
    event = standings.tournament
    if event.team_event:
        raise RuleError(msg("categories are for players, and this is a team event"))
    category_, year = Category(text), _event_year(event)
    inside = [row for row in standings.rows if category_.includes_player(_get_player(event, row.id), year)]
    ranks: dict[int, int] = {}
    for place, row in enumerate(inside, 1):
        ranks.setdefault(row.rank, place)
    return tuple(row._replace(rank=ranks[row.rank]) for row in inside)


def _event_year(event: Tournament) -> int | None:
    day = event.info.start or event.info.end
    return day.year if day else None


def _get_player(event: Tournament, player_id: int) -> Player:
    player = event.participants_by_number[player_id]
    assert isinstance(player, Player)
    return player


class Award(NamedTuple):
    """The prize of a participant, in hundredths of the currency, and its category (empty: the whole event).

    `things` are awarded in addition to money or instead of it. `place` is the place in the category, among the
    participants eligible for it. `tied` means that participants are completely tied and the things of their places
    differ, so that the order of the list decided.
    """

    id: int
    amount: int
    category: str = ""
    things: tuple[str, ...] = ()
    place: int = 0
    tied: bool = False


def share_prizes(
    rows: Sequence[Row],
    prizes: Mapping[int, Fraction],
    sharing: Sharing = "hort",
    group: str = "",
    things: Mapping[int, tuple[str, ...]] | None = None,
) -> list[Award]:
    """Return the prizes by place, shared among those with equal points.

    Equally: the prizes of the places they take, divided by their number. Hort: half of one's own place's prize, and
    an equal share of the other halves. By rank: the prize of one's own place. Players still tied on all tie-breaks
    share the places they take. No cent is lost: the remainder of rounding down goes to the best placed, a cent each.
    Things cannot be shared, and go by place.
    """
    won: list[Award] = []
    for ahead, group_rows in _iter_sharing_groups(rows, sharing):
        exact = _exact_shares(group_rows, prizes, ahead, sharing)
        shares = _iter_things(group_rows, things or {}, ahead)
        for row, cents, (own_things, place, tied) in zip(group_rows, _round_shares(exact), shares, strict=True):
            if own_things or any(exact):
                won.append(Award(row.id, cents, group, own_things, place, tied))
    return won


def _iter_sharing_groups(rows: Sequence[Row], sharing: Sharing) -> Iterator[tuple[int, Sequence[Row]]]:
    """Yield the rows that share with each other, and the number of rows ahead of them."""
    start = 0
    while start < len(rows):
        end = start
        while end < len(rows) and (
            rows[end].rank == rows[start].rank if sharing == "rank" else rows[end].points == rows[start].points
        ):
            end += 1
        yield start, rows[start:end]
        start = end


def _exact_shares(rows: Sequence[Row], prizes: Mapping[int, Fraction], ahead: int, sharing: Sharing) -> list[Fraction]:
    """Return what each of these rows receives, not rounded."""
    money = _prize_of_places(rows, prizes, ahead)
    equal = sum(money, Fraction(0)) / len(money)
    return [prize / 2 + equal / 2 if sharing == "hort" else equal for prize in money]


def _iter_things(
    rows: Sequence[Row], things: Mapping[int, tuple[str, ...]], ahead: int
) -> Iterator[tuple[tuple[str, ...], int, bool]]:
    """Yield the things and place of each row, and whether the things of those tied with it differ."""
    places: dict[int, list[int]] = {}
    for place, row in enumerate(rows, ahead + 1):
        places.setdefault(row.rank, []).append(place)
    for place, row in enumerate(rows, ahead + 1):
        things_of_tied = {things.get(number, ()) for number in places[row.rank]}
        yield things.get(place, ()), places[row.rank][0], len(things_of_tied) > 1


def _prize_of_places(rows: Sequence[Row], prizes: Mapping[int, Fraction], ahead: int) -> list[Fraction]:
    """Return the prize of each row's own place; rows of equal rank share the prizes of the places they take."""
    places: dict[int, list[Fraction]] = {}
    for place, row in enumerate(rows, ahead + 1):
        places.setdefault(row.rank, []).append(prizes.get(place, Fraction(0)))
    return [sum(places[row.rank], Fraction(0)) / len(places[row.rank]) for row in rows]


def _round_shares(amounts: Sequence[Fraction]) -> list[int]:
    """Return the amounts in whole hundredths with the same sum."""
    down = [int(100 * amount) for amount in amounts]
    remaining = int(100 * sum(amounts)) - sum(down)
    return [cents + (place < remaining) for place, cents in enumerate(down)]


def awards(
    standings: Standings,
    prizes: Mapping[str, Mapping[int, Fraction]],
    sharing: Sharing = "hort",
    *,
    things: Mapping[str, Mapping[int, tuple[str, ...]]] | None = None,
    one_each: OneEach = "",
) -> list[Award]:
    """Return the awards, category by category; one player may win in several unless `one_each` is given.

    By `order`, a winner of a category is passed over in those that follow, so the main prizes come first if they are
    first in the list. By `value`, all win where they receive most: the largest sum is awarded first, its winner is
    passed over in all other categories, and the rest is computed again. Of equal sums that of the earlier category
    goes first, then that of the better placed. Things without money are worth less than any money.
    """
    thing_lists = things or {}
    lists = [
        _PrizeList(group, category_rows(standings, group) if group else standings.rows, prizes.get(group, {}),
                thing_lists.get(group, {}), sharing)
        for group in dict.fromkeys((*prizes, *thing_lists))
    ]  # fmt: skip
    passed: list[set[int]] = [set() for _ in lists]
    if one_each == "order":
        won: set[int] = set()
        for index, prize_list in enumerate(lists):
            passed[index] = set(won)
            won |= {award.id for award in prize_list.awards(passed[index])}
    elif one_each == "value":
        _pass_over_winners(lists, passed)
    return [award for prize_list, excluded in zip(lists, passed, strict=True) for award in prize_list.awards(excluded)]


class _PrizeList(NamedTuple):
    """The prizes of a category, and the rows that can win them."""

    group: str
    rows: Sequence[Row]
    money: Mapping[int, Fraction]
    things: Mapping[int, tuple[str, ...]]
    sharing: Sharing

    def awards(self, passed: Set[int]) -> list[Award]:
        """Return the awards when some are passed over."""
        rows = [row for row in self.rows if row.id not in passed] if passed else self.rows
        return share_prizes(rows, self.money, self.sharing, self.group, self.things)

    def amounts_won(self, passed: Set[int]) -> list[tuple[int, Fraction]]:
        """Return (player, amount of money, not rounded) for all who receive something when some are passed over."""
        rows = [row for row in self.rows if row.id not in passed]
        amounts_won = []
        for ahead, group_rows in _iter_sharing_groups(rows, self.sharing):
            if ahead >= max((*self.money, *self.things), default=0):
                break
            amounts = _exact_shares(group_rows, self.money, ahead, self.sharing)
            shares = _iter_things(group_rows, self.things, ahead)
            amounts_won += [
                (row.id, amount)
                for row, amount, (own_things, _, _) in zip(group_rows, amounts, shares, strict=True)
                if own_things or any(amounts)
            ]
        return amounts_won


def _pass_over_winners(lists: Sequence[_PrizeList], passed: Sequence[set[int]]) -> None:
    """Pass every winner over in all categories but the one in which they receive most."""
    settled: set[int] = set()
    worth = [prize_list.amounts_won(excluded) for prize_list, excluded in zip(lists, passed, strict=True)]
    while True:
        best = [
            (-amount, index, place, player)
            for index, amounts in enumerate(worth)
            for place, (player, amount) in enumerate(amounts)
            if player not in settled
        ]
        if not best:
            return
        _, best_list, _, player = min(best)
        settled.add(player)
        for index, prize_list in enumerate(lists):
            if index != best_list:
                passed[index].add(player)
                if any(player == winner for winner, _ in worth[index]):
                    worth[index] = prize_list.amounts_won(passed[index])
