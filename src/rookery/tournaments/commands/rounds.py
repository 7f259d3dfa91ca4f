"""Pairing a round, and taking it back."""

from __future__ import annotations

from collections.abc import Iterator

from rookery.checking.feasibility import Possibility, check_feasibility
from rookery.checking.text import describe_feasibility
from rookery.formats.board_order import fix_boards, list_numbered_boards
from rookery.formats.pair import pair
from rookery.formats.resolve import get_format
from rookery.messages import join_texts, msg, msg_plural
from rookery.model import Game, Match, Result, Round, Tournament
from rookery.pairing.outcome import Pairing
from rookery.tournaments.command import Command, command, decider
from rookery.tournaments.event import Event
from rookery.tournaments.events.results import ResultEntered
from rookery.tournaments.events.rounds import RoundPaired, RoundUnpaired
from rookery.tournaments.execute import apply_events
from rookery.tournaments.keyed import Boards
from rookery.tournaments.lineups import with_announced_line_ups
from rookery.tournaments.manual_pairing_check import (
    build_fixed_round,
    compare_partial_rounds,
    compare_with_rules,
    manual_pairing_warnings,
    phase_closed_event,
    violation_warnings,
)
from rookery.tournaments.outcomes import CommandRejectedError, Decision
from rookery.tournaments.round_diff import games_of, has_results, list_pairs
from rookery.tournaments.state import State
from rookery.tournaments.warning_table import RuleWarning, rule_warning


@command("round.pair")
class PairRound(Command):
    """Pair the next round by the rules; games without a result become adjourned.

    `fixed` are required pairs, and `bye` is the participant to get the allocated bye: if these differ from the pairing
    by the rules, the round counts as paired by hand. `through` names the winners of level matches of a knock-out.
    """

    through: tuple[str, ...] = ()
    games: int | None = None
    fixed: tuple[tuple[str, str], ...] = ()
    bye: str = ""


@decider(PairRound)
def _pair(state: State, command: PairRound) -> Decision:
    if state.phase is not None:
        text = msg("round %(round)s is being paired by hand", round=state.phase.round)
        raise CommandRejectedError.by(rule_warning("phase", state.fide, text, instead=msg("finish that first")))
    parts = list(compare_partial_rounds(state))
    events: list[Event] = [*(phase_closed_event(state, *part) for part in parts), *adjourn_open_games(state)]
    warnings = [
        *(warning for part in parts for warning in manual_pairing_warnings(state, *part)),
        *warnings_before_pairing(state),
    ]
    after = apply_events(state, events)
    number = state.number
    outcome = pair(
        after.tournament,
        fixed=[(number(part), number(second)) for part, second in command.fixed],
        bye=number(command.bye) if command.bye else None,
        through=[number(key) for key in command.through],
        games=command.games or state.choices.games,
    )
    uses_chosen_order = state.choices.reverse is not None and get_format(state.tournament).predetermined
    updated = after.tournament.with_round(
        build_fixed_round(after.tournament, state.choices.reverse) if uses_chosen_order else outcome.round
    )
    round = with_announced_line_ups(state, outcome.round_number, fix_boards(updated, outcome.round_number))
    events.append(RoundPaired(outcome.round_number, Boards.of(round, state.keys), describe_rules(outcome)))
    if command.fixed or command.bye:
        warnings += requested_pairs_warnings(after, outcome.round_number, round)
    return Decision(tuple(events), tuple(warnings), f"before round {outcome.round_number}")


def describe_rules(outcome: Pairing) -> str:
    """Return the rules by which a round was paired."""
    return f"{outcome.system} {outcome.edition.since:%Y-%m}" if outcome.edition is not None else outcome.system


def warnings_before_pairing(state: State) -> Iterator[RuleWarning]:
    """Yield the warnings before pairing the next round: open games, absences, infeasible rounds."""
    yield from _warn_open_games(state)
    yield from _warn_many_absent(state)
    yield from _warn_infeasible(state)


def requested_pairs_warnings(state: State, number: int, round: Round) -> Iterator[RuleWarning]:
    """Yield the warnings on a round with requested pairs or byes, which counts as paired by hand."""
    judgement = compare_with_rules(state.tournament, round, state.choices.reverse)
    yield from violation_warnings(state, judgement.broken)
    yield from manual_pairing_warnings(state, number, judgement, round)


def adjourn_open_games(state: State) -> Iterator[Event]:
    """Yield the events that adjourn every game without a result, if the next round depends on it (C.04.2 3.1)."""
    if get_format(state.tournament).predetermined:
        return
    for number, round in enumerate(state.tournament.rounds, 1):
        games_by_pair: dict[tuple[str, str], int] = {}
        for board in games_of(Boards.of(round, state.keys)) if round.pending else ():
            pair = board.white, board.black
            game = games_by_pair[pair] = games_by_pair.get(pair, -1) + 1
            if board.result is Result.PENDING:
                yield ResultEntered(number, *pair, Result.ADJOURNED, Result.PENDING, "pairing", game)


def _warn_open_games(state: State) -> Iterator[RuleWarning]:
    if get_format(state.tournament).predetermined:
        return
    rounds = list(enumerate(state.tournament.rounds, 1))
    pending = [_describe_board(state, number, game) for number, round in rounds for game in round.pending]
    older = [_describe_board(state, number, game) for number, round in rounds for game in round.adjourned]
    if pending:
        text = msg_plural(len(pending),
                       "%(games)s: no result yet. It will count as adjourned (a draw for the pairing)",
                       "%(games)s: no results yet. They will count as adjourned (draws for the pairing)",
                       games=list_pairs(pending))  # fmt: skip
        yield rule_warning("adjourned-now", state.fide, text)
    if older:
        text = msg_plural(len(older), "%(games)s: still adjourned. It counts as a draw for the pairing",
                       "%(games)s: still adjourned. They count as draws for the pairing",
                       games=list_pairs(older))  # fmt: skip
        yield rule_warning("adjourned-old", state.fide, text)


def _describe_board(state: State, number: int, game: Game) -> str:
    """Return the description of a game: its board and players, and the round if it is an earlier one."""
    names = {labelled.number: labelled.name or str(labelled.number) for labelled in state.tournament.players}
    label = next(label for label, labelled in _labelled_games(state.tournament, number) if labelled is game)
    arguments = {"board": label, "white": names[game.white], "black": names[game.black], "round": number}
    if number == len(state.tournament.rounds):
        return msg("board %(board)s, %(white)s – %(black)s", **arguments)
    return msg("board %(board)s of round %(round)s, %(white)s – %(black)s", **arguments)


def _labelled_games(tournament: Tournament, number: int) -> Iterator[tuple[str, Game]]:
    """Yield the games of a round with the labels of their boards: 5, or 3.2 in a match of teams."""
    for board, meeting in list_numbered_boards(tournament, number):
        if isinstance(meeting, Match):
            yield from (
                (f"{board}.{board_number}", game)
                for board_number, game in zip(meeting.board_numbers, meeting.games, strict=True)
            )
        else:
            yield str(board), meeting


def _warn_many_absent(state: State) -> Iterator[RuleWarning]:
    t = state.tournament
    away = t.absent(t.next_round)
    if 2 * len(away) > len(t.participants_by_number):
        text = msg("%(away)s of %(all)s are absent in round %(round)s, more than half", away=len(away),
                      all=len(t.participants_by_number), round=t.next_round)  # fmt: skip
        yield rule_warning("many-absent", state.fide, text)


def _warn_infeasible(state: State) -> Iterator[RuleWarning]:
    """Before round 1: that not all rounds can be paired for this field."""
    t = state.tournament
    if t.rounds or not get_format(t).swiss:
        return
    feasibility = check_feasibility(t)
    if feasibility.answer is Possibility.NO:
        names = {participant.number: participant.name or str(participant.number) for participant in t.participants}
        yield rule_warning(
            "not-feasible",
            state.fide,
            join_texts(" ", describe_feasibility(feasibility, lambda number: names.get(number, str(number)))),
        )


@command("round.unpair")
class UnpairRound(Command):
    """Take the last round back; the byes that were asked for stay asked for."""


@decider(UnpairRound)
def _unpair(state: State, command: UnpairRound) -> Decision:
    number = len(state.tournament.rounds)
    if not number:
        raise CommandRejectedError(msg("no round is paired yet"))
    return Decision((RoundUnpaired(number),), point=f"round {number} as it was")


@command("round.pair_again")
class PairAgain(Command):
    """Take the last round back and pair it again, on the results as they are now; it must not have any result."""


@decider(PairAgain)
def _pair_again(state: State, command: PairAgain) -> Decision:
    undone = _unpair(state, UnpairRound())
    number = len(state.tournament.rounds)
    if has_results(state.tournament.rounds[-1]):
        raise CommandRejectedError(
            msg("round %(number)s has results, which would be lost", number=number),
            article="C.04.2 4.3",
            instead=msg("take the round back first"),
        )
    paired = _pair(apply_events(state, undone.events), PairRound())
    return Decision((*undone.events, *paired.events), paired.cautions, undone.point)
