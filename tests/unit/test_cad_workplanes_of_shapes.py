"""A workplane that begins with a shape (`Workplane(obj=…)`), as models write it: nothing unknown is said of it."""

import pytest

from assets.bundles.build import bundle_from_seed
from resources.domains.cad_modeling.domain import DOMAIN
from resources.domains.simulation import Agreement
from resources.execution.bundle import Candidate

BUNDLE = bundle_from_seed(next(seed for seed in DOMAIN.builtin_seeds() if seed.seed_id == "builtin/washer"))
ROD = "cq.Workplane(obj=cq.Solid.makeCylinder(2.0, 9.0, cq.Vector(0, 0, -1)))"


@pytest.mark.parametrize(
    "code",
    [
        f"result = cq.Workplane('XY').box(9, 9, 4).cut({ROD})",
        f"result = {ROD}.union(cq.Workplane('XY').box(9, 9, 4))",
        f"result = {ROD}",
        "result = cq.Workplane(cq.Solid.makeBox(1, 2, 3)).union(cq.Workplane('XY').box(9, 9, 4))",
    ],
)
def test_a_shape_of_ones_own_is_not_simulated_and_not_called_empty(code: str) -> None:
    candidate = Candidate(f"import cadquery as cq\n\n{code}\n")
    assert DOMAIN.static_diagnostic(BUNDLE, candidate) is None
    simulator = DOMAIN.simulator
    assert simulator is not None
    assert simulator.compare(BUNDLE, candidate).agreement is not Agreement.SAME
    assert simulator.compare(BUNDLE, candidate).features.get("followed_trace_raised", 0.0) == 0.0


def test_an_empty_workplane_still_has_no_solid() -> None:
    candidate = Candidate("import cadquery as cq\n\nresult = cq.Workplane('XY').box(9, 9, 4).cut(cq.Workplane('XY'))\n")
    assert DOMAIN.static_diagnostic(BUNDLE, candidate) is not None
