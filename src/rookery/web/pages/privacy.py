"""Privacy: what is known of a player, with erasure and copies; and the security events of the whole desk."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import UTC, datetime

from rookery._record import record
from rookery.formatting import format_date
from rookery.messages import join_texts, msg, msg_plural
from rookery.model import Player
from rookery.storage.audit import SecurityEvent
from rookery.tournaments.errors import CommandRejectedError
from rookery.tournaments.state import State
from rookery.tournaments.views.participants import Participant, participants
from rookery.tournaments.views.players import players_view
from rookery.web.audit import KINDS, MEANS
from rookery.web.page_spec import Page, RequestContext
from rookery.web.person_data import Copy, entries_about, is_same_person, list_copies

# -- a person ----------------------------------------------------------------------------------------------------------


@record
class PersonDetail:
    """A detail that is known of a player; `stays` after an erasure."""

    label: str
    value: str
    stays: bool = False


@record
class OtherEntry:
    """Another tournament in which probably the same person plays."""

    slug: str
    tournament: str
    key: str
    name: str
    number: int


@record
class PersonDataPage:
    """What is known of a player: details, and the number of entries of the log.

    `erased` if the personal data was erased, `copies` are places outside of the desk, `others` entries of the same
    person in other tournaments. A team has its `members` instead.
    """

    who: Participant
    details: tuple[PersonDetail, ...]
    entries: int
    erased: bool = False
    paired: bool = False
    others: tuple[OtherEntry, ...] = ()
    copies: tuple[Copy, ...] = ()
    members: tuple[Participant, ...] = ()


def build_person_data(visit: RequestContext) -> PersonDataPage:
    """Return what is known of the player of the address."""
    key, state, store = visit.params["key"], visit.recorded, visit.site.store
    if key in state.keys.teams:
        team = participants(state)[state.keys.teams[key]]
        lines = [line for line in players_view(state).lines if line.team is not None and line.team.key == key]
        return PersonDataPage(team, (), 0, members=tuple(line.who for line in lines))
    player = find_player(state, key)
    erased = key in state.permanent.erased and player.birth is None and not player.fide_id and not player.club
    return PersonDataPage(
        _participant(state, player),
        tuple(_details(player)),
        len(entries_about(store.read(visit.id), key)),
        erased,
        bool(state.tournament.rounds),
        () if erased else tuple(other_entries(visit, player)),
        list_copies(store, visit.id),
    )


def find_player(state: State, key: str) -> Player:
    """Return the player with a key; raise CommandRejectedError if there is none."""
    player = next((player for player in state.tournament.players if player.key == key), None)
    if player is None:
        raise CommandRejectedError(msg("there is no player with the key %(key)s", key=f"{key!r}"))
    return player


def _participant(state: State, player: Player) -> Participant:
    if state.keys.of_teams:
        return next(line.who for line in players_view(state).lines if line.who.key == player.key)
    return participants(state)[player.number]


def _details(player: Player) -> list[PersonDetail]:
    """Return the details that are filled in, first those that an erasure removes."""
    national = ", ".join(
        " ".join(filter(None, (entry.federation, entry.national_id, entry.name))) for entry in player.national
    )
    details = [
        (msg("Name"), player.name, False),
        (msg("Date of birth"), format_date(player.birth) if player.birth else "", False),
        (msg("FIDE number"), str(player.fide_id or ""), False),
        (msg("National number"), player.national_id, False),
        (msg("National records"), national, False),
        (msg("Club"), player.club, False),
        (msg("Title"), player.title, True),
        (msg("Rating"), str(player.rating or ""), True),
        (msg("Federation"), player.federation, True),
        (msg("Sex"), player.sex, True),
    ]
    return [PersonDetail(label, value, stays) for label, value, stays in details if value]


def other_entries(visit: RequestContext, player: Player) -> list[OtherEntry]:
    """Return the entries of probably the same person in the other tournaments that the user may see."""
    return [
        OtherEntry(entry.stream.slug, entry.name, other.key, other.name, other.number)
        for entry in visit.tournaments
        if entry.stream.id != visit.id and entry.state.permanent.place != "deleted"
        for other in entry.state.tournament.players
        if other.key not in entry.state.permanent.erased and is_same_person(player, other)
    ]


# -- security events ---------------------------------------------------------------------------------------------------

AT_ONCE = 100
"""The number of security events on a page."""


@record
class AuditLine:
    """A security event: the time in UTC, the person and the means, and what it concerns."""

    id: int
    at: str
    kind: str
    label: str
    actor: str
    means: str = ""
    address: str = ""
    subject: str = ""
    tournament: str = ""
    slug: str = ""
    detail: str = ""
    warns: bool = False


@record
class AuditKind:
    """A kind of security event, with its label."""

    name: str
    label: str


@record
class AuditPage:
    """Security events, the newest first, with the filter; `before` is the id from which earlier ones begin."""

    lines: tuple[AuditLine, ...]
    kinds: tuple[AuditKind, ...]
    people: tuple[str, ...]
    kind: str = ""
    who: str = ""
    before: int = 0


WARNING_KINDS = frozenset({"sign-in-failed", "code-failed", "refused", "person-erased"})
"""The kinds that stand out."""


def build_audit(visit: RequestContext) -> AuditPage:
    """Return a page of the security events that the filter selects."""
    kind, actor = visit.query.get("kind", ""), visit.query.get("who", "")
    kind = kind if kind in KINDS else ""
    before = visit.number("before") or None
    audit = visit.site.store.audit
    events = audit.list_events(kinds=(kind,) if kind else (), actor=actor, before=before, most=AT_ONCE + 1)
    shown = events[:AT_ONCE]
    return AuditPage(
        tuple(audit_line(visit, event) for event in shown),
        tuple(AuditKind(name, label) for name, label in KINDS.items()),
        audit.actors(),
        kind,
        actor,
        shown[-1].id if len(events) > AT_ONCE else 0,
    )


def audit_line(visit: RequestContext, event: SecurityEvent) -> AuditLine:
    """Return a security event as the page shows it."""
    entry = next((entry for entry in visit.tournaments if entry.stream.id == event.stream), None)
    at = datetime.fromtimestamp(event.at, UTC).isoformat(timespec="seconds").replace("+00:00", "Z")
    return AuditLine(
        event.id,
        at,
        event.kind,
        KINDS.get(event.kind, event.kind),
        event.actor,
        MEANS.get(event.means, event.means),
        event.address,
        event.subject,
        entry.name if entry is not None else "",
        entry.stream.slug if entry is not None else "",
        join_texts(", ", _detail_texts(event)),
        event.kind in WARNING_KINDS,
    )


def _detail_texts(event: SecurityEvent) -> Iterator[str]:
    """Yield the details of a security event as text."""
    for name, value in event.detail.items():
        if name == "number" and isinstance(value, int):
            yield msg_plural(value, "%(num)s entry", "%(num)s entries")
        elif name == "days" and isinstance(value, int):
            yield msg_plural(value, "older than %(num)s day", "older than %(num)s days")
        elif value not in ("", None):
            yield str(value)


PAGES = (
    Page(
        "person-data",
        "/t/{slug}/players/{key}/data",
        "Personal data",
        build_person_data,
        "person_data.html",
        "players",
    ),
    Page("audit", "/audit", "Security log", build_audit, "audit.html", live=(), asks=("kind", "who", "before")),
)
