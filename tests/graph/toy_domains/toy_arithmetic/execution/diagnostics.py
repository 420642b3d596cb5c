"""A log is one line."""

from collections.abc import Sequence

from resources.domains.domain import Diagnostic
from resources.execution.observation import Observation


def diagnostics(observation: Observation) -> Sequence[Diagnostic]:
    return [Diagnostic("value", observation.text)] if observation.log else []
