"""Moved to `rookery.pairing.tables.lots`: the old names, for one more version."""

from rookery.renamed import forwarding

__getattr__ = forwarding(
    __name__,
    {
        "by_lot": "rookery.pairing.tables.lots.by_lot",
        "by_varma": "rookery.pairing.tables.lots.by_varma",
        "numbered": "rookery.pairing.tables.lots.numbered",
        "late_meetings": "rookery.pairing.tables.lots.late_meetings",
        "VARMA": "rookery.pairing.tables.lots.VARMA",
    },
)
