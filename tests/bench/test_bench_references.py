"""Speed of sandboxed, uncached execution against the same commands bare, two at a time."""

import sys
from pathlib import Path

import pytest

from resources.execution.bundle import EnvironmentBundle
from resources.execution.sandbox.job import Sandbox
from tests.bench.bare_jobs import ReferenceJob, record, with_time
from tests.bench.measuring import Figure, Pair, Usage, alternate, compared, run_process, show
from tests.home import PROJECT

CPU, WALL = 1.25, 1.3
SHORT_S = 1.0
"""Two or three samples take most of the time of all; the short ones tell what a launch costs."""


@pytest.fixture(scope="module")
def jobs(
    sandbox: Sandbox, verilog_eval: list[EnvironmentBundle], tmp_path_factory: pytest.TempPathFactory
) -> list[ReferenceJob]:
    return record(sandbox, map(with_time, verilog_eval), tmp_path_factory.mktemp("bare"))


def test_all_references(jobs: list[ReferenceJob], tmp_path: Path) -> None:
    pair = measure(jobs, tmp_path)
    show(f"{len(jobs)} verilog-eval references, sandboxed against bare", figures(pair, CPU, WALL))


def test_short_references(jobs: list[ReferenceJob], tmp_path: Path) -> None:
    short = [job for job in jobs if job.seconds < SHORT_S]
    pair = measure(short, tmp_path)
    show(f"the {len(short)} of them that take less than {SHORT_S:g} s", figures(pair, None, None))


def measure(jobs: list[ReferenceJob], folder: Path) -> Pair:
    """Ours is a whole process, from its start with bundles on disk to its exit."""
    bundles = folder / "bundles"
    bundles.mkdir()
    for number, job in enumerate(jobs):
        (bundles / f"{number:03}.json").write_text(job.bundle.canonical())
    (folder / "scripts").write_text("".join(f"{job.script}\0" for job in jobs))
    bare = ("xargs", "-0", "-P2", "-n1", "-a", str(folder / "scripts"), "sh")
    ours = (sys.executable, "-m", "tests.bench.execute_references", str(bundles))

    def run_ours() -> Usage:
        return run_process(ours, cwd=PROJECT)

    return alternate(run_ours, lambda: run_process(bare))


def figures(pair: Pair, cpu: float | None, wall: float | None) -> list[Figure]:
    ours, peer = pair.ours, pair.peer
    return [
        compared("CPU, median of five", ours.cpu_s, peer.cpu_s, "s", cpu),
        compared("CPU, least of five", ours.least_cpu_s, peer.least_cpu_s, "s", None),
        compared("wall, median of five", ours.wall_s, peer.wall_s, "s", wall),
        compared("wall, least of five", ours.least_wall_s, peer.least_wall_s, "s", None),
    ]
