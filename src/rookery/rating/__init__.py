"""Ratings and norms by the regulations in force: B.02 (ratings) and B.01 (titles), in whole numbers.

Scores are half points, expectations and changes hundredths. Glicko-2, which no federation uses, lives apart in
`rookery.rating.glicko`.

>>> from rookery import rating
>>> rules = rating.rules_for()
>>> rules.expected(2000, 1900), rules.k(2000, 100), rules.change(2000, 1900, 2)
(64, 20, 36)
"""

from __future__ import annotations

from rookery.elo import perfect_performance, performance
from rookery.rating.arbiter_norms import (
    ArbiterApplication,
    ArbiterCertificate,
    apply_for_arbiter_title,
    certify_arbiter_norm,
)
from rookery.rating.certificates import (
    Application,
    Certificate,
    CertifiedEvent,
    CertifiedGame,
    CertifiedMix,
    CertifiedPlayer,
    CertifiedResult,
    apply_for_title,
    certify_norm,
    direct_title,
    titles_by_rating,
)
from rookery.rating.elo_rules import DatedRules, EloRules, KStep, at_least, below
from rookery.rating.fide import (
    KINDS,
    RULES,
    FideRules,
    RatedEvent,
    first_rating_from_events,
    rate_period,
    rules_for,
    rules_of,
)
from rookery.rating.glicko import Glicko2Rules
from rookery.rating.national import SYSTEMS, USCF, USCF_2004, DwzRules, EcfRules, RatingSystem, UscfRules, get_system
from rookery.rating.norm_conditions import TITLES, Condition, NormGame, Terms, Title
from rookery.rating.norm_event import EventConditions, check_event, derive_terms, with_exemption, with_fewer_games
from rookery.rating.norms import Audit, NormForecast, norms
from rookery.rating.rating_rules import (
    EventResult,
    EventRules,
    FirstRating,
    GameCallback,
    GameContext,
    GameContribution,
    NotRated,
    RateOfPlay,
    RatingRules,
    rate_of_play,
)
from rookery.rating.report import GameChange, Newcomer, RatedGame, RatedPlayer, RatingReport, rate
from rookery.rating.rows import ListGame, ListPlayer, PeriodResult, PoolMonth

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
    "Condition",
    "DatedRules",
    "DwzRules",
    "EcfRules",
    "EloRules",
    "EventConditions",
    "EventResult",
    "EventRules",
    "FideRules",
    "FirstRating",
    "GameCallback",
    "GameChange",
    "GameContext",
    "GameContribution",
    "Glicko2Rules",
    "KStep",
    "ListGame",
    "ListPlayer",
    "Newcomer",
    "NormForecast",
    "NormGame",
    "NotRated",
    "PeriodResult",
    "PoolMonth",
    "RateOfPlay",
    "RatedEvent",
    "RatedGame",
    "RatedPlayer",
    "RatingReport",
    "RatingRules",
    "RatingSystem",
    "Terms",
    "Title",
    "UscfRules",
    "apply_for_arbiter_title",
    "apply_for_title",
    "at_least",
    "below",
    "certify_arbiter_norm",
    "certify_norm",
    "check_event",
    "derive_terms",
    "direct_title",
    "first_rating_from_events",
    "get_system",
    "norms",
    "perfect_performance",
    "performance",
    "rate",
    "rate_of_play",
    "rate_period",
    "rules_for",
    "rules_of",
    "titles_by_rating",
    "with_exemption",
    "with_fewer_games",
]
