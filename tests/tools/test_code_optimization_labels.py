"""Every outcome label from real tools, on a kernel of three instructions; what the logs say, and what they do not."""

from dataclasses import replace

import pytest

from resources.domains.code_optimization.domain import DOMAIN
from resources.domains.code_optimization.execution.backend import AssemblyBackend
from resources.domains.code_optimization.execution.test_suite import ProgramTest, suite_text
from resources.execution.bundle import Candidate, EnvironmentBundle, Limits
from resources.execution.observation import Observation
from resources.execution.outcome import Outcome
from resources.execution.sandbox.profile import WORK
from resources.execution.sandbox.selection import make_sandbox

HARNESS = """\
#include <stdio.h>
#include <stdlib.h>
long triple(long value, long *out);
int main(void)
{
    long value, out = 0, result = 0;
    if (scanf("%ld", &value) != 1)
        return 3;
    for (int round = 0; round < 2000; round++)
        result = triple(value, &out);
    printf("%ld %ld\\n", result, out);
    return value == 990017 ? 7 : 0;
}
"""
BASELINE = """\
\t.text
\t.globl\ttriple
\t.type\ttriple, @function
triple:
\tleaq\t(%rdi,%rdi,2), %rax
\tmovq\t%rax, (%rsi)
\tret
\t.section\t.note.GNU-stack,"",@progbits
"""
TESTS = (
    ProgramTest("5\n", "15 15\n", shown=True),
    ProgramTest("7\n", "21 21\n", shown=True),
    ProgramTest("990017\n", "2970051 2970051\n", exit_code=7),
    ProgramTest("123456789\n", "370370367 370370367\n"),
    ProgramTest("-41\n", "-123 -123\n", measured=True),
)
BUNDLE = EnvironmentBundle(
    "code_optimization", "test/triple", "", "", "kernel.s", BASELINE,
    {"kernel.c": "", "harness.c": HARNESS, "tests.json": suite_text(TESTS)},
    {"entry": "triple"}, Limits(wall_s=20.0, cpu_s=1),
)  # fmt: skip


@pytest.fixture(scope="module")
def backend() -> AssemblyBackend:
    return AssemblyBackend(make_sandbox())


def body(text: str) -> Candidate:
    """The function with another body."""
    head, _, _ = BASELINE.partition("\tleaq")
    lines = "".join(f"\t{line}\n" for line in text.split("; "))
    return Candidate(f'{head}{lines}\t.section\t.note.GNU-stack,"",@progbits\n')


DIFFERENCE = "test 0: stdin='5\\n': expected '15 15\\n' got '10 10\\n'"
BROKEN = "calling convention: triple does not restore %rbx"
BACKWARDS = "calling convention: triple leaves the direction flag set"
MISALIGNED = "test 0: calling convention: %rsp is no multiple of 16 before a call"
CALLS = (
    "subq $16, %rsp; movq %rdi, (%rsp); movq %rsi, 8(%rsp); movq %rsp, %rdi; xorl %esi, %esi; xorl %edx, %edx; "
    "call memset; movq (%rsp), %rdi; movq 8(%rsp), %rsi; addq $16, %rsp; "
)
TRIPLE = "leaq (%rdi,%rdi,2), %rax; movq %rax, (%rsi); ret"
ABOVE = "test 0: calling convention: %rsp points above the function's own frame"
HELD_BACK = "held-back test 4: wrong output"
CASES = [
    ("leaq (%rdi,%rdi,2), %rax; movq %rax, (%rsi); ret", Outcome.PASS, "measure", "estimate as fast as"),
    ("popcountl %edi, %eax; ret", Outcome.COMPILATION_ERROR, "assemble", "kernel.s:5: Error: no such instruction"),
    ("movl %rax, %ecx; ret", Outcome.COMPILATION_ERROR, "assemble", "kernel.s:5: Error: operand type mismatch"),
    ("popcnt %rdi, %rax; ret", Outcome.COMPILATION_ERROR, "assemble", "kernel.s:5: Error: `popcnt' is not supported"),
    ("vzeroupper; ret", Outcome.COMPILATION_ERROR, "assemble", "kernel.s:5: Error: `vzeroupper' is not supported"),
    ("blsr %rdi, %rax; ret", Outcome.COMPILATION_ERROR, "assemble", "kernel.s:5: Error: `blsr' is not supported"),
    ("endbr64; leaq (%rdi,%rdi,2), %rax; movq %rax, (%rsi); ret", Outcome.PASS, "measure", "estimate"),
    (".bss; .zero 1500000000; .text; ret", Outcome.RESOURCE_EXCEEDED, "assemble", "more than 16 MiB of static data"),
    (
        f".set deep, {'(' * 100000}1{')' * 100000}; ret",
        Outcome.RESOURCE_EXCEEDED, "assemble", "the assembler crashed, as it does of an expression that is nested",
    ),
    ("jmp .L55", Outcome.LINK_ERROR, "link", "kernel.s:5: undefined reference to `.L55'"),
    ("leaq (%rdi,%rdi), %rax; movq %rax, (%rsi); ret", Outcome.FUNCTIONAL_MISMATCH, "test", DIFFERENCE),
    ("movl $15, %eax; movq %rax, (%rsi); ret", Outcome.FUNCTIONAL_MISMATCH, "test", "test 1: "),
    ("leaq (%rdi,%rdi,2), %rax; movq %rax, (%rsi); movl $1, %ebx; ret", Outcome.FUNCTIONAL_MISMATCH, "test", BROKEN),
    ("leaq (%rdi,%rdi,2), %rax; movq %rax, (%rsi); std; ret", Outcome.FUNCTIONAL_MISMATCH, "test", BACKWARDS),
    (CALLS + "leaq (%rdi,%rdi,2), %rax; movq %rax, (%rsi); ret", Outcome.FUNCTIONAL_MISMATCH, "test", MISALIGNED),
    ("addq $24, %rsp; subq $24, %rsp; " + TRIPLE, Outcome.FUNCTIONAL_MISMATCH, "test", ABOVE),
    ("leal (%rdi,%rdi,2), %eax; movq %rax, (%rsi); ret", Outcome.FUNCTIONAL_MISMATCH, "test", HELD_BACK),
    ("movq %rax, 8; ret", Outcome.MEMORY_FAULT, "test", "SIGSEGV at kernel.s:5: mov"),
    ("movaps %xmm0, 1(%rsp); ret", Outcome.MEMORY_FAULT, "test", "SIGSEGV at kernel.s:5: movaps"),
    ("pushq %rdi; ret", Outcome.MEMORY_FAULT, "test", "SIGSEGV at an address that holds no code"),
    ("ud2", Outcome.RUNTIME_ERROR, "test", "SIGILL at kernel.s:5: ud2"),
    ("xorl %ecx, %ecx; xorl %edx, %edx; divl %ecx; ret", Outcome.RUNTIME_ERROR, "test", "SIGFPE at kernel.s:7: div"),
    ("leaq (%rdi,%rdi,2), %rax; movq %rax, (%rsi)", Outcome.RUNTIME_ERROR, "test", "(in behind_the_code)"),
    ("jmp triple", Outcome.TIMEOUT, "test", "test 0: stdin='5\\n': timed out"),
    ("syscall; ret", Outcome.REJECTED, "reject", "kernel.s:5: forbidden: syscall"),
    (".byte 0x0f, 0x05; ret", Outcome.REJECTED, "reject", "forbidden: .byte in a code section"),
    ("subq $8, %rsp; call system; ret", Outcome.REJECTED, "reject", "kernel.s:6: forbidden: use of system"),
    (".globl printf; printf: ret", Outcome.REJECTED, "reject", "kernel.s:6: forbidden: global symbol printf"),
    (".cfi_endproc_odd; ret", Outcome.COMPILATION_ERROR, "assemble", "unknown pseudo-op"),
]  # fmt: skip


@pytest.mark.parametrize(
    ("text", "outcome", "stage", "log"), CASES, ids=[f"{case[1]}-{case[0][:20]}" for case in CASES]
)
def test_labels(backend: AssemblyBackend, text: str, outcome: Outcome, stage: str, log: str) -> None:
    seen = backend.execute(BUNDLE, body(text))
    assert (seen.outcome, seen.stage) == (outcome, stage), seen.text
    assert log in seen.text
    assert seen.outcome in DOMAIN.outcomes
    assert WORK not in seen.text
    assert DOMAIN.diagnostics(seen)
    for test in TESTS:
        if not test.shown:
            assert test.stdin.strip() not in seen.text
            assert test.stdout.strip() not in seen.text


def whole(code: str) -> Candidate:
    return Candidate(f"\t.text\n\t.globl main\nmain:\n{code}")


PRINT_A = "\tsubq $8, %rsp\n{more}\tmovl $65, %edi\n\tcall putchar\n\txorl %eax, %eax\n\taddq $8, %rsp\n\tret\n"
NOTE = '\t.section .note.GNU-stack,"",@progbits\n'
LETTER = (ProgramTest("", "A", shown=True), ProgramTest("x", "A", measured=True))
WHOLE = EnvironmentBundle(
    "code_optimization", "test/whole", "", "", "kernel.s", whole(PRINT_A.format(more="") + NOTE).code,
    {"kernel.c": "", "tests.json": suite_text(LETTER)}, {"entry": "main"},
    Limits(wall_s=20.0, cpu_s=1, log_bytes=4096),
)  # fmt: skip


def test_whole_programs_run_and_floods_are_resource_limits(backend: AssemblyBackend) -> None:
    assert backend.execute(WHOLE, WHOLE.reference_candidate).outcome is Outcome.PASS
    flood = whole('.L1:\tmovl $text, %edi\n\tcall puts\n\tjmp .L1\n\t.data\ntext:\t.string "' + "flood " * 200 + '"\n')
    seen = backend.execute(WHOLE, flood)
    assert seen.outcome is Outcome.RESOURCE_EXCEEDED, seen.text
    assert len(seen.log) < 4096


def test_a_crash_report_cannot_make_a_verdict(backend: AssemblyBackend) -> None:
    """Words on stderr are diagnostics only: a program that prints a crash and exits as it should has not crashed."""
    complain = "\tmovq stderr(%rip), %rsi\n\tmovl $text, %edi\n\tcall fputs\n"
    code = PRINT_A.format(more=complain) + '\t.data\ntext:\t.string "@crash 000000000000000b\\n"\n'
    assert backend.execute(WHOLE, whole(code)).outcome is Outcome.PASS


def numbers(seen: Observation) -> dict[str, float]:
    return dict(seen.metrics)


def test_numbers_are_the_same_each_time_and_rank_division_after_multiplication(backend: AssemblyBackend) -> None:
    """Counting instructions alone would prefer the shorter code with the division."""
    base = numbers(backend.execute(BUNDLE, BUNDLE.reference_candidate))
    assert base["estimated_speedup"] == 1.0
    slow = body("movq %rdi, %rax; cqto; movl $1, %ecx; idivq %rcx; leaq (%rax,%rax,2), %rax; movq %rax, (%rsi); ret")
    first, second = backend.execute(BUNDLE, slow), AssemblyBackend(make_sandbox()).execute(BUNDLE, slow)
    assert first == second
    assert first.outcome is Outcome.PASS
    long_way = body("; ".join(["nop"] * 12 + ["leaq (%rdi,%rdi,2), %rax", "movq %rax, (%rsi)", "ret"]))
    longer = numbers(backend.execute(BUNDLE, long_way))
    assert numbers(first)["instructions"] < longer["instructions"]
    assert base["estimated_cycles"] < longer["estimated_cycles"] < numbers(first)["estimated_cycles"]
    assert numbers(first)["estimated_speedup"] < 1.0


def test_a_speed_up_counts_beyond_the_spread(backend: AssemblyBackend) -> None:
    slow = BASELINE.replace("\tret\n", "\tnop\n" * 20 + "\tret\n")
    bundle = replace(BUNDLE, reference=slow)
    seen = backend.execute(bundle, BUNDLE.reference_candidate)
    assert seen.metrics["estimated_speedup"] > 2.0
    assert "times as fast as the baseline" in seen.text


def test_crashes_are_the_same_each_time(backend: AssemblyBackend) -> None:
    crash = body("movq %rsi, %rcx; xorl %eax, %eax; movq (%rax), %rdx; ret")
    assert backend.execute(BUNDLE, crash) == AssemblyBackend(make_sandbox()).execute(BUNDLE, crash)
