"""Players: entered, edited and removed."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from rookery._record import field, replace
from rookery._record import replace as with_values
from rookery.collation import name_forms
from rookery.history.late_entries import insert_player
from rookery.history.tournament_rating import parse_rating_method, with_method_rating
from rookery.json_codec import InvalidDataError, from_json_data, to_json_data
from rookery.messages import join_list, msg
from rookery.model import Bye, ByeKind, Player, Tournament
from rookery.model.players import Rating
from rookery.regulations import parse_type_code
from rookery.tournaments.command import Command, Proposal, command, decide, decider
from rookery.tournaments.domain.numbers import (
    CorrectRatings,
    NumbersGiven,
    changed_numbers_by_key,
    close_up_numbers,
    initial_number_events,
    rating_method_events,
    renumber_acceleration,
    with_player_fields,
)
from rookery.tournaments.domain.rules import unrated_rule_events
from rookery.tournaments.errors import CommandRejectedError, player_of, require_removable
from rookery.tournaments.event import (
    MAX_NAMES,
    PLAYER_RECORDS,
    Event,
    NameOf,
    applies,
    apply_events,
    describes,
    kind,
)
from rookery.tournaments.guard import remark_round
from rookery.tournaments.keyed import Facts
from rookery.tournaments.settings import describe_differences
from rookery.tournaments.state import Stamp, State, with_tournament, without_key
from rookery.tournaments.warning_table import RuleWarning, rule_warning

# -- events ------------------------------------------------------------------------------------------------------------


@kind("player.entered", trf=(*PLAYER_RECORDS, "062", "072", "310"))
class PlayerEntered(Event):
    """A player enters under an unused number; `missed` is the bye in every round paired already."""

    key: str
    number: int
    facts: Facts
    missed: ByeKind = ByeKind.NOT_ENTERED


@applies(PlayerEntered)
def _apply_player_entered(state: State, event: PlayerEntered, stamp: Stamp) -> State:
    t = state.tournament
    updated_players = (*t.players, event.facts.player(event.number, event.key))
    if t.team_event:
        return with_used_key(with_tournament(state, with_values(t, players=updated_players)), event.key)
    bye = Bye(event.number, event.missed)
    missed = tuple(with_values(round, byes=(*round.byes, bye)) for round in t.rounds)
    return with_used_key(with_tournament(state, with_values(t, players=updated_players, rounds=missed)), event.key)


@describes(PlayerEntered)
def _describe_player_entered(event: PlayerEntered, name: NameOf) -> str:
    player_name = event.facts.name or event.key
    if not event.facts.rating:
        return msg("%(name)s entered as number %(number)s.", name=player_name, number=event.number)
    return msg("%(name)s entered as number %(number)s, rating %(rating)s.", name=player_name, number=event.number,
               rating=event.facts.rating)  # fmt: skip


def with_used_key(state: State, key: str) -> State:
    """Return the state in which this key counts as used."""
    number = int(key[1:]) if key[1:].isdecimal() else 0
    return replace(state, permanent=replace(state.permanent, keys=max(state.permanent.keys + 1, number)))


@kind("player.changed", trf=PLAYER_RECORDS, note="all but the club, which has no column")
class PlayerChanged(Event):
    """The details of a player are corrected: all facts as they are now, and as they were."""

    key: str
    facts: Facts
    was: Facts


@applies(PlayerChanged)
def _apply_player_changed(state: State, event: PlayerChanged, stamp: Stamp) -> State:
    return with_player_fields(state, event.key, **event.facts.as_given())


@describes(PlayerChanged)
def _describe_player_changed(event: PlayerChanged, name: NameOf) -> str:
    if event.was == event.facts:  # what was corrected has been erased
        return msg("%(name)s, details corrected.", name=event.was.name or event.key)
    changes = join_list(describe_differences(event.was, event.facts), MAX_NAMES)
    return msg("%(name)s, details corrected: %(changes)s.", name=event.was.name or event.key, changes=changes)


@kind("player.removed", trf=(*PLAYER_RECORDS, "062", "072", "310"))
class PlayerRemoved(Event):
    """A player is removed before round 1 is paired; the others keep their numbers."""

    key: str
    name: str = ""


@applies(PlayerRemoved)
def _apply_player_removed(state: State, event: PlayerRemoved, stamp: Stamp) -> State:
    t, number = state.tournament, state.keys.players[event.key]
    fields: dict[str, Any] = {"players": tuple(player for player in t.players if player.number != number)}
    fields["teams"] = tuple(
        with_values(team, players=tuple(player for player in team.players if player != number)) for team in t.teams
    )
    if not t.team_event:
        fields |= without_requests_and_rulings(t, number)
    barred, withdrawn = state.barred - {event.key}, without_key(state.withdrawn, event.key)
    return replace(with_tournament(state, with_values(t, **fields)), barred=barred, withdrawn=withdrawn)


@describes(PlayerRemoved)
def _describe_player_removed(event: PlayerRemoved, name: NameOf) -> str:
    return msg("%(name)s was deleted from the list.", name=event.name or event.key)


def without_requests_and_rulings(t: Tournament, number: int) -> dict[str, Any]:
    """Return the requests and rulings of a tournament without those of a participant."""
    apart = [with_values(entry, players=tuple(i for i in entry.players if i != number)) for entry in t.forbidden_pairs]
    return {
        "requested_byes": tuple(entry for entry in t.requested_byes if entry.player != number),
        "forbidden_pairs": tuple(entry for entry in apart if len(entry.players) > 1),
        "point_adjustments": tuple(
            with_values(entry, players=tuple(i for i in entry.players if i != number))
            for entry in t.point_adjustments
            if entry.players != (number,)
        ),
        "expelled": tuple(entry for entry in t.expelled if entry.player != number),
        "withdrawn": tuple(entry for entry in t.withdrawn if entry.player != number),
        "fixed_seats": tuple(entry for entry in t.fixed_seats if entry.player != number),
    }


# -- commands ----------------------------------------------------------------------------------------------------------


@command("players.enter")
class EnterPlayers(Command):
    """Enter players; after round 1 they take their places by rating, unless `last`.

    A single player with the name of an existing one causes a warning, unless `namesakes` says that this was checked.
    """

    players: tuple[Facts, ...]
    missed: ByeKind = ByeKind.NOT_ENTERED
    last: bool = False
    namesakes: bool = False


@decider(EnterPlayers)
def _decide_enter_players(state: State, command: EnterPlayers) -> Proposal:
    require_entries_open(state)
    require_not_allocated_bye(command.missed)
    at_the_start = not state.tournament.rounds and len(command.players) > 1
    events, warnings = list[Event](), list[RuleWarning]()
    if len(command.players) == 1 and not command.namesakes:
        warnings += namesake_warnings(state, command.players[0])
    for facts in command.players:
        require_new_player(state.tournament.players, facts)
        new_events = list(_entry_events(state, facts, command, at_the_start))
        if command.last and not state.tournament.team_event:
            warnings += [
                warning
                for event in new_events
                if isinstance(event, PlayerEntered)
                for warning in warn_out_of_place(state, event)
            ]
        state = apply_events(state, new_events)
        events += new_events
    if at_the_start and not command.last and not state.tournament.team_event:
        events += initial_number_events(state)
    return Proposal((*events, *unrated_rule_events(state)), tuple(warnings))


def require_not_allocated_bye(missed: ByeKind) -> None:
    """Reject the allocated bye for missed rounds, which is part of the pairing."""
    if missed is ByeKind.PAIRING_ALLOCATED:
        text = msg("a late entry has missed the earlier rounds; the pairing-allocated bye is part of the pairing")
        raise CommandRejectedError(text, article="C.04.1 3", instead=msg("give a half-point bye, or none"))


def _entry_events(state: State, facts: Facts, command: EnterPlayers, at_the_start: bool) -> Iterator[Event]:
    """Yield the entry of a player and the resulting numbers, except at the start, when all are numbered together."""
    numbers = [player.number for player in state.tournament.players]
    key, number = new_key(state), 1 + max(numbers, default=0)
    if (method := parse_rating_method(state.tournament.info.ranking_method)) is not None:
        facts = Facts.from_player(with_method_rating(facts.player(number, key), method))
    event = PlayerEntered(key, number, facts, command.missed)
    yield event
    if not state.tournament.team_event and not command.last and not at_the_start:
        yield from late_entry_number_events(state, event)


def new_key(state: State, letter: str = "p") -> str:
    """Return an unused key."""
    return f"{letter}{state.permanent.keys + 1}"


def require_entries_open(state: State) -> None:
    """Reject entries after the last round, and in formats whose rounds depend on the number of players."""
    t = state.tournament
    if not t.rounds:
        return
    if t.planned_rounds is not None and len(t.rounds) >= t.planned_rounds:
        text = msg("the last round (%(planned)s) is paired: no more entries", planned=t.planned_rounds)
        raise CommandRejectedError.from_warning(rule_warning("late-entry", state.fide, text))
    format = parse_type_code(t.system).format
    if format.predetermined or format.eliminates:
        text = msg("in %(called)s the rounds depend on the number of players, so there are no late entries",
                   called=format.noun_phrase)  # fmt: skip
        raise CommandRejectedError.from_warning(rule_warning("late-entry", state.fide, text))


def require_new_player(players: Sequence[Player], facts: Facts) -> None:
    """Reject a player who is already entered."""
    for player in players:
        same = player.name.casefold() == facts.name.casefold() and player.birth == facts.birth
        if (facts.fide_id and player.fide_id == facts.fide_id) or (same and player.fide_id == facts.fide_id):
            raise CommandRejectedError(
                msg("%(name)s takes part already, as number %(id)s", name=player.name, id=player.number),
                keys=(player.key,),
            )


def namesake_warnings(state: State, facts: Facts) -> Iterator[RuleWarning]:
    """Yield a warning about a possible duplicate: the same name apart from accents and word order."""
    forms = name_forms(facts.name)
    for player in state.tournament.players:
        other_id = player.fide_id and facts.fide_id and player.fide_id != facts.fide_id
        other_birth = player.birth and facts.birth and player.birth.year != facts.birth.year
        if not (other_id or other_birth) and forms & name_forms(player.name):
            text = msg("%(name)s takes part already, as number %(number)s: is %(newcomer)s somebody else?",
                       name=player.name, number=player.number, newcomer=facts.name)  # fmt: skip
            yield rule_warning("namesake", state.fide, text, keys=(player.key,))
            return


@command("player.edit")
class EditPlayer(Command):
    """Correct the details of a player: fields of `Facts` by name, in their JSON form.

    `ratings` has the corrected rating under the key of the player, as `ratings.correct` takes it; an unchanged rating
    moves no participant.
    """

    key: str
    fields: dict[str, Any] = field(default_factory=dict)
    ratings: dict[str, int | None] = field(default_factory=dict)


@decider(EditPlayer)
def _decide_edit_player(state: State, command: EditPlayer) -> Proposal:
    player = player_of(state, command.key)
    if set(command.ratings) - {command.key}:
        raise CommandRejectedError(
            msg("only the rating of %(name)s can be corrected here", name=player.name), keys=(command.key,)
        )
    details = _decide_edit_details(state, command, player)
    if command.ratings.get(command.key, player.rating) == player.rating:
        return details
    rating = decide(apply_events(state, details.events), CorrectRatings(command.ratings))
    return Proposal((*details.events, *rating.events), (*details.warnings, *rating.warnings))


def _decide_edit_details(state: State, command: EditPlayer, player: Player) -> Proposal:
    """Decide on the change of all details except the rating."""
    rating_fields = [name for name in ("rating", "ratings") if name in command.fields]
    if rating_fields:
        raise CommandRejectedError(msg("a changed rating can change other players' numbers"), article="C.04.2 2.3",
                      instead=msg("correct the rating separately"))  # fmt: skip
    was = Facts.from_player(player)
    keeps_rating = "national" not in command.fields or bool(state.tournament.rounds)
    try:
        now = from_json_data(
            Facts, {**to_json_data(was if keeps_rating else _without_method_rating(was)), **command.fields}
        )
    except InvalidDataError as error:
        raise CommandRejectedError(msg("this cannot be saved: %(error)s", error=error), keys=(command.key,)) from None
    if now == was:
        return Proposal(())
    if not now.name.strip():
        raise CommandRejectedError(msg("a player needs a name"), keys=(command.key,))
    require_new_player([entrant for entrant in state.tournament.players if entrant.number != player.number], now)
    now.player(player.number, command.key)  # a value that is none is refused here
    event = PlayerChanged(command.key, now, was)
    if keeps_rating:
        return Proposal((event,))
    return Proposal((event, *rating_method_events(apply_events(state, [event]))))


def _without_method_rating(facts: Facts) -> Facts:
    """Return the facts without the rating of a method, if all ratings follow from records and a method."""
    if not facts.ratings or any(
        rating != Rating(rating.value, rating.kind, federation=rating.federation) for rating in facts.ratings
    ):
        return facts
    fide = next((rating.value for rating in facts.ratings if rating.kind == "official"), None)
    return replace(facts, rating=fide, ratings=())


@command("player.remove")
class RemovePlayer(Command):
    """Remove a player before round 1 is paired; the others are renumbered."""

    key: str


@decider(RemovePlayer)
def _decide_remove_player(state: State, command: RemovePlayer) -> Proposal:
    player = player_of(state, command.key)
    require_removable(state, player)
    event = PlayerRemoved(command.key, player.name)
    after = apply_events(state, [event])
    if state.tournament.team_event:
        return Proposal((event,))
    return Proposal((event, *close_up_numbers(after), *unrated_rule_events(after)))


def late_entry_number_events(state: State, event: PlayerEntered) -> Iterator[Event]:
    """Yield the numbers after a late entry takes its place by rating (C.04.2 2.4)."""
    t = state.tournament
    updated, new_numbers = insert_player(t, event.facts.player(event.number, event.key))
    place = updated.by_key[event.key].number
    if place != event.number:
        yield NumbersGiven(
            changed_numbers_by_key(state, new_numbers) | {event.key: place},
            "late" if t.rounds else "start",
            renumber_acceleration(t, new_numbers),
        )


def warn_out_of_place(state: State, event: PlayerEntered) -> Iterator[RuleWarning]:
    """Warn that a player entered last in a Swiss has another place by rating (C.04.2 2.2, 2.4)."""
    if not state.fide or parse_type_code(state.tournament.system).format.predetermined:
        return
    place = (
        insert_player(state.tournament, event.facts.player(event.number, event.key)).tournament.by_key[event.key].number
    )
    if place != event.number:
        remark = f"{event.number} {event.facts.name} entered last, by rating {place}"
        text = msg("%(name)s gets number %(number)s; by rating it would be %(place)s", name=event.facts.name,
                   number=event.number, place=place)  # fmt: skip
        yield rule_warning(
            "numbers", True, text, keys=(event.key,), round=remark_round(state.tournament), remark_text=remark
        )
