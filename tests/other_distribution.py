"""A domain of somebody else's as a distribution of its own: the toy domain, with names that begin with `icwm.`."""

from pathlib import Path

from infra.wheel.imports import nested
from tests.home import PROJECT

TOY = PROJECT / "tests" / "graph" / "toy_domains" / "toy_arithmetic"
_PROJECT_FILE = """[build-system]
requires = ["setuptools"]
build-backend = "setuptools.build_meta"
[project]
name = "icwm-toy-arithmetic"
version = "1.0"
[project.entry-points."icwm.domains"]
toy_arithmetic = "toy_arithmetic.domain:DOMAIN"
[tool.setuptools]
packages = {packages}
"""


def write_project(folder: Path) -> None:
    """A project that pip builds."""
    packages = set()
    for source in sorted(TOY.rglob("*.py")):
        target = folder / "toy_arithmetic" / source.relative_to(TOY)
        target.parent.mkdir(parents=True, exist_ok=True)
        text = source.read_text("utf-8").replace("resources.domains.toy_arithmetic", "toy_arithmetic")
        target.write_bytes(nested(text.encode(), source.name))
        packages.add(".".join(target.parent.relative_to(folder).parts))
    (folder / "pyproject.toml").write_text(_PROJECT_FILE.format(packages=sorted(packages)).replace("'", '"'))


def write_installed(folder: Path) -> None:
    """What an installation leaves: the package and its .dist-info."""
    write_project(folder)
    metadata = folder / "icwm_toy_arithmetic-1.0.dist-info"
    metadata.mkdir()
    (metadata / "METADATA").write_text("Metadata-Version: 2.1\nName: icwm-toy-arithmetic\nVersion: 1.0\n")
    (metadata / "entry_points.txt").write_text("[icwm.domains]\ntoy_arithmetic = toy_arithmetic.domain:DOMAIN\n")
