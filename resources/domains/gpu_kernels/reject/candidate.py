"""Static rejection of one bundle's candidate, in whichever of the two languages the bundle asks for."""

from resources.domains.gpu_kernels.reject import cuda, triton
from resources.domains.gpu_kernels.reject.allowed import allowed_for
from resources.domains.toolkit.recording import Finding
from resources.execution.bundle import Candidate, EnvironmentBundle


def findings(bundle: EnvironmentBundle, candidate: Candidate) -> list[Finding]:
    """Forbidden constructs of the candidate in the order of their lines; empty where there are none."""
    if bundle.settings.get("language") == "cuda":
        return cuda.reject(candidate.code)
    return triton.reject(candidate.code, allowed_for(bundle, candidate))
