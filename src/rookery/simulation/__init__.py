"""What if: tournaments played many times over by the pairing rules as they are, and the futures of a running one.

>>> from rookery.simulation import Field, Study, simulate
>>> study = Study(field=Field.uniform(8, 1400, 2200), rounds=3, systems=("dutch", "burstein"))
>>> result = simulate(study, count=20, seed=1)
>>> result.mean("tau", system="dutch", order="PTS").count
20
"""

from __future__ import annotations

from importlib import import_module

from rookery.typed import TYPE_CHECKING

if TYPE_CHECKING:
    from rookery.simulation.chances import Forecast
    from rookery.simulation.course import ForecastCourse, forecast_by_round
    from rookery.simulation.estimate import Estimate
    from rookery.simulation.field import Absences
    from rookery.simulation.field import SimulatedField as Field
    from rookery.simulation.findings import StudyResult
    from rookery.simulation.outcomes import MODELS, OutcomeModel
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

_HOMES = {
    "Absences": "field", "Estimate": "estimate", "Field": "field.SimulatedField",
    "Forecast": "chances", "MODELS": "outcomes",
    "OutcomeModel": "outcomes", "Study": "study", "StudyResult": "findings",
    "ForecastCourse": "course", "forecast_by_round": "course", "simulate": "study",
}  # fmt: skip
"""Where each name lives, and what it is called there if that is longer."""


def __getattr__(name: str) -> object:
    if name not in _HOMES:
        raise AttributeError(f"module 'rookery.simulation' has no attribute {name!r}")
    home, _, called = _HOMES[name].partition(".")
    return getattr(import_module(f"rookery.simulation.{home}"), called or name)
