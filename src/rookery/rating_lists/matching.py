"""Identification of players on a list, comparison of a tournament with it, and completion from it.

A player is identified by number, otherwise by an exact and unique name.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from rookery._record import record, replace
from rookery.collation import fold_name, fold_names
from rookery.history.tournament_rating import with_official_rating
from rookery.model import Player, Tournament
from rookery.model.players import verbatim_if_invalid
from rookery.rating_lists.entry import ListEntry, player_facts
from rookery.rating_lists.rating_list import RatingList

MOST_SIMILAR = 5
_LEAST_SIMILARITY = 84
"""The least similarity, in per cent, of a misspelling."""
_PREFIX = 3
_MOST_COMPARED = 40_000


@record
class ListMatch:
    """The entry of a player on a list, or the reason why there is none.

    `candidates` have the same name if it is ambiguous: there are several, or the year of birth or the number differs.
    `alike` have similar names; no entry is taken from either.
    """

    entry: ListEntry | None = None
    candidates: tuple[ListEntry, ...] = ()
    alike: tuple[ListEntry, ...] = ()
    why: str = ""


def match_player(player: Player, ratings: RatingList) -> ListMatch:
    """Return the player's entry, by FIDE number, national number, or a name that is unique on the list."""
    if player.fide_id and (entry := ratings.find_fide_id(player.fide_id)):
        return ListMatch(entry)
    if player.national_id and (entry := ratings.find_national_id(player.national_id)):
        return ListMatch(entry)
    namesakes = tuple(ratings.find_namesakes(player.name))
    if player.fide_id:
        return ListMatch(
            None, namesakes, () if namesakes else similar_entries(player.name, ratings), "the number is not on the list"
        )
    if len(namesakes) == 1 and not _has_other_birth_year(player, namesakes[0]):
        return ListMatch(namesakes[0])
    if namesakes:
        reason = f"{len(namesakes)} have this name" if len(namesakes) > 1 else "born in another year"
        return ListMatch(None, namesakes, (), reason)
    return ListMatch(None, (), similar_entries(player.name, ratings), "not on the list")


def _has_other_birth_year(player: Player, entry: ListEntry) -> bool:
    return bool(player.birth and entry.born and player.birth.year != entry.born)


def can_find_similar() -> bool:
    """Return whether similar names can be found, which needs the extra `rookery-chess[lists]`."""
    try:
        import rapidfuzz  # noqa: F401
    except ImportError:
        return False
    return True


def similar_entries(name: str, ratings: RatingList, limit: int = MOST_SIMILAR) -> tuple[ListEntry, ...]:
    """Return the entries with the most similar names; empty without the extra `rookery-chess[lists]`."""
    try:
        from rapidfuzz import fuzz, process
    except ImportError:
        return ()
    folded_name = min(fold_name(name), default="")
    words = [word[:_PREFIX] for word in folded_name.split() if len(word) > 1]
    if not words:
        return ()
    names = ratings.names_starting(dict.fromkeys(words), _MOST_COMPARED)
    folded_names = dict(zip(names, fold_names(list(names.values())), strict=True))
    matches = process.extract(folded_name, folded_names, scorer=fuzz.ratio, score_cutoff=_LEAST_SIMILARITY, limit=limit)
    return tuple(ratings.entries_at(place for _, _, place in matches))


@record
class ListDifference:
    """A fact that the file lacks or that differs from the list; without a `field` the player was not identified.

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
        """Whether the file has no value."""
        return bool(self.field) and not self.file


def differences(tournament: Tournament, ratings: RatingList, kind: str = "standard") -> tuple[ListDifference, ...]:
    """Return every difference between the players of the file and those of the list, in the order of the file.

    A player is looked up by FIDE number, by national number, or by a name that one player of the list alone has.
    """
    matches = ((player, match_player(player, ratings)) for player in tournament.players)
    return tuple(difference for player, match in matches for difference in _player_differences(player, match, kind))


def find_entry(player: Player, ratings: RatingList) -> ListEntry | None:
    """Return the player's entry on the list, if the player is identified."""
    return match_player(player, ratings).entry


def unmatched_players(tournament: Tournament, ratings: RatingList) -> tuple[ListDifference, ...]:
    """Return the players who are not identified on the list, with candidates."""
    matches = ((player, match_player(player, ratings)) for player in tournament.players)
    return tuple(
        ListDifference(player.number, player.name, "", match=match) for player, match in matches if match.entry is None
    )


def _player_differences(player: Player, match: ListMatch, kind: str) -> Iterable[ListDifference]:
    if match.entry is None:
        yield ListDifference(player.number, player.name, "", match=match)
        return
    for field, list_value in player_facts(match.entry, kind).items():
        file_value = _value_in_file(player, field)
        if field == "birth" and file_value and list_value and file_value.year == list_value.year:
            continue
        if field == "sex" and file_value.lower().replace("f", "w") == list_value:
            continue
        if field == "name" and fold_name(file_value) & fold_name(list_value):
            continue
        if (file_value or list_value) and file_value != list_value:
            yield ListDifference(player.number, player.name, field, str(file_value or ""), str(list_value or ""))


def _value_in_file(player: Player, field: str) -> Any:
    """Return the file's value; for a FIDE list the rating is the official one."""
    return player.official_rating if field == "rating" else getattr(player, field)


def fill_from_list(
    tournament: Tournament, ratings: RatingList, kind: str = "standard", *, overwrite: bool = False
) -> Tournament:
    """Return the tournament completed from the list; with `overwrite`, different values are replaced too.

    Names stay as they are.
    """
    players = []
    for player in tournament.players:
        entry = find_entry(player, ratings)
        facts = player_facts(entry, kind) if entry else {}
        facts.pop("name", None)
        changes = {}
        for field, list_value in facts.items():
            file_value = _value_in_file(player, field)
            if (
                list_value
                and file_value != list_value
                and (not file_value or (overwrite and not _is_same_birth_year(field, file_value, list_value)))
            ):
                changes[field] = list_value
        rating = changes.pop("rating", None) if player.ratings else None
        completed = (
            replace(player, **{name: verbatim_if_invalid(name, value) for name, value in changes.items()})
            if changes
            else player
        )
        players.append(with_official_rating(completed, rating) if rating else completed)
    return replace(tournament, players=tuple(players))


def _is_same_birth_year(field: str, file_value: Any, list_value: Any) -> bool:
    """Return whether only the year of birth is compared; a complete date of that year is more precise."""
    return field == "birth" and file_value.year == list_value.year


def list_facts(tournament: Tournament, ratings: RatingList, kind: str) -> tuple[dict[int, int | None], dict[int, int]]:
    """Return the ratings and published K factors of the players on the list, as `rookery.rate` takes them."""
    ratings_by_id: dict[int, int | None] = {}
    factors: dict[int, int] = {}
    for player in tournament.players:
        entry = find_entry(player, ratings)
        if entry is not None:
            ratings_by_id[player.number] = entry.rating(kind) or None
            if entry.k(kind):
                factors[player.number] = entry.k(kind)
    return ratings_by_id, factors
