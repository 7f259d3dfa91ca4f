"""Where the answers to why and why not were: the old names, for one more version."""

from rookery.renamed import forwarding

__getattr__ = forwarding(
    __name__,
    {name: f"rookery.pairing.outcome.{name}" for name in ("Explanation", "Reason", "WhyNot")},
)
