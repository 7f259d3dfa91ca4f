"""Entering players, before round 1 and later, under keys that stay."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from rookery.desk.commands.numbers import from_the_start, in_their_places
from rookery.desk.decision import Granted, Refused
from rookery.desk.events.players import PlayerEntered
from rookery.desk.facts import Facts
from rookery.desk.fold import fold
from rookery.desk.happening import Happening
from rookery.desk.levels import caution
from rookery.desk.state import State
from rookery.desk.wish import Wish, decides, wish
from rookery.model import ByeKind, Player
from rookery.regulations import scheme


@wish("players.enter")
class EnterPlayers(Wish):
    """Enter players; after round 1 they take the places that their ratings give, unless they are to come `last`."""

    players: tuple[Facts, ...]
    missed: ByeKind = ByeKind.NOT_ENTERED
    last: bool = False


@decides(EnterPlayers)
def _enter(state: State, wanted: EnterPlayers) -> Granted:
    must_be_open(state)
    at_the_start = not state.tournament.rounds and len(wanted.players) > 1
    events: list[Happening] = []
    for facts in wanted.players:
        must_be_new(state.tournament.players, facts)
        more = list(_entered(state, facts, wanted, at_the_start))
        state = fold(state, more)
        events += more
    if at_the_start and not wanted.last and not state.tournament.team_event:
        events += from_the_start(state)
    return Granted(tuple(events))


def _entered(state: State, facts: Facts, wanted: EnterPlayers, at_the_start: bool) -> Iterator[Happening]:
    """One more player, and the numbers that everybody has then; at the start these are given to all together."""
    numbers = [one.id for one in state.tournament.players]
    event = PlayerEntered(fresh(state), 1 + max(numbers, default=0), facts, wanted.missed)
    yield event
    if not state.tournament.team_event and not wanted.last and not at_the_start:
        yield from in_their_places(state, event)


def fresh(state: State, letter: str = "p") -> str:
    """A key that nobody has had."""
    return f"{letter}{state.sticky.keys + 1}"


def must_be_open(state: State) -> None:
    """Refuse an entry when no round is left to play, or when the rounds follow from who takes part."""
    t = state.tournament
    if not t.rounds:
        return
    if t.planned is not None and len(t.rounds) >= t.planned:
        text = f"round {t.planned}, the last, has been paired: nobody can enter any more"
        raise Refused.by(caution("late-entry", state.fide, text))
    format = scheme(t.system).format
    if format.predetermined or format.eliminates:
        text = f"the rounds of {format.called} follow from who takes part, so nobody can come late"
        raise Refused.by(caution("late-entry", state.fide, text))


def must_be_new(players: Sequence[Player], facts: Facts) -> None:
    """Refuse somebody who takes part already."""
    for one in players:
        same = one.name.casefold() == facts.name.casefold() and one.birth == facts.birth
        if (facts.fide_id and one.fide_id == facts.fide_id) or (same and one.fide_id == facts.fide_id):
            raise Refused(f"{one.name} takes part already, as number {one.id}", keys=(one.key,))
