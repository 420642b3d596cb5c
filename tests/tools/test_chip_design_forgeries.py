"""Forgeries against what a design shares with its bench, by class, and right answers that look like them.

The counter of every case is wrong (it stays at 0) unless the forgery makes the bench believe otherwise.
"""

from dataclasses import replace

import pytest

from resources.domains.chip_design.execution.backend import VerilogBackend
from resources.execution.bundle import Candidate, EnvironmentBundle, Limits
from resources.execution.observation import Observation
from resources.execution.outcome import Outcome
from resources.execution.sandbox.selection import make_sandbox

PORTS = "(input clk, input rst, input en, output [3:0] q)"
REFERENCE = f"""module counter{PORTS};
reg [3:0] n; assign q = n;
always @(posedge clk) if (rst) n <= 0; else if (en) n <= n + 1;
endmodule
"""
BENCH = """`timescale 1ns/1ps
module stimulus(output reg clk, rst, en);
  integer i;
  initial begin
    clk = 0;
    for (i = 0; i < 40; i = i + 1) begin rst = i == 0; en = i % 3 != 0; #5 clk = 1; #5 clk = 0; end
  end
endmodule
module golden(input clk, input rst, input en, output reg [3:0] q);
  always @(posedge clk) if (rst) q <= 0; else if (en) q <= q + 1;
endmodule
module tb;
  wire clk, rst, en; wire [3:0] q, q_ref; integer i, checks = 0, errors = 0;
  stimulus stim1(clk, rst, en);
  golden good1(clk, rst, en, q_ref);
  counter dut(.clk(clk), .rst(rst), .en(en), .q(q));
  task check(input [3:0] got, input [3:0] wanted);
    begin
      checks = checks + 1;
      if (got !== wanted) begin errors = errors + 1; $display("MISMATCH q: expected %0d got %0d", wanted, got); end
    end
  endtask
  task finish_run; begin $display("@VERDICT@ checks=%0d errors=%0d", checks, errors); $finish; end endtask
  initial begin
    for (i = 0; i < 40; i = i + 1) begin #8 check(q, q_ref); #2; end
    finish_run;
  end
endmodule
"""
BUNDLE = EnvironmentBundle(
    "chip_design",
    "test/compared",
    "A counter.",
    "",
    "counter.v",
    REFERENCE,
    {"tb.v": BENCH},
    {"top": "counter", "bench": "verilog", "bench_files": "tb.v", "bench_top": "tb"},
    Limits(wall_s=10.0, cpu_s=2),
)
NOT_SYNTHESISED = replace(BUNDLE, reference=REFERENCE.replace("endmodule", "real r; final r = 1; endmodule"))
"""The same bench, with a reference that Yosys cannot read: no netlist stands behind the audits there."""
RIGHT = "reg [3:0] n; assign q = n; always @(posedge clk) if (rst) n <= 0; else if (en) n <= n + 1;"
SHAM = "task check(input [3:0] g, w); begin end endtask task finish_run; begin end endtask"


@pytest.fixture(scope="module")
def backend() -> VerilogBackend:
    return VerilogBackend(make_sandbox())


def module(body: str, ports: str = PORTS) -> str:
    return f"module counter{ports};\n{body}\nendmodule\n"


def run(backend: VerilogBackend, code: str, bundle: EnvironmentBundle = BUNDLE) -> Observation:
    return backend.execute(bundle, Candidate(code))


def unless_alone(condition: str, there: str, here: str) -> str:
    """`here` where the candidate is compiled alone, if `condition` tells that from the bench; else `there`."""
    return f"generate if ({condition}) begin : here {here} end else begin : there {there} end endgenerate\n"


CALLS = "initial begin repeat (40) check(4'd1, 4'd1); finish_run; end"
FORGERIES = {
    "time literal": module(unless_alone("1ns < 0.5", CALLS, f"{SHAM} {CALLS}")),
    "time literal in a constant function": module(
        "function integer f(input integer x); f = 1ns * 1000000000; endfunction\n"
        + unless_alone("f(0) == 1", CALLS, f"{SHAM} {CALLS}")
    ),
    "rounded time literal": module(unless_alone("$rtoi(1us) == 0", CALLS, f"{SHAM} {CALLS}")),
    "macro of Icarus": f"`ifdef __ICARUS__\n{module(CALLS)}`else\n{module(RIGHT)}`endif\n",
    "macro of Yosys": f"`ifdef YOSYS\n{module(RIGHT)}`else\n{module(CALLS)}`endif\n",
    "escaped file": module('integer f; initial begin f = \\$fopen ("tb.v"); end'),
    "escaped end": module("initial \\$finish ;"),
    "escaped end in a macro": "`define E \\$finish \n" + module("initial `E;"),
    "escaped arguments": module('reg [7:0] x; initial if (\\$value$plusargs ("x=%d", x)) ;'),
    "environment": module('initial $display("%s", $getenv("PATH"));'),
    "task of the bench": module(CALLS),
    "task declared elsewhere": module(f"generate if (0) begin : g {SHAM} end endgenerate {CALLS}"),
    "task in a named block of another scope": module(
        f"generate if (0) begin : here {SHAM} end endgenerate\nalways @(posedge clk) begin : there check(1, 1); end"
    ),
    "instance of the bench": module("assign q = good1.q;"),
    "instance of the bench, declared elsewhere": module(
        "generate if (0) begin : g golden_like good1(clk, q); end endgenerate assign q = good1.q;"
    )
    + "module golden_like(input clk, output [3:0] q); endmodule\n",
    "block of the bench": module("assign q = stim1.i;"),
    "root": module("assign q = $root.tb.q_ref;"),
    "parameters of the bench": module("defparam good1.q = 0;"),
    "binding": "bind golden sham s(.q(q)); module sham(output [3:0] q); assign q = 0; endmodule\n" + module(""),
    "tran on an input": module("assign q = 0; supply0 low; tran(en, low);"),
    "rtran on an input": module("assign q = 0; supply0 low; rtran(en, low);"),
    "switch on an input": module("assign q = 0; supply0 low; supply1 high; tranif1(en, low, high);"),
    "assignment to an input": module("assign q = 0; assign (supply0, supply1) en = 1'b0;"),
    "assignment to part of inputs": module("assign q = 0; assign (supply0, supply1) {en, rst} = 2'b01;"),
    "gate on an input": module("assign q = 0; buf (supply0, supply1) (en, 1'b0);"),
    "instance that drives an input": module("assign q = 0; tie t(en);") + "module tie(inout z); supply0 z; endmodule\n",
    "supply port": module("assign q = 0;", PORTS.replace("input en", "input supply0 en")),
    "pulled port": module("assign q = 0; pulldown (supply0) (en);"),
    "inout for an input": module(
        "assign q = 0; assign (supply0, supply1) en = 0;", PORTS.replace("input en", "inout en")
    ),
    "output for an input": module("assign q = 0; supply0 en;", PORTS.replace("input en", "output en")),
    "inputs tied together": module("assign q = 0; tran(en, rst);"),
    "inputs that are one": "module counter(.clk(clk), .rst(x), .en(x), .q(q));\n"
    "input clk, x; output [3:0] q; assign q = 0; endmodule\n",
}
SIMULATION_ONLY = {
    "answer for simulation only": f"`ifdef SYNTHESIS\n{module('assign q = 0;')}`else\n{module(RIGHT)}`endif\n",
    "answer for Icarus only": f"`ifdef __ICARUS__\n{module(RIGHT)}`else\n{module('assign q = 0;')}`endif\n",
    "synthesis switched off": module(
        f"// synthesis translate_off\n{RIGHT}\n// synthesis translate_on\n".replace("assign q = n;", "") + "assign q = "
        "\n// synthesis translate_off\nn + \n// synthesis translate_on\n4'd0;"
    ),
    "cases that are not full": module(
        "reg [3:0] n; assign q = n; always @(posedge clk) if (rst) n <= 0; else begin\n"
        "(* full_case, parallel_case *) case (1'b1) en: n <= n + 1; en: n <= n + 2; endcase end"
    ),
    "answer by time": module(
        "reg [3:0] n; initial n = 0; assign q = n; initial begin #15 n = 1; #10 n = 2; forever begin #20 n = n + 1; "
        "#10 n = n + 1; end end"
    ),
}


@pytest.mark.parametrize("name", FORGERIES)
@pytest.mark.parametrize("bundle", [BUNDLE, NOT_SYNTHESISED], ids=["with netlist", "without netlist"])
def test_a_forgery_does_not_pass(backend: VerilogBackend, name: str, bundle: EnvironmentBundle) -> None:
    seen = run(backend, FORGERIES[name], bundle)
    assert not seen.outcome.passed, f"{seen.stages} {seen.text}"


PLACES = {
    "its file": 'localparam AT = `__FILE__; assign q = AT == "counter.v" ? n : 0;',
    "its line": "assign q = `__LINE__ == 3 ? n : 0;",
    "its scope": 'reg [39:0] at; initial $sformat(at, "%m"); assign q = at == "b.dut" ? n : 0;',
    "its scope by a name": 'localparam F = "%m"; reg [39:0] at; initial $swrite(at, F); assign q = at != 0 ? n : 0;',
    "its scope by numbers": "reg [15:0] f = 16'h256d; reg [39:0] at; initial $sformat(at, f); assign q = at ? n : 0;",
}


@pytest.mark.parametrize("name", PLACES)
def test_no_source_reads_where_it_stands(backend: VerilogBackend, name: str) -> None:
    seen = run(backend, module(RIGHT.replace("assign q = n;", PLACES[name])))
    assert seen.outcome is Outcome.REJECTED, f"{seen.stages} {seen.text}"


MULTIPLEXER = "module mx(input s, input [3:0] a, b, output [3:0] o); assign o = s ? a : b; endmodule\n"
LATCHES = (
    f"module counter{PORTS};\nwire [3:0] m, n, next; assign next = rst ? 0 : en ? n + 1 : n;\n"
    "KEEP mx main(clk, m, next, m);\nKEEP mx second(clk, m, n, n);\nassign q = n;\nendmodule\n"
)
HIERARCHY = {
    "a module that is kept": f"(* keep_hierarchy *) {MULTIPLEXER}{LATCHES.replace('KEEP', '')}",
    "instances that are kept": MULTIPLEXER + LATCHES.replace("KEEP", "(* keep_hierarchy *)"),
    "a white box": f"(* whitebox *) {MULTIPLEXER}{LATCHES.replace('KEEP', '')}",
}


@pytest.mark.parametrize("name", HIERARCHY)
def test_no_attribute_hides_a_loop(backend: VerilogBackend, name: str) -> None:
    seen = run(backend, HIERARCHY[name])
    assert seen.outcome is Outcome.SYNTHESIS_ERROR, f"{seen.stages} {seen.text}"
    assert "found logic loop" in seen.text


INOUT = "module drv(inout [3:0] io, input [3:0] d); assign io = d; endmodule\n"
COUNTS = RIGHT.replace("assign q = n;", "")
TWO_DRIVERS = {
    "one signal twice": module(f"{COUNTS} assign q = n, q = n;"),
    "slices that overlap": module(f"{COUNTS} assign q[2:0] = n[2:0], q[3:2] = n[3:2];"),
    "gates": module(f"{COUNTS} buf (q[0], n[0]), (q[0], n[0]); assign q[3:1] = n[3:1];"),
    "bidirectional ports of parts": INOUT + module(f"{COUNTS} drv a(q, n), b(q, n);"),
    "a constant that agrees": INOUT + module(f"{COUNTS} assign q = n; wire [3:0] w; drv a(w, 4'd7), b(w, 4'd7);"),
    "parts of parts": INOUT
    + "module pair(inout [3:0] io, input [3:0] d); drv a(io, d), b(io, d); endmodule\n"
    + module(f"{COUNTS} pair p(q, n);"),
}


@pytest.mark.parametrize("name", TWO_DRIVERS)
def test_no_net_has_two_drivers(backend: VerilogBackend, name: str) -> None:
    seen = run(backend, TWO_DRIVERS[name])
    assert (seen.outcome, seen.stage) == (Outcome.SYNTHESIS_ERROR, "synthesise"), f"{seen.stages} {seen.text}"
    assert "multiple conflicting drivers for" in seen.text


@pytest.mark.parametrize("name", SIMULATION_ONLY)
def test_what_only_simulation_does_is_no_hardware(backend: VerilogBackend, name: str) -> None:
    seen = run(backend, SIMULATION_ONLY[name])
    assert not seen.outcome.passed, f"{seen.stages} {seen.text}"


@pytest.mark.parametrize("name", ["answer for simulation only", "answer for Icarus only", "synthesis switched off"])
def test_the_difference_is_named(backend: VerilogBackend, name: str) -> None:
    seen = run(backend, SIMULATION_ONLY[name])
    assert (seen.outcome, seen.stage) == (Outcome.SYNTHESIS_ERROR, "netlist")
    assert "simulation and synthesis differ: on the netlist, " in seen.text
    assert "MISMATCH q: expected 1 got 0" in seen.text


RIGHT_ANSWERS = {
    "a module that is kept": "(* keep_hierarchy *) module inc(input [3:0] a, output [3:0] o); assign o = a + 1;\n"
    "endmodule\n" + module(RIGHT.replace("assign q", "wire [3:0] x; inc i(n, x); assign q").replace("n + 1", "x")),
    "plain": module(RIGHT),
    "delays": module(RIGHT.replace("<=", "<= #1")),
    "own timescale": "`timescale 1ns/1ns\n" + module(RIGHT.replace("<=", "<= #1")),
    "power-up value": module("reg [3:0] n = 0; assign q = n; always @(posedge clk) n <= rst ? 0 : n + en;"),
    "messages for simulation": module(RIGHT + '\n`ifndef SYNTHESIS\ninitial $display("%m");\n`endif\n'),
    "parts and parameters": module("part #(.W(4)) p(.*);")
    + "module part #(parameter W = 8) (input clk, rst, en, output [W-1:0] q);\nreg [W-1:0] n; assign q = n;\n"
    "always @(posedge clk) if (rst) n <= 0; else if (en) n <= n + 1;\nendmodule\n",
    "part that is kept apart": module("part p(clk, rst, en, q);")
    + "(* keep_hierarchy *) module part(input clk, rst, en, output [3:0] q);\n"
    + RIGHT
    + "\nendmodule\n",
    "memory": module(
        "reg [3:0] m [0:1]; assign q = m[1]; always @(posedge clk) if (rst) m[1] <= 0; else if (en) m[1] <= m[1] + 1;"
    ),
    "function and loop": module(
        "reg [3:0] n, d; integer i; reg c; assign q = n; always @* begin c = en; d = n; for (i = 0; i < 4; i = i + 1) "
        "begin d[i] = n[i] ^ c; c = n[i] & c; end end always @(posedge clk) if (rst) n <= 0; else n <= d;"
    ),
    "loop variable that looks like a latch": module(
        "reg [3:0] n, d; integer i; assign q = n; always @* begin d = n; if (en) begin for (i = 0; i < 1; i = i + 1) "
        "d = n + 1; end end always @(posedge clk) if (rst) n <= 0; else n <= d;"
    ),
    "task in a branch of always_comb": module(
        "logic [3:0] n, d; assign q = n; task automatic step(input [3:0] v, output [3:0] w); logic [4:0] s; begin "
        "s = v + 5'd1; w = s[3:0]; end endtask always_comb begin d = n; if (en) step(n, d); end\n"
        "always_ff @(posedge clk) if (rst) n <= 0; else n <= d;"
    ),
    "own names of the bench": module(
        RIGHT
        + " function [3:0] check(input [3:0] x); check = x; endfunction wire [3:0] good1 = check(n); sub stim1(clk);"
    )
    + "module sub(input clk); endmodule\nmodule golden; endmodule\n",
    "wired logic": module(f"{RIGHT} wor [3:0] w; assign w = n, w = n;".replace("q = n", "q = w")),
    "slices that meet": module(RIGHT.replace("q = n", "q[1:0] = n[1:0], q[3:2] = n[3:2]")),
    "comment about files": '//`include "tb.v"\n' + module(RIGHT),
    "input of another direction that nothing drives": module(RIGHT, PORTS.replace("input en", "inout en")),
}


@pytest.mark.parametrize("name", RIGHT_ANSWERS)
@pytest.mark.parametrize("bundle", [BUNDLE, NOT_SYNTHESISED], ids=["with netlist", "without netlist"])
def test_a_right_answer_passes(backend: VerilogBackend, name: str, bundle: EnvironmentBundle) -> None:
    seen = run(backend, RIGHT_ANSWERS[name], bundle)
    assert seen.outcome is Outcome.PASS, f"{seen.stages} {seen.text}"
    assert any(stage.stage == "netlist" and stage.passed for stage in seen.stages) is (bundle is BUNDLE)


def test_parameters_of_the_bench_reach_every_stage(backend: VerilogBackend) -> None:
    header = "module counter #(parameter W = 2) (input clk, input rst, input en, output [W-1:0] q);\n"
    body = "reg [W-1:0] n; assign q = n; always @(posedge clk) if (rst) n <= 0; else if (en) n <= n + 1;\nendmodule\n"
    hidden = f"generate if (W == 2) begin : small {SHAM} end else begin : large {CALLS} end endgenerate\n"
    for given in ("#(4)", "#(.W(4))"):
        files = {"tb.v": BENCH.replace("counter dut", f"counter {given} dut")}
        bundle = replace(BUNDLE, files=files, reference=header + body)
        assert run(backend, header + body.replace("n + 1", "n + 1'b1"), bundle).outcome is Outcome.PASS
        assert not run(backend, header + hidden + "endmodule\n", bundle).outcome.passed
    renamed = (header + body).replace("W", "SIZE")
    bundle = replace(bundle, files={"tb.v": BENCH.replace("counter dut", "counter #(4) dut")})
    assert run(backend, renamed, bundle).outcome is Outcome.PASS


def test_a_reference_whose_netlist_fails_asks_for_none(backend: VerilogBackend) -> None:
    reference = SIMULATION_ONLY["answer for simulation only"]
    bundle = replace(BUNDLE, reference=reference)
    seen = run(backend, reference, bundle)
    assert seen.outcome is Outcome.PASS
    assert [stage.passed for stage in seen.stages if stage.stage == "netlist"] == [False]
    assert run(backend, REFERENCE.replace("n + 1", "n + 4'd1"), bundle).outcome is Outcome.PASS
