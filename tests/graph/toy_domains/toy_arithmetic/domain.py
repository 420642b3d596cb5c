"""Toy domain: a candidate is a shell arithmetic expression of x, checked at a few values in the sandbox."""

from resources.domains.toolkit.declaration import DeclaredDomain
from resources.execution.outcome import Outcome

DOMAIN = DeclaredDomain(
    module=__name__,
    title="Toy arithmetic",
    language="sh",
    outcomes={
        Outcome.PASS: "all values are right",
        Outcome.FUNCTIONAL_MISMATCH: "a value is wrong",
        Outcome.COMPILATION_ERROR: "the shell cannot evaluate it",
        Outcome.REJECTED: "a character that no expression needs",
    },
    stages=("reject", "compile", "function"),
)
