"""One real backend of each domain for all the tests of a process: warm interpreters take seconds to start."""

import functools

from resources.domains.gpu_kernels.execution.stages.cuda.pipeline import CudaStages
from resources.domains.registry import get_domain
from resources.execution.backend import Backend
from resources.execution.sandbox.selection import make_sandbox


@functools.cache
def backend_of(domain: str) -> Backend:
    """To be closed by the process's end only."""
    return get_domain(domain).backend(make_sandbox())


@functools.cache
def cuda_stages() -> CudaStages:
    """Its library for kernels on the processor takes as many seconds to compile as some tests take to run."""
    return CudaStages(make_sandbox())


def new_backend_of(domain: str) -> Backend:
    """With a sandbox and interpreters of its own that have run nothing yet, as another process has."""
    return get_domain(domain).backend(make_sandbox())
