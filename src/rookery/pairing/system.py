"""System: one regulation for pairing rounds, declared as a value."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from functools import partial
from itertools import compress
from operator import attrgetter
from types import MappingProxyType

from rookery.errors import RuleError
from rookery.history import Gathered, History, View
from rookery.model import Colour, Tournament
from rookery.model.tournament import bans_of
from rookery.model.unchecked import rows
from rookery.order import board_order, pairing_numbers, to_pair
from rookery.pairing.colours import ColourRule, initial_colour
from rookery.pairing.criterion import Ban, Bar, Clause, Role, cited, legal, picked
from rookery.pairing.field import Columns, Field, Order
from rookery.pairing.outcome import Board, Breach, Decision, Ledger, Outcome, Pair
from rookery.pairing.seat import Preference, Seat
from rookery.pairing.walk import Criteria, Walk
from rookery.regulations import Edition
from rookery.renamed import fields
from rookery.typed import Never, TypedDict, Unpack
from rookery.values import Value, replace
from rookery.values import field as dataclass_field
from rookery.wording import spoken

_seat, _board = rows(Seat), rows(Board)
_WHITE = Colour.WHITE


by_score = attrgetter("rank")
"""Higher score first, then smaller pairing number."""

by_pairing_number = attrgetter("number")
"""Smaller pairing number first."""


Declared = Clause[Never] | ColourRule
"""One line of what a system declares."""

New = Mapping[str, Declared | tuple[Declared, ...]]
"""What stands in the place of a clause or a rule of colours, or after it: named by its code, article or name."""


class Declaration(TypedDict, total=False):
    """What a system declares, field by field: whatever of it differs makes another system."""

    name: str
    edition: Edition
    walk: Walk
    preference: Callable[[str], Preference]
    colours: tuple[ColourRule, ...]
    first_choice: Callable[[Decision, int], int | None]
    order: Order
    rank: Callable[[Seat], tuple[int, ...]]
    details: Callable[[View, list[Seat]], list[Seat]] | None
    opening: Callable[[int | None], tuple[System, int]] | None
    once_paired: Callable[[Field, Sequence[Decision]], Field] | None


@fields(after="once_paired")
class System(Value):
    """A pairing system in one edition; a new edition is a new value.

    `walk` holds everything that the system asks for in one list, from the absolute criteria to the order of the
    candidates, and `colours` the rules of colours. Articles may be given without the chapter: the edition knows it.
    """

    name: str
    edition: Edition
    walk: Walk
    preference: Callable[[str], Preference]  # the colours of the games played -> which colour next
    colours: tuple[ColourRule, ...]
    first_choice: Callable[[Decision, int], int | None]  # whom one would meet if nothing hindered
    order: Order  # of equal scores, as the walk numbers them
    rank: Callable[[Seat], tuple[int, ...]]  # who is the higher ranked of two that receive their colours
    details: Callable[[View, list[Seat]], list[Seat]] | None = None  # what this system alone needs to know of seats
    opening: Callable[[int | None], tuple[System, int]] | None = None  # another system for the first rounds
    once_paired: Callable[[Field, Sequence[Decision]], Field] | None = None  # what colours need to know of the pairs
    bans: tuple[Ban, ...] = dataclass_field(init=False, repr=False, compare=False)
    bar: Bar | None = dataclass_field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        chapter = self.edition.regulation.code
        criteria = tuple(clause.cited(chapter) for clause in self.walk.criteria)
        for name, value in (
            ("walk", self.walk.asking(criteria)),
            ("colours", tuple(rule.cited(chapter) for rule in self.colours)),
            ("bans", picked(criteria, Ban, Role.BAN)),
            ("bar", next(iter(picked(criteria, Bar, Role.BAR)), None)),
        ):
            object.__setattr__(self, name, value)

    # -- its priorities

    @property
    def criteria(self) -> Criteria:
        """Everything that the system asks for, in order of priority: each with article, code, sentence and role."""
        return self.walk.criteria

    def clause(self, key: str) -> Clause[Never]:
        """The first clause with this code, article or name.

        >>> from rookery.pairing.dutch import DUTCH_2026
        >>> DUTCH_2026.clause("C12").article, DUTCH_2026.clause("C12").name
        ('C.04.3 2.4.7', 'preference refused')
        """
        return self.criteria[self._places(self.criteria, key)[0]]

    def changed(
        self,
        *,
        replaced: New = MappingProxyType({}),
        without: Collection[str] = (),
        after: New = MappingProxyType({}),
        **differing: Unpack[Declaration],
    ) -> System:
        """Another edition, by what differs from this one: clauses and rules of colours replaced, left out, added.

        Each is named by its code ("C8"), its article ("5.2.2") or its name ("grant wider"); a code that stands twice
        means both. Whatever else differs (`edition`, `walk`, `details`, ...) is given by its name, and comes first. A
        clause stands where the walk asks for it, or is refused.

        >>> from rookery.pairing.dutch import DUTCH_2026
        >>> fewer = DUTCH_2026.changed(without=("C9", "5.2.2"))
        >>> len(DUTCH_2026.criteria) - len(fewer.criteria), len(DUTCH_2026.colours) - len(fewer.colours)
        (1, 2)
        """
        if differing:
            return replace(self, **differing).changed(replaced=replaced, without=without, after=after)
        lines: list[Declared] = [*self.criteria, *self.colours]
        slots: list[tuple[Declared, ...]] = [(line,) for line in lines]
        for key, news in {**replaced, **dict.fromkeys(without, ())}.items():
            first, *others = self._places(lines, key)
            slots[first] = news if isinstance(news, tuple) else (news,)
            for place in others:
                slots[place] = ()
        for key, news in after.items():
            slots[self._places(lines, key)[-1]] += news if isinstance(news, tuple) else (news,)
        found = [line for slot in slots for line in slot]
        return replace(
            self,
            walk=self.walk.asking(tuple(line for line in found if isinstance(line, Clause))),
            colours=tuple(line for line in found if isinstance(line, ColourRule)),
        )

    def _places(self, lines: Sequence[Declared], key: str) -> list[int]:
        """Where the clauses and rules with this code, article or name stand."""
        article = cited(key, self.edition.regulation.code)
        found = [i for i, line in enumerate(lines) if key in (line.code, line.name) or line.article == article]
        if not found:
            raise KeyError(f"{self.name} asks for no {key!r}")
        return found

    def in_round(self, number: int, planned: int | None) -> System:
        """The system by which this round is paired: this one, unless the first rounds belong to another."""
        if self.opening is not None:
            other, rounds = self.opening(planned)
            if number <= rounds:
                return other
        return self

    def pair(
        self,
        tournament: Tournament,
        *,
        history: History | None = None,
        pool: Sequence[int] | None = None,
        fixed: Iterable[Pair] = (),
        bye: int | None = None,
    ) -> Outcome:
        """Pair the next round: `pool` (all who asked for no bye) by the rules, but for what the arbiter has fixed."""
        system = self.in_round(tournament.next_round, tournament.planned)
        field = system.field(tournament, history=history, pool=pool)
        return system.decide(field, initial_colour(tournament), tuple(fixed), bye)

    def boards_alone(self, history: History) -> tuple[list[Pair], int | None]:
        """White and Black of every board of the next round, and who has the bye: how it came about is not kept."""
        outcome = self.pair(history.tournament, history=history)
        return [(board.white, board.black) for board in outcome.boards], outcome.bye

    def decide(self, field: Field, initial: Colour, fixed: tuple[Pair, ...] = (), bye: int | None = None) -> Outcome:
        """Pair a field by the rules, but for what the arbiter has fixed; every rule that breaks is named."""
        outcome = self.run(self.settled(field, fixed, bye), initial)
        breaches = self.breaches(field, fixed, bye)
        if field.kept:
            from rookery.pairing.kept_seats import clashes

            breaches += tuple(clashes(outcome.boards, field.kept))
        return replace(outcome, breaches=breaches) if breaches else outcome

    def run(self, field: Field, initial: Colour) -> Outcome:
        """Pair a field as it stands."""
        return self._outcome(field, tuple(self.walk.decisions(field)), initial)

    def granting(self, field: Field, wished: Field, initial: Colour, ours: Sequence[Ledger] = ()) -> Outcome:
        """The best pairing of a field, by its own prices, of those that keep to the meetings and byes of `wished`.

        `ours` is the price of the best pairing of all, where that is known: what both share is not looked for again.
        """
        ledgers = tuple(Ledger(one.decision, tuple(one.lines)) for one in self.walk.granting(field, wished, ours))
        outcome = self._outcome(field, tuple(ledger.decision for ledger in ledgers if ledger.bracket), initial)
        first = next(self.walk.price(field, outcome.pairs, outcome.bye))  # the bye, now that it is known
        return replace(outcome, price=partial(tuple, (first, *ledgers[1:])))

    def _outcome(self, field: Field, decisions: tuple[Decision, ...], initial: Colour) -> Outcome:
        """What was decided, with the colours of all who meet."""
        pairs = tuple([pair for decision in decisions for pair in decision.pairs])
        bye = None
        if 2 * len(pairs) < field.size:
            paired = {one for pair in pairs for one in pair}
            bye = next(one for one in field.ids if one not in paired)
        boards = self.boards(self._once_paired(field, decisions), pairs, initial)
        numbers: tuple[int, ...] = ()
        if field.kept:
            from rookery.pairing.kept_seats import seated

            numbers, boards = seated(boards, field.kept)
        return Outcome(
            system=self.name,
            number=field.round,
            boards=boards,
            bye=bye,
            decisions=decisions,
            price=partial(self.price, field, pairs, bye),
            numbers=numbers,
        )

    def _once_paired(self, field: Field, decisions: Sequence[Decision]) -> Field:
        """The field with what the rules of colours need to know of the pairs."""
        return self.once_paired(field, decisions) if self.once_paired else field

    def higher(self, field: Field, decisions: Sequence[Decision], pair: Pair) -> int:
        """Who of two who meet is the higher ranked when colours are given."""
        known = self._once_paired(field, decisions)
        return min(pair, key=lambda one: self.rank(known.seats[known.place[one]]))

    # -- the field

    def field(
        self, tournament: Tournament, *, history: History | None = None, pool: Sequence[int] | None = None
    ) -> Field:
        """Everybody to be paired in the next round, and who may meet whom by the rules."""
        number = tournament.next_round
        view = (history or History(tournament)).before(number)
        pool = to_pair(tournament) if pool is None else pool
        forbidden = bans_of(tournament).in_round(number) if tournament.forbidden else None
        if self.details is None and self.order is by_pairing_number:
            field = Field.of_columns(self.columns(view, pool), number, tournament.planned, forbidden)
        else:
            seats = self.seats(view, pool)
            seats = seats if self.details is None else self.details(view, seats)
            field = Field(seats, number, tournament.planned, forbidden, order=self.order)
        if tournament.fixed_seats:
            field.__dict__.update(kept=tournament.seats_in(number))
        return field.restricted(legal(field, self.bans))

    def seats(self, view: View, pool: Sequence[int]) -> list[Seat]:
        """The seats of those to be paired."""
        return list(map(_seat, zip(*self.columns(view, pool), strict=True)))

    def columns(self, view: View, pool: Sequence[int]) -> Columns:
        """What the seats of those to be paired say, field by field."""
        history, done, size = view.history, view.round - 1, len(pool)
        tournament, known, of = history.tournament, view.gathered(pool), view.of(pool)
        earlier = compress(history.ids, history.gathered(view.round).paired)
        numbers = pairing_numbers(tournament, pool, earlier)
        bound = tournament.points.win * done if view.round == tournament.planned else None
        scores = known.score if not history.virtual(view.round) else of(view.pairing_column())
        unplayed = [done - played for played in known.played]
        return Columns(
            pool,
            [numbers[one] for one in pool],
            scores,
            known.met,
            known.colours,
            list(map(self.preference, known.colours)),
            list(zip(of(view.float_column(1)), of(view.float_column(2)), strict=True)),
            unplayed,
            self._barred(known, unplayed),
            [2 * score > bound for score in scores] if bound is not None else (False,) * size,
            (None,) * size,
        )

    def _barred(self, known: Gathered, unplayed: Sequence[int]) -> list[bool]:
        """Who may not receive the bye; nobody who has played in every round."""
        found = [False] * len(unplayed)
        if self.bar is not None:
            for i, tally in zip(compress(range(len(unplayed)), unplayed), known.only(unplayed), strict=True):
                found[i] = self.bar.barred(tally)
        return found

    def settled(self, field: Field, fixed: Iterable[Pair], bye: int | None) -> Field:
        """The field with these pairs, and this bye, as the only ones possible for those concerned."""
        fixed = tuple(fixed)
        if not fixed and bye is None:
            return field
        named = [one for pair in fixed for one in pair] + ([bye] if bye is not None else [])
        strangers = sorted({one for one in named if one not in field.place})
        if strangers:
            whom = ", ".join(map(str, strangers))
            raise RuleError(spoken("%(whom)s cannot be fixed: not to be paired in round %(round)s", whom=whom,
                                   round=field.round), who=strangers)  # fmt: skip
        if len(set(named)) < len(named):
            twice = sorted({one for one in named if named.count(one) > 1})
            raise RuleError(spoken("%(list)s cannot be fixed twice", list=", ".join(map(str, twice))), who=twice)
        if bye is not None and field.size % 2 == 0:
            raise RuleError(spoken("everybody can be paired: there is no bye to give"), article="C.04.1 3", who=(bye,))
        if len(fixed) == 1 and bye is None:
            return field.meeting(field.place[fixed[0][0]], field.place[fixed[0][1]])
        others = ~field.among(named)
        rows = [row & others if others >> i & 1 else 0 for i, row in enumerate(field.rows)]
        for a, b in fixed:
            rows[field.place[a]], rows[field.place[b]] = 1 << field.place[b], 1 << field.place[a]
        return field.restricted(rows, field.eligible & others if bye is None else 1 << field.place[bye])

    # -- judgement

    def judged(self, field: Field, bye: int | None) -> Field:
        """The field on which a pairing with this bye is priced: what can be completed depends on whoever has it."""
        return field if self.walk.bye_last else self.settled(field, (), bye)

    def price(self, field: Field, pairs: Iterable[Pair], bye: int | None) -> tuple[Ledger, ...]:
        """What any complete pairing of the field pays by the wishes of this system, bracket by bracket from the top."""
        return tuple(self.walk.price(field, pairs, bye))

    def breaches(self, field: Field, pairs: Iterable[Pair], bye: int | None) -> tuple[Breach, ...]:
        """Every absolute rule that these pairs and this bye break."""
        places = [(a, b, field.place[a], field.place[b]) for a, b in pairs]
        found = [
            Breach(ban.name, ban.article, ban.code, (a, b), ban.text)
            for a, b, i, j in places
            if not field.rows[i] >> j & 1
            for ban in self.bans
            if ban.forbids(field, i, j)
        ]
        if bye is not None and self.bar is not None and field.seats[field.place[bye]].barred:
            found.append(Breach(self.bar.name, self.bar.article, self.bar.code, (bye,), self.bar.text))
        return tuple(found)

    def boards(self, field: Field, pairs: Iterable[Pair], initial: Colour) -> tuple[Board, ...]:
        """The pairs with their colours, in the order in which they are published (C.04.2 3.6)."""
        found, seats, place, rank, board = [], field.seats, field.place, self.rank, self.board
        as_ranked = rank is by_score and self.order is by_pairing_number  # then the higher ranked stands before
        for one, other in pairs:
            i, j = place[one], place[other]
            a, b = seats[i], seats[j]
            if i > j if as_ranked else rank(a) > rank(b):
                a, b = b, a
            found.append((board_order(a.score, a.number, b.score, b.number), board(a, b, initial)))
        return tuple([made for _, made in sorted(found)])  # the numbers differ: boards are never compared

    def board(self, higher: Seat, lower: Seat, initial: Colour) -> Board:
        """Two who meet, with the colours that the first rule to speak gives them."""
        for rule in self.colours:
            colour = rule.decide(higher, lower, initial)
            if colour is not None:
                white, black = (higher, lower) if colour is _WHITE else (lower, higher)
                return _board((white.id, black.id, rule.article, rule.name))
        raise AssertionError("no rule gave a colour")
