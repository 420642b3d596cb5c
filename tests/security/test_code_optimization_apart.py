"""Forgeries by who knows where the harness lies: its frames, its checks, its functions and the system's calls. The
kernel has a process of its own, in which none of them is at work. Each candidate is the baseline with one thing more.
"""

import functools
import re
from pathlib import Path

import pytest

from assets.bundles.build import bundle_from_seed
from resources.domains.code_optimization.execution.stages.build import build, build_harness
from resources.domains.code_optimization.faults.cheats import behind
from resources.domains.code_optimization.tasks.library import builtin_seeds
from resources.execution.bundle import Candidate, EnvironmentBundle
from resources.execution.outcome import Outcome
from tests.security.forged_kernel import backend, sandbox
from tests.security.test_code_optimization_memory import objects_of

KERNEL = "popcount_words"
APART = (
    "\tmovq %rsp, %rax\n\tshrq $24, %rax\n\tcmpl $0x7fffff, %eax\n\tje honest_@@\n"
    "\tandl $0xfffe, %eax\n\tcmpl $0x1ffe, %eax\n\tje honest_@@\n"
)
"""In one process with the harness, the stack is the system's, and under callgrind that one's."""


@functools.cache
def bundle() -> EnvironmentBundle:
    return bundle_from_seed(next(seed for seed in builtin_seeds() if seed.seed_id == f"builtin/{KERNEL}"))


def with_places(body: str, folder: Path) -> str:
    """The text with the addresses of the linked program's names for those in braces: linked once to learn them."""
    guessed = behind(bundle(), re.sub(r"\{\w+\}", "0x4fffff", body))
    program = build(sandbox(), bundle(), guessed.encode(), build_harness(sandbox(), bundle())).program
    assert program is not None
    return behind(bundle(), body.format(**{name: hex(at) for name, at in objects_of(program, folder).items()}))


RIGHT = "\tsubq $8, %rsp\n\tcall honest_@@\n\taddq $8, %rsp\n"
FORGERIES = {
    "a word of a frame above": ("\tsubq $8, 0x90(%rsp)\n\tjmp honest_@@\n", Outcome.FUNCTIONAL_MISMATCH),
    "a frame that is looked for": ("\tmovq 0x200(%rsp), %rcx\n\tjmp honest_@@\n", Outcome.MEMORY_FAULT),
    "a return behind its place": (f"{RIGHT}\taddq $2, (%rsp)\n\tret\n", Outcome.RUNTIME_ERROR),
    "a return to what asks the system": (f"{RIGHT}\taddq $4, (%rsp)\n\tret\n", Outcome.REJECTED),
    "a jump to its place, with a register broken": (
        f"{RIGHT}\tpopq %rdx\n\tmovl $7, %ebx\n\tjmp *%rdx\n",
        Outcome.FUNCTIONAL_MISMATCH,
    ),
    "a jump into the guard": (f"{RIGHT}\tmovl ${{guard_left_{KERNEL}}}, %edx\n\tjmp *%rdx\n", Outcome.MEMORY_FAULT),
    "the harness's end of a round": (f"{RIGHT}\tmovl ${{round_over}}, %edx\n\tjmp *%rdx\n", Outcome.MEMORY_FAULT),
    "memory opened by the library": (
        f"{RIGHT}\tmovl $3, %edx\n\tmovl $4096, %esi\n\tmovl $0x4a0000, %edi\n"
        "\tmovl ${mprotect}, %ecx\n\tjmp *%rcx\n",
        Outcome.REJECTED,
    ),
    "memory beside the stack, with the first values of data": (
        f"{APART}\tleaq 264(%rsp), %rax\n\tandq $-4096, %rax\n\tsubq $0x802000, %rax\n"
        "\tcmpq $0, (%rax)\n\tjmp honest_@@\n\t.data\n\t.quad 1\n\t.text\n",
        Outcome.MEMORY_FAULT,
    ),
    "a local word that is never cleared": (
        "\tsubq $0x5008, %rsp\n\tmovq (%rsp), %r11\n\tmovq $1, (%rsp)\n\tmovq %r11, 8(%rsp)\n"
        "\tcall honest_@@\n\taddq 8(%rsp), %rax\n\taddq $0x5008, %rsp\n\tret\n",
        Outcome.FUNCTIONAL_MISMATCH,
    ),
}


@pytest.mark.parametrize("name", FORGERIES)
def test_nothing_of_the_harness_is_in_reach(name: str, tmp_path: Path) -> None:
    body, wanted = FORGERIES[name]
    seen = backend().execute(bundle(), Candidate(with_places(body, tmp_path)))
    assert seen.outcome is wanted, seen.text
    assert seen.stage == "test"


NATIVE = "\tmovq %rsp, %rcx\n\tshrq $40, %rcx\n\tcmpl $0x7f, %ecx\n\tje honest_@@\n"
"""Under valgrind the stack lies elsewhere."""
SCAN = """\
\tleaq 0x28(%rsp), %r10
.Lscan:
\taddq $8, %r10
\tmovq (%r10), %r11
\tleaq -0x401000(%r11), %rax
\tcmpq $0x8000, %rax
\tjnb .Lscan
\tcmpl $0xef75c085, (%r11)
\tjne .Lscan
\tsubq $8, (%r10)
\tjmp honest_@@
"""
"""What the loop over rounds returns to: its test, and eight bytes before it what calls the next round."""
UNDER_CALLGRIND = {
    "behind the comparisons": (
        f"{RIGHT}\tmovl ${{guard_frame}}, %ecx\n\tsubq $96, (%rcx)\n\tmovq (%rcx), %r11\n"
        f"\tmovl ${{guard_left_{KERNEL}}}, %ecx\n\tmovq %rcx, (%rsp)\n\tret\n",
        f"a return from {KERNEL} to another place than its caller",
    ),
    "past the end of a round": (SCAN, "control that left a round of the harness"),
}


@pytest.mark.parametrize("name", UNDER_CALLGRIND)
def test_the_harness_runs_under_callgrind_as_beside_any_other(name: str, tmp_path: Path) -> None:
    """There kernel and harness are one process; natively these candidates are right."""
    body, words = UNDER_CALLGRIND[name]
    seen = backend().execute(bundle(), Candidate(with_places(NATIVE + body, tmp_path)))
    assert seen.outcome is Outcome.REJECTED, seen.text
    assert words in seen.text
