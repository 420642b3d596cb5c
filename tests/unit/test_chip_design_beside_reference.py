"""The execution's comparison beside the reference, run in Python: what it finds, and what it takes for no
difference."""

import pytest

from assets.bundles.build import bundle_from_seed
from resources.domains.chip_design.domain import DOMAIN
from resources.domains.chip_design.execution.stages.exactness import Exactness
from resources.domains.chip_design.prediction.simulator.comparison import PROOF, DesignSimulator
from resources.domains.chip_design.prediction.simulator.testbench.beside_reference import SideBySide, side_by_side
from resources.domains.seed import TaskSeed
from resources.domains.simulation import Agreement

EXACT = [seed for seed in DOMAIN.builtin_seeds() if "exact" in seed.settings]
COUNTER = """module step(input [7:0] a, output [7:0] y); assign y = a + 1; endmodule
module counter(input clk, input rst, input en, output reg [7:0] q);
  wire [7:0] next;
  step one(.a(q), .y(next));
  always @(posedge clk) if (rst) q <= 0; else if (en) q <= next;
endmodule
"""
CLOCKED = Exactness(("clk",), {"rst": 1})
ADDER = "module adder(input [31:0] a, input [31:0] b, output [31:0] y); assign y = a + b; endmodule\n"


def counted(code: str) -> SideBySide:
    found = side_by_side(COUNTER, "counter", CLOCKED, code)
    assert found is not None
    return found


@pytest.mark.parametrize("seed", EXACT[::8], ids=lambda seed: seed.seed_id)
def test_a_reference_is_like_itself(seed: TaskSeed) -> None:
    bundle = bundle_from_seed(seed)
    result = DesignSimulator().compare(bundle, bundle.reference_candidate)
    assert result.agreement is Agreement.SAME
    assert PROOF in result.coverage.not_looked_at


def test_a_candidate_may_call_its_modules_as_the_reference_does() -> None:
    assert counted(COUNTER).difference == ""
    other = COUNTER.replace("a + 1", "a + 2")
    assert counted(other).difference.startswith("MISMATCH")


def test_what_is_wrong_after_many_cycles_is_found() -> None:
    late = COUNTER.replace("q <= next;", "q <= (q == 8'd77) ? 0 : next;")
    found = counted(late)
    assert "q: expected 78 got 0" in found.difference
    assert found.is_whole


def test_what_is_wrong_for_one_constant_of_its_own_is_found() -> None:
    wrong = ADDER.replace("a + b", "(a == 32'd3735928559) ? b : a + b")
    found = side_by_side(ADDER, "adder", Exactness(), wrong)
    assert found is not None
    assert found.difference.startswith("MISMATCH")


def test_a_difference_that_a_candidate_prints_is_none() -> None:
    forged = COUNTER.replace(
        "wire [7:0] next;",
        'wire [7:0] next; initial $display("counter_beside7reference MISMATCH cycle=9 q: expected 0 got 1");',
    )
    assert counted(forged).difference == ""


def test_unknown_at_first_is_no_difference() -> None:
    assert counted(COUNTER.replace("reg [7:0] q", "reg [7:0] q = 8'hxx")).difference == ""


def test_what_cannot_be_elaborated_with_the_bench_says_nothing() -> None:
    clash = COUNTER + "module beside_counter_beside7reference; endmodule\n"
    assert side_by_side(COUNTER, "counter", CLOCKED, clash) is None
