"""The old name of `rookery.arrays`."""

from __future__ import annotations

from rookery import arrays  # noqa: F401 (without NumPy, it says which extra to install)
from rookery.renamed import forwarding

__getattr__ = forwarding(
    "rookery.batch", {"Period": "rookery.arrays.Period", "rate_period": "rookery.arrays.rate_period"}
)
