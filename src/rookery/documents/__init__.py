"""Papers: pairings, standings, slips and the rest as values, printed as HTML or, through Typst, as PDF.

>>> import rookery
>>> from rookery import documents
>>> event = rookery.Tournament(players=(rookery.Player(1, "Hatter, Max"), rookery.Player(2, "Hare, Mia")))
>>> documents.build_paper(event, "players").title
'Players'
"""

from __future__ import annotations

from rookery.documents.catalogue import PAPERS, available_papers, build_paper
from rookery.documents.html_printer import to_html
from rookery.documents.model import Cards, Facts, Grid, Paper, Picture, Words
from rookery.documents.request import PaperRequest
from rookery.documents.typst_printer import to_pdf, to_typst

__all__ = [
    "PAPERS",
    "Cards",
    "Facts",
    "Grid",
    "Paper",
    "PaperRequest",
    "Picture",
    "Words",
    "available_papers",
    "build_paper",
    "to_html",
    "to_pdf",
    "to_typst",
]
