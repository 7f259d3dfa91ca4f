"""The FIDE (Dutch) System (C.04.3)."""

from rookery.formats.conduct import Conduct
from rookery.pairing.dutch import DUTCH_2026
from rookery.regulations import format

DUTCH = Conduct(format=format.DUTCH, systems={DUTCH_2026.edition: DUTCH_2026})
