"""Rating periods that follow each other: complete lists, the games of reports, and a store of months.

>>> from rookery.rating_periods import next_month
>>> next_month("2026-12")
'2027-01'
"""

from __future__ import annotations

from rookery.rating_periods.full_list import FullList, from_entries, next_month
from rookery.rating_periods.recalculation import rate_list
from rookery.rating_periods.reports import NotCounted, ReportGames, read_report

__all__ = ["FullList", "NotCounted", "ReportGames", "from_entries", "next_month", "rate_list", "read_report"]
