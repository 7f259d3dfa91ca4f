"""Rating lists: a FIDE list (TXT, XML, zipped or not) or a national one (CSV) in a local SQLite file with name search.

Nothing is fetched from anywhere: the user brings the file.
"""

from __future__ import annotations

from rookery.lists.entry import ListEntry
from rookery.lists.fill import ListDifference, differences, filled, list_facts, unmatched
from rookery.lists.importing import import_list
from rookery.lists.matching import ListMatch, alike, matched
from rookery.lists.merging import MergedPart, merge_lists
from rookery.lists.months import age
from rookery.lists.shelf import ListHit, lists_in, search
from rookery.lists.store import RatingList
from rookery.renamed import forwarding

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
    "filled",
    "import_list",
    "list_facts",
    "lists_in",
    "matched",
    "merge_lists",
    "search",
    "unmatched",
]

__getattr__ = forwarding(
    "rookery.lists", {"Difference": "rookery.lists.ListDifference", "Entry": "rookery.lists.ListEntry"}
)
