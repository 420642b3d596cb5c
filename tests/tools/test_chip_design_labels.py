"""Each label of the chip-design domain, by candidates for one small bundle, run by the real tools."""

from dataclasses import replace

import pytest

from resources.domains.chip_design.execution.backend import VerilogBackend
from resources.domains.chip_design.execution.diagnostics import diagnostics
from resources.execution.bundle import Candidate, EnvironmentBundle, Limits
from resources.execution.observation import Observation
from resources.execution.outcome import Outcome
from resources.execution.sandbox.selection import make_sandbox

HEADER = "module counter(input clk, input rst, input en, output reg [3:0] q);\n"
REFERENCE = HEADER + "always @(posedge clk) if (rst) q <= 0; else if (en) q <= q + 1;\nendmodule\n"
BENCH = """`timescale 1ns/1ps
module tb;
  reg clk = 0, rst = 1, en = 0; wire [3:0] q; reg [3:0] model = 0; integer i, checks = 0, errors = 0;
  counter dut(.clk(clk), .rst(rst), .en(en), .q(q));
  initial begin
    for (i = 0; i < 40; i = i + 1) begin
      rst = i == 0; en = i % 3 != 0; #5 clk = 1;
      if (rst) model = 0; else if (en) model = model + 1;
      #5 clk = 0; checks = checks + 1;
      if (q !== model) begin
        errors = errors + 1; $display("MISMATCH cycle=%0d q: expected %0d got %0d", i, model, q);
      end
    end
    $display("@VERDICT@ checks=%0d errors=%0d", checks, errors); $finish;
  end
endmodule
"""
BUNDLE = EnvironmentBundle(
    "chip_design",
    "test/counter",
    "A counter.",
    HEADER,
    "counter.v",
    REFERENCE,
    {"tb.v": BENCH},
    {"top": "counter", "bench": "verilog", "bench_files": "tb.v", "bench_top": "tb"},
    Limits(wall_s=6.0, cpu_s=2),
)
STEP = "always @(posedge clk) if (rst) q <= 0; else if (en) q <= q + 1;"


def hidden(text: str) -> str:
    """Statements that Yosys does not see: it would unroll them itself."""
    return f"\n`ifndef SYNTHESIS\n{text}\n`endif\n"


def body(text: str) -> str:
    return f"{HEADER}{text}\nendmodule\n"


@pytest.fixture(scope="module")
def backend() -> VerilogBackend:
    return VerilogBackend(make_sandbox())


def run(backend: VerilogBackend, code: str, bundle: EnvironmentBundle = BUNDLE) -> Observation:
    return backend.execute(bundle, Candidate(code))


CASES = {
    "syntax": (body("always @(posedge clk) if q <= 0;"), Outcome.COMPILATION_ERROR, "compile", "syntax"),
    "undeclared": (body("always @(posedge clk) q <= nxt;"), Outcome.COMPILATION_ERROR, "compile", "undeclared"),
    "no such submodule": (body(f"sub u(.a(clk)); {STEP}"), Outcome.COMPILATION_ERROR, "compile", "module"),
    "missing port": (
        "module counter(input clk, input rst, output reg [3:0] q); always @(posedge clk) q <= rst; endmodule",
        Outcome.LINK_ERROR,
        "link",
        "port",
    ),
    "port of another size": (REFERENCE.replace("[3:0] q", "[7:0] q"), Outcome.LINK_ERROR, "link", "port"),
    "missing module": (REFERENCE.replace("counter", "kounter"), Outcome.LINK_ERROR, "link", "module"),
    "unknown system task": (body(hidden("initial $nonsense;") + STEP), Outcome.LINK_ERROR, "simulate", "system task"),
    "unknown task for Yosys": (
        body(f"initial $nonsense; {STEP}"),
        Outcome.SYNTHESIS_ERROR,
        "synthesise",
        "unsupported",
    ),
    "latch": (
        body(f"reg t; always @* if (en) t = rst; {STEP}".replace("if (rst)", "if (rst & (t | 1))")),
        Outcome.SYNTHESIS_ERROR,
        "synthesise",
        "latch",
    ),
    "latch of always_comb": (
        body(f"reg t; always_comb if (en) t = rst; {STEP}".replace("if (rst)", "if (rst & (t | 1))")),
        Outcome.SYNTHESIS_ERROR,
        "synthesise",
        "latch",
    ),
    "two drivers": (
        body(f"{STEP} always @(posedge clk) if (rst) q <= 4'd9;"),
        Outcome.SYNTHESIS_ERROR,
        "synthesise",
        "multiple drivers",
    ),
    "loop": (
        body(f"wire a, b; assign a = ~b & en; assign b = a | rst; {STEP}".replace("(en)", "(en & (a | ~a))")),
        Outcome.SYNTHESIS_ERROR,
        "synthesise",
        "combinational loop",
    ),
    "simulation only": (
        f"`ifdef SYNTHESIS\n{body('always @(posedge clk) q <= 0;')}`else\n{REFERENCE}`endif\n",
        Outcome.SYNTHESIS_ERROR,
        "netlist",
        "",
    ),
    "mismatch": (REFERENCE.replace("q + 1", "q + 2"), Outcome.FUNCTIONAL_MISMATCH, "simulate", "mismatch"),
    "width": (
        body("reg [2:0] t; always @(posedge clk) if (rst) t <= 0; else if (en) t <= t + 1; always @* q = t;"),
        Outcome.FUNCTIONAL_MISMATCH,
        "simulate",
        "mismatch",
    ),
    "endless unrolling": (
        body(f"integer i; reg t; always @* begin t = 0; for (i = 0; i < 10; i = i + 0) t = ~t; end {STEP}"),
        None,
        "synthesise",
        "",
    ),
    "rejected": (body(f"initial $finish; {STEP}"), Outcome.REJECTED, "reject", "forbidden"),
    "empty": ("", Outcome.COMPILATION_ERROR, "compile", "module"),
    "passes": (REFERENCE.replace("q <= q + 1", "q <= q + 4'd1"), Outcome.PASS, "simulate", ""),
}


@pytest.mark.parametrize("name", CASES)
def test_label(backend: VerilogBackend, name: str) -> None:
    code, outcome, stage, category = CASES[name]
    seen = run(backend, code)
    allowed = {outcome} if outcome else {Outcome.TIMEOUT, Outcome.RESOURCE_EXCEEDED}
    assert seen.outcome in allowed, seen.text
    assert seen.stage == stage, seen.text
    assert [report.passed for report in seen.stages] == [True] * (len(seen.stages) - 1) + [seen.outcome.passed]
    if category:
        assert diagnostics(seen)[0].category == category, diagnostics(seen)


def test_numbers_of_the_reference(backend: VerilogBackend) -> None:
    metrics = run(backend, REFERENCE).metrics
    assert metrics["checks"] == 40
    assert metrics["errors"] == 0
    assert metrics["flip_flops"] == 4
    assert 4 < metrics["cells"] < 40
    assert metrics["transistors"] > 20
    assert 1 <= metrics["depth"] <= 8


def hang_bench(statement: str) -> EnvironmentBundle:
    return replace(BUNDLE, files={"tb.v": BENCH.replace("$finish;", statement)}, limits=Limits(wall_s=2.0, cpu_s=1))


def test_zero_delay_loop_and_missing_finish_time_out(backend: VerilogBackend) -> None:
    loop = replace(BUNDLE, limits=Limits(wall_s=3.0, cpu_s=1))
    racing = body(hidden("reg a = 0; always @(a) a <= ~a; initial a = 1;") + STEP)
    seen = run(backend, racing, loop)
    assert seen.outcome is Outcome.TIMEOUT
    assert seen.text == "simulate: timed out\n"
    endless = hang_bench("forever #5 clk = ~clk;")
    assert run(backend, REFERENCE, endless).outcome is Outcome.TIMEOUT


def test_memory_limit(backend: VerilogBackend) -> None:
    fill = "reg [1023:0] m [0:2000000]; integer i; initial for (i = 0; i < 2000000; i = i + 1) m[i] = {1024{1'b1}};"
    hungry = body(hidden(fill) + STEP)
    seen = run(backend, hungry, replace(BUNDLE, limits=Limits(wall_s=20.0, memory_bytes=128 << 20)))
    assert seen.outcome is Outcome.RESOURCE_EXCEEDED, (seen.outcome, seen.text[-500:])


def test_flood_of_output(backend: VerilogBackend) -> None:
    flood = body(hidden('initial repeat (2000000) $display("a line of some length to fill the log");') + STEP)
    seen = run(backend, flood)
    assert seen.outcome is Outcome.RESOURCE_EXCEEDED
    assert seen.log_truncated
    assert len(seen.log) <= BUNDLE.limits.log_bytes


def test_a_long_log_does_not_hide_the_verdict(backend: VerilogBackend) -> None:
    chatty = body(hidden('initial repeat (4000) $display("a line of some length to fill the log");') + STEP)
    seen = run(backend, chatty)
    assert seen.outcome is Outcome.PASS
    assert seen.log_truncated
    assert len(seen.log) <= BUNDLE.limits.log_bytes


def test_what_the_reference_shows_is_allowed(backend: VerilogBackend) -> None:
    latch = CASES["latch"][0]
    tolerant = replace(BUNDLE, reference=latch)
    assert run(backend, latch, tolerant).outcome is Outcome.PASS
    assert run(backend, latch.replace("q + 1", "q + 4'd1"), tolerant).outcome is Outcome.PASS
    assert run(backend, CASES["loop"][0], tolerant).outcome is Outcome.SYNTHESIS_ERROR


def test_an_unsynthesisable_reference_skips_the_stage(backend: VerilogBackend) -> None:
    reference = body(f"real unsynthesisable; final $display; {STEP}")
    lenient = replace(BUNDLE, reference=reference)
    seen = run(backend, REFERENCE, lenient)
    assert seen.outcome is Outcome.PASS
    assert "synthesise" not in [report.stage for report in seen.stages]


def test_a_bench_that_is_left_early_has_fewer_checks(backend: VerilogBackend) -> None:
    early = BENCH.replace("#5 clk = 0;", "#5 clk = 0; if (i > 5 && q === 4'd0) i = 39;")
    bundle = replace(BUNDLE, files={"tb.v": early.replace("errors = errors + 1", "errors = 0")})
    seen = run(backend, body("always @(posedge clk) q <= 0;"), bundle)
    assert seen.outcome is Outcome.FUNCTIONAL_MISMATCH
    assert "were reached" in seen.text


def test_the_bench_is_never_named_in_a_log(backend: VerilogBackend) -> None:
    seen = run(backend, body(f'initial $display("here: %m"); {STEP}'))
    assert "here: tb.dut" in seen.text
    assert "VERDICT" not in seen.text


@pytest.mark.parametrize("name", ["mismatch", "two drivers", "undeclared", "missing port", "passes", "latch"])
def test_equal_observations_of_two_backends(backend: VerilogBackend, name: str) -> None:
    code = CASES[name][0]
    assert run(backend, code) == run(VerilogBackend(make_sandbox()), code)


def test_lines_that_a_candidate_prints_are_marked(backend: VerilogBackend) -> None:
    prints = 'initial begin $display("verdict: 9 of 40 checks failed"); #30 $write("MISMATCH q: expected 1 got 2"); end'
    seen = backend.execute(BUNDLE, Candidate(body(f"{STEP} {prints}")))
    assert seen.outcome is Outcome.PASS
    assert seen.text == "printed: verdict: 9 of 40 checks failed\nprinted: MISMATCH q: expected 1 got 2\n"
    assert diagnostics(seen) == []
    wrong = backend.execute(BUNDLE, Candidate(body(f"{STEP.replace('q + 1', 'q + 2')} {prints}")))
    assert "\nMISMATCH cycle=1 q: expected 1 got 2\n" in wrong.text
    assert not any(item.message.startswith("printed") for item in diagnostics(wrong))
