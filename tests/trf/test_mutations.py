"""Any one byte more, less or other: the same model, a located problem, or one field of a person or a text."""

from __future__ import annotations

import random
from collections import Counter
from pathlib import Path

import pytest

from rookery.trf.read import read
from support.mutants import random_mutant, verdict, where

FILES = (
    "bilkent_outr.trf", "dubov_issue4.trf", "icu_valid.tab", "icu_irish_intermediate_champs_2011.tab",
    "icuapp_junior_championships_plus.tab", "vega_sample_tournament.trfx", "own_cr_only.trf", "lwz_season_2020_06.trf",
    "icu_armstrong_2012_with_bom.tab", "icu_bunratty_major_2011.tab",
)  # fmt: skip
"""Ten real files: byes of every style, a mark, CR alone, Windows-1252, TRF06 to TRF26, rounds without results."""

SOUND = {"same", "reported", "field"}

OURS = b"""\
012 Ours
022 Oslo
032 NOR
042 2026/05/01
052 2026/05/03
062 6
092 Individual: Swiss-System
102 Arbiter, A
142 5
152 W
162  W 3.0    D 1.0    L 0.0    P 1.0
192 FIDE_DUTCH_2026
202 BH,SB
001    1 m GM Anders, Anna                      2500 NOR     1500001 1990/01/02  4.0    1     4 w 1     2 b =     3 w
001    2 w    Berg, B                           2400 NOR     1500002 1991/00/00  4.0    2     5 b 1     1 w =     6 b
001    3      Carlsen, C                        2300 SWE                         3.0    3     6 w 0     4 b 1     1 b
001    4      Dahl, D                                NOR                         0.0    5     1 b 0     3 w 0  0000 - Z
001    5      Eide, E                           2100 NOR                         0.0    6     2 w 0     6 b -  0000 - Z
001    6      Foss, F                           2000 NOR                         6.0    4     3 b 1     5 w +     2 w
240 H   4    5    6
250       1.0   1   2    1    3
260   1   5    1    2    5
"""


@pytest.mark.slow
def test_a_file_of_ours() -> None:
    before, rng = read(OURS), random.Random(20260501)
    assert not [problem for problem in before.problems if problem.severity > 1]
    for _ in range(1500):
        mutant = random_mutant(OURS, rng)
        found = verdict(OURS, before, mutant)
        assert found in SOUND, f"{found}: {where(OURS, mutant)}"


def count_verdicts(files: list[Path], each: int) -> Counter[str]:
    """What became of so many mutants of each file; every one is sound."""
    rng, seen = random.Random(2026), Counter[str]()
    for path in files:
        data = path.read_bytes()
        before = read(data)
        for _ in range(each):
            mutant = random_mutant(data, rng)
            found = verdict(data, before, mutant)
            assert found in SOUND, f"{path.name}: {found}: {where(data, mutant)}"
            seen[found] += 1
    return seen


@pytest.mark.slow
def test_thousands_in_files_with_the_habits_of_others(golden: Path) -> None:
    seen = count_verdicts(sorted((golden / "trf-habits").glob("*.t*")), 150)
    assert sum(seen.values()) == 2400
    assert min(seen[kind] for kind in SOUND) > 100, seen


def test_two_thousand_in_ten_real_files(real_files: Path) -> None:
    seen = count_verdicts([real_files / "files" / name for name in FILES], 200)
    assert sum(seen.values()) == 2000
    assert min(seen[kind] for kind in SOUND) > 100, seen
