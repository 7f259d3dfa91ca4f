"""Judges of a pairing that know no engine: what is legal, and every pairing of a small field.

Written from C.04.1 and the chapters alone; nothing of `rookery.pairing` decides here.
"""

from __future__ import annotations

from collections.abc import Iterator

from rookery.model import ByeKind, Game, Result, Tournament
from rookery.pairing.field import Field
from rookery.pairing.outcome import Pairing


def find_violations(event: Tournament, outcome: Pairing, colours: bool = True, asked_bars: bool = True) -> list[str]:
    """Every absolute rule that a pairing of the next round breaks; that of colours where games are paired.

    Before 2026 a full-point bye that was asked for did not bar from the allocated one.
    """
    number, problems = event.next_round, []
    away = event.absent(number)
    named = [participant for pair in outcome.pairs for participant in pair] + (
        [outcome.bye] if outcome.bye is not None else []
    )
    if sorted(named) != sorted(participant for participant in event.participants_by_number if participant not in away):
        problems.append("somebody is missing, or there twice")
    games = [game for round in event.rounds for game in round.games if game.result.played]
    met = {frozenset((game.white, game.black)) for game in games} | matches_played(event)
    apart = [set(forbidden.players) for forbidden in event.forbidden_pairs if forbidden.covers(number)]
    for white, black in outcome.pairs:
        if frozenset((white, black)) in met:
            problems.append(f"{white}-{black} have met")
        if any({white, black} <= group for group in apart):
            problems.append(f"{white}-{black} are kept apart")
        if colours:
            problems += [
                problem
                for player, colour in ((white, "w"), (black, "b"))
                for problem in check_colours(games, player, colour)
            ]
    if outcome.bye is not None and outcome.bye in barred_from_bye(event, asked_bars):
        problems.append(f"{outcome.bye} may not have the bye")
    return problems


def matches_played(event: Tournament) -> set[frozenset[int]]:
    """Who has met in a match in which something was played."""
    matches = [match for round in event.rounds for match in round.matches]
    return {frozenset((m.white, m.black)) for m in matches if any(game.result.played for game in m.games)}


def check_colours(games: list[Game], player: int, colour: str) -> Iterator[str]:
    """A third equal colour in succession, or three more of one than of the other."""
    had = "".join("w" if game.white == player else "b" for game in games if player in (game.white, game.black)) + colour
    if abs(had.count("w") - had.count("b")) > 2 or had[-3:] in ("www", "bbb"):
        yield f"{player} would have had {had}"


def barred_from_bye(event: Tournament, asked_bars: bool = True) -> set[int]:
    """Who had the allocated bye, or scored a win's worth without playing."""
    points, barred_players = event.points, set()
    worth = {ByeKind.FULL: points.full_bye, ByeKind.HALF: points.half_bye, ByeKind.ZERO: points.absence}
    for round in event.rounds:
        for bye in round.byes:
            if bye.kind is ByeKind.PAIRING_ALLOCATED or (asked_bars and worth.get(bye.kind, 0) >= points.win):
                barred_players.add(bye.player)
        for game in round.games:
            if game.result is Result.WHITE_BY_FORFEIT and points.forfeit_win >= points.win:
                barred_players.add(game.white)
            if game.result is Result.BLACK_BY_FORFEIT and points.forfeit_win >= points.win:
                barred_players.add(game.black)
    return barred_players


def is_pairable(rows: list[int], alive: int) -> bool:
    """Whether a small field can be paired completely: by trying everything."""
    if not alive:
        return True
    i = (alive & -alive).bit_length() - 1
    rest = alive & ~(1 << i)
    return any(is_pairable(rows, rest & ~(1 << j)) for j in range(len(rows)) if rows[i] & rest & 1 << j)


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


def bye_candidates(field: Field) -> list[int]:
    """Who may be left over: those who may have the bye, or nobody (a place behind the last)."""
    return [i for i in range(field.size) if field.eligible >> i & 1] if field.size % 2 else [field.size]


def is_possible(field: Field) -> bool:
    """Whether anybody could pair a small field."""
    return any(is_pairable(field.rows, field.full & ~(1 << i)) for i in bye_candidates(field))


def complete_pairings(field: Field) -> Iterator[tuple[list[tuple[int, int]], int | None]]:
    """Every pairing of a small field with its bye, by ids."""
    for i in bye_candidates(field):
        bye = field.ids[i] if i < field.size else None
        for pairs in pairings(field.rows, field.full & ~(1 << i)):
            yield [(field.ids[a], field.ids[b]) for a, b in pairs], bye
