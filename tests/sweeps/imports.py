"""Files that come to the desk: every adjustment is listed, every round judged, what is not by the rules is asked for.

    python tests/sweeps imports [--count 300] [--spoilt 20] [FOLDER ...]

Takes in files of the corpora, and all of the folders that are named (real ones), as the page of an arrival does, and
holds what that says against `rookery.load` and `rookery.check`. Then files with one round spoilt. Exit code 1 when an
adjustment, a round or a remark is missing, or one is there that should not be.
"""

from __future__ import annotations

import argparse
from pathlib import Path

from support.import_checks import Tally, altered_files, check_import, corpus_files


def main() -> int:
    """Take them all in."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--count", type=int, default=300)
    parser.add_argument("--spoilt", type=int, default=20)
    parser.add_argument("folders", nargs="*", type=Path)
    args = parser.parse_args()
    paths = [
        *corpus_files(args.count),
        *(one for each in args.folders for one in sorted(each.rglob("*")) if one.is_file()),
    ]
    told = Tally()
    for path in paths:
        check_import(path.read_bytes(), path.name, told)
    for data, name, round in altered_files(args.spoilt):
        check_import(data, name, told, broken=round)
    for fault in told.faults:
        print(fault)
    print(f"{told.files} files, {told.refused} of them refused with their faults,"
          f" {told.faulty} put right and asked for; {told.adjustments} adjustments,"
          f" {told.rounds} rounds judged, {told.unjudged} cannot be, {told.broken} not by the rules;"
          f" {told.spoilt} spoilt, {len(told.faults)} faults")  # fmt: skip
    return bool(told.faults)


if __name__ == "__main__":
    raise SystemExit(main())
