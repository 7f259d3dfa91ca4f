"""Random events of many weeks, in which ratings change on the way, and what the literal reading says of them."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from fractions import Fraction
from random import Random

import rookery
from literal import long_events
from rookery import (
    Bye,
    ByeKind,
    Game,
    NationalRecord,
    PartialDate,
    Player,
    Rating,
    Result,
    Round,
    Tournament,
    TournamentInfo,
)

CODES = ("ARO", "ARO/C1", "ARO/C2", "ARO/M1", "TPR", "PTP", "APRO", "APPO")
LATEST = 20  # no rating begins so late
METHODS = ("", "FIDE", "GER NRO", "GER FIDON", "GER NIDOF", "HBFN", "LBFN", "OTHER")
HALVES = {Result.WHITE_WINS: 2, Result.DRAW: 1, Result.BLACK_WINS: 0, Result.UNRATED_WHITE_WINS: 2}
RESULTS = (*HALVES, *HALVES, Result.BLACK_BY_FORFEIT, Result.DOUBLE_FORFEIT)


def histories(rng: Random, rounds: int, sure: bool) -> dict[str, list[tuple[int, int]]]:
    """The ratings of one player by kind, each as (first round, rating); a `sure` one begins with round one."""
    history_by_kind = {}
    for kind in ("official", "national", "tournament"):
        if (kind == "official" and sure) or rng.random() < 0.3:
            first = 1 if sure else rng.choice((1, 1, 1, 2, 3))
            later = rng.sample(range(first + 1, rounds + 3), rng.randint(0, max(0, min(3, rounds - first))))
            history_by_kind[kind] = [(number, rng.randint(1000, 2700)) for number in (first, *sorted(later))]
    return history_by_kind


def expected(method: str, player: dict[str, list[tuple[int, int]]], round: int) -> int:
    """The tournament rating in a round as record 172 describes it; 0 is none."""

    def of(rating_kind: str) -> int:
        return ([0] + [value for start, value in player.get(rating_kind, []) if start <= round])[-1]

    own, fide, national = of("tournament"), of("official"), of("national")
    if own:
        return own
    match method.split()[-1:]:
        case ["NRO"]:
            return national
        case ["FIDON"]:
            return fide if fide else national
        case ["NIDOF"]:
            return national if national else fide
        case ["HBFN"]:
            return fide if fide > national else national
        case ["LBFN"]:
            return fide if not national or 0 < fide < national else national
    return fide


def random_event(rng: Random) -> tuple[Tournament, dict[int, dict[str, list[tuple[int, int]]]]]:
    """An event of over thirty days, with everybody's ratings; OTHER only where the organiser gives a rating."""
    size, rounds, method, sure = rng.randint(2, 12), rng.randint(2, 11), rng.choice(METHODS), rng.random() < 0.7
    histories_by_player = {player: histories(rng, rounds, sure) for player in range(1, size + 1)}
    if method == "OTHER":
        own_ratings = {
            player: [(start + 1, value) for start, value in line.get("tournament", [])]
            for player, line in histories_by_player.items()
        }
        histories_by_player = {
            player: {"tournament": [(1, 1000 + 50 * player), *later]} for player, later in own_ratings.items()
        }
    players = tuple(player_with_ratings(player, line, method) for player, line in histories_by_player.items())
    event = TournamentInfo(start=PartialDate(2026, 1, 10), end=PartialDate(2026, 5, 2), ranking_method=method)
    return Tournament(
        players=players, info=event, rounds=tuple(random_round(rng, size) for _ in range(rounds))
    ), histories_by_player


def player_with_ratings(number: int, line: dict[str, list[tuple[int, int]]], method: str) -> Player:
    """A player with these ratings; some of the national ones stand in a record as well."""
    ratings = tuple(
        Rating(value, kind, from_round=start, federation="GER" if kind == "national" else "")
        for kind, history in line.items()
        for start, value in history
    )
    national = line.get("national", [])
    record = (NationalRecord(federation="GER", rating=national[0][1]),) if national and number % 2 else ()
    return Player(number, f"P{number}", first_rating(method, line), ratings=ratings, national=record)


def first_rating(method: str, line: dict[str, list[tuple[int, int]]]) -> int:
    """The first tournament rating that a player gets."""
    return next(filter(None, (expected(method, line, round) for round in range(1, LATEST))), 0)


def random_round(rng: Random, size: int) -> Round:
    """A round: whoever is left over, or away, has a bye."""
    line = rng.sample(range(1, size + 1), size)
    away = [line.pop() for _ in range(len(line) % 2 + 2 * (rng.random() < 0.2 and size > 3))]
    games = tuple(Game(white, black, rng.choice(RESULTS)) for white, black in zip(line[::2], line[1::2], strict=True))
    return Round(games, byes=tuple(Bye(player, ByeKind.HALF) for player in away))


def differences(rng: Random, counts: dict[str, int]) -> Iterator[str]:
    """What the standings of a random event say otherwise than the literal reading, first by first and then by round."""
    event, own = random_event(rng)
    method = event.info.ranking_method
    games = [
        (number, game.white, game.black, HALVES[game.result])
        for number, round in enumerate(event.rounds, 1)
        for game in round.games
        if game.result in HALVES
    ]
    lines = {player: [(r, expected(method, line, r)) for r in range(1, LATEST)] for player, line in own.items()}
    everybody = all(first_rating(method, line) for line in own.values())
    for by_round in (False, True):
        run = replace(event, ratings_by_round=by_round)
        bare = not everybody or (
            by_round and any(not dict(lines[player])[r] for r, white, black, _ in games for player in (white, black))
        )
        counts["refused" if bare else "by round" if by_round else "first"] += 1
        if bare:
            yield from accepted_tiebreaks(run)
        for substitute in (1400,) if bare else (0, 1400):
            expected_values = long_events.values(lines, games, by_round, substitute)
            table = rookery.standings(run, [f"{code}/U{substitute}" if substitute else code for code in CODES])
            for row in table.rows:
                for code, value_shown in zip(CODES, row.values, strict=True):
                    value = expected_values[code][row.id]
                    if value_shown != (None if value is None else Fraction(value)):
                        place = f"{code}/U{substitute} {by_round=} {method} player {row.id}"
                        yield f"{place}: {value_shown}, literally {value}"


def accepted_tiebreaks(event: Tournament) -> Iterator[str]:
    """The tie-breaks that are not dropped, as they must be when somebody has no rating."""
    for code in CODES:
        try:
            rookery.standings(event, [code])
        except rookery.RuleError:
            continue
        yield f"{code} stands although somebody has no rating"
