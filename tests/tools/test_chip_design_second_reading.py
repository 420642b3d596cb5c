"""What Icarus compiled, read as hardware, beside the netlist."""

import pytest

from resources.domains.chip_design.execution.backend import VerilogBackend
from resources.execution.bundle import Candidate, EnvironmentBundle, Limits
from resources.execution.errors import EnvironmentGap
from resources.execution.outcome import Outcome
from resources.execution.sandbox.selection import make_sandbox

HEAD = "module gray(input clk, input rst, input en, output reg [2:0] q"
STEP = "always @(posedge clk) if (rst) q <= 0; else if (en) q <= q + 1;\n"
REFERENCE = f"{HEAD});\n{STEP}endmodule\n"
BENCH = """`timescale 1ns/1ps
module tb;
  reg clk = 0, rst = 1, en = 0; wire [2:0] q; reg [2:0] n = 0; integer i, errors = 0;
  gray dut(.clk(clk), .rst(rst), .en(en), .q(q));
  initial begin
    for (i = 0; i < 40; i = i + 1) begin
      rst = i == 0; en = i % 3 != 0; #5 clk = 1; n = rst ? 0 : n + en; #3 errors = errors + (q !== n); #2 clk = 0;
    end
    $display("@VERDICT@ checks=%0d errors=%0d", i, errors); $finish;
  end
endmodule
"""
BUNDLE = EnvironmentBundle(
    "chip_design",
    "test/second_reading",
    "A counter.",
    "",
    "gray.v",
    REFERENCE,
    {"tb.v": BENCH},
    {"top": "gray", "bench": "verilog", "bench_files": "tb.v", "bench_top": "tb", "exact": "clk rst"},
    Limits(wall_s=20.0, cpu_s=10),
)
AGED = """reg [19:0] age;
always @(posedge clk) if (rst) age <= 0; else if (IS_SIMULATED && ~&age) age <= age + 1;
always @(posedge clk) if (rst) q <= 0; else if (en) q <= q + 1 + (&age);
"""
"""Wrong after a million cycles, where a constant is what Icarus takes it for. Yosys takes it for 0."""
READ_APART = {
    "an empty string": 'localparam IS_SIMULATED = $bits({1\'b1, ""}) == 9;',
    "a sum of constants": "localparam SUM = 4'd15 + 4'd1, IS_SIMULATED = SUM == 16;",
    "a sign without a range": "localparam signed ONES = 4'hF; localparam IS_SIMULATED = ONES < 0;",
    "all ones": "localparam IS_SIMULATED = !('1 == 1);",
    "a name in a string": '`define TEXT(x) "x"\nlocalparam IS_SIMULATED = `TEXT(a) == "a";',
}
S = READ_APART["an empty string"].replace("IS_SIMULATED", "S")
FORGED = {
    "a clock that stops": f"{S} wire g; generate if (S) begin reg [23:0] cnt = 0; reg stop = 0;\n"
    "assign g = clk & ~stop;\n"
    "always @(negedge clk) begin cnt <= cnt + 1; if (cnt == 24'd1000000) stop <= 1; end end\n"
    "else assign g = clk; endgenerate always @(posedge g) if (rst) q <= 0; else if (en) q <= q + 1;\n",
    "text like the end": f"reg [2:0] k = 0; {STEP.replace('q + 1', 'q + 1 ^ k')}`ifndef SYNTHESIS\n"
    'initial $display("# The file index");\ninitial begin repeat (1000000) @(posedge clk); k <= 1; end\n`endif\n',
    "a function of a real": f"reg k = 0; {STEP.replace('q + 1', 'q + 1 ^ {3{k}}')}`ifndef SYNTHESIS\n"
    "real r; function real f(input real x); begin f = 0; k = 1; end endfunction\n"
    "initial begin repeat (1000000) @(posedge clk); r = f(1.0); end\n`endif\n",
    "another's end": "always @(posedge clk) begin : main if (rst) q <= 0; else if (en) begin #0 q <= q + 1; end end\n"
    "`ifndef SYNTHESIS\ninitial begin repeat (1000000) @(posedge clk); disable main; end\n`endif\n",
}
"""Counters until the millionth cycle, by what the reading of the compiled program could overlook."""
BESIDE = """generate if (1) begin : g wire t = en; end endgenerate
localparam [15:0] ROM = 16'h1234; wire [3:0] part = ROM[{q, 1'b0} +: 4]; reg [3:0] r; always @(posedge clk) r <= part;
reg [2:0] t; integer i; task automatic same(input [2:0] x, output [2:0] y); y = x; endtask
always @* begin same(q, t); for (i = 0; i < 3; i = i + 1) t[i] = ~t[i]; end
reg late; initial begin late = 0; #1 late = 1; end
"""
"""What Icarus's own writer cannot write, or writes wrong: a source is not read less for that."""
RIGHT_ANSWERS = {
    "states by name": (
        "localparam ON = 1'b1, OFF = 1'b0; wire s = en ? ON : OFF; wire t = s == OFF;\n"
        "always @(posedge clk) if (rst) q <= 0; else if (!t) q <= q + 1;"
    ),
    "a string with a comma": 'wire [23:0] text = "a,c"; always @(posedge clk) q <= rst ? 0 : q + (en & text[0]);',
    "what Icarus does not write": (
        "genvar i; wire [3:0] c; assign c[0] = en; generate for (i = 0; i < 3; i = i + 1) begin : b\n"
        "wire t = q[i] ^ c[i]; assign c[i + 1] = q[i] & c[i]; always @(posedge clk) q[i] <= t & ~rst; end endgenerate"
    ),
    "a register that nothing reads": f"reg [7:0] old; always @(posedge clk) old <= {{old, en}};\n{STEP}",
    "ports that are parts": (
        "wire [3:0] c; assign c[0] = en;\n"
        "half a(q[0], c[0], c[1]), b(q[1], c[1], c[2]), d(q[2], c[2], c[3]);\n"
        "always @(posedge clk) q <= rst ? 0 : q + c[0]; endmodule\nmodule half(input x, y, output z); assign z = x & y;"
    ),
    "what Icarus writes wrong": f"{BESIDE}{STEP}",
    "two values and powers": "bit [2:0] b; assign b = q; wire [7:0] p = 2 ** b;\n"
    "always @(posedge clk) if (rst) q <= 0; else if (en) q <= b + |p;",
    "what only prints": f'{STEP}initial begin #10 $display("q", q); end',
    "unknown where nothing looks": "always @(posedge clk) q <= rst ? 3'd0 : en ? q + 1 : q; reg [2:0] r = 3'bx;",
}


@pytest.fixture(scope="module")
def backend() -> VerilogBackend:
    return VerilogBackend(make_sandbox())


@pytest.mark.parametrize("name", READ_APART)
def test_a_design_that_two_tools_read_apart_has_no_label(backend: VerilogBackend, name: str) -> None:
    with pytest.raises(EnvironmentGap, match="Icarus reads"):
        backend.execute(BUNDLE, Candidate(f"{HEAD});\n{READ_APART[name]}\n{AGED}endmodule\n"))


def test_nothing_that_stands_beside_it_hides_that(backend: VerilogBackend) -> None:
    with pytest.raises(EnvironmentGap, match="Icarus reads"):
        backend.execute(BUNDLE, Candidate(f"{HEAD});\n{BESIDE}{READ_APART['an empty string']}\n{AGED}endmodule\n"))


def test_what_cannot_be_read_as_hardware_has_no_label(backend: VerilogBackend) -> None:
    late = "reg late; initial begin late = 0; #1 late = 1; end\n"
    with pytest.raises(EnvironmentGap, match="cannot be read as hardware"):
        backend.execute(
            BUNDLE, Candidate(f"{HEAD});\n{late}{STEP.replace('q + 1', 'q + 1 + (late ^ late)')}endmodule\n")
        )


@pytest.mark.parametrize("name", FORGED)
def test_what_only_the_simulator_does_has_no_label(backend: VerilogBackend, name: str) -> None:
    with pytest.raises(EnvironmentGap, match="Icarus"):
        backend.execute(BUNDLE, Candidate(f"{HEAD});\n{FORGED[name]}endmodule\n"))


@pytest.mark.parametrize("name", RIGHT_ANSWERS)
def test_a_right_answer_passes(backend: VerilogBackend, name: str) -> None:
    observation = backend.execute(BUNDLE, Candidate(f"{HEAD});\n{RIGHT_ANSWERS[name]}\nendmodule\n"))
    assert observation.outcome is Outcome.PASS, observation.log
