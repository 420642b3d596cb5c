"""Coarse geometry held to OCCT: volume, box and number of solids of the built-in references and of injected faults.

What it says of scripts by itself is `tests/unit/test_cad_simulator_bodies.py`.
"""

import pytest

from resources.domains.cad_modeling.domain import DOMAIN
from resources.domains.cad_modeling.prediction.simulator.comparison import body_of
from resources.domains.cad_modeling.prediction.simulator.grid import grid_of
from resources.domains.cad_modeling.prediction.simulator.grid_metrics import GridMetrics, measured
from resources.domains.faults import apply_edits
from resources.execution.bundle import Candidate
from resources.execution.outcome import Outcome
from tests.tools.cad_runs import backend, library, modeller

ROUND = 0.05
"""How far a coarse volume may be off where faces are round or slanted; rounded edges are left out too."""
ROUGH = {"builtin/coil_spring", "builtin/elbow", "builtin/threaded_boss"}
"""Sweeps, which are followed as round tubes: thin walls and triangles are not theirs."""
EVERY = 6
"""One in so many injected faults."""
ALIASED = {"spur_gear", "rough_phone_stand", "elbow"}
"""Walls that are slanted and thinner than two cells: on the grid they fall apart."""


def seen(code: str) -> GridMetrics | None:
    built = body_of(code)
    if built is None or built.body is None or built.watch.seen["missing"] or built.body.box.empty:
        return None
    return measured(built.body, grid_of([built.body], built.body.box))


@pytest.mark.parametrize("name", sorted(library()))
def test_references_are_followed_to_what_the_kernel_says(name: str) -> None:
    part = library()[name]
    figures, own = modeller().judge(part, modeller().reference(part)).figures, seen(part.reference)
    assert figures is not None
    assert own is not None
    kernel = figures.reference
    assert own.volume == pytest.approx(kernel.volume, rel=2 * ROUND if part.seed_id in ROUGH else ROUND)
    if name not in ALIASED:
        assert own.pieces == kernel.solids
    size = max(high - low for low, high in zip(own.box.low, own.box.high, strict=True))
    near = (0.05 if part.seed_id in ROUGH else 0.04) * size
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
