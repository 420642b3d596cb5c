"""Executions per second of each domain on two workers, warm, against the same with every interpreter started anew."""

import asyncio
from collections.abc import Iterator, Sequence

import pytest

from assets.bundles.build import bundle_from_seed
from resources.domains.domain import Domain
from resources.domains.registry import load_domains
from resources.execution.backend import Backend
from resources.execution.bundle import Candidate, EnvironmentBundle
from resources.execution.pool import ExecutionPool
from resources.execution.sandbox.job import SandboxJob, SandboxResult
from resources.execution.sandbox.selection import make_sandbox
from tests.bench.measuring import Figure, alternate, compared, show, timed

WORKERS = 2
BUNDLES = 8
RUNS = 2
Work = Sequence[tuple[EnvironmentBundle, Candidate]]


class Cold:
    """The same sandbox, of which nothing is kept warm."""

    def __init__(self) -> None:
        self._sandbox = make_sandbox()
        self.description = self._sandbox.description

    def run(self, job: SandboxJob) -> SandboxResult:
        return self._sandbox.run(job)

    def close(self) -> None:
        self._sandbox.close()


def work_of(domain: Domain, marks: Iterator[int]) -> Work:
    """References of all tiers, each with a blank more than the last time, so that nothing is remembered."""
    bundles = [bundle_from_seed(seed) for seed in domain.builtin_seeds() if not seed.unusable]
    spread = bundles[:: max(1, len(bundles) // BUNDLES)][:BUNDLES]
    return [(bundle, Candidate(f"{bundle.reference}{' ' * next(marks)}\n")) for bundle in spread]


def execute(backend: Backend, work: Work) -> None:
    async def all_of_it(pool: ExecutionPool) -> None:
        seen = await asyncio.gather(*(pool.execute(bundle, candidate) for bundle, candidate in work))
        assert all(observation.outcome.passed for observation in seen)

    with ExecutionPool(backend, WORKERS) as pool:
        asyncio.run(all_of_it(pool))


def figure(domain: Domain) -> Figure:
    ours, peer = domain.backend(make_sandbox()), domain.backend(Cold())
    marks = iter(range(1, 10_000))
    for backend in (ours, peer):
        execute(backend, work_of(domain, marks))
    pair = alternate(
        lambda: timed(lambda: execute(ours, work_of(domain, marks))),
        lambda: timed(lambda: execute(peer, work_of(domain, marks))),
        RUNS,
    )
    rate = BUNDLES / pair.ours.wall_s
    return compared(
        f"{domain.name}: {rate:.2f} executions/s, wall each",
        pair.ours.wall_s / BUNDLES,
        pair.peer.wall_s / BUNDLES,
        "s",
        None,
    )


@pytest.mark.parametrize("name", list(load_domains()))
def test_executions_per_second(name: str) -> None:
    show(f"{name}: {BUNDLES} references on {WORKERS} workers", [figure(load_domains()[name])])
