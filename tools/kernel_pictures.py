"""Draws the pictures of docs/kernel.md with the kernel itself: a bracket of six, wish by wish.

python tools/kernel_pictures.py        # writes docs/pictures/kernel-*.svg
"""

from __future__ import annotations

from pathlib import Path

from rookery.matching.blossom import EXPOSED, bits, complete_matching, mask_of
from rookery.matching.optimal_matchings import OptimalMatchings

FOLDER = Path(__file__).resolve().parent.parent / "docs" / "pictures"
WHITE, BLACK = mask_of([0, 1, 3]), mask_of([2, 4, 5])
UPPER, LOWER = mask_of([0, 1, 2]), mask_of([3, 4, 5])
MET = ((0, 4),)


def bracket() -> OptimalMatchings:
    """Six players of whom 1 and 5 have met: everybody may meet everybody else."""
    everyone = (1 << 6) - 1
    rows = [everyone ^ 1 << i for i in range(6)]
    for a, b in MET:
        rows[a] ^= 1 << b
        rows[b] ^= 1 << a
    mate = [EXPOSED] * 6
    complete_matching(rows, mate, everyone, everyone)
    return OptimalMatchings(rows, mate, everyone)


def stages() -> dict[str, OptimalMatchings]:
    """The face before any wish, after the colours, and after the halves."""
    start = bracket()
    colours = start.copy()
    colours.minimize([(1, WHITE, WHITE), (1, BLACK, BLACK)])
    halves = colours.copy()
    halves.restrict_to_subgraph([row & (LOWER if UPPER >> i & 1 else UPPER) for i, row in enumerate(halves.rows)])
    return {"start": start, "colours": colours, "halves": halves}


def drawing(face: OptimalMatchings) -> str:
    """Two columns of three players; thin lines may still be pairs, the thick ones are the member matching."""
    place = {i: (70 + 220 * (i > 2), 40 + 70 * (i % 3)) for i in range(6)}
    parts = ['<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 360 220" font-family="sans-serif" font-size="15">']
    for i in range(6):
        for j in bits(face.rows[i] & face.alive):
            if i < j:
                (x1, y1), (x2, y2) = place[i], place[j]
                strong = face.mate[i] == j
                style = 'stroke="#00796b" stroke-width="5"' if strong else 'stroke="#90a4ae" stroke-width="1.5"'
                bend = 30 if x1 == x2 and abs(i - j) == 2 else 0
                bend = -bend if x1 < 100 else bend
                middle = f"{(x1 + x2) / 2 + 2 * bend:g} {(y1 + y2) / 2:g}"
                parts.append(f'<path d="M{x1} {y1} Q{middle} {x2} {y2}" fill="none" {style}/>')
    for i, (x, y) in place.items():
        fill, text = ("#ffffff", "#263238") if WHITE >> i & 1 else ("#37474f", "#ffffff")
        parts.append(f'<circle cx="{x}" cy="{y}" r="17" fill="{fill}" stroke="#263238" stroke-width="1.5"/>')
        parts.append(f'<text x="{x}" y="{y + 5}" text-anchor="middle" fill="{text}">{i + 1}</text>')
    return "\n".join([*parts, "</svg>\n"])


def main() -> None:
    """Write the pictures."""
    FOLDER.mkdir(exist_ok=True)
    for name, face in stages().items():
        (FOLDER / f"kernel-{name}.svg").write_text(drawing(face), encoding="utf-8")


if __name__ == "__main__":
    main()
