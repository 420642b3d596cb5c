"""Made kernels: a reference of each family passes its own oracle, which is another text of the same drawing.

What every domain's families keep to is `tests/unit/test_families.py`.
"""

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


@pytest.mark.parametrize("family", FAMILIES, ids=lambda family: family.name)
def test_tasks_differ_in_structure(family: TaskFamily) -> None:
    """Prompts without their numbers: of thirty, ten at least are of different words."""
    prompts = [family.draw(number).prompt for number in range(30)]
    assert len({"".join(letter for letter in prompt if letter.isalpha()) for prompt in prompts}) >= 10
