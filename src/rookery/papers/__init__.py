"""Papers: pairings, standings, slips and the rest as values, printed as HTML or, through Typst, as PDF.

>>> import rookery
>>> from rookery import papers
>>> event = rookery.Tournament(players=(rookery.Player(1, "Hatter, Max"), rookery.Player(2, "Hare, Mia")))
>>> papers.paper(event, "players").title
'Players'
"""

from __future__ import annotations

from rookery.papers.catalogue import PAPERS, fitting, paper
from rookery.papers.html_printer import html
from rookery.papers.paper import Paper
from rookery.papers.request import PaperRequest
from rookery.papers.typst_printer import pdf, typst

__all__ = ["PAPERS", "Paper", "PaperRequest", "fitting", "html", "paper", "pdf", "typst"]
