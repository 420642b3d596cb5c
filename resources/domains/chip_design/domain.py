"""Chip design: what the domain is called, its labels, and what the world model writes of its logs."""

import re
from collections.abc import Mapping

from resources.domains.domain import DECIDED_BY_TEXT
from resources.domains.output_template import OutputTemplate
from resources.domains.scoring import Scoring
from resources.domains.toolkit.declaration import DeclaredDomain
from resources.execution.outcome import Outcome

OUTCOMES: Mapping[Outcome, str] = {
    Outcome.PASS: "it compiles, synthesises as cleanly as the reference, and the bench reached all checks, all good",
    Outcome.COMPILATION_ERROR: "Icarus Verilog does not compile the candidate alone (syntax, undeclared name)",
    Outcome.LINK_ERROR: "it does not elaborate under the bench: module or port missing, port of another size",
    Outcome.SYNTHESIS_ERROR: "Yosys refuses it, or finds a latch, loop or multiple drivers that the reference lacks",
    Outcome.FUNCTIONAL_MISMATCH: "a check of the bench failed, or the simulation ended before all were reached",
    Outcome.RUNTIME_ERROR: "the simulator ended by a signal while the candidate ran",
    Outcome.RESOURCE_EXCEEDED: "a tool or the simulation hit the memory, output or process limit",
    Outcome.TIMEOUT: "a tool or the simulation hit the time limit (zero-delay loop, endless unrolling)",
    Outcome.REJECTED: "a construct that ends or reads the bench, reaches files, or leaves the module",
}

TEMPLATE = OutputTemplate(
    passed_over=re.compile(
        r"(?:INFO|WARNING|ERROR) +cocotb|  Traceback \(| +File \"| {6}\S|  assert |   \+  | +[\^~]+$|  \*\* "
    )
)
"""Of a failed cocotb test, what it found and not how it came there: its progress and trace come first."""


DOMAIN = DeclaredDomain(
    module=__name__,
    title="Chip design (Verilog)",
    language="verilog",
    outcomes=OUTCOMES,
    stages=("reject", "compile", "synthesise", "link", "simulate", "netlist"),
    scoring=Scoring(compiled="compile", checks="checks", errors="errors"),
    output_template=TEMPLATE,
    certain_diagnostics=DECIDED_BY_TEXT | {Outcome.SYNTHESIS_ERROR},
)
"""A static LINK_ERROR is none: synthesis comes before the bench is linked, and says its own of half of them."""
