"""Rating periods that follow each other: complete lists, the games of reports, and a store of months.

>>> from rookery.periods import next_month
>>> next_month("2026-12")
'2027-01'
"""

from __future__ import annotations

from rookery.periods.full_list import FullList, from_entries, next_month
from rookery.periods.rated import rated_list
from rookery.periods.reports import NotCounted, ReportGames, report_games

__all__ = ["FullList", "NotCounted", "ReportGames", "from_entries", "next_month", "rated_list", "report_games"]
