"""System: one regulation for pairing rounds, declared as a value."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from functools import partial
from itertools import compress
from operator import attrgetter
from types import MappingProxyType
from typing import Never, TypedDict, Unpack

from rookery._record import field as dataclass_field
from rookery._record import record, replace
from rookery.errors import RuleError
from rookery.history.history import History, Snapshot, TotalsColumns
from rookery.history.pairing_numbers import board_order_key, pairing_numbers, participants_to_pair
from rookery.messages import msg
from rookery.model import Colour, Round, Tournament
from rookery.model._construct import tuple_factory
from rookery.model.tournament import forbidden_pairs_by_round
from rookery.pairing.clauses import Ban, Bar, Clause, Role, legal_rows, qualify_article, select_clauses
from rookery.pairing.colours import ColourRule, initial_colour
from rookery.pairing.field import Columns, Entrant, Field, Preference, SortKey
from rookery.pairing.outcome import (
    FORGOTTEN,
    TWO_BYES,
    UNCALLED,
    Board,
    Breach,
    CostDifference,
    Decision,
    Ledger,
    Pair,
    Pairing,
    allocated_byes,
    first_difference,
)
from rookery.pairing.procedure import Criteria, Procedure
from rookery.regulations import Edition

_seat, _board = tuple_factory(Entrant), tuple_factory(Board)
_WHITE = Colour.WHITE


by_score = attrgetter("rank")
"""Higher score first, then smaller pairing number."""

by_pairing_number = attrgetter("number")
"""Smaller pairing number first."""


DeclaredLine = Clause[Never] | ColourRule
"""One declared line of a system: a clause or a colour rule."""

ClauseChanges = Mapping[str, DeclaredLine | tuple[DeclaredLine, ...]]
"""Replacements or additions, keyed by the code, article or name of a clause or colour rule."""


class Declaration(TypedDict, total=False):
    """The fields of a system that `System.changed` may replace."""

    name: str
    edition: Edition
    procedure: Procedure
    preference: Callable[[str], Preference]
    colours: tuple[ColourRule, ...]
    first_choice: Callable[[Decision, int], int | None]
    order: SortKey
    rank: Callable[[Entrant], tuple[int, ...]]
    details: Callable[[Snapshot, list[Entrant]], list[Entrant]] | None
    opening: Callable[[int | None], tuple[System, int]] | None
    after_pairing: Callable[[Field, Sequence[Decision]], Field] | None


@record
class System:
    """A pairing system in one edition; a new edition is a new value.

    `procedure` holds all criteria in one list, from the absolute criteria to the order of the candidates, and `colours`
    the rules of colours. Articles may be given without the chapter, which the edition supplies.
    """

    name: str
    edition: Edition
    procedure: Procedure
    preference: Callable[[str], Preference]  # from the colours of the games played
    colours: tuple[ColourRule, ...]
    first_choice: Callable[[Decision, int], int | None]  # the opponent by the plain order
    order: SortKey  # of equal scores, as the procedure numbers them
    rank: Callable[[Entrant], tuple[int, ...]]  # decides the higher ranked when colours are given
    details: Callable[[Snapshot, list[Entrant]], list[Entrant]] | None = None  # facts that only this system needs
    opening: Callable[[int | None], tuple[System, int]] | None = None  # another system for the first rounds
    after_pairing: Callable[[Field, Sequence[Decision]], Field] | None = None  # adds facts for colours
    bans: tuple[Ban, ...] = dataclass_field(init=False, repr=False, compare=False)
    bar: Bar | None = dataclass_field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        chapter = self.edition.regulation.code
        criteria = tuple(clause.with_chapter(chapter) for clause in self.procedure.criteria)
        for name, value in (
            ("procedure", self.procedure.with_criteria(criteria)),
            ("colours", tuple(rule.with_chapter(chapter) for rule in self.colours)),
            ("bans", select_clauses(criteria, Ban, Role.BAN)),
            ("bar", next(iter(select_clauses(criteria, Bar, Role.BAR)), None)),
        ):
            object.__setattr__(self, name, value)

    # -- priorities

    @property
    def criteria(self) -> Criteria:
        """Return all clauses of the system, in order of priority."""
        return self.procedure.criteria

    def clause(self, key: str) -> Clause[Never]:
        """Return the first clause with this code, article or name.

        >>> from rookery.pairing.dutch import DUTCH_2026
        >>> DUTCH_2026.clause("C12").article, DUTCH_2026.clause("C12").name
        ('C.04.3 2.4.7', 'preference refused')
        """
        return self.criteria[self._find_positions(self.criteria, key)[0]]

    def changed(
        self,
        *,
        replaced: ClauseChanges = MappingProxyType({}),
        without: Collection[str] = (),
        after: ClauseChanges = MappingProxyType({}),
        **differing: Unpack[Declaration],
    ) -> System:
        """Return another edition that differs from this one in the given clauses, colour rules and fields.

        A clause is named by its code ("C8"), its article ("5.2.2") or its name ("grant wider"); a code that occurs
        twice names both. Other fields (`edition`, `procedure`, `details`, ...) are given by name and are applied first.
        A clause at a position where the procedure does not use it is refused.

        >>> from rookery.pairing.dutch import DUTCH_2026
        >>> fewer = DUTCH_2026.changed(without=("C9", "5.2.2"))
        >>> len(DUTCH_2026.criteria) - len(fewer.criteria), len(DUTCH_2026.colours) - len(fewer.colours)
        (1, 2)
        """
        if differing:
            return replace(self, **differing).changed(replaced=replaced, without=without, after=after)
        lines: list[DeclaredLine] = [*self.criteria, *self.colours]
        slots: list[tuple[DeclaredLine, ...]] = [(line,) for line in lines]
        for key, news in {**replaced, **dict.fromkeys(without, ())}.items():
            first, *duplicates = self._find_positions(lines, key)
            slots[first] = news if isinstance(news, tuple) else (news,)
            for place in duplicates:
                slots[place] = ()
        for key, news in after.items():
            slots[self._find_positions(lines, key)[-1]] += news if isinstance(news, tuple) else (news,)
        kept_lines = [line for slot in slots for line in slot]
        return replace(
            self,
            procedure=self.procedure.with_criteria(tuple(line for line in kept_lines if isinstance(line, Clause))),
            colours=tuple(line for line in kept_lines if isinstance(line, ColourRule)),
        )

    def _find_positions(self, lines: Sequence[DeclaredLine], key: str) -> list[int]:
        """Return the positions of the clauses and colour rules with this code, article or name."""
        article = qualify_article(key, self.edition.regulation.code)
        positions = [i for i, line in enumerate(lines) if key in (line.code, line.name) or line.article == article]
        if not positions:
            raise KeyError(f"{self.name} has no clause {key!r}")
        return positions

    def system_for_round(self, number: int, planned: int | None) -> System:
        """Return the system that pairs this round: this one, unless the first rounds belong to another."""
        if self.opening is not None:
            opening, rounds = self.opening(planned)
            if number <= rounds:
                return opening
        return self

    def pair(
        self,
        tournament: Tournament,
        *,
        history: History | None = None,
        pool: Sequence[int] | None = None,
        fixed: Iterable[Pair] = (),
        bye: int | None = None,
    ) -> Pairing:
        """Pair the next round: `pool` (by default all without a requested bye), keeping pairs fixed by the arbiter."""
        return self.pair_round(tournament, history, pool, tuple(fixed), bye)[-1]

    def pair_round(
        self,
        tournament: Tournament,
        history: History | None = None,
        pool: Sequence[int] | None = None,
        fixed: tuple[Pair, ...] = (),
        bye: int | None = None,
    ) -> tuple[System, Field, Pairing]:
        """Pair the next round; return also the system and the field of the round, which explain the pairing."""
        system = self.system_for_round(tournament.next_round, tournament.planned_rounds)
        field = system.field(tournament, history=history, pool=pool)
        return system, field, system.pair_with_fixed(field, initial_colour(tournament), fixed, bye)

    def pair_boards(self, history: History) -> tuple[list[Pair], int | None]:
        """Return White and Black of every board of the next round, and the bye, without keeping the explanation."""
        outcome = self.pair(history.tournament, history=history)
        return [(board.white, board.black) for board in outcome.boards], outcome.bye

    def pair_with_fixed(
        self, field: Field, initial: Colour, fixed: tuple[Pair, ...] = (), bye: int | None = None
    ) -> Pairing:
        """Pair a field, keeping the pairs and the bye fixed by the arbiter; the outcome lists the rules these break."""
        outcome = self.pair_field(self.constrain(field, fixed, bye), initial)
        breaches = self.breaches(field, fixed, bye)
        if field.fixed_seats:
            from rookery.pairing.colours import find_clashes

            breaches += tuple(find_clashes(outcome.boards, field.fixed_seats))
        return replace(outcome, breaches=breaches) if breaches else outcome

    def pair_field(self, field: Field, initial: Colour) -> Pairing:
        """Pair a field."""
        return self._build_outcome(field, tuple(self.procedure.pair(field)), initial)

    def what_if(self, field: Field, restricted: Field, initial: Colour, best: Sequence[Ledger] = ()) -> Pairing:
        """Return the best pairing of a field, by its own costs, among those possible in `restricted`.

        `best` are the ledgers of the best unrestricted pairing, if known: the brackets that both share are not
        searched again.
        """
        ledgers = tuple(
            Ledger(ledger.decision, tuple(ledger.lines)) for ledger in self.procedure.what_if(field, restricted, best)
        )
        outcome = self._build_outcome(field, tuple(ledger.decision for ledger in ledgers if ledger.bracket), initial)
        first = next(self.procedure.price(field, outcome.pairs, outcome.bye))  # the bye, now that it is known
        return replace(outcome, price=partial(tuple, (first, *ledgers[1:])))

    def _build_outcome(self, field: Field, decisions: tuple[Decision, ...], initial: Colour) -> Pairing:
        """Build the outcome from the decisions, with the colours of every pair."""
        pairs = tuple([pair for decision in decisions for pair in decision.pairs])
        bye = None
        if 2 * len(pairs) < field.size:
            paired = {participant for pair in pairs for participant in pair}
            bye = next(participant for participant in field.ids if participant not in paired)
        boards = self.boards(self._field_after_pairing(field, decisions), pairs, initial)
        numbers: tuple[int, ...] = ()
        if field.fixed_seats:
            from rookery.pairing.colours import place_fixed

            numbers, boards = place_fixed(boards, field.fixed_seats)
        return Pairing(
            system=self.name,
            round_number=field.round,
            boards=boards,
            bye=bye,
            decisions=decisions,
            price=partial(self.price, field, pairs, bye),
            numbers=numbers,
        )

    def _field_after_pairing(self, field: Field, decisions: Sequence[Decision]) -> Field:
        """Return the field after the `after_pairing` hook, which adds facts for the colour rules."""
        return self.after_pairing(field, decisions) if self.after_pairing else field

    def higher_ranked(self, field: Field, decisions: Sequence[Decision], pair: Pair) -> int:
        """Return which of the two ranks higher for the allocation of colours."""
        field_after = self._field_after_pairing(field, decisions)
        return min(pair, key=lambda participant: self.rank(field_after.entrants[field_after.place[participant]]))

    # -- the field

    def field(
        self, tournament: Tournament, *, history: History | None = None, pool: Sequence[int] | None = None
    ) -> Field:
        """Build the field of the next round with the pairs that the rules allow."""
        number = tournament.next_round
        view = (history or History(tournament)).before(number)
        pool = participants_to_pair(tournament) if pool is None else pool
        forbidden = forbidden_pairs_by_round(tournament).in_round(number) if tournament.forbidden_pairs else None
        if self.details is None and self.order is by_pairing_number:
            field = Field.from_columns(self.entrant_columns(view, pool), number, tournament.planned_rounds, forbidden)
        else:
            entrants = self.entrants(view, pool)
            entrants = entrants if self.details is None else self.details(view, entrants)
            field = Field(entrants, number, tournament.planned_rounds, forbidden, order=self.order)
        if tournament.fixed_seats:
            field.__dict__.update(fixed_seats=tournament.seats_in(number))
        return field.with_edges(legal_rows(field, self.bans))

    def entrants(self, view: Snapshot, pool: Sequence[int]) -> list[Entrant]:
        """Return the entrants of the pool."""
        return list(map(_seat, zip(*self.entrant_columns(view, pool), strict=True)))

    def entrant_columns(self, view: Snapshot, pool: Sequence[int]) -> Columns:
        """Return the fields of the entrants of the pool as columns."""
        history, rounds_played, size = view.history, view.round - 1, len(pool)
        tournament, totals, column_of = history.tournament, view.totals_columns(pool), view.column_selector(pool)
        earlier = compress(history.ids, history.totals_columns(view.round).paired)
        numbers = pairing_numbers(tournament, pool, earlier)
        winning_total = tournament.points.win * rounds_played if view.round == tournament.planned_rounds else None
        scores = totals.score if not history.virtual_points(view.round) else column_of(view.pairing_score_column())
        unplayed = [rounds_played - played for played in totals.games_played]
        return Columns(
            pool,
            [numbers[participant] for participant in pool],
            scores,
            totals.opponents,
            totals.colours,
            list(map(self.preference, totals.colours)),
            list(zip(column_of(view.float_column(1)), column_of(view.float_column(2)), strict=True)),
            unplayed,
            self._barred_flags(totals, unplayed),
            [2 * score > winning_total for score in scores] if winning_total is not None else (False,) * size,
            (None,) * size,
        )

    def _barred_flags(self, totals: TotalsColumns, unplayed: Sequence[int]) -> list[bool]:
        """Return who may not receive the bye; only entrants with an unplayed round are checked."""
        flags = [False] * len(unplayed)
        if self.bar is not None:
            for i, tally in zip(compress(range(len(unplayed)), unplayed), totals.select(unplayed), strict=True):
                flags[i] = self.bar.is_barred(tally)
        return flags

    def constrain(self, field: Field, fixed: Iterable[Pair], bye: int | None) -> Field:
        """Return the field in which these pairs and this bye are the only possibility for their participants."""
        fixed = tuple(fixed)
        if not fixed and bye is None:
            return field
        participants = [participant for pair in fixed for participant in pair] + ([bye] if bye is not None else [])
        strangers = sorted({participant for participant in participants if participant not in field.place})
        if strangers:
            names = ", ".join(map(str, strangers))
            raise RuleError(msg("%(whom)s cannot be paired: not playing in round %(round)s", whom=names,
                                   round=field.round), participants=strangers)  # fmt: skip
        if len(set(participants)) < len(participants):
            twice = sorted({participant for participant in participants if participants.count(participant) > 1})
            raise RuleError(msg("%(list)s cannot be paired twice", list=", ".join(map(str, twice))), participants=twice)
        if bye is not None and field.size % 2 == 0:
            raise RuleError(msg("all can be paired, so there is no bye"), article="C.04.1 3", participants=(bye,))
        if len(fixed) == 1 and bye is None:
            return field.with_pair(field.place[fixed[0][0]], field.place[fixed[0][1]])
        rest = ~field.mask_of_ids(participants)
        rows = [row & rest if rest >> i & 1 else 0 for i, row in enumerate(field.rows)]
        for a, b in fixed:
            rows[field.place[a]], rows[field.place[b]] = 1 << field.place[b], 1 << field.place[a]
        return field.with_edges(rows, field.eligible & rest if bye is None else 1 << field.place[bye])

    # -- prices and breaches

    def pricing_field(self, field: Field, bye: int | None) -> Field:
        """Return the field used to price a pairing with this bye; completability depends on who receives it."""
        return field if self.procedure.bye_last else self.constrain(field, (), bye)

    def price(self, field: Field, pairs: Iterable[Pair], bye: int | None) -> tuple[Ledger, ...]:
        """Return the costs of any complete pairing of the field, bracket by bracket from the top."""
        return tuple(self.procedure.price(field, pairs, bye))

    def breaches(self, field: Field, pairs: Iterable[Pair], bye: int | None) -> tuple[Breach, ...]:
        """Return every absolute rule that these pairs and this bye break."""
        places = [(a, b, field.place[a], field.place[b]) for a, b in pairs]
        breaches = [
            Breach(ban.name, ban.article, ban.code, (a, b), ban.text)
            for a, b, i, j in places
            if not field.rows[i] >> j & 1
            for ban in self.bans
            if ban.forbids(field, i, j)
        ]
        if bye is not None and self.bar is not None and field.entrants[field.place[bye]].barred:
            breaches.append(Breach(self.bar.name, self.bar.article, self.bar.code, (bye,), self.bar.text))
        return tuple(breaches)

    def breaches_of_round(self, field: Field, recorded: Round) -> tuple[Breach, ...]:
        """Return every absolute rule that a recorded round breaks."""
        byes = allocated_byes(recorded)
        paired = {player for pair in recorded.pairs for player in pair}
        forgotten = field.place.keys() - paired - set(byes)
        uncalled = (paired | set(byes)) - field.place.keys()
        concerned = ((FORGOTTEN, sorted(forgotten)), (UNCALLED, sorted(uncalled)), (TWO_BYES, byes if byes[1:] else []))
        by_round = (replace(rule, participants=tuple(participants)) for rule, participants in concerned if participants)
        known_pairs = [pair for pair in recorded.pairs if not set(pair).intersection(uncalled)]
        byes_given: list[int | None] = [player for player in byes if player in field.place]
        by_rule = dict.fromkeys(
            breach for bye in byes_given or [None] for breach in self.breaches(field, known_pairs, bye)
        )
        return (*by_round, *by_rule)

    def cost_difference(self, field: Field, outcome: Pairing, recorded: Round) -> CostDifference | None:
        """Return where the ledgers of a legal recorded round and of ours first differ; None if nowhere."""
        bye = next(iter(allocated_byes(recorded)), None)
        if bye is not None and field.scores[field.place[bye]] != field.scores[field.place[outcome.bye or bye]]:
            field = self.pricing_field(field, bye)
        return first_difference(outcome.ledger, self.price(field, recorded.pairs, bye))

    def boards(self, field: Field, pairs: Iterable[Pair], initial: Colour) -> tuple[Board, ...]:
        """Return the pairs with colours, in the order of publication (C.04.2 3.6)."""
        numbered, entrants, place, rank, board = [], field.entrants, field.place, self.rank, self.board
        as_ranked = rank is by_score and self.order is by_pairing_number  # then the higher ranked has the smaller place
        for first, second in pairs:
            i, j = place[first], place[second]
            a, b = entrants[i], entrants[j]
            if i > j if as_ranked else rank(a) > rank(b):
                a, b = b, a
            numbered.append((board_order_key(a.score, a.number, b.score, b.number), board(a, b, initial)))
        return tuple(
            [board_made for _, board_made in sorted(numbered)]
        )  # the numbers differ: boards are never compared

    def board(self, higher: Entrant, lower: Entrant, initial: Colour) -> Board:
        """Return the board of two opponents, with the colours given by the first rule that decides."""
        for rule in self.colours:
            colour = rule.decide(higher, lower, initial)
            if colour is not None:
                white, black = (higher, lower) if colour is _WHITE else (lower, higher)
                return _board((white.id, black.id, rule.article, rule.name))
        raise AssertionError("no rule gave a colour")
