"""Forms of events with sections: create, begin sections, copy details, move players, check players in."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterable, Mapping
from functools import partial
from typing import Any
from urllib.parse import urlencode

from starlette.requests import Request
from starlette.responses import HTMLResponse, Response
from starlette.routing import Route

from rookery.json_codec import to_json_data
from rookery.messages import msg
from rookery.model import TournamentInfo
from rookery.storage import Stream
from rookery.storage.sessions import Session
from rookery.tournaments.command import Command
from rookery.tournaments.domain.check_in import MarkCheckIn
from rookery.tournaments.domain.lifecycle import SetHead
from rookery.tournaments.domain.sections import AddSection, OpenEvent, SetEvent
from rookery.tournaments.errors import CommandRejectedError, ConfirmationRequiredError
from rookery.tournaments.importing import record_in_memory, unused_slug
from rookery.tournaments.sections import move_player
from rookery.tournaments.service import create_service, new_id
from rookery.tournaments.store import MemoryStore
from rookery.web.authority import authority_of
from rookery.web.context import AppContext, EventEntry, IndexEntry, app_context
from rookery.web.pages.players import list_people
from rookery.web.rendering import build_context, redirect, render_page
from rookery.web.responses import EventNotFoundError, next_question
from rookery.web.routes.bulk_entry import check_in_commands
from rookery.web.routes.commands import ASKED, check_section_command
from rookery.web.routes.tournaments import TOO_LONG, create_from_fields
from rookery.web.uploads import SubmittedForm, read_checked_form
from rookery.web.workers import run_write

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


MOST_TICKS = 5000
"""Maximum number of fields of the check-in form of all sections."""

EventFormHandler = Callable[[AppContext, Request, EventEntry, SubmittedForm], Response]


async def begin_event(request: Request) -> Response:
    """Create an event from the form of the home page, with the tournaments chosen there."""
    form = await read_checked_form(request, too_large=TOO_LONG)
    return await asyncio.to_thread(_create_from_form, app_context(request), request, form)


def _create_from_form(site: AppContext, request: Request, form: SubmittedForm) -> Response:
    streams = [site.require_stream(slug) for slug in form.values_of("section")]
    event = create_event(site, form.fields.get("name", ""), request.user.name, streams)
    return redirect(request, "event", event=event.slug)


async def handle_event_form(request: Request, handler: EventFormHandler, most_fields: int = 300) -> Response:
    """Check a form of an event and run its handler in a worker thread; the endpoint of these forms."""
    form = await read_checked_form(request, most_fields=most_fields, too_large=TOO_LONG)
    return await run_write(request.path_params["event"], _run_handler, app_context(request), request, handler, form)


def _run_handler(site: AppContext, request: Request, handler: EventFormHandler, form: SubmittedForm) -> Response:
    event = site.index.content().find_event(request.path_params["event"])
    if event is None:
        raise EventNotFoundError
    return handler(site, request, event, form)


def begin_section(site: AppContext, request: Request, event: EventEntry, form: SubmittedForm) -> Response:
    """Create a tournament as a new section; it takes over place, days, arbiters and time control of the event."""
    actor, yes = request.user.name, form.values_of("yes")
    details = shared_details(event.state.tournament.info)
    texts = {name: value for name, value in details.items() if isinstance(value, str)}
    try:
        slug = create_from_fields(site, {**texts, **form.fields}, actor, yes)
    except ConfirmationRequiredError as pending:
        return _ask(site, request, event, form, pending, "begin")
    stream = site.require_stream(slug)
    site.desk.do(stream.id, SetHead(details), actor=actor)
    site.desk.do(event.stream.id, check_section_command(site, event.stream, AddSection(stream.id)), actor=actor)
    return redirect(request, "event", event=event.stream.slug)


def copy_to_sections(site: AppContext, request: Request, event: EventEntry, form: SubmittedForm) -> Response:
    """Copy the chosen details of the event to the chosen sections."""
    chosen = form.values_of("section")
    streams = {entry.name: entry.stream for entry in event.sections if entry.stream.slug in chosen}
    copy_details(site, event.state.tournament.info, streams, form.values_of("detail"), request.user.name)
    return redirect(request, "event", event=event.stream.slug)


def move_to_section(site: AppContext, request: Request, event: EventEntry, form: SubmittedForm) -> Response:
    """Move a player to another section before round 1 of both."""
    slug, _, key = form.fields.get("player", "").rpartition("/")
    source, target = _section(event, slug), _section(event, form.fields.get("to", ""))
    keys_before = site.desk.state(target.id).keys.players
    try:
        move_player(
            site.desk,
            source.id,
            target.id,
            key,
            actor=request.user.name,
            command_id=form.fields.get("id", "") or new_id(),
            acknowledged=form.values_of("yes"),
        )
    except ConfirmationRequiredError as pending:
        return _ask(site, request, event, form, pending, "move")
    new_keys = [key for key in site.desk.state(target.id).keys.players if key not in keys_before]
    moved = urlencode({"moved": f"{target.slug}/{new_keys[0]}"}) + "#move" if new_keys else ""
    return redirect(request, "event", moved, event=event.stream.slug)


def _section(event: EventEntry, slug: str) -> Stream:
    """Return the section with this slug."""
    for entry in event.sections:
        if entry.stream.slug == slug:
            return entry.stream
    raise CommandRejectedError(msg("choose a player and a section"), instead=msg("reload the page"))


def save_ticks(site: AppContext, request: Request, event: EventEntry, form: SubmittedForm) -> Response:
    """Save the ticks of the check-in of all sections."""
    for entry in event.sections:
        _save_section_ticks(site, entry, form, request.user)
    return redirect(request, "event-check-in", event=event.stream.slug)


def _save_section_ticks(site: AppContext, entry: IndexEntry, form: SubmittedForm, session: Session) -> None:
    """Save the ticks of a section; `shown` are those that the page had, only what differs was changed there."""
    view, prefix = list_people(site.desk.state(entry.stream.id)), f"{entry.stream.slug}/"
    if view.next is None or str(view.next) != form.fields.get(f"round.{entry.stream.slug}"):
        return
    shown, ticked = (
        {value.removeprefix(prefix) for value in form.values_of(name) if value.startswith(prefix)}
        for name in ("shown", "there")
    )
    now = {row.who.key for row in view.rows if row.ticked}
    present = (now | (ticked - shown)) - (shown - ticked)
    authority = authority_of(site, session, entry.stream.id)
    for command in check_in_commands(view, view.next, present):
        assert isinstance(command, MarkCheckIn)
        site.desk.do(entry.stream.id, command, actor=session.name, authority=authority)


def _ask(
    site: AppContext,
    request: Request,
    event: EventEntry,
    form: SubmittedForm,
    pending: ConfirmationRequiredError,
    action: str,
) -> Response:
    """Answer with the page that asks for the confirmation of warnings, and sends the form again."""
    question, at = next_question(pending, form.values_of("yes")), site.link(f"/e/{event.stream.slug}")
    variables: dict[str, Any] = {
        "pairs": form.pairs, "then": at, "confirmed": form.values_of("yes"), "action": f"{at}/{action}",
    }  # fmt: skip
    return HTMLResponse(render_page(build_context(site, request), ASKED, view=question, **variables), 409)


ROUTES = (
    Route("/events", begin_event, methods=["POST"], name="create-event"),
    Route("/e/{event}/begin", partial(handle_event_form, handler=begin_section), methods=["POST"], name="new-section"),
    Route("/e/{event}/copy", partial(handle_event_form, handler=copy_to_sections), methods=["POST"], name="copy-event"),
    Route("/e/{event}/move", partial(handle_event_form, handler=move_to_section), methods=["POST"], name="move-player"),
    Route(
        "/e/{event}/ticks",
        partial(handle_event_form, handler=save_ticks, most_fields=MOST_TICKS),
        methods=["POST"],
        name="event-ticks",
    ),
)
