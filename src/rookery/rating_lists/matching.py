"""Identification of players on a list: by number, otherwise by an exact and unique name."""

from __future__ import annotations

from rookery._record import record
from rookery.model import Player
from rookery.rating_lists.entry import ListEntry
from rookery.rating_lists.name_folding import fold_name, fold_names
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
