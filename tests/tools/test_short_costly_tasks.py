"""Costly families under real tools, shortened to a few seconds: the parts of their tasks that take no time."""

from dataclasses import replace

import pytest

from assets.bundles.build import bundle_from_seed
from resources.domains.embedded_systems.execution.checks.scenarios import CHECKS_FILE
from resources.domains.embedded_systems.tasks.costly import DATA_LOGGERS
from resources.domains.registry import get_domain
from resources.domains.seed import TaskSeed
from resources.execution.bundle import Candidate
from resources.execution.outcome import Outcome
from tests.tools.kept_backends import backend_of

_SHORT_RUNS = 21
"""Sixteen of the first program that a reset cuts off, and five whole short ones."""


def short_processor(number: int) -> TaskSeed:
    (family,) = get_domain("chip_design").costly_families
    seed = family.draw(number)
    lines = seed.files["bench.v"].splitlines()
    runs = [place for place, line in enumerate(lines) if line.lstrip().startswith("run_program(")]
    end = next(place for place in range(runs[-1], len(lines)) if "finish_run" in lines[place])
    bench = "\n".join((*lines[: runs[_SHORT_RUNS - 1] + 1], *lines[end:], ""))
    return replace(seed, files={**seed.files, "bench.v": bench})


@pytest.mark.parametrize("number", [1, 2])
def test_a_processor_does_what_the_interpreter_says(number: int) -> None:
    """One that executes as it fetches, with an asynchronous reset, and one that takes a cycle more."""
    bundle = bundle_from_seed(short_processor(number))
    observation = backend_of("chip_design").execute(bundle, bundle.reference_candidate)
    assert (observation.outcome, observation.stage) == (Outcome.PASS, "simulate"), observation.text
    assert [stage.stage for stage in observation.stages if not stage.passed] == []
    wrong = Candidate(bundle.reference.replace("+ 10'd1", "+ 10'd2"))
    assert backend_of("chip_design").execute(bundle, wrong).outcome is Outcome.FUNCTIONAL_MISMATCH


def test_a_logger_does_what_the_model_says() -> None:
    firmware, seed = DATA_LOGGERS.firmware(1), DATA_LOGGERS.family.draw(1)
    short = replace(firmware, scenarios=firmware.scenarios[:1])
    bundle = bundle_from_seed(replace(seed, files={**seed.files, CHECKS_FILE: short.checks}))
    observation = backend_of("embedded_systems").execute(bundle, bundle.reference_candidate)
    assert observation.outcome is Outcome.PASS, observation.text
    (lazy,) = (answer for answer in firmware.lazy if answer.name == "never_clears" or answer.name == "never_anew")
    failed = backend_of("embedded_systems").execute(bundle, Candidate(lazy.code(seed.reference)))
    assert failed.outcome is Outcome.FUNCTIONAL_MISMATCH, failed.text
