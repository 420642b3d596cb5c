"""The kernel that forgeries are written into: a function that triples, its harness, and the real backend. No tests."""

import functools

from resources.domains.code_optimization.execution.backend import AssemblyBackend
from resources.domains.code_optimization.execution.stages.build import build, build_harness
from resources.domains.code_optimization.execution.stages.program import LinkedProgram, read_program
from resources.domains.code_optimization.execution.test_suite import ProgramTest, suite_text
from resources.execution.bundle import Candidate, EnvironmentBundle, Limits
from resources.execution.outcome import Outcome
from resources.execution.sandbox.job import Sandbox
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
