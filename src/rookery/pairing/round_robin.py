"""Moved to `rookery.pairing.tables.berger`: the old names, for one more version."""

from rookery.renamed import forwarding

__getattr__ = forwarding(
    __name__,
    {
        "berger": "rookery.pairing.tables.berger.berger",
        "two_cycles": "rookery.pairing.tables.berger.two_cycles",
        "colours": "rookery.pairing.tables.berger.colours",
        "thrice": "rookery.pairing.tables.berger.thrice",
    },
)
