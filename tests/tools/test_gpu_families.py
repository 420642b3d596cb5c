"""Made kernels: a reference of each family passes its own oracle, which is another text of the same drawing.

What every domain's families keep to is `tests/unit/test_families.py`.
"""

import re

import pytest

from assets.bundles.build import bundle_from_seed
from resources.domains.families import TaskFamily
from resources.domains.gpu_kernels.tasks.families import FAMILIES
from resources.execution.bundle import Candidate
from resources.execution.outcome import Outcome
from tests.tools.kept_backends import backend_of


@pytest.mark.parametrize("family", FAMILIES, ids=lambda family: family.name)
def test_a_reference_passes_its_oracle(family: TaskFamily) -> None:
    bundle = bundle_from_seed(family.draw(3))
    observation = backend_of("gpu_kernels").execute(bundle, Candidate(bundle.reference))
    assert observation.outcome is Outcome.PASS, f"{bundle.prompt}\n{observation.log.decode()}"


def family_of(name: str) -> TaskFamily:
    return next(family for family in FAMILIES if family.name == name)


def test_an_exponential_that_overflows_fails() -> None:
    """Numbers as large as an exponential bears are in the cases; the stable form is the reference's."""
    limited = re.compile(r"clamp|sigmoid|tanh|torch\.exp|1\.0 / |minimum|log1p|sqrt")
    drawn = [family_of("row_normalisation").draw(number) for number in range(80)]
    softmaxes = [seed for seed in drawn if "softmax" in seed.title and "large" in seed.files["oracle.py"]]
    seed = next(seed for seed in softmaxes if not limited.search(seed.files["oracle.py"].partition("def expected")[2]))
    stable = "tl.exp(shifted - tl.max(shifted, axis=0))"
    assert stable in seed.reference
    for careless in ("tl.exp(shifted)", "tl.exp(shifted - tl.maximum(tl.max(shifted, axis=0), 0.0))"):
        answer = Candidate(seed.reference.replace(stable, careless))
        assert backend_of("gpu_kernels").execute(bundle_from_seed(seed), answer).outcome is Outcome.FUNCTIONAL_MISMATCH


def test_tiles_that_fit_while_nothing_is_aligned_fail_where_it_is() -> None:
    """Loads of a product are fetched ahead where they are aligned, in bfloat16 as elsewhere, and take shared memory."""
    seed = family_of("fused_matmul").draw(3)
    sizes = "TILE=32, DEPTH=32"
    assert sizes in seed.reference
    large = seed.reference.replace(sizes, "TILE=128, DEPTH=256 if a.dtype == torch.bfloat16 else 32, num_stages=4")
    observation = backend_of("gpu_kernels").execute(bundle_from_seed(seed), Candidate(large))
    assert (observation.outcome, "out of resource: shared memory" in observation.text) == (Outcome.MEMORY_FAULT, True)


@pytest.mark.parametrize("family", FAMILIES, ids=lambda family: family.name)
def test_tasks_differ_in_structure(family: TaskFamily) -> None:
    """Prompts without their numbers: of thirty, ten at least are of different words."""
    prompts = [family.draw(number).prompt for number in range(30)]
    assert len({"".join(letter for letter in prompt if letter.isalpha()) for prompt in prompts}) >= 10
