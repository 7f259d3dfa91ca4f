"""Commands and events that lead from one tournament to another, for `new` and `set`."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import fields
from typing import Any

from rookery._record import replace
from rookery.model import Tournament, TournamentInfo
from rookery.tournaments.command import Command
from rookery.tournaments.commands.rules import DrawColour, OpenTournament, SetHead, SetRules
from rookery.tournaments.event import Event
from rookery.tournaments.events.players import PlayerEntered
from rookery.tournaments.events.teams import TeamEntered
from rookery.tournaments.execute import decide_in_sequence
from rookery.tournaments.keyed import Facts
from rookery.tournaments.outcomes import Decision
from rookery.tournaments.rules import DEFAULT_CHOICES, TournamentRules
from rookery.tournaments.serialization import to_json_data
from rookery.tournaments.state import EMPTY


def list_changes(old: Tournament, new: Tournament) -> Iterator[Command]:
    """Yield the commands that change the head and the rules of one tournament into those of another."""
    if head := _changed_fields(old.info, new.info):
        yield SetHead(head)
    if rules := _changed_fields(TournamentRules.of(old, DEFAULT_CHOICES), TournamentRules.of(new, DEFAULT_CHOICES)):
        yield SetRules(rules)
    if new.initial_colour is not None:
        yield DrawColour(new.initial_colour, "given")


def _changed_fields(old: Any, new: Any) -> dict[str, Any]:
    """Return the fields that differ, by name, in JSON form."""
    values = ((field.name, getattr(old, field.name), getattr(new, field.name)) for field in fields(new))
    return {name: to_json_data(after) for name, before, after in values if before != after}


def build_opening(new: Tournament) -> Decision:
    """Return the decision that opens a tournament with these participants, who are numbered already."""
    laws = TournamentRules.of(new, DEFAULT_CHOICES)
    command = OpenTournament(new.info.name, laws, new.team_event)
    empty_event = replace(new, info=TournamentInfo(name=new.info.name), initial_colour=None)
    decision = decide_in_sequence(EMPTY, [command, *list_changes(empty_event, new)])
    return Decision((*decision.events, *_entry_events(new)), decision.cautions)


def _entry_events(new: Tournament) -> Iterator[Event]:
    """Yield the entries of all players, then of the teams."""
    for player in new.players:
        yield PlayerEntered(f"p{player.number}", player.number, Facts.of(player))
    for team in new.teams:
        yield TeamEntered(f"t{team.number}", team.number, team.name, tuple(f"p{number}" for number in team.players))
