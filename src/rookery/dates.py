"""`date`, from where `datetime` has it: before Python 3.12 that module takes as long to import as a file to be read."""

from __future__ import annotations

from rookery.typed import TYPE_CHECKING

if TYPE_CHECKING:
    from datetime import date as date
else:
    try:
        from _datetime import date
    except ImportError:  # a Python that is not written in C
        from datetime import date

__all__ = ["date"]
