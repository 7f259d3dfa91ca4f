"""Simulated tournaments, paired by the real rules, and forecasts of running tournaments.

>>> from rookery.simulation import Field, Study, simulate
>>> study = Study(field=Field.uniform(8, 1400, 2200), rounds=3, systems=("dutch", "burstein"))
>>> result = simulate(study, count=20, seed=1)
>>> result.mean("tau", system="dutch", order="PTS").count
20
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from rookery.simulation.chances import Forecast
    from rookery.simulation.estimate import Estimate
    from rookery.simulation.history import ForecastCourse, forecast_by_round
    from rookery.simulation.population import Absences
    from rookery.simulation.population import SimulatedField as Field
    from rookery.simulation.result_models import MODELS, OutcomeModel
    from rookery.simulation.results import StudyResult
    from rookery.simulation.study import Study, simulate

__all__ = [
    "MODELS",
    "Absences",
    "Estimate",
    "Field",
    "Forecast",
    "ForecastCourse",
    "OutcomeModel",
    "Study",
    "StudyResult",
    "forecast_by_round",
    "simulate",
]

_MODULES = {
    "Absences": "population",
    "Estimate": "estimate",
    "Field": "population.SimulatedField",
    "Forecast": "chances",
    "ForecastCourse": "history",
    "MODELS": "result_models",
    "OutcomeModel": "result_models",
    "Study": "study",
    "StudyResult": "results",
    "forecast_by_round": "history",
    "simulate": "study",
}
"""The module that defines each public name, with the name there if it differs."""


def __getattr__(name: str) -> object:
    if name not in _MODULES:
        raise AttributeError(f"module 'rookery.simulation' has no attribute {name!r}")
    module, _, attribute = _MODULES[name].partition(".")
    return getattr(import_module(f"rookery.simulation.{module}"), attribute or name)
