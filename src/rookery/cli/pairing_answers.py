"""Confirmations required before a round is written to a file: open games, absences, requested pairs and byes."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace as replace_state

from rookery._record import replace
from rookery.cli.confirm import require_answers
from rookery.cli.files import read_content
from rookery.cli.journal import RememberedFacts, load_remembered
from rookery.load_result import LoadResult
from rookery.pairing.outcome import Pairing
from rookery.tournaments.domain.lifecycle import RemarkAdded
from rookery.tournaments.domain.rounds import adjourn_open_games, requested_pairs_warnings, warnings_before_pairing
from rookery.tournaments.event import apply_events
from rookery.tournaments.file_state import state_from_file, tournament_for_file
from rookery.tournaments.manual_pairing_check import compare_partial_rounds, manual_pairing_warnings
from rookery.tournaments.state import State
from rookery.tournaments.warning_table import RuleWarning


def prepare_next_round(result: LoadResult, path: str, confirmations: Sequence[str]) -> LoadResult:
    """Return the file's content ready for the next round, with open games adjourned if that is confirmed."""
    tournament = result.tournament
    remembered_rounds = load_remembered(path, read_content(path), tournament) if path != "-" else RememberedFacts()
    state = replace_state(
        state_from_file(tournament, remembered_rounds.played), in_parts=frozenset(remembered_rounds.parts)
    )
    warnings = [warning for part in compare_partial_rounds(state) for warning in manual_pairing_warnings(state, *part)]
    return _confirm_and_apply(
        result,
        apply_events(state, tuple(adjourn_open_games(state))),
        (*warnings, *warnings_before_pairing(state)),
        path,
        confirmations,
    )


def confirm_requests(result: LoadResult, outcome: Pairing, path: str, confirmations: Sequence[str]) -> LoadResult:
    """Return the file's content, with a remark if requested pairs or byes make the round differ from the rules."""
    state = state_from_file(result.tournament)
    return _confirm_and_apply(
        result, state, requested_pairs_warnings(state, outcome.round_number, outcome.round), path, confirmations
    )


def _confirm_and_apply(
    result: LoadResult, state: State, warnings: Iterable[RuleWarning], path: str, confirmations: Sequence[str]
) -> LoadResult:
    """Require confirmation of the warnings, and return the result with the changed tournament and the remarks."""
    required = tuple(warnings)
    require_answers(required, path, confirmations)
    remarks = tuple(RemarkAdded(warning.remark, warning.round) for warning in required if warning.remark)
    tournament = tournament_for_file(apply_events(state, remarks), result.tournament)
    return result if tournament == result.tournament else replace(result, tournament=tournament)
