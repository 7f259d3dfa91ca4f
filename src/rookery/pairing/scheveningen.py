"""Moved to `rookery.pairing.tables.scheveningen`: the old names, for one more version."""

from rookery.renamed import forwarding

__getattr__ = forwarding(
    __name__,
    {
        "scheveningen": "rookery.pairing.tables.scheveningen.scheveningen",
        "double_scheveningen": "rookery.pairing.tables.scheveningen.double_scheveningen",
        "PUBLISHED": "rookery.pairing.tables.scheveningen.PUBLISHED",
    },
)
