"""What following says of faulty GPU candidates, held to what Triton, nvcc and the emulator say of them."""

from itertools import islice

from assets.bundles.build import bundle_from_seed
from assets.bundles.mutants import draw_mutants
from assets.world_model.diagnostic_match import diagnostic_match
from resources.domains.gpu_kernels.domain import DOMAIN
from resources.world_model.rendering import RenderSettings, digest
from tests.tools.kept_backends import backend_of

SEEDS = ("axpy", "row_softmax", "cuda_vector_add", "cuda_stencil_1d")
EACH = 3


def test_what_is_said_comes_true() -> None:
    right, seen = 0, []
    seeds = [seed for seed in DOMAIN.builtin_seeds() if seed.seed_id.rpartition("/")[2] in SEEDS]
    for bundle in map(bundle_from_seed, seeds):
        mutants = (
            item for item in draw_mutants(DOMAIN, bundle) if DOMAIN.static_diagnostic(bundle, item.candidate) is None
        )
        pairs = ((item, DOMAIN.simulated_failure(bundle, item.candidate)) for item in mutants)
        for mutant, said in islice(((item, said) for item, said in pairs if said is not None), EACH):
            real = backend_of(DOMAIN.name).execute(bundle, mutant.candidate)
            written = digest(said, DOMAIN.output_template, RenderSettings())
            located = diagnostic_match(DOMAIN, real, written).located
            right += said.outcome is real.outcome and bool(located)
            seen.append((bundle.seed_id, mutant.kind, written.text, real.text[:300]))
    assert len(seen) >= 10
    assert right >= 0.9 * len(seen), seen
