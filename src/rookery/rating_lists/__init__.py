"""Rating lists of FIDE (TXT, XML) and of federations (CSV) in local SQLite files with a search for names.

Nothing is downloaded; the user provides the file.
"""

from __future__ import annotations

from rookery.rating_lists.entry import ListEntry
from rookery.rating_lists.matching import (
    ListDifference,
    ListMatch,
    differences,
    fill_from_list,
    list_facts,
    match_player,
    similar_entries,
    unmatched_players,
)
from rookery.rating_lists.merge import MergedPart, merge_lists
from rookery.rating_lists.rating_list import ListHit, RatingList, age, import_list, open_lists, search

__all__ = [
    "ListDifference",
    "ListEntry",
    "ListHit",
    "ListMatch",
    "MergedPart",
    "RatingList",
    "age",
    "differences",
    "fill_from_list",
    "import_list",
    "list_facts",
    "match_player",
    "merge_lists",
    "open_lists",
    "search",
    "similar_entries",
    "unmatched_players",
]
