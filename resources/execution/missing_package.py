"""A Python package that is not installed, in one line that says what to install: an extra of this distribution, as far
as its metadata knows the package, else the package itself."""

import re
from collections import Counter
from importlib.metadata import PackageNotFoundError, requires

from resources.execution.errors import ToolMissing

_DISTRIBUTION = "icwm"
_OURS = frozenset({_DISTRIBUTION, __name__.partition(".")[0], "assets", "orchestration"})
_OPTIONAL = re.compile(r"([\w.-]+).*\bextra == [\"']([\w-]+)[\"']")
_NOBODY_S = frozenset({"all", "dev"})
"""Extras that are too much for one package."""
_OTHER_NAMES = {"OCP": "cadquery-ocp", "cocotb_tools": "cocotb", "vcd": "pyvcd"}
"""Modules that are not named after their distribution."""


def is_foreign(module: str, package: str = "") -> bool:
    """Whether there is something to install: a module of this project, or of `package`, that is not found is a mistake
    of its author."""
    return module.partition(".")[0] not in _OURS | {"", package.partition(".")[0]}


def missing_package(error: ModuleNotFoundError) -> ToolMissing:
    module = (error.name or str(error)).partition(".")[0]
    return ToolMissing(f"the Python package `{module}` is not installed: `pip install {wanted(module)}`")


def wanted(module: str) -> str:
    """What pip is to install for a top-level module; the smallest extra where several have it."""
    distribution = _OTHER_NAMES.get(module, module).replace("_", "-").lower()
    optional = _optional()
    size = Counter(extra for _, extra in optional)
    extras = sorted((size[extra], extra) for name, extra in optional if name == distribution)
    return f"'{_DISTRIBUTION}[{extras[0][1]}]'" if extras else distribution


def _optional() -> set[tuple[str, str]]:
    """Distribution and extra."""
    try:
        lines = requires(_DISTRIBUTION) or []
    except PackageNotFoundError:
        return set()
    matches = [match for match in map(_OPTIONAL.match, lines) if match and match[2] not in _NOBODY_S]
    return {(match[1].replace("_", "-").lower(), match[2]) for match in matches}
