"""Pair random small fields with Rookery and with the literal reference of a system, and show every difference.

    python tests/sweeps pairings SYSTEM [--seeds 0 1000] [--size 5 9] [--wild 4]

For each seed the rounds of a tournament that the reference has played, and wild positions in which any legal games may
have been played before. The first reading is compared on every position, the others on every fourth. The count is the
evidence; exit code 1 when something differs.
"""

from __future__ import annotations

import argparse
import sys
import time

from support.references import REFERENCES, Reference, ours


class Tally:
    """What has been compared, by reading, and how much of it differs."""

    def __init__(self, reference: Reference) -> None:
        self.write, self.readings = reference.write, reference.readings()
        self.count = dict.fromkeys(self.readings, 0)
        self.different = self.impossible = 0
        self.start = time.monotonic()

    def compare(self, event: object) -> None:
        """One position, by the first reading or by all."""
        text = self.write(event)
        first, *others = self.readings
        for name in (first, *others) if self.count[first] % 4 == 0 else (first,):
            said, got = self.readings[name].answer(event), ours(self.readings[name].system, text)
            self.count[name] += 1
            self.impossible += name == first and said[0] is None
            if said != got:
                self.different += 1
                print(f"{name}: ours {got}, reference {said}\n{text}", flush=True)

    def __str__(self) -> str:
        told = ", ".join(f"{number} {name}" for name, number in self.count.items())
        spent = time.monotonic() - self.start
        return f"{told} rounds ({self.impossible} without a pairing), {self.different} different, {spent:.0f} s"


def main() -> int:
    """Compare."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("system", choices=REFERENCES)
    parser.add_argument("--seeds", nargs=2, type=int, default=(0, 1000))
    parser.add_argument("--size", nargs=2, type=int, help="participants: fewest and most")
    parser.add_argument("--wild", type=int, default=4, help="wild positions for each tournament")
    options = parser.parse_args()
    reference = REFERENCES[options.system]
    size = options.size or reference.sizes
    tally = Tally(reference)
    for seed in range(*options.seeds):
        for event in reference.positions(seed, *size, options.wild):
            tally.compare(event)
        if seed % 100 == 99:
            print(f"... {tally}", flush=True)
    print(tally)
    return int(tally.different > 0)


if __name__ == "__main__":
    sys.exit(main())
