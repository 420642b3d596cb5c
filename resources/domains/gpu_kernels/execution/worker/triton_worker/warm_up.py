"""What Triton does once in each process before its first kernel, done when this is imported, so that forks have it.

Nothing here differs from candidate to candidate.
"""

import triton.experimental.gluon.nvidia.hopper  # noqa: F401  Triton imports it when it first sees a tensor: 0.2 s
from triton.backends.nvidia.compiler import get_ptxas_version
from triton.runtime import cache

from .stand_in_driver import SHARED_MEMORY_BYTES


def _no_key() -> str:
    """Triton names its cache after a hash over its own 500 MB, 0.6 s; here each process's cache is new and its own."""
    return "sandbox"


cache.triton_key = _no_key
for _capability in SHARED_MEMORY_BYTES:
    get_ptxas_version(_capability)
