"""A whole rating period on NumPy arrays: the numbers of `rookery.rating.rate_period`, a hundred times as fast.

`players` and `games` are tables that give a column by name: a dict of arrays, a pandas or Polars frame, a pyarrow
table, a NumPy record array. The columns are the fields of `rating.ListPlayer` and `rating.ListGame`; those with a
default may be missing. Needs the extra `rookery-chess[arrays]`.

No rating rule is implemented here: those of `rookery.rating` are evaluated once for each distinct case.
"""

from __future__ import annotations

try:
    import numpy  # noqa: F401
except ImportError as error:
    raise ImportError("rookery.arrays needs NumPy: pip install 'rookery-chess[arrays]'", name=error.name) from error

from rookery.arrays.columns import Frame
from rookery.arrays.period import Period, rate_period

__all__ = ["Frame", "Period", "rate_period"]
