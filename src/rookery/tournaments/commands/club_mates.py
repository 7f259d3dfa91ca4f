"""Commands that keep players of the same club or federation apart."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice
from typing import Literal

from rookery.checking.feasibility import Possibility, check_feasibility
from rookery.checking.text import describe_feasibility
from rookery.messages import join_texts, msg
from rookery.regulations import parse_type_code
from rookery.tournaments.command import Command, command, decider
from rookery.tournaments.event import Event
from rookery.tournaments.events.byes import PairAllowed, PairForbidden
from rookery.tournaments.execute import apply_events
from rookery.tournaments.outcomes import CommandRejectedError, Decision
from rookery.tournaments.state import State
from rookery.tournaments.warning_table import RuleWarning, rule_warning

Mates = Literal["club", "federation"]
MOST_CAUSES = 2
"""The maximum number of causes in the warning; a large club would give one for each player."""


@command("mates.forbid")
class ForbidMates(Command):
    """Keep players of the same club or federation apart from round `first` to `last`, or to the end.

    Players who enter later are not included.
    """

    by: Mates = "club"
    first: int = 1
    last: int | None = None


@command("mates.allow")
class AllowMates(Command):
    """Let players of the same club or federation, who were kept apart, meet again."""

    by: Mates = "club"


def mates(state: State, by: Mates) -> dict[str, tuple[str, ...]]:
    """Return the keys of the players of each club or federation with several, by name, in order of number.

    Names are compared without case and surrounding spaces.
    """
    groups: dict[str, list[str]] = {}
    titles: dict[str, str] = {}
    for player in state.tournament.players:
        name = " ".join((player.club if by == "club" else player.federation).split())
        if name:
            titles.setdefault(name.casefold(), name)
            groups.setdefault(name.casefold(), []).append(state.keys.participant[player.number])
    return {titles[name]: tuple(keys) for name, keys in groups.items() if len(keys) > 1}


def can_keep_mates_apart(state: State) -> bool:
    """Return whether the format can keep players apart: not with predetermined rounds, and not in a bracket."""
    plan = parse_type_code(state.tournament.system).format
    return not (state.tournament.team_event or plan.predetermined or plan.eliminates)


@decider(ForbidMates)
def _forbid(state: State, command: ForbidMates) -> Decision:
    _require_mates_can_be_kept_apart(state, command.by)
    last, planned = command.last, state.tournament.planned_rounds
    if (
        command.first < 1
        or (last is not None and last < command.first)
        or (planned and (last or command.first) > planned)
    ):
        raise CommandRejectedError(
            msg("rounds %(first)s to %(last)s are none", first=command.first, last=last or planned or "…")
        )
    groups = mates(state, command.by)
    if not groups:
        raise CommandRejectedError(msg("no two players have the same club") if command.by == "club"
                      else msg("no two players have the same federation"))  # fmt: skip
    events: list[Event] = []
    for keys in groups.values():
        lifting_events = list(_lifting_events(state, keys))
        if [(event.first, event.last) for event in lifting_events] != [(command.first, last)]:
            events += [*lifting_events, PairForbidden(keys, command.first, last)]
    return Decision(tuple(events), tuple(_infeasible(state, events)))


@decider(AllowMates)
def _allow(state: State, command: AllowMates) -> Decision:
    _require_mates_can_be_kept_apart(state, command.by)
    events = [event for keys in mates(state, command.by).values() for event in _lifting_events(state, keys)]
    if not events:
        raise CommandRejectedError(msg("nobody is kept apart by club") if command.by == "club"
                      else msg("nobody is kept apart by federation"))  # fmt: skip
    return Decision(tuple(events))


def _require_mates_can_be_kept_apart(state: State, grouping: str) -> None:
    if grouping not in ("club", "federation"):
        raise CommandRejectedError(msg("players are kept apart by club or by federation"))
    if not can_keep_mates_apart(state):
        raise CommandRejectedError(
            msg("who meets whom is given in an event of this kind: nobody can be kept apart by club")
        )


def _lifting_events(state: State, keys: tuple[str, ...]) -> Iterator[PairAllowed]:
    """Yield the events that lift every restriction on exactly these players."""
    numbers = {state.number(key) for key in keys}
    for group in state.tournament.forbidden_pairs:
        if set(group.players) == numbers:
            players = tuple(state.keys.participant[number] for number in group.players)
            yield PairAllowed(players, group.first_round, group.last_round)


def _infeasible(state: State, events: list[Event]) -> Iterator[RuleWarning]:
    """Yield a warning if the remaining rounds can no longer all be paired."""
    if not events or not parse_type_code(state.tournament.system).format.swiss:
        return
    t = apply_events(state, events).tournament
    answer = check_feasibility(t)
    if answer.answer is Possibility.NO and check_feasibility(state.tournament).answer is not Possibility.NO:
        names = {player.number: player.name or str(player.number) for player in t.participants}
        causes = islice(describe_feasibility(answer, lambda number: names.get(number, str(number))), MOST_CAUSES)
        yield rule_warning("not-feasible", state.fide, join_texts(" ", causes))
