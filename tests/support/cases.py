"""What the tests of Dubov and Burstein share: positions from files, random events, and a checker of its own.

The checker is written from C.04.1 and the chapters alone and uses nothing of `rookery.pairing`.
"""

from __future__ import annotations

import json
import random
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import rookery
from rookery.model import Bye, ByeKind, Colour, Game, Player, RequestedBye, Result, Round, Tournament
from rookery.pairing.outcome import Outcome
from rookery.pairing.system import System

Answer = tuple[list[list[int]] | None, int | None]

RESULTS = [Result.WHITE_WINS, Result.DRAW, Result.BLACK_WINS]
FORFEITS = [Result.WHITE_BY_FORFEIT, Result.BLACK_BY_FORFEIT, Result.DOUBLE_FORFEIT]


# -- answers


def answer(system: System, event: Tournament) -> Answer:
    """Pairs (white first, sorted) and bye; None when there is no pairing."""
    try:
        outcome = system.pair(event)
    except rookery.NoPairing:
        return None, None
    return sorted(map(list, outcome.pairs)), outcome.bye


def expected(case: dict[str, Any]) -> Answer:
    """What a case says."""
    return None if case["pairs"] is None else sorted(map(list, case["pairs"])), case["bye"]


def position(event: Tournament, case: dict[str, Any]) -> Tournament:
    """The event before the round of a case, with those who are absent then."""
    number = case["round"]
    asked = tuple(RequestedBye(number, int(one), ByeKind(kind)) for one, kind in case["absent"].items())
    return replace(event.until(number), requested=asked)


def cases(folder: Path) -> Iterator[dict[str, Any]]:
    """The expectations of a folder: `expected.jsonl`, or one JSON file for each tournament."""
    lines = folder / "expected.jsonl"
    if lines.exists():
        yield from map(json.loads, lines.read_text("utf-8").splitlines())
    else:
        yield from (json.loads(path.read_text("utf-8")) for path in sorted(folder.glob("*.json")))


def differences(system: System, folder: Path) -> tuple[int, list[object]]:
    """How many rounds of a folder were paired, and every difference."""
    count, found = 0, []
    for case in cases(folder):
        event = rookery.load(folder / case["file"]).tournament
        for one in case.get("rounds", [case]):
            count += 1
            got = answer(system, position(event, one))
            if got != expected(one):
                found.append((case["file"], one["round"], got, expected(one)))
    return count, found


# -- random events


def entered(size: int, planned: int, seed: int = 0, **more: Any) -> Tournament:
    """A rated tournament before round one."""
    rng = random.Random(seed)
    ratings = sorted((rng.randint(1200, 2600) for _ in range(size)), reverse=True)
    players = tuple(Player(i, f"Player {i}", rating) for i, rating in enumerate(ratings, 1))
    return Tournament(players=players, planned=planned, initial_colour=Colour.WHITE, **more)


def after(event: Tournament, outcome: Outcome, rng: random.Random, forfeits: float = 0.0) -> Tournament:
    """The event with this round played."""
    games = tuple(
        Game(white, black, rng.choice(FORFEITS) if rng.random() < forfeits else rng.choice(RESULTS))
        for white, black in outcome.pairs
    )
    byes = [Bye(one, kind) for one, kind in event.absent(event.next_round).items()]
    if outcome.bye is not None:
        byes.append(Bye(outcome.bye, ByeKind.PAIRING_ALLOCATED))
    return event.with_round(Round(games=games, byes=tuple(byes)))


def absences(event: Tournament, rng: random.Random, rate: float) -> Tournament:
    """The event with some who ask for a bye in the next round."""
    kinds = [ByeKind.HALF, ByeKind.ZERO, ByeKind.FULL]
    asked = [RequestedBye(event.next_round, p.id, rng.choice(kinds)) for p in event.players if rng.random() < rate]
    return replace(event, requested=tuple(asked))


# -- the checker


def faults(event: Tournament, outcome: Outcome) -> list[str]:
    """Every absolute rule that a pairing of the next round breaks."""
    number, found = event.next_round, []
    away = {bye.player for bye in event.requested if bye.round == number}
    named = [one for pair in outcome.pairs for one in pair] + ([outcome.bye] if outcome.bye is not None else [])
    if sorted(named) != sorted(player.id for player in event.players if player.id not in away):
        found.append("somebody is missing, or there twice")
    games = [game for round in event.rounds for game in round.games if game.result.played]
    met = {frozenset((game.white, game.black)) for game in games}
    apart = [set(one.players) for one in event.forbidden if one.covers(number)]
    for white, black in outcome.pairs:
        if frozenset((white, black)) in met:
            found.append(f"{white}-{black} have met")
        if any({white, black} <= group for group in apart):
            found.append(f"{white}-{black} are kept apart")
        for one, colour in ((white, "w"), (black, "b")):
            had = "".join("w" if game.white == one else "b" for game in games if one in (game.white, game.black))
            had += colour
            if abs(had.count("w") - had.count("b")) > 2 or had[-3:] in ("www", "bbb"):
                found.append(f"{one} would have had {had}")
    if outcome.bye is not None and outcome.bye in barred(event):
        found.append(f"{outcome.bye} may not have the bye")
    return found


def barred(event: Tournament) -> set[int]:
    """Who had the allocated bye, or scored a win's worth without playing."""
    points, found = event.points, set()
    worth = {ByeKind.FULL: points.full_bye, ByeKind.HALF: points.half_bye, ByeKind.ZERO: points.absence}
    for round in event.rounds:
        for bye in round.byes:
            if bye.kind is ByeKind.PAIRING_ALLOCATED or worth.get(bye.kind, 0) >= points.win:
                found.add(bye.player)
        for game in round.games:
            if game.result is Result.WHITE_BY_FORFEIT and points.forfeit_win >= points.win:
                found.add(game.white)
            if game.result is Result.BLACK_BY_FORFEIT and points.forfeit_win >= points.win:
                found.add(game.black)
    return found


def pairable(rows: list[int], alive: int) -> bool:
    """Whether a small field can be paired completely: by trying everything."""
    if not alive:
        return True
    i = (alive & -alive).bit_length() - 1
    rest = alive & ~(1 << i)
    return any(pairable(rows, rest & ~(1 << j)) for j in range(len(rows)) if rows[i] & rest & 1 << j)


def pairings(rows: list[int], alive: int) -> Iterator[list[tuple[int, int]]]:
    """Every complete pairing of a small field."""
    if not alive:
        yield []
        return
    i = (alive & -alive).bit_length() - 1
    rest = alive & ~(1 << i)
    for j in range(len(rows)):
        if rows[i] & rest & 1 << j:
            for more in pairings(rows, rest & ~(1 << j)):
                yield [(i, j), *more]
