"""A synthetic federation in a store of months, and its lists beside those of the literal program."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping, Sequence
from datetime import date
from pathlib import Path

from rookery.rating.rows import ListGame
from rookery.rating_periods.full_list import FullList, month_text
from rookery.rating_periods.recalculation import rate_month
from rookery.rating_periods.reports import ReportGames
from rookery.rating_periods.store import MonthStore
from support.federation import Game

People = Mapping[int, Sequence[int]]
"""Rating, K, career, highest, born by number."""
_NAMES = ("", "_k", "_career", "_highest")


def start_store(path: Path, people: People, first: int, other_kinds: Mapping[str, People] | None = None) -> MonthStore:
    """A store with the first list: standard, and other kinds."""
    columns: dict[str, list[object]] = {"fide_id": list(people), "name": [f"Player {number}" for number in people]}
    columns["born"] = [facts[4] for facts in people.values()]
    for kind, facts_of in {"standard": people, **(other_kinds or {})}.items():
        columns |= {f"{kind}{name}": [facts_of[number][at] for number in people] for at, name in enumerate(_NAMES)}
    store = MonthStore(path, fresh=True)
    store.start(FullList(month_text(first), columns, {}), "made up")
    return store


def reports(games: Sequence[Game], kind: str = "standard") -> dict[int, list[ReportGames]]:
    """The reports of each list."""
    by_event: dict[tuple[int, int, int], list[Game]] = defaultdict(list)
    for game in games:
        by_event[game[0], game[1], game[2]].append(game)
    reports_by_month: dict[int, list[ReportGames]] = defaultdict(list)
    for (month, day, event), some in by_event.items():
        played = tuple(ListGame(white, black, half, 2 - half, 0, 0, day) for *_, white, black, half in some)
        reports_by_month[month].append(ReportGames(f"{kind} {event}", kind, date.fromordinal(day), played, ()))
    return reports_by_month


def build_store(
    path: Path,
    people: People,
    games: Sequence[Game],
    first: int,
    last: int,
    other_kinds: Mapping[str, tuple[People, Sequence[Game]]] | None = None,
) -> MonthStore:
    """A store with every list, month after month; `others` are people and games of other kinds."""
    more = other_kinds or {}
    store = start_store(path, people, first, {kind: facts for kind, (facts, _) in more.items()})
    by_month = [reports(games), *(reports(some, kind) for kind, (_, some) in more.items())]
    for month in range(first + 1, last + 1):
        with store.transaction():
            for report in (report_games for some in by_month for report_games in some.get(month, ())):
                store.add_report(report, month)
        assert rate_month(store) == month
    return store


def find_differences(
    store: MonthStore, wanted: Mapping[int, Mapping[int, tuple[int, ...]]], kind: str = "standard"
) -> list[object]:
    """Where the lists of a store differ from those of the literal program."""
    wrong: list[object] = []
    for month, players in wanted.items():
        full = store.full_list(month)
        names = [f"{kind}{name}" for name in _NAMES]
        cells = zip(full.columns["fide_id"], *(full.columns[name] for name in names), strict=True)
        wrong += [
            (kind, month, player, values, players[player])
            for player, *values in cells
            if tuple(values) != tuple(players[player])
        ]
    return wrong
