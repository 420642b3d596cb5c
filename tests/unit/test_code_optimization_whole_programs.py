"""Programs with a main of their own, followed over what they are given: what they read, print and come back with."""

import json
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from assets.bundles.build import bundle_from_seed
from resources.domains.code_optimization.execution.test_suite import SUITE_FILE, ProgramTest, suite_text
from resources.domains.code_optimization.language.assembly import Assembly
from resources.domains.code_optimization.prediction.simulator.comparison import simulate
from resources.domains.code_optimization.prediction.simulator.program import Program
from resources.domains.code_optimization.prediction.simulator.runs import Run, expected_runs, followed
from resources.domains.code_optimization.tasks.library import builtin_seeds
from resources.domains.simulation import HaltReason
from resources.execution.bundle import EnvironmentBundle

TOTAL = """
    .text
    .globl main
main:
    pushq %rbx
    subq $16, %rsp
    xorl %ebx, %ebx
.Lnext:
    leaq 12(%rsp), %rsi
    movl $.Lform, %edi
    xorl %eax, %eax
    call __isoc99_scanf
    cmpl $1, %eax
    jne .Lend
    addl 12(%rsp), %ebx
    jmp .Lnext
.Lend:
    movl %ebx, %esi
    movl $.Lline, %edi
    xorl %eax, %eax
    call printf
    addq $16, %rsp
    popq %rbx
    xorl %eax, %eax
    ret
    .section .rodata
.Lform: .string "%d"
.Lline: .string "%d\\n"
"""
"""Adds what it reads until no number comes."""
LINE = "movq %rbx, %rdi\nmovl ${size}, %esi\nmovq stdin(%rip), %rdx\ncall fgets\nmovq %rbx, %rdi\ncall puts"


def ran(body: str, given: bytes) -> Run:
    """A main of these instructions, with room on its stack that rbx points to."""
    text = f"main:\npushq %rbx\nsubq $64, %rsp\nmovq %rsp, %rbx\n{body}\naddq $64, %rsp\npopq %rbx\nret\n"
    return followed(Program(Assembly(text)), given, 500)


@given(st.lists(st.integers(-(2**20), 2**20), max_size=20))
def test_numbers_are_read_as_scanf_reads_them(numbers: list[int]) -> None:
    run = followed(Program(Assembly(TOTAL)), "\n ".join(map(str, numbers)).encode(), 2000)
    assert (run.halt, run.printed, run.status) == (HaltReason.RETURNED, b"%d\n" % sum(numbers), 0)


@pytest.mark.parametrize(
    ("body", "given", "printed"),
    [
        ("call getchar\ncall getchar\nmovl %eax, %edi\ncall putchar", b"ab", b"b"),
        ("movq stdin(%rip), %rdi\ncall fgetc\nmovl %eax, %edi\ncall putchar", b"xy", b"x"),
        (LINE.format(size=4), b"abcdef", b"abc\n"),
        (LINE.format(size=9), b"a\nb", b"a\n\n"),
        (
            "movq %rbx, %rdi\nmovl $2, %esi\nmovl $3, %edx\nmovq stdin(%rip), %rcx\ncall fread\n"
            "leaq 48(%rax), %rdi\ncall putchar\nmovq %rbx, %rdi\ncall puts",
            b"abcd\0",
            b"2abcd\n",
        ),
        ("call getchar\nleal 50(%rax), %edi\ncall putchar", b"", b"1"),
    ],
    ids=["getchar", "fgetc", "a part of a line", "a line", "two whole blocks", "the end of the input"],
)
def test_what_is_given_is_read(body: str, given: bytes, printed: bytes) -> None:
    assert ran(body, given).printed == printed


def test_leaving_is_as_good_as_returning() -> None:
    run = ran("movl $3, %edi\ncall exit", b"")
    assert (run.halt, run.status) == (HaltReason.RETURNED, 3)
    assert ran("call abort", b"").halt is HaltReason.ILLEGAL


def program(tests: list[ProgramTest]) -> EnvironmentBundle:
    task = bundle_from_seed(builtin_seeds()[0])
    return replace(
        task, reference=TOTAL, interface="", settings={"entry": "main"}, files={SUITE_FILE: suite_text(tests)}
    )


@pytest.mark.parametrize(
    ("old", "new", "outcome"),
    [
        ("addl 12", "subl 12", "different"),
        ("jne .Lend", "je .Lend", "different"),
        ("xorl %eax, %eax\n    ret", "movl $1, %eax\n    ret", "different"),
        ("leaq 12(%rsp), %rsi", "xorl %esi, %esi", "memory"),
        ("cmpl $1, %eax", "cmpl $9, %eax", "different"),
        ("jne .Lend", "jmp .Lnext", "endless"),
        ("popq %rbx", "nop\n    popq %rbx", "same"),
    ],
)
def test_a_candidate_is_followed_over_the_shown_tests(old: str, new: str, outcome: str) -> None:
    task = program([ProgramTest("1 2 3\n", "6\n", shown=True), ProgramTest("5\n", "5\n"), ProgramTest("9\n", "9\n")])
    assert old in TOTAL
    found = simulate(task, Assembly(TOTAL.replace(old, new))).features
    assert found[f"followed_{outcome}"] == 1.0
    assert found["followed_tests_same"] == float(outcome == "same")


def test_what_is_held_back_is_not_followed() -> None:
    task = program([ProgramTest("1 2\n", "3\n", shown=True), ProgramTest("5\n", "5\n")])
    tests = [
        {**test, "stdin": test["stdin"] if test.get("shown") else "7 7\n"}
        for test in json.loads(task.files[SUITE_FILE])
    ]
    other = replace(task, files={SUITE_FILE: json.dumps(tests)})
    candidate = Assembly(TOTAL.replace("addl 12", "movl 12"))
    assert simulate(task, candidate).features == simulate(other, candidate).features


def test_of_many_inputs_the_short_ones_are_followed_in_the_tests_order() -> None:
    lines = tuple(b"1 " * count for count in (400, 3, 2, 1, 300, 4, 5, 6, 7))
    assert [run.given for run in expected_runs(TOTAL, lines)] == [lines[place] for place in (1, 2, 3, 5, 6, 7)]


@given(st.binary(max_size=80))
def test_any_input_is_read(given: bytes) -> None:
    assert followed(Program(Assembly(TOTAL)), given, 3000).halt in (HaltReason.RETURNED, HaltReason.UNSUPPORTED)
