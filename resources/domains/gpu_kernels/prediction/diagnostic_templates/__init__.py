"""What the backend would say of the failure in which the followed run ends. Only the choice of the language is here; a
language's own words are its module beside this."""

from resources.domains.gpu_kernels.execution.rejection import judged_code
from resources.domains.gpu_kernels.prediction.diagnostic_templates.cuda import simulated_failure_of_cuda
from resources.domains.gpu_kernels.prediction.diagnostic_templates.triton import simulated_failure_of_triton
from resources.execution.bundle import Candidate, EnvironmentBundle
from resources.execution.observation import Observation

_MOST_CHARACTERS = 30_000
"""As in the cheap checks: more takes too long."""


def simulated_failure(bundle: EnvironmentBundle, candidate: Candidate) -> Observation | None:
    """See the Domain protocol."""
    if len(candidate.code) > _MOST_CHARACTERS or candidate.code == bundle.reference:
        return None
    said = simulated_failure_of_cuda if bundle.settings.get("language") == "cuda" else simulated_failure_of_triton
    try:
        return said(bundle, judged_code(bundle, candidate))
    except Exception:  # As in following: what is not expected here is not modelled, and there is nothing to say.
        return None
