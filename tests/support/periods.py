"""A synthetic federation in a store of months, and its lists beside those of the literal program."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping, Sequence
from datetime import date
from pathlib import Path

from rookery.periods.chain import rate_month
from rookery.periods.full_list import FullList, month_text
from rookery.periods.months import Months
from rookery.periods.reports import ReportGames
from rookery.rating.listed import Played
from support.federation import Game


def started(path: Path, people: Mapping[int, Sequence[int]], first: int) -> Months:
    """A store with the first list."""
    names = ("standard", "standard_k", "standard_career", "standard_highest", "born")
    columns: dict[str, list[object]] = {"fide_id": list(people), "name": [f"Player {one}" for one in people]}
    columns |= {name: [facts[at] for facts in people.values()] for at, name in enumerate(names)}
    store = Months(path, fresh=True)
    store.start(FullList(month_text(first), columns, {}), "made up")
    return store


def reports(games: Sequence[Game]) -> dict[int, list[ReportGames]]:
    """The reports of each list."""
    by_event: dict[tuple[int, int, int], list[Game]] = defaultdict(list)
    for game in games:
        by_event[game[0], game[1], game[2]].append(game)
    found: dict[int, list[ReportGames]] = defaultdict(list)
    for (month, day, event), some in by_event.items():
        played = tuple(Played(white, black, half, 2 - half, 0, 0, day) for *_, white, black, half in some)
        found[month].append(ReportGames(f"event {event}", "standard", date.fromordinal(day), played, ()))
    return found


def chained(path: Path, people: Mapping[int, Sequence[int]], games: Sequence[Game], first: int, last: int) -> Months:
    """A store with every list, month after month."""
    store = started(path, people, first)
    by_month = reports(games)
    for month in range(first + 1, last + 1):
        with store.at_once():
            for report in by_month.get(month, ()):
                store.add_report(report, month)
        assert rate_month(store) == month
    return store


def differing(store: Months, wanted: Mapping[int, Mapping[int, tuple[int, ...]]]) -> list[object]:
    """Where the lists of a store differ from those of the literal program."""
    wrong: list[object] = []
    for month, players in wanted.items():
        full = store.full(month)
        names = ("standard", "standard_k", "standard_career", "standard_highest")
        cells = zip(full.columns["fide_id"], *(full.columns[name] for name in names), strict=True)
        wrong += [(month, one, found, players[one]) for one, *found in cells if tuple(found) != tuple(players[one])]
    return wrong
