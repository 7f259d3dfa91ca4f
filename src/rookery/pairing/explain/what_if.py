"""Comparison of the pairing that was made with the best one under a condition, or with a recorded round.

The two are compared from the top; the first line in which their ledgers differ is the reason why the condition was
not met. This module knows neither the meaning nor the wording of any criterion.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from functools import cached_property

from rookery._record import record, replace
from rookery.errors import NoPairingError
from rookery.history.history import History
from rookery.matching.blossom import bits
from rookery.model import ByeKind, Colour, Round, Tournament
from rookery.pairing.clauses import Candidates, Completion, Role, Step, qualify_article, select_clauses
from rookery.pairing.colours import initial_colour
from rookery.pairing.criteria import already_met, forbidden_by_the_event
from rookery.pairing.explain import facts as facts
from rookery.pairing.explain.facts import Condition, ConditionKind
from rookery.pairing.explain.first_difference import colour_fact, difference_fact, find_payers, parties_named_by
from rookery.pairing.field import Entrant, Field, Strength
from rookery.pairing.outcome import (
    Board,
    Breach,
    Cause,
    CostDifference,
    Decision,
    Fact,
    Ledger,
    Pair,
    Pairing,
    WhyNot,
    allocated_byes,
    cite,
    first_difference,
)
from rookery.pairing.procedure import UndecidedError
from rookery.pairing.rule_text import NamedParties, name_of
from rookery.pairing.system import System

MAX_COMPARED = 4
"""The maximum number of other candidates compared; the rest is only counted."""

AnswerWithFacts = tuple[WhyNot, tuple[Fact, ...]]
"""The consequence of a condition, and the facts about it."""


@record(slots=False)
class FactFinder:
    """Finds the facts about one outcome: the system and the position, to pair it again under a condition."""

    system: System
    tournament: Tournament
    history: History
    field: Field
    fixed: tuple[Pair, ...] = ()
    bye: int | None = None

    def _entrant(self, player: int) -> Entrant:
        """Return the entrant with this number."""
        return self.field.entrants[self.field.place[player]]

    @property
    def completion(self) -> str:
        """The article by which all others must be left a pairing."""
        return "".join(map(cite, select_clauses(self.system.criteria, Completion, Role.COMPLETION)[:1]))

    @cached_property
    def base(self) -> Field:
        """The field whose complete pairings are compared, with the pairs and the bye fixed by the arbiter."""
        return self.system.constrain(self.field, self.fixed, self.bye)

    # -- why not

    def why_not(self, outcome: Pairing, a: int, b: int | None) -> AnswerWithFacts:
        """Compare the best round in which these two meet (b None: a has the bye) with the one that was made."""
        about = (a,) if b is None else (a, b)
        condition = Condition(ConditionKind.BYE if b is None else ConditionKind.MEET, about)
        immediate = self._answer_without_pairing(outcome, condition)
        if immediate is not None:
            return immediate
        try:
            forced = self.best_with(outcome, condition)
        except NoPairingError as error:
            incomplete = self._incomplete(condition, error)
            return WhyNot(about, causes=incomplete.causes), (*self._bye_facts(outcome, condition, None), incomplete)
        except UndecidedError:
            return WhyNot(about), (facts.NotWorkedOut(condition),)
        bye_facts = tuple(self._bye_facts(outcome, condition, forced.bye))
        difference = first_difference(outcome.ledger, forced.ledger)
        if difference is None:
            return WhyNot(about, outcome=forced), (*bye_facts, facts.EquallyGood(condition))
        answer = WhyNot(about, (), (), forced, difference.ours.decision, difference.line, difference.their_line)
        return answer, (*bye_facts, self.difference_as_fact(condition, difference))

    def _answer_without_pairing(self, outcome: Pairing, condition: Condition) -> AnswerWithFacts | None:
        """Return the answer if it needs no pairing: not paired, already so, illegal or fixed otherwise."""
        about, bye = condition.participants, condition.kind is ConditionKind.BYE
        missing = tuple(player for player in about if player not in self.field.place)
        if missing:
            return WhyNot(about), (facts.NotPaired(missing),)
        if outcome.bye == about[0] if bye else outcome.opponents.get(about[0]) == about[1]:
            return WhyNot(about, outcome=outcome), (facts.AlreadySo(condition),)
        if bye and self.field.size % 2 == 0:
            return WhyNot(about), (facts.NoByeToGive(about[0]),)
        breaches = self.system.breaches(self.field, [] if bye else [(about[0], about[1])], about[0] if bye else None)
        if breaches:
            return WhyNot(about, breaches), tuple(map(self.illegality, breaches))
        fixed = tuple(self._fixed_for(condition))
        return (WhyNot(about), (facts.FixedOtherwise(fixed),)) if fixed else None

    def _fixed_for(self, condition: Condition) -> Iterator[tuple[int, ...]]:
        """Yield the pairs and the bye fixed by the arbiter for the participants of a condition."""
        yield from (pair for pair in self.fixed if set(pair) & set(condition.participants))
        if self.bye is not None and (self.bye in condition.participants or condition.kind is ConditionKind.BYE):
            yield (self.bye,)

    def best_with(self, outcome: Pairing, condition: Condition) -> Pairing:
        """Return the best complete pairing that satisfies a condition."""
        initial = initial_colour(self.tournament)
        return self.system.what_if(self.base, self.restricted_field(condition), initial, outcome.ledger)

    def compare(self, outcome: Pairing, condition: Condition) -> Fact:
        """Compare the best complete pairing that satisfies a condition, computed only as far as needed."""
        try:
            difference = self.difference_from(outcome.ledger, condition)
        except NoPairingError as error:
            return self._incomplete(condition, error)
        except UndecidedError:
            return facts.NotWorkedOut(condition)
        return facts.EquallyGood(condition) if difference is None else self.difference_as_fact(condition, difference)

    def difference_from(self, our_ledgers: tuple[Ledger, ...], condition: Condition) -> CostDifference | None:
        """Return where the best complete pairing that satisfies a condition first differs from ours; cached."""

        def compute() -> tuple[tuple[Ledger, ...], CostDifference | None]:
            their_ledgers = self.system.procedure.what_if(self.base, self.restricted_field(condition), our_ledgers)
            return our_ledgers, first_difference(
                our_ledgers, their_ledgers
            )  # ours is cached as well, so that its id stays unique

        return self.base.cached(
            (id(our_ledgers), condition.kind, frozenset(condition.participants), condition.group), compute
        )[1]

    def difference_as_fact(self, condition: Condition, difference: CostDifference) -> Fact:
        """Return the first line in which the pairing under a condition differs from ours, as a fact."""
        return difference_fact(self.system, self.field, condition, difference)

    def restricted_field(self, condition: Condition) -> Field:
        """Return the field in which only pairings that satisfy a condition are possible."""
        field, place = self.base, self.base.place[condition.participants[0]]
        only, rows = 1 << place, list(self.base.rows)
        if condition.kind is ConditionKind.MEET:
            return field.with_pair(place, field.place[condition.participants[1]])
        if condition.kind is ConditionKind.BYE:
            return self.system.constrain(field, (), condition.participants[0])
        group = field.mask_of_ids(condition.group if condition.group else condition.participants[1:])
        if condition.kind is ConditionKind.STAY:
            rows = [row if group >> i & 1 else row & ~only for i, row in enumerate(rows)]
            rows[place] &= group
            return field.with_edges(rows, field.eligible & ~only)
        for i in bits(group):
            rows[i] &= ~only
        rows[place] &= ~group
        return field.with_edges(rows)

    def _incomplete(self, condition: Condition, error: NoPairingError) -> facts.Incomplete:
        causes = tuple(cause for cause in error.causes if isinstance(cause, Cause))
        return facts.Incomplete(condition, causes, self.completion)

    def _bye_facts(self, outcome: Pairing, condition: Condition, new_bye: int | None) -> Iterator[Fact]:
        """Yield a fact if one of two participants who should meet has the bye."""
        if outcome.bye in condition.participants and condition.kind is ConditionKind.MEET:
            assert outcome.bye is not None
            yield facts.ByeBound(outcome.bye, new_bye)

    def illegality(self, breach: Breach) -> facts.Illegal:
        """Return a breach as a fact, with the round of an earlier game or the colour that both must have."""
        if len(breach.participants) != 2:
            return facts.Illegal(breach)
        a, b = breach.participants
        if breach.criterion == name_of(already_met):
            rounds = self.history.rounds_met(a, b)
            return facts.Illegal(breach, met_in=rounds[0] if rounds else None)
        if breach.criterion == name_of(forbidden_by_the_event):
            return facts.Illegal(breach)
        mine, yours = self._entrant(a).preference, self._entrant(b).preference
        same_absolute = mine.colour is yours.colour and mine.strength == yours.strength == Strength.ABSOLUTE
        return facts.Illegal(breach, both_must_have=mine.colour if same_absolute else None)

    # -- unmet criteria of a bracket

    def unmet_criteria(self, ledger: Ledger) -> Iterator[Fact]:
        """Yield every criterion that the bracket does not fulfil, and at whose expense."""
        for line in ledger.lines:
            if line.kind == "criterion" and any(line.cost) and ledger.bracket:
                paid = find_payers(self.system, self.field, line, ledger.decision)
                if paid:
                    yield facts.GivenUp(line, ledger.decision, paid)

    def verdict(self, outcome: Pairing) -> Iterator[Fact]:
        """Yield nothing: only a recorded round can differ from the rules."""
        yield from ()

    # -- why

    def explain(self, outcome: Pairing, player: int) -> Iterator[Fact]:
        """Yield all facts about one participant in the round."""
        if player not in self.field.place:
            yield facts.Away(player, outcome.round_number, self.tournament.absent(outcome.round_number).get(player))
        elif outcome.bye == player:
            yield from self._explain_bye(outcome, player)
        else:
            number, board = next(
                (n, b)
                for n, b in zip(outcome.board_numbers, outcome.boards, strict=True)
                if player in (b.white, b.black)
            )
            yield from self._explain_pair(outcome, player, board, number)

    def _explain_pair(self, outcome: Pairing, player: int, board: Board, number: int) -> Iterator[Fact]:
        opponent = board.black if board.white == player else board.white
        colour = Colour.WHITE if board.white == player else Colour.BLACK
        yield facts.Paired(player, opponent, colour, number, outcome.round_number)
        yield from self._earlier_pairings(player, opponent)
        bracket = next(d for d in outcome.decisions if (player, opponent) in d.pairs or (opponent, player) in d.pairs)
        if {player, opponent} in map(set, self.fixed):
            yield facts.Fixed(bye=False)
            yield from (
                self.illegality(breach) for breach in outcome.breaches if set(breach.participants) == {player, opponent}
            )
        else:
            yield from self._explain_float(outcome, player)
            yield from self._explain_opponent(outcome, player, opponent, bracket)
        yield from self._explain_colours(outcome, board, player)

    def _earlier_pairings(self, player: int, opponent: int) -> Iterator[Fact]:
        """Yield the earlier rounds in which two were paired and did not play."""
        for number, column in enumerate(self.history.round_results, 1):
            meeting = column.get(player)
            if (
                meeting is not None
                and meeting.opponent == opponent
                and number not in self.history.rounds_met(player, opponent)
            ):
                yield facts.PairedBefore(player, opponent, number)

    def _explain_float(self, outcome: Pairing, player: int) -> Iterator[Fact]:
        """Yield the reasons why a participant is not paired in the group of their score."""
        ledgers = {ledger.bracket: ledger for ledger in outcome.ledger}
        for bracket in outcome.decisions:
            if not bracket.bracket:
                continue
            if player in bracket.left:
                if player in bracket.residents:
                    up = any(player in another.moved_up for another in outcome.decisions)
                    yield facts.LeftTheGroup(player, bracket, up, self._minimizes_leaving(ledgers[bracket.bracket]))
                yield from self._explain_leaving(outcome, player, bracket)
            elif player in bracket.moved_up and not any(player in another.left for another in outcome.decisions):
                yield facts.CalledUp(player, bracket)
                yield self.compare(outcome, Condition(ConditionKind.BELOW, (player,), bracket.residents, bracket.score))

    def _minimizes_leaving(self, ledger: Ledger) -> bool:
        """Return whether the rules minimize the number of participants who leave a bracket."""
        return any(parties_named_by(self.system, line) is NamedParties.LEAVING for line in ledger.lines)

    def _explain_leaving(self, outcome: Pairing, player: int, bracket: Decision) -> Iterator[Fact]:
        """Yield the consequences of an opponent in the bracket for a participant who left it."""
        group = tuple(opponent for opponent in bracket.members if opponent != player)
        if any(player in pair and set(pair) & set(group) for pair in outcome.pairs):
            return  # they meet in another bracket: their pairing was opened
        place = self.base.place[player]
        if self.base.rows[place] & self.base.mask_of_ids(group):
            yield self.compare(outcome, Condition(ConditionKind.STAY, (player,), group, bracket.score))
        elif group:
            met_before = tuple(opponent for opponent in group if self.history.rounds_met(player, opponent))
            apart = tuple(opponent for opponent in group if opponent not in met_before)
            article = cite(self.system.bans[0]) if met_before and not apart else ""
            yield facts.NobodyToMeet(player, bracket.score, met_before, apart, article)
            for opponent in apart[:MAX_COMPARED]:
                yield from map(self.illegality, self.system.breaches(self.field, [(player, opponent)], None)[:1])

    def _explain_opponent(self, outcome: Pairing, player: int, opponent: int, bracket: Decision) -> Iterator[Fact]:
        """Yield the reasons for this opponent rather than another of the group."""
        if opponent in bracket.moved_down and player in bracket.residents:
            yield facts.CameDown(opponent, bracket.score)
            player, opponent = opponent, player
        nearer = self._earlier_candidates(player, opponent, bracket)
        if nearer:
            yield from self._compare_candidates(outcome, player, nearer)
        elif self.system.first_choice(bracket, player) == opponent:
            yield facts.PlainOrder(player, opponent, bracket, self._order_text(player, bracket), self._order_article)
        else:
            yield self.compare(outcome, Condition(ConditionKind.APART, (player, opponent)))

    def _order_text(self, player: int, bracket: Decision) -> str:
        """Return the text of the plain order of a bracket, if the system states one."""
        first_choice = self.system.first_choice
        guest = player in bracket.moved_down
        return getattr(first_choice, "worse", "") if guest else getattr(first_choice, "text", "")

    @property
    def _order_article(self) -> str:
        """The article on the order of the pairings of a bracket."""
        criteria, article = self.system.criteria, getattr(self.system.first_choice, "article", "")
        if article:
            return qualify_article(article, self.system.edition.regulation.code)
        clauses = (
            *select_clauses(criteria, Candidates, Role.ORDER),
            *reversed(select_clauses(criteria, Step, Role.ORDER)),
        )
        return next((clause.article for clause in clauses if clause.kind != "step"), "")

    def _compare_candidates(self, outcome: Pairing, player: int, candidates: Sequence[int]) -> Iterator[Fact]:
        for candidate in candidates[:MAX_COMPARED]:
            for fact in self._facts_about(outcome, Condition(ConditionKind.MEET, (player, candidate))):
                yield facts.Instead(candidate, player, fact)
        if len(candidates) > MAX_COMPARED:
            yield facts.NotAsked(len(candidates) - MAX_COMPARED)

    def _facts_about(self, outcome: Pairing, condition: Condition) -> Iterable[Fact]:
        """Return the facts about a condition, without the rest of the round."""
        immediate = self._answer_without_pairing(outcome, condition)
        return immediate[1] if immediate is not None else (self.compare(outcome, condition),)

    def _earlier_candidates(self, player: int, opponent: int, bracket: Decision) -> list[int]:
        """Return the candidates that come before the opponent in the plain order."""
        first = self.system.first_choice(bracket, player)
        order = bracket.residents if player in bracket.moved_down else bracket.members
        if first is None or first == opponent or opponent not in order or first not in order:
            return []
        a, b = order.index(first), order.index(opponent)
        return [between for between in (order[a:b] if a < b else order[a:b:-1]) if between != player]

    def _explain_colours(self, outcome: Pairing, board: Board, player: int) -> Iterator[Fact]:
        """Yield the reasons for these colours, the colour due to this participant first."""
        pair = (board.black, board.white) if player == board.black else (board.white, board.black)
        seats = [*map(self._entrant, pair)]
        if any(seat.colours or seat.preference.colour is None for seat in seats):  # else the text of the rule suffices
            yield from (facts.ColourDue(seat.id, seat.colours, seat.preference) for seat in seats)
        yield colour_fact(self.system, self.field, outcome, board)
        for participant, colour in ((board.white, Colour.WHITE), (board.black, Colour.BLACK)):
            if self._entrant(participant).colours.endswith(2 * colour.value):
                yield facts.ThirdTime(participant, colour, self.field.is_last_round)

    def _explain_bye(self, outcome: Pairing, player: int) -> Iterator[Fact]:
        """Yield the reasons why this participant has the bye."""
        yield facts.HasTheBye(player, outcome.round_number, self._entrant(player).score)
        if self.bye == player:
            yield facts.Fixed(bye=True)
            yield from map(self.illegality, outcome.breaches)
            return
        whole = outcome.ledger[0]
        for line in whole.lines:
            if parties_named_by(self.system, line) is (
                NamedParties.RATING if outcome.round_number > 1 else NamedParties.MISSED
            ):
                continue  # ratings count in round one only, when no round has been played or missed
            yield facts.ByeAsksFor(line, find_payers(self.system, self.field, line, whole.decision)[0])
        lower = [candidate.id for candidate in self.field.entrants if candidate.rank > self._entrant(player).rank]
        if not lower:
            yield facts.NobodyLower()
        barred, bar = tuple(candidate for candidate in lower if self._entrant(candidate).barred), self.system.bar
        if barred and bar is not None:
            yield facts.Barred(barred, bar.article, bar.code, bar.text)
        able = [candidate for candidate in reversed(lower) if candidate not in barred]
        for candidate in able[:MAX_COMPARED]:
            for fact in self._facts_about(outcome, Condition(ConditionKind.BYE, (candidate,))):
                yield facts.Instead(candidate, None, fact)


@record(slots=False)
class RecordedFactFinder(FactFinder):
    """Finds facts about the round that the rules give, beside the recorded one."""

    recorded: Round = Round()

    def explain(self, outcome: Pairing, player: int) -> Iterator[Fact]:
        """Yield the recorded pairing of a participant, whether the rules give it, and the reasons of the rules."""
        if player not in self.field.place:
            kind = next((bye.kind for bye in self.recorded.byes if bye.player == player), None)
            yield facts.Away(player, outcome.round_number, None if kind is ByeKind.NOT_ENTERED else kind)
            return
        reasons = tuple(super().explain(outcome, player))
        if same_round(self.recorded, outcome):
            yield from (reasons[0], facts.AsTheRules(outcome.round_number, self._edition), *reasons[1:])
        else:
            yield self._recorded_as(outcome, player)
            yield from self._differences(outcome, reasons)
            yield facts.ByTheRules(outcome.round_number)
            yield from reasons

    def why_not(self, outcome: Pairing, a: int, b: int | None) -> AnswerWithFacts:
        """Return the recorded pairing of these, whether the rules give it, and the consequences by the rules."""
        answer, reasons = super().why_not(outcome, a, b)
        about = (a,) if b is None else (a, b)
        if same_round(self.recorded, outcome) or any(player not in self.field.place for player in about):
            return answer, reasons
        have_met = any({a, b} == set(pair) for pair in self.recorded.pairs)
        recorded = tuple(self._recorded_as(outcome, player) for player in about[: 1 if have_met else 2])
        differences = self._differences(outcome, reasons)
        return answer, (*recorded, *differences, facts.ByTheRules(outcome.round_number), *reasons)

    def verdict(self, outcome: Pairing) -> Iterator[Fact]:
        """Yield whether the recorded round is the one that the rules give, and if not, the first rule against it."""
        if same_round(self.recorded, outcome):
            yield facts.AsTheRules(outcome.round_number, self._edition)
            return
        pairs = {frozenset(pair) for pair in self.recorded.pairs}
        same_pairs = pairs == {frozenset(pair) for pair in outcome.pairs}
        byes = [] if outcome.bye is None else [outcome.bye]
        only_colours = same_pairs and allocated_byes(self.recorded)[:1] == byes
        yield facts.NotAsTheRules(outcome.round_number, self._edition, only_colours)
        broken = self.system.breaches_of_round(self.field, self.recorded)
        if broken:
            yield from map(self.illegality, broken)
        elif only_colours:
            board = next(board for board in outcome.boards if board[:2] not in set(self.recorded.pairs))
            yield colour_fact(self.system, self.field, outcome, board, filed=True)
        else:
            difference = self.system.cost_difference(self.field, outcome, self.recorded)
            if difference is not None:
                yield self.difference_as_fact(Condition(ConditionKind.RECORDED, ()), difference)

    def _recorded_as(self, outcome: Pairing, player: int) -> facts.RecordedAs:
        for white, black in self.recorded.pairs:
            if player in (white, black):
                coloured = (white, black) not in self._uncoloured_pairs
                opponent, colour = (black, Colour.WHITE) if player == white else (white, Colour.BLACK)
                return facts.RecordedAs(player, outcome.round_number, opponent, colour if coloured else None)
        bye = next((bye.kind for bye in self.recorded.byes if bye.player == player), None)
        return facts.RecordedAs(player, outcome.round_number, bye=bye)

    @cached_property
    def _uncoloured_pairs(self) -> set[tuple[int, int]]:
        return {(game.white, game.black) for game in self.recorded.games if not game.coloured}

    @property
    def _edition(self) -> str:
        return str(self.system.edition)

    def _differences(self, outcome: Pairing, reasons: tuple[Fact, ...]) -> Iterator[Fact]:
        """Yield the facts of the verdict that are not among these reasons anyway."""
        stated = set(map(_normalize, reasons))
        return (fact for fact in dict.fromkeys(self.verdict(outcome)) if _normalize(fact) not in stated)


def same_round(recorded: Round, outcome: Pairing) -> bool:
    """Return whether a round has the boards, the colours (where recorded) and the bye that the rules give."""
    uncoloured = {(game.black, game.white) for game in recorded.games if not game.coloured}
    recorded_pairs = set(recorded.pairs)
    byes = [] if outcome.bye is None else [outcome.bye]
    all_found = all(pair in recorded_pairs or pair in uncoloured for pair in outcome.pairs)
    return all_found and len(recorded_pairs) == len(outcome.pairs) and allocated_byes(recorded) == byes


def _normalize(fact: Fact) -> Fact:
    """Return a fact without the order of participants and the mark of a recorded round, to compare it."""
    if isinstance(fact, facts.Illegal):
        return replace(fact, breach=replace(fact.breach, participants=tuple(sorted(fact.breach.participants))))
    return replace(fact, filed=False) if isinstance(fact, facts.ColourGiven) else fact
