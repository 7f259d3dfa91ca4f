"""Change the tournament in a file through the commands of the desk, with the same guard, warnings and refusals.

The file is read as a state and the command decided; once its warnings are answered the journal is written, then the
file, at once and only the lines that differ.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import replace
from shlex import quote
from typing import TYPE_CHECKING, NamedTuple

from rookery._record import replace as with_values
from rookery.checking.compliance import ComplianceKind
from rookery.cli import journal
from rookery.cli.confirm import add_answers, require_answers
from rookery.cli.console import print_change, print_paragraph, say
from rookery.cli.errors import CommandError
from rookery.cli.files import load_sound, lock_file, read_content
from rookery.cli.journal import RememberedFacts, load_remembered
from rookery.errors import RookeryError
from rookery.formats.board_order import drop_derived_order, keep_board_numbers
from rookery.history.declared_points import update_declared_points
from rookery.history.late_entries import renumber
from rookery.load_result import LoadResult
from rookery.model import Bye, Round, Tournament
from rookery.pairing.outcome import Pairing
from rookery.tournaments.command import Command, Proposal, decide
from rookery.tournaments.domain.import_export import state_from_file, tournament_for_file
from rookery.tournaments.domain.lifecycle import RemarkAdded, RemarkDropped
from rookery.tournaments.domain.rounds import (
    BoardsSet,
    PhaseOpened,
    RoundPaired,
    propose_pairing,
)
from rookery.tournaments.errors import CommandRejectedError
from rookery.tournaments.event import Event, apply_events, event_text
from rookery.tournaments.execute import ApplyEvents, evaluate
from rookery.tournaments.guard import fide_mode_issues
from rookery.tournaments.state import State, with_permanent, with_tournament
from rookery.tournaments.warning_table import RuleWarning

if TYPE_CHECKING:
    import argparse


def rewrite_document(reading: LoadResult, tournament: Tournament, absent: Iterable[tuple[int, int]] = ()) -> bytes:
    """Return the bytes of the file with the changed tournament.

    Of those `absent`, (round, player), the file shall say so, and not by an empty cell.
    """
    import rookery
    from rookery.tournaments.manual_round import without_empty_round

    if reading.document is not None:
        return reading.document.replace(tournament).with_absences(absent).dump()
    had_no_empty_round = without_empty_round(reading.tournament) is reading.tournament
    return rookery.dumps(without_empty_round(tournament) if had_no_empty_round else tournament, "json")


NO_FACTS = journal.RememberedFacts()


class FileChange(NamedTuple):
    """A change to a file: the states, the events between them, and the content before and after."""

    before: State
    after: State
    events: tuple[Event, ...]
    old_content: bytes
    content: bytes
    dry_run: bool

    @property
    def old(self) -> Tournament:
        """The tournament before."""
        return self.before.tournament

    @property
    def new(self) -> Tournament:
        """The tournament after."""
        return self.after.tournament

    @property
    def changed(self) -> bool:
        """Whether the content differs."""
        return self.old_content != self.content

    def event_texts(self) -> Iterator[str]:
        """Yield what was done, in the words of the log, without the events that only follow from others."""

        def name(key: str) -> str:
            return (self.after if key in self.after.keys.participants else self.before).label(key)

        for event in self.events:
            is_detail = isinstance(event, PhaseOpened | RoundPaired | RemarkAdded | RemarkDropped)
            if isinstance(event, BoardsSet):
                is_detail = set(event.boards.pairs) <= set(event.was.pairs)
            if not is_detail:
                yield event_text(event, name)

    def report(self) -> None:
        """Print that nothing changed, or what a trial run would have written."""
        report_difference(self.old_content, self.content, self.dry_run)


def report_difference(old: bytes, new: bytes, dry_run: bool) -> None:
    """Print that nothing changed, or what a trial run would have written."""
    if old == new:
        say("Nothing changed.")
    elif dry_run:
        print_change(old.decode("utf-8", "replace"), new.decode("utf-8", "replace"))
        say("A trial: nothing was written.")


Describe = Callable[[FileChange], Iterable[str]]
"""A function that returns the sentences about a change."""
Absences = Callable[[State], Iterable[tuple[int, int]]]
"""A function that returns the (round, player) whose absence the file shall state, not leave to an empty cell."""


def change_file(
    path: str, make_command: Callable[[State], Command | Proposal], describe: Describe, *, yes: Sequence[str] = (),
    dry_run: bool = False,
    absences: Absences | None = None,
) -> FileChange:  # fmt: skip
    """Apply a command to the tournament in a file; `describe` gives the sentences for its journal.

    With `absences` everybody's points are written, also where the file had none.
    """

    def make_proposal(state: State) -> Proposal:
        result = make_command(state)
        return decide(state, result) if isinstance(result, Command) else result

    def fold(before: State, events: tuple[Event, ...]) -> State:
        return with_points(before, apply_events(before, events), always=absences is not None)

    return _change_file(path, make_proposal, fold, describe, yes, dry_run, absences)


def rewrite_tournament(
    path: str, change: Callable[[Tournament], Tournament], *, yes: Sequence[str] = (), dry_run: bool = False,
    sentences: Sequence[str] = (),
) -> FileChange:  # fmt: skip
    """Rewrite a file with its tournament changed in a way that no command offers; the guard is applied, too."""

    def fold(before: State, events: tuple[Event, ...]) -> State:
        return replace(state_from_file(change(before.tournament)), permanent=before.permanent, in_parts=before.in_parts)

    return _change_file(path, lambda state: Proposal(()), fold, lambda change: sentences, yes, dry_run)


def _change_file(
    path: str, make_proposal: Callable[[State], Proposal], fold: ApplyEvents, describe: Describe, yes: Sequence[str],
    dry_run: bool,
    absences: Absences | None = None,
) -> FileChange:  # fmt: skip
    def confirm(warnings: tuple[RuleWarning, ...]) -> None:
        if not dry_run:
            require_answers(warnings, path, yes)

    with lock_file(path) as old:
        reading = load_sound(path, old)
        before = state_of_file(reading.tournament, journal.load_remembered(path, old, reading.tournament))
        try:
            decision = evaluate(before, make_proposal(before), fold, confirm)
        except RookeryError as error:
            raise CommandError(f"{path}: {describe_rejection(error, path)}; nothing was changed") from None
        after = decision.state
        content = render_file(reading, after, absences(before) if absences else ())
        change = FileChange(before, after, decision.events, old, content, dry_run)
        if change.changed and not dry_run:
            remembered_facts = journal.RememberedFacts(after.permanent.played, tuple(sorted(after.in_parts)))
            facts = journal.note_facts(after.tournament, remembered_facts)
            events = journal.event_records(change.events)
            note = journal.build_note(old, content, describe(change), events=events, **facts)
            journal.save_change(path, content, journal.read_notes(path, old), [note])
        return change


def render_file(reading: LoadResult, after: State, absences: Iterable[tuple[int, int]] = ()) -> bytes:
    """Return the file with the tournament of a state, keeping published board numbers."""
    original = reading.tournament
    tournament = drop_derived_order(keep_board_numbers(original, tournament_for_file(after, original)), original)
    return rewrite_document(reading, _keep_byes_in_place(reading, tournament), absences)


def _keep_byes_in_place(reading: LoadResult, tournament: Tournament) -> Tournament:
    """Return the tournament with the byes of a round just taken back kept where TRF has them.

    There a player without a word and one who is absent are read alike: what is not touched stays what it was.
    """
    last_round = len(reading.tournament.rounds)
    if reading.document is None or len(tournament.rounds) != last_round - 1:
        return tournament
    byes = tuple(Bye(bye.player, bye.kind) for bye in tournament.requested_byes if bye.round == last_round)
    rest = tuple(bye for bye in tournament.requested_byes if bye.round != last_round)
    return with_values(tournament, rounds=(*tournament.rounds, Round(byes=byes)), requested_byes=rest)


def with_points(before: State, after: State, *, always: bool = False) -> State:
    """Return the state with its declared points updated to its rounds; renumbered players keep their points."""
    old, new = before.tournament, after.tournament
    if before.keys.players.keys() - after.keys.players.keys():  # somebody is removed, so there are no rounds yet
        return after
    new_numbers = {number: after.keys.players.get(key, number) for key, number in before.keys.players.items()}
    if any(number != new_number for number, new_number in new_numbers.items()):
        old = renumber(old, new_numbers)
    if not always and old.rounds == new.rounds and len(old.players) == len(new.players):
        return after
    updated = update_declared_points(old, new)
    return with_tournament(after, updated)


def keep_permanent_facts(current: LoadResult, earlier: LoadResult, data: bytes) -> bytes:
    """Return a former text of a file, with the permanent fact that FIDE mode was left."""
    present, past = state_from_file(current.tournament), state_from_file(earlier.tournament)
    if present.fide or not past.fide:
        return data
    return render_file(earlier, with_permanent(past, replace(past.permanent, left=present.permanent.left)))


def state_of_file(tournament: Tournament, remembered_facts: journal.RememberedFacts = NO_FACTS) -> State:
    """Return the state of a tournament in a file; one with rules that FIDE does not have was never in FIDE mode."""
    state = replace(state_from_file(tournament, remembered_facts.played), in_parts=frozenset(remembered_facts.parts))
    violations = {issue.kind for issue in fide_mode_issues(tournament)} - {ComplianceKind.SYSTEM_NOT_NAMED}
    return replace(state, permanent=replace(state.permanent, left=1)) if state.fide and violations else state


def describe_rejection(error: RookeryError, path: str) -> str:
    """Return the message of an error, with what to do instead on the command line."""
    if not isinstance(error, CommandRejectedError) or not error.instead:
        return str(error)
    if error.code in ("frozen", "not-fide", "past"):
        return f"{error}; rookery set {quote(path)} --leave-fide-mode WHY leaves FIDE mode, for good"
    return f"{error}; {error.instead}"


def add_change_options(parser: argparse.ArgumentParser) -> None:
    """Add the options that answer warnings, and --dry-run."""
    add_answers(parser)
    parser.add_argument("--dry-run", action="store_true", help="show the change, write nothing")


def change_and_report(
    args: argparse.Namespace, make_command: Callable[[State], Command | Proposal],
    describe: Describe = FileChange.event_texts, notes: Describe = lambda change: (), absences: Absences | None = None,
) -> FileChange:  # fmt: skip
    """Apply a command to the file of the arguments; print what has changed, and then the notes."""
    change = change_file(args.file, make_command, describe, yes=args.yes, dry_run=args.dry_run, absences=absences)
    if change.changed:
        for line in (*describe(change), *notes(change)):
            print_paragraph(line)
    change.report()
    return change


# -- the next round ----------------------------------------------------------------------------------------------------


def pair_next_round(
    reading: LoadResult, path: str, find_pairing: Callable[[Tournament], Pairing], *, requested: bool,
    yes: Sequence[str],
) -> Tournament:  # fmt: skip
    """Return the tournament in a file with the next round, paired as `round.pair` does once warnings are confirmed."""
    original = reading.tournament
    remembered = load_remembered(path, read_content(path), original) if path != "-" else RememberedFacts()
    before = replace(state_from_file(original, remembered.played), in_parts=frozenset(remembered.parts))

    def fold(state: State, events: tuple[Event, ...]) -> State:
        return with_points(state, apply_events(state, events), always=True)

    proposal = propose_pairing(before, find_pairing, requested=requested)
    decision = evaluate(before, proposal, fold, lambda warnings: require_answers(warnings, path, yes))
    return drop_derived_order(keep_board_numbers(original, tournament_for_file(decision.state, original)), original)
