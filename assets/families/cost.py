"""What a label of a made task costs: by the real tools, and by the world model beside them.

Candidates are a task's reference and mutants of it. Each is executed anew, past the result cache, by one process.
"""

import contextlib
import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from itertools import islice

from assets.bundles.build import bundle_from_seed
from assets.bundles.certification import NO_VERDICT
from assets.bundles.mutants import draw_mutants
from resources.domains.domain import Domain
from resources.domains.seed import TaskSeed
from resources.execution.bundle import Candidate, EnvironmentBundle
from resources.execution.outcome import Outcome
from resources.execution.sandbox.job import Sandbox, SandboxJob, SandboxResult
from resources.world_model.model import Prediction

Predict = Callable[[EnvironmentBundle, Candidate], Prediction]


class MeteredSandbox:
    """Another sandbox, and the CPU seconds of all steps that ran in it."""

    def __init__(self, inner: Sandbox) -> None:
        self._inner = inner
        self.cpu_s = 0.0

    @property
    def description(self) -> str:
        return self._inner.description

    def run(self, job: SandboxJob) -> SandboxResult:
        result = self._inner.run(job)
        self.cpu_s += sum(step.cpu_s for step in result.steps)
        return result

    def close(self) -> None:
        self._inner.close()


@dataclass(frozen=True)
class Cost:
    """One label of one candidate ("reference", or a mutant's kind). CPU seconds are those of the tools and of this
    process; `said` is the world model's answer, None where none was asked, and `said_s` the CPU seconds it took."""

    seed_id: str
    candidate: str
    outcome: Outcome
    cpu_s: float
    said: Prediction | None
    said_s: float


def costs(
    domain: Domain, seeds: Sequence[TaskSeed], sandbox: Sandbox, mutants: int, predict: Predict | None
) -> Iterator[Cost]:
    """The reference of each task and so many of its mutants. What the tools cannot judge is left out. The world model
    answers once for each task beforehand, so that what it does once is in no figure."""
    metered = MeteredSandbox(sandbox)
    backend = domain.backend(metered)
    for bundle in map(bundle_from_seed, seeds):
        drawn = islice(draw_mutants(domain, bundle), mutants)
        candidates = [("reference", bundle.reference_candidate), *((one.kind, one.candidate) for one in drawn)]
        if predict:
            predict(bundle, bundle.reference_candidate)
        for name, candidate in candidates:
            with contextlib.suppress(*NO_VERDICT):
                metered.cpu_s, started = 0.0, time.process_time()
                outcome = backend.execute(bundle, candidate).outcome
                cpu_s = metered.cpu_s + time.process_time() - started
                started = time.process_time()
                said = predict(bundle, candidate) if predict else None
                yield Cost(bundle.seed_id, name, outcome, cpu_s, said, time.process_time() - started)
