"""The tools of chip design: what they are called, which package has them, which versions run here."""

import importlib.metadata
import shutil
import subprocess

from resources.domains.domain import ToolRequirement
from resources.execution.backend import Toolchain
from resources.execution.errors import ToolMissing

PIPELINE_VERSION = "2"
"""Raised whenever a change here alters what is observed: cached observations of older versions are then misses."""

ICARUS = ToolRequirement("Icarus Verilog", ("iverilog", "-V"), "iverilog", "compiling and simulating candidates")
YOSYS = ToolRequirement("Yosys", ("yosys", "-V"), "yosys", "synthesis checks, cells, transistors and depth")
TOOLS = (ICARUS, YOSYS)
_DISTRIBUTIONS = ("pyslang", "cocotb")


def read_toolchain() -> Toolchain:
    """Asks each tool for its version (about 20 ms). Raises ToolMissing with the name of the package."""
    versions = {tool.command[0]: _version(tool) for tool in TOOLS}
    for name in _DISTRIBUTIONS:
        try:
            versions[name] = importlib.metadata.version(name)
        except importlib.metadata.PackageNotFoundError:
            raise ToolMissing(f"the Python package `{name}` is not installed") from None
    return Toolchain(versions | {"pipeline": PIPELINE_VERSION})


def _version(tool: ToolRequirement) -> str:
    if shutil.which(tool.command[0]) is None:
        raise ToolMissing(f"{tool.name} is not installed: `apt-get install {tool.package}` ({tool.needed_for})")
    try:
        run = subprocess.run(tool.command, capture_output=True, text=True, timeout=30, check=False)
    except (OSError, subprocess.TimeoutExpired) as error:
        raise ToolMissing(f"{tool.name} does not answer ({error}): `apt-get install {tool.package}`") from error
    return (run.stdout or run.stderr).partition("\n")[0].strip()
