"""From a seed to its bundle. No judgement: whether the bundle may be used is `certification`."""

from resources.domains.seed import TaskSeed
from resources.execution.bundle import EnvironmentBundle


def bundle_from_seed(seed: TaskSeed) -> EnvironmentBundle:
    return EnvironmentBundle(
        domain=seed.domain,
        seed_id=seed.seed_id,
        prompt=seed.prompt,
        interface=seed.interface,
        candidate_file=seed.candidate_file,
        reference=seed.reference,
        files=dict(seed.files),
        settings=dict(seed.settings),
        limits=seed.limits,
    )
