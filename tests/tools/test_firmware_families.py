"""Made firmware under real tools: a reference of each family does what the model in Python says, and cheats do not."""

import pytest

from assets.bundles.build import bundle_from_seed
from resources.domains.embedded_systems.tasks.families import FIRMWARE_FAMILIES, made_lazy_answers
from resources.domains.embedded_systems.tasks.families.firmware import FirmwareFamily
from resources.execution.bundle import Candidate
from resources.execution.outcome import Outcome
from tests.tools.kept_backends import backend_of

NUMBER = 1


@pytest.mark.parametrize("drawn", FIRMWARE_FAMILIES, ids=lambda drawn: drawn.name)
def test_reference_and_model_agree(drawn: FirmwareFamily) -> None:
    bundle = bundle_from_seed(drawn.family.draw(NUMBER))
    observation = backend_of("embedded_systems").execute(bundle, bundle.reference_candidate)
    assert observation.outcome is Outcome.PASS, f"{bundle.prompt}\n{observation.text}"
    assert observation.metrics["checks"] > 5


@pytest.mark.parametrize("drawn", FIRMWARE_FAMILIES, ids=lambda drawn: drawn.name)
def test_a_lazy_answer_is_caught(drawn: FirmwareFamily) -> None:
    """One of each family here; certification runs all of each task."""
    bundle, answer = bundle_from_seed(drawn.family.draw(NUMBER)), drawn.firmware(NUMBER).lazy[0]
    observation = backend_of("embedded_systems").execute(bundle, Candidate(answer.code(bundle.reference)))
    assert observation.outcome in (Outcome.FUNCTIONAL_MISMATCH, Outcome.TIMEOUT), (answer.name, observation.text)


NEAR_MISSES = {
    "button_gesture": ("loses_long_presses",),
    "capture_meter": ("counts_31_bits", "ring_of_eight_bits"),
    "command_line": ("length_of_eight_bits", "small_ring", "ends_at_nul"),
    "memory_transfer": ("wipes_first",),
    "pin_pattern": ("forgets", "dawdles"),
    "spi_driver": ("never_waits", "small_ring", "overwrites_modes"),
    "task_schedule": ("counts_eight_bits",),
}


@pytest.mark.parametrize("family", NEAR_MISSES)
def test_a_near_miss_is_caught(family: str) -> None:
    """Counters and buffers that are too small, registers that are overwritten, waits and sleep that are left out."""
    drawn = next(drawn for drawn in FIRMWARE_FAMILIES if drawn.name == family)
    bundle = bundle_from_seed(drawn.family.draw(NUMBER))
    answers = {answer.name: answer for answer in made_lazy_answers(bundle.seed_id)}
    for name in NEAR_MISSES[family]:
        code = answers[name].code(bundle.reference)
        observation = backend_of("embedded_systems").execute(bundle, Candidate(code))
        assert observation.outcome in (Outcome.FUNCTIONAL_MISMATCH, Outcome.PROTOCOL_VIOLATION), (
            name,
            observation.text,
        )
