"""One execution against its bare tools: the same commands without a sandbox, cold and, for kernels, warm too."""

import statistics
from collections.abc import Callable
from pathlib import Path

import pytest

from assets.bundles.build import bundle_from_seed
from resources.domains.registry import load_domains
from resources.execution.sandbox.selection import make_sandbox
from tests.bench.bare_tools import BareWork, WarmInterpreters, recorded, run_cold
from tests.bench.measuring import Figure, alternate, show, timed

RUNS = 7
SEEDS = {
    "gpu_kernels": "builtin/row_softmax",
    "code_optimization": "",
    "embedded_systems": "",
    "cad_modeling": "",
}
"""The task of each domain, by default its first."""
_KERNEL_MODULES = (
    *("numpy", "torch", "triton", "triton.language", "triton.runtime.interpreter"),
    *("triton.backends.nvidia.compiler", "triton_worker.warm_up", "triton_worker.candidate", "triton_worker.oracle"),
)


class Cold:
    """The sandbox without its warm interpreters, so that every command of a job is seen."""

    def __init__(self) -> None:
        self._sandbox = make_sandbox()
        self.description = self._sandbox.description
        self.run, self.close = self._sandbox.run, self._sandbox.close


def figure(name: str, ours: Callable[[], object], peer: Callable[[], object]) -> Figure:
    """Wall each; the ratio is the median over the pairs, its range beside it."""
    ours(), peer()
    pair = alternate(lambda: timed(ours), lambda: timed(peer), RUNS)
    ratios = sorted(one.wall_s / other.wall_s for one, other in zip(pair.ours.usages, pair.peer.usages, strict=True))
    said = f"{name} (ratio {ratios[0]:.2f} to {ratios[-1]:.2f})"
    return Figure(said, f"{pair.ours.wall_s:.3f} s", f"{pair.peer.wall_s:.3f} s", statistics.median(ratios), None)


@pytest.mark.parametrize("name", list(SEEDS))
def test_overhead_over_bare_tools(name: str, tmp_path: Path) -> None:
    domain = load_domains()[name]
    seeds = [seed for seed in domain.builtin_seeds() if not SEEDS[name] or seed.seed_id == SEEDS[name]]
    work: BareWork = recorded(domain, Cold(), bundle_from_seed(seeds[0]), tmp_path)
    backend = domain.backend(make_sandbox())

    def ours() -> None:
        assert backend.execute(work.bundle, work.candidate).outcome.passed

    figures = [figure(f"{seeds[0].seed_id}, bare and cold", ours, lambda: run_cold(work.commands))]
    if name == "gpu_kernels":
        warm = WarmInterpreters(work.commands, _KERNEL_MODULES)
        figures.append(figure(f"{seeds[0].seed_id}, bare and warm", ours, lambda: warm.run(work.commands)))
        warm.close()
    show(f"{name}: one execution, {len(work.commands)} commands", figures)
