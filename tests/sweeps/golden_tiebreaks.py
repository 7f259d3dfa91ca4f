"""Make the small events of tests/golden/tiebreaks, each value confirmed by the reference programs.

    python tests/sweeps golden_tiebreaks

Twenty events of each kind (swiss, rr, team, teamrr) from the generator in tests/support/random_trf.py. NAME.json holds,
for each code, the values in order of number as the reference program gives them (null: undefined), and the ranks for
some lists. Nothing is written when one of them is not ours.
"""

from __future__ import annotations

import json
from pathlib import Path
from random import Random

from support.random_trf import KINDS, event
from sweeps.tiebreaks import Tally, compare, lists

HERE = Path(__file__).resolve().parent.parent / "golden" / "tiebreaks"


def main() -> None:
    """Twenty of each kind."""
    for kind in KINDS:
        for seed in range(5000, 5020):
            tally = Tally()
            made = event(kind, seed, small=True)
            found = compare(made, seed, tally, plain=True)
            assert not tally.different, tally.different
            values = {}
            for code in found.codes:
                column = found.expected(code)
                values[code] = [None if column[one] is None else str(column[one]) for one in sorted(column)]
            ranked = []
            for codes in lists(Random(seed), found):
                ranks = found.ranks(codes)[1]
                ranked.append({"list": codes, "ranks": [ranks[rank] for rank in sorted(ranks)]})
            (HERE / f"{made.name}.trf").write_text(made.text(), encoding="utf-8", newline="\n")
            about = {"made_by": "golden_tiebreaks", "confirmed_by": found.reference.__name__.rpartition(".")[2]}
            about |= {"values": values, "lists": ranked}
            text = json.dumps(about, separators=(",", ":")).replace('],"', '],\n"').replace('{"list', '\n{"list')
            (HERE / f"{made.name}.json").write_text(text + "\n", encoding="utf-8", newline="\n")


if __name__ == "__main__":
    main()
