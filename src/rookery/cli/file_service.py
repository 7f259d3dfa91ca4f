"""Change the tournament in a file through the commands of the desk, with the same guard, warnings and refusals.

The file is opened as a state, the wish decided, its warnings answered; then the file is written, all at once and only
the lines that differ, and its journal before it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace
from shlex import quote
from typing import TYPE_CHECKING, Any, NamedTuple

from rookery._record import replace as with_values
from rookery.checking.compliance import ComplianceKind
from rookery.cli import journal
from rookery.cli.atomic_save import save
from rookery.cli.confirm import add_answers, require_answers
from rookery.cli.console import print_paragraph
from rookery.cli.errors import DONE, CommandError
from rookery.cli.file_edit import Amendment, lock_file, rewrite_document
from rookery.cli.files import load_sound
from rookery.errors import RookeryError
from rookery.formats.board_order import drop_derived_order, keep_board_numbers
from rookery.history.declared_points import update_declared_points
from rookery.history.late_entries import renumber
from rookery.load_result import LoadResult
from rookery.model import Bye, Round, Tournament
from rookery.tournaments.command import Command, Proposal, decide
from rookery.tournaments.errors import CommandRejectedError
from rookery.tournaments.event import Event, apply_events, event_to_data
from rookery.tournaments.execute import ApplyEvents, evaluate
from rookery.tournaments.file_state import state_from_file, tournament_for_file
from rookery.tournaments.guard import fide_mode_issues
from rookery.tournaments.state import State, with_permanent, with_tournament
from rookery.tournaments.warning_table import RuleWarning

if TYPE_CHECKING:
    import argparse


NO_FACTS = journal.RememberedFacts()


class FileChange(NamedTuple):
    """A change to a file: the states before and after it, and what was written."""

    before: State
    after: State
    amendment: Amendment

    @property
    def old(self) -> Tournament:
        """The tournament before."""
        return self.before.tournament

    @property
    def new(self) -> Tournament:
        """The tournament after."""
        return self.after.tournament


Describe = Callable[[Tournament, Tournament], Iterable[str]]
"""What a change comes to in sentences, from the tournaments before and after it."""


def change_file(
    path: str, make_command: Callable[[State], Command | Proposal], describe: Describe, *, yes: Sequence[str] = (),
    dry_run: bool = False,
    absences: Callable[[State], Iterable[tuple[int, int]]] | None = None,
) -> FileChange:  # fmt: skip
    """Apply a command to the tournament in a file; `describe` gives the sentences for its journal.

    Where it is about a round, `absent` tells whose absence, (round, player), the file shall say and not leave to an
    empty cell; everybody's points are written then, also where the file had none.
    """

    def make_proposal(state: State) -> Proposal:
        result = make_command(state)
        return decide(state, result) if isinstance(result, Command) else result

    def fold(before: State, events: tuple[Event, ...]) -> State:
        return with_points(before, apply_events(before, events), always=absences is not None)

    return _change_file(path, make_proposal, fold, describe, yes, dry_run, absences)


def amend(
    path: str, change: Callable[[Tournament], Tournament], *, yes: Sequence[str] = (), dry_run: bool = False,
    sentences: Sequence[str] = (),
) -> Amendment:  # fmt: skip
    """Rewrite a file with its tournament changed in a way that no command offers; the guard is applied, too."""

    def fold(before: State, events: tuple[Event, ...]) -> State:
        return replace(state_from_file(change(before.tournament)), permanent=before.permanent, in_parts=before.in_parts)

    return _change_file(path, lambda state: Proposal(()), fold, lambda old, new: sentences, yes, dry_run).amendment


def _change_file(
    path: str, make_proposal: Callable[[State], Proposal], fold: ApplyEvents, describe: Describe, yes: Sequence[str],
    dry_run: bool,
    absences: Callable[[State], Iterable[tuple[int, int]]] | None = None,
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
            raise CommandError(f"{path}: {describe_error(error, path)}; nothing was changed") from None
        amendment = Amendment(old, render_file(reading, decision.state, absences(before) if absences else ()), dry_run)
        if amendment.changed and not dry_run:
            sentences = describe(before.tournament, decision.state.tournament)
            remembered_facts = journal.RememberedFacts(
                decision.state.permanent.played, tuple(sorted(decision.state.in_parts))
            )
            facts = journal.note_facts(decision.state.tournament, remembered_facts)
            note = journal.build_note(old, amendment.new, sentences, events=_events_data(decision.events), **facts)
            journal.append_note(path, journal.read_notes(path, old), note)
            save(path, amendment.new)
            journal.mark_done(path)
        return FileChange(before, decision.state, amendment)


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


def describe_error(error: RookeryError, path: str) -> str:
    """Return the message of an error, with what to do instead on the command line."""
    if not isinstance(error, CommandRejectedError) or not error.instead:
        return str(error)
    if error.code in ("frozen", "not-fide", "past"):
        return f"{error}; rookery set {quote(path)} --leave-fide-mode WHY leaves FIDE mode, for good"
    return f"{error}; {error.instead}"


def _events_data(events: Iterable[Event]) -> tuple[dict[str, Any], ...]:
    return tuple({"kind": event.KIND, "form": event.FORM, "data": event_to_data(event)} for event in events)


def add_file_argument(parser: argparse.ArgumentParser) -> None:
    """Add the file argument."""
    parser.add_argument("file", metavar="FILE", help="the tournament to change")


def add_change_options(parser: argparse.ArgumentParser) -> None:
    """Add the options that answer warnings, and --dry-run."""
    add_answers(parser)
    parser.add_argument("--dry-run", action="store_true", help="show the change, write nothing")


def change_and_report(
    args: argparse.Namespace, make_command: Callable[[State], Command | Proposal], describe: Describe,
    remark_on: Callable[[bytes], str] = lambda file: "",
) -> int:  # fmt: skip
    """Apply a command to the file, and print what has changed and what `remark_on` returns for the new content."""
    change = change_file(args.file, make_command, describe, yes=args.yes, dry_run=args.dry_run)
    if change.amendment.changed:
        for line in filter(None, (*describe(change.old, change.new), remark_on(change.amendment.new))):
            print_paragraph(line)
    change.amendment.report()
    return DONE
