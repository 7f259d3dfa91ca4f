"""The Burstein System (C.04.4.2)."""

from rookery.formats.conduct import UNACCELERATED, Conduct
from rookery.pairing.burstein import BURSTEIN_2026
from rookery.regulations import format

BURSTEIN = Conduct(format=format.BURSTEIN, systems={BURSTEIN_2026.edition: BURSTEIN_2026}, draws=UNACCELERATED)
