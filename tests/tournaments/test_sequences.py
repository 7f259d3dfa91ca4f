"""Any sequence of commands: memory is the fold of the log, permanent facts hold, a refused command leaves no trace."""

from __future__ import annotations

from hypothesis import HealthCheck, settings

from support.service_machine import ServiceMachine

ServiceMachine.TestCase.settings = settings(
    max_examples=settings.default.max_examples // 4,
    stateful_step_count=40,
    deadline=None,
    suppress_health_check=list(HealthCheck),
)
TestSequences = ServiceMachine.TestCase
