"""Bundles and devices for tests of the device stage: built-in tasks whose realistic size an interpreter can run."""

from dataclasses import replace

from assets.bundles.build import bundle_from_seed
from resources.domains.gpu_kernels.execution.stages.device.discovery import FoundDevice
from resources.domains.gpu_kernels.tasks.library import builtin_seeds
from resources.execution.bundle import EnvironmentBundle

HOST = FoundDevice("host", "this processor", 80, 166912, "none", "of this environment", "of this environment")
"""The stage without a GPU: interpreted, by the processor's clock."""
_SMALL = "\n\ndef timing(random):\n    {body}\n"
_FEWER = "\n\nall_cases = cases\n\n\ndef cases(random):\n    return list(all_cases(random))[:{count}]\n"
FIRST_CASE = "return next(iter(cases(random)))"


def bundle_of(name: str) -> EnvironmentBundle:
    return bundle_from_seed(next(seed for seed in builtin_seeds() if seed.seed_id == f"builtin/{name}"))


def small_bundle_of(name: str, timing: str = FIRST_CASE, most_cases: int = 10) -> EnvironmentBundle:
    """The bundle with another `timing`, by default its first case, and its first cases alone."""
    bundle = bundle_of(name)
    oracle = bundle.files["oracle.py"] + _SMALL.format(body=timing) + _FEWER.format(count=most_cases)
    return replace(bundle, files={**bundle.files, "oracle.py": oracle})
