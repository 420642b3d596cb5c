"""Inputs that a task does not have, and delays in units of the candidate's own."""

from dataclasses import dataclass, field, replace

import pytest

from resources.domains.chip_design.execution.backend import VerilogBackend
from resources.execution.bundle import Candidate, EnvironmentBundle, Limits
from resources.execution.outcome import Outcome
from resources.execution.sandbox.job import Sandbox, SandboxJob, SandboxResult
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
    "test/own_units",
    "A counter.",
    "",
    "gray.v",
    REFERENCE,
    {"tb.v": BENCH},
    {"top": "gray", "bench": "verilog", "bench_files": "tb.v", "bench_top": "tb", "exact": "clk rst"},
    Limits(wall_s=20.0, cpu_s=10),
)


@dataclass
class Recorder:
    """A sandbox that keeps the jobs it has run."""

    inner: Sandbox
    jobs: list[SandboxJob] = field(default_factory=list)

    @property
    def description(self) -> str:
        return self.inner.description

    def run(self, job: SandboxJob) -> SandboxResult:
        self.jobs.append(job)
        return self.inner.run(job)

    def close(self) -> None:
        self.inner.close()


@pytest.fixture(scope="module")
def backend() -> VerilogBackend:
    return VerilogBackend(make_sandbox())


def test_an_input_that_the_task_does_not_have_opens_nothing(backend: VerilogBackend) -> None:
    ports = ", input \\a(b , input [1:0] door"
    opened = STEP.replace("q + 1", "q + 1 + (door === 2'd2) + (\\a(b === 1)")
    observation = backend.execute(BUNDLE, Candidate(f"{HEAD}{ports});\n{opened}endmodule\n"))
    assert observation.outcome is Outcome.FUNCTIONAL_MISMATCH, observation.log
    assert backend.execute(BUNDLE, Candidate(f"{HEAD}{ports});\n{STEP}endmodule\n")).outcome is Outcome.PASS


@pytest.mark.parametrize(
    ("unit", "delay", "outcome"),
    [
        ("`timescale 1s/1s", "#1", Outcome.SYNTHESIS_ERROR),
        ("`define UNIT 1s/1s\n`timescale `UNIT", "#1", Outcome.SYNTHESIS_ERROR),
        ("`timescale 1ns/1ps", "#10", Outcome.SYNTHESIS_ERROR),
        ("`timescale 1ps/1ps", "#1", Outcome.PASS),
        ("", "#1", Outcome.PASS),
        ("`define COARSE `timescale 1s/1s\n`COARSE", "#1", Outcome.SYNTHESIS_ERROR),
        (f"// one timeunit behind the edge\n// timeunit {'1' * 5000}s, `timescale", "#1", Outcome.PASS),
    ],
)
def test_a_delay_in_a_branch_counts_in_the_candidates_own_unit(
    backend: VerilogBackend, unit: str, delay: str, outcome: Outcome
) -> None:
    waiting = (
        "reg [19:0] n; always @(posedge clk) n <= rst ? 0 : n + ~&n;\n"
        f"always @(posedge clk) begin if (&n) {delay}; q <= rst ? 0 : q + en; end"
    )
    observation = backend.execute(BUNDLE, Candidate(f"{unit}\n{HEAD});\n{waiting}\nendmodule\n"))
    assert observation.outcome is outcome, observation.log


@pytest.mark.parametrize(("unit", "outcome"), [("", Outcome.PASS), ("`timescale 1ns/1ps", Outcome.SYNTHESIS_ERROR)])
def test_without_a_unit_of_its_own_a_candidate_has_its_benchs(
    backend: VerilogBackend, unit: str, outcome: Outcome
) -> None:
    fine = replace(BUNDLE, files={"tb.v": BENCH.replace("1ns/1ps", "1ps/1ps")})
    waiting = "reg [19:0] n; always @(posedge clk) n <= rst ? 0 : n + ~&n;\n"
    waiting += "always @(posedge clk) begin if (&n) #1; q <= rst ? 0 : q + en; end"
    observation = backend.execute(fine, Candidate(f"{unit}\n{HEAD});\n{waiting}\nendmodule\n"))
    assert observation.outcome is outcome, observation.log


def test_where_a_reference_has_a_coarse_unit_so_may_a_candidate(backend: VerilogBackend) -> None:
    settings = {name: value for name, value in BUNDLE.settings.items() if name != "exact"}
    coarse = replace(BUNDLE, files={"tb.v": BENCH.replace("1ns/1ps", "1us/1ns")}, settings=settings)
    waiting = "always @(posedge clk) if (rst) q <= 0; else if (en) q <= #1 q + 1;"
    observation = backend.execute(coarse, Candidate(f"`timescale 1us/1ns\n{HEAD});\n{waiting}\nendmodule\n"))
    assert observation.outcome is Outcome.PASS, observation.log


def test_a_source_has_one_name_wherever_it_is_compiled() -> None:
    sandbox = Recorder(make_sandbox())
    marked = Candidate(f"{HEAD});\n{STEP}// the source of a candidate\nendmodule\n")
    observation = VerilogBackend(sandbox).execute(BUNDLE, marked)
    assert observation.outcome is Outcome.PASS, observation.log
    named = [name for job in sandbox.jobs for name, text in job.files.items() if b"the source of a candidate" in text]
    assert named == ["gray.v"] * 3  # alone, under the bench, beside the reference
