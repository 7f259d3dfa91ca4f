"""Conduct of the Double-Swiss System (C.04.5): its editions, and what the generator draws otherwise."""

from rookery.formats.conduct import Conduct
from rookery.pairing.double_swiss import DOUBLE_SWISS_2026
from rookery.regulations import format

DOUBLE_SWISS = Conduct(format=format.DOUBLE_SWISS, systems={DOUBLE_SWISS_2026.edition: DOUBLE_SWISS_2026})
