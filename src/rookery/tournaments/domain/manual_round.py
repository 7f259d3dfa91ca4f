"""Entry of a round by hand: pairings, results, byes, forfeits, and their removal."""

from __future__ import annotations

from collections.abc import Iterator

from rookery._record import record
from rookery.checking.manual_pairing import ViolationKind
from rookery.messages import msg
from rookery.model import ByeKind, Result, Tournament
from rookery.tournaments.command import Command, Proposal, command, decider
from rookery.tournaments.domain.byes import ByeAsked
from rookery.tournaments.domain.manual_pairing import close_phase_events
from rookery.tournaments.domain.results import MatchForfeited, ResultCorrected, ResultEntered
from rookery.tournaments.domain.rounds import BoardsSet, PhaseOpened, RoundUnpaired, phase_closed_event
from rookery.tournaments.errors import CommandRejectedError, require_no_phase
from rookery.tournaments.event import Event, apply_events
from rookery.tournaments.keyed import NO_BOARDS, Boards, KeyedBye
from rookery.tournaments.manual_pairing_check import (
    compare_with_rules,
    manual_pairing_warnings,
    pairs_of,
    violation_warnings,
)
from rookery.tournaments.manual_round import EntryKind, ManualRound, require_complete_round, without_empty_round
from rookery.tournaments.round_diff import games_of
from rookery.tournaments.state import State
from rookery.tournaments.warning_table import RuleWarning


@record
class RoundEntry:
    """An entry of a round: White and Black, or a participant with a bye or without an opponent.

    In a team event, the keys of `result`, `alone` and `not alone` are players; all others are teams.
    """

    what: EntryKind
    white: str
    black: str = ""
    result: Result | None = None
    kind: ByeKind | None = None


@command("round.book")
class BookRound(Command):
    """Enter a round by hand, completely or in `part`; only in part may participants be left out."""

    round: int
    entries: tuple[RoundEntry, ...]
    part: bool = False
    source: str = "desk"


@decider(BookRound)
def _decide_book_round(state: State, command: BookRound) -> Proposal:
    require_no_phase(state)
    entered = ManualRound(state.tournament, command.round, in_parts=command.round in state.in_parts)
    for entry in command.entries:
        of_players = entry.what in ("result", "alone", "not alone")
        numbers_by_key = state.keys.players if of_players else state.keys.participants
        try:
            white, black = numbers_by_key[entry.white], numbers_by_key[entry.black] if entry.black else None
        except KeyError as error:
            text = msg("there is no player with the key %(args)s", args=f"{error.args[0]!r}")
            raise CommandRejectedError(text) from None
        entered.apply_entry(entry.what, white, black, entry.kind if entry.what == "bye" else entry.result)
    return propose_entered_round(state, entered, part=command.part, source=command.source)


def propose_entered_round(state: State, entered: ManualRound, *, part: bool, source: str) -> Proposal:
    """Return what the entries of a round change; only in `part` may participants be left out."""
    if not part:
        require_complete_round(entered)
    return _propose_round_changes(state, entered.number, without_empty_round(entered.tournament()), source, part)


def _propose_round_changes(state: State, number: int, new: Tournament, source: str, part: bool) -> Proposal:
    """Return the events that change a round to that of `new`, with the warnings about manual boards."""
    old = state.tournament
    if len(new.rounds) < number:
        back = (RoundUnpaired(number),) if number <= len(old.rounds) else ()
        return Proposal((*back, *_requested_bye_events(apply_events(state, back), number, new)))
    changed, keys = new.rounds[number - 1], state.keys
    boards = Boards.from_round(changed, keys)
    if number > len(old.rounds):
        warnings = tuple(_manual_round_warnings(state, number, new, part))
        if part:
            after = apply_events(state, (boards_set := (BoardsSet(number, boards),)))
            return Proposal((*boards_set, *_close_when_complete(after, number)), warnings)
        requested_byes = tuple(
            KeyedBye(keys.participant[participant], kind) for participant, kind in old.absent(number).items()
        )
        opening = PhaseOpened(number, Boards(byes=requested_byes) if requested_byes else NO_BOARDS)
        return Proposal(
            (
                opening,
                *close_phase_events(state, number, boards, compare_with_rules(old, changed, state.choices.reverse)),
            ),
            warnings,
        )
    old_boards = Boards.from_round(old.rounds[number - 1], keys)
    events: tuple[Event, ...] = (BoardsSet(number, boards, old_boards),)
    if old.rounds[number - 1].pairs == changed.pairs:
        changes = tuple(_detailed_change_events(number, old_boards, boards, source, number < len(old.rounds)))
        events = changes if apply_events(state, changes).tournament.rounds == new.rounds else events
    same = set(pairs_of(old.rounds[number - 1])) == set(pairs_of(changed))
    completion = () if same else tuple(_close_when_complete(apply_events(state, events), number))
    return Proposal((*events, *completion), () if same else tuple(_manual_round_warnings(state, number, new, part)))


def _close_when_complete(state: State, number: int) -> Iterator[Event]:
    """Yield the end of partial entry, once the round is complete."""
    if number in state.in_parts and _is_complete(state, state.tournament, number):
        t = state.tournament
        yield phase_closed_event(
            state, number, compare_with_rules(t.before_round(number), t.rounds[number - 1], state.choices.reverse)
        )


def _requested_bye_events(state: State, number: int, new: Tournament) -> Iterator[Event]:
    """Yield the changes of requested byes in a round without pairings."""
    keys_by_number = state.keys.participant
    old = {bye.player: bye.kind for bye in state.tournament.requested_byes if bye.round == number}
    now = {bye.player: bye.kind for bye in new.requested_byes if bye.round == number}
    for participant in {**old, **now}:
        if old.get(participant) is not now.get(participant):
            yield ByeAsked(keys_by_number[participant], number, now.get(participant), old.get(participant))


def _manual_round_warnings(state: State, number: int, new: Tournament, part: bool) -> Iterator[RuleWarning]:
    """Yield the warnings about manual boards, and about a complete round that differs from the rules."""
    judgement = compare_with_rules(new.before_round(number), new.rounds[number - 1], state.choices.reverse)
    is_paired = number <= len(
        state.tournament.rounds
    )  # in a round entered in parts, those without a game yet count as absent
    yield from violation_warnings(
        state,
        tuple(
            violation
            for violation in judgement.violations
            if not (is_paired and violation.kind is ViolationKind.ABSENT)
        ),
    )
    if not part or _is_complete(state, new, number):
        yield from manual_pairing_warnings(state, number, judgement, new.rounds[number - 1])


def _is_complete(state: State, t: Tournament, number: int) -> bool:
    """Return whether a round entered in parts is complete, so that it can be compared with the rules.

    TRF has the same code for absence and for no game yet; only withdrawn participants are known to be absent.
    """
    round, gone = t.rounds[number - 1], {state.number(key) for key in state.withdrawn}
    unsure = {bye.player for bye in round.byes if bye.kind in (ByeKind.ZERO, ByeKind.NOT_ENTERED)} - gone
    return not t.participants_by_number.keys() - (round.participants - unsure)


def _detailed_change_events(number: int, was: Boards, now: Boards, source: str, earlier: bool) -> Iterator[Event]:
    """Yield the individual changes of results, forfeits and byes where the pairs are unchanged."""
    forfeited = {(match.white, match.black) for match in now.matches if match.forfeit is not None}
    for before, after in zip(was.matches, now.matches, strict=False):
        if after.forfeit is not None and after.forfeit is not before.forfeit:
            yield MatchForfeited(number, after.white, after.black, after.forfeit)
    if not forfeited:
        games_by_pair: dict[tuple[str, str], int] = {}
        for old, new in zip(games_of(was), games_of(now), strict=False):
            pair = old.white, old.black
            game = games_by_pair[pair] = games_by_pair.get(pair, -1) + 1
            if old.result is not new.result:
                corrects = earlier and old.result is not Result.PENDING
                kind = ResultCorrected if corrects else ResultEntered
                yield kind(number, *pair, new.result, old.result, source, game)
    old_byes, new_byes = {bye.key: bye.kind for bye in was.byes}, {bye.key: bye.kind for bye in now.byes}
    for key in {**old_byes, **new_byes}:
        if old_byes.get(key) is not new_byes.get(key):
            yield ByeAsked(key, number, new_byes.get(key), old_byes.get(key))
