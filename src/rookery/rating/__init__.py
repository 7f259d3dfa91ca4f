"""Ratings and norms by the regulations in force: B.02 (ratings) and B.01 (titles), in whole numbers.

Scores are half points, expectations and changes hundredths. Glicko-2, which no federation uses, lives apart in
`rookery.rating.glicko`.

>>> from rookery import rating
>>> rating.expected(2000, 1900), rating.k_factor(2000, 100), rating.change(2000, 1900, 2)
(64, 20, 36)
"""

from __future__ import annotations

from rookery.elo import perfect_performance, performance
from rookery.rating.applications import Application, application, direct_title, titles_by_rating
from rookery.rating.arbiter_norms import (
    ArbiterApplication,
    ArbiterCertificate,
    arbiter_application,
    arbiter_certificate,
)
from rookery.rating.certificates import (
    Certificate,
    CertifiedEvent,
    CertifiedGame,
    CertifiedMix,
    CertifiedPlayer,
    CertifiedResult,
    certificate,
)
from rookery.rating.change import change, expected, is_rated, k_factor, limited_k, new_rating
from rookery.rating.elo_rules import DatedRules, EloRules, KStep, at_least, below
from rookery.rating.event_rules import EventResult, EventRules
from rookery.rating.federations import USCF, USCF_2004, DwzRules, EcfRules, UscfRules
from rookery.rating.fide import KINDS, RULES, FideRules, rules_for, rules_of
from rookery.rating.games import RatedGame
from rookery.rating.glicko_rules import Glicko2Rules
from rookery.rating.initial import RatedEvent, first_rating, initial, pooled
from rookery.rating.listed import Listed, Played, PoolMonth, Rated
from rookery.rating.norms import Audit, norms
from rookery.rating.outlook import Outlook
from rookery.rating.period import rate_period
from rookery.rating.rate_of_play import RateOfPlay, rate_of_play
from rookery.rating.rating_rules import Circumstances, First, GameTold, NotRated, RatingRules
from rookery.rating.report import GameChange, Newcomer, RatedPlayer, RatingReport, rate
from rookery.rating.systems import SYSTEMS, RatingSystem, system_named
from rookery.rating.title_event import TitleEvent, exempted, shortened, terms_of, title_event
from rookery.rating.titles import TITLES, Condition, NormGame, Terms, Title
from rookery.renamed import forwarding

__all__ = [
    "KINDS",
    "RULES",
    "SYSTEMS",
    "TITLES",
    "USCF",
    "USCF_2004",
    "Application",
    "ArbiterApplication",
    "ArbiterCertificate",
    "Audit",
    "Certificate",
    "CertifiedEvent",
    "CertifiedGame",
    "CertifiedMix",
    "CertifiedPlayer",
    "CertifiedResult",
    "Circumstances",
    "Condition",
    "DatedRules",
    "DwzRules",
    "EcfRules",
    "EloRules",
    "EventResult",
    "EventRules",
    "FideRules",
    "First",
    "GameChange",
    "GameTold",
    "Glicko2Rules",
    "KStep",
    "Listed",
    "Newcomer",
    "NormGame",
    "NotRated",
    "Outlook",
    "Played",
    "PoolMonth",
    "RateOfPlay",
    "Rated",
    "RatedEvent",
    "RatedGame",
    "RatedPlayer",
    "RatingReport",
    "RatingRules",
    "RatingSystem",
    "Terms",
    "Title",
    "TitleEvent",
    "UscfRules",
    "application",
    "arbiter_application",
    "arbiter_certificate",
    "at_least",
    "below",
    "certificate",
    "change",
    "direct_title",
    "exempted",
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
    "rules_for",
    "rules_of",
    "shortened",
    "system_named",
    "terms_of",
    "title_event",
    "titles_by_rating",
]

__getattr__ = forwarding(
    "rookery.rating",
    {
        "Line": "rookery.rating.GameChange",
        "Reason": "rookery.rating.NotRated",
        "Report": "rookery.rating.RatingReport",
        "Row": "rookery.rating.RatedPlayer",
        "Rules": "rookery.rating.FideRules",
        "rules": "rookery.rating.rules_for",
    },
)
