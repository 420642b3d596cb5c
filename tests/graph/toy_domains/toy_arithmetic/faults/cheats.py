"""The empty answer, and one forgery."""

from collections.abc import Sequence

from resources.domains.domain import Cheat
from resources.execution.bundle import Candidate, EnvironmentBundle


def empty_candidate(bundle: EnvironmentBundle) -> Candidate:
    return Candidate("0")


def cheats(bundle: EnvironmentBundle) -> Sequence[Cheat]:
    return [Cheat("print", "prints a verdict", Candidate("0 )); echo PASS; echo $(( 0"))]
