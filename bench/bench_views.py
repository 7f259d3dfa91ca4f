"""What it costs to show a tournament: every page of the desk beside `standings` of the same event, as ratios.

    python bench/bench_views.py [--players 500] [--rounds 9] [--events 20000] [--turns 5]

The views are what pages are made of. The log is read from a store and put into words, all of it. Processor time of one
process, the least of several runs, each beside standings of the same event in the same run.
"""

from __future__ import annotations

import argparse
import tempfile
from collections.abc import Callable
from pathlib import Path

from bench_store import append, begun, desk_of, filled, spent

import rookery
from rookery.storage import open_store
from rookery.storage.store import Store
from rookery.tournaments.domain.import_export import TournamentImported
from rookery.tournaments.state import State
from rookery.tournaments.views.crosstable import crosstable_view
from rookery.tournaments.views.log import log_view
from rookery.tournaments.views.overview import overview
from rookery.tournaments.views.player_card import player_card_view
from rookery.tournaments.views.players import numbers_view, players_view
from rookery.tournaments.views.report import report_view
from rookery.tournaments.views.round import round_view
from rookery.tournaments.views.rules import rules_view
from rookery.tournaments.views.standings import standings_view


def shown(store: Store, state: State) -> dict[str, Callable[[], object]]:
    """What is measured, by name."""
    last = len(state.tournament.rounds)
    return {
        "overview": lambda: overview(state),
        "rules": lambda: rules_view(state),
        "players": lambda: players_view(state),
        "numbers": lambda: numbers_view(state),
        "the round": lambda: round_view(state, last),
        "standings, opened": lambda: standings_view(state),
        "crosstable": lambda: crosstable_view(state),
        "a player's card": lambda: player_card_view(state, "p1"),
        "report": lambda: report_view(state),
        "log, all of it": lambda: log_view(state, store.read("open")),
    }


def main() -> None:
    """One table."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--players", type=int, default=500)
    parser.add_argument("--rounds", type=int, default=9)
    parser.add_argument("--events", type=int, default=20_000)
    parser.add_argument("--turns", type=int, default=5)
    options = parser.parse_args()
    tournament = begun(
        rookery.generate(rookery.GeneratorSettings(players=options.players, rounds=options.rounds), seed=1)
    )
    with tempfile.TemporaryDirectory() as folder, open_store(Path(folder) / "desk.sqlite") as store:
        store.create("open", "tournament", "open")
        append(store, TournamentImported(tournament, lots="seed"))
        filled(store, tournament, options.events)
        state = desk_of(store).state("open")
        print(
            f"{options.players} players, {options.rounds} rounds, {options.events:,} events: milliseconds, and ratios"
        )
        for name, view in shown(store, state).items():
            view()
            times = [(spent(view), spent(lambda: rookery.standings(state.tournament))) for _ in range(options.turns)]
            own, table = (min(some) for some in zip(*times, strict=True))
            print(f"{name:20} {own:8.1f}  standings {table:6.1f}  ratio {own / table:5.2f}")


if __name__ == "__main__":
    main()
