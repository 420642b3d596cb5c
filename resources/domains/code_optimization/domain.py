"""The code-optimisation domain, declared."""

from collections.abc import Mapping

from resources.domains.scoring import Scoring
from resources.domains.toolkit.declaration import DeclaredDomain
from resources.execution.outcome import Outcome

OUTCOMES: Mapping[Outcome, str] = {
    Outcome.PASS: "it assembles, links, and every test's output is right; the numbers say how fast it is",
    Outcome.COMPILATION_ERROR: "the assembler refuses the candidate (no such instruction, operand mismatch)",
    Outcome.LINK_ERROR: "a label or function is undefined or defined twice, or the entry function is not global",
    Outcome.FUNCTIONAL_MISMATCH: "a test prints something else, or the calling convention is broken",
    Outcome.RUNTIME_ERROR: "a run ended by SIGILL, SIGFPE, SIGABRT or SIGTRAP, or with another exit code",
    Outcome.MEMORY_FAULT: "a run ended by SIGSEGV or SIGBUS: wild address, misaligned vector, corrupted return",
    Outcome.RESOURCE_EXCEEDED: "a run hit the memory or output limit",
    Outcome.TIMEOUT: "a run or a tool hit the time limit",
    Outcome.REJECTED: "a construct that embeds files, calls the kernel, hides code, or runs beside the functions",
}

DOMAIN = DeclaredDomain(
    __name__,
    title="Code optimisation (x86-64 assembly)",
    language="asm",
    outcomes=OUTCOMES,
    stages=("reject", "assemble", "link", "test", "measure"),
    scoring=Scoring(tested="test", speedup="estimated_speedup", clock_speedup="speedup"),
)
