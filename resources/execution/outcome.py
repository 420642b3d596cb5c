"""The closed set of outcome labels, each with one meaning in all domains.

A failure of the environment itself (tool missing, sandbox refused) is not an outcome: see `errors`.
"""

from enum import StrEnum


class Outcome(StrEnum):
    """What happened to a candidate; every domain uses a subset (spec, "Outcome labels")."""

    PASS = "PASS"
    COMPILATION_ERROR = "COMPILATION_ERROR"
    LINK_ERROR = "LINK_ERROR"
    SYNTHESIS_ERROR = "SYNTHESIS_ERROR"
    FUNCTIONAL_MISMATCH = "FUNCTIONAL_MISMATCH"
    RUNTIME_ERROR = "RUNTIME_ERROR"
    MEMORY_FAULT = "MEMORY_FAULT"
    HARDWARE_FAULT = "HARDWARE_FAULT"
    PROTOCOL_VIOLATION = "PROTOCOL_VIOLATION"
    GEOMETRY_ERROR = "GEOMETRY_ERROR"
    RESOURCE_EXCEEDED = "RESOURCE_EXCEEDED"
    TIMEOUT = "TIMEOUT"
    REJECTED = "REJECTED"

    @property
    def passed(self) -> bool:
        return self is Outcome.PASS


MEANING: dict[Outcome, str] = {
    Outcome.PASS: "every check of the bundle passed",
    Outcome.COMPILATION_ERROR: "the candidate alone does not compile, parse or import",
    Outcome.LINK_ERROR: "the candidate compiles and does not link or elaborate against its environment",
    Outcome.SYNTHESIS_ERROR: "the candidate elaborates and is not synthesisable as the task asks",
    Outcome.FUNCTIONAL_MISMATCH: "the candidate runs to the end and a check differs from what is expected",
    Outcome.RUNTIME_ERROR: "the candidate's run ended in an exception or a signal of its own",
    Outcome.MEMORY_FAULT: "an access out of bounds, or more memory than the target device has",
    Outcome.HARDWARE_FAULT: "a CPU fault or lock-up of the target",
    Outcome.PROTOCOL_VIOLATION: "a peripheral or bus sequence that the device forbids",
    Outcome.GEOMETRY_ERROR: "the solid is degenerate, invalid or not a solid",
    Outcome.RESOURCE_EXCEEDED: "the sandbox's memory, output or process limit was hit",
    Outcome.TIMEOUT: "the CPU time limit was hit",
    Outcome.REJECTED: "a forbidden construct, or a caught cheat",
}
