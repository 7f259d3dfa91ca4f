"""Every sequence of the remaining rounds, tried in turn: the reference of `rookery.check_feasibility`.

Read off the bare facts of a tournament; nothing of the pairing, of the kernel or of the history is asked. A round is a
set of pairs, the allocated bye a pair with number 0; a sequence is good when no pair stands in it twice.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from random import Random

from rookery import (
    Bye,
    ByeKind,
    ForbiddenPair,
    Game,
    Match,
    Player,
    PointSystem,
    RequestedBye,
    Result,
    Round,
    Team,
    Tournament,
)

Pair = tuple[int, int]

MATCHES = ("FIDE_DOUBLESWISS", "FIDE_TEAM")
"""Where matches are played, a forfeit won and a full-point bye bar from the bye, whatever they are worth."""


def possible(tournament: Tournament) -> bool:
    """Whether some sequence of the rounds that are left has no pair twice."""
    assert tournament.planned_rounds is not None
    met = {pair for round in tournament.rounds for pair in _opponents(round)}
    numbers: dict[Pair, int] = {}
    rounds: list[list[int]] = []
    for number in range(len(tournament.rounds) + 1, tournament.planned_rounds + 1):
        choices = []
        for pairs in _pairings(_present(tournament, number), _barred(tournament, number)):
            if not met.intersection(pairs) and not any(_apart(tournament, number, pair) for pair in pairs):
                choices.append(sum(1 << numbers.setdefault(pair, len(numbers)) for pair in pairs))
        rounds.append(choices)

    @cache
    def going_on(place: int, previous: int) -> bool:
        if place == len(rounds):
            return True
        return any(not previous & choice and going_on(place + 1, previous | choice) for choice in rounds[place])

    return going_on(0, 0)


def _pairings(present: list[int], barred: set[int]) -> Iterator[tuple[Pair, ...]]:
    """Everybody paired with somebody; of an odd number one, who is not barred, with nobody."""
    if not present:
        yield ()
        return
    first, *present_rest = present
    if len(present) % 2 and first not in barred:
        for rest in _pairings(present_rest, set()):
            yield ((0, first), *rest)
    for other in present_rest:
        left = [player for player in present_rest if player != other]
        for rest in _pairings(left, barred):
            yield ((first, other), *rest)


def _present(tournament: Tournament, number: int) -> list[int]:
    away = {bye.player for bye in tournament.requested_byes if bye.round == number}
    return sorted(set(tournament.participants_by_number) - away)


def _apart(tournament: Tournament, number: int, pair: Pair) -> bool:
    return any(
        set(pair) <= set(ban.players) and ban.first_round <= number <= (ban.last_round or number)
        for ban in tournament.forbidden_pairs
    )


def _opponents(round: Round) -> Iterator[Pair]:
    """Who sat down against whom, or will: a forfeit is no meeting."""
    for board in (*round.games, *round.matches):
        results = [game.result for game in board.games] if isinstance(board, Match) else [board.result]
        if isinstance(board, Match) and board.forfeit is not None:
            continue
        if not results or any(result.played or result is Result.PENDING for result in results):
            yield min(board.white, board.black), max(board.white, board.black)


def _barred(tournament: Tournament, number: int) -> set[int]:
    """Who has had the bye, or a win without a game, before this round; byes that are asked for will have been had."""
    matches, points = tournament.system.startswith(MATCHES), tournament.points
    worth = {
        ByeKind.PAIRING_ALLOCATED: True,
        ByeKind.FULL: matches or points.full_bye >= points.win,
        ByeKind.HALF: not matches and points.half_bye >= points.win,
        ByeKind.ZERO: False,
        ByeKind.NOT_ENTERED: False,
    }
    byes = [(bye.player, bye.kind) for round in tournament.rounds for bye in round.byes]
    byes += [(bye.player, bye.kind) for bye in tournament.requested_byes if bye.round < number]
    barred = {player for player, kind in byes if worth[kind]}
    for round in tournament.rounds:
        for board in (*round.games, *round.matches):
            result = board.forfeit if isinstance(board, Match) else board.result
            if result is Result.WHITE_BY_FORFEIT:
                barred.add(board.white)
            elif result is Result.BLACK_BY_FORFEIT:
                barred.add(board.black)
    return barred


# -- events to ask about


def random_tournament(seed: int) -> Tournament:
    """A small event under way: to 8 participants and 7 rounds, up to 3 forbidden pairs, byes, absences, open games."""
    rng = Random(seed)
    size = rng.choice((1, 2, 3, 4, 5, 5, 6, 6, 6, 7, 7, 7, 8, 8, 8, 8))
    planned = min(7, max(1, size - 1 + size % 2 - rng.choice((-1, 0, 0, 0, 1, 1, 2, 3))))
    system = rng.choice(("FIDE_DUTCH_2026",) * 4 + ("FIDE_DUBOV", "LIM", "FIDE_DOUBLESWISS", "FIDE_TEAM"))
    teams = system == "FIDE_TEAM"
    tournament = Tournament(
        players=tuple(Player(number, rating=2000) for number in range(1, size + 1)),
        teams=tuple(Team(number, players=(number,)) for number in range(1, size + 1)) if teams else (),
        team_event=teams,
        planned_rounds=planned,
        system=system,
        points=rng.choice((PointSystem(), PointSystem(), PointSystem(full_bye=5), PointSystem(half_bye=10))),
        requested_byes=tuple(_requests(rng, size, planned)),
    )
    for _ in range(rng.choice((0, 0, 0, 1, 2, 3, 4))):
        if tournament.next_round <= planned:
            tournament = tournament.with_round(_round(tournament, rng), allow_irregular=True)  # also two who meet again
    return Tournament(**{**_fields(tournament), "forbidden_pairs": tuple(_bans(rng, size, planned))})


def _fields(tournament: Tournament) -> dict[str, object]:
    names = ("players", "teams", "team_event", "rounds", "planned_rounds", "system", "points", "requested_byes")
    return {name: getattr(tournament, name) for name in names}


def _bans(rng: Random, size: int, planned: int) -> Iterator[ForbiddenPair]:
    for _ in range(rng.choice((0, 0, 1, 1, 2, 3)) if size > 1 else 0):
        first = rng.choice((1, 1, 1, rng.randint(1, planned)))
        last = rng.choice((None, None, rng.randint(first, planned)))
        yield ForbiddenPair(tuple(sorted(rng.sample(range(1, size + 1), 2))), first, last)


def _requests(rng: Random, size: int, planned: int) -> Iterator[RequestedBye]:
    often = rng.choice((0, 0, 0, 0.05, 0.1, 0.2))
    for one in range(1, size + 1):
        first = rng.randint(2, planned) if rng.random() < often / 2 and planned > 1 else 1  # a late entry
        last = rng.randint(1, planned) if rng.random() < often / 2 else planned  # somebody leaves
        for number in range(1, planned + 1):
            if not first <= number <= last:
                yield RequestedBye(number, one)
            elif rng.random() < often:
                yield RequestedBye(number, one, rng.choice((ByeKind.ZERO, ByeKind.HALF, ByeKind.FULL)))


def _round(tournament: Tournament, rng: Random) -> Round:
    """Some round, by the rules where one of a few draws is; the last may have open games."""
    number = tournament.next_round
    present, barred = _present(tournament, number), _barred(tournament, number)
    met = {pair for round in tournament.rounds for pair in _opponents(round)}
    pairs: list[Pair] = []
    for _ in range(30):
        rng.shuffle(present)
        pairs = [(a, b) for a, b in zip(present[::2], present[1::2], strict=False)]
        left = present[-1:] if len(present) % 2 else []
        if not met.intersection((min(pair), max(pair)) for pair in pairs) and not barred.intersection(left):
            break
    byes = [Bye(player, kind) for player, kind in tournament.absent(number).items()]
    byes += [Bye(player, ByeKind.PAIRING_ALLOCATED) for player in (present[-1:] if len(present) % 2 else [])]
    ends = (Result.DRAW,) * 12 + (Result.WHITE_BY_FORFEIT, Result.BLACK_BY_FORFEIT, Result.DOUBLE_FORFEIT)
    ends += (Result.PENDING,) * 2
    if not tournament.system.startswith(MATCHES):
        return Round(games=tuple(Game(a, b, rng.choice(ends)) for a, b in pairs), byes=tuple(byes))
    matches = []
    for a, b in pairs:
        end = rng.choice(ends)
        games = (Game(a, b, end),) if not end.forfeit else ()
        matches.append(Match(a, b, games, end if end.forfeit else None))
    return Round(matches=tuple(matches), byes=tuple(byes))
