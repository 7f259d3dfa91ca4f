"""Moved to `rookery.formats`: the old names, for one more version."""

from rookery.renamed import forwarding

__getattr__ = forwarding(
    __name__,
    {
        "rounds_needed": "rookery.formats.catalogue.rounds_needed",
        "complaints": "rookery.formats.catalogue.complaints",
        "outcome": "rookery.formats.pairing.pair",
    },
)
