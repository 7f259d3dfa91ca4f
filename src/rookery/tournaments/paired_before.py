"""Changes since a round was paired: a correction makes a pairing outdated, not wrong."""

from __future__ import annotations

from collections.abc import Callable

from rookery._record import record, replace
from rookery.errors import RuleError
from rookery.messages import join_list, msg, msg_plural
from rookery.model import Result, Tournament
from rookery.model._construct import replace_unchecked
from rookery.regulations import parse_type_code
from rookery.tournaments.keyed import Boards
from rookery.tournaments.round_diff import games_of, has_results
from rookery.tournaments.state import State

StateAt = Callable[[int], State]
"""A function that returns the state at a version of the log."""

_OPEN_RESULTS = (Result.ADJOURNED, Result.PENDING)


@record
class ChangesSincePairing:
    """The rounds that changed after a later one was paired, by corrections or by decided adjourned games."""

    round: int
    corrected: tuple[int, ...] = ()
    decided: tuple[int, ...] = ()

    @property
    def text(self) -> str:
        """The description for a report."""
        if self.corrected:
            return msg_plural(len(self.corrected), "paired before the correction of round %(rounds)s",
                           "paired before the corrections of rounds %(rounds)s",
                           rounds=join_list(map(str, self.corrected)))  # fmt: skip
        if self.decided:
            return msg_plural(len(self.decided), "paired before an adjourned game of round %(rounds)s was decided",
                           "paired before adjourned games of rounds %(rounds)s were decided",
                           rounds=join_list(map(str, self.decided)))  # fmt: skip
        return msg("paired before players, numbers or rules were changed")

    @property
    def is_outdated(self) -> bool:
        """Whether the round might be paired otherwise now."""
        return bool(self.corrected or self.decided)


def find_outdated_round(state: State, state_at: StateAt) -> ChangesSincePairing | None:
    """Return what changed since the last round was paired, or None if nothing did or the round has results."""
    number, t = len(state.tournament.rounds), state.tournament
    if number < 2 or state.phase is not None or state.closed is not None or has_results(t.rounds[-1]):
        return None
    if parse_type_code(t.system).format.predetermined or number not in state.paired_at:
        return None
    paired_at = state.paired_at[number]
    recorded_results = (
        entry for at_round, entries in state.entered.items() if at_round < number for entry in entries.values()
    )
    if all(entry.by.version < paired_at for entry in recorded_results):
        return None  # decided without reading the log
    old_state = state_when_paired(state, number, state_at)
    changes = changes_since(state, old_state, number) if old_state is not None else None
    return changes if changes is not None and changes.is_outdated else None


def state_when_paired(state: State, number: int, state_at: StateAt) -> State | None:
    """Return the state in which a round was paired, or None if the log does not say."""
    version = state.paired_at.get(number)
    return state_at(version - 1) if version else None


def changes_since(state: State, old_state: State, number: int) -> ChangesSincePairing:
    """Compare the rounds before a round as they were when it was paired with those of now."""
    corrected, completed_rounds = [], []
    rounds = zip(old_state.tournament.rounds[: number - 1], state.tournament.rounds, strict=False)
    for earlier, (old_round, new_round) in enumerate(rounds, 1):
        old, new = Boards.of(old_round, old_state.keys), _without_newcomers(Boards.of(new_round, state.keys), old_state)
        if _without_numbers(old) == _without_numbers(new):
            continue
        games = list(zip(games_of(old), games_of(new), strict=False))
        changed_games = [before for before, after in games if before.result is not after.result]
        only_decided = old.pairs == new.pairs and old.byes == new.byes and changed_games
        if only_decided and all(game.result in _OPEN_RESULTS for game in changed_games):
            completed_rounds.append(earlier)
        else:
            corrected.append(earlier)
    return ChangesSincePairing(number, tuple(corrected), tuple(completed_rounds))


def _without_newcomers(boards: Boards, old_state: State) -> Boards:
    """Return the boards without the byes of participants who entered later."""
    return replace(boards, byes=tuple(bye for bye in boards.byes if bye.key in old_state.keys.participants))


def _without_numbers(boards: Boards) -> Boards:
    """Return the boards without their numbers, on which later pairings do not depend."""
    return replace(boards, published=False, board_numbers=())


def tournament_when_paired(state: State, old_state: State, number: int) -> Tournament | None:
    """Return the tournament as it was when a round was paired, with that round; None if participants were removed
    since.
    """
    boards = Boards.of(state.tournament.rounds[number - 1], state.keys)
    try:
        recorded = _without_newcomers(boards, old_state).round(old_state.keys)
    except RuleError:
        return None
    return replace_unchecked(old_state.tournament, rounds=(*old_state.tournament.rounds[: number - 1], recorded))
