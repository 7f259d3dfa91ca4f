"""The articles of C.05, round robins."""

from __future__ import annotations

from articles.table.article import Article
from rookery.regulations import ROUND_ROBIN

ARTICLES = (
    Article(ROUND_ROBIN, "6.6", "who completed less than half of a round robin is left out of its standings",
            "test_c05.py::test_less_than_half_of_the_games"),
    Article(ROUND_ROBIN, "Annex 1", "Berger tables: who meets whom in which round, with which colour",
            "test_c05.py::test_berger_tables"),
    Article(ROUND_ROBIN, "Annex 1, two cycles", "the last two rounds of the first cycle may change places",
            "test_c05.py::test_two_cycles"),
    Article(ROUND_ROBIN, "Annex 2", "restricted drawing of numbers by the Varma tables",
            "test_c05.py::test_restricted_draw"),
)  # fmt: skip
