"""Two years of monthly lists of a synthetic federation, chained in a store, beside one literal pass over all games."""

from __future__ import annotations

import argparse
import tempfile
from pathlib import Path
from time import process_time

from literal import periods as literal
from support.federation import federation, rapid_and_blitz
from support.periods import build_store, find_differences

FIRST = 2024 * 12 + 10


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--players", type=int, default=20_000)
    parser.add_argument("--months", type=int, default=24)
    parser.add_argument("--events", type=int, default=600, help="in a month (default: 600)")
    parser.add_argument("--kinds", action="store_true", help="rapid and blitz as well, so many events each")
    parser.add_argument("--seed", type=int, default=1)
    args = parser.parse_args()
    people, games = federation(args.players, FIRST, args.months, args.seed, args.events)
    others = rapid_and_blitz(people, FIRST, args.months, args.seed, args.events) if args.kinds else {}
    last = FIRST + args.months
    begun = process_time()
    with tempfile.TemporaryDirectory() as folder:
        store = build_store(Path(folder) / "months.sqlite", people, games, FIRST, last, others)
        chain = process_time()
        wanted = literal.lists(people, games, FIRST, last)
        wrong = find_differences(store, wanted)
        lent = {month: {one: row[0] for one, row in rows.items()} for month, rows in wanted.items()}
        lent[FIRST] = {one: facts[0] for one, facts in people.items()}
        for kind, (own, some) in others.items():
            wrong += find_differences(store, literal.lists(own, some, FIRST, last, kind, lent), kind)
        one_pass = process_time()
        store.close()
    first = sum(1 for one, facts in people.items() if not facts[0] and any(lists[one][0] for lists in wanted.values()))
    played = " + ".join(f"{len(some):,}" for some in (games, *(some for _, some in others.values())))
    print(
        f"{args.players:,} players, {args.months} months, {played} games, {first:,} first standard ratings: "
        f"{len(wrong)} different; chain {chain - begun:.0f} s, literal {one_pass - chain:.0f} s of processor time"
    )
    for one in wrong[:10]:
        print(one)
    raise SystemExit(bool(wrong))


if __name__ == "__main__":
    main()
