"""Each label of the embedded domain by small programs, run by the real compiler, the MCU model and QEMU."""

from dataclasses import replace

import pytest

from resources.domains.embedded_systems.execution.diagnostics import diagnostics
from resources.domains.embedded_systems.execution.mcu.machine import power_up_content
from resources.execution.bundle import Candidate, Limits
from resources.execution.errors import EnvironmentGap
from resources.execution.outcome import Outcome
from tests.tools.embedded_programs import BUDGET_IS_SPENT, HEAD, OK, SAYS_OK, backend, bundle, program, run

CASES = {
    "passes": (program(OK), Outcome.PASS, "function", ""),
    "missing semicolon": (program("boot() for (;;) { }"), Outcome.COMPILATION_ERROR, "compile", "syntax"),
    "undeclared register": (program("RCC->AHB9ENR = 1;"), Outcome.COMPILATION_ERROR, "compile", "register"),
    "undeclared name": (program("ticks = 1;"), Outcome.COMPILATION_ERROR, "compile", "undeclared"),
    "implicit function": (program("HAL_Init();"), Outcome.COMPILATION_ERROR, "compile", "implicit function"),
    "wrong pointer": (program("uint32_t *p = 5; *p = 1; for (;;) { }"), Outcome.COMPILATION_ERROR, "compile", "type"),
    "missing symbol": (program("init();" + OK, "void init(void);"), Outcome.LINK_ERROR, "link", "undefined reference"),
    "region overflow": (
        program("big[5] = 1;" + OK, "volatile uint8_t big[99999];"),
        Outcome.LINK_ERROR,
        "link",
        "region overflow",
    ),
    "no main": (HEAD, Outcome.LINK_ERROR, "link", "undefined reference"),
    "wrong text": (program("boot(); say('k'); for (;;) { }"), Outcome.FUNCTIONAL_MISMATCH, "function", "text"),
    "wild write": (program("*(volatile uint32_t *)0xCAFE0000U = 1;"), Outcome.MEMORY_FAULT, "model", "cpu fault"),
    "beyond the RAM": (program("*(volatile uint8_t *)0x20002000U = 1;"), Outcome.MEMORY_FAULT, "model", "cpu fault"),
    "write to flash": (program("*(volatile uint32_t *)0x08000040U = 1;"), Outcome.MEMORY_FAULT, "model", "cpu fault"),
    "stack overflow": (
        program("dig(1);", "uint32_t dig(uint32_t n) { volatile uint32_t a[9]; a[1] = n; return dig(n + 1) * a[0]; }"),
        Outcome.MEMORY_FAULT,
        "model",
        "stack overflow",
    ),
    "a call in its own handler": (
        program('__asm volatile("svc 0"); for (;;) { }', 'void SVC_Handler(void) { __asm volatile("svc 2"); }'),
        Outcome.HARDWARE_FAULT,
        "model",
        "cpu fault",
    ),
    "unaligned": (
        program("*(volatile uint64_t *)(at + 1) = 5;", "uint8_t store[16]; uint8_t *volatile at = store;"),
        Outcome.HARDWARE_FAULT,
        "model",
        "cpu fault",
    ),
    "division by zero": (
        program("zero = 5 / zero;", "volatile int zero;"),
        Outcome.HARDWARE_FAULT,
        "model",
        "cpu fault",
    ),
    "undefined instruction": (program('__asm volatile("udf #0");'), Outcome.HARDWARE_FAULT, "model", "cpu fault"),
    "reserved peripheral": (
        program("*(volatile uint32_t *)0x40030000U = 1;"),
        Outcome.HARDWARE_FAULT,
        "model",
        "cpu fault",
    ),
    "jump into data": (program("((void (*)(void))0x20000101U)();"), Outcome.HARDWARE_FAULT, "model", "cpu fault"),
    "FPU off": (
        program("SCB->CPACR = 0; __DSB(); __ISB(); f = f * 2.5f;" + OK, "volatile float f;"),
        Outcome.HARDWARE_FAULT,
        "model",
        "cpu fault",
    ),
    "FPU off after it was used": (
        program(
            "for (int i = 0; i < 9; i++) { if (i == 7) { SCB->CPACR = 0; } f = f * 2.5f; }" + OK, "volatile float f;"
        ),
        Outcome.HARDWARE_FAULT,
        "model",
        "cpu fault",
    ),
    "unaligned accesses trapped": (
        program(
            "*(volatile uint32_t *)(at + 1) = 5; SCB->CCR |= 8; __DSB(); *(volatile uint32_t *)(at + 1) = 6;",
            "uint8_t store[16]; uint8_t *volatile at = store;",
        ),
        Outcome.HARDWARE_FAULT,
        "model",
        "cpu fault",
    ),
    "return to no handler": (
        program(
            '__asm volatile("svc 0");' + OK,
            '__attribute__((naked)) void SVC_Handler(void) { __asm volatile("mvn r0, #14\\n bx r0"); }',
        ),
        Outcome.HARDWARE_FAULT,
        "model",
        "cpu fault",
    ),
    "return without Thumb state": (
        program(
            '__asm volatile("svc 0");' + OK,
            "__attribute__((naked)) void SVC_Handler(void) { "
            '__asm volatile("movs r0, #0\\n str r0, [sp, #28]\\n bx lr"); }',
        ),
        Outcome.HARDWARE_FAULT,
        "model",
        "cpu fault",
    ),
    "writes for ever": (
        program("RCC->AHB1ENR |= 1; for (;;) { GPIOA->ODR = 0; }"),
        Outcome.TIMEOUT,
        "function",
        "stuck",
    ),
    "no handler of NMI": (program("SCB->ICSR = 1U << 31; __DSB();" + OK), Outcome.RUNTIME_ERROR, "model", "ended"),
    "clock off": (program("GPIOA->ODR = 1;" + OK), Outcome.PROTOCOL_VIOLATION, "model", "clock off"),
    "not enabled": (
        program("boot(); USART2->CR1 = 0; USART2->DR = 'o'; for (;;) { }"),
        Outcome.PROTOCOL_VIOLATION,
        "model",
        "sequence",
    ),
    "flag not cleared": (
        program(
            "RCC->APB1ENR |= 1; TIM2->ARR = 100; TIM2->DIER = 1; NVIC_EnableIRQ(TIM2_IRQn); TIM2->CR1 = 1;" + OK,
            "void TIM2_IRQHandler(void) { }",
        ),
        Outcome.PROTOCOL_VIOLATION,
        "model",
        "interrupt storm",
    ),
    "no handler": (
        program("SysTick->LOAD = 999; SysTick->VAL = 0; SysTick->CTRL = 7;" + OK),
        Outcome.RUNTIME_ERROR,
        "model",
        "ended",
    ),
    "main returns": (program("boot(); say('o'); say('k'); return 0;"), Outcome.RUNTIME_ERROR, "model", "ended"),
    "reset": (
        program("boot(); SCB->AIRCR = (0x5FAU << 16) | 4U; for (;;) { }"),
        Outcome.RUNTIME_ERROR,
        "model",
        "ended",
    ),
    "waits for ever": (
        program("boot(); while (!(USART2->SR & USART_SR_RXNE)) { }" + OK[7:]),
        Outcome.TIMEOUT,
        "function",
        "stuck",
    ),
    "looks once a tick": (
        program(
            "boot(); RCC->AHB1ENR |= 4; SysTick->LOAD = 1599; SysTick->VAL = 0; SysTick->CTRL = 7; "
            "for (;;) { __WFI(); }",
            "volatile uint32_t pressed; void SysTick_Handler(void) { if (!(GPIOC->IDR & 0x2000U)) { pressed = 1; } }",
        ),
        Outcome.FUNCTIONAL_MISMATCH,
        "function",
        "text",
    ),
    "rejected": (program('__asm volatile("bkpt 0xab");'), Outcome.REJECTED, "reject", "forbidden"),
    "rejected by the object file": (
        program('A(".pushsection .evil\\n.word 1\\n.popsection");' + OK, "#define B(a, b) a##b\n#define A B(as, m)\n"),
        Outcome.REJECTED,
        "reject",
        "forbidden",
    ),
}  # fmt: skip


@pytest.mark.parametrize("name", CASES)
def test_label(name: str) -> None:
    code, outcome, stage, category = CASES[name]
    seen = run(code)
    assert seen.outcome is outcome, seen.text
    assert seen.stage == stage, seen.text
    assert seen.stages[-1].passed == seen.outcome.passed
    if category:
        assert diagnostics(seen)[0].category == category, (diagnostics(seen)[:2], seen.text)


@pytest.mark.parametrize(
    "name",
    ["unaligned", "division by zero", "undefined instruction", "wild write", "FPU off", "unaligned accesses trapped",
     "return to no handler"],
)  # fmt: skip
def test_qemu_finds_the_same_fault(name: str) -> None:
    assert "qemu agrees: " in run(CASES[name][0]).text


@pytest.mark.parametrize(
    ("name", "words"),
    [
        ("writes for ever", "writes GPIOA->ODR = 0x0 without end"),
        ("waits for ever", "polls USART2->SR"),
        ("no handler of NMI", "NMI has no handler"),
        ("return to no handler", "INVPC"),
        ("FPU off after it was used", "NOCP"),
    ],
)
def test_words_of_a_label(name: str, words: str) -> None:
    assert words in run(CASES[name][0]).text


def test_numbers_of_a_run() -> None:
    metrics = run(program(OK)).metrics
    assert metrics["checks"] == 1
    assert metrics["failed_checks"] == 0
    assert 1000 < metrics["flash_bytes"] < 2000
    assert metrics["ram_bytes"] >= 1024
    assert 0 < metrics["stack_bytes"] < 200
    assert 100 < metrics["instructions"] < 100_000


def test_more_stack_is_seen() -> None:
    deep = program("volatile uint8_t a[512]; for (uint32_t i = 0; i < 512; i++) { a[i] = 1; }" + OK)
    assert run(deep).metrics["stack_bytes"] > 512


ECHO = """scenarios:
  - name: one
    duration_ms: 9
    stimuli:
      - {at_ms: 1, uart: USART2, text: "k"}
    checks:
      - {uart: USART2, equals: "k"}
"""


@pytest.mark.parametrize(
    ("enabled", "answer", "outcome"),
    [
        ("", "c", Outcome.PASS),
        ("", "c + 1", Outcome.FUNCTIONAL_MISMATCH),
        ("USART2->CR1 &= ~USART_CR1_RE;", "c", Outcome.TIMEOUT),
    ],
)
def test_waiting_for_the_next_byte_is_no_hang(enabled: str, answer: str, outcome: Outcome) -> None:
    loop = f"for (;;) {{ while (!(USART2->SR & USART_SR_RXNE)) {{ }} char c = (char)USART2->DR; say({answer}); }}"
    assert run(program(f"boot(); {enabled} {loop}"), ECHO).outcome is outcome


@pytest.mark.parametrize(
    ("pulls", "outcome"), [("", Outcome.FUNCTIONAL_MISMATCH), ("GPIOA->PUPDR |= 0x10;", Outcome.PASS)]
)
def test_an_open_drain_without_a_pull_up_is_not_heard(pulls: str, outcome: Outcome) -> None:
    assert run(program(f"boot(); GPIOA->OTYPER |= 4; {pulls} say('o'); say('k'); for (;;) {{ }}")).outcome is outcome


def test_memory_that_nobody_initialises_is_not_zero() -> None:
    kept = 'uint32_t kept[2] __attribute__((section(".noinit")));'
    assert run(program("if (kept[1] == 0) { " + OK + "} for (;;) { }", kept)).outcome is Outcome.FUNCTIONAL_MISMATCH


def test_memory_that_nobody_initialises_is_no_constant() -> None:
    """What it holds in one scenario it does not in another; taken for a pointer, it faults in both."""
    first, second = (power_up_content(name, 8192)[0x1F00:0x1F04] for name in ("one", "two"))
    assert first != second
    word = f"*(volatile uint32_t *)0x20001F00U == 0x{int.from_bytes(first, 'little'):X}U"
    code = program(f"if ({word}) {{ {OK} }} for (;;) {{ }}")
    assert run(code).outcome is Outcome.PASS
    both = SAYS_OK + SAYS_OK.removeprefix("scenarios:\n").replace("one", "two")
    assert run(code, both).outcome is Outcome.FUNCTIONAL_MISMATCH
    wild = program("**(volatile uint32_t **)0x20001F00U = 1; for (;;) { }")
    for name in ("one", "two"):
        assert run(wild, SAYS_OK.replace("one", name)).outcome is Outcome.MEMORY_FAULT


def test_a_byte_that_is_written_once_is_sent_once() -> None:
    """gcc 12 moved the store of this loop out of it, and left it there as well."""
    loop = "while (n != 2) { while (!(USART2->SR & USART_SR_TXE)) { } USART2->DR = text[n++]; }"
    code = program(f"boot(); text[0] = 'o'; text[1] = 'k'; {loop} for (;;) {{ }}", "static char text[2]; static int n;")
    seen = run(code)
    assert seen.outcome is Outcome.PASS, seen.text


GAPS = {
    "I2C": "*(volatile uint32_t *)0x40005400U = 1;",
    "CCM RAM": "*(volatile uint32_t *)0x10000000U = 1;",
    "programming the flash": "FLASH->CR = 1;",
    "Stop and Standby mode": "SCB->SCR = 4; __WFI();",
    "unprivileged access": '__asm volatile("msr control, %0\\n isb" :: "r"(1)); SysTick->LOAD = 5;',
    "memory protection": "*(volatile uint32_t *)0xE000ED94U = 1;",
    "centre-aligned": "RCC->APB1ENR |= 2; TIM3->CR1 = 0x21;",
    "half duplex": "boot(); USART2->CR3 = 8;",
    "IrDA": "boot(); USART2->CR3 = 2;",
    "mute mode": "boot(); USART2->CR1 |= 2;",
}


@pytest.mark.parametrize("name", GAPS)
def test_what_the_model_lacks_is_no_outcome(name: str) -> None:
    with pytest.raises(EnvironmentGap, match=name):
        run(program(GAPS[name] + "for (;;) { }"))


def test_a_flood_and_an_endless_loop_end_by_themselves() -> None:
    flood = program("boot(); USART2->BRR = 16; for (;;) { say('x'); }")
    seen = run(flood.replace("USART2->BRR = 139U", "USART2->BRR = 16U").replace("USART2->BRR = 16; ", ""))
    assert seen.outcome is Outcome.FUNCTIONAL_MISMATCH
    assert len(seen.log) < 8192
    trace = program("RCC->AHB1ENR |= 1; GPIOA->MODER |= 0x400; for (;;) { GPIOA->ODR ^= 0x20; GPIOA->ODR ^= 0x41; }")
    assert len(run(trace).log) < 8192


FLOODS = {
    "one pin": "RCC->AHB1ENR |= 1; GPIOA->MODER |= 0x400; for (;;) { GPIOA->ODR ^= 0x20; }",
    "all pins": "RCC->AHB1ENR |= 31; GPIOB->MODER = 0x55555555; GPIOC->MODER = 0x55555555; "
    "for (;;) { GPIOB->ODR ^= 0xFFFF; GPIOC->ODR ^= 0xFFFF; }",
    "a fast terminal": "boot(); for (;;) { say('x'); }",
}


@pytest.mark.parametrize("name", FLOODS)
def test_a_flood_of_output_is_a_resource_limit(name: str) -> None:
    checks = SAYS_OK.replace("duration_ms: 5", "duration_ms: 500")
    seen = run(program(FLOODS[name]).replace("139U", "1U"), checks)
    assert seen.outcome is Outcome.RESOURCE_EXCEEDED, seen.text
    assert "more output than is kept" in seen.text
    assert len(seen.log) < 8192


ENDLESS_ACCESSES = (
    program("RCC->APB1ENR |= 1; TIM2->CR1 = 1; for (;;) { last = TIM2->CNT; }", "volatile uint32_t last;"),
    SAYS_OK.replace("duration_ms: 5", "duration_ms: 2000"),
)


def test_endless_register_accesses_have_a_budget() -> None:
    seen = run(*ENDLESS_ACCESSES)
    assert seen.outcome is Outcome.TIMEOUT
    assert BUDGET_IS_SPENT in seen.text


@pytest.mark.parametrize("top", ["0x40005420u", "0x40020010u", "0x08000400u"])
def test_a_frame_on_a_stack_that_is_no_ram_is_a_fault_of_the_program(top: str) -> None:
    code = program(
        f"SysTick->LOAD = 999; SysTick->CTRL = 7; __set_MSP({top}); for (;;) {{ __NOP(); }}",
        "void SysTick_Handler(void) { }",
    )
    seen = run(code)
    assert seen.outcome in (Outcome.HARDWARE_FAULT, Outcome.MEMORY_FAULT), seen.text
    assert "STKERR" in seen.text


def test_a_poll_of_a_running_counter_ends_with_the_scenario() -> None:
    waits = "RCC->APB1ENR |= 1; TIM2->PSC = 15; TIM2->EGR = 1; TIM2->CR1 = 1; while (TIM2->CNT < 60000) { }"
    assert run(program(f"{waits} {OK}"), SAYS_OK.replace("duration_ms: 5", "duration_ms: 65")).outcome.passed


def test_compiler_bomb_is_a_limit() -> None:
    doubling = "".join(f"#define A{n + 1} A{n} A{n} A{n} A{n}\n" for n in range(1, 16))
    bomb = f"{HEAD}{doubling}#define A1 int x;\nA16\n"
    small = replace(bundle(), limits=Limits(wall_s=240.0, cpu_s=120, memory_bytes=128 << 20))
    seen = backend().execute(small, Candidate(bomb))
    assert (seen.outcome, seen.text.strip()) == (Outcome.RESOURCE_EXCEEDED, "compile: out of memory")


def test_a_compiler_without_an_end_is_a_timeout_that_no_host_decides() -> None:
    """gcc's driver calls its child's limit a compiler error, and asks for a bug report."""
    limited = replace(bundle(), limits=Limits(wall_s=60.0, cpu_s=1))
    seen = backend().execute(limited, Candidate(f"{HEAD}int {'*' * 60_000}p;\nint main(void) {{ return p != 0; }}\n"))
    assert (seen.outcome, seen.text.strip()) == (Outcome.TIMEOUT, "compile: timed out")


@pytest.mark.parametrize(
    "name", ["passes", "wrong text", "unaligned", "flag not cleared", "region overflow", "FPU off"]
)
def test_equal_candidates_give_equal_observations(name: str) -> None:
    assert run(CASES[name][0]) == run(CASES[name][0])
