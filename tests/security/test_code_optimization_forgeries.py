"""Forgeries of verdict and score by hidden code: system calls, valgrind's requests, code that can be written, names and
places of others. Classes of several members, on a function that gives right answers beside; none may pass.
"""

import pytest

from resources.domains.code_optimization.execution.stages.build import build, build_harness
from resources.domains.code_optimization.execution.stages.run import measure
from resources.execution.errors import EnvironmentGap
from resources.execution.outcome import Outcome
from resources.execution.sandbox.job import Ended
from tests.security.forged_kernel import BUNDLE, HONEST, TESTS, linked, outcome, sandbox, text

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
    assert "more than 16 MiB of static data" in log


REQUESTS = {
    "as instructions": "rolq $3, %rdi\nrolq $13, %rdi\nrolq $61, %rdi\nrolq $51, %rdi\nxchgq %rbx, %rbx\n",
    "as data": ".byte 0x48, 0xc1, 0xc7, 3, 0x48, 0xc1, 0xc7, 13\n.byte 0x48, 0xc1, 0xc7, 61, 0x48, 0xc1, 0xc7, 51\n",
    "as words": ".quad 0x0dc7c14803c7c148, 0x33c7c1483dc7c148\n",
}


@pytest.mark.parametrize("name", REQUESTS)
def test_requests_to_valgrind(name: str) -> None:
    found, log = outcome(HONEST + "jmp .Lover\n" + REQUESTS[name] + ".Lover:\nret")
    assert found is Outcome.REJECTED, log
    assert "a request to valgrind" in log or "in a code section" in log


DATA_THAT_RUN = {
    "asks the processor": ".byte 0x0f, 0x01, 0xd0",
    "an ordinary move": ".byte 0x48, 0x89, 0xc9",
    "half an instruction": ".byte 0x48\nmovl %ecx, %ecx",
    "a word": ".long 0x90c98948",
    "a vector beyond SSE2": ".byte 0xc5, 0xf8, 0x77",
}


@pytest.mark.parametrize("name", DATA_THAT_RUN)
def test_data_that_run(name: str) -> None:
    """What the assembler would refuse, or would name: only statements run."""
    found, log = outcome(f"{HONEST}pushq %rax\nxorl %ecx, %ecx\n{DATA_THAT_RUN[name]}\npopq %rax\nret")
    assert found is Outcome.REJECTED, log


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
