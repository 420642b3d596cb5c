"""What the MCU model does for a program is work of its budget, and skipping waits is exact."""

import json
from typing import Any

import pytest

from resources.domains.embedded_systems.execution.checks.scenarios import for_model, read_checks
from resources.domains.embedded_systems.execution.judging import judge_model
from resources.domains.embedded_systems.execution.mcu.image import Image
from resources.domains.embedded_systems.execution.mcu.machine import Machine
from resources.domains.embedded_systems.execution.mcu.polling import Polling
from resources.domains.embedded_systems.execution.mcu.report import report_of
from resources.domains.embedded_systems.execution.mcu.scenario import read_scenario
from resources.domains.embedded_systems.tasks.library import builtin_seeds
from resources.execution.outcome import Outcome
from tests.tools.embedded_programs import BUDGET_IS_SPENT, CLOCKED, build, checked, program

BUDGET = 3_000_000
BUSY = {
    "a stream that no request ends": "USART2->BRR = 139; USART2->CR1 = 0x2008; DMA1->S[6].PAR = (uint32_t)x; "
    "DMA1->S[6].M0AR = (uint32_t)x; DMA1->S[6].NDTR = 4; DMA1->S[6].CR = 0x140 | (4U << 25) | 1; USART2->CR3 = 0x80; ",
    "a timer of two cycles": "TIM1->ARR = 1; TIM1->CR1 = 1; ",
    "a timer of two cycles that moves items": "TIM2->ARR = 1; TIM2->DIER = 0x100; DMA1->S[1].PAR = (uint32_t)x; "
    "DMA1->S[1].M0AR = (uint32_t)x; DMA1->S[1].NDTR = 4; DMA1->S[1].CR = 0x140 | (3U << 25) | 1; TIM2->CR1 = 1; ",
    "SysTick of two cycles": "SysTick->LOAD = 1; SysTick->VAL = 0; SysTick->CTRL = 5; ",
    "divisions": "for (uint32_t i = 1;; i++) { x[0] = x[1] / i; } ",
    "handlers": "SysTick->LOAD = 60; SysTick->VAL = 0; SysTick->CTRL = 7; ",
    "calls of a handler": 'for (;;) { __asm volatile("svc #0"); } ',
    "accesses that are trapped if unaligned": "SCB->CCR |= 8; for (;;) { x[0]++; } ",
}


@pytest.mark.parametrize("name", BUSY)
def test_what_the_model_does_for_a_program_is_work_of_its_budget(name: str) -> None:
    code = program(
        CLOCKED + BUSY[name] + "for (;;) { }",
        "volatile uint32_t x[8]; void SysTick_Handler(void) { x[7]++; } void SVC_Handler(void) { }",
    )
    image = Image(build(code, 8192))
    raw = for_model(read_checks(checked("{resets: []}", duration=2000)).scenarios[0], 8192)
    machines = [Machine(image, read_scenario(raw), BUDGET) for _ in range(2)]
    for machine in machines:
        machine.run()
        judged = judge_model([report_of(machine)], None)
        assert (judged.outcome, judged.lines) == (Outcome.TIMEOUT, (BUDGET_IS_SPENT,))
    assert [machine.ended for machine in machines] == ["instructions"] * 2
    assert machines[0].work == machines[1].work
    assert BUDGET < machines[0].work < BUDGET + 2_100_000
    assert machines[0].instructions < BUDGET * 0.97
    assert sum(tally.count for tally in machines[0].exceptions.tallies.values()) < BUDGET / 4_000


def test_a_masked_interrupt_that_waits_does_not_make_waiting_slow() -> None:
    code = program(
        'SysTick->LOAD = 15999; SysTick->VAL = 0; SysTick->CTRL = 7; __asm volatile("cpsid f"); for (;;) { }'
    )
    raw = for_model(read_checks(checked("{resets: []}", duration=2000)).scenarios[0], 8192)
    machine = Machine(Image(build(code, 8192)), read_scenario(raw))
    machine.run()
    assert machine.ended == "duration"
    assert machine.instructions < 20_000_000


def test_a_loop_that_masks_and_unmasks_interrupts_is_skipped_as_any_other() -> None:
    loop = "for (;;) { __disable_irq(); if (ticks == 9999) { again = 1; } __enable_irq(); }"
    code = program(
        "SysTick->LOAD = 159999; SysTick->VAL = 0; SysTick->CTRL = 7; " + loop,
        "volatile uint32_t ticks, again; void SysTick_Handler(void) { ticks++; }",
    )
    raw = for_model(read_checks(checked("{resets: []}", duration=2000)).scenarios[0], 8192)
    machine = Machine(Image(build(code, 8192)), read_scenario(raw))
    machine.run()
    assert machine.ended == "duration"
    assert machine.exceptions.tallies["SysTick"].count == 199
    assert machine.work < 40_000_000


def test_a_loop_that_polls_several_registers_is_skipped_as_any_other() -> None:
    loop = (
        "for (;;) { if (USART2->SR & USART_SR_RXNE) { n += USART2->DR; } if (GPIOA->IDR & 1) { n++; } "
        "if (SysTick->CTRL & (1U << 16)) { n += 2; } if (n > 90) { n = 0; } }"
    )
    code = program("boot(); SysTick->LOAD = 159999; SysTick->VAL = 0; SysTick->CTRL = 5; " + loop, "uint32_t n;")
    raw = for_model(read_checks(checked("{resets: []}", duration=2000)).scenarios[0], 8192)
    machine = Machine(Image(build(code, 8192)), read_scenario(raw))
    machine.run()
    assert machine.ended == "duration"
    assert machine.work < 10_000_000


def without_counts(report: dict[str, Any]) -> dict[str, Any]:
    """What does not depend on how many polls were really made."""
    left_out = ("instructions", "trace", "accesses", "first_writes", "poll", "conduct")
    deeds = report["conduct"]["deeds"]
    done = {
        deed: {actor: count for actor, (count, _, _) in actors.items()}
        for deed, actors in deeds.items()
        if not deed.startswith(("read ", "write "))
    }
    return {key: value for key, value in report.items() if key not in left_out} | report["conduct"] | {"deeds": done}


@pytest.mark.parametrize(
    "name", ["uart_upper_echo", "button_to_led", "ring_buffer_lines", "pwm_dimmer", "cooperative_tasks"]
)
def test_skipping_waits_changes_nothing(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    seed = next(seed for seed in builtin_seeds() if seed.seed_id == f"builtin/{name}")
    image = Image(build(seed.reference, 8192))
    scenario = read_checks(seed.files["checks.yaml"]).scenarios[-1]
    raw = for_model(scenario, 8192) | {"duration_ns": 4_000_000}

    def observed() -> dict[str, Any]:
        machine = Machine(image, read_scenario(raw))
        machine.run()
        found: dict[str, Any] = json.loads(json.dumps(report_of(machine)))
        return found

    quick = observed()
    monkeypatch.setattr(Polling, "skip", lambda self, until: False)
    exact = observed()
    assert without_counts(quick) == without_counts(exact)
    assert quick["instructions"] <= exact["instructions"]
