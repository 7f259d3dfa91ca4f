"""The table of articles: what each asks, in our words, and the test that shows it; without a test it is not done."""

from __future__ import annotations

from articles.table import (
    baku,
    burstein,
    double_swiss,
    dubov,
    dutch,
    lim,
    ratings,
    round_robin,
    swiss,
    team,
    tie_breaks,
    titles,
)
from articles.table.article import Article

__all__ = ["ARTICLES", "Article"]

ARTICLES: tuple[Article, ...] = (
    *swiss.ARTICLES,
    *dutch.ARTICLES,
    *dubov.ARTICLES,
    *burstein.ARTICLES,
    *lim.ARTICLES,
    *double_swiss.ARTICLES,
    *team.ARTICLES,
    *baku.ARTICLES,
    *round_robin.ARTICLES,
    *tie_breaks.ARTICLES,
    *ratings.ARTICLES,
    *titles.ARTICLES,
)
"""Every article that asks something of a program, chapter by chapter. Tests live under `tests/articles`."""
