"""Coarse geometry held to OCCT: volume, box and number of solids of the built-in references and of injected faults.

What it says of scripts by itself is `tests/unit/test_cad_simulator_bodies.py`.
"""

import pytest

from resources.domains.cad_modeling.domain import DOMAIN
from resources.domains.cad_modeling.prediction.simulator.body_metrics import BodyMetrics
from resources.domains.cad_modeling.prediction.simulator.comparison import body_of
from resources.domains.faults import apply_edits
from resources.execution.bundle import Candidate
from resources.execution.outcome import Outcome
from tests.tools.cad_runs import backend, library, modeller

ROUND = 0.01
"""How far a volume may be off where faces are round: their meshes have 64 sides a turn."""
WIRES = {"coil_spring", "threaded_boss"}
"""Sweeps along a helix, of thin sections."""
EVERY = 6
"""One in so many injected faults."""


def seen(code: str) -> BodyMetrics | None:
    built = body_of(code)
    if built is None or built.body is None or built.watch.seen["missing"] or built.body.hollow:
        return None
    return BodyMetrics(built.body)


@pytest.mark.parametrize("name", sorted(library()))
def test_references_are_followed_to_what_the_kernel_says(name: str) -> None:
    part = library()[name]
    figures, own = modeller().judge(part, modeller().reference(part)).figures, seen(part.reference)
    assert figures is not None
    assert own is not None
    kernel = figures.reference
    assert own.volume == pytest.approx(kernel.volume, rel=3 * ROUND if name in WIRES else ROUND)
    assert own.pieces == kernel.solids
    assert own.genus == kernel.genus
    near = (0.01 if name in WIRES else 0.002) * own.diagonal
    assert [*own.box.low, *own.box.high] == pytest.approx([value or 0.0 for value in kernel.box], abs=near)


@pytest.mark.parametrize("name", ["block_with_hole", "heat_sink", "knob", "hydraulic_manifold", "box_with_lid"])
def test_faults_are_followed_to_what_the_kernel_says(name: str) -> None:
    part, compared = library()[name], 0
    for edit in DOMAIN.fault_injector().edits(part.reference)[::EVERY]:
        code = apply_edits(part.reference, [edit])
        observed, own = backend().execute(part, Candidate(code)), seen(code)
        if own is not None and observed.outcome in (Outcome.PASS, Outcome.FUNCTIONAL_MISMATCH):
            assert own.volume == pytest.approx(observed.metrics["volume"], rel=ROUND), code
            compared += 1
    assert compared
