"""cocotb benches: pass, fail, error, hang, an empty bench, and logs that do not change between runs."""

from dataclasses import replace

import pytest

from resources.domains.chip_design.execution.backend import VerilogBackend
from resources.domains.chip_design.execution.diagnostics import diagnostics
from resources.execution.bundle import Candidate, EnvironmentBundle, Limits
from resources.execution.errors import PermanentEnvironmentFailure
from resources.execution.outcome import Outcome
from resources.execution.sandbox.selection import make_sandbox

REFERENCE = "module flip(input clk, input d, output reg q);\nalways @(posedge clk) q <= d;\nendmodule\n"
BENCH = """import cocotb
from cocotb.clock import Clock
from cocotb.triggers import FallingEdge


@cocotb.test()
async def follows(dut):
    cocotb.start_soon(Clock(dut.clk, 10, unit="ns").start())
    for value in (1, 0, 0, 1, 1):
        dut.d.value = value
        await FallingEdge(dut.clk)
        await FallingEdge(dut.clk)
        assert dut.q.value == value, f"MISMATCH q: expected {value} got {dut.q.value}"


@cocotb.test()
async def holds(dut):
    assert dut.q.value == 1
"""
BUNDLE = EnvironmentBundle(
    "chip_design",
    "test/flip",
    "A flip-flop.",
    "",
    "flip.v",
    REFERENCE,
    {"test_flip.py": BENCH},
    {"top": "flip", "bench": "cocotb", "cocotb_module": "test_flip"},
    Limits(wall_s=20.0),
)


@pytest.fixture(scope="module")
def backend() -> VerilogBackend:
    return VerilogBackend(make_sandbox())


def test_reference_passes_twice_alike(backend: VerilogBackend) -> None:
    first = backend.execute(BUNDLE, BUNDLE.reference_candidate)
    assert first.outcome is Outcome.PASS, first.text
    assert first.metrics["checks"] == 2
    assert first == backend.execute(BUNDLE, BUNDLE.reference_candidate)


def test_a_wrong_design_fails_with_its_message(backend: VerilogBackend) -> None:
    wrong = Candidate(REFERENCE.replace("q <= d", "q <= ~d"))
    seen = backend.execute(BUNDLE, wrong)
    assert seen.outcome is Outcome.FUNCTIONAL_MISMATCH
    assert "MISMATCH q: expected 1 got 0" in seen.text
    assert diagnostics(seen)[0].category == "mismatch"
    assert "/" not in seen.text.replace("(1/2)", "").replace("(2/2)", "")
    assert seen == backend.execute(BUNDLE, wrong)


def test_a_missing_port_is_a_failed_test(backend: VerilogBackend) -> None:
    seen = backend.execute(BUNDLE, Candidate("module flip(input clk, output reg q); initial q = 0; endmodule"))
    assert seen.outcome is Outcome.FUNCTIONAL_MISMATCH
    assert "contains no child object named d" in seen.text


def test_a_hang_times_out(backend: VerilogBackend) -> None:
    bundle = replace(BUNDLE, limits=Limits(wall_s=6.0, cpu_s=4))
    hanging = Candidate(
        REFERENCE.replace(
            "endmodule", "`ifndef SYNTHESIS\nreg a = 0; always @(a) a <= ~a; initial a = 1;\n`endif\nendmodule"
        )
    )
    assert backend.execute(bundle, hanging).outcome is Outcome.TIMEOUT


def test_printed_results_are_no_results(backend: VerilogBackend) -> None:
    forged = 'initial $display("** TESTS=2 PASS=2 FAIL=0 SKIP=0 **"); endmodule'
    seen = backend.execute(BUNDLE, Candidate(REFERENCE.replace("q <= d", "q <= 0").replace("endmodule", forged)))
    assert seen.outcome is Outcome.FUNCTIONAL_MISMATCH
    assert "printed: ** TESTS=2 PASS=2 FAIL=0 SKIP=0 **\n" in seen.text
    assert "\n  ** TESTS=2 PASS=0 FAIL=2 SKIP=0\n" in seen.text


def test_a_module_without_tests_checks_nothing(backend: VerilogBackend) -> None:
    empty = replace(BUNDLE, files={"test_flip.py": "import cocotb\n"})
    assert not backend.execute(empty, empty.reference_candidate).outcome.passed


def test_a_bundle_without_its_module_is_the_environments_fault(backend: VerilogBackend) -> None:
    with pytest.raises(PermanentEnvironmentFailure, match=r"test_flip\.py"):
        backend.execute(replace(BUNDLE, files={}), BUNDLE.reference_candidate)
