"""What the references of Lim and of the Double-Swiss share: the course of a random event, and their command line."""

from __future__ import annotations

import json
import random
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

from literal.events import Event, read_event

Games = tuple[list[tuple[int, int]], "int | None"]


class NoPairing(Exception):
    """It is impossible to complete the pairing of the round."""


def number_of(event: Event) -> int:
    """The round to be paired; a match of the Double-Swiss takes two columns."""
    return event.played_rounds // (2 if event.system == "FIDE_DOUBLESWISS" else 1) + 1


def announce_absences(event: Event, rng: random.Random, gone: set[int], late: dict[int, int], rate: float) -> None:
    """Withdrawals, late entries and requested byes of the next round."""
    number = number_of(event)
    for player in event.cells:
        if player in gone or late.get(player, 1) > number:
            event.absent[player] = "Z"
        elif rng.random() < rate:
            event.absent[player] = rng.choice("HHZZF")
            if number > 1 and rng.random() < 0.25:
                gone.add(player)


def course(
    event: Event, rng: random.Random, rate: float, pair: Callable[[Event], Games], play: Callable[..., None]
) -> Iterator[tuple[Event, Games | None]]:
    """Plays an event by a program; yields (event before the round, answer or None) round by round."""
    gone: set[int] = set()
    late = {player: rng.randint(2, 3) for player in event.cells if rate and rng.random() < 0.05}
    while event.played_rounds < event.rounds:
        announce_absences(event, rng, gone, late, rate)
        if len(event.cells) - len(event.absent) < 2:
            return
        try:
            answer = pair(event)
        except NoPairing:
            yield event, None
            return
        yield event, answer
        play(event, *answer, rng, rate)


def position(
    seed: int,
    rounds: Iterator[tuple[Event, Games | None]],
    last: int,
    told: Callable[[Event], dict],
    sensitive: Callable[[Event, Games | None], list[str]],
) -> dict:
    """One position of one simulated event, with its answer."""
    stop, record = random.Random(f"stop {seed}").randint(1, last), {}
    for event, answer in rounds:
        pairs, bye = answer or (None, None)
        record = {"seed": seed} | told(event) | {"pairs": pairs, "bye": bye, "possible": answer is not None}
        record["sensitive"] = sensitive(event, answer)
        if number_of(event) == stop:
            break
    return record


def sensitive(
    event: Event, answer: Games | None, alternatives: dict[str, list[str]], pair: Callable[[Event, dict], Games]
) -> list[str]:
    """The other readings that would pair this round otherwise."""
    found = []
    for name, values in alternatives.items():
        for value in values:
            try:
                other = pair(event, {name: value})
            except NoPairing:
                other = None
            if other != answer:
                found.append(f"{name}={value}")
    return found


def command_line(doc: str, arguments: list[str], program: Any, pair: Callable[[Event, bool, dict], Games]) -> int:
    """FILE, --random S0 S1 NMIN NMAX or --selftest, with --maxi and --reading NAME=VALUE."""
    maxi, chosen, rest = False, {}, []
    while arguments:
        word = arguments.pop(0)
        if word == "--maxi":
            maxi = True
        elif word == "--reading":
            name, _, value = arguments.pop(0).partition("=")
            chosen[name] = value
        else:
            rest.append(word)
    if not rest:
        print(doc)
        return 3
    if rest[0] == "--selftest":
        program.check_handbook_examples()
        print("handbook examples: ok")
        print(program.check_random(1, 101, 4, program.LARGEST))
        return 0
    if rest[0] == "--random":
        for seed in range(int(rest[1]), int(rest[2])):
            print(json.dumps(program.random_position(seed, int(rest[3]), int(rest[4]))))
        return 0
    return next_pairing(read_event(Path(rest[0]).read_text(encoding="utf-8")), lambda event: pair(event, maxi, chosen))


def next_pairing(event: Event, pair: Callable[[Event], Games]) -> int:
    """Print the next round."""
    if event.played_rounds >= event.rounds:
        print("no pairing: all rounds have been played", file=sys.stderr)
        return 1
    try:
        games, bye = pair(event)
    except NoPairing as reason:
        print(f"no pairing: {reason}", file=sys.stderr)
        return 1
    for white, black in games:
        print(white, black)
    if bye:
        print(bye, 0)
    return 0
