"""What built-in kernels are given: memory between closed pages, and inputs that are const.

Each candidate is the baseline behind a function that asks it, gives its answer, and does one thing more.
"""

import functools
import re
import subprocess
from pathlib import Path

import pytest

from assets.bundles.build import bundle_from_seed
from resources.domains.code_optimization.execution.backend import AssemblyBackend
from resources.domains.code_optimization.execution.stages.build import build, build_harness
from resources.domains.code_optimization.execution.stages.program import read_program
from resources.domains.code_optimization.faults.cheats import behind
from resources.domains.code_optimization.tasks.library import builtin_seeds
from resources.execution.bundle import Candidate
from resources.execution.observation import Observation
from resources.execution.outcome import Outcome
from resources.execution.sandbox.selection import make_sandbox

SEEDS = {seed.seed_id.removeprefix("builtin/"): seed for seed in builtin_seeds()}
ARGUMENTS = ("rdi", "rsi", "rdx", "rcx", "r8")


def objects_of(program: bytes, folder: Path) -> dict[str, int]:
    """Addresses of a linked program's variables, as nm tells them."""
    (folder / "program").write_bytes(program)
    run = subprocess.run(["nm", folder / "program"], capture_output=True, check=True, timeout=60)
    return {line.split()[2]: int(line.split()[0], 16) for line in run.stdout.decode().splitlines() if line[0] == "0"}


@functools.cache
def backend() -> AssemblyBackend:
    return AssemblyBackend(make_sandbox())


def outcome(kernel: str, more: str) -> Observation:
    """The baseline's answer, and then `more` with the call's arguments in their registers again."""
    bundle = bundle_from_seed(SEEDS[kernel])
    kept = "".join(f"\tpushq %{name}\n" for name in ARGUMENTS)
    restored = "".join(f"\tpopq %{name}\n" for name in reversed(ARGUMENTS))
    body = f"{kept}\tcall honest_@@\n{restored}\tmovq %rax, %r8\n\t{more}\n\tmovq %r8, %rax\n\tret\n"
    return backend().execute(bundle, Candidate(behind(bundle, body)))


BESIDE = {
    "a word behind the words": ("popcount_words", "movl (%rdi,%rsi,4), %ecx"),
    "a word before the words": ("popcount_words", "movl -4(%rdi), %ecx"),
    "a vector over the end": ("gcd_pairs", "movdqu -12(%rdi,%rsi,4), %xmm0"),
    "a store behind": ("reverse_bits", "movb $0, (%rdi,%rsi,4)"),
    "a letter behind the text": ("fnv1a_hash", "movb 1(%rdi,%rsi), %cl"),
    "a letter before the text": ("longest_run", "movb -1(%rdi), %cl"),
    "a store behind the result": ("base64_encode", "movb $0, (%rdi,%r8)"),
    "a mark behind the marks": ("prime_sieve", "movb $1, (%rdi,%rsi)"),
    "a store into other pages": ("knapsack", "movl $0, 65536(%rdi)"),
}


@pytest.mark.parametrize("name", BESIDE)
def test_what_lies_beside_is_closed(name: str) -> None:
    seen = outcome(*BESIDE[name])
    assert seen.outcome is Outcome.MEMORY_FAULT, seen.text


WRITTEN_BESIDE = {
    "before the words": ("popcount_words", "testl $4095, %edi\n\tje 1f\n\tincl -4(%rdi)\n1:"),
    "far before the words": ("popcount_words", "testl $4095, %edi\n\tje 1f\n\tandq $-4096, %rdi\n\tincl (%rdi)\n1:"),
    "behind the words": (
        "popcount_words", "leaq (%rdi,%rsi,4), %rdi\n\ttestl $4095, %edi\n\tje 1f\n\tincl (%rdi)\n1:"
    ),
    "before the text": ("upper_case", "testl $4095, %edi\n\tje 1f\n\tincb -1(%rdi)\n1:"),
    "behind the result": ("base64_encode", "addq %r8, %rdi\n\ttestl $4095, %edi\n\tje 1f\n\tnotb (%rdi)\n1:"),
    "behind the result, undone": (
        "base64_encode", "addq %r8, %rdi\n\ttestl $4095, %edi\n\tje 1f\n\tnotb (%rdi)\n\tnotb (%rdi)\n1:"
    ),
    "behind the result as it was": (
        "base64_encode", "addq %r8, %rdi\n\ttestl $4088, %edi\n\tje 1f\n\tmovq (%rdi), %rax\n\tmovq %rax, (%rdi)\n1:"
    ),
    "before the text, undone": (
        "upper_case", "testl $4095, %edi\n\tje 1f\n\tincb -1(%rdi)\n\tdecb -1(%rdi)\n1:"
    ),
}  # fmt: skip


@pytest.mark.parametrize("name", WRITTEN_BESIDE)
def test_what_lies_on_the_open_side_is_looked_at(name: str) -> None:
    seen = outcome(*WRITTEN_BESIDE[name])
    assert seen.outcome is Outcome.FUNCTIONAL_MISMATCH, seen.text
    assert "memory beside an argument was changed" in seen.text


def test_what_is_followed_leaves_even_far_bytes_alone() -> None:
    """Where the processor watches only the next byte, the bytes behind it are compared at each instruction."""
    amid = "addq %r8, %rdi\n\tmovl %edi, %eax\n\tandl $4095, %eax\n\tdecl %eax\n\tcmpl $3000, %eax\n\tja 1f\n"
    seen = outcome("base64_encode", f"{amid}\tnotb 9(%rdi)\n\tnotb 9(%rdi)\n1:")
    assert seen.outcome is Outcome.FUNCTIONAL_MISMATCH, seen.text
    assert "memory beside an argument is changed, if not for long" in seen.text


ALIGNED = """\
\ttestl ${0}, %edi
\tje honest_@@
\tleaq (%rdi,%rsi,4), %rcx
\ttestl ${0}, %ecx
\tje honest_@@
\txorl %eax, %eax
\tret
"""
HALVES = """\
\tleaq (%rdi,%rsi,4), %rcx
\tmovl %edi, %edx
\tmovl %ecx, %eax
\tcmpl %edx, %eax
\tjae honest_@@
\txorl %eax, %eax
\tret
"""
STACK = "\tmovl %esp, %ecx\n\tandl $63, %ecx\n\tcmpl $56, %ecx\n\tje honest_@@\n\txorl %eax, %eax\n\tret\n"
WHERE_IT_LIES = {
    "begins or ends with a vector": ALIGNED.format(15),
    "begins or ends with a page": ALIGNED.format(4095),
    "lies in one multiple of 4 GiB": HALVES,
    "has a stack that lies as in other calls": STACK,
}


@pytest.mark.parametrize("name", WHERE_IT_LIES)
def test_a_function_is_right_wherever_its_memory_lies(name: str) -> None:
    bundle = bundle_from_seed(SEEDS["popcount_words"])
    seen = backend().execute(bundle, Candidate(behind(bundle, WHERE_IT_LIES[name])))
    assert seen.outcome is Outcome.FUNCTIONAL_MISMATCH, seen.text


@pytest.mark.parametrize("symbol", ["__bss_start", "_end", "rooms", "_IO_2_1_stdout_"])
def test_memory_of_others_is_closed_to_writing(symbol: str) -> None:
    """The harness's, the library's and the allocator's."""
    bundle = bundle_from_seed(SEEDS["popcount_words"])
    content = build(make_sandbox(), bundle, bundle.reference.encode(), build_harness(make_sandbox(), bundle)).program
    assert content is not None
    entries = read_program(content).entries
    at = entries["__bss_start"] + 16384 if symbol not in entries else entries[symbol]
    seen = outcome("popcount_words", f"notb {at:#x}")
    assert seen.outcome is Outcome.MEMORY_FAULT, seen.text


KEPT = {
    "zeros": ".local own\n\t.comm own, 64, 8",
    "many zeros": ".local own\n\t.comm own, 200000, 8",
    "data": ".data\nown: .quad 0, 0",
    "much data": ".data\nown: .zero 200000",
    "named data": '.section .data.own,"aw"\nown: .quad 0',
    "named zeros": '.section .bss.own,"aw",@nobits\nown: .zero 64',
}
ASKS = """\
\tincq {0}
\tcmpq ${1}, {0}
\tja .Lagain
\tjmp honest_@@
.Lagain:
\tmovq $-1, %rax
\tret
"""


@pytest.mark.parametrize("name", KEPT)
def test_nothing_is_remembered_from_round_to_round(name: str) -> None:
    """Who finds again what it wrote more than one round ago answers wrongly."""
    bundle = bundle_from_seed(SEEDS["popcount_words"])
    text = behind(bundle, ASKS.format("own(%rip)", 2)) + f"\t{KEPT[name]}\n\t.text\n"
    seen = backend().execute(bundle, Candidate(text))
    assert seen.outcome is Outcome.PASS, seen.text


@pytest.mark.parametrize("name", ["zeros", "data", "much data"])
def test_a_function_is_right_on_what_it_left_in_static_memory(name: str) -> None:
    """One that forgets to clear it is right on its first call alone."""
    bundle = bundle_from_seed(SEEDS["popcount_words"])
    text = behind(bundle, ASKS.format("own(%rip)", 1)) + f"\t{KEPT[name]}\n\t.text\n"
    seen = backend().execute(bundle, Candidate(text))
    assert seen.outcome is Outcome.FUNCTIONAL_MISMATCH, seen.text


@pytest.mark.parametrize("below", [32, *range(1000, 21_000, 1000), 300_000])
def test_nothing_is_remembered_below_the_stack(below: int) -> None:
    bundle = bundle_from_seed(SEEDS["popcount_words"])
    moved = f"\tsubq ${below}, %rsp\n\tmovabsq $0x1234567812345678, %rax\n\tcmpq %rax, (%rsp)\n\tje .Lagain\n"
    moved += f"\tmovq %rax, (%rsp)\n\taddq ${below}, %rsp\n\tjmp honest_@@\n.Lagain:\n\tud2\n"
    seen = backend().execute(bundle, Candidate(behind(bundle, moved)))
    assert seen.outcome is Outcome.PASS, seen.text


ELSEWHERE = {
    "a guard's frame": "movl ${guard_frames}+1920, %ecx",
    "behind the guards' frames": "movl ${guard_frames_end}+64, %ecx",
    "above the process's beginning": "movq {__libc_stack_end}, %rcx\n\taddq $136, %rcx",
}


@pytest.mark.parametrize("name", ELSEWHERE)
def test_memory_that_the_harness_changes_is_not_the_kernels(name: str, tmp_path: Path) -> None:
    """By its address, which a text may know: the program is linked once to learn it."""
    bundle = bundle_from_seed(SEEDS["popcount_words"])
    mark = "\tmovabsq $0x1234567812345678, %rax\n"
    asks = f"\t{ELSEWHERE[name]}\n{mark}\tcmpq %rax, (%rcx)\n\tje .Lagain\n\tmovq %rax, (%rcx)\n"
    asks += "\tjmp honest_@@\n.Lagain:\n\tud2\n"
    body = re.sub(r"\{\w+\}", "0x7ffffff", asks)
    harness = build_harness(make_sandbox(), bundle)
    content = build(make_sandbox(), bundle, behind(bundle, body).encode(), harness).program
    assert content is not None
    places = {symbol: hex(value) for symbol, value in objects_of(content, tmp_path).items()}
    seen = backend().execute(bundle, Candidate(behind(bundle, asks.format(**places))))
    assert seen.outcome is Outcome.MEMORY_FAULT, seen.text


@pytest.mark.parametrize("register", ["mm0", "mm7", "xmm5", "xmm15"])
def test_nothing_is_remembered_in_a_register(register: str) -> None:
    bundle = bundle_from_seed(SEEDS["popcount_words"])
    mark = "\tmovabsq $0x1234567812345678, %rax\n"
    body = f"\tmovq %{register}, %rcx\n{mark}\tcmpq %rax, %rcx\n\tje .Lagain\n\tmovq %rax, %{register}\n\temms\n"
    body += "\tjmp honest_@@\n.Lagain:\n\tud2\n"
    seen = backend().execute(bundle, Candidate(behind(bundle, body)))
    assert seen.outcome is Outcome.PASS, seen.text


FLAGS = "\tpushfq\n\ttestl ${0}, (%rsp)\n\tjne .Lagain\n\torl ${0}, (%rsp)\n\tpopfq\n\tjmp honest_@@\n.Lagain:\n\tud2\n"
CONTROLS = """\
\tstmxcsr -8(%rsp)
\ttestl $8, -8(%rsp)
\tjne .Lagain
\torl $8, -8(%rsp)
\tldmxcsr -8(%rsp)
\tjmp honest_@@
.Lagain:
\tud2
"""
ABOVE = """\
\tmovabsq $0x1234567812345678, %rax
\tcmpq %rax, {0}(%rsp)
\tje .Lagain
\tmovq %rax, {0}(%rsp)
\tjmp honest_@@
.Lagain:
\tud2
"""
MARKS = {
    "nested task": FLAGS.format("0x4000"),
    "a raised exception": CONTROLS,
}


@pytest.mark.parametrize("name", MARKS)
def test_no_mark_lasts_until_the_next_round(name: str) -> None:
    """What runs once would tell a first round from a later one, and so a test from a run that is timed."""
    bundle = bundle_from_seed(SEEDS["popcount_words"])
    seen = backend().execute(bundle, Candidate(behind(bundle, MARKS[name])))
    assert seen.outcome is Outcome.PASS, seen.text


def test_a_flag_of_the_system_that_is_left_set_is_a_breach() -> None:
    """It would last, too; who returns with it breaks the calling convention, which is told."""
    bundle = bundle_from_seed(SEEDS["popcount_words"])
    seen = backend().execute(bundle, Candidate(behind(bundle, FLAGS.format("0x200000"))))
    assert seen.outcome is Outcome.FUNCTIONAL_MISMATCH, seen.text
    assert "leaves the alignment check or identification flag set" in seen.text


@pytest.mark.parametrize("above", [72, 200, 248, 800, 1400])
def test_words_above_the_return_address_are_not_the_kernels(above: int) -> None:
    """Those behind the watched ones, too: nothing of the harness's lies there, and nothing may be left there."""
    bundle = bundle_from_seed(SEEDS["popcount_words"])
    seen = backend().execute(bundle, Candidate(behind(bundle, ABOVE.format(above))))
    is_stack = above <= 256
    assert seen.outcome is (Outcome.FUNCTIONAL_MISMATCH if is_stack else Outcome.MEMORY_FAULT), seen.text
    assert ("writes above its return address" in seen.text) is is_stack


IS_TIMED = {
    "the guards' word": "cmpb $0, {guard_is_timed}\n\tje honest_@@",
    "the number of rounds so far": "cmpl $8, {round_now}\n\tjb honest_@@",
}
WRONG = "\ttestq %rsi, %rsi\n\tje honest_@@\n\tcmpl $-1, (%rdi)\n\tjne honest_@@\n\txorl %eax, %eax\n\tret\n"


def test_what_takes_a_timed_run_by_its_data_is_tested_there() -> None:
    """A function that is wrong on a test's data, in the runs that decide on speed alone."""
    bundle = bundle_from_seed(SEEDS["popcount_words"])
    asks = f"\tcmpq $480, %rsi\n\tjne honest_@@\n{WRONG}"
    seen = backend().execute(bundle, Candidate(behind(bundle, asks)))
    assert seen.text.startswith("measure: wrong output in a longer run\n"), seen.text


@pytest.mark.parametrize("name", IS_TIMED)
def test_nothing_in_memory_tells_that_a_run_is_timed(name: str, tmp_path: Path) -> None:
    """What the harness counts and knows, at its address: a kernel's process has a copy of before anything was read."""
    bundle = bundle_from_seed(SEEDS["popcount_words"])
    asks = f"\t{IS_TIMED[name]}\n{WRONG}"
    content = build(
        make_sandbox(),
        bundle,
        behind(bundle, re.sub(r"\{\w+\}", "0x7ffffff", asks)).encode(),
        build_harness(make_sandbox(), bundle),
    ).program
    assert content is not None
    places = {symbol: hex(value) for symbol, value in objects_of(content, tmp_path).items()}
    seen = backend().execute(bundle, Candidate(behind(bundle, asks.format(**places))))
    assert seen.outcome is Outcome.PASS, seen.text


@pytest.mark.parametrize("section", [".rodata.own", ".eh_frame", ".comment"])
def test_what_can_be_written_is_where_rounds_restore_it(section: str) -> None:
    bundle = bundle_from_seed(SEEDS["popcount_words"])
    text = f'{bundle.reference}\t.section {section},"aw",@progbits\n\t.quad 0\n'
    assert backend().execute(bundle, Candidate(text)).outcome is Outcome.REJECTED


NOISE = {
    "the upper half of the first argument": "movq %rdi, %rax\n\tshrq $32, %rax",
    "the upper half of the last argument": "movq %rdx, %rax\n\tshrq $32, %rax",
    "a register without an argument": "testq %rcx, %rcx",
    "another one": "testq %r9, %r9",
    "the result's register": "testq %rax, %rax",
    "a vector": "movq %xmm0, %rax\n\ttestq %rax, %rax",
    "the upper part of a vector": "movhlps %xmm7, %xmm7\n\tmovq %xmm7, %rax\n\ttestq %rax, %rax",
    "flags": "seto %al\n\tsetc %r10b\n\torb %r10b, %al",
}


@pytest.mark.parametrize("name", NOISE)
def test_what_the_convention_leaves_open_is_not_zero(name: str) -> None:
    """Whoever takes it for zero answers wrongly."""
    bundle = bundle_from_seed(SEEDS["power_modulo"])
    body = f"\t{NOISE[name]}\n\tjne .Lnoise\n\tjmp honest_@@\n.Lnoise:\n\tmovl $-1, %eax\n\tret\n"
    seen = backend().execute(bundle, Candidate(behind(bundle, body)))
    assert seen.outcome is Outcome.FUNCTIONAL_MISMATCH, seen.text


CONST = {
    "a word": ("popcount_words", "testq %rsi, %rsi\n\tje 1f\n\tincl (%rdi)\n1:"),
    "the last word": ("murmur_mix", "testq %rsi, %rsi\n\tje 1f\n\tnotl -4(%rdi,%rsi,4)\n1:"),
    "the zero behind a text": ("expression_value", "movb $32, (%rdi)"),
    "what is sorted": ("binary_search", "incl (%rdi)"),
    "one of two": ("knapsack", "testq %rdx, %rdx\n\tje 1f\n\tincl (%rsi)\n1:"),
    "a field": ("life_generation", "imulq %rcx, %rdx\n\ttestq %rdx, %rdx\n\tje 1f\n\txorb $1, (%rsi)\n1:"),
}


@pytest.mark.parametrize("name", CONST)
def test_what_is_const_stays_as_it_is(name: str) -> None:
    seen = outcome(*CONST[name])
    assert seen.outcome is Outcome.FUNCTIONAL_MISMATCH, seen.text
    assert re.search(r"got '(a const argument was changed|\d+)\\n'", seen.text)


def test_a_const_input_that_is_put_back_was_changed() -> None:
    """It could lie in memory that is only read."""
    seen = outcome("popcount_words", "testq %rsi, %rsi\n\tje 1f\n\tnotl (%rdi)\n\tnotl (%rdi)\n1:")
    assert seen.outcome is Outcome.FUNCTIONAL_MISMATCH, seen.text


@pytest.mark.parametrize(
    ("kernel", "most"), [("popcount_words", 256), ("fnv1a_hash", 4096), ("quick_sort", 1000), ("edit_distance", 200)]
)
def test_an_answer_for_small_sizes_alone_is_wrong(kernel: str, most: int) -> None:
    """Right on all that is shown, and on all that is measured."""
    bundle = bundle_from_seed(SEEDS[kernel])
    body = f"\tcmpq ${most}, %rsi\n\tja .Llarge\n\tjmp honest_@@\n.Llarge:\n\txorl %eax, %eax\n\tret\n"
    seen = backend().execute(bundle, Candidate(behind(bundle, body)))
    assert seen.outcome is Outcome.FUNCTIONAL_MISMATCH, seen.text
    assert "held-back test" in seen.text
