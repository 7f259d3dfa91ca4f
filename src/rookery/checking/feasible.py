"""Can the rounds that are left be paired at all? Asked before the first round, and whenever somebody leaves.

Nobody meets twice, nobody who is forbidden to, nobody has a second allocated bye: what the bans and the bar of the
system say without scores and colours. Each round is then a graph, the allocated bye one more vertex of it, and a
sequence of rounds is a set of perfect matchings without an edge in common (`rookery.faces.families`).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from functools import cached_property

from rookery.checking.feasibility import (
    Feasibility,
    GivenMeeting,
    NoLegalPairing,
    NotAllTogether,
    Obstacle,
    OwnRules,
    PairedByHand,
    Possibility,
    ResultsDecide,
    RoundsNotAnnounced,
    TableTooShort,
    TooFewForTheBye,
    TooFewOpponents,
    TooManyClaims,
    TooManyRounds,
    TooMuchToTry,
)
from rookery.errors import RuleError
from rookery.faces.families import SMALL, family
from rookery.faces.layers import Crowded, Layer, Short, Stuck
from rookery.faces.layers import Obstacle as Hindrance
from rookery.faces.matching import bits
from rookery.formats.catalogue import conduct_of, format_of
from rookery.formats.conduct import Conduct
from rookery.formats.pairing import system_of
from rookery.history import History
from rookery.model import Bye, Game, Match, Result, Round, Tournament
from rookery.model.apart import apart
from rookery.model.tournament import must_be_tournament
from rookery.model.unchecked import changed
from rookery.order import sequence
from rookery.pairing.criterion import legal
from rookery.pairing.field import Field, hindered
from rookery.pairing.seat import Seat
from rookery.pairing.system import System
from rookery.values import replace


def feasible(tournament: Tournament) -> Feasibility:
    """Whether all rounds that are planned and not yet paired can be, and if not, why.

    Counted are meetings (open games as if they were played), forbidden pairs, the allocated bye and who is barred from
    it, and who asked not to be paired in which round. Results and colours are left aside, so that a yes is no promise:
    a system may still lead astray. The work is bounded: where it does not suffice the answer is "not known".

    >>> from rookery.model import Player
    >>> six = Tournament(players=tuple(map(Player, range(1, 7))), planned=6)
    >>> feasible(replace(six, planned=5)).answer.value, feasible(six).answer.value, feasible(six).causes
    ('yes', 'no', (TooManyRounds(participants=6, planned=6, most=5, article='C.04.1 2'),))
    """
    must_be_tournament(tournament, "feasible")
    if not format_of(tournament).swiss:
        return _given(tournament, conduct_of(tournament))
    first, last = tournament.next_round, tournament.planned
    if last is None:
        return Feasibility(Possibility.NOT_KNOWN, first, None, None, (RoundsNotAnnounced(),))
    return _Swiss(tournament, system_of(tournament)).answer(range(first, last + 1))


# -- a Swiss


MOST = 20_000
"""Participants of whom everybody's possible opponents are written down: more would fill the memory."""


class _Swiss:
    """The rounds of a Swiss that are left, as graphs; it lives inside one call."""

    def __init__(self, tournament: Tournament, system: System) -> None:
        self.tournament, self.system = tournament, system
        self.past = changed(tournament, rounds=tuple(map(_without_open, tournament.rounds)))
        opponents = _open_opponents(tournament)
        tallies = History(self.past).tallies(tournament.next_round)
        self.met = {one: (*tally.met, *opponents.get(one, ())) for one, tally in tallies.items()}
        self.barred = {one for one, tally in tallies.items() if system.bar and system.bar.barred(tally)}

    @cached_property
    def field(self) -> Field:
        """Everybody, without scores and colours: what the bans say then is who has met."""
        everybody = enumerate(sequence(self.tournament), 1)
        seats = [Seat(one, number, 0, self.met[one]) for number, one in everybody]
        return Field(seats, self.tournament.next_round, self.tournament.planned)

    def answer(self, rounds: range) -> Feasibility:
        """Whether these rounds can be paired."""
        first, last = rounds.start, rounds.stop - 1
        if self._roomy(rounds):
            return Feasibility(Possibility.YES, first, last, last)
        if len(self.met) > MOST:
            return Feasibility(Possibility.NOT_KNOWN, first, last, None, (TooMuchToTry(tuple(rounds)),))
        layers = self.layers(rounds)
        found = family(layers)
        if found.possible:
            return Feasibility(Possibility.YES, first, last, last)
        reached = self._reached(rounds, layers)
        if found.possible is None:
            return Feasibility(Possibility.NOT_KNOWN, first, last, reached, (TooMuchToTry(tuple(rounds)),))
        causes = tuple(self._causes(rounds, found.obstacles, reached))
        causes = causes or (NotAllTogether(self._fewest(rounds, layers)),)
        return Feasibility(Possibility.NO, first, last, reached, causes)

    def _roomy(self, rounds: range) -> bool:
        """Whether everybody has so many opponents left in every round that no graph is needed to see it (Dirac).

        Of those who are there, half must be left to everybody who has lost some by meetings, bans and a barred bye, and
        one more in each of the rounds.
        """
        lost = Counter({one: len(met) + 2 + len(rounds) for one, met in self.met.items()})
        for group in self.tournament.forbidden:
            for one in group.players:
                lost[one] += len(group.players)
        most, barred = max(lost.values(), default=0), self._barred_in(rounds)
        for round in rounds:
            absent = self.tournament.absent(round).keys()
            there = len(self.met) - len(absent)
            takers = len(self.met) - len(barred[round] | absent)
            if there < 2 * most or (there % 2 and takers < (there + 1) // 2 + len(rounds)):
                return False
        return True

    # -- the graphs

    def layers(self, rounds: range) -> list[Layer]:
        """Who may meet whom in each round; the vertex behind everybody is the allocated bye."""
        field, made = self.field, []
        known: dict[tuple[tuple[tuple[int, ...], ...], int], tuple[int, ...]] = {}
        barred = self._barred_in(rounds)
        for round in rounds:
            forbidden = tuple(group.players for group in self.tournament.forbidden if group.covers(round))
            eligible = field.full & ~field.among(barred[round])
            if (forbidden, eligible) not in known:
                known[forbidden, eligible] = self._rows(round, forbidden, eligible)
            present = field.full & ~field.among(self.tournament.absent(round))
            odd = present.bit_count() % 2
            made.append(Layer(known[forbidden, eligible], present | odd << field.size))
        return made

    def _rows(self, round: int, forbidden: tuple[tuple[int, ...], ...], eligible: int) -> tuple[int, ...]:
        """Whom everybody may meet in a round, the allocated bye included."""
        field = Field(self.field.seats, round, None, apart(forbidden))
        bye = 1 << field.size
        rows = legal(field, self.system.bans)
        return (*(row | bye if eligible >> i & 1 else row for i, row in enumerate(rows)), eligible)

    def _barred_in(self, rounds: range) -> dict[int, set[int]]:
        """Who may not have the allocated bye in each round: a bye asked for, and worth a win, bars from then on."""
        if self.system.bar is None or not self.tournament.requested:
            return dict.fromkeys(rounds, self.barred)
        byes = [tuple(Bye(*one) for one in self.tournament.absent(round).items()) for round in rounds]
        ahead = History(self._away(byes))
        asked, found = set[int](), {}
        for round, each in zip(rounds, byes, strict=True):
            tallies = ahead.tallies(round) if asked else {}
            found[round] = self.barred | {one for one in asked if self.system.bar.barred(tallies[one])}
            asked |= {bye.player for bye in each}
        return found

    def _away(self, byes: Sequence[tuple[Bye, ...]]) -> Tournament:
        """The tournament of those alone who will be away, with nothing in it but that."""
        asked = {bye.player for each in byes for bye in each}
        rounds = (*(Round() for _ in self.past.rounds), *(Round(byes=each) for each in byes))
        few = replace(self.past, rounds=(), requested=(), forbidden=(), reported=(), expelled=(), withdrawn=(),
                      fixed_seats=())  # fmt: skip
        if few.team_event:
            few = replace(few, teams=tuple([one for one in few.teams if one.id in asked]))
        else:
            few = replace(few, players=tuple([one for one in few.players if one.id in asked]))
        return replace(few, rounds=rounds)

    # -- what is in the way

    def _reached(self, rounds: range, layers: Sequence[Layer]) -> int | None:
        """The last round up to which all can be paired, by halving: what holds for some rounds holds for fewer."""
        good, bad = 0, len(layers)
        while bad - good > 1:
            half = (good + bad) // 2
            possible = family(layers[:half]).possible
            if possible is None:
                return None
            good, bad = (half, bad) if possible else (good, half)
        return rounds.start + good - 1

    def _fewest(self, rounds: range, layers: Sequence[Layer]) -> tuple[int, ...]:
        """Rounds that cannot be paired one after the other, no more than it takes; of large fields all of them."""
        needed = list(range(len(layers)))
        for place in reversed(needed if self.field.size <= SMALL else []):
            others = [one for one in needed if one != place]
            if family([layers[one] for one in others]).possible is False:
                needed = others
        return tuple([rounds[place] for place in needed])

    def _causes(self, rounds: range, found: Sequence[Hindrance], reached: int | None) -> Iterator[Obstacle]:
        """What is in the way, as facts; one where everybody runs out of opponents."""
        short = {one.vertex for one in found if isinstance(one, Short)}
        if short.issuperset(range(self.field.size)):
            yield TooManyRounds(self.field.size, rounds.stop - 1, reached)
            return
        for one in found:
            when = tuple([rounds[place] for place in one.layers])
            if isinstance(one, Stuck):
                yield NoLegalPairing(when, hindered(self.field, one.why))
                continue
            player = None if one.vertex == self.field.size else self.field.ids[one.vertex]
            if isinstance(one, Crowded):
                yield TooManyClaims(player, when, *self._who(one.claims))
            elif player is None:
                yield TooFewForTheBye(when, self._who(one.partners)[0])
            else:
                yield TooFewOpponents(player, when, *self._who(one.partners))

    def _who(self, vertices: int) -> tuple[tuple[int, ...], bool]:
        """These by their numbers, and whether the allocated bye is among them."""
        field = self.field
        return tuple(sorted([field.ids[i] for i in bits(vertices & field.full)])), bool(vertices & ~field.full)


def _without_open(round: Round) -> Round:
    """A round without the boards that wait for a result."""
    if not round.pending and not any(match.open for match in round.matches):
        return round
    games = tuple(game for game in round.games if game.result is not Result.PENDING)
    return replace(round, games=games, matches=tuple(match for match in round.matches if not match.open))


def _open_opponents(tournament: Tournament) -> dict[int, list[int]]:
    """Who sits opposite whom at the boards that wait for a result."""
    found: dict[int, list[int]] = {}
    for round in tournament.rounds:
        boards: list[Game | Match] = [game for game in round.games if game.result is Result.PENDING]
        boards += [match for match in round.matches if match.open]
        for board in boards:
            found.setdefault(board.white, []).append(board.black)
            found.setdefault(board.black, []).append(board.white)
    return found


# -- formats whose rounds are given


def _given(tournament: Tournament, conduct: Conduct) -> Feasibility:
    """What a table, a bracket or rules of one's own leave to be asked."""
    first, last, size = tournament.next_round, tournament.planned, len(tournament.participants)
    table = len(conduct.schedule(tournament, None)) if conduct.schedule is not None else conduct.length(size)
    if table is None:
        return Feasibility(Possibility.NOT_KNOWN, first, last, None, (OwnRules(conduct.format.name),))
    last = last or table
    if last > table:
        article = conduct.format.regulation.code if conduct.format.regulation else ""
        reached = max(table, first - 1)
        return Feasibility(Possibility.NO, first, last, reached, (TableTooShort(last, table, article),))
    if conduct.schedule is None:
        open_ = any(group.covers(round) for group in tournament.forbidden for round in range(first, last + 1))
        answer, causes = (Possibility.NOT_KNOWN, (ResultsDecide(),)) if open_ else (Possibility.YES, ())
        return Feasibility(answer, first, last, None if open_ else last, causes)
    try:
        clashes = tuple(_clashes(tournament, conduct, last))
    except RuleError:
        return Feasibility(Possibility.NOT_KNOWN, first, last, None, (PairedByHand(),))
    reached = min((clash.round - 1 for clash in clashes), default=last)
    return Feasibility(Possibility.NO if clashes else Possibility.YES, first, last, reached, clashes)


def _clashes(tournament: Tournament, conduct: Conduct, last: int) -> Iterator[GivenMeeting]:
    """The meetings in the rest of the table that are forbidden."""
    ahead = tournament
    for number in range(tournament.next_round, last + 1):
        groups = [set(group.players) for group in tournament.forbidden if group.covers(number)]
        round = conduct.round(ahead)
        for pair in round.pairs:
            if any(group.issuperset(pair) for group in groups):
                yield GivenMeeting(number, pair)
        ahead = ahead.with_round(round)
