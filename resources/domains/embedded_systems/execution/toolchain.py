"""The tools of embedded systems: what they are called, which package has them, which versions run here."""

import hashlib
from functools import cache

from resources.domains.domain import ToolRequirement
from resources.domains.embedded_systems.execution.board_files import MODEL_FOLDER
from resources.domains.embedded_systems.execution.stages.renode import renode_files, renode_version
from resources.domains.toolkit.tools import distribution_version, tool_version
from resources.execution.backend import Toolchain

PIPELINE_VERSION = "23"
"""Raised whenever a change here alters what is observed: cached observations of older versions are then misses."""

COMPILER = ToolRequirement(
    "Arm GNU toolchain", ("arm-none-eabi-gcc", "--version"), "gcc-arm-none-eabi", "compiling and linking candidates"
)
QEMU = ToolRequirement(
    "QEMU for Arm", ("qemu-system-arm", "--version"), "qemu-system-arm", "CPU faults and lock-ups of candidates"
)
TOOLS = (COMPILER, QEMU)


def read_toolchain() -> Toolchain:
    """Asks each tool for its version (about 20 ms). Raises ToolMissing with the name of the package."""
    versions = {tool.command[0]: tool_version(tool) for tool in TOOLS}
    versions["unicorn"] = distribution_version("unicorn")
    renode = renode_version()
    versions |= {"renode": f"{renode}, board {renode_board()}"} if renode else {}
    return Toolchain(versions | {"mcu_model": model_version(), "pipeline": PIPELINE_VERSION})


def renode_board() -> str:
    """The hash over platform and script: 12 hexadecimal digits."""
    return hashlib.sha256(b"\0".join(content for _, content in sorted(renode_files().items()))).hexdigest()[:12]


@cache
def model_version() -> str:
    """The hash over the MCU model's own source: 12 hexadecimal digits."""
    digest = hashlib.sha256()
    for path in sorted(MODEL_FOLDER.glob("*.py")):
        digest.update(f"{path.name}\0".encode() + path.read_bytes())
    return digest.hexdigest()[:12]
