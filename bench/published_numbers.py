"""Numbers that others have published about Swiss tournaments, beside ours: `bench/published_numbers.py --count N`.

Everything done is kept in one file, so that the work can be stopped and goes on where it was. The settings are those
that the sources state; where a source leaves something open, `docs/simulation-numbers.md` says what was taken. What the
page says is kept in docs/questions/published-numbers.json; `--write` replaces there what was run, unless it was less,
and prints the table of the page.
"""

from __future__ import annotations

import argparse
import json
import re
import sys
from pathlib import Path
from time import perf_counter
from typing import Any

from rookery._record import replace
from rookery.history.history import History
from rookery.model import Tournament, VirtualPoints
from rookery.pairing.dutch import DUTCH_2026
from rookery.simulation import Estimate, Field, Study, StudyResult, simulate
from rookery.simulation.play import Pairing

KEPT = Path(__file__).resolve().parent.parent / "docs" / "questions" / "published-numbers.json"

GRAND_SWISS = Field.normal(116, 2600, 75, noise=0)


def accelerated(worth: tuple[int, ...], position: Tournament, history: History) -> Pairing:
    """The Dutch system with so many virtual points, in tenths, for the upper half of the list in the first rounds."""
    size = len(position.players)
    extra = tuple(VirtualPoints(1, size // 2, number, number, points) for number, points in enumerate(worth, 1))
    outcome = DUTCH_2026.pair(replace(position, acceleration=extra))
    return outcome.pairs, outcome.bye


def three_and_a_half(position: Tournament, history: History) -> Pairing:
    """Points 1, 1, 1, ½."""
    return accelerated((10, 10, 10, 5), position, history)


def two_two(position: Tournament, history: History) -> Pairing:
    """Points 2, 2, 0."""
    return accelerated((20, 20), position, history)


STUDIES: dict[str, tuple[Study, tuple[tuple[str, str, str], ...]]] = {
    **{
        f"carter {size} x {rounds}": (
            Study(
                field=Field.given([2000] * size),
                rounds=rounds,
                outcomes="coin",
                orders=("PTS", "DE"),
                measures=("first",),
            ),
            (("alone", "dutch", "PTS"), ("alone", "dutch", "DE")),
        )
        for size, lengths in ((20, (6, 7, 8, 9)), (32, (7, 8, 9, 10)))
        for rounds in lengths
    },
    "sauer 32 x 7": (
        Study(
            field=Field.uniform(32, 1400, 2200),
            rounds=7,
            systems=("dutch", "burstein", "lim", "dubov"),
            orders=("BH", "PTS"),
            measures=("tau", "first", "colours", "floats"),
        ),
        tuple(
            (column, system, "BH") for column in ("tau", "floats") for system in ("dutch", "burstein", "lim", "dubov")
        ),
    ),
    "rankcraft 32 x 7": (
        Study(
            field=Field.uniform(32, 1400, 2200, noise=120),
            rounds=7,
            systems=("dutch", "burstein"),
            outcomes="rankcraft",
            orders=("TPN", "BH"),
        ),
        tuple((column, system, "TPN") for column in ("tau", "seeds") for system in ("dutch", "burstein")),
    ),
    "barry 60 x 6": (
        Study(
            field=Field.normal(60, 1700, 300),
            rounds=6,
            systems=("dutch", "1-1-1-½", "2-2-0"),
            pairers=(("1-1-1-½", three_and_a_half), ("2-2-0", two_two)),
            measures=("gaps", "first"),
        ),
        tuple(
            (column, system, order)
            for column, order in (("gap", ""), ("best", "PTS"))
            for system in ("dutch", "1-1-1-½", "2-2-0")
        ),
    ),
    "csato 116 x 11": (
        Study(field=GRAND_SWISS, rounds=11, measures=("colours",)),
        (("white", "dutch", ""), ("white_rated", "dutch", "")),
    ),
}


Wanted = tuple[tuple[str, str, str], ...]
Kept = dict[str, dict[str, Any]]
"""Of every study: in words, seed, count, digest, and its numbers by name."""


def named(column: str, system: str, order: str, against: str = "") -> str:
    """What a number is called.

    >>> named("tau", "lim", "BH", "dutch")
    'tau BH: lim above dutch'
    """
    return f"{column}{' ' * bool(order)}{order}: {system}{f' above {against}' if against else ''}"


def numbers(result: StudyResult, wanted: Wanted) -> dict[str, Estimate]:
    """What was wanted of a study, and what the other systems have more than the first."""
    first = result.systems[0]
    found = {named(*each): result.mean(each[0], each[1], each[2] or None) for each in wanted}
    for column, system, order in wanted:
        if system != first:
            found[named(column, system, order, first)] = result.compare(column, system, first, order=order or None)
    return found


def told(result: StudyResult, found: dict[str, Estimate]) -> dict[str, Any]:
    """A study as it is kept."""
    rows = {name: {"value": each.value, "low": each.low, "high": each.high} for name, each in found.items()}
    words = result.study.replace("__main__.", "published_numbers.")
    run = {"study": words, "seed": result.seed, "count": result.count, "digest": result.digest}
    return {**run, "rows": rows}


# -- the table of the page ---------------------------------------------------------------------------------------------

CARTER = "[Carter](http://oxfordcroquet.com/manage/swiss/carter2.asp)"
CSATO = "[Csató, Krumer](https://arxiv.org/abs/2410.19333)"
SAUER = "[Sauer, Cseh, Lenzner](https://arxiv.org/abs/2112.10522)"
RANKCRAFT = "[RankCraft](https://github.com/hypertetrahedron/rank-craft)"
BARRY = "[Barry](https://pappubahry.com/chess/accelerated_swiss/)"
SAME = "the same"
ONE = named("alone", "dutch", "DE")

PAGE: tuple[tuple[str, str, str, str, str], ...] = (
    (CARTER, "20 players, a coin, 6 rounds: one winner", "60 %", "carter 20 x 6", f"{{{ONE}|%}}"),
    (SAME, "7 rounds", "88 %", "carter 20 x 7", f"{{{ONE}|%}}"),
    (SAME, "7 rounds: an outright winner", "62 %", "carter 20 x 7", "{alone PTS: dutch|%}"),
    (SAME, "8 rounds", "68 %", "carter 20 x 8", f"{{{ONE}|%}}"),
    (SAME, "9 rounds", "89 %", "carter 20 x 9", f"{{{ONE}|%}}"),
    (SAME, "32 players, 7 rounds: one winner", "69 %", "carter 32 x 7", f"{{{ONE}|%}}"),
    (SAME, "8 rounds", "88 %", "carter 32 x 8", f"{{{ONE}|%}}"),
    (SAME, "9 rounds", "74 %", "carter 32 x 9", f"{{{ONE}|%}}"),
    (SAME, "10 rounds", "92 %", "carter 32 x 10", f"{{{ONE}|%}}"),
    (CSATO, "Grand Swiss: points of who has one White more", "over ½", "csato 116 x 11",
     "{white: dutch|3} plain, {white_rated: dutch|3} by regression"),
    (SAUER, "32 × 7, strengths 1400 to 2200, tau by BH: Dutch", "not read", "sauer 32 x 7", "{tau BH: dutch|3}"),
    (SAME, "Lim above Dutch", "", "sauer 32 x 7", "{tau BH: lim above dutch|3}"),
    (SAME, "Burstein above Dutch", "", "sauer 32 x 7", "{tau BH: burstein above dutch|3}"),
    (SAME, "Dubov above Dutch", "", "sauer 32 x 7", "{tau BH: dubov above dutch|3}"),
    (SAME, "games between unequal scores: Dutch, Burstein, Lim, Dubov", "not read", "sauer 32 x 7",
     "{floats BH: dutch|1}, {floats BH: burstein|1}, {floats BH: lim|1}, {floats BH: dubov|1}"),
    (RANKCRAFT, "32 × 7, strengths 1400 to 2200, ratings off by 120, each game by strengths off by up to 100; points,"
     " then the initial order: tau, Dutch", "0.8005", "rankcraft 32 x 7", "{tau TPN: dutch|4}"),
    (SAME, "Burstein", "0.8094", "rankcraft 32 x 7", "{tau TPN: burstein|4}"),
    (SAME, "Burstein above Dutch", "+0.0089", "rankcraft 32 x 7", "{tau TPN: burstein above dutch|4}"),
    (BARRY, "6 rounds, virtual points 1-1-1-½: mean rating gap on the boards", "−25 to −30", "barry 60 x 6",
     "{gap: 1-1-1-½ above dutch|1}"),
    (SAME, "2-2-0", '"almost useless"', "barry 60 x 6", "{gap: 2-2-0 above dutch|1}"),
    (SAME, "how often the strongest is first, 1-1-1-½", "unchanged", "barry 60 x 6",
     "{best PTS: 1-1-1-½ above dutch|3}"),
)  # fmt: skip
"""Source, setting, what was published, our study, and its numbers with their digits."""


def table(kept: Kept) -> str:
    """The table of the page, of the numbers that are kept."""
    lines = ["| source | setting | published | ours | tournaments |", "|---|---|---:|---:|---:|"]
    for source, setting, published, study, form in PAGE:
        known = kept[study]
        ours = re.sub(r"\{([^|]*)\|(.)\}", lambda at, known=known: _shown(known, at[1], at[2]), form)  # type: ignore[misc]
        cells = [source, setting, published, ours, f"{known['count']:,}"]
        lines.append(f"| {' | '.join(cells)} |".replace("|  |", "| |"))
    return "\n".join(lines)


def _shown(known: dict[str, Any], name: str, digits: str) -> str:
    row, scale = known["rows"][name], 100 if digits == "%" else 1
    found = Estimate(*(round(scale * row[each], 6) for each in ("value", "low", "high")), known["count"])
    text = found.format(1 if digits == "%" else int(digits), "+" if " above " in name else "", " ")
    text = f"−{text[1:]}" if text.startswith("-") else text
    return f"{text} %" if digits == "%" else text


def main() -> None:
    """Run what is asked for, and print a line for each number."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("names", nargs="*", help=f"of {', '.join(STUDIES)} (default: all)")
    parser.add_argument("--count", type=int, default=200)
    parser.add_argument("--jobs", type=int, default=1)
    parser.add_argument("--keep", default="published.sqlite", help="the file that keeps what is done")
    parser.add_argument("--write", action="store_true", help="put what was found beside the page, and print its table")
    args = parser.parse_args()
    kept: Kept = json.loads(KEPT.read_text("utf-8")) if args.write else {}
    for name, (study, wanted) in STUDIES.items():
        if args.names and not any(name.startswith(one) for one in args.names):
            continue
        began = perf_counter()
        result = simulate(study, args.count, seed=1, jobs=args.jobs, checkpoint=args.keep)
        found = numbers(result, wanted)
        for each, known in found.items():
            print(f"{name:16} {each:30} {known}")
        print(f"{name:16} {args.count:,} in {perf_counter() - began:.0f} s, digest {result.digest[:16]}")
        sys.stdout.flush()
        put_beside(kept, name, told(result, found))
    if args.write:
        KEPT.write_text(json.dumps(kept, indent=1, ensure_ascii=False) + "\n", "utf-8")
        print(table(kept))


def put_beside(kept: Kept, name: str, ran: dict[str, Any]) -> None:
    """Take what was run for the numbers of a study, unless there are those of more tournaments."""
    if name not in kept or kept[name]["count"] <= ran["count"]:
        kept[name] = ran


if __name__ == "__main__":
    main()
