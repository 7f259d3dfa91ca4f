"""Files written from memory are read and paired by bbpPairings as they are: same pairs, same colours, same bye.

The program is not in this repository. Its path is given by ROOKERY_BBPPAIRINGS (version 6, the rules of 2026) and
ROOKERY_BBPPAIRINGS_2017 (version 5, those of 2017); without them these tests are skipped.
"""

from __future__ import annotations

import os
import subprocess
from dataclasses import replace
from pathlib import Path

import pytest

import rookery
from rookery import Colour, GeneratorSettings, PointSystem, Tournament
from rookery.crosscheck.programs import parse_pairing
from rookery.model import THREE_ONE_NIL

PROGRAMS = {"2026": "ROOKERY_BBPPAIRINGS", "2017": "ROOKERY_BBPPAIRINGS_2017"}
QUIET = GeneratorSettings(
    players=20, rounds=7, play=5, forfeits=0.0, double_forfeits=0.0, unusual=0.0, half_byes=0, full_byes=0, zero_byes=0,
    withdrawals=0, late_entries=0, forbidden=0, acceleration="none", points=PointSystem(), initial_colour=Colour.WHITE,
)  # fmt: skip
EVENTS = {
    "plain": QUIET,
    "odd": replace(QUIET, players=21),
    "black first": replace(QUIET, initial_colour=Colour.BLACK),
    "half-point byes": replace(QUIET, half_byes=(2, 1, 0, 2, 1, 1, 0)),
    "absences": replace(QUIET, zero_byes=(1, 2, 1, 0, 2, 1, 0), players=23),
    "full-point byes": replace(QUIET, full_byes=(0, 1, 1, 0, 0, 1, 0), players=22),
    "forfeits": replace(QUIET, forfeits=0.1, double_forfeits=0.03, players=25),
    "withdrawals": replace(QUIET, withdrawals=4, players=24),
    "late entries": replace(QUIET, late_entries=3, players=24),
    "forbidden pairs": replace(QUIET, forbidden=4, players=24),
    "acceleration": replace(QUIET, acceleration="written", players=40, play=3),
    "unusual results": replace(QUIET, unusual=0.06, players=26),
    "3, 1 and 0": replace(QUIET, points=THREE_ONE_NIL, players=22),
    "half a point for the bye": replace(QUIET, points=PointSystem(pab=5), players=23),
}
"""What is drawn, three times each; bbpPairings knows other points only from trfbx."""
OWN_POINTS = ("3, 1 and 0", "half a point for the bye")
CASES = [
    (kind, seed, dialect)
    for kind in EVENTS
    for seed in (1, 2, 3)
    for dialect in ("trfx", "trfbx")
    if dialect == "trfbx" or kind not in OWN_POINTS
]


def in_memory(kind: str, seed: int) -> Tournament:
    """The event as somebody has built it: no points and no ranks are declared, one round is still to be paired."""
    made = rookery.generate(EVENTS[kind], seed)
    players = tuple(replace(player, points=None, rank=None) for player in made.players)
    return replace(made, players=players)


def program(edition: str) -> str:
    path = os.environ.get(PROGRAMS[edition], "")
    if not path:
        pytest.skip(f"{PROGRAMS[edition]} does not name a bbpPairings that pairs by the rules of {edition}")
    return path


@pytest.mark.parametrize("edition", PROGRAMS)
@pytest.mark.parametrize(("kind", "seed", "dialect"), CASES)
def test_it_pairs_what_we_write(tmp_path: Path, edition: str, kind: str, seed: int, dialect: str) -> None:
    command, event = program(edition), in_memory(kind, seed)
    for number in (1, 2, len(event.rounds) + 1):
        position = event if number > len(event.rounds) else before_round(event, number)
        written, answer = tmp_path / f"{number}.trf", tmp_path / f"{number}.txt"
        written.write_bytes(rookery.dumps(position, dialect))
        done = subprocess.run([command, "--dutch", written, "-p", answer], capture_output=True, timeout=60)
        assert done.returncode == 0, done.stderr.decode() + done.stdout.decode()
        ours = rookery.pair(position, edition=edition)
        theirs = parse_pairing(answer.read_text()).pairing
        assert theirs is not None
        assert (set(theirs[0]), theirs[1]) == (set(ours.pairs), ours.bye), number


def before_round(event: Tournament, number: int) -> Tournament:
    """The event before this round, with the byes of that round as they were asked for."""
    left = (rookery.ByeKind.FULL, rookery.ByeKind.HALF, rookery.ByeKind.ZERO)
    byes = event.rounds[number - 1].byes
    here = tuple(rookery.RequestedBye(number, bye.player, bye.kind) for bye in byes if bye.kind in left)
    late = tuple(rookery.RequestedBye(number, bye.player) for bye in byes if bye.kind is rookery.ByeKind.NOT_ENTERED)
    return replace(event, rounds=event.rounds[: number - 1], requested_byes=(*here, *late))


def test_there_are_events_enough() -> None:
    assert len({(kind, seed) for kind, seed, _ in CASES}) >= 30
