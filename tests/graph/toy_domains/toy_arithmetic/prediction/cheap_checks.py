"""Two counts."""

from collections.abc import Mapping

from resources.execution.bundle import Candidate, EnvironmentBundle


def cheap_checks(bundle: EnvironmentBundle, candidate: Candidate) -> Mapping[str, float]:
    return {"length": float(len(candidate.code)), "balance": candidate.code.count("(") - candidate.code.count(")")}
