"""What is said, in the tools' words, of how a followed GPU candidate fails."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from assets.bundles.build import bundle_from_seed
from resources.domains.gpu_kernels.domain import DOMAIN
from resources.domains.gpu_kernels.followed_syntax import unread
from resources.domains.gpu_kernels.interpretation.cuda.placed import PlacedParser, Stop
from resources.domains.gpu_kernels.interpretation.endings import PathEndedError
from resources.execution.bundle import Candidate, EnvironmentBundle
from resources.execution.outcome import Outcome

BUNDLES = {seed.seed_id.rpartition("/")[2]: bundle_from_seed(seed) for seed in DOMAIN.builtin_seeds()}


def bundle_of(name: str) -> EnvironmentBundle:
    return next(bundle for seed, bundle in BUNDLES.items() if seed.endswith(name))


TRITON, CUDA = bundle_of("axpy"), next(item for name, item in BUNDLES.items() if name.endswith("cuda_saxpy"))


def said_of(bundle: EnvironmentBundle, old: str, new: str) -> tuple[Outcome, str] | None:
    assert old in bundle.reference, bundle.reference
    found = DOMAIN.followed(bundle, Candidate(bundle.reference.replace(old, new)))
    return None if found is None else (found.outcome, found.text)


def test_nothing_is_said_of_what_agrees() -> None:
    for bundle in (TRITON, CUDA):
        assert DOMAIN.followed(bundle, Candidate(bundle.reference)) is None
        assert DOMAIN.followed(bundle, Candidate(bundle.reference + "\n")) is None
