"""Conduct of the Swiss Team Pairing System (C.04.6): its editions, and what its codes and random events are like."""

from __future__ import annotations

from collections.abc import Mapping

from rookery.formats.conduct import UNACCELERATED, Conduct
from rookery.formats.team_draws import TEAMS
from rookery.pairing.team import TEAM_2026
from rookery.regulations import Scheme, format


def told(plan: Scheme) -> Mapping[str, object]:
    """The type of colour preferences and the scores, as the code has them."""
    scores = f"{plan.primary}_{plan.secondary}".rstrip("_")
    return {"colour_type": plan.colour_type or "none", "scores": scores}


def code(settings: Mapping[str, object], plain: str) -> str:
    """The code with the type of colour preferences and the scores."""
    kind = settings["colour_type"]
    return f"{plain}{'' if kind == 'none' else f'_TYPE{kind}'}_{settings['scores']}"


TEAM = Conduct(
    format=format.TEAM,
    systems={TEAM_2026.edition: TEAM_2026},
    draws={**TEAMS, **UNACCELERATED},
    own_settings=("colour_type", "scores"),
    told=told,
    code=code,
)
