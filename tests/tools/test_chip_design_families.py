"""Made tasks under real tools: every family's reference passes its bench and its netlist, and a task certifies once."""

from pathlib import Path

import pytest

from assets.bundles.build import bundle_from_seed
from assets.families.certification import MadeCertification
from resources.domains.families import TaskFamily
from resources.domains.registry import get_domain
from resources.execution.outcome import Outcome
from resources.execution.pool import ExecutionPool
from resources.storage.lake import Lake
from tests.tools.kept_backends import backend_of

CHIP_DESIGN = get_domain("chip_design")
NUMBER = 41


@pytest.mark.parametrize("family", CHIP_DESIGN.families, ids=lambda family: family.name)
def test_reference_and_model_agree(family: TaskFamily) -> None:
    """The bench holds the answers of a model in Python, which knows nothing of the reference's text."""
    bundle = bundle_from_seed(family.draw(NUMBER))
    observation = backend_of("chip_design").execute(bundle, bundle.reference_candidate)
    assert (observation.outcome, observation.stage) == (Outcome.PASS, "simulate"), observation.text
    assert observation.metrics["checks"] > 0
    assert [stage.stage for stage in observation.stages if not stage.passed] == []


def test_a_task_is_certified_once_and_kept(tmp_path: Path) -> None:
    family = next(family for family in CHIP_DESIGN.families if family.name == "encoder")
    seed, work = family.draw(3), MadeCertification(CHIP_DESIGN, Lake(tmp_path), 8)
    with ExecutionPool(backend_of("chip_design")) as pool:
        (row,) = work.run([seed], pool)
        executions = pool.counters.executions
        again = MadeCertification(CHIP_DESIGN, Lake(tmp_path), 8).run([seed], pool)
        assert pool.counters.executions == executions
    assert (row["certified"], row["reason"], row["family"], row["number"]) == (True, "", "encoder", 3)
    assert row["cheats"] == row["cheats_caught"] > 30
    assert 0 < row["executions"] <= executions + 8
    assert again == [row] == work.rows()
