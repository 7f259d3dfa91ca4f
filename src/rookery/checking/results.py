"""The former home of `Chances`, for one more version."""

from __future__ import annotations

from rookery.renamed import forwarding

__getattr__ = forwarding("rookery.checking.results", {"Chances": "rookery.checking.random_results.Chances"})
