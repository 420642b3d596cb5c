"""Processes that wait for several edges: which of them the interpretation takes for odd, and which Yosys refuses."""

import pytest

from resources.domains.chip_design.language.syntax import elaborate
from resources.domains.chip_design.prediction.simulator.expected import flattened, top_instance
from resources.execution.bundle import Candidate, EnvironmentBundle, Limits
from resources.execution.outcome import Outcome
from tests.tools.kept_backends import backend_of

BODIES = {
    "constants": "if (rst) q <= 0; else if (en) q <= d;",
    "a value": "if (rst) q <= d; else if (en) q <= d + 1;",
    "a conditional value": "if (rst) q <= (d == 0) ? 5 : d; else q <= q + 1;",
    "a condition": "if (rst) begin if (en) q <= 0; end else q <= d;",
    "a condition with both ways": "if (rst) begin if (en) q <= 0; else q <= 1; end else q <= d;",
    "a case": "if (rst) begin case (en) 0: q <= 0; 1: q <= d; endcase end else q <= d;",
    "a register that it leaves alone": "if (rst) r <= 0; else begin q <= d; r <= d; end",
    "the other level": "if (!rst) q <= 0; else if (en) q <= d;",
    "the other level, plainly": "if (!rst) q <= 0; else q <= d;",
    "no reset": "q <= d;",
    "two branches": "begin if (rst) q <= 0; else q <= d; if (en) r <= d; end",
    "something before": "begin r <= d; if (rst) q <= 0; else q <= d; end",
    "a default before": "begin q <= d; if (rst) q <= 0; end",
    "another signal first": "if (en) q <= 0; else if (rst) q <= 1; else q <= d;",
    "no other way": "if (rst) q <= 0;",
    "two signals": "if (rst && en) q <= 0; else q <= d;",
    "a comparison": "if (rst == 1'b1) q <= 0; else q <= d;",
    "a case over it": "case (rst) 1: q <= 0; default: q <= d; endcase",
    "words": 'begin $display("x"); if (rst) q <= 0; else q <= d; end',
    "a loop": "if (rst) begin for (i = 0; i < 4; i = i + 1) q[i] <= 0; end else q <= d;",
    "a condition alone": "begin if (en) q <= d; end",
}
PORTS = "input clk, input rst, input en, input [3:0] d, output reg [3:0] q, output reg [3:0] r"
BENCH = """module tb;
  reg clk = 0, rst = 0, en = 0; reg [3:0] d = 0; wire [3:0] q, r; dut dut(.*);
  initial begin #1 $display("@VERDICT@ checks=1 errors=0"); $finish; end
endmodule
"""


@pytest.mark.parametrize("events", ["posedge clk or posedge rst", "posedge clk or negedge rst", "posedge clk or rst"])
@pytest.mark.parametrize("body", BODIES)
def test_what_is_odd_is_refused(body: str, events: str) -> None:
    design = f"module dut({PORTS});\n  integer i;\n  always @({events}) {BODIES[body]}\nendmodule\n"
    flat = flattened(top_instance(elaborate(design), "dut"))
    assert flat is not None
    options = {"top": "dut", "bench": "verilog", "bench_files": "tb.v", "bench_top": "tb"}
    task = EnvironmentBundle("chip_design", "t/d", "", "", "dut.v", "", {"tb.v": BENCH}, options, Limits())
    seen = backend_of("chip_design").execute(task, Candidate(design))
    is_odd = any(process.has_odd_reset for process in flat.processes)
    assert is_odd == (seen.outcome is Outcome.SYNTHESIS_ERROR), seen.text
