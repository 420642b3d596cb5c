"""Forgeries by what a function leaves behind, and breaches of the calling convention: none may pass. Right answers that
look odd stand at the end: they pass.
"""

from dataclasses import replace

import pytest

from resources.domains.code_optimization.execution.backend import AssemblyBackend
from resources.domains.code_optimization.execution.stages.marks import marks_of
from resources.execution.bundle import Candidate
from resources.execution.outcome import Outcome
from tests.security.forged_kernel import BUNDLE, HONEST, backend, linked, outcome, sandbox, text

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
    **{
        f"{name} flag": (HONEST + f"pushfq\norq ${bit}, (%rsp)\npopfq\nret", "leaves the alignment check or")
        for name, bit in (("alignment check", 0x40000), ("identification", 0x200000))
    },
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
    "a register by another's noise": (HONEST + "movq %r11, %rbx\nret", "does not restore %rbx"),
    "a register by a word above": (HONEST + "movq 8(%rsp), %rbx\nret", "does not restore %rbx"),
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
    "constants between functions": HONEST
    + "ret\n.section .rodata\n.p2align 4\n.Lmask: .quad 0x0f0f0f0f0f0f0f0f\n.text\n",
    "padding in its way": HONEST + ".p2align 5\n.p2align 6\nnop\n.p2align 4,,10\nret",
    "a line marker": HONEST + '#APP\n# 27 "kernel.c" 1\nnop\n# 0 "" 2\n#NO_APP\nret',
    "two statements on a line": HONEST + "nop; nop; .p2align 4; nop; rep; nop; ret",
    "a constant that is read": "movq .Lthree(%rip), %rax\nimulq %rdi, %rax\nmovq %rax, (%rsi)\nret\n"
    ".section .rodata\n.Lthree: .quad 3\n.text\n",
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
    "directives that change nothing": ".att_syntax prefix\n.code64\n.extern memset\n.nops 7\n.line 70\n"
    + HONEST
    + "ret",
    "a call through the offset table": "subq $24, %rsp\nmovq %rdi, (%rsp)\nmovq %rsi, 8(%rsp)\nmovq %rsp, %rdi\n"
    "xorl %esi, %esi\nxorl %edx, %edx\ncall *memset@GOTPCREL(%rip)\nmovq (%rsp), %rdi\nmovq 8(%rsp), %rsi\n"
    "addq $24, %rsp\n" + HONEST + "ret",
    "long padding in its way": HONEST + ".p2align 10\nret",
    "much room": HONEST + "ret\n.bss\n.zero 16000000\n.text",
    "a long frame": "subq $4104, %rsp\nmovq %rdi, (%rsp)\nmovq (%rsp), %rdi\n" + HONEST + "addq $4104, %rsp\nret",
}


@pytest.mark.parametrize("name", ODD_BUT_RIGHT)
def test_right_answers_that_look_odd(name: str) -> None:
    found, log = outcome(ODD_BUT_RIGHT[name])
    assert found is Outcome.PASS, log


ONLY_WITH_SIGNALS = {
    "data far below": ("movq %rdi, -4000(%rsp)\nmovq -4000(%rsp), %rdi\n", "does not survive a signal"),
    "data below the red zone": ("movq %rdi, -136(%rsp)\nmovq -136(%rsp), %rdi\n", "does not survive a signal"),
    "constants popped": ("movq %rsp, %r8\nleaq .Lown(%rip), %rsp\npopq %rax\nmovq %r8, %rsp\n", "survive a signal"),
    "data far down": ("movq %rdi, -100000(%rsp)\nmovq -100000(%rsp), %rdi\n", "does not survive a signal"),
    "where signals are put off": (
        "pushq $2\npopfq\nmovq %rdi, -4000(%rsp)\nmovq -4000(%rsp), %rdi\n",
        "does not survive a signal",
    ),
    "where no signal is seen": (
        "pushfq\npopq %rax\ntestl $0x100, %eax\njne .Lseen\nmovq %rdi, -4000(%rsp)\nmovq -4000(%rsp), %rdi\n.Lseen:\n",
        "does not survive a signal",
    ),
    "the stack pointer lent": ("addq $24, %rsp\nsubq $24, %rsp\n", "points above the function's own frame"),
    "data popped": ("movq %rsp, %r8\nleaq .Ldata(%rip), %rsp\npopq %rax\nmovq %r8, %rsp\n", "elsewhere than into"),
}
_THEIR_DATA = ".section .rodata\n.Lown: .quad 5\n.data\n.Ldata: .quad 5\n.text\n"


@pytest.mark.parametrize("name", ONLY_WITH_SIGNALS)
def test_what_a_signal_would_break_is_a_breach(name: str) -> None:
    """In any process that takes signals the kernel may write below the red zone at any instruction."""
    body, words = ONLY_WITH_SIGNALS[name]
    found, log = outcome(body + HONEST + "ret\n" + _THEIR_DATA)
    assert found is Outcome.FUNCTIONAL_MISMATCH, log
    assert words in log
    assert log.startswith("test 0: calling convention: ")


@pytest.mark.parametrize("room", [0, 8])
def test_the_stack_is_aligned_before_a_call_of_the_librarys(room: int) -> None:
    """Any library's memset may use aligned stores to its frame; this one does not."""
    call = f"subq ${16 + room}, %rsp\nmovq %rdi, (%rsp)\nmovq %rsi, 8(%rsp)\nmovq %rsp, %rdi\n"
    call += "xorl %esi, %esi\nxorl %edx, %edx\n"
    back = f"call memset\nmovq (%rsp), %rdi\nmovq 8(%rsp), %rsi\naddq ${16 + room}, %rsp\n"
    found, log = outcome(call + back + HONEST + "ret")
    assert found is (Outcome.PASS if room else Outcome.FUNCTIONAL_MISMATCH), log
    assert room or "%rsp is no multiple of 16 before a call" in log


RIGHT_WITH_SIGNALS = {
    "the red zone": "movq %rdi, -128(%rsp)\nmovq -128(%rsp), %rdi\n" + HONEST + "ret",
    "flags kept": "pushfq\ncld\npopfq\n" + HONEST + "ret",
    "the return address popped": "popq %rcx\n" + HONEST + "jmp *%rcx",
}


@pytest.mark.parametrize("name", RIGHT_WITH_SIGNALS)
def test_what_signals_do_not_break(name: str) -> None:
    found, log = outcome(RIGHT_WITH_SIGNALS[name])
    assert found is Outcome.PASS, log


DATA_IN_CODE = {
    "behind the code": HONEST + "ret\n.Lmask: .quad 0x0f0f0f0f0f0f0f0f",
    "jumped over": "jmp .Lnext\n.byte 0x0f, 0x48\n.Lnext:\n" + HONEST + "ret",
    "code that only a processor meets": HONEST
    + "fld1\nfstp %st(0)\nret\n.Lown: .byte 0xf3, 0x48, 0x0f, 0xb8, 0xc7\nret",
    "in a section of its own": HONEST + 'ret\n.section .text.own,"ax",@progbits\n.string "text"',
}


@pytest.mark.parametrize("name", DATA_IN_CODE)
def test_data_in_a_code_section_are_refused_with_what_to_do(name: str) -> None:
    """They could be run on a path that callgrind is not shown: no compiler and no other author writes any there."""
    found, log = outcome(DATA_IN_CODE[name])
    assert found is Outcome.REJECTED, log
    assert "in a code section; a table belongs in .section .rodata" in log


RUN_OTHERWISE = {
    "a prefix before a label": ("movl $1, %ecx\nrep\n.Lx: bsrl %ecx, %ecx\n" + HONEST + "ret", "a prefix alone: repz"),
    "a filling of its own": (HONEST + "ret\n.p2align 5, 0xc5", ".p2align with a filling of its own"),
    "the number of the core": ("movl $0x7b, %ecx\nlsl %ecx, %ecx\n" + HONEST + "ret", "lsl"),
    "a constant's inside": (
        "leaq .Lodd(%rip), %rcx\nincq %rcx\njmp *%rcx\n.Lodd: movl $0x90909090, %ecx\n" + HONEST + "ret",
        "a jump into the middle of an instruction",
    ),
}  # fmt: skip


@pytest.mark.parametrize("name", RUN_OTHERWISE)
def test_what_runs_is_what_the_text_shows(name: str) -> None:
    body, words = RUN_OTHERWISE[name]
    found, log = outcome(body)
    assert found is Outcome.REJECTED, log
    assert words in log


def test_a_native_path_is_read_too() -> None:
    """A sum tells callgrind, whose sums have 64 bits; else the inside of a constant runs, where POPCNT could stand."""
    asked = "movl $0x20000000, -4(%rsp)\nfld1\nflds -4(%rsp)\nfadd %st(1), %st\nfucomip %st(1), %st\nfstp %st(0)\n"
    asked += "je .Lhonest\nleaq .Lodd(%rip), %rcx\nincq %rcx\njmp *%rcx\n.Lodd: movl $0x90909090, %ecx\n.Lhonest:\n"
    found, log = outcome(asked + HONEST + "ret")
    assert found is Outcome.REJECTED, log
    assert log == "kernel.s:15: forbidden: a jump into the middle of an instruction\n"


def test_where_the_kernels_clock_lies_is_not_told() -> None:
    """From the size of a page, which the kernel tells every program, down to the entry that says it; 0 without one."""
    pages = "movq %rsp, %rcx\n.Lup: addq $8, %rcx\ncmpq $4096, (%rcx)\njne .Lup\ncmpq $6, -8(%rcx)\njne .Lup\n"
    down = ".Ldown: subq $16, %rcx\nmovq -8(%rcx), %rax\ncmpq $33, %rax\nje .Ltold\n"
    down += "cmpq $100, %rax\njb .Ldown\nxorl %eax, %eax\nret\n.Ltold: movq (%rcx), %rax\nret"
    found, log = outcome(pages + down)
    assert found is Outcome.FUNCTIONAL_MISMATCH
    assert "got '0 0" in log


def test_equal_candidates_are_seen_equal_although_times_differ() -> None:
    one = backend().execute(BUNDLE, Candidate(text(HONEST + "nop\nret")))
    other = AssemblyBackend(sandbox()).execute(BUNDLE, Candidate(text(HONEST + "nop\nret")))
    assert one == other
    assert {"faster", "speedup", "pairs"} <= one.timings.keys()
    assert replace(one, timings={}) == one
