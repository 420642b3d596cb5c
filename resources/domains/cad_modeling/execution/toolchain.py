"""The tools of CAD modelling: what they are called, which package has them, which versions run here."""

import sys

from resources.domains.domain import ToolRequirement
from resources.domains.toolkit.tools import distribution_version
from resources.execution.backend import Toolchain

PIPELINE_VERSION = "23"
"""Raised whenever a change here alters what is observed: cached observations of older versions are then misses."""


def _python_package(name: str, package: str, needed_for: str) -> ToolRequirement:
    question = f"import importlib.metadata as m; print('{name}', m.version('{package}'))"
    return ToolRequirement(name, (sys.executable, "-c", question), f"{package} (pip)", needed_for)


TOOLS = (
    _python_package("CadQuery", "cadquery", "running CadQuery scripts"),
    _python_package("OCCT", "cadquery-ocp", "the geometry kernel under CadQuery"),
    _python_package("Manifold", "manifold3d", "comparing solids by their meshes"),
)
_DISTRIBUTIONS = ("cadquery", "cadquery-ocp", "manifold3d", "numpy", "scipy")


def read_toolchain() -> Toolchain:
    """Asks each package for its version (about 5 ms). Raises ToolMissing with the name of the package."""
    packages = {name: distribution_version(name) for name in _DISTRIBUTIONS}
    python = {"python": ".".join(map(str, sys.version_info[:3]))}
    return Toolchain(packages | python | {"pipeline": PIPELINE_VERSION})
