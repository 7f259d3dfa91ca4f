"""A tournament in a file, before anything of it is written: what it holds, what was adjusted and found."""

from __future__ import annotations

from pathlib import PurePath

from rookery.desk.arriving import begun, carried_log, free_slug, is_log, placed, unusable, wish_of_file
from rookery.desk.clock import desk_of
from rookery.desk.commands.files import ImportTournament
from rookery.desk.decision import Unanswered
from rookery.desk.events.tournament import RemarkAdded, TournamentImported
from rookery.desk.fold import fold
from rookery.desk.memory import MemoryStore
from rookery.desk.time import replayed
from rookery.desk.views.overview import Overview, overview
from rookery.errors import FormatError, RookeryError
from rookery.model import Remark
from rookery.store import Record, Stream
from rookery.values import field, frozen
from rookery.web.answers import Question, question
from rookery.web.site import Site
from rookery.wording import spoken


@frozen
class Arrival:
    """A file that waits to be taken in.

    `errors` are why it cannot be. `adjustments` is everything that reading changed, `findings` what is not by the
    rules; `remarks` are the lines that the file will carry, `question` is what must be answered first. A log has so
    many `events`, of which some are `new`.
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
    wish: ImportTournament | None = field(default=None, repr=False)
    log: tuple[Stream, tuple[Record, ...]] | None = field(default=None, repr=False)


def looked_at(site: Site, file: str, data: bytes) -> Arrival:
    """What a file comes to; a file that is no tournament says why."""
    if not data:
        return Arrival(file, errors=(spoken("The file is empty."),))
    try:
        return _log(site, file, data) if is_log(data, file) else _tournament(site, file, data)
    except FormatError as error:
        return Arrival(file, errors=tuple(one.said for one in error.problems))
    except RookeryError as error:
        return Arrival(file, errors=(error.said,))


def _log(site: Site, file: str, data: bytes) -> Arrival:
    stream, records = carried_log(data)
    if stream.kind != "tournament" or not records:
        return Arrival(file, errors=(spoken("This is the log of something else than a tournament."),))
    here = site.store.streams()
    known = next((one for one in here if one.id == stream.id), None)
    stream = placed(stream, here)
    new = len(records) - (known.version if known else 0)
    if new < 0:
        return Arrival(file, errors=(spoken("This desk has more of %(slug)s than the file: nothing in it is new.",
                                            slug=stream.slug),))  # fmt: skip
    return Arrival(file, stream.slug, "log", overview(replayed(records)), events=len(records), new=new,
                   log=(stream, records))  # fmt: skip


def _tournament(site: Site, file: str, data: bytes) -> Arrival:
    import rookery

    reading = rookery.load(data)
    errors = tuple(one.said for one in unusable(reading))
    if errors:
        return Arrival(file, errors=errors)
    wish = wish_of_file(reading, data)
    store = MemoryStore()
    desk = desk_of(store)
    stream = desk.create("arrival")
    found = desk.decided(stream, wish)
    name = wish.tournament.event.name or PurePath(file).stem
    slug = free_slug(name, {one.slug for one in site.store.streams()})
    (event,) = (one for one in found.events if isinstance(one, TournamentImported))
    asked = question(Unanswered(found.cautions, 0), ()) if found.cautions else None
    seen = overview(fold(desk.state(stream), found.events))
    remarks = tuple(Remark(one.text, one.round).text for one in found.events if isinstance(one, RemarkAdded))
    return Arrival(file, slug, wish.dialect, seen, (), event.adjustments, event.findings, remarks, asked, wish=wish)


def taken_in(site: Site, one: Arrival, slug: str, actor: str, yes: tuple[str, ...]) -> str:
    """Write what has arrived, and give its short name; Unanswered while a warning waits."""
    taken = {each.slug for each in site.store.streams()}
    if one.log is not None:
        stream, records = one.log
        site.store.adopt(stream, records)
        return stream.slug
    wish = one.wish
    assert wish is not None, "what has errors is never taken in"

    def act(store: MemoryStore, stream: Stream) -> None:
        desk_of(store).do(stream.id, wish, actor=actor, acknowledged=yes)

    made, records = begun(free_slug(slug or one.slug, taken), act)
    site.store.adopt(made, records)
    return made.slug
