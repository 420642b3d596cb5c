"""What the CAD tests of this tier share: one backend, one modeller, and bundles made of a reference's text."""

import functools
from collections.abc import Mapping
from types import MappingProxyType

from assets.bundles.build import bundle_from_seed
from resources.domains.cad_modeling.execution.modeller import Modeller
from resources.domains.cad_modeling.tasks.library import CANDIDATE_FILE, LIMITS, builtin_seeds
from resources.execution.backend import Backend
from resources.execution.bundle import Candidate, EnvironmentBundle, Limits
from resources.execution.observation import Observation
from resources.execution.sandbox.selection import make_sandbox
from tests.tools.kept_backends import backend_of

HEADER = "import cadquery as cq\n\n"
BLOCK = f"{HEADER}result = cq.Workplane().box(20, 20, 20)\n"


def backend() -> Backend:
    return backend_of("cad_modeling")


@functools.cache
def modeller() -> Modeller:
    return Modeller(make_sandbox())


@functools.cache
def library() -> dict[str, EnvironmentBundle]:
    return {seed.seed_id.removeprefix("builtin/"): bundle_from_seed(seed) for seed in builtin_seeds()}


def bundle_of(
    reference: str, settings: Mapping[str, str] = MappingProxyType({}), limits: Limits = LIMITS
) -> EnvironmentBundle:
    """A bundle whose prompt does not matter."""
    return EnvironmentBundle(
        domain="cad_modeling",
        seed_id="test/part",
        prompt="a part",
        interface="",
        candidate_file=CANDIDATE_FILE,
        reference=reference,
        settings=dict(settings),
        limits=limits,
    )


def observe(code: str, reference: str = BLOCK, **settings: str) -> Observation:
    """What the backend says of a script, beside a reference."""
    return backend().execute(bundle_of(reference, settings), Candidate(code))
