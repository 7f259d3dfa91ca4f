"""Handlers of the Swiss systems (C.04.3 to C.04.6): their editions, their codes and their random settings."""

from __future__ import annotations

from collections.abc import Mapping

from rookery.formats.handlers import NO_ACCELERATION, SWISS_TEAM_SETTINGS, FormatHandlers, LazySystems
from rookery.regulations import TypeCode, edition_named, editions, formats


def team_settings_from_code(type_code: TypeCode) -> Mapping[str, object]:
    """Return the type of colour preferences and the scores, as the code gives them."""
    scores = f"{type_code.primary}_{type_code.secondary}".rstrip("_")
    return {"colour_type": type_code.colour_type or "none", "scores": scores}


def code_with_team_settings(settings: Mapping[str, object], plain: str) -> str:
    """Return the code with the type of colour preferences and the scores."""
    colour_type = settings["colour_type"]
    return f"{plain}{'' if colour_type == 'none' else f'_TYPE{colour_type}'}_{settings['scores']}"


DUTCH = FormatHandlers(
    format=formats.DUTCH,
    systems=LazySystems(
        {
            edition_named(editions.DUTCH, 2017): "dutch_2017.DUTCH_2017",
            edition_named(editions.DUTCH, 2026): "dutch.DUTCH_2026",
        }
    ),
)
"""The FIDE (Dutch) system, C.04.3, in its editions of 2017 and 2026."""
DUBOV = FormatHandlers(
    format=formats.DUBOV,
    systems=LazySystems({edition_named(editions.DUBOV, 2026): "dubov.DUBOV_2026"}),
    settings=NO_ACCELERATION,
)
"""The Dubov system, C.04.4.1."""
BURSTEIN = FormatHandlers(
    format=formats.BURSTEIN,
    systems=LazySystems({edition_named(editions.BURSTEIN, 2026): "burstein.BURSTEIN_2026"}),
    settings=NO_ACCELERATION,
)
"""The Burstein system, C.04.4.2."""
LIM = FormatHandlers(
    format=formats.LIM,
    systems=LazySystems({edition_named(editions.LIM, 2026): "lim.system.LIM_2026"}),
)
"""The Lim system, C.04.4.3."""
DOUBLE_SWISS = FormatHandlers(
    format=formats.DOUBLE_SWISS,
    systems=LazySystems({edition_named(editions.DOUBLE_SWISS, 2026): "double_swiss.DOUBLE_SWISS_2026"}),
)
"""The Double-Swiss system, C.04.5: matches of two games."""
TEAM = FormatHandlers(
    format=formats.TEAM,
    systems=LazySystems({edition_named(editions.TEAM, 2026): "team.TEAM_2026"}),
    settings={**SWISS_TEAM_SETTINGS, **NO_ACCELERATION},
    own_settings=("colour_type", "scores"),
    settings_from_code=team_settings_from_code,
    code_with_settings=code_with_team_settings,
)
"""The Swiss team system, C.04.6; its code tells the type of colour preferences and the scores."""
