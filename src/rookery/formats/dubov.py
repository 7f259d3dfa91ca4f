"""Conduct of the Dubov System (C.04.4.1): its editions, and what the generator draws otherwise."""

from rookery.formats.conduct import UNACCELERATED, Conduct
from rookery.pairing.dubov import DUBOV_2026
from rookery.regulations import format

DUBOV = Conduct(format=format.DUBOV, systems={DUBOV_2026.edition: DUBOV_2026}, draws=UNACCELERATED)
