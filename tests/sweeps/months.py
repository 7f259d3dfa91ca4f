"""Two years of monthly lists of a synthetic federation, chained in a store, beside one literal pass over all games."""

from __future__ import annotations

import argparse
import tempfile
from pathlib import Path
from time import process_time

from literal import periods as literal
from support.federation import federation
from support.periods import chained, differing

FIRST = 2024 * 12 + 10


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--players", type=int, default=20_000)
    parser.add_argument("--months", type=int, default=24)
    parser.add_argument("--events", type=int, default=600, help="in a month (default: 600)")
    parser.add_argument("--seed", type=int, default=1)
    args = parser.parse_args()
    people, games = federation(args.players, FIRST, args.months, args.seed, args.events)
    last = FIRST + args.months
    begun = process_time()
    with tempfile.TemporaryDirectory() as folder:
        store = chained(Path(folder) / "months.sqlite", people, games, FIRST, last)
        chain = process_time()
        wanted = literal.lists(people, games, FIRST, last)
        one_pass = process_time()
        wrong = differing(store, wanted)
        store.close()
    first = sum(1 for one, facts in people.items() if not facts[0] and any(lists[one][0] for lists in wanted.values()))
    print(
        f"{args.players:,} players, {args.months} months, {len(games):,} games, {first:,} first ratings: "
        f"{len(wrong)} different; chain {chain - begun:.0f} s, literal {one_pass - chain:.0f} s of processor time"
    )
    for one in wrong[:10]:
        print(one)
    raise SystemExit(bool(wrong))


if __name__ == "__main__":
    main()
