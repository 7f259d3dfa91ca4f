"""Events with sections: created, their sections checked, added and described alike."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from rookery._record import replace
from rookery.json_codec import to_json_data
from rookery.messages import msg
from rookery.model import TournamentInfo
from rookery.storage import Stream
from rookery.storage.sessions import Session
from rookery.tournaments.command import Command
from rookery.tournaments.domain.lifecycle import SetHead
from rookery.tournaments.domain.sections import AddSection, OpenEvent, SetEvent
from rookery.tournaments.errors import NOT_FOUND, ROLE, CommandRejectedError
from rookery.tournaments.importing import record_in_memory, unused_slug
from rookery.tournaments.service import create_service
from rookery.tournaments.store import MemoryStore
from rookery.web.authority import authority_of
from rookery.web.context import AppContext

SHARED_DETAILS = (
    "city", "federation", "start", "end", "chief_arbiter", "deputies", "time_control", "encoded_time_control",
)  # fmt: skip
"""The event details that sections can take over."""


def create_event(site: AppContext, name: str, actor: str, sections: Iterable[Stream] = ()) -> Stream:
    """Create an event with these tournaments as its first sections; details are those of the first.

    Raises:
        CommandRejectedError: There is no name, or a tournament is a section of another event.
    """
    streams = tuple(sections)
    commands: list[Command] = [OpenEvent(name)]
    for number, stream in enumerate(streams):
        info = site.desk.state(stream.id).tournament.info
        if number == 0:
            commands.append(SetEvent(shared_details(info)))
        commands.append(check_section_command(site, None, AddSection(stream.id)))

    def execute(store: MemoryStore, stream: Stream) -> None:
        desk = create_service(store)
        for command in commands:
            desk.do(stream.id, command, actor=actor)

    slugs = {existing.slug for existing in site.store.streams()}
    created, records = record_in_memory(unused_slug(name.strip() or "event", slugs), execute, "event")
    site.store.adopt(created, records)
    return created


def check_section_command(
    site: AppContext, event: Stream | None, command: Command, session: Session | None = None
) -> Command:
    """Return the command that adds a section with the tournament's name; other commands are returned unchanged.

    Raises:
        CommandRejectedError: There is no such tournament, or it is a section of another event, or the person of the
            session may not add it: a role in the event would hold for it.
    """
    if not isinstance(command, AddSection):
        return command
    content = site.index.content()
    entry = next((entry for entry in content.tournaments if entry.stream.id == command.tournament), None)
    if entry is None or entry.state.permanent.place == "deleted":
        raise CommandRejectedError(msg("there is no such tournament"), instead=msg("reload the page"), code=NOT_FOUND)
    if session is not None and not authority_of(site, session, entry.stream.id).may(command.NAME):
        raise CommandRejectedError(msg("your role in this tournament does not permit this"), code=ROLE)
    other = content.event_of(entry.stream.id)
    if other is not None and (event is None or other.stream.id != event.id):
        raise CommandRejectedError(
            msg("%(name)s is a section of %(event)s", name=entry.name, event=other.name),
            instead=msg("remove it there first"),
        )
    return replace(command, name=entry.name)


def shared_details(info: TournamentInfo, names: Iterable[str] = SHARED_DETAILS) -> dict[str, object]:
    """Return the details that an event shares with its sections, as JSON fields; empty ones are left out."""
    data = to_json_data(info)
    return {name: data[name] for name in names if name in data}


def copy_details(
    site: AppContext, info: TournamentInfo, sections: Mapping[str, Stream], names: Iterable[str], actor: str
) -> tuple[str, ...]:
    """Set these event details in sections, except empty ones; return the names of the sections that changed."""
    chosen = [name for name in names if name in SHARED_DETAILS]
    if not chosen:
        raise CommandRejectedError(msg("choose what to copy"))
    if not sections:
        raise CommandRejectedError(msg("choose the sections to copy to"))
    details = SetHead(shared_details(info, chosen))
    return tuple(name for name, stream in sections.items() if site.desk.do(stream.id, details, actor=actor).events)
