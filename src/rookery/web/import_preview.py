"""Preview and import of a tournament file: its contents, the adjustments, and the findings."""

from __future__ import annotations

import logging
from collections.abc import Sequence
from pathlib import PurePath

from rookery._record import field, record
from rookery.errors import FormatError, Problem, RookeryError, Severity
from rookery.messages import join_texts, make_printable, msg
from rookery.model import Remark
from rookery.storage import Record, Stream
from rookery.tournaments.domain.import_export import ImportTournament, TournamentImported
from rookery.tournaments.domain.lifecycle import RemarkAdded, RestoreTournament
from rookery.tournaments.errors import ConfirmationRequiredError
from rookery.tournaments.importing import (
    begins_with_stream,
    blocking_problems,
    check_continuation,
    import_command,
    is_log,
    parse_log,
    record_in_memory,
    unused_slug,
    with_local_slug,
)
from rookery.tournaments.redaction import redactor_for
from rookery.tournaments.service import create_service
from rookery.tournaments.store import MemoryStore
from rookery.tournaments.undo import replay_records
from rookery.tournaments.views.log import LogLine, log_view
from rookery.tournaments.views.overview import Overview, overview
from rookery.web.context import STREAM_KINDS, AppContext
from rookery.web.responses import Question, next_question

LOG = logging.getLogger("rookery.web")


@record
class ImportPreview:
    """A file awaiting confirmation of its import.

    `errors` prevent the import. `adjustments` is everything that reading changed, `findings` what is not by the
    rules; `remarks` are the lines that the file will carry, `question` must be answered first. A log has `events`,
    of which some are `new`; these are the `lines`. The log of an event with sections has the names of these.
    """

    file: str
    slug: str = ""
    dialect: str = ""
    seen: Overview | None = None
    errors: tuple[str, ...] = ()
    adjustments: tuple[str, ...] = ()
    findings: tuple[str, ...] = ()
    remarks: tuple[str, ...] = ()
    question: Question | None = None
    events: int = 0
    new: int = 0
    lines: tuple[LogLine, ...] = ()
    sections: tuple[str, ...] = ()
    wish: ImportTournament | None = field(default=None, repr=False)
    log: tuple[Stream, tuple[Record, ...]] | None = field(default=None, repr=False)


def preview_import(site: AppContext, file: str, data: bytes) -> ImportPreview:
    """Return what importing a file would do, or why it cannot be imported."""
    if not data:
        return ImportPreview(file, errors=(msg("The file is empty."),))
    try:
        return _preview_log(site, file, data) if is_log(data, file) else _preview_tournament(site, file, data)
    except FormatError as error:
        return ImportPreview(file, errors=tuple(problem.message for problem in error.problems))
    except RookeryError as error:
        return ImportPreview(file, errors=(error.message,))


def _preview_log(site: AppContext, file: str, data: bytes) -> ImportPreview:
    streams = site.store.streams()
    stream, records = parse_log(data, streams)
    if stream.kind not in STREAM_KINDS or not records:
        return ImportPreview(file, errors=(msg("This file is not the log of a tournament."),))
    existing = next((known_stream for known_stream in streams if known_stream.id == stream.id), None)
    stream = with_local_slug(stream, streams)
    if (
        existing
        and site.desk.state(existing.id).permanent.place == "deleted"
        and _is_beginning_of(site, existing, records)
    ):
        records = tuple(site.store.read(existing.id))  # it is brought back as it was when it was deleted
    new = len(records) - (existing.version if existing else 0)
    if existing and begins_with_stream(existing, records):  # what this desk has stays as it is, whatever the file says
        records = (*site.store.read(existing.id, until=existing.version), *records[existing.version :])
    if new < 0:
        return ImportPreview(file, errors=(msg("The file holds nothing new: this desk has a later version of %(slug)s.",
                                            slug=stream.slug),))  # fmt: skip
    state, previous_count = replay_records(records), len(records) - new
    findings = check_continuation(records, previous_count) if existing and begins_with_stream(existing, records) else ()
    lines = log_view(state, records).lines[previous_count:]
    return ImportPreview(file, stream.slug, "log", overview(state), findings=findings, events=len(records), new=new,
                   lines=lines, sections=tuple(section.name for section in state.sections),
                   log=(stream, records))  # fmt: skip


def _is_beginning_of(site: AppContext, existing: Stream, records: Sequence[Record]) -> bool:
    """Return whether the records are the beginning of the log of an existing tournament."""
    return tuple(site.store.read(existing.id, until=len(records))) == tuple(records)


def _preview_tournament(site: AppContext, file: str, data: bytes) -> ImportPreview:
    import rookery

    reading = rookery.loads(data)
    errors = tuple(problem.message for problem in blocking_problems(reading))
    if errors:
        return ImportPreview(file, errors=errors)
    wish = import_command(reading, data)
    store = MemoryStore()
    desk = create_service(store)
    stream = desk.create("arrival")
    decision = desk.preview(stream, wish)
    name = wish.tournament.info.name or PurePath(file).stem
    slug = unused_slug(name, {known.slug for known in site.store.streams()})
    (event,) = (event for event in decision.events if isinstance(event, TournamentImported))
    pending = next_question(ConfirmationRequiredError(decision.warnings, 0), ()) if decision.warnings else None
    summary = overview(decision.state)
    remarks = tuple(Remark(added.text, added.round).text for added in decision.events if isinstance(added, RemarkAdded))
    changed = [problem for problem in reading.problems if problem.severity > Severity.INFO or problem.code == "default"]
    adjustments = tuple(map(_describe_adjustment, changed))
    findings = tuple(finding for finding in event.findings if not str(finding).endswith(_ASSUMED))
    return ImportPreview(file, slug, wish.dialect, summary, (), adjustments, findings, remarks, pending, wish=wish)


_ASSUMED = "[default]"
"""End of the findings on default values, which are not shown."""


def _describe_adjustment(problem: Problem) -> str:
    """Return what was read differently from the file: where, what, and what was used instead."""
    place = (problem.place,) if problem.severity > Severity.INFO else ()
    read = [msg("read %(text)s", text=repr(problem.read))] if problem.read else []
    used = [msg("used %(what)s", what=problem.used)] if problem.used else []
    tail = [join_texts(", ", (*read, *used))] if read or used else []
    return join_texts(": ", (*place, problem.text, *tail))


def commit_import(site: AppContext, preview: ImportPreview, slug: str, actor: str, yes: tuple[str, ...]) -> str:
    """Write the import and return its slug; raise ConfirmationRequiredError if a warning is unanswered."""
    slugs = {stream.slug for stream in site.store.streams()}
    if preview.log is not None:
        stream, records = preview.log
        known = next((known.version for known in site.store.streams() if known.id == stream.id), 0)
        own_records = site.store.read(stream.id, until=known) if known else ()
        new = site.store.adopt(stream, records, redact=redactor_for(records[known:], own_records))
        if stream.kind == "tournament":
            site.desk.do(stream.id, RestoreTournament(), actor=actor)  # what is opened is at the desk
        LOG.info(
            "%s new events of %s came with a file and were taken in by %s", new, stream.slug, make_printable(actor)
        )
        return stream.slug
    wish = preview.wish
    assert wish is not None, "what has errors is never taken in"

    def import_into(store: MemoryStore, stream: Stream) -> None:
        create_service(store).do(stream.id, wish, actor=actor, acknowledged=yes)

    new_stream, records = record_in_memory(unused_slug(slug or preview.slug, slugs), import_into)
    site.store.adopt(new_stream, records)
    return new_stream.slug
