"""What judging a right answer costs beside the bare tools, in CPU seconds: the table of docs/domains/chip_design.md."""

import os
import resource
import subprocess
from collections import defaultdict
from pathlib import Path

import pytest

from assets.bundles.build import bundle_from_seed
from resources.domains.chip_design.tasks import library
from resources.domains.registry import get_domain
from resources.execution.bundle import Candidate
from resources.execution.outcome import Outcome
from resources.execution.sandbox.job import Ended
from resources.execution.sandbox.selection import make_sandbox
from tests.bench.bare_jobs import RecordingSandbox, with_time

TASKS = (
    "up_down_counter",
    "sync_fifo",
    "accumulator_cpu",
    "saturating_mac",
    "pipelined_multiplier",
    "direct_mapped_cache",
)
ANSWERS = Path(library.__file__).parent / "answers" / "hand-1"
SOLVING, COMPARING = ("miter", "prove", "solve", "inputs"), ("gold", "equivalence link", "equivalence")


def spent() -> float:
    """CPU seconds of this process and of the children that have ended."""
    usages = (resource.getrusage(resource.RUSAGE_SELF), resource.getrusage(resource.RUSAGE_CHILDREN))
    return sum(usage.ru_utime + usage.ru_stime for usage in usages)


@pytest.mark.parametrize("task", TASKS)
def test_cost_of_a_right_answer(task: str, tmp_path: Path) -> None:
    domain = get_domain("chip_design")
    (seed,) = [seed for seed in domain.builtin_seeds() if seed.seed_id == f"builtin/{task}"]
    bundle, recorder = with_time(bundle_from_seed(seed)), RecordingSandbox(make_sandbox())
    backend = domain.backend(recorder)
    backend.execute(bundle, bundle.reference_candidate)
    recorder.jobs.clear()
    begun = spent()
    assert backend.execute(bundle, Candidate((ANSWERS / f"{task}.v").read_text())).outcome is Outcome.PASS
    engine = spent() - begun
    sandboxed = sum(step.cpu_s for _, result in recorder.jobs for step in result.steps)
    bare: dict[str, float] = defaultdict(float)
    for number, (job, result) in enumerate(recorder.jobs):
        folder = tmp_path / str(number)
        for name, content in job.files.items():
            (folder / name).parent.mkdir(parents=True, exist_ok=True)
            (folder / name).write_bytes(content)
        for step, end in zip(job.steps, result.steps, strict=True):
            if end.ended is not Ended.NOT_RUN:
                begun = spent()
                environment = {"PATH": os.environ["PATH"], "HOME": str(folder), **job.environment}
                subprocess.run(step.argv, cwd=folder, env=environment, check=False, capture_output=True)
                bare[_column(step.name, number)] += spent() - begun
    columns = ", ".join(f"{name} {seconds:.2f}" for name, seconds in bare.items())
    ratio = (engine + sandboxed) / sum(bare.values())
    print(f"\n{task}: {columns}; engine {engine:.2f}, sandboxed {sandboxed:.2f}: {ratio:.2f} times the bare tools")
    assert bare["solver"] > 0


def _column(step: str, job: int) -> str:
    if step in SOLVING or step in COMPARING:
        return "solver" if step in SOLVING else "beside"
    return ("read", "source", "netlist")[min(job, 2)]
