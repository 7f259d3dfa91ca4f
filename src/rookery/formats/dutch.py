"""Conduct of the FIDE (Dutch) System (C.04.3): every edition of it that is done."""

from rookery.formats.conduct import Conduct
from rookery.pairing.dutch import DUTCH_2026
from rookery.pairing.dutch_2017 import DUTCH_2017
from rookery.regulations import format

DUTCH = Conduct(format=format.DUTCH, systems={each.edition: each for each in (DUTCH_2017, DUTCH_2026)})
