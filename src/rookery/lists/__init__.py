"""Rating lists: a FIDE list (TXT, XML, zipped or not) or a national one (CSV) in a local SQLite file with name search.

Nothing is fetched from anywhere: the user brings the file.
"""

from __future__ import annotations

from rookery.lists.entry import Entry
from rookery.lists.fill import Difference, differences, filled, list_facts
from rookery.lists.store import RatingList, import_list

__all__ = ["Difference", "Entry", "RatingList", "differences", "filled", "import_list", "list_facts"]
