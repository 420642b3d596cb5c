"""A bundle's reference is run once: by threads that ask at the same time, and not at all if the cache has it."""

import threading
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from pathlib import Path

from assets.bundles.build import bundle_from_seed
from resources.domains.chip_design.domain import DOMAIN
from resources.domains.chip_design.execution.backend import VerilogBackend
from resources.domains.chip_design.execution.stages.analyse import DIRECTIVES
from resources.execution.bundle import Candidate, EnvironmentBundle
from resources.execution.cache import CachedBackend, ResultCache
from resources.execution.sandbox.job import SandboxJob, SandboxResult
from resources.execution.sandbox.selection import make_sandbox


class CountingSandbox:
    """The real sandbox, with the sources of the candidates it compiled alone."""

    def __init__(self) -> None:
        self._sandbox = make_sandbox()
        self._guard = threading.Lock()
        self.compiled: list[bytes] = []

    @property
    def description(self) -> str:
        return self._sandbox.description

    def run(self, job: SandboxJob) -> SandboxResult:
        if job.steps[0].name == "compile":
            with self._guard:
                self.compiled += [text for name, text in job.files.items() if name != DIRECTIVES]
        return self._sandbox.run(job)


def a_bundle() -> EnvironmentBundle:
    seeds = [seed for seed in DOMAIN.builtin_seeds() if seed.settings["bench"] == "verilog"]
    return bundle_from_seed(seeds[0])


def variants(bundle: EnvironmentBundle, count: int) -> list[Candidate]:
    return [Candidate(f"{bundle.reference}// variant {index}\n") for index in range(count)]


def test_threads_wait_for_one_run_of_the_reference() -> None:
    bundle, sandbox = a_bundle(), CountingSandbox()
    backend = VerilogBackend(sandbox)
    with ThreadPoolExecutor(4) as threads:
        seen = list(threads.map(lambda candidate: backend.execute(bundle, candidate), variants(bundle, 6)))
    assert all(observation.outcome.passed for observation in seen)
    assert sandbox.compiled.count(bundle.reference.encode()) == 1
    assert len(sandbox.compiled) == 7


def test_a_cached_reference_is_not_run_again(tmp_path: Path) -> None:
    bundle, cache = a_bundle(), ResultCache(tmp_path / "results.sqlite")
    first = CachedBackend(VerilogBackend(CountingSandbox()), cache)
    one, two = variants(bundle, 2)
    first.execute(bundle, one)
    later = CountingSandbox()
    second = CachedBackend(VerilogBackend(later), cache)
    assert second.execute(bundle, two).outcome.passed
    assert later.compiled == [two.code.encode()]
    assert second.execute(bundle, bundle.reference_candidate).outcome.passed
    assert len(later.compiled) == 1


def test_another_bench_asks_the_reference_again() -> None:
    bundle, sandbox = a_bundle(), CountingSandbox()
    backend = VerilogBackend(sandbox)
    bench = bundle.settings["bench_files"].split()[0]
    other = replace(bundle, files={**bundle.files, bench: bundle.files[bench] + "\n// another bench\n"})
    for each in (bundle, other):
        backend.execute(each, variants(bundle, 1)[0])
    assert sandbox.compiled.count(bundle.reference.encode()) == 2
