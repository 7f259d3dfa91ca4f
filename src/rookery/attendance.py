"""Who was there: who completes too few of the meetings due to be ranked (C.05), and who was overlooked in a round."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence

from rookery.errors import Problem, Severity
from rookery.model import ByeKind, Ending, Round, Tournament
from rookery.regulations import announced, scheme
from rookery.wording import counted, spoken


def meetings_due(tournament: Tournament) -> tuple[int, int]:
    """How many meetings everybody has in the whole of a round robin or of a Scheveningen match, and in how many rounds.

    Where the code of the system does not say how many cycles there are, the number of rounds does.

    >>> from rookery.model import Player
    >>> meetings_due(Tournament(players=tuple(map(Player, range(1, 8))), system="BERGER_DOUBLEROUNDROBIN"))
    (12, 14)
    """
    plan, size = scheme(tournament.system), len(tournament.participants)
    single = max(1, size - 1 + size % 2)
    cycles = plan.format.cycles
    if plan.format.sides:
        half = len(tournament.players) // 2
        return cycles * half, cycles * half
    if plan.silent:
        cycles = max(1, round((tournament.planned or len(tournament.rounds)) / single))
    return cycles * (size - 1), cycles * single


def rounds_until_one(entrants: int) -> int:
    """In how many rounds one is left of so many, when in each of them half of them go.

    >>> rounds_until_one(8), rounds_until_one(9)
    (3, 4)
    """
    return (entrants - 1).bit_length()


def left_out(tournament: Tournament) -> frozenset[int]:
    """Who is left out of the standings of a round robin: completed, or can still complete, under half of the games.

    Exactly half is enough (C.05 6.6). A game is completed if one was there for it: a forfeit win counts, and so does a
    game still open.
    """
    due, needed = meetings_due(tournament)
    planned = max(tournament.planned or needed, len(tournament.rounds))
    possible = {one: planned - len(tournament.rounds) for one in tournament.by_id}
    for round in range(tournament.next_round, planned + 1):
        for one in tournament.absent(round):
            possible[one] -= 1
    for played in tournament.rounds:
        for one in _present(tournament, played):
            possible[one] += 1
    return frozenset(one for one, games in possible.items() if 2 * games < due)


def unranked(tournament: Tournament) -> frozenset[int]:
    """Who is left out of the standings as they are now: nobody where the rounds are not given, or none is there yet."""
    given = announced(tournament.system, tournament.event.type).predetermined
    if not tournament.rounds or not given or not scheme(tournament.system).format.equal_games:
        return frozenset()
    return left_out(tournament)


def counts(one: int, opponent: int | None, early: Collection[int]) -> bool:
    """Whether a meeting counts in the standings: with nobody who is left out of them (C.05 6.6).

    >>> counts(1, 2, {2}), counts(1, 3, {2}), counts(2, None, {2})
    (False, True, True)
    """
    return opponent is None or not (one in early or opponent in early)


def _present(tournament: Tournament, round: Round) -> Iterator[int]:
    """Everybody who was there for their meeting, or may be."""
    ends: list[tuple[int, int, list[tuple[Ending, Ending]]]] = [
        (game.white, game.black, [(game.result.white, game.result.black)]) for game in round.games
    ]
    for match in round.matches:
        from rookery.matches import sides

        forfeit = match.forfeit
        results = [(forfeit.white, forfeit.black)] if forfeit is not None else list(sides(tournament, match))
        ends.append((match.white, match.black, results))
    for white, black, results in ends:
        for one, own in ((white, [first for first, _ in results]), (black, [second for _, second in results])):
            if not own or any(end is not Ending.FORFEIT_LOSS for end in own):
                yield one


# -- who has neither a game nor a bye

Silent = Mapping[int, Sequence[int]]
"""The rounds in which somebody has neither a game nor a bye, those before they entered left out."""


def unmentioned(tournament: Tournament) -> dict[int, list[int]]:
    """Who is not mentioned in a round at all, though they were in one before it."""
    silent: dict[int, list[int]] = {}
    entered = set[int]()
    for number, round in enumerate(tournament.rounds, 1):
        here = _mentioned(round)
        for one in tournament.by_id:
            if one in entered and one not in here:
                silent.setdefault(one, []).append(number)
        entered |= here
    return silent


def overlooked(tournament: Tournament, silent: Silent) -> dict[int, list[int]]:
    """Of these, who was to be paired in such a round: it is open, or they are there again after it, or will be.

    Whoever is silent to the end has left, and so has who is out of a knock-out; one is free where all meet and are odd.
    """
    format, last = scheme(tournament.system).format, len(tournament.rounds)
    if format.eliminates:
        return {}
    alone = {number for many in silent.values() for number in many} if format.everybody_meets else set[int]()
    free = {number for number in alone if sum(number in many for many in silent.values()) == 1}
    following = last < (tournament.planned or last)
    away = tournament.absent(last + 1)
    found = {}
    for one, many in silent.items():
        there = [n for n, round in enumerate(tournament.rounds, 1) if one in _mentioned(round) and n not in many]
        until = last + 1 if following and one not in away else max(there, default=0)
        missed = [n for n in many if n not in free and (n < until or tournament.rounds[n - 1].pending)]
        if missed:
            found[one] = missed
    return found


def unsaid(tournament: Tournament) -> tuple[Problem, ...]:
    """Who is overlooked in rounds that do not mention them; the reader of TRF says it of its empty cells."""
    found = overlooked(tournament, unmentioned(tournament))
    return tuple(
        Problem(
            Severity.WARNING, "no-word", 0, (0, 0), f"rounds[{rounds[0] - 1}]",
            no_word(number, rounds, team=tournament.team_event),
        )
        for number, rounds in found.items()
    )  # fmt: skip


def no_word(number: int, rounds: Sequence[int], *, team: bool = False) -> str:
    """What is said of who is overlooked in these rounds."""
    return spoken("team %(number)s has neither an opponent nor a bye in %(rounds)s" if team else
                  "player %(number)s has neither an opponent nor a bye in %(rounds)s", number=number,
                  rounds=numbered(rounds))  # fmt: skip


def numbered(rounds: Sequence[int]) -> str:
    """Rounds by their numbers.

    >>> numbered([4]), numbered([2, 3])
    ('round 4', 'rounds 2, 3')
    """
    return counted(len(rounds), "round %(rounds)s", "rounds %(rounds)s", rounds=", ".join(map(str, rounds)))


def _mentioned(round: Round) -> set[int]:
    """Who has a game, a match or a bye in a round."""
    return {one for pair in round.pairs for one in pair} | {bye.player for bye in round.byes}


def gone_since(tournament: Tournament) -> dict[int, int]:
    """Who has withdrawn, and the first round they miss for it.

    That is written down, or they are absent without a point in every round that is left, or in two or more up to the
    last.

    >>> from rookery.model import Player
    >>> event = Tournament(players=(Player(1), Player(2), Player(3)), planned=3).withdraw(2, 2)
    >>> gone_since(event), gone_since(event.withdraw(3))
    ({2: 2}, {2: 2, 3: 1})
    """
    t = tournament
    found = {one.player: one.round for one in t.withdrawn}
    last = max(t.planned or 0, len(t.rounds))
    away = set(_absent(t, last)) - found.keys() if last else set()
    first = {one: _first_of(t, one, last) for one in sorted(away)}
    return found | {one: round for one, round in first.items() if round <= t.next_round or round < last}


def _absent(t: Tournament, number: int) -> Iterator[int]:
    """Who is absent in a round without a point for it."""
    if number > len(t.rounds):
        return (bye.player for bye in t.requested if bye.round == number and bye.kind is ByeKind.ZERO)
    return (bye.player for bye in t.rounds[number - 1].byes if bye.kind is ByeKind.ZERO)


def _first_of(t: Tournament, one: int, last: int) -> int:
    """The first of the rounds without a break in which somebody is absent, up to the last."""
    first = last
    while first > 1 and one in _absent(t, first - 1):
        first -= 1
    return first
