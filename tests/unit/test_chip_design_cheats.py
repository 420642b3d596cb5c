"""Which forgeries a bundle gets: where the right answer is a constant, constants and tied inputs are none."""

import re

import pytest

from assets.bundles.build import bundle_from_seed
from resources.domains.chip_design.faults.cheats import cheats
from resources.domains.chip_design.tasks.families import FAMILIES
from resources.execution.bundle import EnvironmentBundle

CONSTANT = {
    "one": "module m(output q); assign q = 1'b1; endmodule",
    "inputs that do not count": "module m(input a, b, output [3:0] q); wire [3:0] t = 4'd3; assign q = t; endmodule",
    "old header": "module m(a, q); input a; output q; parameter K = 1; assign q = K; endmodule",
}
NOT_CONSTANT = {
    "wire": "module m(input a, output q); assign q = a; endmodule",
    "register": "module m(input clk, output reg q); always @(posedge clk) q <= ~q; endmodule",
    "generated clock": "module m(output reg q); initial q = 0; always #5 q = ~q; endmodule",
    "part": "module m(input a, output q); part p(a, q); endmodule module part(input a, output q); endmodule",
}


def names(reference: str) -> set[str]:
    settings = {"top": "m", "bench": "cocotb"}
    bundle = EnvironmentBundle("chip_design", "test/m", "", "", "m.v", reference, {}, settings)
    return {cheat.name for cheat in cheats(bundle)}


@pytest.mark.parametrize("name", CONSTANT)
def test_a_constant_is_no_cheat_where_it_is_right(name: str) -> None:
    found = names(CONSTANT[name])
    assert not found & {"constant_all_zeros", "constant_all_ones", "inputs_assigned"}
    assert {"constant_all_unknown", "escaped_tasks"} <= found


@pytest.mark.parametrize("name", NOT_CONSTANT)
def test_a_constant_is_a_cheat_elsewhere(name: str) -> None:
    assert {"constant_all_zeros", "inputs_assigned", "inputs_switched"} <= names(NOT_CONSTANT[name])


def test_a_design_that_is_only_reset_has_cheats() -> None:
    (counter,) = (family for family in FAMILIES if family.name == "counter")
    bundle = bundle_from_seed(counter.draw(1))
    assert "wrong_when_old" in {cheat.name for cheat in cheats(bundle)}
    assert not re.search(r"input(?!.*\b(clk|reset)\b)", bundle.reference)
