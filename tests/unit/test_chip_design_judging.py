"""How the end of a step becomes an outcome, and what a missing tool says."""

from pathlib import Path

import pytest

from resources.domains.chip_design.execution.gaps import raise_for_netlist
from resources.domains.chip_design.execution.judging import (
    LENIENT,
    ReferenceProfile,
    judge_findings,
    judge_link,
    judge_netlist,
    judge_run,
    judge_synthesis,
    profile_of,
)
from resources.domains.chip_design.execution.stages.simulate import NetlistRun, Simulation, Verdict
from resources.domains.chip_design.execution.stages.synthesis_report import LATCH, LOOP, SynthesisReport, read_report
from resources.domains.chip_design.execution.toolchain import read_toolchain
from resources.domains.toolkit.judging import judge_tool
from resources.execution.bundle import EnvironmentBundle, Limits
from resources.execution.errors import EnvironmentGap, ToolMissing
from resources.execution.observation import Observation, StageReport
from resources.execution.outcome import Outcome
from resources.execution.sandbox.job import Ended, StepResult

STRICT = ReferenceProfile(10, frozenset(), True, False, True, True)


@pytest.mark.parametrize(
    ("reference", "cells", "outweighs"),
    [(40.0, 0.0, False), (40.0, 400.0, False), (40.0, 401.0, True), (40.0, None, True), (0.0, 9000.0, False)],
)
def test_what_counts_as_another_order_of_size(reference: float, cells: float | None, outweighs: bool) -> None:
    """A design of constants has no cells at all, and is small; of one without a number nothing is known."""
    profile = ReferenceProfile(10, frozenset(), True, False, True, True, cells=reference)
    assert profile.is_outweighed_by(cells) is outweighs


def step(ended: Ended = Ended.EXITED, code: int = 0, log: bytes = b"", *, truncated: bool = False) -> StepResult:
    return StepResult("step", ended, code, log, truncated, 0.1)


def simulation(run: StepResult, verdict: Verdict, *, sizes: bool = False) -> Simulation:
    return Simulation(step(), run, b"", b"", verdict, sizes)


@pytest.mark.parametrize(
    ("result", "outcome"),
    [
        (step(), None),
        (step(code=3), Outcome.COMPILATION_ERROR),
        (step(Ended.SIGNALLED, 139), Outcome.COMPILATION_ERROR),
        (step(Ended.TIMED_OUT, 152), Outcome.TIMEOUT),
        (step(Ended.OUT_OF_MEMORY, 137), Outcome.RESOURCE_EXCEEDED),
        (step(Ended.LIMIT_EXCEEDED, 153), Outcome.RESOURCE_EXCEEDED),
        (step(Ended.SIGNALLED, 134, b"terminate called after throwing 'std::bad_alloc'"), Outcome.RESOURCE_EXCEEDED),
    ],
)
def test_a_tools_end(result: StepResult, outcome: Outcome | None) -> None:
    assert judge_tool(result, Outcome.COMPILATION_ERROR) is outcome


GOOD = Verdict(1, 10, 0)


@pytest.mark.parametrize(
    ("run", "verdict", "outcome"),
    [
        (step(), GOOD, None),
        (step(code=1), Verdict(1, 10, 2), Outcome.FUNCTIONAL_MISMATCH),
        (step(), Verdict(1, 9, 0), Outcome.FUNCTIONAL_MISMATCH),
        (step(), Verdict(0), Outcome.FUNCTIONAL_MISMATCH),
        (step(), Verdict(2), Outcome.FUNCTIONAL_MISMATCH),
        (step(Ended.SIGNALLED, 139), GOOD, Outcome.RUNTIME_ERROR),
        (step(Ended.TIMED_OUT, 137), GOOD, Outcome.TIMEOUT),
        (step(Ended.OUT_OF_MEMORY, 137), Verdict(0), Outcome.RESOURCE_EXCEEDED),
        (step(truncated=True), Verdict(0), Outcome.RESOURCE_EXCEEDED),
        (step(truncated=True), GOOD, None),
        (step(code=1, log=b"System task/function $x() is not defined by any module."), Verdict(0), Outcome.LINK_ERROR),
    ],
)
def test_a_runs_end(run: StepResult, verdict: Verdict, outcome: Outcome | None) -> None:
    assert judge_run(simulation(run, verdict), STRICT) is outcome


def test_findings_and_port_sizes_follow_the_reference() -> None:
    report = SynthesisReport({LATCH: 1})
    assert judge_findings(report, STRICT) is Outcome.SYNTHESIS_ERROR
    assert judge_findings(report, LENIENT) is None
    shown = Observation(
        Outcome.PASS, "simulate", metrics={"latches": 2.0, "checks": 7.0, "cells": 3.0, "port_size_warnings": 1.0}
    )
    profile = profile_of(shown)
    assert profile == ReferenceProfile(7, frozenset({LATCH}), True, True, True, False, cells=3.0)
    assert judge_findings(report, profile) is None
    assert judge_findings(SynthesisReport({LATCH: 1, LOOP: 1}), profile) is Outcome.SYNTHESIS_ERROR
    assert judge_link(simulation(step(), GOOD, sizes=True), STRICT) is Outcome.LINK_ERROR
    assert judge_link(simulation(step(), GOOD, sizes=True), profile) is None


def test_a_netlist_is_asked_for_where_the_references_passes() -> None:
    for passes in (True, False):
        shown = Observation(Outcome.PASS, "simulate", stages=(StageReport("netlist", passes),))
        assert profile_of(shown).netlist is passes


@pytest.mark.parametrize(
    ("run", "verdict", "outcome"),
    [
        (step(), GOOD, None),
        (step(), Verdict(1, 10, 1), Outcome.SYNTHESIS_ERROR),
        (step(code=2), Verdict(0), Outcome.SYNTHESIS_ERROR),
        (step(Ended.SIGNALLED, 139), GOOD, Outcome.SYNTHESIS_ERROR),
        (step(Ended.TIMED_OUT, 152), Verdict(0), Outcome.SYNTHESIS_ERROR),
    ],
)
def test_a_netlists_end(run: StepResult, verdict: Verdict, outcome: Outcome | None) -> None:
    assert judge_netlist(NetlistRun(step(), run, b"", verdict), STRICT) is outcome


@pytest.mark.parametrize("ended", [Ended.TIMED_OUT, Ended.OUT_OF_MEMORY, Ended.LIMIT_EXCEEDED])
def test_a_limit_that_only_the_netlist_meets_gives_no_label(ended: Ended) -> None:
    bundle = EnvironmentBundle(
        "chip_design", "test/m", "", "", "m.v", "module m; endmodule", {}, {"top": "m"}, Limits()
    )
    with pytest.raises(EnvironmentGap, match="ends on the source and not on the netlist"):
        raise_for_netlist(bundle, NetlistRun(step(), step(ended, 152), b"", Verdict(0)))
    raise_for_netlist(bundle, NetlistRun(step(), step(), b"", Verdict(0)))


def test_a_black_box_is_called_one() -> None:
    said = b"ERROR: Assertion failed: selection is not empty: =A:blackbox\nSelection contains:\npart\n"
    assert b"marked as a black box" in read_report(said, b"").log


def test_a_latch_whose_cell_is_gone_is_none() -> None:
    said = b"Latch inferred for signal `\\m.\\%s' from process `\\m.$proc$m.v:4$2': $auto$proc_dlatch.cc:427:x$%d\n"
    report = said % (b"i", 7) + said % (b"t", 9)
    assert read_report(b"", report).findings == {LATCH: 2}
    kept = report + b"@kept-latches@\nm/$auto$proc_dlatch.cc:427:x$9\n"
    assert read_report(b"", kept).findings == {LATCH: 1}
    assert b"\\t'" in read_report(b"", kept).log


def test_a_reference_that_is_not_synthesised_is_no_yardstick_for_it() -> None:
    refused = Observation(Outcome.PASS, "simulate", stages=(StageReport("synthesise", False),))
    assert not profile_of(refused).synthesisable
    assert not profile_of(refused).measurable


def test_time_over_the_numbers_is_no_fault_once_the_checks_are_done() -> None:
    late = step(Ended.TIMED_OUT, 152)
    assert judge_synthesis(late, SynthesisReport(checked=True)) is None
    assert judge_synthesis(late, SynthesisReport()) is Outcome.TIMEOUT
    assert judge_synthesis(step(code=1), SynthesisReport(checked=True)) is Outcome.SYNTHESIS_ERROR


def test_a_missing_tool_names_its_package(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("PATH", str(tmp_path))
    with pytest.raises(ToolMissing, match="apt-get install iverilog"):
        read_toolchain()
