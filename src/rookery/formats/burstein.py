"""Conduct of the Burstein System (C.04.4.2): its editions, and what the generator draws otherwise."""

from rookery.formats.conduct import UNACCELERATED, Conduct
from rookery.pairing.burstein import BURSTEIN_2026
from rookery.regulations import format

BURSTEIN = Conduct(format=format.BURSTEIN, systems={BURSTEIN_2026.edition: BURSTEIN_2026}, draws=UNACCELERATED)
