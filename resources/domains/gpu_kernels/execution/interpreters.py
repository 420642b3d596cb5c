"""The interpreters of this domain's sandboxed processes: which folders they see, and which are kept warm.

What runs in them is `worker`.
"""

import sys
from collections.abc import Mapping
from functools import cache
from pathlib import Path

from resources.execution.sandbox.job import Sandbox
from resources.execution.sandbox.profile import WORK
from resources.execution.sandbox.warm import Preload, warmed

WORKER = "/worker"
_PACKAGES = ("triton_worker", "device_worker")
_MODULES = (
    "numpy",
    "torch",
    "triton",
    "triton.language",
    "triton.runtime.interpreter",
    "triton.backends.nvidia.compiler",
    "triton_worker.warm_up",
    "triton_worker.candidate",
    "triton_worker.oracle",
)
_PRELOAD_BYTES = 1536 << 20
INTERPRETING: Mapping[str, str] = {"TRITON_INTERPRET": "1"}


@cache
def folders() -> Mapping[str, Path]:
    """Host folders that an interpreter needs inside: the virtual environment, its Python, and the worker's code."""
    roots = {Path(sys.prefix), Path(sys.base_prefix)}
    outside = {root for root in roots if not root.is_relative_to("/usr")}
    ours = {f"{WORKER}/{name}": Path(__file__).parent / "worker" / name for name in _PACKAGES}
    return {str(root): root for root in outside} | ours


@cache
def environment() -> Mapping[str, str]:
    """One thread for every library, so that results do not depend on how many there are."""
    site = [path for path in sys.path if path.endswith("site-packages")]
    return {
        "PYTHONPATH": ":".join([*site, WORKER]),
        "PYTHONHASHSEED": "0",
        "PYTHONDONTWRITEBYTECODE": "1",
        "OMP_NUM_THREADS": "1",
        "OPENBLAS_NUM_THREADS": "1",
        "MKL_NUM_THREADS": "1",
        "TRITON_HOME": WORK,
        "TORCHINDUCTOR_CACHE_DIR": "/tmp/inductor",
    }


def compiling(sandbox: Sandbox) -> Sandbox:
    """A sandbox whose warm interpreter compiles kernels."""
    return warmed(sandbox, Preload(sys.executable, _MODULES, folders(), environment(), _PRELOAD_BYTES))


def interpreting(sandbox: Sandbox) -> Sandbox:
    """A sandbox whose warm interpreter interprets kernels: Triton decides this when it is imported."""
    settings = {**environment(), **INTERPRETING}
    return warmed(sandbox, Preload(sys.executable, _MODULES, folders(), settings, _PRELOAD_BYTES))


def script(name: str, *arguments: str, package: str = "triton_worker") -> tuple[str, ...]:
    """The command that runs one of a worker's scripts."""
    return (sys.executable, f"{WORKER}/{package}/{name}", *arguments)
