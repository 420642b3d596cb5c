"""The cheat suite: forgeries that aim at the harness instead of the task, built on a bundle's real interface.

Each must end in anything but PASS. Public benchmarks for GPU kernels were beaten by most of them. None runs for
ever: what its limit does is the backend's and not the bundle's, a test holds it, and it costs 20 s of CPU a bundle.
`empty_candidate` stands here too: right signature, no behaviour.
"""

from collections.abc import Sequence

from resources.domains.domain import Cheat
from resources.execution.bundle import Candidate, EnvironmentBundle


def empty_candidate(bundle: EnvironmentBundle) -> Candidate:
    """The entry with nothing in it. Raises ValueError where the bundle shows no interface."""
    if bundle.settings.get("language") == "cuda":
        from resources.domains.gpu_kernels.faults.cheats.cuda import cuda_empty

        return cuda_empty(bundle)
    from resources.domains.gpu_kernels.faults.cheats.triton import triton_empty

    return triton_empty(bundle)


def cheats(bundle: EnvironmentBundle) -> Sequence[Cheat]:
    """The suite for one bundle, in a stable order. Raises ValueError where the bundle shows no interface."""
    if bundle.settings.get("language") == "cuda":
        from resources.domains.gpu_kernels.faults.cheats.cuda import cuda_cheats

        return cuda_cheats(bundle)
    from resources.domains.gpu_kernels.faults.cheats.triton import triton_cheats

    return triton_cheats(bundle)
