"""Feasibility of the remaining rounds: the check and its result with the causes.

No two meet twice or against a prohibition, and nobody has a second allocated bye: the bans and the bar of the system
without scores and colours. Each round is then a graph with the allocated bye as one more vertex, and a sequence of
rounds is a set of edge-disjoint perfect matchings (`rookery.matching.disjoint_matchings`).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from enum import StrEnum
from functools import cached_property

from rookery._record import record, replace
from rookery.answer import Answer
from rookery.errors import RuleError
from rookery.formats.handlers import FormatHandlers
from rookery.formats.resolve import get_format, handlers_for, resolve
from rookery.history.history import History
from rookery.history.pairing_numbers import ids_in_order
from rookery.matching.blossom import bits
from rookery.matching.disjoint_matchings import (
    MAX_BACKTRACKING_SIZE,
    OverclaimedPartner,
    RoundGraph,
    TooFewPartners,
    Unmatchable,
    find_disjoint_matchings,
)
from rookery.matching.disjoint_matchings import Obstacle as GraphObstacle
from rookery.model import Bye, Game, Match, Result, Round, Tournament
from rookery.model._construct import replace_unchecked
from rookery.model.forbidden_pairs import pairs_within_groups
from rookery.model.tournament import require_tournament
from rookery.pairing.clauses import legal_rows
from rookery.pairing.field import Entrant, Field, cause_from_barrier
from rookery.pairing.outcome import Cause, Fact
from rookery.pairing.system import System


class Possibility(StrEnum):
    """Whether the remaining rounds can be paired."""

    YES = "yes"
    NO = "no"
    NOT_KNOWN = "not known"


# -- why not


@record
class TooManyRounds(Fact):
    """All participants would run out of opponents: at most `most` rounds are possible in all."""

    participants: int
    planned: int
    most: int | None
    article: str = "C.04.1 2"


@record
class TooFewOpponents(Fact):
    """A participant is to be paired in more of the rounds than there are `opponents` left.

    With `bye`, the allocated bye counts as one more possibility, and is still not enough.
    """

    player: int
    rounds: tuple[int, ...]
    opponents: tuple[int, ...]
    bye: bool = False
    article: str = "C.04.1 2"


@record
class TooFewForTheBye(Fact):
    """The number to be paired is odd in more of the rounds than there are `players` eligible for the bye."""

    rounds: tuple[int, ...]
    players: tuple[int, ...]
    article: str = "C.04.1 4"


@record
class TooManyClaims(Fact):
    """Each of `players` needs all of their opponents, among them one who has fewer rounds than claims.

    That one is `player` or, if None, the allocated bye. With `bye`, the bye also needs all of its candidates and claims
    the player.
    """

    player: int | None
    rounds: tuple[int, ...]
    players: tuple[int, ...]
    bye: bool = False
    article: str = "C.04.1 2"


@record
class NoLegalPairing(Fact):
    """These rounds cannot be paired, regardless of the others."""

    rounds: tuple[int, ...]
    cause: Cause
    article: str = "C.04.1 2"


@record
class NotAllTogether(Fact):
    """Each of these rounds can be paired on its own, but not all of them in sequence."""

    rounds: tuple[int, ...]
    article: str = "C.04.1 2"


@record
class TableTooShort(Fact):
    """The format has `rounds` rounds for this field, and more are planned."""

    planned: int
    rounds: int
    article: str = ""


@record
class GivenMeeting(Fact):
    """The table pairs two participants in a round in which they are forbidden to meet."""

    round: int
    players: tuple[int, int]
    article: str = "C.05"


# -- why it is not known


@record
class RoundsNotAnnounced(Fact):
    """The number of rounds is not declared."""

    article: str = "C.04.1 1"


@record
class TooMuchToTry(Fact):
    """No obstacle was found, but no solution either within the search limit."""

    rounds: tuple[int, ...]
    article: str = ""


@record
class PairedByHand(Fact):
    """The rounds so far differ from the table, so that the remaining rounds are unknown."""

    article: str = "C.05"


@record
class ResultsDecide(Fact):
    """Pairings depend on results, so that a forbidden meeting may or may not come up."""

    article: str = ""


@record
class OwnRules(Fact):
    """The format allows repeated meetings or rotates the bye, so that opponents do not run out."""

    format: str
    article: str = ""


Obstacle = (
    TooManyRounds
    | TooFewOpponents
    | TooFewForTheBye
    | TooManyClaims
    | NoLegalPairing
    | NotAllTogether
    | TableTooShort
    | GivenMeeting
    | RoundsNotAnnounced
    | TooMuchToTry
    | PairedByHand
    | ResultsDecide
    | OwnRules
)
"""Why the rounds cannot be paired, or why this is unknown."""


@record
class Feasibility(Answer):
    """Whether the rounds `first` to `last` can all be paired, disregarding results and colours.

    `reached` is the last round up to which they can, if known; `causes` explain a negative or unknown answer.
    """

    answer: Possibility
    first: int
    last: int | None
    reached: int | None = None
    causes: tuple[Obstacle, ...] = ()

    @property
    def is_known(self) -> bool:
        """Whether the answer is yes or no."""
        return self.answer is not Possibility.NOT_KNOWN


def check_feasibility(tournament: Tournament) -> Feasibility:
    """Check whether all planned rounds that are not yet paired can be paired, and if not, why.

    The check considers meetings (open games as if played), forbidden pairs, the allocated bye with its restrictions,
    and requested byes. It disregards results and colours, so that "yes" is no guarantee for a given pairing system. The
    work is bounded: if the limit is reached, the answer is "not known".

    Args:
        tournament: The tournament, with its planned rounds.

    Returns:
        The answer (yes, no or not known) and the causes of a no.

    Raises:
        TypeError: The argument is no tournament.

    >>> from rookery.model import Player
    >>> six = Tournament(players=tuple(map(Player, range(1, 7))), planned_rounds=6)
    >>> check_feasibility(replace(six, planned_rounds=5)).answer.value, check_feasibility(six).answer.value
    ('yes', 'no')
    >>> check_feasibility(six).causes
    (TooManyRounds(participants=6, planned=6, most=5, article='C.04.1 2'),)
    """
    require_tournament(tournament, "check_feasibility")
    if not get_format(tournament).swiss:
        return _check_format(tournament, handlers_for(tournament))
    first, last = tournament.next_round, tournament.planned_rounds
    if last is None:
        return Feasibility(Possibility.NOT_KNOWN, first, None, None, (RoundsNotAnnounced(),))
    return _SwissFeasibility(tournament, resolve(tournament)).check(range(first, last + 1))


# -- a Swiss


MAX_PARTICIPANTS = 20_000
"""Largest field for which the graphs are built, limited by memory."""


class _SwissFeasibility:
    """The remaining rounds of a Swiss as graphs, for a single check."""

    def __init__(self, tournament: Tournament, system: System) -> None:
        self.tournament, self.system = tournament, system
        self.past = replace_unchecked(tournament, rounds=tuple(map(_without_open_games, tournament.rounds)))
        opponents = _open_opponents(tournament)
        totals = History(self.past).totals(tournament.next_round)
        self.opponents = {
            participant: (*total.opponents, *opponents.get(participant, ())) for participant, total in totals.items()
        }
        self.barred = {
            participant for participant, total in totals.items() if system.bar and system.bar.is_barred(total)
        }

    @cached_property
    def scoreless_field(self) -> Field:
        """All participants without scores and colours, so that the bans cover previous meetings only."""
        numbered = enumerate(ids_in_order(self.tournament), 1)
        seats = [Entrant(participant, number, 0, self.opponents[participant]) for number, participant in numbered]
        return Field(seats, self.tournament.next_round, self.tournament.planned_rounds)

    def check(self, rounds: range) -> Feasibility:
        """Return whether these rounds can be paired."""
        first, last = rounds.start, rounds.stop - 1
        if self._has_ample_opponents(rounds):
            return Feasibility(Possibility.YES, first, last, last)
        if len(self.opponents) > MAX_PARTICIPANTS:
            return Feasibility(Possibility.NOT_KNOWN, first, last, None, (TooMuchToTry(tuple(rounds)),))
        layers = self.build_round_graphs(rounds)
        search = find_disjoint_matchings(layers)
        if search.exists:
            return Feasibility(Possibility.YES, first, last, last)
        reached = self._last_feasible_round(rounds, layers)
        if search.exists is None:
            return Feasibility(Possibility.NOT_KNOWN, first, last, reached, (TooMuchToTry(tuple(rounds)),))
        causes = tuple(self._find_obstacles(rounds, search.obstacles, reached))
        causes = causes or (NotAllTogether(self._minimal_infeasible_rounds(rounds, layers)),)
        return Feasibility(Possibility.NO, first, last, reached, causes)

    def _has_ample_opponents(self, rounds: range) -> bool:
        """Return whether every participant has so many opponents left that Dirac's theorem applies in every round.

        Every participant must have at least half of those present left as opponents, after meetings, bans and a barred
        bye, and after losing one more in each of the rounds.
        """
        lost = Counter(
            {participant: len(opponents) + 2 + len(rounds) for participant, opponents in self.opponents.items()}
        )
        for group in self.tournament.forbidden_pairs:
            for participant in group.players:
                lost[participant] += len(group.players)
        largest_loss, barred = max(lost.values(), default=0), self._barred_from_bye_by_round(rounds)
        for round_number in rounds:
            absent = self.tournament.absent(round_number).keys()
            present = len(self.opponents) - len(absent)
            bye_candidates = len(self.opponents) - len(barred[round_number] | absent)
            if present < 2 * largest_loss or (present % 2 and bye_candidates < (present + 1) // 2 + len(rounds)):
                return False
        return True

    # -- the graphs

    def build_round_graphs(self, rounds: range) -> list[RoundGraph]:
        """Return the graph of possible pairs of each round; the last vertex is the allocated bye."""
        field, layers = self.scoreless_field, []
        rows_cache: dict[tuple[tuple[tuple[int, ...], ...], int], tuple[int, ...]] = {}
        barred = self._barred_from_bye_by_round(rounds)
        for round_number in rounds:
            forbidden = tuple(group.players for group in self.tournament.forbidden_pairs if group.covers(round_number))
            eligible = field.full & ~field.mask_of_ids(barred[round_number])
            if (forbidden, eligible) not in rows_cache:
                rows_cache[forbidden, eligible] = self._opponent_rows(round_number, forbidden, eligible)
            present = field.full & ~field.mask_of_ids(self.tournament.absent(round_number))
            odd = present.bit_count() % 2
            layers.append(RoundGraph(rows_cache[forbidden, eligible], present | odd << field.size))
        return layers

    def _opponent_rows(
        self, round_number: int, forbidden: tuple[tuple[int, ...], ...], eligible: int
    ) -> tuple[int, ...]:
        """Return the bitsets of possible opponents in a round, including the allocated bye."""
        field = Field(self.scoreless_field.entrants, round_number, None, pairs_within_groups(forbidden))
        bye = 1 << field.size
        rows = legal_rows(field, self.system.bans)
        return (*(row | bye if eligible >> i & 1 else row for i, row in enumerate(rows)), eligible)

    def _barred_from_bye_by_round(self, rounds: range) -> dict[int, set[int]]:
        """Return who may not have the allocated bye in each round; a requested bye worth a win bars from then on."""
        if self.system.bar is None or not self.tournament.requested_byes:
            return dict.fromkeys(rounds, self.barred)
        byes = [
            tuple(Bye(*request) for request in self.tournament.absent(round_number).items()) for round_number in rounds
        ]
        ahead = History(self._tournament_of_absentees(byes))
        requested, barred_by_round = set[int](), {}
        for round_number, round_byes in zip(rounds, byes, strict=True):
            totals = ahead.totals(round_number) if requested else {}
            barred_by_round[round_number] = self.barred | {
                player for player in requested if self.system.bar.is_barred(totals[player])
            }
            requested |= {bye.player for bye in round_byes}
        return barred_by_round

    def _tournament_of_absentees(self, byes: Sequence[tuple[Bye, ...]]) -> Tournament:
        """Return a tournament of the future absentees only, with nothing but their byes."""
        absentees = {bye.player for round_byes in byes for bye in round_byes}
        rounds = (*(Round() for _ in self.past.rounds), *(Round(byes=round_byes) for round_byes in byes))
        tournament = replace(self.past, rounds=(), requested_byes=(), forbidden_pairs=(), reported_results=(),
                             expelled=(), withdrawn=(), fixed_seats=())  # fmt: skip
        if tournament.team_event:
            tournament = replace(
                tournament,
                teams=tuple([participant for participant in tournament.teams if participant.number in absentees]),
            )
        else:
            tournament = replace(
                tournament,
                players=tuple([participant for participant in tournament.players if participant.number in absentees]),
            )
        return replace(tournament, rounds=rounds)

    # -- what is in the way

    def _last_feasible_round(self, rounds: range, layers: Sequence[RoundGraph]) -> int | None:
        """Return the last round up to which all rounds can be paired, by bisection (feasibility is monotonic)."""
        feasible_count, infeasible_count = 0, len(layers)
        while infeasible_count - feasible_count > 1:
            half = (feasible_count + infeasible_count) // 2
            possible = find_disjoint_matchings(layers[:half]).exists
            if possible is None:
                return None
            feasible_count, infeasible_count = (half, infeasible_count) if possible else (feasible_count, half)
        return rounds.start + feasible_count - 1

    def _minimal_infeasible_rounds(self, rounds: range, layers: Sequence[RoundGraph]) -> tuple[int, ...]:
        """Return a minimal set of rounds that cannot be paired in sequence; in large fields all of them."""
        needed = list(range(len(layers)))
        for place in reversed(needed if self.scoreless_field.size <= MAX_BACKTRACKING_SIZE else []):
            remaining = [index for index in needed if index != place]
            if find_disjoint_matchings([layers[index] for index in remaining]).exists is False:
                needed = remaining
        return tuple([rounds[place] for place in needed])

    def _find_obstacles(
        self, rounds: range, graph_obstacles: Sequence[GraphObstacle], reached: int | None
    ) -> Iterator[Obstacle]:
        """Yield the obstacles as facts; a single one if all participants run out of opponents."""
        short = {obstacle.vertex for obstacle in graph_obstacles if isinstance(obstacle, TooFewPartners)}
        if short.issuperset(range(self.scoreless_field.size)):
            yield TooManyRounds(self.scoreless_field.size, rounds.stop - 1, reached)
            return
        for obstacle in graph_obstacles:
            round_numbers = tuple([rounds[place] for place in obstacle.rounds])
            if isinstance(obstacle, Unmatchable):
                yield NoLegalPairing(round_numbers, cause_from_barrier(self.scoreless_field, obstacle.barrier))
                continue
            player = None if obstacle.vertex == self.scoreless_field.size else self.scoreless_field.ids[obstacle.vertex]
            if isinstance(obstacle, OverclaimedPartner):
                yield TooManyClaims(player, round_numbers, *self._participants_of(obstacle.claims))
            elif player is None:
                yield TooFewForTheBye(round_numbers, self._participants_of(obstacle.partners)[0])
            else:
                yield TooFewOpponents(player, round_numbers, *self._participants_of(obstacle.partners))

    def _participants_of(self, vertices: int) -> tuple[tuple[int, ...], bool]:
        """Return the participants of these vertices by id, and whether the allocated bye is among them."""
        field = self.scoreless_field
        return tuple(sorted([field.ids[i] for i in bits(vertices & field.full)])), bool(vertices & ~field.full)


def _without_open_games(round: Round) -> Round:
    """Return a round without the boards that have no result yet."""
    if not round.pending and not any(match.open for match in round.matches):
        return round
    games = tuple(game for game in round.games if game.result is not Result.PENDING)
    return replace(round, games=games, matches=tuple(match for match in round.matches if not match.open))


def _open_opponents(tournament: Tournament) -> dict[int, list[int]]:
    """Return the opponents at the boards that have no result yet."""
    opponents: dict[int, list[int]] = {}
    for round in tournament.rounds:
        boards: list[Game | Match] = [game for game in round.games if game.result is Result.PENDING]
        boards += [match for match in round.matches if match.open]
        for board in boards:
            opponents.setdefault(board.white, []).append(board.black)
            opponents.setdefault(board.black, []).append(board.white)
    return opponents


# -- formats whose rounds are given


def _check_format(tournament: Tournament, handlers: FormatHandlers) -> Feasibility:
    """Check a format whose rounds follow from a table, a bracket or its own rules."""
    first, last, size = tournament.next_round, tournament.planned_rounds, len(tournament.participants)
    table = len(handlers.schedule(tournament, None)) if handlers.schedule is not None else handlers.count_rounds(size)
    if table is None:
        return Feasibility(Possibility.NOT_KNOWN, first, last, None, (OwnRules(handlers.format.name),))
    last = last or table
    if last > table:
        article = handlers.format.regulation.code if handlers.format.regulation else ""
        reached = max(table, first - 1)
        return Feasibility(Possibility.NO, first, last, reached, (TableTooShort(last, table, article),))
    if handlers.schedule is None:
        is_uncertain = any(
            group.covers(round) for group in tournament.forbidden_pairs for round in range(first, last + 1)
        )
        answer, causes = (Possibility.NOT_KNOWN, (ResultsDecide(),)) if is_uncertain else (Possibility.YES, ())
        return Feasibility(answer, first, last, None if is_uncertain else last, causes)
    try:
        clashes = tuple(_forbidden_meetings(tournament, handlers, last))
    except RuleError:
        return Feasibility(Possibility.NOT_KNOWN, first, last, None, (PairedByHand(),))
    reached = min((clash.round - 1 for clash in clashes), default=last)
    return Feasibility(Possibility.NO if clashes else Possibility.YES, first, last, reached, clashes)


def _forbidden_meetings(tournament: Tournament, handlers: FormatHandlers, last: int) -> Iterator[GivenMeeting]:
    """Yield the forbidden meetings in the rest of the table."""
    position = tournament
    for number in range(tournament.next_round, last + 1):
        groups = [set(group.players) for group in tournament.forbidden_pairs if group.covers(number)]
        pairing = handlers.pair_round(position)
        for pair in pairing.pairs:
            if any(group.issuperset(pair) for group in groups):
                yield GivenMeeting(number, pair)
        position = position.with_round(pairing)
