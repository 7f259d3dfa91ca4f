"""Conduct of the FIDE (Dutch) System (C.04.3): every edition of it that is done."""

from rookery.formats.conduct import Conduct, Editions
from rookery.regulations import DUTCH as CHAPTER
from rookery.regulations import FEBRUARY_2026, JULY_2017, Edition, format

DUTCH = Conduct(
    format=format.DUTCH,
    systems=Editions(
        {
            Edition(CHAPTER, JULY_2017): "dutch_2017.DUTCH_2017",
            Edition(CHAPTER, FEBRUARY_2026): "dutch.DUTCH_2026",
        }
    ),
)
