"""Rating lists: which there are and how old, who is in them, and what they have otherwise than a tournament."""

from __future__ import annotations

from datetime import date

from rookery.desk.views.who import Who
from rookery.lists import ListDifference, ListEntry, RatingList, age, differences, search
from rookery.rating.fide import KINDS
from rookery.values import frozen
from rookery.web.page import Page
from rookery.web.shelves import shelf
from rookery.web.visit import Visit

FOUND = 50
"""So many are shown of those whom a search finds."""


@frozen
class ListLine:
    """A rating list: its name, its month and how old that is, how many it has, and of which kinds its ratings are."""

    name: str
    month: str
    age: str
    players: int
    kinds: tuple[str, ...] = ()


@frozen
class ListedPlayer:
    """Somebody whom a list has."""

    name: str
    title: str
    federation: str
    number: str
    standard: int
    rapid: int
    blitz: int
    born: int
    list: str


@frozen
class ListsPage:
    """Every rating list that the desk can see, and who fits what is searched."""

    lists: tuple[ListLine, ...]
    text: str
    found: tuple[ListedPlayer, ...]


def lists(visit: Visit) -> ListsPage:
    """Every list, and who is meant by some letters or a number."""
    text, today = visit.query.get("q", "").strip()[:100], date.today().isoformat()
    with shelf(visit.site) as every:
        lines = tuple(_told(one, today) for one in every)
        found = tuple(
            ListedPlayer(
                hit.entry.name, hit.entry.title, hit.entry.federation, str(hit.entry.fide_id or hit.entry.national_id),
                hit.entry.standard, hit.entry.rapid, hit.entry.blitz, hit.entry.born, f"{hit.list} {hit.month}".strip(),
            )
            for hit in (search(every, text, FOUND) if text else ())
        )  # fmt: skip
    return ListsPage(lines, text, found)


def _told(one: RatingList, today: str) -> ListLine:
    return ListLine(one.name, one.month, age(one.month, today), len(one), one.kinds)


# -- a tournament beside a list ----------------------------------------------------------------------------------------


@frozen
class RatingLine:
    """A fact that a list has otherwise than the tournament; the `wish` makes it as the list has it."""

    who: Who
    field: str
    ours: str
    theirs: str
    wish: dict[str, object]


@frozen
class Candidate:
    """Somebody of a list who may be meant, `sure` of the name or only nearly; the `wish` takes the list's number."""

    name: str
    title: str
    federation: str
    number: str
    born: int
    rating: int
    sure: bool
    wish: dict[str, object] | None


@frozen
class UnlistedLine:
    """Somebody whom a list does not tell for sure: why, and who may be meant."""

    who: Who
    why: str
    candidates: tuple[Candidate, ...]


@frozen
class RatingsPage:
    """What a list has otherwise than the tournament, who is not on it, and the wish that takes `all` its ratings."""

    lists: tuple[ListLine, ...]
    chosen: int
    kind: str
    lines: tuple[RatingLine, ...]
    unlisted: tuple[UnlistedLine, ...]
    all: dict[str, object] | None
    kinds: tuple[str, ...] = KINDS


def ratings(visit: Visit) -> RatingsPage:
    """The tournament beside the list that was chosen, or the first."""
    t, keys, today = visit.state.tournament, visit.state.keys.player, date.today().isoformat()
    kind = visit.query.get("kind", "") if visit.query.get("kind", "") in KINDS else KINDS[0]
    with shelf(visit.site) as every:
        lines = tuple(_told(one, today) for one in every)
        at = min(visit.number("list"), max(0, len(every) - 1))
        found = differences(t, every[at], kind) if every else ()
    people = {one.id: Who(keys[one.id], one.id, one.name, one.title, one.rating, one.federation) for one in t.players}
    unlisted = tuple(_unlisted(people[one.player], one, kind) for one in found if not one.field)
    told = tuple(_line(people[one.player], one) for one in found if one.field)
    every_rating = {one.who.key: int(one.theirs) for one in told if one.field == "rating" and one.theirs}
    everything: dict[str, object] | None = {"command": "ratings.correct", "ratings": every_rating}
    return RatingsPage(lines, at, kind, told, unlisted, everything if len(every_rating) > 1 else None)


def _unlisted(who: Who, one: ListDifference, kind: str) -> UnlistedLine:
    offered = [(entry, True) for entry in one.match.candidates] or [(entry, False) for entry in one.match.alike]
    return UnlistedLine(who, one.match.why, tuple(_candidate(who, entry, kind, sure) for entry, sure in offered))


def _candidate(who: Who, entry: ListEntry, kind: str, sure: bool) -> Candidate:
    number = entry.fide_id or entry.national_id
    fields: dict[str, object] = {"fide_id": entry.fide_id} if entry.fide_id else {"national_id": entry.national_id}
    wish: dict[str, object] = {"command": "player.edit", "key": who.key, "fields": fields}
    rating = int(getattr(entry, kind))
    return Candidate(entry.name, entry.title, entry.federation, str(number), entry.born, rating, sure,
                     wish if number else None)  # fmt: skip


def _line(who: Who, one: ListDifference) -> RatingLine:
    if one.field == "rating":
        rating = int(one.list) if one.list else None
        wish: dict[str, object] = {"command": "ratings.correct", "ratings": {who.key: rating}}
    else:
        value: object = (int(one.list) if one.list else None) if one.field == "fide_id" else one.list or None
        wish = {"command": "player.edit", "key": who.key, "fields": {one.field: value}}
    return RatingLine(who, one.field, one.file, one.list, wish)


PAGES = (
    Page("lists", "/lists", "Rating lists", lists, "lists.html", live=(), asks=("q",)),
    Page("ratings", "/t/{slug}/ratings", "Ratings", ratings, "ratings.html", "players", asks=("list", "kind")),
)
