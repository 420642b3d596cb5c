"""The interpreter of this domain's sandboxed processes: which folders it sees, and what is kept imported.

The warm process only imports. A fork of a process that has run a boolean hangs in its own first one, so every
geometry, the reference's too, is made in a fork. What runs there is `cad_worker`.
"""

import sys
from collections.abc import Mapping
from functools import cache
from pathlib import Path

from resources.execution.sandbox.job import Sandbox
from resources.execution.sandbox.warm import Preload, warmed

WORKER = "/worker"
_PACKAGE = Path(__file__).parent / "cad_worker"
_MODULES = (
    "numpy",
    "scipy.spatial",
    "cadquery",
    "manifold3d",
    "cad_worker.script",
    "cad_worker.locating",
    "cad_worker.judge",
    "cad_worker.published",
)
_PRELOAD_BYTES = 1 << 30
"""`import cadquery` alone takes 460 MB."""


@cache
def folders() -> Mapping[str, Path]:
    """Host folders that the interpreter needs inside: the virtual environment, its Python, and the worker's code."""
    roots = {Path(sys.prefix), Path(sys.base_prefix)}
    outside = {root for root in roots if not root.is_relative_to("/usr")}
    return {str(root): root for root in outside} | {f"{WORKER}/cad_worker": _PACKAGE}


@cache
def environment() -> Mapping[str, str]:
    """One thread for every library; matplotlib keeps its font list out of the work folder."""
    site = [path for path in sys.path if path.endswith("site-packages")]
    return {
        "PYTHONPATH": ":".join([*site, WORKER]),
        "PYTHONHASHSEED": "0",
        "PYTHONDONTWRITEBYTECODE": "1",
        "OMP_NUM_THREADS": "1",
        "OPENBLAS_NUM_THREADS": "1",
        "MPLCONFIGDIR": "/tmp",
    }


def modelling(sandbox: Sandbox) -> Sandbox:
    """A sandbox whose warm interpreter has CadQuery."""
    return warmed(sandbox, Preload(sys.executable, _MODULES, folders(), environment(), _PRELOAD_BYTES))


def script(name: str) -> tuple[str, ...]:
    """The command that runs one of the worker's scripts."""
    return (sys.executable, f"{WORKER}/cad_worker/{name}")
