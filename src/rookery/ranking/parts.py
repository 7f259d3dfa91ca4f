"""What `rookery.ranking.measure` was called: the old name works for one more version, and warns."""

from __future__ import annotations

from rookery.renamed import forwarding

__getattr__ = forwarding("rookery.ranking.parts", {"Working": "rookery.ranking.measure.Working"})
