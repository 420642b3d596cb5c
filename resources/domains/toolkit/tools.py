"""Asking installed tools and Python packages for their versions, for a domain's toolchain."""

import importlib.metadata
import shutil
import subprocess

from resources.domains.domain import ToolRequirement
from resources.execution.errors import ToolMissing
from resources.execution.missing_package import wanted


def tool_version(tool: ToolRequirement) -> str:
    """The first line of what a tool says of itself (about 10 ms). Raises ToolMissing with the package's name."""
    if shutil.which(tool.command[0]) is None:
        raise ToolMissing(f"{tool.name} is not installed: `apt-get install {tool.package}` ({tool.needed_for})")
    try:
        run = subprocess.run(tool.command, capture_output=True, text=True, timeout=30, check=False)
    except (OSError, subprocess.TimeoutExpired) as error:
        raise ToolMissing(f"{tool.name} does not answer ({error}): `apt-get install {tool.package}`") from error
    return (run.stdout or run.stderr).partition("\n")[0].strip()


def distribution_version(name: str) -> str:
    """The version of an installed Python package. Raises ToolMissing."""
    try:
        return importlib.metadata.version(name)
    except importlib.metadata.PackageNotFoundError:
        raise ToolMissing(f"the Python package `{name}` is not installed: `pip install {wanted(name)}`") from None
