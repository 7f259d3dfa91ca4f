"""The old place of `as_data`: every answer becomes data by `rookery.as_data` now."""

from __future__ import annotations

from rookery.renamed import forwarding

__getattr__ = forwarding("rookery.ranking.data", {"as_data": "rookery.as_data"})
