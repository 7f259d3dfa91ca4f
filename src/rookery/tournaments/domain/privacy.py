"""Erasure of a person: the player stays as a placeholder, with pairings and results."""

from __future__ import annotations

from rookery._record import replace
from rookery.messages import msg, msg_plural
from rookery.model import Player
from rookery.tournaments.command import Command, Proposal, command, decider
from rookery.tournaments.domain.numbers import with_player_fields
from rookery.tournaments.errors import CommandRejectedError
from rookery.tournaments.event import PLAYER_RECORDS, Event, NameOf, applies, describes, kind
from rookery.tournaments.state import Stamp, State, with_permanent
from rookery.tournaments.warning_table import RuleWarning, rule_warning

# -- events ------------------------------------------------------------------------------------------------------------


@kind("person.erased", trf=PLAYER_RECORDS, note="the placeholder instead of name, birth, identity numbers and club")
class PersonErased(Event):
    """The personal data of a player is erased: from now on, and in all earlier events, which are marked as redacted.

    `name` is the placeholder. Rating, title, federation, sex, pairings and results stay.
    """

    key: str
    name: str


@applies(PersonErased)
def _apply_person_erased(state: State, event: PersonErased, stamp: Stamp) -> State:
    erased = state.permanent.erased | {event.key}
    state = with_permanent(state, replace(state.permanent, erased=erased))
    player = next((player for player in state.tournament.players if player.key == event.key), None)
    if player is None:  # removed before
        return state
    national = tuple(replace(entry, name="", national_id="", birth=None) for entry in player.national)
    return with_player_fields(
        state, event.key, name=event.name, birth=None, fide_id=None, national_id="", club="", national=national
    )


@describes(PersonErased)
def _describe_person_erased(event: PersonErased, name: NameOf) -> str:
    return msg("The personal data of %(name)s was erased, also from all earlier entries.", name=event.name)


@kind("details.erased", trf=PLAYER_RECORDS, note="no dates of birth and national numbers of these players")
class DetailsErased(Event):
    """Dates of birth and national numbers of players are erased: from now on, and in all earlier events.

    The events are marked as redacted. Names and FIDE numbers stay.
    """

    keys: tuple[str, ...]


@applies(DetailsErased)
def _apply_details_erased(state: State, event: DetailsErased, stamp: Stamp) -> State:
    for player in state.tournament.players:
        if player.key in event.keys:
            national = tuple(replace(entry, national_id="", birth=None) for entry in player.national)
            state = with_player_fields(state, player.key, birth=None, national_id="", national=national)
    return state


@describes(DetailsErased)
def _describe_details_erased(event: DetailsErased, name: NameOf) -> str:
    return msg_plural(len(event.keys), "Date of birth and national number of %(num)s player were erased.",
                      "Dates of birth and national numbers of %(num)s players were erased.")  # fmt: skip


# -- commands ----------------------------------------------------------------------------------------------------------


@command("person.erase")
class ErasePerson(Command):
    """Erase the personal data of a player from the tournament and from its whole log, for good."""

    key: str


@decider(ErasePerson)
def _decide_erase_person(state: State, command: ErasePerson) -> Proposal:
    player = next((player for player in state.tournament.players if player.key == command.key), None)
    if player is None:
        if not _was_used(state, command.key):
            raise CommandRejectedError(msg("there is no player with the key %(key)s", key=f"{command.key!r}"))
        if command.key in state.permanent.erased:
            return Proposal(())
        return Proposal((PersonErased(command.key, f"Player {command.key}"),), (_erasure_warning(state, command.key),))
    event = PersonErased(command.key, f"Player {player.number}")
    if command.key in state.permanent.erased and not _has_personal_data(player, event.name):
        return Proposal(())
    return Proposal((event,), (_erasure_warning(state, command.key),))


def _has_personal_data(player: Player, placeholder: str) -> bool:
    """Return whether something was entered about a player again after an erasure."""
    return bool(player.birth or player.fide_id or player.national_id or player.club) or player.name != placeholder


def _was_used(state: State, key: str) -> bool:
    """Return whether a player who was deleted had a key."""
    number = int(key[1:]) if key[:1] == "p" and key[1:].isascii() and key[1:].isdecimal() and len(key) < 10 else 0
    return 0 < number <= state.permanent.keys


def _erasure_warning(state: State, key: str) -> RuleWarning:
    """Return the warning about an erasure; after round 1 it names what a rating report loses."""
    name = state.label(key)
    if state.tournament.rounds:
        text = msg("name, date of birth, identity numbers and club of %(name)s are erased from the tournament and from"
                   " its whole log, and nothing brings them back; no rating report made from now on can name this"
                   " player: games and opponents stay, so send the report first", name=name)  # fmt: skip
    else:
        text = msg("name, date of birth, identity numbers and club of %(name)s are erased from the tournament and from"
                   " its whole log, and nothing brings them back", name=name)  # fmt: skip
    return rule_warning("erasure", state.fide, text, keys=(key,) if key in state.keys.players else ())


@command("details.erase")
class EraseDetails(Command):
    """Erase dates of birth and national numbers of all players, from its whole log, too, for good."""


@decider(EraseDetails)
def _decide_erase_details(state: State, command: EraseDetails) -> Proposal:
    keys = tuple(player.key for player in state.tournament.players if _has_details(player))
    if not keys:
        return Proposal(())
    text = msg("dates of birth and national numbers of all players are erased from the tournament and from its"
               " whole log, and nothing brings them back; age categories and national rating reports need"
               " them")  # fmt: skip
    return Proposal((DetailsErased(keys),), (rule_warning("erasure", state.fide, text),))


def _has_details(player: Player) -> bool:
    return bool(
        player.birth or player.national_id or any(entry.birth or entry.national_id for entry in player.national)
    )
