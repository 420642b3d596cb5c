"""Ordinary spellings of firmware that readers of text may take for something else: each builds, runs and passes."""

import pytest

from resources.execution.outcome import Outcome
from tests.tools.embedded_programs import HEAD, OK, SAYS_OK, program, run

SPELLINGS = {
    "an assertion over a register, with a trap": program(
        "RCC->AHB1ENR |= 1U; if (!(RCC->AHB1ENR & 1U)) { __builtin_trap(); } " + OK
    ),
    "an assertion of newlib's over a register": program(
        "RCC->AHB1ENR |= 1U; assert(RCC->AHB1ENR & 1U); " + OK,
        "#include <assert.h>\nvoid __assert_func(const char *a, int b, const char *c, const char *d) { "
        "(void)a; (void)b; (void)c; (void)d; __builtin_trap(); }",
    ),
    "a function that only the device's registers choose": program(
        "void (*volatile act)(void) = (RCC->CR & 2U) ? hi : 0; act(); for (;;) { }",
        "static void hi(void) { " + OK[:-13] + " }",
    ),
    "a function named alias": program(OK, "static int alias(int x) { return x; }\nint (*kept)(int) = alias;"),
    "an alias of a handler": program(
        OK, 'void TIM2_IRQHandler(void) { }\nvoid TIM3_IRQHandler(void) __attribute__((alias("TIM2_IRQHandler")));'
    ),
    "functions named as those of the library": program(
        "rename(1); remove(2); " + OK,
        "static volatile int n; static void rename(int x) { n = x; } static void remove(int x) { n -= x; } "
        "void section(int x); void section(int x) { n = x; }",
    ),
    "variables named end and vector_table": program(
        "end = vector_table[1]; " + OK, "volatile uint32_t end; volatile uint32_t vector_table[98];"
    ),
    "memory from the heap beside a variable named end": program(
        "uint8_t *a = malloc(40), *b = malloc(99999); end = 7; if (!a || b || a + 40 > (uint8_t *)0x20002000U) { "
        "for (;;) { } } memset(a, 0, 40); if (end == 7) { " + OK + " } for (;;) { }",
        "#include <stdlib.h>\n#include <string.h>\nvolatile uint32_t end;",
    ),
    "a heap of its own, from the linker's end": program(
        "uint8_t *volatile a = malloc(40); if (a) { " + OK + " } for (;;) { }",
        "#include <stdlib.h>\nextern char end; static char *at = &end;\n"
        "void *_sbrk(int n) { char *was = at; at += n; return was; }",
    ),
    "words of the assembler in a text": program(
        "for (const char *volatile p = words; *p; p++) { } " + OK,
        'static const char words[] = "a \\".incbin\\" and a .macro, it\'s \\\\ .include /* ";',
    ),
    "headers of a freestanding C": program(
        "atomic_fetch_add(&n, 1); if (n == 1 and FLT_DIG == 6) { " + OK + " } for (;;) { }",
        "#include <stdatomic.h>\n#include <stdalign.h>\n#include <stdnoreturn.h>\n#include <iso646.h>\n"
        "#include <float.h>\n#include <arm_acle.h>\n#include <assert.h>\n#include <errno.h>\n#include <setjmp.h>\n"
        "#include <tgmath.h>\nstatic atomic_int n; static alignas(8) char room[8]; "
        "noreturn void stop(void) { for (;;) { room[0] = 1; } }\nstatic_assert(sizeof(int) == 4, \"\");",
    ),
    "pragmas": program(
        OK,
        '#pragma GCC diagnostic push\n#pragma GCC diagnostic ignored "-Wunused-variable"\nstatic int unused;\n'
        '#pragma GCC diagnostic pop\n#pragma GCC optimize ("O3")\n'
        '_Pragma("GCC diagnostic warning \\"-Wextra\\"") int x;',
    ),
    "an include for a test on the host": (
        "#ifdef __linux__\n#include <unistd.h>\n#include <windows.h>\n#else\n" + HEAD + "#endif\n#if 0\n"
        "#include <nowhere.h>\n#endif\n" + program(OK)
    ),
    "unified syntax": program(
        '__asm volatile(".syntax unified\\n .align 2\\n movs r0, #3\\n1: subs r0, #1\\n\\tbne 1b" ::: "r0"); ' + OK
    ),
    "names for the linker and of a register": program(
        "if (top > (char *)0x20000000 && sp > 0x20000000U) { " + OK + " } for (;;) { }",
        'extern char heap[] __asm("end"); char *top = heap; register uint32_t sp __asm("sp");',
    ),
    "a local label of the assembler": program(
        '__asm volatile("movs r0, #3\\n.Lagain%=: subs r0, #1\\n bne .Lagain%=" ::: "r0"); ' + OK
    ),
    "the board's header in angle brackets": program(OK).replace('"stm32f405.h"', "<stm32f405.h>"),
    "a function in assembly, with its literal pool": program(
        "if (twice_of_limit(&counted) == 14 && counted == 7) { " + OK + " } for (;;) { }",
        "int twice_of_limit(int *to); int limit = 7, counted;\n"
        '__asm__(".syntax unified\\n.section .text.twice_of_limit,\\"ax\\",%progbits\\n.global twice_of_limit\\n'
        ".type twice_of_limit, %function\\n.thumb_func\\ntwice_of_limit:\\n ldr r1, 1f\\n ldr r1, [r1]\\n"
        ' str r1, [r0]\\n adds r0, r1, r1\\n bx lr\\n.align 2\\n1: .word limit\\n.text\\n");',
    ),
    "a handler in assembly alone": program(
        "SCB->ICSR = 1U << 28; __DSB(); __ISB(); if (switched) { " + OK + " } for (;;) { }",
        "volatile int switched;\n"
        '__asm(".global PendSV_Handler\\n.thumb_func\\nPendSV_Handler:\\n ldr r0, =switched\\n movs r1, #1\\n'
        ' str r1, [r0]\\n bx lr\\n.ltorg\\n");',
    ),
    "memory that is not cleared, beside a heap": program(
        "boots = 5; char *volatile a = malloc(64); memset(a, 1, 64); if (a && boots == 5) { " + OK + " } for (;;) { }",
        "#include <stdlib.h>\n#include <string.h>\n"
        '#define NOINIT __attribute__((section(".noinit"), used))\nNOINIT volatile uint32_t boots;',
    ),
    "a function in RAM": program(
        "if (twice(3) == 6 && (uint32_t)twice > 0x20000000U) { " + OK + " } for (;;) { }",
        '#define IN_RAM __attribute__((section(".data.ramfunc"), noinline, long_call))\n'
        "IN_RAM static int twice(volatile int x) { return 2 * x; }",
    ),
    "headers that may be there": (
        "#ifdef __has_include\n#if __has_include(<cmsis_gcc.h>)\n#include <cmsis_gcc.h>\n#endif\n#endif\n"
        '#if __has_include(<stdbool.h>) && __has_include("stm32f405.h")\n#include <stdbool.h>\n#endif\n' + program(OK)
    ),
    "functions of math.h": program(
        "if (sqrtf(x) == 3.0f && floorf(x / 2) == 4.0f && sqrt(x) == 3.0) { " + OK + " } for (;;) { }",
        "#include <math.h>\nstatic volatile float x = 9.0f;",
    ),
    "headers of newlib that need no system": program(
        "srand((unsigned)time(0) + clock()); uint32_t *room = alloca(8); *room = (uint32_t)rand(); "
        "struct tm *day = gmtime(&later); double complex z = csqrt(-4.0); "
        "if (day->tm_hour == 1 && cimag(z) == 2.0 && ffs(8) == 4 && wcslen(L\"four\") == 4 && towupper(L'a') == L'A' "
        "&& BYTE_ORDER == LITTLE_ENDIAN && !hcreate(0) + 1) { " + OK + " } for (;;) { }",
        "#include <stdlib.h>\n"
        + "".join(f"#include <{name}.h>\n" for name in (
            "alloca", "strings", "memory", "fenv", "complex", "wchar", "wctype", "time", "malloc", "search",
            "sys/types", "sys/cdefs", "machine/endian"))
        + "static const time_t later = 3600;",
    ),
    "the flash by its alias at 0": program(
        "if (*(volatile uint32_t *)4 == *(volatile uint32_t *)0x08000004U) { " + OK + " } for (;;) { }"
    ),
    "a header behind a switch of its own": (
        "#define USE_CMSIS 0\n#if USE_CMSIS\n#include <stm32f4xx.h>\n#else\n" + HEAD + "#endif\n" + program(OK)
    ),
    "directives that only name things": program(
        "tail(); " + OK,
        '__asm__(".extern boot\\n.thumb\\n.global tail\\n.protected tail\\n'
        '.type tail, %function\\n.thumb_func\\ntail:\\n bx lr\\n.size tail, .-tail"); void tail(void);\n',
    ),
    "a barrier as a macro": program("DMB(); " + OK, '#define DMB() __asm volatile("dmb" ::: "memory")\n'),
}  # fmt: skip

KEPT_THROUGH_A_RESET = program(
    "if (kept != 0x600DU) { kept = 0x600DU; cleared = 1; SCB->AIRCR = 0x05FA0004U; for (;;) { } } "
    "if (!cleared) { " + OK + " } for (;;) { }",
    'static uint32_t kept __attribute__((section(".noinit"))); static volatile uint32_t cleared;',
)

CAUSES = program(
    "boots = RCC->CSR >> 25 == 7 ? 0 : boots; boots = RCC->CSR & RCC_CSR_PORRSTF ? boots + 1 : 3; "
    'if (boots == 1) { __asm volatile("cpsid f"); IWDG->KR = 0xCCCC; IWDG->KR = 0x5555; IWDG->RLR = 9; '
    "IWDG->KR = 0xAAAA; for (;;) { } } "
    "if (boots == 2 && RCC->CSR >> 25 == 0x17) { RCC->CSR |= RCC_CSR_RMVF; SCB->AIRCR = 0x05FA0004; for (;;) { } } "
    'uint32_t masks; __asm volatile("mrs %0, faultmask" : "=r"(masks)); '
    "if (boots == 3 && RCC->CSR >> 25 == 0x0A && !masks) { " + OK + " } for (;;) { }",
    'static uint32_t boots __attribute__((section(".noinit")));',
)


@pytest.mark.parametrize("name", SPELLINGS)
def test_ordinary_spelling_passes(name: str) -> None:
    seen = run(SPELLINGS[name])
    assert seen.outcome is Outcome.PASS, seen.text


def test_what_is_not_cleared_keeps_its_content_through_a_reset() -> None:
    seen = run(KEPT_THROUGH_A_RESET, SAYS_OK.replace("duration_ms: 5", "duration_ms: 5\n    resets: 1"))
    assert seen.outcome is Outcome.PASS, seen.text


def test_what_caused_a_reset_is_told_until_it_is_cleared() -> None:
    seen = run(CAUSES, SAYS_OK.replace("duration_ms: 5", "duration_ms: 5\n    resets: 2"))
    assert seen.outcome is Outcome.PASS, seen.text
