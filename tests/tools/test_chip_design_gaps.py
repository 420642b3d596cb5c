"""What Icarus runs and Yosys cannot judge is named as a gap; what only looks like it is judged."""

from dataclasses import replace

import pytest

from resources.domains.chip_design.execution.backend import VerilogBackend
from resources.execution.bundle import EnvironmentBundle
from resources.execution.errors import EnvironmentGap
from resources.execution.outcome import Outcome
from resources.execution.sandbox.selection import make_sandbox
from tests.tools.test_chip_design_forgeries import BUNDLE, NOT_SYNTHESISED, PORTS, REFERENCE, RIGHT, module, run

STEP = "reg [3:0] n; always @(posedge clk) if (rst) n <= 0; else if (en) n <= n + 1; "
PRIMITIVE = "primitive same(o, i); output o; input i; table 0 : 0; 1 : 1; endtable endprimitive\n"
LONG = 9000

PAD = "module pad(input clk, input oe, input [1:0] d, inout [1:0] io, output reg [1:0] q);\n{}\nendmodule\n"
TAKEN = "always @(posedge clk) q <= io;"
PAD_REFERENCE = PAD.format(f"assign io = oe ? d : 2'bz; {TAKEN}")
PAD_BENCH = """`timescale 1ns/1ps
module tb;
  reg clk = 0, oe; reg [1:0] d, other; wire [1:0] io, q; integer i, checks = 0, errors = 0;
  assign io = oe ? 2'bz : other;
  pad dut(.clk(clk), .oe(oe), .d(d), .io(io), .q(q));
  initial begin
    for (i = 0; i < 32; i = i + 1) begin
      {oe, d, other} = i;
      #5 clk = 1; #5 clk = 0; checks = checks + 1;
      if (io !== (oe ? d : other) || q !== io) errors = errors + 1;
    end
    $display("@VERDICT@ checks=%0d errors=%0d", checks, errors); $finish;
  end
endmodule
"""
PAD_BUNDLE = replace(
    BUNDLE,
    candidate_file="pad.v",
    reference=PAD_REFERENCE,
    files={"tb.v": PAD_BENCH},
    settings={**BUNDLE.settings, "top": "pad"},
)
IN_A_PART = PAD.format("wire [1:0] y; cell2 c(io, d, oe, y); always @(posedge clk) q <= y;") + (
    "module cell2(inout [1:0] p, input [1:0] d, input oe, output [1:0] y); assign p = oe ? d : 2'bz, y = p; endmodule\n"
)
GAPS = {
    "package": (
        "package p; parameter ONE = 1; endpackage\n"
        + module(RIGHT.replace("n + 1", "n + ONE")).replace("module counter", "module counter import p::*;"),
        BUNDLE,
        "import",
    ),
    "primitive": (PRIMITIVE + module(f"wire e; same s(e, en); {RIGHT}".replace("(en)", "(e)")), BUNDLE, "UDP"),
    "directive": (f'`begin_keywords "1364-2001"\n{REFERENCE}`end_keywords\n', BUNDLE, "`begin_keywords"),
    "action of an assertion": (
        module(RIGHT + "\nalways @(posedge clk) assert (n < 16) else $display(n);"),
        BUNDLE,
        "`else` of an assertion",
    ),
    "label of an assertion": (
        module(RIGHT + "\nalways @(posedge clk) below: assert (n < 16);"),
        BUNDLE,
        "syntax error",
    ),
    "task of the elaboration": (
        module(RIGHT + '\ngenerate if ($bits(n) != 4) $error("width"); endgenerate'),
        BUNDLE,
        "syntax error",
    ),
    "return": (
        module(
            "function automatic [3:0] f(input [3:0] x);\nreturn x + 1;\nendfunction\n" + RIGHT.replace("n + 1", "f(n)")
        ),
        BUNDLE,
        "`return`",
    ),
    "disable": (
        module(
            RIGHT.replace("if (rst) n <= 0; else", "begin : step\nif (rst) begin n <= 0; disable step; end\n") + " end"
        ),
        BUNDLE,
        "`disable`",
    ),
    "array of primitives": (
        module("wire [3:0] w; bufif1 b[3:0](w, n, 4'hf);\n" + RIGHT.replace("q = n", "q = w")),
        BUNDLE,
        "assertion of its own",
    ),
    "tri-state bus inside": (
        module("assign q = en ? n : 4'bz; assign q = en ? 4'bz : n;\n" + RIGHT.replace("assign q = n;", "")),
        BUNDLE,
        "tri-state net",
    ),
    "streaming": (module(RIGHT + "\nwire [3:0] turned = {<<{n}};"), BUNDLE, "Streaming concatenation"),
    "enumeration in a condition": (
        module("typedef enum logic {A, B} kind; kind k, l; always @* l = en ? A : k;\n" + RIGHT),
        BUNDLE,
        "explicit cast",
    ),
    "method of an enumeration": (
        module(
            "typedef enum logic {A, B} kind; kind k; always @(posedge clk) if (rst) k <= A; else k <= k.next();\n"
            + RIGHT
        ),
        BUNDLE,
        "method `next`",
    ),
    "cast to a type": (
        module("typedef logic [3:0] t;\n" + RIGHT.replace("n + 1", "t'(n + 1)")),
        BUNDLE,
        "cast to a type's name",
    ),
    "two packed dimensions": (
        module("logic [1:0][1:0] two;\nassign two[0] = n[1:0], two[1] = n[3:2];\n" + RIGHT.replace("q = n", "q = two")),
        BUNDLE,
        "one packed dimension",
    ),
    "netlist with a name of 18,000 characters": (
        module(f"part\n{'y' * LONG}(clk, rst, en, q);")
        + f"module part{PORTS};\nwire [3:0] {'x' * LONG};\n{RIGHT}\nassign {'x' * LONG} = n;\nendmodule\n",
        BUNDLE,
        "Icarus does not compile the netlist",
    ),
    "bidirectional port in a part": (IN_A_PART, PAD_BUNDLE, r"bidirectional ports \(io\)"),
    "bidirectional port with two drivers": (
        PAD.format(f"assign io = oe ? {{1'bz, d[0]}} : 2'bz, io = oe ? {{d[1], 1'bz}} : 2'bz; {TAKEN}"),
        PAD_BUNDLE,
        r"bidirectional ports \(io\)",
    ),
    "bidirectional port behind a switch": (
        PAD.format(f"wire [1:0] k = oe ? d : 2'bz; tran (io[0], k[0]); tran (io[1], k[1]); {TAKEN}"),
        PAD_BUNDLE,
        r"bidirectional ports \(io\)",
    ),
}


@pytest.fixture(scope="module")
def backend() -> VerilogBackend:
    return VerilogBackend(make_sandbox())


@pytest.mark.parametrize("name", GAPS)
def test_a_gap_is_named(backend: VerilogBackend, name: str) -> None:
    code, bundle, words = GAPS[name]
    with pytest.raises(EnvironmentGap, match=words):
        run(backend, code, bundle)


@pytest.mark.parametrize("name", ["package", "primitive", "directive"])
def test_what_yosys_cannot_read_is_judged_where_it_cannot_read_the_reference(
    backend: VerilogBackend, name: str
) -> None:
    assert run(backend, GAPS[name][0], NOT_SYNTHESISED).outcome is Outcome.PASS


PART = f"module part{PORTS}; {RIGHT} endmodule\n"
NO_GAPS = {
    "a syntax error elsewhere": (
        module("function automatic [3:0] f(input [3:0] x); return x; endfunction\n" + RIGHT).replace(
            "module counter", "module pulled; wire w;\nassign (pull0, pull1) w = 1;\nendmodule\nmodule counter"
        ),
        BUNDLE,
        Outcome.SYNTHESIS_ERROR,
    ),
    "a black box": (f"(* blackbox *) {PART}{module('part p(clk, rst, en, q);')}", BUNDLE, Outcome.SYNTHESIS_ERROR),
    "the top as a black box": (f"(* blackbox *) {REFERENCE}", BUNDLE, Outcome.SYNTHESIS_ERROR),
    "a part that does not exist": (
        module(RIGHT + "\nwire [4:1] w; assign {w[1], w[0]} = n[1:0]; assign w[1:0] = n[1:0];"),
        BUNDLE,
        Outcome.COMPILATION_ERROR,
    ),
    "no black box": (f"(* blackbox = 0 *) {REFERENCE}", BUNDLE, Outcome.PASS),
    "an undefined macro": (f"`unknown_macro\n{REFERENCE}", BUNDLE, Outcome.SYNTHESIS_ERROR),
    "a wrong answer": (PAD.format(f"assign io = oe ? ~d : 2'bz; {TAKEN}"), PAD_BUNDLE, Outcome.FUNCTIONAL_MISMATCH),
    "a latch": (
        PAD.format(f"reg [1:0] k; always @* if (oe) k = d; assign io = oe ? k : 2'bz; {TAKEN}"),
        PAD_BUNDLE,
        Outcome.SYNTHESIS_ERROR,
    ),
    "bits of a port": (
        PAD.format(f"assign io[0] = oe ? d[0] : 1'bz; assign io[1] = oe ? d[1] : 1'bz; {TAKEN}"),
        PAD_BUNDLE,
        Outcome.PASS,
    ),
}


@pytest.mark.parametrize("name", NO_GAPS)
def test_what_can_be_judged_is_no_gap(backend: VerilogBackend, name: str) -> None:
    code, bundle, outcome = NO_GAPS[name]
    assert run(backend, code, bundle).outcome is outcome


LONG_LITERALS = {
    "a constant": STEP + "wire signed [79999:0] t = -7; assign q = t < 0 ? n : 4'd0;",
    "a parameter": STEP + "localparam signed [19999:0] L = {1250{16'hfff0}}; assign q = L[3:0] | n;",
}


@pytest.mark.parametrize("name", LONG_LITERALS)
def test_a_netlist_with_long_literals_is_judged(backend: VerilogBackend, name: str) -> None:
    seen = run(backend, module(LONG_LITERALS[name]))
    assert seen.outcome is Outcome.PASS, seen.text
    assert any(stage.stage == "netlist" and stage.passed for stage in seen.stages)


def test_references_with_bidirectional_ports_pass(backend: VerilogBackend) -> None:
    bundle: EnvironmentBundle = replace(PAD_BUNDLE, reference=IN_A_PART)
    assert run(backend, IN_A_PART, bundle).outcome is Outcome.PASS
    assert run(backend, PAD_REFERENCE, bundle).outcome is Outcome.PASS
