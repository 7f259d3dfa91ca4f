"""Conduct of the Lim System (C.04.4.3): its editions, and what the generator draws otherwise."""

from rookery.formats.conduct import Conduct
from rookery.pairing.lim import LIM_2026
from rookery.regulations import format

LIM = Conduct(format=format.LIM, systems={LIM_2026.edition: LIM_2026})
