"""The tools of chip design: what they are called, which package has them, which versions run here."""

from resources.domains.domain import ToolRequirement
from resources.domains.toolkit.tools import distribution_version, tool_version
from resources.execution.backend import Toolchain

PIPELINE_VERSION = "27"
"""Raised whenever a change here alters what is observed: cached observations of older versions are then misses."""

ICARUS = ToolRequirement("Icarus Verilog", ("iverilog", "-V"), "iverilog", "compiling and simulating candidates")
YOSYS = ToolRequirement("Yosys", ("yosys", "-V"), "yosys", "synthesis checks, cells, transistors and depth")
TOOLS = (ICARUS, YOSYS)
_DISTRIBUTIONS = ("pyslang", "cocotb")


def read_toolchain() -> Toolchain:
    """Asks each tool for its version (about 20 ms). Raises ToolMissing with the name of the package."""
    tools = {tool.command[0]: tool_version(tool) for tool in TOOLS}
    packages = {name: distribution_version(name) for name in _DISTRIBUTIONS}
    return Toolchain(tools | packages | {"pipeline": PIPELINE_VERSION})
