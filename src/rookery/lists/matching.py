"""Who on a list is meant: by number, else by the very name; several of one name are told, never chosen from."""

from __future__ import annotations

from rookery.lists.entry import ListEntry
from rookery.lists.spelling import folded, folded_first
from rookery.lists.store import RatingList
from rookery.model import Player
from rookery.values import frozen

MOST_ALIKE = 5
_LIKELY = 84
"""Names less alike than this, in per cent, are no misspelling of each other."""
_START = 3
_MOST_COMPARED = 40_000


@frozen
class ListMatch:
    """What a list says of a player: the `entry`, or why there is none.

    `candidates` bear the name where it does not tell who is meant: several do, or the year of birth or the number
    differs. `alike` are names that differ by little; nobody is taken from either.
    """

    entry: ListEntry | None = None
    candidates: tuple[ListEntry, ...] = ()
    alike: tuple[ListEntry, ...] = ()
    why: str = ""


def matched(player: Player, ratings: RatingList) -> ListMatch:
    """The player's entry: by FIDE number, by national number, or by a name that one on the list alone has."""
    if player.fide_id and (found := ratings.player(player.fide_id)):
        return ListMatch(found)
    if player.national_id and (found := ratings.national(player.national_id)):
        return ListMatch(found)
    named = tuple(ratings.named(player.name))
    if player.fide_id:
        return ListMatch(None, named, () if named else alike(player.name, ratings), "the number is not on the list")
    if len(named) == 1 and not _born_otherwise(player, named[0]):
        return ListMatch(named[0])
    if named:
        why = f"{len(named)} have this name" if len(named) > 1 else "born in another year"
        return ListMatch(None, named, (), why)
    return ListMatch(None, (), alike(player.name, ratings), "not on the list")


def _born_otherwise(player: Player, entry: ListEntry) -> bool:
    return bool(player.birth and entry.born and player.birth.year != entry.born)


def can_offer() -> bool:
    """Whether names that are nearly the same can be found: that needs the extra `rookery[lists]`."""
    try:
        import rapidfuzz  # noqa: F401
    except ImportError:
        return False
    return True


def alike(name: str, ratings: RatingList, limit: int = MOST_ALIKE) -> tuple[ListEntry, ...]:
    """Whose name may be meant by one that is misspelt, the likest first; nobody without the extra `rookery[lists]`."""
    try:
        from rapidfuzz import fuzz, process
    except ImportError:
        return ()
    wanted = min(folded(name), default="")
    words = [word[:_START] for word in wanted.split() if len(word) > 1]
    if not words:
        return ()
    near = ratings.beginning(dict.fromkeys(words), _MOST_COMPARED)
    plain = dict(zip((place for place, _ in near), folded_first([other for _, other in near]), strict=True))
    best = process.extract(wanted, plain, scorer=fuzz.ratio, score_cutoff=_LIKELY, limit=limit)
    return tuple(ratings.at(place for _, _, place in best))
