"""Where the systems were looked up before `rookery.formats`: the old names, for one more version."""

from rookery.renamed import forwarding

__getattr__ = forwarding(
    __name__,
    {
        "SYSTEMS": "rookery.formats.catalogue.SYSTEMS",
        "system_of": "rookery.formats.pairing.system_of",
        "pair": "rookery.formats.pairing.pair",
    },
)
