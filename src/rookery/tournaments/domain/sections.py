"""An event with several sections: opened, described, and the tournaments that belong to it.

An event is a stream of its own, of kind `event`. Its state has the event details as `tournament.info`, and the
sections in their order. A tournament does not know its event; exported alone, it carries none.
"""

from __future__ import annotations

from typing import Any, ClassVar

from rookery._record import field, replace
from rookery.json_codec import InvalidDataError, from_json_data, to_json_data
from rookery.messages import join_list, msg
from rookery.model import Tournament, TournamentInfo
from rookery.model.validation import MOST_BOARDS
from rookery.tournaments.command import Command, Proposal, command, decider
from rookery.tournaments.errors import NOT_FOUND, CommandRejectedError
from rookery.tournaments.event import MAX_NAMES, Event, NameOf, applies, describes, kind
from rookery.tournaments.settings import describe_differences
from rookery.tournaments.state import Section, Stamp, State, with_fields, with_permanent

_NOTE = "an event with sections is a log of its own; the file of a tournament has its own event details"

MOST_SECTIONS = 100
"""The most sections of an event."""


# -- events ------------------------------------------------------------------------------------------------------------


@kind("event.opened", note=_NOTE)
class EventOpened(Event):
    """An event with sections is created."""

    name: str


@applies(EventOpened)
def _apply_event_opened(state: State, event: EventOpened, stamp: Stamp) -> State:
    return replace(with_fields(state, info=TournamentInfo(name=event.name)), kind="event")


@describes(EventOpened)
def _describe_event_opened(event: EventOpened, name: NameOf) -> str:
    return msg("Event %(name)s created.", name=event.name)


@kind("event.set", note=_NOTE)
class EventSet(Event):
    """The event details are set: name, place, days, arbiters, time control."""

    event: TournamentInfo
    was: TournamentInfo


@applies(EventSet)
def _apply_event_set(state: State, event: EventSet, stamp: Stamp) -> State:
    return with_fields(state, info=event.event)


@describes(EventSet)
def _describe_event_set(event: EventSet, name: NameOf) -> str:
    changes = describe_differences(event.was, event.event)
    return msg("Event details changed: %(changes)s.", changes=join_list(changes, MAX_NAMES))


@kind("tournament.added", note=_NOTE)
class TournamentAdded(Event):
    """A tournament becomes the last section of the event; `name` is its name at that time."""

    tournament: str
    name: str = ""


@applies(TournamentAdded)
def _apply_tournament_added(state: State, event: TournamentAdded, stamp: Stamp) -> State:
    return replace(state, sections=(*state.sections, Section(event.tournament, event.name)))


@describes(TournamentAdded)
def _describe_tournament_added(event: TournamentAdded, name: NameOf) -> str:
    return msg("Section %(name)s added.", name=event.name or event.tournament)


@kind("tournament.removed", note=_NOTE)
class TournamentRemoved(Event):
    """A tournament is no longer a section of the event; the tournament itself does not change."""

    tournament: str
    name: str = ""


@applies(TournamentRemoved)
def _apply_tournament_removed(state: State, event: TournamentRemoved, stamp: Stamp) -> State:
    return replace(state, sections=tuple(s for s in state.sections if s.tournament != event.tournament))


@describes(TournamentRemoved)
def _describe_tournament_removed(event: TournamentRemoved, name: NameOf) -> str:
    return msg("Section %(name)s removed from the event.", name=event.name or event.tournament)


@kind("sections.ordered", note=_NOTE)
class SectionsOrdered(Event):
    """The sections have this order; `names` are their names at that time."""

    order: tuple[str, ...]
    names: tuple[str, ...] = ()


@applies(SectionsOrdered)
def _apply_sections_ordered(state: State, event: SectionsOrdered, stamp: Stamp) -> State:
    places = {tournament: place for place, tournament in enumerate(event.order)}
    sections = sorted(state.sections, key=lambda section: places.get(section.tournament, len(places)))
    return replace(state, sections=tuple(sections))


@describes(SectionsOrdered)
def _describe_sections_ordered(event: SectionsOrdered, name: NameOf) -> str:
    return msg("Order of the sections: %(names)s.", names=join_list(event.names or event.order, MAX_NAMES))


@kind("sections.numbered", note=_NOTE)
class SectionsNumbered(Event):
    """The first board of each section, by tournament; a section that is not there begins with board 1."""

    first_boards: dict[str, int]


@applies(SectionsNumbered)
def _apply_sections_numbered(state: State, event: SectionsNumbered, stamp: Stamp) -> State:
    return replace(
        state,
        sections=tuple(
            replace(section, first_board=event.first_boards.get(section.tournament, 1)) for section in state.sections
        ),
    )


@describes(SectionsNumbered)
def _describe_sections_numbered(event: SectionsNumbered, name: NameOf) -> str:
    if all(first == 1 for first in event.first_boards.values()):
        return msg("The boards of every section begin with 1.")
    first_boards = sorted(event.first_boards.values())
    return msg("Boards numbered through: the sections begin with boards %(numbers)s.",
               numbers=join_list([str(first) for first in first_boards], MAX_NAMES))  # fmt: skip


@kind("event.dissolved", note=_NOTE)
class EventDissolved(Event):
    """The event is dissolved: its tournaments stand on their own again; its log is kept."""


@applies(EventDissolved)
def _apply_event_dissolved(state: State, event: EventDissolved, stamp: Stamp) -> State:
    return with_permanent(replace(state, sections=()), replace(state.permanent, place="deleted"))


@describes(EventDissolved)
def _describe_event_dissolved(event: EventDissolved, name: NameOf) -> str:
    return msg("The event was dissolved: its tournaments stand on their own again.")


# -- commands ----------------------------------------------------------------------------------------------------------


class EventCommand(Command):
    """A command for an event with sections, not for a tournament."""

    STREAM: ClassVar[str] = "event"


@command("event.open")
class OpenEvent(Command):
    """Create an event with sections."""

    STREAM: ClassVar[str] = ""  # also for a stream without events, which is not an event yet
    name: str = ""


@decider(OpenEvent)
def _decide_open_event(state: State, command: OpenEvent) -> Proposal:
    if state.kind == "event" or state.tournament != Tournament():
        raise CommandRejectedError(msg("the event has been created already"))
    if not command.name.strip():
        raise CommandRejectedError(msg("an event needs a name"))
    return Proposal((EventOpened(command.name.strip()),))


@command("event.set")
class SetEvent(EventCommand):
    """Set event details: fields by name, in the JSON form of an event."""

    fields: dict[str, Any] = field(default_factory=dict)


@decider(SetEvent)
def _decide_set_event(state: State, command: SetEvent) -> Proposal:
    was = state.tournament.info
    try:
        now = from_json_data(TournamentInfo, {**to_json_data(was), **command.fields})
    except InvalidDataError as error:
        raise CommandRejectedError(msg("this cannot be saved: %(error)s", error=error)) from None
    if not now.name.strip():
        raise CommandRejectedError(msg("an event needs a name"))
    return Proposal(() if now == was else (EventSet(now, was),))


@command("section.add")
class AddSection(EventCommand):
    """Add a tournament to the event, by the id of its log; `name` is for the log."""

    tournament: str
    name: str = ""


@decider(AddSection)
def _decide_add_section(state: State, command: AddSection) -> Proposal:
    if not command.tournament:
        raise CommandRejectedError(msg("choose a tournament"))
    if any(section.tournament == command.tournament for section in state.sections):
        return Proposal(())
    if len(state.sections) >= MOST_SECTIONS:
        raise CommandRejectedError(msg("an event has at most %(most)s sections", most=MOST_SECTIONS))
    return Proposal((TournamentAdded(command.tournament, command.name),))


@command("section.remove")
class RemoveSection(EventCommand):
    """Remove a tournament from the event; the tournament itself does not change."""

    tournament: str


@decider(RemoveSection)
def _decide_remove_section(state: State, command: RemoveSection) -> Proposal:
    section = require_section(state, command.tournament)
    return Proposal((TournamentRemoved(section.tournament, section.name),))


@command("section.order")
class OrderSections(EventCommand):
    """Set the order of the sections; sections that are not named follow in their present order."""

    order: tuple[str, ...]


@decider(OrderSections)
def _decide_order_sections(state: State, command: OrderSections) -> Proposal:
    named = {tournament: require_section(state, tournament) for tournament in command.order}
    sections = (*named.values(), *(section for section in state.sections if section.tournament not in named))
    if sections == state.sections:
        return Proposal(())
    order, names = (section.tournament for section in sections), (section.name for section in sections)
    return Proposal((SectionsOrdered(tuple(order), tuple(names)),))


@command("section.boards")
class NumberSections(EventCommand):
    """Set the first board of sections, by tournament; the boards that pages and papers show begin with it."""

    first_boards: dict[str, int] = field(default_factory=dict)


@decider(NumberSections)
def _decide_number_sections(state: State, command: NumberSections) -> Proposal:
    for tournament, first in command.first_boards.items():
        require_section(state, tournament)
        if not 1 <= first <= MOST_BOARDS:
            raise CommandRejectedError(msg("the first board is a number from 1 to %(most)s, not %(number)s",
                                           most=MOST_BOARDS, number=first))  # fmt: skip
    before = {section.tournament: section.first_board for section in state.sections}
    after = {**before, **command.first_boards}
    return Proposal(() if after == before else (SectionsNumbered(after),))


@command("event.dissolve")
class DissolveEvent(EventCommand):
    """Dissolve the event: its tournaments stand on their own again, and do not change."""


@decider(DissolveEvent)
def _decide_dissolve_event(state: State, command: DissolveEvent) -> Proposal:
    return Proposal((EventDissolved(),) if state.permanent.place != "deleted" else ())


def require_section(state: State, tournament: str) -> Section:
    """Return a section of the event; reject a tournament that is none."""
    for section in state.sections:
        if section.tournament == tournament:
            return section
    raise CommandRejectedError(msg("this tournament is not a section of the event"), code=NOT_FOUND)
