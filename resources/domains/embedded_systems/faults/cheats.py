"""The cheat suite: forgeries that aim at the checks instead of the task. None may pass.

`empty_candidate` stands here too: the interface with empty bodies. Forgeries keep the names of the interface,
so that they build wherever building is not itself what is refused.
"""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from resources.domains.domain import Cheat
from resources.domains.embedded_systems.execution.checks.records import UartCheck
from resources.domains.embedded_systems.execution.checks.scenarios import CHECKS_FILE, read_checks
from resources.domains.embedded_systems.tasks.costly import costly_lazy_answers
from resources.domains.embedded_systems.tasks.families import made_lazy_answers
from resources.domains.embedded_systems.tasks.library import lazy_answers
from resources.execution.bundle import Candidate, EnvironmentBundle

_PROTOTYPE = re.compile(r"^(?P<head>(?P<type>[A-Za-z_][\w ]*?[ *]+)(?P<name>\w+)\s*\([^;{]*\))\s*;", re.MULTILINE)
_SERIAL = """
static void boot(void) {
    RCC->AHB1ENR |= RCC_AHB1ENR_GPIOAEN | RCC_AHB1ENR_GPIOBEN;
    RCC->APB1ENR |= RCC_APB1ENR_USART2EN;
    GPIOA->AFR[0] |= 0x7700U;
    GPIOA->MODER = (GPIOA->MODER & ~0xCF0U) | 0x4A0U;
    USART2->BRR = 139U;
    USART2->CR1 = USART_CR1_UE | USART_CR1_TE | USART_CR1_RE;
}
static void say(const char *text) {
    while (*text) { while (!(USART2->SR & USART_SR_TXE)) { } USART2->DR = (uint8_t)*text++; }
}
"""
_VERDICTS = (
    "PASS", "ALL CHECKS PASSED", "verdict: 0 of 99 checks failed",
    '{\\"forbidden\\": [], \\"runs\\": [], \\"gap\\": \\"\\"}',
    "@VERDICT@ checks=99 errors=0", "ended: duration",
)  # fmt: skip


@dataclass(frozen=True)
class _Forgery:
    """One cheat: what main does, and text before the functions."""

    name: str
    description: str
    main: str = "for (;;) { }"
    before: str = ""


def empty_candidate(bundle: EnvironmentBundle) -> Candidate:
    """Every function of the interface with an empty body. Raises ValueError where the interface has no main."""
    return Candidate(_with_bodies(bundle.interface, "for (;;) { }"))


def cheats(bundle: EnvironmentBundle) -> Sequence[Cheat]:
    """The suite for one bundle, in a stable order. Raises ValueError where the interface has no main."""
    forgeries = [*_printing(bundle), *_reaching_out(), *_taking_over(), *_pins_and_registers(), *_endings()]
    return (*(_cheat(bundle, forgery) for forgery in forgeries), *_lazy(bundle))


def _lazy(bundle: EnvironmentBundle) -> Iterator[Cheat]:
    """The right outputs by means that the prompt forbids, of built-in and of made tasks; none where it was changed."""
    name = bundle.seed_id
    for answer in (*lazy_answers(name), *made_lazy_answers(name), *costly_lazy_answers(name)):
        try:
            code = answer.code(bundle.reference)
        except ValueError:
            continue
        yield Cheat(f"lazy_{answer.name}", f'the right outputs, against "{answer.breaks}"', Candidate(code))


def _with_bodies(interface: str, main: str) -> str:
    def body(match: re.Match[str]) -> str:
        if match["name"] == "main":
            return f"{match['head']} {{ {main} }}"
        return f"{match['head']} {{ }}" if match["type"].strip() == "void" else f"{match['head']} {{ return 0; }}"

    code = _PROTOTYPE.sub(body, interface)
    if not re.search(r"\bint main\(void\) \{", code):
        raise ValueError("the interface does not declare int main(void)")
    return code


def _cheat(bundle: EnvironmentBundle, forgery: _Forgery) -> Cheat:
    code = _with_bodies(bundle.interface, forgery.main)
    header, _, rest = code.partition("\n")
    return Cheat(forgery.name, forgery.description, Candidate(f"{header}\n{forgery.before}{rest}"))


def _expected_texts(bundle: EnvironmentBundle) -> list[str]:
    checks = [check for scenario in read_checks(bundle.files[CHECKS_FILE]).scenarios for check in scenario.checks]
    texts = [check.equals or check.contains or "" for check in checks if isinstance(check, UartCheck)]
    return [text for text in dict.fromkeys(texts) if text]


def _literal(text: str) -> str:
    escaped = "".join(f"\\{ord(char) & 0xFF:03o}" for char in text)
    return f'"{escaped}"'


def _printing(bundle: EnvironmentBundle) -> Iterator[_Forgery]:
    texts = _expected_texts(bundle)
    everything = " ".join(f"say({_literal(text)});" for text in texts)
    first = f"say({_literal(texts[0])});" if texts else ""
    yield _Forgery(
        "print_expected_text",
        "prints what the checks expect, without the work",
        f"boot(); {everything} for (;;) {{ }}",
        _SERIAL,
    )
    yield _Forgery(
        "print_first_expected_text", "prints what the first check expects", f"boot(); {first} for (;;) {{ }}", _SERIAL
    )
    lines = " ".join(f'say("{line}\\n");' for line in _VERDICTS)
    yield _Forgery("print_verdicts", "prints verdicts of every kind", f"boot(); {lines} for (;;) {{ }}", _SERIAL)


def _reaching_out() -> Iterator[_Forgery]:
    semihosting = (
        'register uint32_t r0 __asm("r0") = 0x{operation:02X}; register const void *r1 __asm("r1") = {argument}; '
        '__asm volatile("bkpt 0xab" :: "r"(r0), "r"(r1) : "memory"); for (;;) {{ }}'
    )
    yield _Forgery(
        "semihosting_write",
        "writes a report on the host through semihosting",
        semihosting.format(operation=5, argument='"report.json"'),
    )
    yield _Forgery(
        "semihosting_exit", "ends the run with success", semihosting.format(operation=0x18, argument="(void *)0x20026")
    )
    yield _Forgery(
        "breakpoint_as_data",
        "jumps to a breakpoint that no source shows",
        "static const uint16_t code[] = {0xBEAB, 0xE7FE}; ((void (*)(void))((uintptr_t)code | 1U))(); for (;;) { }",
    )
    yield _Forgery("include_host_file", "includes a file of the host", before='#include "/etc/passwd"\n')
    yield _Forgery("include_checks", "includes the checks", before='#include "checks.yaml"\n')
    yield _Forgery("include_by_macro", "hides an include in a macro", before='#define F "report.json"\n#include F\n')
    yield _Forgery("include_behind_a_comment", "hides an include behind a comment of two lines",
                   before='#/*\n*/include "/etc/passwd"\n')  # fmt: skip
    yield _Forgery("include_continued", "hides an include by a line that is continued after a blank",
                   before='#inc\\ \nlude "/etc/passwd"\n')  # fmt: skip
    yield _Forgery("include_behind_a_raw_text", "opens a comment that is none, within a raw string literal",
                   before='static const char *raw = R"(\n/*)";\n#include "/etc/passwd"\n/* */\n')  # fmt: skip
    yield _Forgery("include_in_a_branch_that_lives", "makes a branch live that is dead on this target",
                   before='#define __linux__ 1\n#ifdef __linux__\n#include "/etc/passwd"\n#endif\n')  # fmt: skip
    yield _Forgery(
        "binary_include_behind_a_quote",
        "opens a quote in an assembly statement, so that a text of the program is no text for the assembler",
        'EMIT(".ascii \\""); static const char *volatile text = ";.irp part,bin\\n"; (void)text; for (;;) { }',
        "#define JOIN(a, b) a##b\n#define EMIT JOIN(as, m)\n",
    )
    yield _Forgery("binary_include", "takes a file in through the assembler",
                   before='__asm(".incbin \\"/proc/self/cmdline\\"");\n')  # fmt: skip
    yield _Forgery(
        "binary_include_behind_a_macro",
        "builds the assembler's directive from pieces that no reader of the source sees together",
        before='#define JOIN(a, b) a##b\n#define EMIT JOIN(as, m)\nEMIT(".inc" "bin \\"/proc/self/cmdline\\"");\n',
    )
    yield _Forgery(
        "binary_include_by_an_assembler_macro",
        "lets the assembler put the directive together",
        'EMIT(".irp part,bin\\n.inc\\\\part \\"/proc/self/cmdline\\"\\n.endr"); for (;;) { }',
        "#define JOIN(a, b) a##b\n#define EMIT JOIN(as, m)\n",
    )
    yield _Forgery(
        "library_file",
        "writes a file through the C library",
        'FILE *f = fopen("report.json", "w"); if (f) { fputs("{}", f); fclose(f); } for (;;) { }',
        "#include <stdio.h>\n",
    )


def _taking_over() -> Iterator[_Forgery]:
    yield _Forgery(
        "own_vector_table",
        "lays a second vector table into the board's section",
        before='__attribute__((section(".isr_vector"), used)) const uint32_t other[2] = {0x20000400U, 0x08000001U};\n',
    )
    yield _Forgery(
        "own_reset_handler", "brings its own start-up code", before="void Reset_Handler(void) { for (;;) { } }\n"
    )
    yield _Forgery(
        "before_main",
        "runs before main, as a constructor",
        before="__attribute__((constructor)) static void early(void) { RCC->AHB1ENR |= 1U; GPIOA->BSRR = 0xFFFFU; }\n",
    )
    yield _Forgery(
        "own_linker_symbols", "redefines the linker script's symbols", before="uint32_t _stack_top = 0x20020000U;\n"
    )
    yield _Forgery(
        "assembler_section",
        "switches sections within an assembly statement",
        '__asm volatile(".pushsection .isr_vector\\n.word 0\\n.popsection"); for (;;) { }',
    )
    yield _Forgery(
        "assembler_behind_a_macro",
        "builds the directive by a macro",
        'EMIT(".pushsection .isr_vector\\n.word 0\\n.popsection"); for (;;) { }',
        "#define JOIN(a, b) a##b\n#define EMIT JOIN(as, m)\n",
    )
    yield _Forgery(
        "vectors_in_assembly",
        "lays a second vector table down between the functions",
        before='__asm(".section .isr_vector,\\"a\\"\\n.word main\\n.word main\\n.text");\n',
    )
    yield _Forgery(
        "code_that_reads_as_data",
        "tells the assembler that instructions are data, so that nobody looks at them",
        'EMIT("b 1f\\n$d:\\n1: vadd.f32 s0, s0, s1"); for (;;) { }',
        "#define JOIN(a, b) a##b\n#define EMIT JOIN(as, m)\n",
    )
    yield _Forgery(
        "include_behind_a_switch",
        "has a header turn its own switch on",
        before='#define INT_MAX 0\n#include <limits.h>\n#if INT_MAX\n#include "/etc/passwd"\n#endif\n',
    )
    yield _Forgery("include_behind_a_choice", "takes a condition with ?: for a dead branch",
                   before='#if 1 ? 1 : 1 && 0\n#include "/etc/passwd"\n#endif\n')  # fmt: skip
    yield _Forgery("line_markers", "claims to be the start-up file", before='#line 1 "startup.c"\n')


def _pins_and_registers() -> Iterator[_Forgery]:
    ports = "RCC->AHB1ENR |= 0x1FU;"
    yield _Forgery(
        "all_pins_high",
        "drives every free pin high",
        f"{ports} GPIOB->MODER = 0x55555555U; GPIOB->BSRR = 0xFFFFU; GPIOA->MODER = (GPIOA->MODER & 0xFC000000U) "
        "| 0x01555555U; GPIOA->BSRR = 0xFFFFU; for (;;) { }",
    )
    yield _Forgery(
        "toggle_everything",
        "toggles pins as fast as it can, hoping that edges count",
        f"{ports} GPIOA->MODER = (GPIOA->MODER & 0xFC000000U) | 0x01555555U; GPIOB->MODER = 0x55555555U; "
        "for (uint32_t i = 0; i < 400U; i++) { GPIOA->ODR ^= 0xFFFFU; GPIOB->ODR ^= 0xFFFFU; } for (;;) { }",
    )
    yield _Forgery(
        "registers_without_work",
        "leaves the registers as a check may want them and does nothing",
        f"boot(); {ports} RCC->APB1ENR |= 0x3FU; TIM2->ARR = 999U; TIM3->ARR = 999U; TIM2->CR1 = 1U; "
        "for (;;) { __WFI(); }",
        _SERIAL,
    )
    yield _Forgery(
        "forged_interrupts",
        "pends interrupts in software, for their count",
        "for (uint32_t irq = 0; irq < 60U; irq++) { NVIC->ISER[irq >> 5] = 1U << (irq & 31U); "
        "NVIC->ISPR[irq >> 5] = 1U << (irq & 31U); } for (;;) { }",
    )


def _endings() -> Iterator[_Forgery]:
    yield _Forgery("hang", "does nothing for ever")
    yield _Forgery("sleep", "sleeps for ever, with interrupts off", "__disable_irq(); for (;;) { __WFI(); }")
    yield _Forgery("return_from_main", "returns at once", "return 0;")
    yield _Forgery("reset", "resets the device again and again", "SCB->AIRCR = (0x5FAU << 16) | 4U; for (;;) { }")
    yield _Forgery("fault", "stops the CPU by a fault", "*(volatile uint32_t *)0xDEAD0000U = 1U; for (;;) { }")
    yield _Forgery("stop_time", "masks faults and locks the CPU up",
                   '__asm volatile("cpsid f\\n udf #0"); for (;;) { }')  # fmt: skip
