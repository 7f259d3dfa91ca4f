"""Conduct of the FIDE (Dutch) System (C.04.3): every edition of it that is done."""

from rookery.formats.conduct import Conduct, Editions
from rookery.regulations import DUTCH as CHAPTER
from rookery.regulations import edition_named, format

DUTCH = Conduct(
    format=format.DUTCH,
    systems=Editions(
        {
            edition_named(CHAPTER, 2017): "dutch_2017.DUTCH_2017",
            edition_named(CHAPTER, 2026): "dutch.DUTCH_2026",
        }
    ),
)
