"""Rating lists: a FIDE list (TXT, XML, zipped or not) or a national one (CSV) in a local SQLite file with name
search.

Nothing is downloaded; the user provides the file.
"""

from __future__ import annotations

from rookery.rating_lists.apply import ListDifference, differences, fill_from_list, list_facts, unmatched
from rookery.rating_lists.collection import ListHit, lists_in, search
from rookery.rating_lists.entry import ListEntry
from rookery.rating_lists.importing import import_list
from rookery.rating_lists.matching import ListMatch, alike, matched
from rookery.rating_lists.merging import MergedPart, merge_lists
from rookery.rating_lists.months import age
from rookery.rating_lists.rating_list import RatingList

__all__ = [
    "ListDifference",
    "ListEntry",
    "ListHit",
    "ListMatch",
    "MergedPart",
    "RatingList",
    "age",
    "alike",
    "differences",
    "fill_from_list",
    "import_list",
    "list_facts",
    "lists_in",
    "matched",
    "merge_lists",
    "search",
    "unmatched",
]
