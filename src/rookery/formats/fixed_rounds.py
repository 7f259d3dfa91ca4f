"""Outcomes of rounds that a table, a bracket or a ranking gives."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from rookery._record import record, replace
from rookery.errors import RuleError
from rookery.formats.handlers import NO_REQUEST, FormatHandlers, PairingRequest
from rookery.formats.resolve import get_handlers
from rookery.history.team_matches import iter_forfeits
from rookery.messages import Message, format_msg, join_list, msg, name_with_number
from rookery.model import ByeKind, FixedSeat, Result, Round, Tournament
from rookery.pairing.outcome import Board, Explanation, Ledger, Pairing, Reason, WhyNot


def pair_fixed_round(
    tournament: Tournament,
    handlers: FormatHandlers,
    request: PairingRequest = NO_REQUEST,
    recorded: Round | None = None,
) -> Pairing:
    """Return the next round of a format that gives whole rounds, as an outcome.

    >>> from rookery.formats.round_robin import ROUND_ROBIN
    >>> from rookery.model import Player
    >>> event = Tournament(players=tuple(map(Player, range(1, 5))), system="BERGER_ROUNDROBIN")
    >>> print(pair_fixed_round(event, ROUND_ROBIN).explain(1))
    number 1 and number 4 meet in round 1: as in the table. (C.05)
    """
    round, fixed_seats = handlers.pair_round(tournament, request), tournament.seats_in(tournament.next_round)
    byes = [bye.player for bye in round.byes if bye.kind is ByeKind.PAIRING_ALLOCATED]
    source = colour_source(handlers.format.predetermined)
    result = Pairing(
        system=handlers.format.name,
        round_number=tournament.next_round,
        boards=tuple(Board(white, black, _format_article(handlers), source) for white, black in round.pairs),
        bye=byes[0] if byes else None,
        decisions=(),
        price=tuple,
        complete_round=round,
        explainer=FixedRoundExplainer(tournament, handlers.format.name, round, recorded),
    )
    return _with_fixed_seats(result, fixed_seats) if fixed_seats else result


def _with_fixed_seats(outcome: Pairing, fixed_seats: Mapping[int, FixedSeat]) -> Pairing:
    """Return the round that the format gives, with the fixed boards and colours."""
    from rookery.pairing.colours import find_clashes, place_fixed, with_fixed_colours

    assert outcome.complete_round is not None
    assert isinstance(outcome.explainer, FixedRoundExplainer)
    whole, breaches = (
        with_fixed_colours(outcome.complete_round, fixed_seats),
        tuple(find_clashes(outcome.boards, fixed_seats)),
    )
    numbers, boards = place_fixed(outcome.boards, fixed_seats)
    explainer = replace(outcome.explainer, round=whole)
    return replace(
        outcome, boards=boards, numbers=numbers, complete_round=whole, breaches=breaches, explainer=explainer
    )


def _format_article(handlers: FormatHandlers) -> str:
    return handlers.format.regulation.code if handlers.format.regulation is not None else ""


@record
class FixedRoundExplainer:
    """Explains a round that the format gives and that could not be otherwise."""

    tournament: Tournament
    format: str
    round: Round
    recorded: Round | None = None  # as the file has it already

    @property
    def handlers(self) -> FormatHandlers:
        """The handlers of the format."""
        return get_handlers(self.format)

    def as_round(self, outcome: Pairing) -> Round:
        """Return the round as the format gives it."""
        return self.round

    def explain(self, outcome: Pairing, player: int) -> Explanation:
        """Return whom a participant meets, and why."""
        if player not in self.tournament.participants_by_number:
            raise RuleError(msg("there is no %(one)s in this tournament", one=player), participants=(player,))
        return Explanation((player,), (*self._explain_recorded(player), self._explain_format(outcome, player)))

    def _explain_format(self, outcome: Pairing, player: int) -> Reason:
        article, reason = _format_article(self.handlers), self.handlers.reason
        for forfeit in iter_forfeits(self.round):
            if player in forfeit[:2]:
                return Reason(forfeit_text(self.tournament, forfeit, outcome.round_number, reason), article)
        for pair in outcome.pairs:
            if player in pair:
                return Reason(meeting_text(self.tournament, pair, outcome.round_number, reason), article)
        return Reason(unpaired_text(self.tournament, player, outcome.round_number, self._bye_reason(player)), article)

    def _explain_recorded(self, player: int) -> Iterator[Reason]:
        """Yield what the file has for a participant, where that is not what the format gives."""
        pairs = () if self.recorded is None else self.recorded.pairs
        recorded = next((pair for pair in pairs if player in pair), None)
        by_format = next((pair for pair in self.round.pairs if player in pair), None)
        if self.recorded is not None and set(recorded or ()) != set(by_format or ()):
            yield Reason(recorded_differently_text(self.tournament, player, recorded))

    def _bye_reason(self, player: int) -> str:
        """Return why a participant has no opponent."""
        if player in self.tournament.absent(self.tournament.next_round):
            return ABSENT
        bye_reason = self.handlers.reason_for_bye
        return FREE if bye_reason is None else bye_reason(self.tournament, self.round, player)

    def why_not(self, outcome: Pairing, a: int, b: int | None) -> WhyNot:
        """Return whom a participant meets and why it is not the other, or why others have the byes."""
        reasons = self.explain(outcome, a).reasons
        if b is not None:
            return WhyNot((a, b), reasons=(*reasons, *self._explain_not_paired(outcome, a, b)))
        free = [player for player in self.byes if player != outcome.bye]
        if a not in (*free, outcome.bye) and not self.byes:
            reasons += (Reason(no_bye_text(outcome.round_number), _format_article(self.handlers)),)
        elif a not in (*free, outcome.bye):
            reasons += tuple(self._explain_format(outcome, player) for player in free)
        return WhyNot((a,), reasons=reasons)

    def _explain_not_paired(self, outcome: Pairing, a: int, b: int) -> Iterator[Reason]:
        """Yield why two participants do not meet, or why the second has no opponent."""
        if b not in self.tournament.participants_by_number:
            raise RuleError(msg("there is no %(b)s in this tournament", b=b), participants=(b,))
        paired = {player: pair for pair in self.round.pairs for player in pair}
        if a == b or b in paired.get(a, ()) or a not in paired:
            return
        if b not in paired:
            yield self._explain_format(outcome, b)
        elif self.handlers.reason_not_paired is not None:
            reason = self.handlers.reason_not_paired(self.tournament, a, b)
            yield Reason(not_paired_text(self.tournament, (a, b), reason), _format_article(self.handlers))

    @property
    def byes(self) -> tuple[int, ...]:
        """The participants who are present and have no opponent in the round."""
        away = self.tournament.absent(self.tournament.next_round)
        return tuple(bye.player for bye in self.round.byes if bye.player not in away)

    def unmet_criteria(self, ledger: Ledger) -> tuple[Reason, ...]:
        """Return nothing: a table has no criteria."""
        return ()

    def verdict(self, outcome: Pairing) -> tuple[Reason, ...]:
        """Return whether the recorded round is the one that the format gives; nothing without one."""
        if self.recorded is None:
            return ()
        pairs = {frozenset(pair) for pair in outcome.pairs}
        as_given = pairs == {frozenset(pair) for pair in self.recorded.pairs}
        return (Reason(verdict_text(outcome.round_number, as_given), _format_article(self.handlers)),)


# -- sentences ---------------------------------------------------------------------------------------------------------

ABSENT = msg("%(name)s is absent in round %(round)s.")
FREE = msg("%(name)s is free in round %(round)s.")
"""The reason why a participant has no opponent, in formats without a text of their own."""


def colour_source(predetermined: bool) -> str:
    """Return where the colours of a board come from."""
    return "the table of the format" if predetermined else "the rules of the format"


def meeting_text(tournament: Tournament, pair: tuple[int, int], number: int, reason: str) -> str:
    """Return that two meet in a round, and why."""
    return msg(
        "%(both)s meet in round %(round)s: %(why)s.", both=_pair_names(tournament, pair), round=number, why=reason
    )


def forfeit_text(tournament: Tournament, forfeit: tuple[int, int, Result], number: int, reason: str) -> str:
    """Return that two are paired although at least one is absent, so that the game is lost by forfeit."""
    white, black, result = forfeit
    names = _pair_names(tournament, (white, black))
    if result is Result.DOUBLE_FORFEIT:
        return msg("%(both)s would meet in round %(round)s: %(why)s; but both are absent, and both lose by forfeit.",
                      both=names, round=number, why=reason)  # fmt: skip
    present, away = (white, black) if result is Result.WHITE_BY_FORFEIT else (black, white)
    return msg("%(both)s would meet in round %(round)s: %(why)s; but %(away)s is absent, and %(there)s wins by"
                  " forfeit.", both=names, round=number, why=reason, away=_participant_name(tournament, away),
                  there=_participant_name(tournament, present))  # fmt: skip


def not_paired_text(tournament: Tournament, pair: tuple[int, int], reason: str) -> str:
    """Return that two do not meet in a round, and why."""
    return msg("%(both)s do not meet: %(why)s.", both=_pair_names(tournament, pair), why=reason)


def unpaired_text(tournament: Tournament, participant: int, number: int, reason: str) -> str:
    """Return why a participant has no opponent; `reason` is a template, or what follows the name."""
    name = _participant_name(tournament, participant)
    return (
        format_msg(reason, name=name, round=number)
        if isinstance(reason, Message)
        else f"{name} {reason.format(round=number)}."
    )


def no_bye_text(number: int) -> str:
    """Return the text for a round without a bye."""
    return msg("Nobody has a bye in round %(round)s.", round=number)


def recorded_differently_text(tournament: Tournament, participant: int, pair: tuple[int, int] | None) -> str:
    """Return what the file has for a participant, before what the format gives."""
    if pair:
        return msg(
            "In this round %(both)s meet; by the format it would be like this:", both=_pair_names(tournament, pair)
        )
    return msg(
        "In this round %(name)s is free; by the format it would be like this:",
        name=_participant_name(tournament, participant),
    )


def verdict_text(number: int, as_given: bool) -> str:
    """Return whether the recorded round is the one that the format gives."""
    return msg("Round %(round)s is paired as the format gives it." if as_given else
                  "Round %(round)s is not paired as the format gives it.", round=number)  # fmt: skip


def _pair_names(tournament: Tournament, pair: tuple[int, int]) -> str:
    return join_list(_participant_name(tournament, participant) for participant in pair)


def _participant_name(tournament: Tournament, participant: int) -> str:
    return name_with_number(participant, tournament.participants_by_number[participant].name)
