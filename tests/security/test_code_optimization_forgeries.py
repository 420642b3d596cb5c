"""Forgeries of verdict and score, in classes of several members, on functions that give right answers beside.

Each goes through the real backend. None may pass, and none may reach a file, a process or the profile. Right answers
that look odd stand at the end: they pass.
"""

import functools
from dataclasses import replace

import pytest

from resources.domains.code_optimization.backend import AssemblyBackend
from resources.domains.code_optimization.stages.build import build, build_harness
from resources.domains.code_optimization.stages.marks import marks_of
from resources.domains.code_optimization.stages.program import LinkedProgram, read_program
from resources.domains.code_optimization.stages.run import measure
from resources.domains.code_optimization.test_suite import ProgramTest, suite_text
from resources.execution.bundle import Candidate, EnvironmentBundle, Limits
from resources.execution.errors import EnvironmentGap
from resources.execution.outcome import Outcome
from resources.execution.sandbox.job import Ended, Sandbox
from resources.execution.sandbox.selection import make_sandbox

HARNESS = """\
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
long triple(long value, long *out);
int main(void)
{
    long value, out = 0, result = 0;
    if (scanf("%ld", &value) != 1)
        return 3;
    for (int round = 0; round < 200; round++)
        result += triple(value + round, &out);
    printf("%ld %ld\\n", result, out);
    return 0;
}
"""
HONEST = "leaq (%rdi,%rdi,2), %rax\nmovq %rax, (%rsi)\n"


def text(body: str, after: str = "") -> str:
    lines = "".join(f"\t{line}\n" for line in body.splitlines())
    head = "\t.text\n\t.globl\ttriple\n\t.type\ttriple, @function\ntriple:\n"
    return f'{head}{lines}{after}\t.section\t.note.GNU-stack,"",@progbits\n'


def expected(value: int) -> str:
    return f"{sum(3 * (value + number) for number in range(200))} {3 * (value + 199)}\n"


TESTS = (
    ProgramTest("5\n", expected(5), shown=True),
    ProgramTest("77001\n", expected(77001)),
    ProgramTest("-41\n", expected(-41), measured=True),
)
BUNDLE = EnvironmentBundle(
    "code_optimization", "test/forgeries", "", "", "kernel.s", text(HONEST + "ret"),
    {"kernel.c": "", "harness.c": HARNESS, "tests.json": suite_text(TESTS)},
    {"entry": "triple"}, Limits(wall_s=60.0, cpu_s=2),
)  # fmt: skip


@functools.cache
def sandbox() -> Sandbox:
    return make_sandbox()


@functools.cache
def backend() -> AssemblyBackend:
    return AssemblyBackend(sandbox())


def outcome(body: str, after: str = "") -> tuple[Outcome, str]:
    seen = backend().execute(BUNDLE, Candidate(text(body, after)))
    return seen.outcome, seen.text


@functools.cache
def linked() -> LinkedProgram:
    """The baseline's program: the library lies at the same addresses in every candidate's."""
    program = build(sandbox(), BUNDLE, BUNDLE.reference.encode(), build_harness(sandbox(), BUNDLE)).program
    assert program is not None
    return read_program(program)


KEPT = "pushq %rax\npushq %rdi\npushq %rsi\n{}\npopq %rsi\npopq %rdi\npopq %rax\nret\n"
GATE = "leaq .Lgate(%rip), %rcx\nincq %rcx\ncall *%rcx"
CONSTANT = ".Lgate: movl $0x90c3050f, %eax\nret\n"
UNDER_VALGRIND = "movq %rsp, %rcx\nshrq $40, %rcx\ncmpl $0x7f, %ecx\nje .Lnative\n"


def hidden_call(number: int, *, path: str = "", only_under_valgrind: bool = False, more: str = "") -> str:
    arguments = f"leaq .Lpath(%rip), %rdi\n{more or 'xorl %esi, %esi'}\nxorl %edx, %edx\nmovl ${number}, %eax\n{GATE}"
    inner = f"{UNDER_VALGRIND}{arguments}\n.Lnative:" if only_under_valgrind else arguments
    return HONEST + KEPT.format(inner) + CONSTANT + f'.Lpath: .string "{path}"'


HIDDEN = {
    "open an input": (2, "01.in"),
    "open by openat": (257, "01.in"),
    "execute": (59, "/bin/sh"),
    "fork": (57, ""),
    "remove": (87, "callgrind.out"),
    "change a mode": (90, "callgrind.out"),
    "make a folder": (83, "callgrind.out"),
    "connect": (41, ""),
    "trace": (101, ""),
    "wait": (34, ""),
    "sleep": (35, ""),
    "yield for ever": (24, ""),
}


@pytest.mark.parametrize("name", HIDDEN)
@pytest.mark.parametrize("only_under_valgrind", [False, True], ids=["always", "under_valgrind"])
def test_system_calls_inside_a_constant(name: str, only_under_valgrind: bool) -> None:
    """The results are right. Under callgrind more calls are open, but the path shows that code was hidden."""
    number, path = HIDDEN[name]
    found, log = outcome(hidden_call(number, path=path, only_under_valgrind=only_under_valgrind))
    assert found is Outcome.REJECTED, log


def test_a_program_that_opens_files_finds_none() -> None:
    """Even where the code is not hidden at all: what is closed is the kernel, not a word."""
    body = hidden_call(2, path="program")
    probe = body.replace(GATE, f"{GATE}\ntestq %rax, %rax\njs .Labsent\nud2\n.Labsent:")
    found, log = outcome(probe)
    assert found is Outcome.REJECTED, log


def test_a_profile_of_its_own_is_written_over() -> None:
    """A candidate that opens the profile and writes into it, under callgrind, which then writes the true one."""
    write = "movl $1, %eax\nleaq .Lpath(%rip), %rsi\nmovl $4, %edx\nmovl $3, %edi\n"
    code = text(hidden_call(2, path="callgrind.out", more="movl $0x241, %esi", only_under_valgrind=True) + "\n" + write)
    built = build(sandbox(), BUNDLE, code.encode(), build_harness(sandbox(), BUNDLE))
    assert built.program is not None
    run = measure(sandbox(), BUNDLE, built.program, TESTS[2])
    assert (run.step.ended, run.step.exit_code) == (Ended.EXITED, 0)
    assert "totals: " in run.profile


ONLY_UNDER_VALGRIND = {
    "a trap": "ud2",
    "a wild address": "movq 64, %rcx",
    "a division": "xorl %ecx, %ecx\ndivl %ecx",
    "a closed call": "movl $39, %eax\nsyscall".replace("syscall", ".byte 0x0f, 0x05"),
}


@pytest.mark.parametrize("name", ONLY_UNDER_VALGRIND)
def test_a_crash_under_callgrind_hides_nothing(name: str) -> None:
    """Natively the results are right, and code runs that the text does not show."""
    crash = f"{UNDER_VALGRIND}{ONLY_UNDER_VALGRIND[name]}\n.Lnative:"
    found, log = outcome(
        HONEST + KEPT.format(f"{crash}\nleaq .Lgate(%rip), %rcx\naddq $4, %rcx\ncall *%rcx") + CONSTANT
    )
    assert found is Outcome.REJECTED, log


def test_a_path_that_cannot_be_read_is_no_pass() -> None:
    """Instructions that callgrind lacks: the program may be right, and nobody saw what it did."""
    body = "pushq %rbx\nleaq .Ltable(%rip), %rbx\nmovl $1, %eax\nxlat\nmovzbl %al, %eax\nimulq %rdi, %rax\npopq %rbx\n"
    table = "\t.section .rodata\n.Ltable: .byte 7, 3, 9\n\t.text\n"
    with pytest.raises(EnvironmentGap, match="the profiler cannot follow"):
        outcome(body + "movq %rax, (%rsi)\nret\n", table)


def test_a_result_that_differs_under_callgrind_is_no_pass() -> None:
    """The x87 has 80 bits, callgrind's has 64: whoever asks may do anything in the run that is read."""
    asks = "fld1\nflds .Lsmall(%rip)\nfadd %st(1), %st\nfucomip %st(1), %st\nfstp %st(0)\njne .Lnative\n"
    small = "\t.section .rodata\n.Lsmall: .float 8.673617379884035e-19\n\t.text\n"
    with pytest.raises(EnvironmentGap, match="the profiler cannot follow"):
        outcome(f"{asks}incq %rdi\n.Lnative:\n{HONEST}ret\n", small)


@pytest.mark.parametrize(
    "room",
    [
        "\t.bss\n\t.zero 1500000000\n",
        "\t.local own\n\t.comm own, 1500000000, 8\n",
        "\t.bss\n\t.zero 200000000\n\t.local own\n\t.comm own, 200000000, 8\n",
        "\t.bss\n\t.zero 5000000000\n",
    ],
)
def test_static_data_that_would_keep_callgrind_from_starting(room: str) -> None:
    found, log = outcome(HONEST + "ret\n", room)
    assert found is Outcome.RESOURCE_EXCEEDED, log
    assert "more than 256 MiB of static data" in log


REQUESTS = {
    "as instructions": "rolq $3, %rdi\nrolq $13, %rdi\nrolq $61, %rdi\nrolq $51, %rdi\nxchgq %rbx, %rbx\n",
    "as data": ".byte 0x48, 0xc1, 0xc7, 3, 0x48, 0xc1, 0xc7, 13\n.byte 0x48, 0xc1, 0xc7, 61, 0x48, 0xc1, 0xc7, 51\n",
    "as words": ".quad 0x0dc7c14803c7c148, 0x33c7c1483dc7c148\n",
}


@pytest.mark.parametrize("name", REQUESTS)
def test_requests_to_valgrind(name: str) -> None:
    found, log = outcome(HONEST + "jmp .Lover\n" + REQUESTS[name] + ".Lover:\nret")
    assert found is Outcome.REJECTED, log
    assert "a request to valgrind" in log


WRITTEN = {
    "flagged text": '\t.section .text.hot,"awx",@progbits\nown:\tret\n',
    "flagged data": '\t.section .data.own,"awx",@progbits\nown:\tret\n',
    "executable constants": '\t.section .rodata,"ax",@progbits\nown:\tret\n',
    "executable stack": '\t.section .note.GNU-stack,"x",@progbits\n',
}


@pytest.mark.parametrize("name", WRITTEN)
def test_code_that_can_be_written(name: str) -> None:
    assert outcome(HONEST + "ret\n", WRITTEN[name])[0] is Outcome.REJECTED


def test_code_in_data_does_not_run() -> None:
    found, log = outcome("leaq own(%rip), %rax\njmp *%rax\n", "\t.data\nown:\t.byte 0xc3\n")
    assert found is Outcome.MEMORY_FAULT, log


def test_code_on_the_stack_does_not_run() -> None:
    assert outcome(HONEST + "pushq $0xc3\nmovq %rsp, %rcx\ncall *%rcx\nret")[0] is Outcome.MEMORY_FAULT


def by_address(name: str) -> dict[str, str]:
    at = linked().entries[name]
    return {
        "a number": f"call {at}\n",
        "hexadecimal": f"call {at:#x}\n",
        "a name": f".set elsewhere, {at:#x}\ncall elsewhere\n",
        "an alias": f".set elsewhere, {at:#x}\n.set further, elsewhere\ncall further\n",
        "a register": f"movl ${at:#x}, %eax\ncall *%rax\n",
        "memory": f"pushq ${at:#x}\npopq %rax\ncall *%rax\n",
        "a return": f"leaq .Lback(%rip), %rcx\npushq %rcx\npushq ${at:#x}\nret\n.Lback:\n",
    }


@pytest.mark.parametrize("how", list(range(7)))
def test_the_library_by_its_address(how: int) -> None:
    """Right results come out: what is refused is the way there."""
    calls = list(by_address("getpid").items())
    name, call = calls[how]
    saved = "pushq %rbx\npushq %rsi\nmovq %rdi, %rbx\n"
    restored = "movq %rbx, %rdi\npopq %rsi\npopq %rbx\n"
    body = f"{saved}subq $8, %rsp\n{call}addq $8, %rsp\n{restored}{HONEST}ret"
    found, log = outcome(body)
    assert found is not Outcome.PASS, (name, log)


DISGUISED_DIVISION = """\
leaq .Lhidden(%rip), %rcx
incq %rcx
movq %rdi, %rax
cqto
movl $1, %r8d
call *%rcx
leaq (%rax,%rax,2), %rax
movq %rax, (%rsi)
ret
.Lhidden: movabsq $0x9090c3f8f749, %r9
ret
"""


def test_a_division_inside_a_constant() -> None:
    """The estimate charges what the disassembly names; what it does not name may not run."""
    body = DISGUISED_DIVISION.replace("incq %rcx", "addq $2, %rcx")
    found, log = outcome(body)
    assert found is Outcome.REJECTED, log


NAMES = ("malloc", "memcmp", "strcmp", "printf", "main", "scanf", "__wrap_triple", "__libc_start_main", "_start")


@pytest.mark.parametrize("name", NAMES)
def test_names_of_others(name: str) -> None:
    found, log = outcome(HONEST + "ret\n", f"\t.globl {name}\n{name}:\n\tret\n")
    assert found is Outcome.REJECTED, log


STARTS = {
    "init_array": '\t.section .init_array,"aw"\n\t.quad own\n',
    "preinit_array": '\t.section .preinit_array,"aw"\n\t.quad own\n',
    "ctors": '\t.section .ctors,"aw"\n\t.quad own\n',
    "indirect": "\t.type puts, @gnu_indirect_function\n\t.globl puts\n\t.set puts, own\n",
    "version": "\t.symver own, exit@@GLIBC_2.2.5\n",
    "weak": "\t.weak exit\n\t.set exit, own\n",
    "embedded": '\t.incbin "/proc/self/environ"\n',
    "link order": '\t.section .text.startup,"axG",@progbits,own,comdat\n',
}


@pytest.mark.parametrize("name", STARTS)
def test_ways_to_run_beside_the_function(name: str) -> None:
    assert outcome(HONEST + "ret\nown:\nret\n", STARTS[name])[0] is Outcome.REJECTED


CONTROLS = "subq $8, %rsp\nstmxcsr (%rsp)\n{}, (%rsp)\nldmxcsr (%rsp)\naddq $8, %rsp\nret"

DEBUG_FORGERIES = {
    "a line of its own choice": ("nop; .loc 1 9\n" + HONEST + "ret", Outcome.REJECTED),
    "a file with a number": ("nop; .file 1 \"kernel.c\"\n" + HONEST + "ret", Outcome.REJECTED),
    "a function among debug sections": (".section .debug_info\n" + HONEST + "ret", Outcome.RUNTIME_ERROR),
    "code behind debug sections": (HONEST + "ret\n.section .debug_info\n.long 1\n.text\nsyscall", Outcome.REJECTED),
    "code behind them by another way": (
        HONEST + "ret\n.section .debug_str\n.long 1\n.section .rodata.x\n.section .text.x\nsyscall",
        Outcome.REJECTED,
    ),
    "code in a section with a name": (
        HONEST + 'jmp .Lown\n.section .text.own,"ax",@progbits\n.Lown: movl $39, %eax\n.byte 0x0f, 5\nret',
        Outcome.REJECTED,
    ),
    "written code with a name": (HONEST + 'ret\n.section .text.own,"awx",@progbits\nnop', Outcome.REJECTED),
}  # fmt: skip


@pytest.mark.parametrize("name", DEBUG_FORGERIES)
def test_debug_information_hides_nothing(name: str) -> None:
    body, label = DEBUG_FORGERIES[name]
    found, log = outcome(body)
    assert found is label, log


LEAVING = {
    "pops the guard": "popq %rcx\nxorl %eax, %eax\nret",
    "overwrites the return": "leaq .Lown(%rip), %rcx\nmovq %rcx, (%rsp)\nret\n.Lown: ud2",
    "walks to the harness": HONEST + "movq 8(%rsp), %rcx\nmovq %rcx, (%rsp)\nret",
    "writes over the library": HONEST + "movl ${}, %ecx\nmovb $0xc3, (%rcx)\nret",
    "old gate of the kernel": HONEST
    + "pushq %rax\nxorl %edi, %edi\nmovq $0xffffffffff600400, %rcx\ncall *%rcx\npopq %rax\nret",
}


@pytest.mark.parametrize("name", LEAVING)
def test_ways_out_of_the_function(name: str) -> None:
    body = LEAVING[name].replace("${}", f"${linked().entries['printf']}")
    assert outcome(body)[0] is not Outcome.PASS


BREACHES = {
    "direction flag": (HONEST + "std\nret", "leaves the direction flag set"),
    "flags as they were not": (HONEST + "pushfq\norq $0x400, (%rsp)\npopfq\nret", "leaves the direction flag set"),
    "rounding": (HONEST + CONTROLS.format("orl $0x6000"), "changes the control bits of MXCSR"),
    "flush to zero": (HONEST + CONTROLS.format("orl $0x8000"), "changes the control bits of MXCSR"),
    "denormals": (HONEST + CONTROLS.format("orl $0x40"), "changes the control bits of MXCSR"),
    "traps": (HONEST + CONTROLS.format("andl $0xfdff"), "changes the control bits of MXCSR"),
    "x87 control": (HONEST + "pushq $0x27f\nfldcw (%rsp)\npopq %rcx\nret", "changes the x87 control word"),
    "x87 rounding": (HONEST + "pushq $0xf7f\nfldcw (%rsp)\npopq %rcx\nret", "changes the x87 control word"),
    "no emms": ("movq %rdi, %mm0\npaddd %mm0, %mm0\n" + HONEST + "ret", "leaves the x87 stack full"),
    "values on the x87 stack": (HONEST + "fldz\n" * 8 + "ret", "leaves the x87 stack full"),
    "one value at each call": (HONEST + "fld1\nret", "leaves the x87 stack full"),
    "a register by its old value": (
        "cmpq $0, .Lkept(%rip)\njne .Lset\nmovq %rbx, .Lkept(%rip)\n.Lset: movq .Lkept(%rip), %rcx\n"
        + HONEST + "movq %rcx, %rbx\nret\n.local .Lkept\n.comm .Lkept, 8, 8", "does not restore %rbx",
    ),
    "a register by the old marks": (HONEST + "movl $0x5afe1111, %ebx\nret", "does not restore %rbx"),
    "two registers in turn": (HONEST + "xchgq %r12, %r13\nret", "does not restore %r12"),
    "the frame": (HONEST + "incq %rbp\nret", "does not restore %rbp"),
    "the stack pointer": (HONEST + "ret $16", "does not restore %rsp"),
}  # fmt: skip


@pytest.mark.parametrize("name", BREACHES)
def test_breaches_of_the_calling_convention(name: str) -> None:
    """The results are right; what the caller relies on is not."""
    body, words = BREACHES[name]
    found, log = outcome(body)
    assert found is Outcome.FUNCTIONAL_MISMATCH, log
    assert f"calling convention: triple {words}" in log


LEFT_OVER = {
    "below the stack pointer": "movl $1023, %ecx\nxorl %eax, %eax\nleaq -8192(%rsp), %rdx\n"
    ".Lmore: rolq $7, %rax\nxorq (%rdx,%rcx,8), %rax\nloop .Lmore\nret",
    "the caller's frames": "movl $64, %ecx\nxorl %eax, %eax\n"
    ".Lmore: rolq $7, %rax\nxorq (%rsp,%rcx,8), %rax\nloop .Lmore\nret",
    "data of the library": "movl ${}, %ecx\nxorl %eax, %eax\n"
    ".Lmore: rolq $7, %rax\nxorq (%rcx), %rax\naddq $8, %rcx\ncmpq ${}, %rcx\njb .Lmore\nret",
}


@pytest.mark.parametrize("name", LEFT_OVER)
def test_what_a_process_finds_is_the_same_in_each(name: str) -> None:
    """The canary, the allocator's number and what else a process draws: results that are wrong are equally wrong."""
    ends = [linked().entries[symbol] for symbol in ("__bss_start", "_end")]
    body = LEFT_OVER[name].format(*ends)
    one, other = outcome(body), outcome(body)
    assert one[0] is Outcome.FUNCTIONAL_MISMATCH, one
    assert one == other


def test_marks_are_the_candidates_own() -> None:
    one, again, other = (marks_of(BUNDLE, code) for code in (b"nop", b"nop", b"nop # other"))
    assert one == again
    assert not set(one.symbols.values()) & set(other.symbols.values())
    assert len(set(one.symbols.values())) == len(one.symbols)


def test_waiting_ends_by_processor_time() -> None:
    """A loop of pauses burns time, and nothing that waits without is open."""
    found, log = outcome(".Lloop: pause\njmp .Lloop")
    assert found is Outcome.TIMEOUT, log


ODD_BUT_RIGHT = {
    "code behind constants": "jmp .Lnext\n.byte 0x0f, 0x48\n.Lnext:\n" + HONEST + "ret\n",
    "constants among the code": HONEST + "ret\n.p2align 4\n.Lmask: .quad 0x0f0f0f0f0f0f0f0f, 0x3333333333333333\n",
    "a constant that is read": "movq .Lthree(%rip), %rax\nimulq %rdi, %rax\nmovq %rax, (%rsi)\nret\n.Lthree: .quad 3\n",
    "bytes of a call across two": HONEST + "movq %rax, %rcx\nandl $15, %eax\naddl $1000, %eax\nmovq %rcx, %rax\nret",
    "bytes of a call in a number": HONEST + "movl $0x0005050f, %ecx\nret",
    "recursion": "testq %rdi, %rdi\ncall .Linner\nret\n.Linner:\n" + HONEST + "ret",
    "a table of places": "xorl %ecx, %ecx\njmp *.Ltable(,%rcx,8)\n.Lhere:\n"
    + HONEST
    + "ret\n.section .rodata\n.Ltable: "
    ".quad .Lhere\n.text\n",
    "a call of its own by address": "leaq .Linner(%rip), %rax\ncall *%rax\nret\n.Linner:\n" + HONEST + "ret",
    "a return as a jump": "leaq .Lgo(%rip), %rax\npushq %rax\nret\n.Lgo:\n" + HONEST + "ret",
    "prefixes": "rep\nret".replace("rep\nret", HONEST + "rep ret"),
    "flags of sums and a control word put back": "divsd %xmm1, %xmm0\npushq $0x27f\nfnstcw 4(%rsp)\nfldcw (%rsp)\n"
    "fldcw 4(%rsp)\npopq %rcx\n" + HONEST + "ret",
    "a section with its function's name": '.section .text.triple,"ax",@progbits\n' + HONEST + "ret",
    "code in two sections": "jmp .Lcold\n.section .text.triple.cold\n.Lcold:\n" + HONEST + "ret",
    "lines and files of another source": '.file 0 "/work" "kernel.c"\n.file 1 "kernel.c"\n.loc 1 5 1 view -0\n'
    + HONEST
    + '.loc 1 6 1 is_stmt 0 view .LVU1\nret\n.section .debug_info,"",@progbits\n.uleb128 0x1\n.text',
    "mmx with emms": "movq %rdi, %mm0\npaddd %mm0, %mm0\nemms\n" + HONEST + "ret",
    "backwards and forwards": "std\ncld\n" + HONEST + "ret",
    "much room": HONEST + "ret\n.bss\n.zero 200000000\n.text",
    "a long frame": "subq $4104, %rsp\nmovq %rdi, (%rsp)\nmovq (%rsp), %rdi\n" + HONEST + "addq $4104, %rsp\nret",
}


@pytest.mark.parametrize("name", ODD_BUT_RIGHT)
def test_right_answers_that_look_odd(name: str) -> None:
    found, log = outcome(ODD_BUT_RIGHT[name])
    assert found is Outcome.PASS, log


def test_equal_candidates_are_seen_equal_although_times_differ() -> None:
    one = backend().execute(BUNDLE, Candidate(text(HONEST + "nop\nret")))
    other = AssemblyBackend(sandbox()).execute(BUNDLE, Candidate(text(HONEST + "nop\nret")))
    assert one == other
    assert {"faster", "speedup", "pairs"} <= one.timings.keys()
    assert replace(one, timings={}) == one
