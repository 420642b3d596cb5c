"""The verdict of a Verilog bench: read from its line, and only by the run's own nonce (docs/decisions.md).

Everything else a run prints is log, whatever it claims.
"""

import re
from dataclasses import dataclass

from resources.domains.chip_design.stages.bench import VERDICT_MARK, Disguise


@dataclass(frozen=True)
class Verdict:
    """`reports` is how many verdict lines there were; counts are those of the only one, else 0."""

    reports: int
    checks: int = 0
    errors: int = 0


@dataclass(frozen=True)
class SimulationLog:
    """A simulation's log without verdict lines and disguise, and its verdict."""

    text: bytes
    verdict: Verdict


def read_verdict(log: bytes, disguise: Disguise) -> SimulationLog:
    """Takes verdict lines and the modules' suffix out of a log."""
    nonce = disguise.nonce.encode()
    pattern = re.compile(rb"^[^\n]*" + nonce + rb"[^\n]*(?:\n|\Z)", re.MULTILINE)
    lines = [match.group() for match in pattern.finditer(log)]
    text = pattern.sub(b"", log).replace(disguise.suffix.encode(), b"")
    counts = [match for line in lines for match in re.finditer(nonce + rb"\s+checks=\s*(\d+)\s+errors=\s*(\d+)", line)]
    if len(counts) != 1 or len(lines) != 1:
        return SimulationLog(text, Verdict(len(lines)))
    return SimulationLog(text, Verdict(1, int(counts[0].group(1)), int(counts[0].group(2))))


def shortfall(verdict: Verdict, expected_checks: int) -> str:
    """Why the bench did not accept, in one line; "" where it did."""
    if verdict.reports == 0:
        return f"the simulation ended before the bench reported ({VERDICT_MARK} missing)"
    if verdict.reports > 1:
        return f"the bench reported {verdict.reports} times"
    if verdict.errors:
        return f"{verdict.errors} of {verdict.checks} checks failed"
    if verdict.checks < expected_checks:
        return f"only {verdict.checks} of {expected_checks} checks were reached"
    return "" if verdict.checks > 0 else "the bench checked nothing"
