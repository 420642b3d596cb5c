"""What the backend is bound to say of a program that its text alone fails. Only the reject stage and the choice of
the language are here; a language's own stages are its `foresight_` module."""

from resources.domains.gpu_kernels.foresight_triton import foreseen_of_triton
from resources.domains.gpu_kernels.reject.candidate import findings, judged_code
from resources.domains.toolkit.recording import report
from resources.execution.bundle import Candidate, EnvironmentBundle
from resources.execution.observation import Observation
from resources.execution.outcome import Outcome

_MOST_CHARACTERS = 30_000
"""As in the cheap checks: more takes too long."""


def foreseen(bundle: EnvironmentBundle, candidate: Candidate) -> Observation | None:
    """See `Foresees`."""
    if len(candidate.code) > _MOST_CHARACTERS or candidate.code == bundle.reference:
        return None
    try:
        found = findings(bundle, candidate)
        if found:
            return Observation(Outcome.REJECTED, "reject", report(found, bundle.candidate_file))
        is_cuda = bundle.settings.get("language") == "cuda"
        return None if is_cuda else foreseen_of_triton(bundle, judged_code(bundle, candidate))
    except RecursionError:
        return None
