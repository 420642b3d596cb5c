"""What following says of firmware that fails in a run, on references with a change and on texts that nobody meant."""

from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from mutilation import shuffled

from assets.bundles.build import bundle_from_seed
from resources.domains.embedded_systems.domain import DOMAIN, OUTCOMES
from resources.domains.embedded_systems.prediction.diagnostic_templates import simulated_failure
from resources.domains.embedded_systems.prediction.simulator.marks import CallGraph
from resources.domains.embedded_systems.prediction.simulator.tokens import line_numbers, lines_of
from resources.domains.embedded_systems.tasks.library import builtin_seeds
from resources.execution.bundle import Candidate, EnvironmentBundle
from resources.execution.outcome import Outcome

SEEDS = {seed.seed_id.rpartition("/")[2]: seed for seed in builtin_seeds()}


def bundle(name: str) -> EnvironmentBundle:
    return bundle_from_seed(SEEDS[name])


def said(name: str, old: str, new: str) -> tuple[Outcome, str]:
    """Outcome and first line for a reference with a change; the text "LINE" stands for the line of the change."""
    task = bundle(name)
    assert old in task.reference
    found = simulated_failure(task, Candidate(task.reference.replace(old, new)))
    assert found is not None
    line = task.reference.count("\n", 0, task.reference.index(old)) + 1
    return found.outcome, found.text.splitlines()[0].replace(f"main.c:{line} ", "LINE ")


@pytest.mark.parametrize(
    ("name", "old", "new", "outcome", "begin"),
    [
        ("running_light", "% 4U", "% 5U", Outcome.FUNCTIONAL_MISMATCH, "scenario "),
        ("pll_168_mhz", "SysTick_Handler", "SysTick_IRQHandler", Outcome.RUNTIME_ERROR,
         "scenario square wave and terminal: SysTick has no handler and ended in Default_Handler at "),
        ("timer_interrupt_divider", "int main(void) {", "int main(void) { return 0;", Outcome.RUNTIME_ERROR,
         "scenario free running: main returned, and there is nothing to return to at "),
        ("uart_upper_echo", "!(USART2->SR & USART_SR_TXE)", "USART2->SR | USART_SR_TXE", Outcome.TIMEOUT,
         "LINE in main: polls USART2->SR = 0x"),
        ("running_light", "int main(void) {", "int main(void) { *(volatile uint32_t *)0x08000100U = 1U;",
         Outcome.MEMORY_FAULT, "LINE in main: BusFault PRECISERR BFARVALID: write of 4 bytes at 0x08000100, in the f"),
        ("running_light", "int main(void) {", "int main(void) { *(volatile uint32_t *)0x40023404U = 1U;",
         Outcome.HARDWARE_FAULT,
         "LINE in main: BusFault PRECISERR BFARVALID: write of 4 bytes at 0x40023404, where the device has nothing"),
        ("running_light", "% 4U", "/ (*(volatile uint32_t *)&(uint32_t){0})", Outcome.HARDWARE_FAULT,
         "LINE in SysTick_Handler: UsageFault DIVBYZERO: integer division by zero"),
        ("running_light", "int main(void) {",
         "static void sink(void) { volatile uint32_t d[8]; d[0] = 1U; sink(); d[1] = d[0]; } int main(void) { sink();",
         Outcome.MEMORY_FAULT, "LINE in sink: BusFault PRECISERR BFARVALID: stack overflow"),
        ("running_light", "int main(void) {",
         "#define ON (GPIOC->MODER = 1U)\nint main(void) {\n\n ON;", Outcome.PROTOCOL_VIOLATION, "main.c:"),
    ],
)  # fmt: skip
def test_a_changed_reference(name: str, old: str, new: str, outcome: Outcome, begin: str) -> None:
    found, line = said(name, old, new)
    assert found is outcome
    assert line.startswith(begin)


def test_what_a_macro_does_stands_where_its_name_does() -> None:
    task = bundle("running_light")
    code = task.reference.replace("int main(void) {", "#define ON (GPIOC->MODER = 1U)\nint main(void) {\n /*\n*/ ON;")
    found = simulated_failure(task, Candidate(code))
    assert found is not None
    line = next(number for number, text in enumerate(code.splitlines(), 1) if "ON;" in text)
    assert found.text.startswith(f"main.c:{line} in main: GPIOC->MODER: write while the clock of GPIOC is off")


def test_lines_are_counted_through_comments_and_continued_lines() -> None:
    text = "\n/* a\n b */ int x;\n#define A \\\n 1\n\n// y\nint y;"
    assert list(zip(line_numbers(text), (line[0] for line in lines_of(text)), strict=True)) == [
        (3, "int"),
        (4, "#"),
        (8, "int"),
    ]


def test_a_function_that_is_called_at_one_place_is_part_of_its_caller() -> None:
    calls = CallGraph()
    for name, caller in (("init", "main"), ("pins", "init"), ("send", "main"), ("send", "tick"), ("again", "again")):
        calls.add(name, caller)
        calls.sizes[name] = 100
    assert [calls.host_of(name) for name in ("pins", "send", "again", "main")] == ["main", "send", "again", "main"]


@pytest.mark.parametrize("name", sorted(SEEDS)[::4])
def test_nothing_is_said_of_a_reference(name: str) -> None:
    task = bundle(name)
    assert simulated_failure(task, task.reference_candidate) is None


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("int main(void) {", "int main(void) { goto end; end:"),
        ("int main(void) {", "int main(void) { uint32_t n = 0; for (;;) { n++; }"),
        ("int main(void) {", "int main(void) { (*(void (*)(void))0x08004001U)();"),
        ("int main(void) {", "int main(void) { memset((void *)0x30000000, 0, 4U);"),
        ('#include "stm32f405.h"', ""),
    ],
)
def test_nothing_is_said_of_what_is_not_followed_or_has_no_line(old: str, new: str) -> None:
    task = bundle("led_blink")
    assert old in task.reference
    assert simulated_failure(task, Candidate(task.reference.replace(old, new))) is None


def test_nothing_is_said_without_checks() -> None:
    task = bundle("led_blink")
    assert simulated_failure(replace(task, files={}), Candidate("int main(void) { return 0; }")) is None


@settings(max_examples=60, deadline=None)
@given(st.sampled_from(sorted(SEEDS)), st.integers(0, 1 << 32))
def test_mutilated_texts_raise_nothing(name: str, number: int) -> None:
    task = bundle(name)
    found = DOMAIN.simulated_failure(task, Candidate(shuffled(task.reference, number, 4)))
    assert found is None or (found.outcome in OUTCOMES and found.text)


@settings(max_examples=60, deadline=None)
@given(st.text(max_size=300))
def test_any_text_raises_nothing(text: str) -> None:
    assert simulated_failure(bundle("led_blink"), Candidate(text)) is None
