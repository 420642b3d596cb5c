"""What following firmware says of injected faults, held to what compiler, linker and board say of them."""

import itertools

from assets.bundles.build import bundle_from_seed
from assets.bundles.mutants import draw_mutants
from assets.world_model.diagnostic_match import diagnostic_match
from resources.domains.embedded_systems.domain import DOMAIN
from resources.world_model.rendering import RenderSettings, digest
from tests.tools.kept_backends import backend_of

SEEDS, EACH = 7, 4
LEAST_SAID, LEAST_RIGHT = 20, 0.9
"""Measured on 750 failures of a run: 0.95 right in outcome and located."""


def test_what_is_said_comes_true() -> None:
    bundles = [bundle_from_seed(seed) for seed in DOMAIN.builtin_seeds() if not seed.unusable]
    right, seen = 0, []
    for bundle in bundles[:: max(1, len(bundles) // SEEDS)][:SEEDS]:
        mutants = ((item, DOMAIN.simulated_failure(bundle, item.candidate)) for item in draw_mutants(DOMAIN, bundle))
        for mutant, said in itertools.islice((pair for pair in mutants if pair[1] is not None), EACH):
            real = backend_of("embedded_systems").execute(bundle, mutant.candidate)
            written = digest(said, DOMAIN.output_template, RenderSettings())
            located = diagnostic_match(DOMAIN, real, written).located
            right += said.outcome is real.outcome and said.stage == real.stage and bool(located)
            seen.append((bundle.seed_id, mutant.kind, written.text, real.text[:200]))
    assert len(seen) >= LEAST_SAID
    assert right >= LEAST_RIGHT * len(seen), (right, seen)
