"""Programs that are timed: their code at several places of a cache's line, and the harness alone."""

from dataclasses import replace

import pytest

from assets.bundles.build import bundle_from_seed
from resources.domains.code_optimization.execution.stages.build import PLACES, build, build_harness
from resources.domains.code_optimization.execution.stages.program import read_program
from resources.domains.code_optimization.execution.stages.rivals import RivalMemory, at_all_places
from resources.domains.code_optimization.execution.stages.run import compare, run_tests, runner
from resources.domains.code_optimization.execution.test_suite import read_suite
from resources.domains.code_optimization.faults.cheats import behind
from resources.domains.code_optimization.tasks.library import builtin_seeds
from resources.execution.bundle import Candidate
from resources.execution.errors import PermanentEnvironmentFailure, TransientEnvironmentFailure
from resources.execution.outcome import Outcome
from resources.execution.sandbox.job import SandboxJob, SandboxResult
from tests.security.forged_kernel import BUNDLE, backend, sandbox

SEEDS = {seed.seed_id.removeprefix("builtin/"): seed for seed in builtin_seeds()}


def test_code_lies_elsewhere_and_nothing_else_does() -> None:
    harness = build_harness(sandbox(), BUNDLE)
    built = build(sandbox(), BUNDLE, BUNDLE.reference.encode(), harness)
    programs = [read_program(content) for content in at_all_places(sandbox(), BUNDLE, built, harness)]
    first = programs[0].entries
    assert [program.entries["triple"] - first["triple"] for program in programs] == [0, *PLACES]
    assert all(program.entries["main"] == first["main"] for program in programs)


@pytest.mark.parametrize("name", ["popcount_words", "longest_run", "matrix_multiply", "binary_search"])
def test_a_harness_runs_without_a_kernel(name: str) -> None:
    bundle = bundle_from_seed(SEEDS[name])
    rivals = RivalMemory(sandbox()).of(bundle, build_harness(sandbox(), bundle))
    measured = next(test.input for test in read_suite(bundle) if test.measured)
    lines = compare(sandbox(), bundle, rivals.baselines, rivals, measured).timed.log.decode().splitlines()
    floors = [line for line in lines if line.startswith("floor ")]
    assert len(floors) >= 8
    assert all(len(line.split()) == 2 and line.split()[1].isdecimal() for line in floors)


def test_who_is_wrong_at_one_place_alone_fails() -> None:
    """Of two such places one is not that of the tests."""
    bundle = bundle_from_seed(SEEDS["popcount_words"])
    body = "\tleaq .Lhere(%rip), %rax\n.Lhere:\n\tandl $48, %eax\n\tcmpl ${}, %eax\n\tjne honest_@@\n"
    body += "\txorl %eax, %eax\n\tret\n"
    seen = [backend().execute(bundle, Candidate(behind(bundle, body.format(place)))) for place in (0, 16)]
    assert all(found.outcome is Outcome.FUNCTIONAL_MISMATCH for found in seen), [found.text for found in seen]


class NoProcessForKernels:
    """A sandbox whose jobs have one process less than they need."""

    description = "short of a process"

    def close(self) -> None:
        """The sandbox is everybody's."""

    def run(self, job: SandboxJob) -> SandboxResult:
        return sandbox().run(replace(job, limits=replace(job.limits, processes=job.limits.processes - 1)))


def test_a_run_without_a_process_for_its_kernel_is_nobodys_end() -> None:
    """Baseline and candidate would end alike, and be timed; one such run among others would be a wrong output."""
    bundle = bundle_from_seed(SEEDS["popcount_words"])
    rivals = RivalMemory(sandbox()).of(bundle, build_harness(sandbox(), bundle))
    suite, short = read_suite(bundle), NoProcessForKernels()
    runner(sandbox())
    with pytest.raises(TransientEnvironmentFailure, match="no process for its kernel"):
        compare(short, bundle, rivals.baselines, rivals, suite[0].input)
    with pytest.raises(TransientEnvironmentFailure, match="no process for its kernel"):
        run_tests(short, bundle, rivals.baselines[0], suite)


class NoTracing(NoProcessForKernels):
    """A sandbox that lets no program trace a child."""

    def run(self, job: SandboxJob) -> SandboxResult:
        return sandbox().run(replace(job, traces=False))


def test_where_nothing_may_be_traced_nothing_has_a_verdict() -> None:
    bundle = bundle_from_seed(SEEDS["popcount_words"])
    rivals = RivalMemory(sandbox()).of(bundle, build_harness(sandbox(), bundle))
    with pytest.raises(PermanentEnvironmentFailure, match="trace its own child"):
        run_tests(NoTracing(), bundle, rivals.baselines[0], read_suite(bundle))
