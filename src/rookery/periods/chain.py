"""Months rated one after another in a store, and a late report: only what it touches is rated again."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from rookery.errors import RuleError
from rookery.periods.full_list import NO_POOL, Column, month_day, month_text
from rookery.periods.months import Months, Standing, StoredGame, published_k
from rookery.periods.rated import rated_columns
from rookery.periods.reports import ReportGames
from rookery.rating.days import month_number
from rookery.rating.fide import KINDS, rules_for
from rookery.rating.listed import UNRATED_THEN, Listed, Played, PoolMonth
from rookery.typed import Any
from rookery.values import NamedTuple
from rookery.wording import spoken


class Rerated(NamedTuple):
    """A standing that a late report changed."""

    month: int
    kind: str
    id: int
    before: Standing
    after: Standing


class PeriodPart(NamedTuple):
    """What a month is rated from, as far as some players need it: rows of the list, and games with their reports."""

    listed: list[Listed]
    games: list[StoredGame]


def rate_month(store: Months) -> int:
    """Rate the month after the newest list from its reports, and keep the new list; its month."""
    month = store.last() + 1
    with store.at_once():
        store.base.execute("INSERT INTO lists VALUES (?, ?)", (month, "rated here"))
        for kind in KINDS:
            games = store.games(kind, month)
            if who := {one for _, game in games for one in game[:2]} | _expiring(store, kind, month):
                store.keep(kind, month, _rated(period_of(store, kind, month, games, who), kind, month, who))
    return month


def _expiring(store: Months, kind: str, month: int) -> set[int]:
    """Unrated players of whose pool a part is too old for this list: the rest may make a first rating (B.02 7.1.4)."""
    since = rules_for(kind).pool_since(month_day(month_text(month)))
    who = store.with_pools_before(kind, month - 1, month_text(month_number(since)))
    if kind == "standard" or not who:
        return who
    lent = store.standings("standard", month - 1, who)  # whoever has a rating that is lent waits for none
    return {one for one in who if not lent.get(one, Standing()).rating}


def rated_here(store: Months, month: int) -> int:
    """A month whose list was made in this store; RuleError for any other."""
    if month > store.last() or month <= store.months()[0]:
        raise RuleError(
            spoken(
                "the list of %(month)s was not rated here: a late report needs one that was", month=month_text(month)
            )
        )
    return month


def add_late(store: Months, report: ReportGames, month: int) -> list[Rerated]:
    """Take a report for a list that was made already, and rate again what it touches, list by list."""
    rated_here(store, month)
    with store.at_once():
        store.add_report(report, month, late=True)
        who = {one for game in report.games for one in game[:2]}
        changed = dict[str, dict[int, set[int]]]()
        found = list[Rerated]()
        for kind in (report.kind, *(kind for kind in KINDS if kind != "standard" and report.kind == "standard")):
            lent = changed.get("standard", {})
            some, changed[kind] = _again(store, kind, month, who if kind == report.kind else set(), lent)
            found += some
    return found


def _again(
    store: Months, kind: str, first: int, touched: set[int], lent: Mapping[int, set[int]]
) -> tuple[list[Rerated], dict[int, set[int]]]:
    """Rate the months from one on again, for who is touched: themselves, or by a rating that is another now."""
    found = list[Rerated]()
    changed: dict[int, set[int]] = {}
    for month in range(first, store.last() + 1):
        games = store.games(kind, month)
        who = set(touched) if month == first else set()
        for _, game in games:
            lists = (month - 1, in_force(store, game, month))
            if any(one in changed.get(at, ()) or one in lent.get(at, ()) for at in lists for one in game[:2]):
                who.update(game[:2])
        if others := changed.get(month - 1, set()) - who:  # without a game, by what became too old
            who |= others & (_expiring(store, kind, month) | store.changed_in(kind, month))
        changed[month] = changed.get(month - 1, set()) - who
        if who:
            made = _rated(period_of(store, kind, month, games, who), kind, month, who)
            before = store.standings(kind, month, who)
            new = {one: after for one, after in made.items() if before.get(one) != after}
            store.keep(kind, month, new)
            changed[month] |= set(new)
            found += [Rerated(month, kind, one, before.get(one, Standing()), new[one]) for one in sorted(new)]
    return found, changed


def in_force(store: Months, game: Played, month: int) -> int:
    """The list in force on the first day of the event of a game that is rated for a month (B.02 8.2, 8.3)."""
    if not game.start:
        return month - 1
    from datetime import date

    return max(store.months()[0], min(month - 1, month_number(date.fromordinal(game.start))))


def period_of(store: Months, kind: str, month: int, games: Sequence[StoredGame], who: set[int]) -> PeriodPart:
    """The part of a month that these players need: their games, with the ratings of the list in force at the start."""
    first = store.months()[0]
    mine = [stored for stored in games if stored.game.white in who or stored.game.black in who]
    people = {one for _, game in mine for one in game[:2]} | who
    lists = _Lists(store, kind, people)
    listed = [lists.listed(one, month) for one in sorted(people)]
    made = []
    for number, game in mine:
        at = month - 1 if not game.start else max(first, min(month - 1, _month(game.start)))
        if at < month - 1:
            white, black = (lists.given(one, at, month) for one in game[:2])
            game = game._replace(white_rating=white, black_rating=black)
        made.append(StoredGame(number, game))
    return PeriodPart(listed, made)


def _month(start: int) -> int:
    from datetime import date

    return month_number(date.fromordinal(start))


class _Lists:
    """The lists that a month looks at, each read once."""

    def __init__(self, store: Months, kind: str, people: set[int]) -> None:
        self.store, self.kind, self.people = store, kind, people
        self.read: dict[tuple[str, int], dict[int, Standing]] = {}
        many = len(people) > 2000
        rows = (
            store.base.execute("SELECT fide_id, born FROM people")
            if many
            else (
                row
                for one in people
                for row in store.base.execute("SELECT fide_id, born FROM people WHERE fide_id = ?", (one,))
            )
        )
        self.born: dict[int, int] = dict(rows)

    def at(self, kind: str, month: int) -> dict[int, Standing]:
        """The list of a month."""
        if (kind, month) not in self.read:
            who = None if len(self.people) > 2000 else self.people
            self.read[kind, month] = self.store.standings(kind, month, who)
        return self.read[kind, month]

    def rating(self, one: int, month: int) -> tuple[int, bool]:
        """The rating of a player on a list, and whether the standard one stands in for it (B.02 7.1)."""
        own = self.at(self.kind, month).get(one, Standing()).rating
        if own or self.kind == "standard":
            return own, False
        standard = self.at("standard", month).get(one, Standing()).rating
        return standard, standard > 0

    def listed(self, one: int, month: int) -> Listed:
        """A player on the list before a month."""
        if one not in self.born:
            raise RuleError(spoken("there is no player %(one)s in this store", one=one), who=(one,))
        own = self.at(self.kind, month - 1).get(one, Standing())
        rating, lent = self.rating(one, month - 1)
        k = 0 if lent else published_k(self.kind, own, self.born[one], month - 1)
        return Listed(
            one, rating, k, own.career, self.born[one], own.highest, begun=own.begun, lent=int(lent),
            completed=0 if own.highest else own.career, pool=own.pool,
        )  # fmt: skip

    def given(self, one: int, at: int, month: int) -> int:
        """The rating in a game of an event that began under an earlier list; who was published since was unrated."""
        then, now = self.rating(one, at)[0], self.rating(one, month - 1)[0]
        return then or (UNRATED_THEN if now else 0)


def _rated(period: PeriodPart, kind: str, month: int, who: Iterable[int]) -> dict[int, Standing]:
    """What a month makes of these players."""
    names = [name for name in Listed._fields if name != "pool"]
    players: dict[str, Any] = {name: [getattr(one, name) for one in period.listed] for name in names}
    games: dict[str, Any] = {name: [getattr(one.game, name) for one in period.games] for name in Played._fields}
    flat = [(one.id, *part) for one in period.listed for part in one.pool]
    pool: dict[str, Column] = {name: [row[at] for row in flat] for at, name in enumerate(NO_POOL)}
    columns, pools = rated_columns(players, games, pool, kind, month_text(month))
    waiting: dict[int, list[PoolMonth]] = {}
    for one, *part in zip(*map(_plain, pools.values()), strict=True):
        waiting.setdefault(one, []).append(PoolMonth(*part))
    wanted = set(who)
    cells = (_plain(columns[name]) for name in ("id", "rating", "games", "new", "next_k", "career", "highest", "begun"))
    return {
        one: Standing(month, new, games if old else 0, k, career, highest, begun, tuple(waiting.get(one, ())))
        for one, old, games, new, k, career, highest, begun in zip(*cells, strict=True)
        if one in wanted
    }


def _plain(column: Column) -> Any:
    return column.tolist() if hasattr(column, "tolist") else column
