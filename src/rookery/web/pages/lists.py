"""Rating lists: overview and search, columns of an import, and differences between a tournament and a list."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from datetime import date

from rookery._record import record
from rookery.messages import msg
from rookery.rating.fide import KINDS
from rookery.rating_lists import ListDifference, ListEntry, RatingList, age, differences, search
from rookery.rating_lists.csv_source import FIELDS
from rookery.tournaments.errors import CommandRejectedError
from rookery.tournaments.views.participants import Participant
from rookery.web.page_spec import Page, RequestContext
from rookery.web.routes.rating_lists import ListUpload, open_rating_lists

MAX_HITS = 50
"""Maximum number of search hits shown."""


@record
class ListLine:
    """A rating list: name, month, age, number of players, and kinds of ratings."""

    name: str
    month: str
    age: str
    players: int
    kinds: tuple[str, ...] = ()


@record
class ListedPlayer:
    """A player in a rating list."""

    name: str
    title: str
    federation: str
    number: str
    standard: int
    rapid: int
    blitz: int
    born: int
    list: str


@record
class ListsPage:
    """The rating lists of the server, and the players that match a search.

    `outdated` are the names of lists in the format of another version.
    """

    lists: tuple[ListLine, ...]
    text: str
    found: tuple[ListedPlayer, ...]
    outdated: tuple[str, ...] = ()


def build_lists(visit: RequestContext) -> ListsPage:
    """Return the lists, and the players that match letters or a number."""
    text, today = visit.query.get("q", "").strip()[:100], date.today().isoformat()
    outdated: list[str] = []
    with open_rating_lists(
        visit.site, lambda path, _: outdated.append(path.stem.removeprefix("list-"))
    ) as rating_lists:
        lines = tuple(_list_line(rating_list, today) for rating_list in rating_lists)
        hits = tuple(
            ListedPlayer(
                hit.entry.name, hit.entry.title, hit.entry.federation, str(hit.entry.fide_id or hit.entry.national_id),
                hit.entry.standard, hit.entry.rapid, hit.entry.blitz, hit.entry.born, f"{hit.list} {hit.month}".strip(),
            )
            for hit in (search(rating_lists, text, MAX_HITS) if text else ())
        )  # fmt: skip
    return ListsPage(lines, text, hits, tuple(outdated))


def _list_line(rating_list: RatingList, today: str) -> ListLine:
    return ListLine(
        rating_list.name, rating_list.month, age(rating_list.month, today), len(rating_list), rating_list.kinds
    )


@record
class ListColumn:
    """A column of a list: number, heading, guessed field, and some of its cells."""

    at: int
    title: str
    field: str
    sample: tuple[str, ...]


@record
class ListColumns:
    """The columns of a list whose headings were not recognised."""

    word: str
    file: str
    columns: tuple[ListColumn, ...]
    fields: tuple[tuple[str, str], ...] = tuple(FIELDS.items())


def build_list_columns(visit: RequestContext) -> ListColumns:
    """Return the columns of a pending list, each to be assigned to a field."""
    word = visit.params["word"]
    upload = visit.site.pending_uploads.find(visit.csrf_token, word)
    if not isinstance(upload, ListUpload) or upload.unknown is None:
        raise CommandRejectedError(msg("this list is no longer here"), instead=msg("choose the file again"))
    guesses = {column: field for field, column in upload.unknown.columns.items()}
    columns = tuple(
        ListColumn(column, title, guesses.get(column, ""), tuple(_example_cells(upload.unknown.rows, column)))
        for column, title in enumerate(upload.unknown.head)
    )
    return ListColumns(word, upload.file, columns)


def _example_cells(rows: Iterable[Sequence[str]], column: int) -> list[str]:
    """Return the first few cells of a column."""
    return [row[column].strip() for row in rows if len(row) > column and row[column].strip()][:3]


# -- a tournament beside a list ----------------------------------------------------------------------------------------


@record
class RatingLine:
    """A difference between tournament and list; the command `wish` adopts the list's value."""

    who: Participant
    field: str
    ours: str
    theirs: str
    wish: dict[str, object]


@record
class Candidate:
    """A possible player of a list, `sure` or only similar; the command `wish` adopts the list's number."""

    name: str
    title: str
    federation: str
    number: str
    born: int
    rating: int
    sure: bool
    wish: dict[str, object] | None


@record
class UnlistedLine:
    """A player that the list does not identify for sure: why, and the candidates."""

    who: Participant
    why: str
    candidates: tuple[Candidate, ...]


@record
class RatingsPage:
    """Differences between tournament and list, players not on it, and the command that adopts `all` its ratings."""

    lists: tuple[ListLine, ...]
    chosen: int
    kind: str
    lines: tuple[RatingLine, ...]
    unlisted: tuple[UnlistedLine, ...]
    all: dict[str, object] | None
    kinds: tuple[str, ...] = KINDS


def build_ratings(visit: RequestContext) -> RatingsPage:
    """Compare the tournament with the chosen list, or the first."""
    t, keys, today = visit.state.tournament, visit.state.keys.player, date.today().isoformat()
    kind = visit.query.get("kind", "") if visit.query.get("kind", "") in KINDS else KINDS[0]
    with open_rating_lists(visit.site) as rating_lists:
        lines = tuple(_list_line(rating_list, today) for rating_list in rating_lists)
        index = min(visit.number("list"), max(0, len(rating_lists) - 1))
        list_differences = differences(t, rating_lists[index], kind) if rating_lists else ()
    people = {
        entry.number: Participant(
            keys[entry.number], entry.number, entry.name, entry.title, entry.rating, entry.federation
        )
        for entry in t.players
    }
    unlisted = tuple(
        _unlisted_line(people[difference.player], difference, kind)
        for difference in list_differences
        if not difference.field
    )
    rows = tuple(
        _rating_line(people[difference.player], difference) for difference in list_differences if difference.field
    )
    new_ratings = {row.who.key: int(row.theirs) for row in rows if row.field == "rating" and row.theirs}
    everything: dict[str, object] | None = {"command": "ratings.correct", "ratings": new_ratings}
    return RatingsPage(lines, index, kind, rows, unlisted, everything if len(new_ratings) > 1 else None)


def _unlisted_line(participant: Participant, difference: ListDifference, kind: str) -> UnlistedLine:
    offered = [(entry, True) for entry in difference.match.candidates] or [
        (entry, False) for entry in difference.match.alike
    ]
    return UnlistedLine(
        participant,
        difference.match.why,
        tuple(_build_candidate(participant, entry, kind, sure) for entry, sure in offered),
    )


def _build_candidate(participant: Participant, entry: ListEntry, kind: str, sure: bool) -> Candidate:
    number = entry.fide_id or entry.national_id
    fields: dict[str, object] = {"fide_id": entry.fide_id} if entry.fide_id else {"national_id": entry.national_id}
    wish: dict[str, object] = {"command": "player.edit", "key": participant.key, "fields": fields}
    rating = int(getattr(entry, kind))
    return Candidate(entry.name, entry.title, entry.federation, str(number), entry.born, rating, sure,
                     wish if number else None)  # fmt: skip


def _rating_line(participant: Participant, difference: ListDifference) -> RatingLine:
    if difference.field == "rating":
        rating = int(difference.list) if difference.list else None
        wish: dict[str, object] = {"command": "ratings.correct", "ratings": {participant.key: rating}}
    else:
        value: object = (
            (int(difference.list) if difference.list else None)
            if difference.field == "fide_id"
            else difference.list or None
        )
        wish = {"command": "player.edit", "key": participant.key, "fields": {difference.field: value}}
    return RatingLine(participant, difference.field, difference.file, difference.list, wish)


PAGES = (
    Page("lists", "/lists", "Rating lists", build_lists, "lists.html", live=(), asks=("q",)),
    Page(
        "list-columns",
        "/lists/columns/{word}",
        "Columns of a list",
        build_list_columns,
        "list_columns.html",
        live=(),
    ),
    Page("ratings", "/t/{slug}/ratings", "Ratings", build_ratings, "ratings.html", "players", asks=("list", "kind")),
)
