"""A tournament beside a rating list: what differs, and the tournament with the list's facts."""

from __future__ import annotations

from collections.abc import Iterable

from rookery.lists.entry import ListEntry
from rookery.lists.matching import ListMatch, matched
from rookery.lists.spelling import folded
from rookery.lists.store import RatingList
from rookery.model import Date, Player, Tournament
from rookery.strengths import officially_rated
from rookery.typed import Any
from rookery.values import frozen, replace


@frozen
class ListDifference:
    """A fact that the file lacks, or has otherwise than the list; without a `field` it is not known who is meant.

    `match` says then why, who bears the name and whose name is nearly the same.
    """

    player: int
    name: str
    field: str
    file: str = ""
    list: str = ""
    match: ListMatch = ListMatch()

    @property
    def fills(self) -> bool:
        """Whether the file has nothing there."""
        return bool(self.field) and not self.file


def differences(tournament: Tournament, ratings: RatingList, kind: str = "standard") -> tuple[ListDifference, ...]:
    """Every difference between the players of the file and those of the list, in the order of the file.

    A player is looked up by FIDE number, by national number, or by a name that one player of the list alone has.
    """
    found = ((player, matched(player, ratings)) for player in tournament.players)
    return tuple(difference for player, match in found for difference in _of_player(player, match, kind))


def entry_of(player: Player, ratings: RatingList) -> ListEntry | None:
    """The player's entry on the list, if it can be told."""
    return matched(player, ratings).entry


def unmatched(tournament: Tournament, ratings: RatingList) -> tuple[ListDifference, ...]:
    """The players of whom the list does not tell who they are, with who it may be."""
    found = ((player, matched(player, ratings)) for player in tournament.players)
    return tuple(
        ListDifference(player.id, player.name, "", match=match) for player, match in found if match.entry is None
    )


def facts_of(entry: ListEntry, kind: str) -> dict[str, Any]:
    """What the list says, by the fields of Player."""
    return {
        "name": entry.name, "rating": entry.rating(kind) or None, "federation": entry.federation, "title": entry.title,
        "sex": entry.sex.lower().replace("f", "w"), "birth": Date(entry.born) if entry.born else None,
        "fide_id": entry.fide_id or None,
    }  # fmt: skip


def _of_player(player: Player, match: ListMatch, kind: str) -> Iterable[ListDifference]:
    if match.entry is None:
        yield ListDifference(player.id, player.name, "", match=match)
        return
    for field, theirs in facts_of(match.entry, kind).items():
        ours = _ours(player, field)
        if field == "birth" and ours and theirs and ours.year == theirs.year:
            continue
        if field == "sex" and ours.lower().replace("f", "w") == theirs:
            continue
        if field == "name" and folded(ours) & folded(theirs):
            continue
        if (ours or theirs) and ours != theirs:
            yield ListDifference(player.id, player.name, field, str(ours or ""), str(theirs or ""))


def _ours(player: Player, field: str) -> Any:
    """What the file says of this; a list of FIDE's speaks of the rating that FIDE gives."""
    return player.official_rating if field == "rating" else getattr(player, field)


def filled(
    tournament: Tournament, ratings: RatingList, kind: str = "standard", *, overwrite: bool = False
) -> Tournament:
    """The tournament with what the list knows and the file does not; with `overwrite`, also what they say differently.

    Names stay as they are.
    """
    players = []
    for player in tournament.players:
        entry = entry_of(player, ratings)
        facts = facts_of(entry, kind) if entry else {}
        facts.pop("name", None)
        changed = {}
        for field, theirs in facts.items():
            ours = _ours(player, field)
            if theirs and ours != theirs and (not ours or (overwrite and not _same_year(field, ours, theirs))):
                changed[field] = theirs
        rating = changed.pop("rating", None) if player.ratings else None
        known = replace(player, **changed) if changed else player
        players.append(officially_rated(known, rating) if rating else known)
    return replace(tournament, players=tuple(players))


def _same_year(field: str, ours: Any, theirs: Any) -> bool:
    """A list has the year of birth only; a whole date of that year says more."""
    return field == "birth" and ours.year == theirs.year


def list_facts(tournament: Tournament, ratings: RatingList, kind: str) -> tuple[dict[int, int | None], dict[int, int]]:
    """The ratings and the published K of the players who are on the list, as `rookery.rate` takes them."""
    own: dict[int, int | None] = {}
    k: dict[int, int] = {}
    for player in tournament.players:
        entry = entry_of(player, ratings)
        if entry is not None:
            own[player.id] = entry.rating(kind) or None
            if entry.k(kind):
                k[player.id] = entry.k(kind)
    return own, k
