"""Certification on samples of public sets: what is known to be broken there is found, and kept with its reason."""

import asyncio
from collections.abc import Iterator
from pathlib import Path

import pytest

from assets.bundles.build import bundle_from_seed
from assets.bundles.certification import Certificate, certify
from assets.seeds.imports import read_source
from resources.domains.registry import get_domain
from resources.domains.seed import TaskSeed
from resources.execution.pool import ExecutionPool
from resources.execution.sandbox.selection import make_sandbox


@pytest.fixture(scope="module")
def pool() -> Iterator[ExecutionPool]:
    with ExecutionPool(get_domain("chip_design").backend(make_sandbox())) as pool:
        yield pool


def seeds_of(importer: str, path: Path) -> dict[str, TaskSeed]:
    _, result = read_source(importer, path)
    assert result.problems == ()
    return {seed.seed_id.split("/", 1)[1].split("_")[0]: seed for seed in result.seeds} | {
        seed.seed_id.split("/", 1)[1]: seed for seed in result.seeds
    }


def certificate(pool: ExecutionPool, seed: TaskSeed, mutants: int = 8) -> Certificate:
    bundle = bundle_from_seed(seed)
    return asyncio.run(certify(get_domain("chip_design"), bundle, pool.execute, mutants))


def test_a_problem_that_cannot_be_solved_does_not_certify(public_sets: Path, pool: ExecutionPool) -> None:
    found = certificate(pool, seeds_of("verilog-eval", public_sets / "verilog-eval")["Prob099"])
    assert not found.certified
    assert found.reason.startswith("the reference gives")
    assert found.reference_log


def test_a_problem_that_icarus_cannot_compile_is_the_environments_gap(public_sets: Path, pool: ExecutionPool) -> None:
    found = certificate(pool, seeds_of("verilog-eval", public_sets / "verilog-eval")["Prob156"])
    assert not found.certified
    assert found.reason.startswith("the reference does not run: Icarus cannot compile what is right: sorry: This cast")


@pytest.mark.parametrize("problem", ["Prob075", "Prob111", "Prob153"])
def test_sound_verilog_eval_problems_certify(public_sets: Path, pool: ExecutionPool, problem: str) -> None:
    found = certificate(pool, seeds_of("verilog-eval", public_sets / "verilog-eval")[problem])
    assert (found.certified, found.reason) == (True, "")
    assert found.mutants_killed >= 8
    assert found.cheats == found.cheats_caught > 8


@pytest.mark.parametrize(
    ("design", "reason"),
    [
        ("radix2_div", "the reference gives"),
        ("ring_counter", "the reference gives"),
        ("comparator_3bit", "the empty answer passes"),
        ("sequence_detector", "the empty answer passes"),
    ],
)
def test_broken_rtllm_designs_do_not_certify(public_sets: Path, pool: ExecutionPool, design: str, reason: str) -> None:
    """The last two benches test `!output`, which an unknown output satisfies, in the netlist too."""
    found = certificate(pool, seeds_of("rtllm", public_sets / "rtllm")[design])
    assert found.reason.startswith(reason)


def test_an_rtllm_design_certifies(public_sets: Path, pool: ExecutionPool) -> None:
    assert certificate(pool, seeds_of("rtllm", public_sets / "rtllm")["multi_booth_8bit"]).certified


def test_cvdp_rows_run_under_cocotb(public_sets: Path, pool: ExecutionPool) -> None:
    """Both sample rows are usable; each is judged by its own cocotb bench."""
    for file in sorted((public_sets / "cvdp").glob("*.jsonl")):
        _, result = read_source("cvdp", file, commit="sample", licence="CC-BY-4.0")
        for seed in result.seeds:
            assert seed.unusable == ""
            bundle = bundle_from_seed(seed)
            observation = asyncio.run(pool.execute(bundle, bundle.reference_candidate))
            assert observation.outcome.passed, observation.text
            empty = get_domain("chip_design").empty_candidate(bundle)
            assert not asyncio.run(pool.execute(bundle, empty)).outcome.passed
