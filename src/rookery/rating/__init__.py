"""Ratings and norms by the regulations in force: B.02 (ratings) and B.01 (titles), in whole numbers.

Scores are half points, expectations and changes hundredths. Glicko-2, which no federation uses, lives apart in
`rookery.rating.glicko`.

>>> from rookery import rating
>>> rating.expected(2000, 1900), rating.k_factor(2000, 100), rating.change(2000, 1900, 2)
(64, 20, 36)
"""

from __future__ import annotations

from rookery.elo import perfect_performance, performance
from rookery.rating.change import change, expected, is_rated, k_factor, limited_k, new_rating
from rookery.rating.games import RatedGame, Reason
from rookery.rating.initial import First, first_rating, initial, pooled
from rookery.rating.norms import Audit, norms, terms_of
from rookery.rating.outlook import Outlook
from rookery.rating.period import Listed, Played, Rated, rate_period
from rookery.rating.rate_of_play import RateOfPlay, rate_of_play
from rookery.rating.report import Line, Newcomer, Report, Row, rate
from rookery.rating.rules import KINDS, RULES, Rules, rules
from rookery.rating.titles import TITLES, Condition, NormGame, Terms, Title

__all__ = [
    "KINDS",
    "RULES",
    "TITLES",
    "Audit",
    "Condition",
    "First",
    "Line",
    "Listed",
    "Newcomer",
    "NormGame",
    "Outlook",
    "Played",
    "RateOfPlay",
    "Rated",
    "RatedGame",
    "Reason",
    "Report",
    "Row",
    "Rules",
    "Terms",
    "Title",
    "change",
    "expected",
    "first_rating",
    "initial",
    "is_rated",
    "k_factor",
    "limited_k",
    "new_rating",
    "norms",
    "perfect_performance",
    "performance",
    "pooled",
    "rate",
    "rate_of_play",
    "rate_period",
    "rules",
    "terms_of",
]
