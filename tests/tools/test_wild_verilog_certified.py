"""Modules cut out of folders of sources under the real tools: what certifies, and what certification refuses."""

import asyncio
from collections.abc import Iterator
from pathlib import Path

import pytest

from assets.bundles.build import bundle_from_seed
from assets.bundles.certification import Certificate, certify
from resources.domains.chip_design.domain import DOMAIN
from resources.domains.importing import ImportResult
from resources.domains.seed import TaskSeed
from resources.execution.bundle import Candidate
from resources.execution.outcome import Outcome
from resources.execution.pool import ExecutionPool
from resources.execution.sandbox.selection import make_sandbox
from tests.wild_verilog import wild_verilog

READER = next(importer for importer in DOMAIN.importers if importer.name == "wild-verilog")


@pytest.fixture(scope="module")
def pool() -> Iterator[ExecutionPool]:
    with ExecutionPool(DOMAIN.backend(make_sandbox())) as pool:
        yield pool


@pytest.fixture(scope="module")
def seeds(tmp_path_factory: pytest.TempPathFactory) -> dict[str, TaskSeed]:
    result = READER.read(wild_verilog(tmp_path_factory.mktemp("wild")))
    return {seed.seed_id.rpartition("/")[2]: seed for seed in result.seeds}


def certificate(pool: ExecutionPool, seed: TaskSeed) -> Certificate:
    return asyncio.run(certify(DOMAIN, bundle_from_seed(seed), pool.execute, 8))


@pytest.mark.parametrize("name", ["two_digits", "shift_in"])
def test_modules_with_a_description_certify(pool: ExecutionPool, seeds: dict[str, TaskSeed], name: str) -> None:
    found = certificate(pool, seeds[name])
    assert (found.certified, found.reason, found.weak) == (True, "", False)
    assert found.cheats == found.cheats_caught > 8


def test_a_module_that_stimuli_never_wake_does_not_certify(pool: ExecutionPool, seeds: dict[str, TaskSeed]) -> None:
    found = certificate(pool, seeds["lock"])
    assert not found.certified
    assert "constant_all_zeros" in found.reason


@pytest.mark.parametrize(
    ("name", "right", "wrong"),
    [
        ("decimal_counter", "negedge zero_b)", ")"),
        ("two_digits", ".run(wrapped)", ".run(run)"),
        ("clamped_sum", "whole > bounds::HIGH", "whole >= bounds::HIGH"),
        ("shift_in", "negedge strobe", "posedge strobe"),
    ],
)
def test_an_answer_is_told_from_a_wrong_one(
    pool: ExecutionPool, seeds: dict[str, TaskSeed], name: str, right: str, wrong: str
) -> None:
    bundle = bundle_from_seed(seeds[name])
    other = Candidate(bundle.reference.replace(f"or {right}" if name == "decimal_counter" else right, wrong))
    assert other != bundle.reference_candidate
    assert asyncio.run(pool.execute(bundle, other)).outcome is Outcome.FUNCTIONAL_MISMATCH


def described(public_sets: Path, folder: Path) -> ImportResult:
    """RTLLM's references as they would be found in the wild: each with its description as a comment above it."""
    for reference in sorted((public_sets / "rtllm").glob("**/verified_*.v")):
        words = (reference.parent / "design_description.txt").read_text().replace("*/", "* /")
        (folder / f"{reference.parent.name}.v").write_text(f"/*\n{words}\n*/\n{reference.read_text()}")
    return READER.read(folder, licence="MIT")


def test_public_designs_become_tasks_with_their_descriptions_and_none_without(
    public_sets: Path, pool: ExecutionPool, tmp_path: Path
) -> None:
    bare = READER.read(public_sets / "rtllm")
    assert not bare.seeds
    assert sum(problem.problem.startswith("nothing says what it does") for problem in bare.problems) >= 14
    result = described(public_sets, tmp_path)
    assert (len(result.seeds), len(result.problems)) == (14, 4)
    chosen = next(seed for seed in result.seeds if seed.title == "lfsr")
    found = certificate(pool, chosen)
    assert (found.certified, found.reason) == (True, "")
