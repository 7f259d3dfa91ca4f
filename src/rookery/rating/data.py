"""The old place of `as_data` and `audit_data`: every answer becomes data by `rookery.as_data` now."""

from __future__ import annotations

from rookery.renamed import forwarding

__getattr__ = forwarding("rookery.rating.data", {"as_data": "rookery.as_data", "audit_data": "rookery.as_data"})
