"""The procedure of the Lim System: both sides from their ends to the median, the median last (2.2)."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import ClassVar, NamedTuple, Protocol, cast

from rookery._record import record, replace
from rookery.errors import RuleError
from rookery.matching.blossom import EXPOSED, Mate, bits, complete_matching, mask_of, match_pair, maximize_matching
from rookery.matching.optimal_matchings import OptimalMatchings, fix_first, split_into_runs
from rookery.matching.small_cases import total_cost
from rookery.model import Points
from rookery.pairing.bracket import BaseBracket
from rookery.pairing.clauses import Clause, CostVector, PlacePairs, Role, Step, check_order, select_clauses
from rookery.pairing.field import Field, ParticipantSet
from rookery.pairing.lim.state import DEFAULT, Group, LimRound, Readings
from rookery.pairing.outcome import Decision, Ledger, Line, Pair
from rookery.pairing.procedure import Criteria
from rookery.pairing.rule_text import NamedParties

NUMBER = "floaters"
OPENED = "opened pairing"
FLOATER = (
    "kind of floater",
    "floater of the previous round",
    "colour due to the floater",
    "number of the floater",
)
OPPONENT = ("colour due to the opponent", "order of the opponents")
OPPONENT_OF_FLOATER = (OPPONENT[0], "order of the opponents of floaters")


def steps(readings: Readings = DEFAULT, *, maxi: bool = False) -> tuple[Step, ...]:
    """Return the steps of the choices in a group with these readings."""
    return (*_count_steps(), *_floater_steps(readings, maxi), *_opponent_steps(maxi))


def _count_steps() -> Iterator[Step]:
    """Yield the steps on the number of floaters.

    The first line of a group next to the median belongs to the second step if a pairing had to be opened.
    """
    yield Step(
        "3.10.2",
        NUMBER,
        "As many as possible find their opponents in the group, so as few as possible float.",
        "more {players} floating from {group}",
        line_kind="step",
        names=NamedParties.LEAVING,
    )
    yield Step(
        "2.6",
        OPENED,
        "If the median group cannot be paired, a pairing next to it is opened, and no other.",
        "more {players} leaving {group} than those who float and the pairing that is opened",
        line_kind="step",
    )


def _floater_steps(readings: Readings, maxi: bool) -> Iterator[Step]:
    """Yield the steps in the choice of a floater, in order; every floater has a line for each."""
    kind = Step(
        "3.9",
        FLOATER[0],
        "A floater did not float into the group already, and has an opponent in the next one.",
        grades=(
            "",
            "that a {player} floats from {group} who has no opponent in the next one",
            "that a {player} floats from {group} who floated into it already",
            "that a {player} floats from {group} who floated into it already and has no opponent in the next one",
        ),
        line_kind="step",
    )
    previous = Step(
        "3.10",
        FLOATER[1],
        "A floater did not float in the previous round.",
        "that a {player} floats from {group} who floated in the previous round",
        line_kind="step",
    )
    colour = Step(
        "3.2.3" if maxi else "3.2.2",
        FLOATER[2],
        "A floater is due the colour that more of the group are due.",
        "that a {player} floats from {group} who is not due the colour which most of it are due",
        line_kind="step",
    )
    orders = {
        "type": (kind, previous, colour),
        "previous": (previous, kind, colour),
        "colour": (kind, colour, previous),
    }
    yield from orders[readings.floater_order]
    yield Step(
        "3.2.4",
        FLOATER[3],
        "The lowest ranked floats down first, and the highest ranked floats up first.",
        "{ours} floats before {theirs}",
    )


def _opponent_steps(maxi: bool) -> Iterator[Step]:
    """Yield the steps in the choice of an opponent; every pair has two lines."""
    yield Step(
        "5.7" if maxi else "5.2",
        OPPONENT[0],
        "Each meets an opponent who is due the other colour, if there is one.",
        "a pair of {group} in which the same colour is due to both",
        line_kind="step",
    )
    yield Step(
        "4.2",
        OPPONENT[1],
        "In turn, each tries the other half of the group in order, then the own half from its end.",
        "{turn} meets {ours} before {theirs}",
    )
    yield Step(
        "3.8",
        OPPONENT_OF_FLOATER[1],
        "One who came down to the group tries it from the highest ranked on, one who came up from the lowest ranked.",
        "{turn} meets {ours} before {theirs}",
    )


STEPS = steps()
"""The steps of the choices in a group with the default readings."""


@record
class LimProcedure:
    """The procedure with these readings; `maxi`: the organiser has declared a Maxi-tournament."""

    bye_last: ClassVar[bool] = False
    criteria: tuple[Clause[BaseBracket], ...] = STEPS
    readings: Readings = DEFAULT
    maxi: bool = False

    def __post_init__(self) -> None:
        check_order(self.criteria, (Role.ORDER, Step))
        undeclared = [step.name for step in STEPS if step.name not in self.steps]
        if undeclared:
            raise RuleError(
                f"{', '.join(undeclared)}: the procedure makes these choices, so the system must declare them"
            )

    @property
    def steps(self) -> Mapping[str, Step]:
        """The steps of the choices in a group, by name."""
        return {step.name: step for step in select_clauses(self.criteria, Step, Role.ORDER)}

    def with_criteria(self, criteria: Criteria) -> LimProcedure:
        """Return a copy with other criteria."""
        return replace(self, criteria=cast("tuple[Clause[BaseBracket], ...]", criteria))

    def new_round(self, field: Field) -> LimRound:
        """Return the state of a round before it is paired."""
        return LimRound(field, self.readings, self.maxi)

    def pair(self, field: Field) -> Iterator[Decision]:
        """Pair the round, group by group in the order of 2.2; nobody is left over."""
        state = self.new_round(field)
        return (state.decision(n, group) for n, group in enumerate(state.iter_groups(), 1))

    def price(self, field: Field, pairs: Iterable[Pair], bye: int | None) -> Iterator[Ledger]:
        """Yield the costs of every choice of the procedure in any complete pairing of the field."""
        places = [(field.place[a], field.place[b]) for a, b in pairs]
        return ChoiceSequence(self.new_round(field), self.steps, FixedPairing(places, field.size)).ledgers()

    def what_if(self, field: Field, restricted: Field, best: Sequence[Ledger]) -> Iterator[Ledger]:
        """Yield the costs of the best pairing of the restricted field, group by group."""
        pairing = ConstrainedPairing(restricted.rows, self.new_round(restricted).complete_pairing(), restricted.full)
        return ChoiceSequence(self.new_round(field), self.steps, pairing, best).ledgers()


class LeavingChoice(NamedTuple):
    """The choice of the players who leave a group.

    `leaves` returns whether a player leaves; among many pairings, it keeps only those in which that holds, if there
    are any. `is_valid` returns whether the choice is valid with all players considered, if these leave.
    """

    number: int
    leaves: Callable[[int], bool]
    is_valid: Callable[[int], bool]


class Pairing(Protocol):
    """A pairing of the round, or a set of pairings from which the best is chosen step by step."""

    def leaving_choices(self, members: ParticipantSet) -> Iterator[LeavingChoice]:
        """Yield choices of the members who meet none of the others, as few as possible, to be tried in turn."""
        ...

    def meeting_test(self, members: ParticipantSet) -> Callable[[int, int], bool]:
        """Return a function that returns whether two members meet; all members meet each other.

        In a set of pairings it keeps only those in which the two meet, if there are any.
        """
        ...

    def allows(self, pairs: PlacePairs) -> bool:
        """Return whether all these pairs meet; a set of pairings then keeps only those in which they do."""
        ...


class FixedPairing:
    """A single given pairing."""

    def __init__(self, pairs: PlacePairs, size: int) -> None:
        self.mate: Mate = [EXPOSED] * size
        for i, j in pairs:
            match_pair(self.mate, i, j)

    def leaving_choices(self, members: ParticipantSet) -> Iterator[LeavingChoice]:
        """Yield the choice of the members who meet none of the others."""
        leavers = mask_of(i for i in bits(members) if not members >> self.mate[i] & 1)
        yield LeavingChoice(leavers.bit_count(), lambda i: bool(leavers >> i & 1), lambda _: True)

    def meeting_test(self, members: ParticipantSet) -> Callable[[int, int], bool]:
        """Return a function that returns whether two members meet."""
        return lambda i, j: self.mate[i] == j

    def allows(self, pairs: PlacePairs) -> bool:
        """Return whether all these pairs meet."""
        return all(self.mate[i] == j for i, j in pairs)


class ChoiceSequence:
    """The choices of a round that lead to a pairing; `best` are the ledgers of the best pairing, if known."""

    def __init__(
        self, state: LimRound, steps: Mapping[str, Step], pairing: Pairing, best: Sequence[Ledger] = ()
    ) -> None:
        self.state, self.steps, self.pairing = state, steps, pairing
        self.best_ledgers = [ledger for ledger in best if ledger.bracket]
        self.opened: dict[Points, list[int]] = {}  # opened pairings, by the score of their group
        self.next_to_it: set[Points] = set()  # groups of which 2.6 may open a pairing
        self.median = state.median_group(0, 0)
        if not best or any(line.criterion == OPENED for ledger in best for line in ledger.lines[:1]):
            self.crack()

    def crack(self) -> None:
        """Find the pairings that the procedure opens."""
        above, below, median = self.state.pair_sides()
        for group, pair in self.state.crack_pairings(above, below, median):
            self.state.open_pairing(group, pair, median)
            self.opened.setdefault(group.score, []).append(mask_of(pair))
        self.next_to_it.update(self.opened)
        for side in (above, below) if self.opened else ():
            self.next_to_it.update([group.score for group in side if group.pairs][-1:])

    def ledgers(self) -> Iterator[Ledger]:
        """Yield the costs of every choice, reusing the ledgers of the best pairing while it is possible."""
        remaining = iter(self.best_ledgers)
        for number, group in enumerate(self.groups(), 1):
            ledger = next(remaining, None)
            if ledger is not None and self.follows(group, ledger.decision):
                yield ledger
            else:
                remaining = iter(())
                lines = *self.floater_lines(group), *self.pair_lines(group)
                yield Ledger(self.state.decision(number, group), lines)

    def groups(self) -> Iterator[Group]:
        """Yield the groups in order, each with the players who come to it from those before; the median last."""
        for groups in self.state.sides():
            came = 0
            for group in groups:
                group.take(came, group.downward)
                yield group
                came = mask_of(group.floaters)
                self.median.take(group.left & ~came, group.downward)
            if groups:
                self.median.take(came, groups[-1].downward)
        yield self.median

    def follows(self, group: Group, decision: Decision) -> bool:
        """Return whether the pairing can agree with a decision in this group; if so, fix it there."""
        place = self.state.field.place
        if not self.pairing.allows([(place[a], place[b]) for a, b in decision.pairs]):
            return False
        group.left = self.state.field.mask_of_ids(decision.left)
        group.floaters = list(bits(group.left & ~self.leavers(group)))
        return True

    def leavers(self, group: Group) -> ParticipantSet:
        """Return the members of the group whose pairing is opened."""
        return sum(self.opened.get(group.score, ())) & group.members

    # -- floaters

    def floater_lines(self, group: Group) -> list[Line]:
        """Choose the floaters among the members whose pairing is not opened, and return the ledger lines."""
        if group is self.median:
            return []
        in_opened_pairs = self.leavers(group)
        for leaving in self.pairing.leaving_choices(group.members & ~in_opened_pairs):
            lines = self.choose_floaters(group, group.members & ~in_opened_pairs, leaving)
            group.left = mask_of(group.floaters) | in_opened_pairs
            if leaving.is_valid(group.left):
                break
        step = self.steps[OPENED if group.score in self.next_to_it else NUMBER]
        return [step.line((len(group.floaters),), tuple(self.names(i) for i in group.floaters)), *lines]

    def choose_floaters(self, group: Group, staying: ParticipantSet, leaving: LeavingChoice) -> list[Line]:
        """Choose the floaters, one after the other, and return the ledger lines."""
        lines, group.floaters = [], []
        while len(group.floaters) < leaving.number:
            key = self.state.floater_key(group, group.floaters)
            order = sorted(bits(staying & ~mask_of(group.floaters)), key=key)
            i = next(i for i in order if leaving.leaves(i))
            lines += self.lines(FLOATER, key(i), i)
            group.floaters.append(i)
        return lines

    # -- pairs

    def pair_lines(self, group: Group) -> Iterator[Line]:
        """Yield the ledger lines of the pairs of the group, in order; opened pairings are skipped."""
        meets = self.pairing.meeting_test(group.members & ~group.left)
        alive, opened_pairs = group.members & ~mask_of(group.floaters), []
        for pair in self.opened.get(group.score, ()):
            if alive & pair == pair:
                opened_pairs.append(pair)
            else:  # the pairing differs from the procedure before this pair
                alive &= ~pair
        while alive:
            i, costs = self.next_player(group, alive)
            pair = next((pair for pair in opened_pairs if pair >> i & 1), 0)
            if not pair:
                j = next(j for j in sorted(costs, key=costs.__getitem__) if meets(i, j))
                pair = 1 << i | 1 << j
                guest = (group.down | group.up) >> i & 1
                yield from self.lines(OPPONENT_OF_FLOATER if guest else OPPONENT, costs[j], i, j)
                group.pairs.append((i, j))
            alive &= ~pair

    def next_player(self, group: Group, alive: ParticipantSet) -> tuple[int, dict[int, CostVector]]:
        """Return the next player, and by opponent the costs: 1 if the colours do not suit, and the place in order."""
        state = self.state
        i, candidates, exchangeable = state.next_player(group, alive)
        preferred = exchangeable & state.suitable_opponents(i)
        if state.maxi:
            preferred = state.within_rating_limit(
                fix_first(state.all_pairings(alive, group.downward), i, split_into_runs(candidates)), preferred
            )
        return i, {j: (int(not preferred >> j & 1), place) for place, j in enumerate(candidates, 1)}

    # -- ledger lines

    def lines(self, names: tuple[str, ...], costs: CostVector, *places: int) -> list[Line]:
        """Return the ledger lines of a choice, in the order in which the steps are declared."""
        declared = (step for name, step in self.steps.items() if name in names)
        return [step.line((cost,), (self.names(*places),)) for step, cost in zip(declared, costs, strict=True)]

    def names(self, *places: int) -> tuple[int, ...]:
        """Return the ids of the participants at these places."""
        return tuple(self.state.field.ids[i] for i in places)


class ConstrainedPairing:
    """All pairings of the players not yet paired; `mate` is one, possibly from before some were paired."""

    def __init__(self, rows: Sequence[int], mate: Mate, alive: ParticipantSet) -> None:
        self.rows, self.mate, self.alive = list(rows), mate, alive

    def leaving_choices(self, members: ParticipantSet) -> Iterator[LeavingChoice]:
        """Yield choices of the members who meet none of the others, as few as possible."""
        yield self._by_itself(members)
        yield self._with_everybody(members)

    def meeting_test(self, members: ParticipantSet) -> Callable[[int, int], bool]:
        """Return a function that pairs two members if possible, and returns whether it has."""
        mate, exposed = self._matching(members)
        assert not exposed, "some are left who cannot be paired"
        matchings = OptimalMatchings(self.rows[:], mate, members)
        self.alive &= ~members
        return lambda i, j: matchings.try_restrict(i, 1 << j)

    def allows(self, pairs: PlacePairs) -> bool:
        """Return whether all these pairs can meet; if so, fix them."""
        gone = mask_of(i for pair in pairs for i in pair)
        possible = all(self.rows[i] >> j & 1 for i, j in pairs) and self._completes(self.alive & ~gone)
        if possible:
            self.alive &= ~gone
        return possible

    def _by_itself(self, members: ParticipantSet) -> LeavingChoice:
        """Return the choice in the group alone: slots match the players who leave, as many as cannot be paired."""
        mate, exposed = self._matching(members)
        number, size = exposed.bit_count(), len(self.rows)
        slots = (1 << number) - 1 << size
        rows = self.rows + [members] * number
        for i in bits(members):
            rows[i] |= slots
        mate += [EXPOSED] * number
        possible = complete_matching(rows, mate, members | slots, exposed | slots)
        assert possible, "there is a slot for everybody exposed"
        matchings = OptimalMatchings(rows, mate, members | slots)
        return LeavingChoice(
            number,
            lambda i: matchings.try_restrict(i, slots),
            lambda leavers: self._completes(self.alive & ~members | leavers),
        )

    def _with_everybody(self, members: ParticipantSet) -> LeavingChoice:
        """Return the choice in the group with all players not yet paired."""
        possible = self._completes(self.alive)
        assert possible, "some are left who cannot be paired"
        matchings = OptimalMatchings(self.rows[:], self.mate[:], self.alive)
        cost = [(1, members, self.alive & ~members)]
        matchings.minimize(cost)
        return LeavingChoice(
            total_cost(cost, matchings.mate), lambda i: matchings.try_restrict(i, ~members), lambda _: True
        )

    def _completes(self, rest: ParticipantSet) -> bool:
        """Return whether these can all be paired."""
        mate, exposed = self._matching(rest)
        if not exposed:
            self.mate = mate
        return not exposed

    def _matching(self, members: ParticipantSet) -> tuple[Mate, ParticipantSet]:
        """Return a maximum matching of these, and its exposed members."""
        mate, exposed = [EXPOSED] * len(self.rows), 0
        for i in bits(members):
            j = self.mate[i]
            if j != EXPOSED and members >> j & 1:
                mate[i] = j
            else:
                exposed |= 1 << i
        return mate, maximize_matching(self.rows, mate, members, exposed)
