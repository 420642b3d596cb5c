"""Candidates that crash, hang or flood cost the one beside them nothing: it says what it says when it is alone."""

import threading
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from typing import TypeVar

import pytest

from resources.domains.cad_modeling.tasks.library import LIMITS
from resources.execution.bundle import Candidate
from resources.execution.observation import Observation
from resources.execution.outcome import Outcome
from resources.execution.sandbox.job import StepResult
from tests.tools import cad_runs, embedded_programs
from tests.tools.cad_runs import BLOCK, HEADER, bundle_of

Result = TypeVar("Result")
LONG = embedded_programs.SAYS_OK.replace("duration_ms: 5", "duration_ms: 2000")
TIMER = "RCC->APB1ENR |= 1; TIM2->ARR = 100; TIM2->DIER = 1; NVIC_EnableIRQ(TIM2_IRQn); TIM2->CR1 = 1; for (;;) { }"
FIRMWARE = {
    "an interrupt without end": (
        embedded_programs.program(TIMER, "void TIM2_IRQHandler(void) { }"),
        Outcome.PROTOCOL_VIOLATION,
    ),
    "a trace of millions of accesses": (
        embedded_programs.program(
            "RCC->APB1ENR |= 1; TIM2->CR1 = 1; for (;;) { last = TIM2->CNT; }", "volatile uint32_t last;"
        ),
        Outcome.TIMEOUT,
    ),
    "a lock-up": (embedded_programs.program("*(volatile int *)0xCAFE0000U = 1; for (;;) { }"), Outcome.MEMORY_FAULT),
}
PINS = "pins = cq.Workplane().rarray(1, 1, 70, 70).circle(0.45).extrude(1)\n"
PARTS = {
    "a hang in OCCT's boolean": (
        f"{HEADER}{PINS}result = cq.Workplane().box(80, 80, 2).cut(pins)\n",
        Outcome.TIMEOUT,
    ),
    "a dimension that is no number": (
        f"{HEADER}result = cq.Workplane().box(float('nan'), 1, 1)\n",
        Outcome.GEOMETRY_ERROR,
    ),
    "a flood of output": (f"{BLOCK}while True:\n    print('x' * 1000)\n", Outcome.RESOURCE_EXCEEDED),
    "memory without end": (
        f"{BLOCK}rows = []\nwhile True:\n    rows.append('x' * 99_999_999)\n",
        Outcome.RESOURCE_EXCEEDED,
    ),
}


def beside(abuse: Callable[[], Result], neighbour: Callable[[], Observation]) -> tuple[Result, list[Observation]]:
    """What the abuse gives, and what its neighbour gives again and again until the abuse has ended."""
    done = threading.Event()
    with ThreadPoolExecutor(1) as threads:
        future = threads.submit(abuse)
        future.add_done_callback(lambda _: done.set())
        seen = [neighbour()]
        while not done.is_set():
            seen.append(neighbour())
        return future.result(), seen


def all_equal(alone: Observation, seen: Sequence[Observation]) -> bool:
    return all(observation == alone for observation in seen)


@pytest.mark.parametrize("name", FIRMWARE)
def test_firmware_beside_firmware(name: str) -> None:
    code, outcome = FIRMWARE[name]
    good = embedded_programs.program(embedded_programs.OK)
    alone = embedded_programs.run(good)
    assert alone.outcome is Outcome.PASS
    abuse, seen = beside(lambda: embedded_programs.run(code, LONG), lambda: embedded_programs.run(good))
    assert abuse.outcome is outcome, abuse.text
    assert all_equal(alone, seen)


@pytest.mark.parametrize("name", PARTS)
def test_part_beside_part(name: str) -> None:
    code, outcome = PARTS[name]
    # Only a hang is to meet the CPU limit: a slow machine takes seconds to fill the memory.
    bundle = bundle_of(BLOCK, limits=replace(LIMITS, cpu_s=4 if outcome is Outcome.TIMEOUT else 40, wall_s=60.0))
    good = Candidate(f"{BLOCK}# good\n")
    alone = cad_runs.backend().execute(bundle, good)
    assert alone.outcome is Outcome.PASS, alone.text
    abuse, seen = beside(
        lambda: cad_runs.backend().execute(bundle, Candidate(code)), lambda: cad_runs.backend().execute(bundle, good)
    )
    assert abuse.outcome is outcome, abuse.text
    assert all_equal(alone, seen)


def test_a_segmentation_fault_beside_a_part() -> None:
    """A script reaches its process's memory only past the reject stage, so that stage is left out."""
    bundle = bundle_of(BLOCK)
    alone = cad_runs.backend().execute(bundle, Candidate(BLOCK))

    def crash() -> StepResult:
        return cad_runs.modeller().model(bundle, Candidate("import ctypes\nctypes.string_at(0)\n")).step

    crashed, seen = beside(crash, lambda: cad_runs.backend().execute(bundle, Candidate(BLOCK)))
    assert crashed.exit_code == 139
    assert all_equal(alone, seen)
