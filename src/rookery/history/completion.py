"""When a tournament is over: meetings due, early leavers, overlooked participants, open rounds and games."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from typing import Literal

from rookery._record import record
from rookery.answer import Answer
from rookery.errors import Problem, RookeryError, Severity
from rookery.messages import join_list, msg, msg_plural
from rookery.model import ByeKind, Ending, Game, Round, Tournament
from rookery.model.tournament import require_tournament
from rookery.regulations import format_for, parse_type_code


def meetings_due(tournament: Tournament) -> tuple[int, int]:
    """Return the meetings of a participant and the rounds of a round robin or Scheveningen match.

    Where the code of the system does not say how many cycles there are, the number of rounds does.

    >>> from rookery.model import Player
    >>> meetings_due(Tournament(players=tuple(map(Player, range(1, 8))), system="BERGER_DOUBLEROUNDROBIN"))
    (12, 14)
    """
    plan, size = parse_type_code(tournament.system), len(tournament.participants)
    single = max(1, size - 1 + size % 2)
    cycles = plan.format.cycles
    if plan.format.sides:
        half = len(tournament.players) // 2
        return cycles * half, cycles * half
    if plan.is_unspecified:
        cycles = max(1, round((tournament.planned_rounds or len(tournament.rounds)) / single))
    return cycles * (size - 1), cycles * single


def knockout_rounds(entrants: int) -> int:
    """Return the number of rounds of a knock-out for a number of entrants.

    >>> knockout_rounds(8), knockout_rounds(9)
    (3, 4)
    """
    return (entrants - 1).bit_length()


def early_leavers(tournament: Tournament) -> frozenset[int]:
    """Return those left out of round-robin standings because they cannot complete half of their games any more.

    Exactly half is enough (C.05 6.6). A game is completed if one was there for it: a forfeit win counts, and so does a
    game still open.
    """
    due, needed = meetings_due(tournament)
    planned = max(tournament.planned_rounds or needed, len(tournament.rounds))
    possible = {participant: planned - len(tournament.rounds) for participant in tournament.participants_by_number}
    for round in range(tournament.next_round, planned + 1):
        for participant in tournament.absent(round):
            possible[participant] -= 1
    for past_round in tournament.rounds:
        for participant in _iter_present(tournament, past_round):
            possible[participant] += 1
    return frozenset(participant for participant, games in possible.items() if 2 * games < due)


def unranked_participants(tournament: Tournament) -> frozenset[int]:
    """Return the participants left out of the standings now; none unless rounds are fixed and one has been played."""
    is_fixed = format_for(tournament.system, tournament.info.type).predetermined
    if not tournament.rounds or not is_fixed or not parse_type_code(tournament.system).format.equal_games:
        return frozenset()
    return early_leavers(tournament)


def counts_in_standings(participant: int, opponent: int | None, unranked_ids: Collection[int]) -> bool:
    """Return whether a meeting counts in the standings, as no side of it is left out of them (C.05 6.6).

    >>> counts_in_standings(1, 2, {2}), counts_in_standings(1, 3, {2}), counts_in_standings(2, None, {2})
    (False, True, True)
    """
    return opponent is None or not (participant in unranked_ids or opponent in unranked_ids)


def _iter_present(tournament: Tournament, round: Round) -> Iterator[int]:
    """Yield every participant who was present for their meeting, or may be."""
    meetings: list[tuple[int, int, list[tuple[Ending, Ending]]]] = [
        (game.white, game.black, [(game.result.white, game.result.black)]) for game in round.games
    ]
    for match in round.matches:
        from rookery.history.team_matches import board_results

        forfeit = match.forfeit
        boards = [(forfeit.white, forfeit.black)] if forfeit is not None else list(board_results(tournament, match))
        meetings.append((match.white, match.black, boards))
    for white, black, boards in meetings:
        for participant, endings in (
            (white, [first for first, _ in boards]),
            (black, [second for _, second in boards]),
        ):
            if not endings or any(end is not Ending.FORFEIT_LOSS for end in endings):
                yield participant


# -- participants without a game or a bye

SilentRounds = Mapping[int, Sequence[int]]
"""The rounds, after their first one, in which participants have neither a game nor a bye."""


def find_silent_rounds(tournament: Tournament) -> dict[int, list[int]]:
    """Return the rounds that do not mention a participant who was in an earlier one."""
    silent_rounds: dict[int, list[int]] = {}
    entered_ids = set[int]()
    for number, round in enumerate(tournament.rounds, 1):
        present = _participants_in(round)
        for participant in tournament.participants_by_number:
            if participant in entered_ids and participant not in present:
                silent_rounds.setdefault(participant, []).append(number)
        entered_ids |= present
    return silent_rounds


def find_overlooked_rounds(tournament: Tournament, silent_rounds: SilentRounds) -> dict[int, list[int]]:
    """Return the silent rounds in which a participant should have been paired.

    Such a round is still open, or the participant plays or is due in a later one. A participant silent to the
    end has left, and one out of a knock-out has none to play. Where all meet all and the number is odd, one is free in
    every round.
    """
    format, last = parse_type_code(tournament.system).format, len(tournament.rounds)
    if format.eliminates:
        return {}
    rounds_with_silent = (
        {number for rounds in silent_rounds.values() for number in rounds} if format.is_round_robin else set[int]()
    )
    free = {number for number in rounds_with_silent if sum(number in rounds for rounds in silent_rounds.values()) == 1}
    following = last < (tournament.planned_rounds or last)
    away = tournament.absent(last + 1)
    overlooked_rounds = {}
    for participant, rounds in silent_rounds.items():
        played = enumerate(tournament.rounds, 1)
        present_rounds = [n for n, round in played if participant in _participants_in(round) and n not in rounds]
        until = last + 1 if following and participant not in away else max(present_rounds, default=0)
        missed = [n for n in rounds if n not in free and (n < until or tournament.rounds[n - 1].pending)]
        if missed:
            overlooked_rounds[participant] = missed
    return overlooked_rounds


def overlooked_problems(tournament: Tournament) -> tuple[Problem, ...]:
    """Return a warning for each participant who is overlooked; the TRF reader reports its empty cells itself."""
    overlooked_rounds = find_overlooked_rounds(tournament, find_silent_rounds(tournament))
    return tuple(
        Problem(
            Severity.WARNING, "no-word", 0, (0, 0), f"rounds[{rounds[0] - 1}]",
            overlooked_message(number, rounds, team=tournament.team_event),
        )
        for number, rounds in overlooked_rounds.items()
    )  # fmt: skip


def overlooked_message(number: int, rounds: Sequence[int], *, team: bool = False) -> str:
    """Return the message about a participant overlooked in these rounds."""
    return msg("team %(number)s has neither an opponent nor a bye in %(rounds)s" if team else
                  "player %(number)s has neither an opponent nor a bye in %(rounds)s", number=number,
                  rounds=format_rounds(rounds))  # fmt: skip


def format_rounds(rounds: Sequence[int]) -> str:
    """Format rounds by their numbers.

    >>> format_rounds([4]), format_rounds([2, 3])
    ('round 4', 'rounds 2, 3')
    """
    return msg_plural(len(rounds), "round %(rounds)s", "rounds %(rounds)s", rounds=", ".join(map(str, rounds)))


def _participants_in(round: Round) -> set[int]:
    """Return the participants with a game, a match or a bye in a round."""
    return {participant for pair in round.pairs for participant in pair} | {bye.player for bye in round.byes}


def find_withdrawals(tournament: Tournament) -> dict[int, int]:
    """Return the participants who have withdrawn, with the first round each misses.

    A withdrawal is recorded, or follows from absence without a point in every round that is left, or in two or more
    up to the last.

    >>> from rookery.model import Player
    >>> event = Tournament(players=(Player(1), Player(2), Player(3)), planned_rounds=3).withdraw(2, 2)
    >>> find_withdrawals(event), find_withdrawals(event.withdraw(3))
    ({2: 2}, {2: 2, 3: 1})
    """
    withdrawals = {withdrawal.player: withdrawal.round for withdrawal in tournament.withdrawn}
    last = max(tournament.planned_rounds or 0, len(tournament.rounds))
    absent = set(_absent_without_points(tournament, last)) - withdrawals.keys() if last else set()
    for participant in sorted(absent):
        first = _first_absence(tournament, participant, last)
        if first <= tournament.next_round or first < last:
            withdrawals[participant] = first
    return withdrawals


def _absent_without_points(tournament: Tournament, number: int) -> Iterator[int]:
    """Return the participants absent in a round without a point for it."""
    if number > len(tournament.rounds):
        return (bye.player for bye in tournament.requested_byes if bye.round == number and bye.kind is ByeKind.ZERO)
    return (bye.player for bye in tournament.rounds[number - 1].byes if bye.kind is ByeKind.ZERO)


def _first_absence(tournament: Tournament, participant: int, last: int) -> int:
    """Return the first of the consecutive rounds up to the last in which a participant is absent."""
    first = last
    while first > 1 and participant in _absent_without_points(tournament, first - 1):
        first -= 1
    return first


Boards = tuple[tuple[int, int], ...]
"""The pairs of a round, White first."""


@record
class OpenEnd:
    """A reason why a tournament is not over.

    `round` is None where the number of rounds is unknown; `boards` are the boards concerned.
    """

    kind: Literal["open games", "adjourned games", "round to come", "length unknown", "level final"]
    round: int | None = None
    boards: Boards = ()

    @property
    def text(self) -> str:
        """The reason as a sentence.

        >>> OpenEnd("open games", 4, ((3, 7), (8, 1))).text
        'round 4: no result yet for 3-7 and 8-1'
        """
        games = join_list(f"{white}-{black}" for white, black in self.boards)
        if self.kind == "length unknown":
            return msg("the number of rounds is not known")
        if self.kind == "level final":
            return msg("round %(round)s: %(games)s is drawn, and the knock-out has no winner yet", round=self.round,
                          games=games)  # fmt: skip
        if self.kind == "round to come":
            return msg("round %(round)s is still to be paired", round=self.round)
        if not self.boards:
            return msg("round %(round)s has no pairings", round=self.round)
        if self.kind == "open games":
            return msg("round %(round)s: no result yet for %(games)s", round=self.round, games=games)
        return msg("round %(round)s: adjourned: %(games)s", round=self.round, games=games)


@record
class Completion(Answer):
    """Whether a tournament is over, with the reasons if it is not; true if it is.

    >>> bool(Completion()), bool(Completion((OpenEnd("round to come", 5),)))
    (True, False)
    """

    reasons: tuple[OpenEnd, ...] = ()

    @property
    def final(self) -> bool:
        """Whether the tournament is over."""
        return not self.reasons

    def __bool__(self) -> bool:
        return self.final


def completion(tournament: Tournament) -> Completion:
    """Return whether the tournament is over, so that its standings and files are final, with every reason if not.

    Args:
        tournament: The tournament.

    Returns:
        The answer, true if the tournament is over, with its reasons.

    Raises:
        TypeError: The argument is no tournament.

    >>> from rookery.model import Player, Result
    >>> two = Player(1), Player(2)
    >>> event = Tournament(players=two, planned_rounds=2, rounds=(Round((Game(1, 2),)),))
    >>> [reason.text for reason in completion(event).reasons]
    ['round 1: no result yet for 1-2', 'round 2 is still to be paired']
    >>> bool(completion(Tournament(players=two, planned_rounds=1, rounds=(Round((Game(1, 2, Result.DRAW),)),))))
    True
    """
    require_tournament(tournament, "completion")
    return Completion(tuple(_iter_open_ends(tournament)))


def total_rounds(tournament: Tournament) -> int | None:
    """Return the number of rounds in all: as planned, else as it follows from the field where all meet all.

    >>> from rookery.model import Player
    >>> total_rounds(Tournament(players=tuple(map(Player, range(1, 6))), system="round-robin"))
    5
    """
    if tournament.planned_rounds is not None:
        return max(tournament.planned_rounds, len(tournament.rounds))
    format = parse_type_code(tournament.system).format
    if format.eliminates:
        return knockout_rounds(len(tournament.participants))
    if not format.predetermined:
        return None
    try:
        return max(meetings_due(tournament)[1], len(tournament.rounds))
    except RookeryError:
        return None


def _iter_open_ends(tournament: Tournament) -> Iterator[OpenEnd]:
    for number, round in enumerate(tournament.rounds, 1):
        if round.pending or any(match.open for match in round.matches):
            yield OpenEnd("open games", number, _open_pairs(round))
        if round.adjourned:
            yield OpenEnd("adjourned games", number, _pairs_of_games(round.adjourned))
    rounds = total_rounds(tournament)
    if parse_type_code(tournament.system).format.eliminates and rounds == len(tournament.rounds) > 0:
        yield from _iter_level_finals(tournament, len(tournament.rounds))
    if rounds is None:
        yield OpenEnd("length unknown")
    for number in range(tournament.next_round, (rounds or 0) + 1):
        yield OpenEnd("round to come", number)


def _iter_level_finals(tournament: Tournament, number: int) -> Iterator[OpenEnd]:
    """Yield the final of a knock-out that is level over the board, so that its winner is decided elsewhere."""
    from rookery.history.team_matches import board_results

    last, open_ends = tournament.rounds[number - 1], (Ending.PENDING, Ending.ADJOURNED)
    meetings = [(game.white, game.black, [(game.result.white, game.result.black)]) for game in last.games]
    meetings += [
        (match.white, match.black, list(board_results(tournament, match)))
        for match in last.matches
        if match.forfeit is None
    ]
    for white, black, boards in meetings:
        if sum(map(_board_winner, boards)) == 0 and not any(white_end in open_ends for white_end, _ in boards):
            yield OpenEnd("level final", number, ((white, black),))


def _board_winner(board: tuple[Ending, Ending]) -> int:
    """Return 1 if White's side has won a board, -1 if it has lost it, else 0."""
    win = (Ending.WIN, Ending.FORFEIT_WIN)
    return (board[0] in win) - (board[1] in win)


def _open_pairs(round: Round) -> Boards:
    """Return the pairs of the open games, and of open matches without games."""
    return _pairs_of_games(round.pending) + tuple(
        (match.white, match.black) for match in round.matches if match.open and not match.games
    )


def _pairs_of_games(games: tuple[Game, ...]) -> Boards:
    return tuple((game.white, game.black) for game in games)
