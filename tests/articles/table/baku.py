"""The articles of C.04.7, Baku acceleration."""

from __future__ import annotations

from articles.table.article import Article
from rookery.regulations import BAKU

ARTICLES = (
    Article(BAKU, "1.2", "group A: the first half, rounded up to an even number",
            "test_baku.py::test_group_sizes"),
    Article(BAKU, "1.3", "virtual points by round",
            "test_baku.py::test_virtual_points_by_round"),
    Article(BAKU, "1.4.4", "teams: only with match points as primary score",
            "test_baku.py::test_teams_need_match_points"),
    Article(BAKU, "1.5", "pairing score = score + virtual points of the round",
            "test_baku.py::test_pairing_score"),
)  # fmt: skip
