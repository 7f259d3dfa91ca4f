"""Entering players, before round 1 and later, under keys that stay; putting right who they are; removing them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from rookery.desk.commands.asked import counted_anew, must_not_be_in_play, player_of
from rookery.desk.commands.numbers import by_the_method, closed_up, from_the_start, in_their_places, out_of_place
from rookery.desk.decision import Granted, Refused
from rookery.desk.events.players import PlayerChanged, PlayerEntered, PlayerRemoved
from rookery.desk.facts import Facts
from rookery.desk.fold import fold
from rookery.desk.form import Misread, read, written
from rookery.desk.happening import Happening
from rookery.desk.levels import Caution, caution
from rookery.desk.state import State
from rookery.desk.wish import Wish, decides, wish
from rookery.model import ByeKind, Player
from rookery.model.ratings import Rating
from rookery.regulations import scheme
from rookery.strengths import method_of, rated_by
from rookery.values import field, replace
from rookery.wording import spoken


@wish("players.enter")
class EnterPlayers(Wish):
    """Enter players; after round 1 they take the places that their ratings give, unless they are to come `last`."""

    players: tuple[Facts, ...]
    missed: ByeKind = ByeKind.NOT_ENTERED
    last: bool = False


@decides(EnterPlayers)
def _enter(state: State, wanted: EnterPlayers) -> Granted:
    must_be_open(state)
    must_not_be_allocated(wanted.missed)
    at_the_start = not state.tournament.rounds and len(wanted.players) > 1
    events, said = list[Happening](), list[Caution]()
    for facts in wanted.players:
        must_be_new(state.tournament.players, facts)
        more = list(_entered(state, facts, wanted, at_the_start))
        if wanted.last and not state.tournament.team_event:
            said += [each for one in more if isinstance(one, PlayerEntered) for each in out_of_place(state, one)]
        state = fold(state, more)
        events += more
    if at_the_start and not wanted.last and not state.tournament.team_event:
        events += from_the_start(state)
    return Granted((*events, *counted_anew(state)), tuple(said))


def must_not_be_allocated(missed: ByeKind) -> None:
    """Refuse the allocated bye in rounds that somebody missed: nobody was without an opponent there."""
    if missed is ByeKind.PAIRING_ALLOCATED:
        text = spoken("who comes late has missed the rounds before, and the allocated bye belongs to the pairing")
        raise Refused(text, article="C.04.1 3", instead=spoken("give a half-point bye, or none"))


def _entered(state: State, facts: Facts, wanted: EnterPlayers, at_the_start: bool) -> Iterator[Happening]:
    """One more player, and the numbers that everybody has then; at the start these are given to all together."""
    numbers = [one.id for one in state.tournament.players]
    key, number = fresh(state), 1 + max(numbers, default=0)
    if (chosen := method_of(state.tournament.event.ranking_method)) is not None:
        facts = Facts.of(rated_by(facts.player(number, key), chosen))
    event = PlayerEntered(key, number, facts, wanted.missed)
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
        text = spoken("round %(planned)s, the last, has been paired: nobody can enter any more", planned=t.planned)
        raise Refused.by(caution("late-entry", state.fide, text))
    format = scheme(t.system).format
    if format.predetermined or format.eliminates:
        text = spoken("the rounds of %(called)s follow from who takes part, so nobody can come late",
                      called=format.called)  # fmt: skip
        raise Refused.by(caution("late-entry", state.fide, text))


def must_be_new(players: Sequence[Player], facts: Facts) -> None:
    """Refuse somebody who takes part already."""
    for one in players:
        same = one.name.casefold() == facts.name.casefold() and one.birth == facts.birth
        if (facts.fide_id and one.fide_id == facts.fide_id) or (same and one.fide_id == facts.fide_id):
            raise Refused(spoken("%(name)s takes part already, as number %(id)s", name=one.name, id=one.id),
                          keys=(one.key,))  # fmt: skip


@wish("player.edit")
class EditPlayer(Wish):
    """Put right who a player is: fields of `Facts` by name, in their JSON form; a rating is corrected by itself."""

    key: str
    fields: dict[str, Any] = field(default_factory=dict)


@decides(EditPlayer)
def _edit(state: State, wanted: EditPlayer) -> Granted:
    player = player_of(state, wanted.key)
    rated = [name for name in ("rating", "ratings") if name in wanted.fields]
    if rated:
        raise Refused(spoken("a rating may move everybody"), article="C.04.2 2.3",
                      instead=spoken("correct the rating by itself"))  # fmt: skip
    was = Facts.of(player)
    begun = "national" not in wanted.fields or bool(state.tournament.rounds)
    try:
        now = read(Facts, {**written(was if begun else _officially(was)), **wanted.fields})
    except Misread as error:
        raise Refused(spoken("this cannot be set: %(error)s", error=error), keys=(wanted.key,)) from None
    if now == was:
        return Granted(())
    if not now.name.strip():
        raise Refused(spoken("a player needs a name"), keys=(wanted.key,))
    must_be_new([one for one in state.tournament.players if one.id != player.id], now)
    now.player(player.id, wanted.key)  # a value that is none is refused here
    event = PlayerChanged(wanted.key, now, was)
    if begun:
        return Granted((event,))
    return Granted((event, *by_the_method(fold(state, [event]))))


def _officially(facts: Facts) -> Facts:
    """The facts without what a method gave, where the list of ratings follows from records and a method alone."""
    if not facts.ratings or any(one != Rating(one.value, one.kind, federation=one.federation) for one in facts.ratings):
        return facts
    fide = next((one.value for one in facts.ratings if one.kind == "official"), None)
    return replace(facts, rating=fide, ratings=())


@wish("player.remove")
class RemovePlayer(Wish):
    """Take a player off the list, before round 1 is paired; the others close up."""

    key: str


@decides(RemovePlayer)
def _remove(state: State, wanted: RemovePlayer) -> Granted:
    player = player_of(state, wanted.key)
    must_not_be_in_play(state, player)
    event = PlayerRemoved(wanted.key, player.name)
    after = fold(state, [event])
    if state.tournament.team_event:
        return Granted((event,))
    return Granted((event, *closed_up(after), *counted_anew(after)))
