"""One instruction for all tasks."""

from resources.domains.domain import Instructions
from resources.execution.bundle import EnvironmentBundle


def instructions(bundle: EnvironmentBundle) -> Instructions:
    return Instructions("Write one arithmetic expression.", ("arithmetic",), "1")
