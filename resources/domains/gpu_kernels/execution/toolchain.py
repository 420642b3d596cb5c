"""The tools of GPU kernels: what they are called, which package has them, which versions run here."""

import sys

from resources.domains.domain import ToolRequirement
from resources.domains.gpu_kernels.execution.stages.cuda import nvcc
from resources.domains.gpu_kernels.execution.stages.cuda.shim_library import shim_version
from resources.domains.gpu_kernels.execution.stages.device.discovery import FoundDevice
from resources.domains.toolkit.tools import distribution_version, tool_version
from resources.execution.backend import Toolchain

PIPELINE_VERSION = "29"
"""Raised whenever a change here alters what is observed: cached observations of older versions are then misses."""

COMPILER = ToolRequirement("g++", ("g++", "--version"), "g++", "running CUDA C++ candidates on the CPU")
TRITON = ToolRequirement(
    "Triton",
    (sys.executable, "-c", "import importlib.metadata as m; print('triton', m.version('triton'))"),
    "triton (pip)",
    "compiling and interpreting Triton kernels",
)
NVCC = ToolRequirement(
    "nvcc",
    (sys.executable, "-c", "import importlib.metadata as m; print('nvcc', m.version('nvidia-cuda-nvcc'))"),
    ", ".join(nvcc.DISTRIBUTIONS) + " (pip)",
    "compiling CUDA C++ kernels",
)
TOOLS = (TRITON, NVCC, COMPILER)
_DISTRIBUTIONS = ("torch", "triton", "numpy", "safetensors", *nvcc.DISTRIBUTIONS)


def read_toolchain(device: FoundDevice | None = None) -> Toolchain:
    """Asks each tool for its version (about 20 ms); the device belongs to it, since it adds a stage and figures.

    Raises ToolMissing with the name of the package.
    """
    packages = {name: distribution_version(name) for name in _DISTRIBUTIONS}
    python = {"python": ".".join(map(str, sys.version_info[:3]))}
    ours = {"shim": shim_version(), "pipeline": PIPELINE_VERSION}
    seen = {"device": device.description} if device is not None else {}
    return Toolchain(packages | python | ours | {"g++": tool_version(COMPILER)} | seen)
