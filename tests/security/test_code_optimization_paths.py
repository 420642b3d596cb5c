"""Another path than the one that is read: told by where the stack lies, by what is timed, by the place of the code. The
path is read where it is judged and timed. Each candidate is the baseline with one thing more, and right.
"""

import pytest

from resources.domains.code_optimization.faults.cheats import behind
from resources.execution.bundle import Candidate
from resources.execution.outcome import Outcome
from tests.security.forged_kernel import backend
from tests.security.test_code_optimization_apart import APART, bundle

HIDDEN = """\
\tmovl ${}, %ecx
\tleaq .Lodd_@@(%rip), %rdx
\taddq $2, %rdx
.Lagain_@@:
\tjmp *%rdx
.Lodd_@@:
\tmovabsq $0x9090909090909090, %r10
\tdecl %ecx
\tjnz .Lagain_@@
\tjmp honest_@@
"""
LARGE = "\tcmpq $400, %rsi\n\tjbe honest_@@\n"
INSIDE = "forbidden: a jump into the middle of an instruction"
BROKEN = "calling convention: "
PATHS = {
    "in each call": (APART + HIDDEN.format(1), Outcome.REJECTED, INSIDE),
    "where it is timed": (APART + LARGE + HIDDEN.format(20000), Outcome.REJECTED, INSIDE),
    "data far below": (
        f"{APART}\tmovq %rdi, -4000(%rsp)\n\tmovq -4000(%rsp), %rdi\n\tjmp honest_@@\n",
        Outcome.FUNCTIONAL_MISMATCH,
        f"{BROKEN}it does not survive a signal",
    ),
    "data far below, where no trap flag is seen": (
        f"{APART}\tpushfq\n\tpopq %rax\n\ttestl $0x100, %eax\n\tjne honest_@@\n"
        "\tmovq %rdi, -136(%rsp)\n\tmovq -136(%rsp), %rdi\n\tjmp honest_@@\n",
        Outcome.FUNCTIONAL_MISMATCH,
        f"{BROKEN}it does not survive a signal",
    ),
    "the stack pointer lent": (
        f"{APART}\taddq $24, %rsp\n\tsubq $24, %rsp\n\tjmp honest_@@\n",
        Outcome.FUNCTIONAL_MISMATCH,
        f"{BROKEN}%rsp points above the function's own frame",
    ),
    "a selector, which is lost where it is stopped": (
        "\tmovl $1, %eax\n\tmovl %eax, %ds\n\tmovl %ds, %ecx\n\tjmp honest_@@\n",
        Outcome.REJECTED,
        "forbidden: a segment register",
    ),
    "careless on large data at other places": (
        "\tcmpq $1000, %rsi\n\tjbe honest_@@\n\tleaq @@(%rip), %rax\n\ttestl $16, %eax\n\tje honest_@@\n"
        "\txorl %eax, %eax\n\tret\n",
        Outcome.FUNCTIONAL_MISMATCH,
        "held-back test ",
    ),
}  # fmt: skip


@pytest.mark.parametrize("name", PATHS)
def test_the_path_is_read_where_it_is_judged(name: str) -> None:
    body, wanted, words = PATHS[name]
    seen = backend().execute(bundle(), Candidate(behind(bundle(), body)))
    assert seen.outcome is wanted, seen.text
    assert words in seen.text


def test_what_is_followed_may_use_its_stack_and_flags() -> None:
    body = "\tpushfq\n\tmovq %rdi, -120(%rsp)\n\tcld\n\tmovq -120(%rsp), %rdi\n\tpopfq\n\tjmp honest_@@\n"
    seen = backend().execute(bundle(), Candidate(behind(bundle(), body)))
    assert seen.outcome is Outcome.PASS, seen.text
