"""Launchers cut out of a folder of Triton under the real tools: originals pass, wrong answers do not."""

import pytest

from assets.bundles.build import bundle_from_seed
from resources.domains.gpu_kernels.domain import DOMAIN
from resources.domains.importing import ImportResult
from resources.execution.backend import Backend
from resources.execution.bundle import Candidate
from resources.execution.outcome import Outcome
from resources.execution.sandbox.selection import make_sandbox
from tests.wild_triton import wild_triton

READER = next(importer for importer in DOMAIN.importers if importer.name == "wild-triton")


@pytest.fixture(scope="module")
def backend() -> Backend:
    return DOMAIN.backend(make_sandbox())


@pytest.fixture(scope="module")
def result(tmp_path_factory: pytest.TempPathFactory) -> ImportResult:
    return READER.read(wild_triton(tmp_path_factory.mktemp("wild")))


@pytest.mark.parametrize(
    ("name", "right", "wrong"),
    [
        ("clamp/clamp_", "tl.maximum(value, 0.0)", "tl.maximum(value, 0.1)"),
        ("rows/scale/scale_shift", "x * scale + shift, mask", "x * scale - shift, mask"),
    ],
)
def test_an_original_is_told_from_a_wrong_answer(
    backend: Backend, result: ImportResult, name: str, right: str, wrong: str
) -> None:
    seed = next(seed for seed in result.seeds if seed.seed_id == f"wild-triton/kernels/{name}")
    bundle = bundle_from_seed(seed)
    assert backend.execute(bundle, bundle.reference_candidate).outcome is Outcome.PASS
    other = Candidate(bundle.reference.replace(right, wrong))
    assert other != bundle.reference_candidate
    assert backend.execute(bundle, other).outcome is Outcome.FUNCTIONAL_MISMATCH
