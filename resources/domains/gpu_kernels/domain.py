"""GPU kernels: what the domain is called, its labels, and what the world model writes of its logs."""

import re
from collections.abc import Mapping

from resources.domains.domain import DECIDED_BY_TEXT
from resources.domains.gpu_kernels.execution.diagnostics import excerpt
from resources.domains.output_template import OutputTemplate
from resources.domains.scoring import Scoring
from resources.domains.toolkit.declaration import DeclaredDomain
from resources.execution.outcome import Outcome

OUTCOMES: Mapping[Outcome, str] = {
    Outcome.PASS: "it compiles for the target, runs in bounds and without races, and every case agrees",
    Outcome.COMPILATION_ERROR: "Python or nvcc cannot read it, or Triton cannot compile a kernel",
    Outcome.LINK_ERROR: "it compiles and lacks the entry that the task names, or has it with other parameters",
    Outcome.FUNCTIONAL_MISMATCH: "a case's outputs differ in shape, dtype or value, or an input was changed",
    Outcome.RUNTIME_ERROR: "an exception or signal of its own, a data race, a barrier that not all threads reach",
    Outcome.MEMORY_FAULT: "an access out of bounds, or more shared memory, threads or registers than the target has",
    Outcome.RESOURCE_EXCEEDED: "the sandbox's memory, output or process limit was hit",
    Outcome.TIMEOUT: "compiling or running hit the time limit",
    Outcome.REJECTED: "a forbidden construct, arithmetic outside the kernels, or a kernel that decides nothing",
}

TEMPLATE = OutputTemplate(
    diagnostic_lines=6,
    diagnostic_chars=300,
    numbers=("registers", "shared_bytes", "spilled_bytes", "threads", "launches", "max_abs_err"),
    passed_over=re.compile(r"compile: sm_|ptxas info|\s+\d+ bytes stack frame"),
    shortened=excerpt,
)
"""The compilers' figures come before a log's diagnostic, and are numbers anyway."""

DOMAIN = DeclaredDomain(
    module=__name__,
    title="GPU kernels (Triton, CUDA C++)",
    language="python",
    outcomes=OUTCOMES,
    stages=("reject", "import", "compile", "link", "interpreter", "emulator", "gpu"),
    scoring=Scoring(
        called=frozenset({Outcome.PASS, Outcome.FUNCTIONAL_MISMATCH}), device="gpu", device_speedup="speedup"
    ),
    output_template=TEMPLATE,
    certain_diagnostics=DECIDED_BY_TEXT | {Outcome.LINK_ERROR},
)
