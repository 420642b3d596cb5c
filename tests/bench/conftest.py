"""What several benches measure with: the bundles of the verilog-eval samples, and the sandbox."""

from pathlib import Path

import pytest

from assets.bundles.build import bundle_from_seed
from resources.domains.chip_design.tasks.importers import IMPORTERS
from resources.execution.bundle import EnvironmentBundle
from resources.execution.errors import SandboxUnavailable
from resources.execution.sandbox.job import Sandbox
from resources.execution.sandbox.selection import make_sandbox


@pytest.fixture(scope="session")
def verilog_eval(public_sets: Path) -> list[EnvironmentBundle]:
    """The usable samples, as bundles, in the order of their names."""
    folder = public_sets / "verilog-eval"
    if not folder.is_dir():
        pytest.skip(f"no samples of verilog-eval at {folder}")
    importer = next(importer for importer in IMPORTERS if importer.name == "verilog-eval")
    return [bundle_from_seed(seed) for seed in importer.read(folder).seeds if not seed.unusable]


@pytest.fixture(scope="session")
def sandbox() -> Sandbox:
    try:
        return make_sandbox()
    except SandboxUnavailable as error:
        pytest.skip(str(error))
