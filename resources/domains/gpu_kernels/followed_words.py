"""What the backend would say of the failure in which the followed run ends. Only the choice of the language is here; a
language's own words are its `followed_` module."""

from resources.domains.gpu_kernels.followed_cuda import followed_of_cuda
from resources.domains.gpu_kernels.followed_triton import followed_of_triton
from resources.domains.gpu_kernels.reject.candidate import judged_code
from resources.execution.bundle import Candidate, EnvironmentBundle
from resources.execution.observation import Observation

_MOST_CHARACTERS = 30_000
"""As in the cheap checks: more takes too long."""


def followed(bundle: EnvironmentBundle, candidate: Candidate) -> Observation | None:
    """See `Follows`."""
    if len(candidate.code) > _MOST_CHARACTERS or candidate.code == bundle.reference:
        return None
    said = followed_of_cuda if bundle.settings.get("language") == "cuda" else followed_of_triton
    try:
        return said(bundle, judged_code(bundle, candidate))
    except Exception:  # As in following: what is not foreseen here is not modelled, and there is nothing to say.
        return None
