"""From a tournament as the options of `new` and `set` make it to what is wished of the desk."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import fields

from rookery.desk.commands.rules import DrawColour, OpenTournament, SetHead, SetRules
from rookery.desk.decision import Granted
from rookery.desk.events.players import PlayerEntered
from rookery.desk.events.teams import TeamEntered
from rookery.desk.facts import Facts
from rookery.desk.fold import EMPTY
from rookery.desk.form import written
from rookery.desk.guarded import in_turn
from rookery.desk.happening import Happening
from rookery.desk.rules import PLAIN, Laws
from rookery.desk.wish import Wish
from rookery.model import Event, Tournament
from rookery.typed import Any
from rookery.values import replace


def changes(old: Tournament, new: Tournament) -> Iterator[Wish]:
    """What leads from the head and the rules of one tournament to those of another."""
    if head := _differences(old.event, new.event):
        yield SetHead(head)
    if rules := _differences(Laws.of(old, PLAIN), Laws.of(new, PLAIN)):
        yield SetRules(rules)
    if new.initial_colour is not None:
        yield DrawColour(new.initial_colour, "given")


def _differences(old: Any, new: Any) -> dict[str, Any]:
    """The fields that differ, by name, as JSON has them."""
    both = ((each.name, getattr(old, each.name), getattr(new, each.name)) for each in fields(new))
    return {name: written(now) for name, was, now in both if was != now}


def beginning(new: Tournament) -> Granted:
    """What a tournament with these people begins with; who takes part is numbered already."""
    laws = Laws.of(new, PLAIN)
    opened = OpenTournament(new.event.name, laws, new.team_event)
    bare = replace(new, event=Event(name=new.event.name), initial_colour=None)
    found = in_turn(EMPTY, [opened, *changes(bare, new)])
    return Granted((*found.events, *_entries(new)), found.cautions)


def _entries(new: Tournament) -> Iterator[Happening]:
    """Everybody, and then the teams that they make."""
    for one in new.players:
        yield PlayerEntered(f"p{one.id}", one.id, Facts.of(one))
    for team in new.teams:
        yield TeamEntered(f"t{team.id}", team.id, team.name, tuple(f"p{one}" for one in team.players))
