"""Verilog as the interpretation follows it against Verilog as Icarus runs it: expressions, statements and registers."""

import re

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from resources.domains.chip_design.language.syntax import elaborate
from resources.domains.chip_design.prediction.simulator.expected import flattened, top_instance
from resources.domains.chip_design.prediction.simulator.simulation import Origin, Simulation
from resources.execution.bundle import EnvironmentBundle, Limits
from resources.execution.outcome import Outcome
from tests.tools.kept_backends import backend_of

INPUTS = [(0x5A, 0xF3, 0x9), (0xFF, 0x80, 0x0), (0x00, 0x7F, 0xF), (0x81, 0xFF, 0x4), (0x13, 0x02, 0x7)]
PORTS = "input [7:0] a, input signed [7:0] b, input [3:0] c"
LEAVES = [
    "a",
    "b",
    "c",
    "8'd5",
    "-8'sd3",
    "4'sb1010",
    "12'hABC",
    "1'b1",
    "a[6:3]",
    "b[c[2:0]]",
    "a[c[2:0]]",
    "b[5 -: 3]",
]
LEAVES += ["a[c[1:0] +: 4]", "$signed(a)", "$unsigned(b)", "{a, c}", "{3{c[0]}}", "{2{b}}", "$signed(c)"]
UNARY = ["~", "-", "!", "&", "|", "^", "~^", "~&", "~|", "+"]
BINARY = ["+", "-", "*", "&", "|", "^", "~^", "==", "!=", "<", "<=", ">", ">=", "&&", "||", "==="]


def deeper(inner: st.SearchStrategy[str]) -> st.SearchStrategy[str]:
    two = st.tuples(inner, inner)
    return st.one_of(
        st.tuples(st.sampled_from(UNARY), inner).map(lambda item: f"({item[0]} ({item[1]}))"),
        st.tuples(st.sampled_from(BINARY), two).map(lambda item: f"({item[1][0]} {item[0]} {item[1][1]})"),
        st.tuples(inner, two).map(lambda item: f"({item[0]} ? {item[1][0]} : {item[1][1]})"),
        st.tuples(inner, st.sampled_from(["<<", ">>", ">>>", "<<<"])).map(lambda item: f"({item[0]} {item[1]} c[2:0])"),
        st.tuples(st.sampled_from(["/", "%"]), two).map(lambda item: f"({item[1][0]} {item[0]} ({item[1][1]} | 8'd1))"),
        two.map(lambda item: f"$signed({{{item[0]}, 4'd3}})"),
    )


EXPRESSIONS = st.lists(st.recursive(st.sampled_from(LEAVES), deeper, max_leaves=6), min_size=1, max_size=24)


def printed(module: str, count: int, setup: str = "", after: str = "") -> list[list[int]]:
    """What Icarus prints of the outputs y0, y1, … for each of INPUTS."""
    names = ", ".join(f"y{index}" for index in range(count))
    shown = " ".join("%h" for _ in range(count))
    steps = "\n".join(f'a = {a}; b = {b}; c = {c}; #1 {after} $display("@ {shown}", {names});' for a, b, c in INPUTS)
    bench = (
        f"module tb;\n reg [7:0] a; reg signed [7:0] b; reg [3:0] c; reg clk = 0; wire [11:0] {names};\n dut dut(.*);\n"
        f' initial begin {setup}\n{steps}\n $display("@VERDICT@ checks=1 errors=0"); $finish; end\nendmodule\n'
    )
    options = {"top": "dut", "bench": "verilog", "bench_files": "tb.v", "bench_top": "tb"}
    limits = Limits(wall_s=10.0, cpu_s=5)
    bundle = EnvironmentBundle("chip_design", "t/d", "", "", "dut.v", module, {"tb.v": bench}, options, limits)
    found = backend_of("chip_design").execute(bundle, bundle.reference_candidate)
    assert found.outcome is Outcome.PASS, found.log.decode()
    rows = re.findall(r"^@ (.*)$", found.log.decode(), re.MULTILINE)
    return [[int(word, 16) for word in row.split()] for row in rows]


def followed(module: str, count: int, clocked: bool = False) -> list[list[int]]:
    elaborated = elaborate(module)
    design = flattened(top_instance(elaborated, "dut"))
    assert design is not None
    simulation, rows = Simulation(design), []
    simulation.start(Origin(1), 10**9)
    if clocked:
        simulation.put({design.inputs["clk"]: 0})
        simulation.settle_all()
    for values in INPUTS:
        simulation.put({design.inputs[name]: value for name, value in zip("abc", values, strict=True)})
        simulation.settle()
        for level in (1, 0) if clocked else ():
            simulation.put({design.inputs["clk"]: level})
            simulation.settle()
        rows.append([design.signals.values[design.outputs[f"y{index}"]] for index in range(count)])
    return rows


@settings(max_examples=12, deadline=None, suppress_health_check=list(HealthCheck))
@given(EXPRESSIONS)
def test_expressions(expressions: list[str]) -> None:
    outputs = ", ".join(f"output [11:0] y{index}" for index in range(len(expressions)))
    assigned = "\n".join(f" assign y{index} = {text};" for index, text in enumerate(expressions))
    module = f"module dut({PORTS}, {outputs});\n{assigned}\nendmodule\n"
    assert followed(module, len(expressions)) == printed(module, len(expressions))


STATEMENTS = """
 reg [11:0] k, m; integer i;
 reg [3:0] table_ [0:7];
 function [7:0] doubled(input [7:0] v); doubled = v << 1; endfunction
 always @* begin k = 0; for (i = 0; i < 8; i = i + 1) if (a[i]) k = k + 1; end
 always @(*) casez (c) 4'b1??0: m = 1; 4'b0zz1: m = {a, 4'd2}; default: m = doubled(b); endcase
 assign y0 = k; assign y1 = m;
 reg [7:0] one = 1, two = 2; reg [11:0] sum = 0; reg low = 0;
 always @(posedge clk) begin one <= two; two <= one; sum = sum + a; sum = sum ^ c; table_[c[2:0]] <= a; end
 always @(negedge clk) low <= ~low;
 assign y2 = {one[3:0], two}; assign y3 = sum; assign y4 = low;
 wire [7:0] back = table_[c[2:0]]; assign y5 = back;
 wire signed [3:0] lanes; genvar g;
 generate for (g = 0; g < 4; g = g + 1) begin : lane cell_ #(.N(g)) u(.in(a[2*g +: 2]), .out(lanes[g])); end endgenerate
 assign y6 = lanes; assign {y7[11:6], y7[5:0]} = {b[5:0], a[5:0]};
endmodule
module cell_ #(parameter N = 0)(input [1:0] in, output out); assign out = (N % 2) ? ^in : &in; endmodule
"""


def test_statements_registers_and_instances() -> None:
    outputs = ", ".join(f"output [11:0] y{index}" for index in range(8))
    module = f"module dut(input clk, {PORTS}, {outputs});{STATEMENTS}"
    assert followed(module, 8, clocked=True) == printed(module, 8, after="clk = 1; #1 clk = 0; #1")


@pytest.mark.parametrize(
    "text",
    [
        pytest.param("assign y0 = a; tran t(y0[0], y0[1]);", id="a primitive"),
        pytest.param("real r; always @* r = a; assign y0 = r;", id="a real number"),
        pytest.param("reg [11:0] k; always #1 k = a; assign y0 = k;", id="a process that waits for time"),
        pytest.param("reg [11:0] k [0:30000]; assign y0 = k[a];", id="a large memory"),
    ],
)
def test_what_is_not_modelled_is_not_followed(text: str) -> None:
    elaborated = elaborate(f"module dut({PORTS}, output [11:0] y0);\n {text}\nendmodule\n")
    assert flattened(top_instance(elaborated, "dut")) is None
