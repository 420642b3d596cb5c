"""Whether a predicted diagnostic is the real one."""

from dataclasses import dataclass

from resources.domains.domain import Diagnostic, Domain
from resources.execution.observation import Observation
from resources.world_model.rendering import RenderSettings, digest


@dataclass(frozen=True)
class DiagnosticMatch:
    """`exact`: the log's first lines, as the template keeps them, are equal. `located`: so are category
    and line of the first diagnostic that the domain reads in the real log, None where it reads none."""

    exact: bool
    located: bool | None


def diagnostic_match(domain: Domain, real: Observation, predicted: Observation) -> DiagnosticMatch:
    kept = digest(real, domain.output_template, RenderSettings())
    first = first_diagnostic(domain, kept)
    diagnostic = first_diagnostic(domain, predicted)
    located = None if first is None else diagnostic is not None and places(first) == places(diagnostic)
    return DiagnosticMatch(kept.log == predicted.log, located)


def first_diagnostic(domain: Domain, observation: Observation) -> Diagnostic | None:
    return next(iter(domain.diagnostics(observation)), None)


def places(diagnostic: Diagnostic) -> tuple[str, int]:
    return diagnostic.category, diagnostic.line
