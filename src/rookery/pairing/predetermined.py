"""Moved to `rookery.pairing.tables.schedule`: the old names, for one more version."""

from rookery.renamed import forwarding

__getattr__ = forwarding(
    __name__,
    {
        "schedule": "rookery.pairing.tables.schedule.schedule",
        "next_round": "rookery.pairing.tables.schedule.next_round",
        "boards": "rookery.pairing.tables.schedule.boards",
        "sides": "rookery.pairing.tables.schedule.sides",
        "complaints": "rookery.pairing.tables.schedule.complaints",
        "other_colours": "rookery.pairing.tables.schedule.other_colours",
    },
)
