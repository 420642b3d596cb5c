"""What tracers record of real runs, and that nothing of a bench is in it."""

import contextlib
import re
from collections.abc import Iterator

import pytest

from assets.bundles.build import bundle_from_seed
from resources.domains.registry import get_domain
from resources.domains.traces import MOST_EVENTS, ExecutionTrace
from resources.execution.bundle import Candidate, EnvironmentBundle
from resources.execution.sandbox.job import Sandbox
from resources.execution.sandbox.selection import make_sandbox


@pytest.fixture(scope="module")
def sandbox() -> Iterator[Sandbox]:
    with contextlib.closing(make_sandbox()) as made:
        yield made


def bundle_of(domain: str, seed: str) -> EnvironmentBundle:
    seeds = {item.seed_id: item for item in get_domain(domain).builtin_seeds()}
    return bundle_from_seed(seeds[f"builtin/{seed}"])


def traced(sandbox: Sandbox, domain: str, seed: str, old: str = "", new: str = "") -> ExecutionTrace | None:
    """Of the reference, or of it with its first `old` replaced."""
    bundle, tracer = bundle_of(domain, seed), get_domain(domain).tracer(sandbox)
    assert tracer is not None
    assert old in bundle.reference
    return tracer.trace(bundle, Candidate(bundle.reference.replace(old, new, 1)))


def test_a_waveform_shows_where_a_wrong_design_first_differs(sandbox: Sandbox) -> None:
    trace = traced(sandbox, "chip_design", "gray_counter", "following >> 1", "following >> 2")
    assert trace is not None
    assert (trace.kind, trace.unit, trace.differs_at) == ("waveform", "1ps", 25_000)
    held = {event.name: event.value for event in trace.events if event.at <= 25_000}
    assert (held["gray"], held["clk"]) == ("0x2", "1")
    assert len(trace.events) <= MOST_EVENTS
    assert trace.left_out > 0


def test_a_waveform_has_the_designs_signals_alone(sandbox: Sandbox) -> None:
    trace = traced(sandbox, "chip_design", "gray_counter")
    assert trace is not None
    assert trace.differs_at is None
    own = {"clk", "reset", "enable", "gray", "binary", "wrap", "following"}
    assert {event.name for event in trace.events} == own


def test_a_cocotb_bench_leaves_a_waveform_too(sandbox: Sandbox) -> None:
    trace = traced(sandbox, "chip_design", "lfsr_galois_16", "16'hACE1", "16'hACE3")
    assert trace is not None
    assert trace.differs_at is not None
    assert "bit_out" in {event.name for event in trace.events}


def test_what_does_not_compile_leaves_no_trace(sandbox: Sandbox) -> None:
    assert traced(sandbox, "chip_design", "gray_counter", "endmodule", "assign endmodule") is None
    assert traced(sandbox, "cad_modeling", "l_bracket", "import cadquery as cq", "import cadquery as cq (") is None


def test_board_activity_is_what_the_program_did_by_the_clock(sandbox: Sandbox) -> None:
    trace = traced(sandbox, "embedded_systems", "led_blink")
    assert trace is not None
    assert [event.at for event in trace.events] == sorted(event.at for event in trace.events)
    names = [event.name for event in trace.events]
    assert names.index("W RCC->AHB1ENR") < names.index("W GPIOA->MODER") < names.index("PA5")


def test_modelling_steps_say_what_each_call_left(sandbox: Sandbox) -> None:
    trace = traced(sandbox, "cad_modeling", "l_bracket")
    assert trace is not None
    last = trace.events[-1]
    assert last.name == "cut"
    assert re.search(r"volume \d+\.?\d*, faces 11, box 0\.\.50 0\.\.30 0\.\.40", last.value)


def test_errors_by_case_say_how_far_each_output_is_from_right(sandbox: Sandbox) -> None:
    trace = traced(sandbox, "gpu_kernels", "row_softmax", "tl.exp(shifted)", "tl.exp(shifted * 1.01)")
    assert trace is not None
    assert trace.differs_at == 0
    said = {(event.at, event.name): event.value for event in trace.events}
    assert said[2, "output 0 largest error"] == "0 at (0, 0)"
    assert said[0, "output 0 elements outside the tolerance"].endswith(" of 2100")
    assert any(name == "launches" for _, name in said)


def test_what_is_no_number_is_the_largest_error(sandbox: Sandbox) -> None:
    trace = traced(sandbox, "gpu_kernels", "row_softmax", "tl.exp(shifted)", "tl.exp(shifted) / 0.0 * 0.0")
    assert trace is not None
    said = {(event.at, event.name): event.value for event in trace.events}
    assert said[0, "output 0 largest error"].startswith("nan at (0, 0")
    assert said[0, "output 0 elements outside the tolerance"] == "2100 of 2100"


def test_a_cuda_kernel_is_traced_by_case(sandbox: Sandbox) -> None:
    trace = traced(sandbox, "gpu_kernels", "cuda_vector_add")
    assert trace is not None
    assert trace.differs_at is None
    assert {event.value for event in trace.events if event.name == "output 0 mean error"} == {"0"}


def test_executed_instructions_are_counted_line_by_line(sandbox: Sandbox) -> None:
    trace = traced(sandbox, "code_optimization", "popcount_words")
    assert trace is not None
    bundle = bundle_of("code_optimization", "popcount_words")
    lines = bundle.reference.splitlines()
    for event in trace.events:
        mnemonic = event.name.split()[0]
        assert mnemonic[:3] in lines[event.at - 1] or mnemonic.startswith(("nop", "cs"))
    counts = [int(event.value) for event in trace.events]
    assert max(counts) > min(count for count in counts if count)
