"""Recording: collects what the stages of one execution showed, and makes the observation of it.

Which outcome a stage has and in which order stages run is each domain's.
"""

import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field

from resources.domains.domain import Finding
from resources.domains.toolkit.log_text import (
    first_lines,
    shorten,
    without_library_folders,
    without_limit_notices,
    without_terminal_codes,
)
from resources.execution.bundle import EnvironmentBundle
from resources.execution.observation import Observation, StageReport
from resources.execution.outcome import Outcome
from resources.execution.sandbox.job import Ended, StepResult

_CUT_SHORT = (Ended.TIMED_OUT, Ended.OUT_OF_MEMORY)
_CUT_SHORT_BYTES = 2 << 10
"""How much a killed step had printed depends on the machine's load; its first lines do not."""


def death_found(death: Exception, *_: object) -> list[Finding]:
    """What a reject stage finds in a text of which its reader died: no tool is asked to be braver."""
    return [Finding(str(death), 1)]


def report(findings: Sequence[Finding], file: str) -> bytes:
    """The reject stage's log: one line for each finding, in the order of their lines."""
    ordered = sorted(findings, key=lambda finding: finding.line)
    return "".join(f"{file}:{item.line}: forbidden: {item.what}\n" for item in ordered).encode("utf-8", "replace")


def _end(step: StepResult) -> str:
    """How a step that did not exit ended, in the log's words."""
    return f"ended by signal {step.exit_code - 128}" if step.ended is Ended.SIGNALLED else step.ended.value


@dataclass
class Recording:
    """One execution while it runs. `bundle` is its bundle, `toolchain` the fingerprint it runs under."""

    bundle: EnvironmentBundle
    toolchain: str
    _logs: list[bytes] = field(default_factory=list)
    _stages: list[StageReport] = field(default_factory=list)
    _metrics: dict[str, float] = field(default_factory=dict)
    _timings: dict[str, float] = field(default_factory=dict)
    _outcome: Outcome = Outcome.PASS
    _truncated: bool = False
    _start: float = field(default_factory=time.perf_counter)

    @contextmanager
    def timed(self) -> Iterator[Callable[[], float]]:
        """Seconds since the block began, wall."""
        start = time.perf_counter()
        yield lambda: time.perf_counter() - start

    def add(self, log: bytes) -> None:
        """Appends a stage's normalised log, on lines of its own."""
        if log:
            self._logs.append(log if log.endswith(b"\n") else log + b"\n")

    def stage(self, name: str, outcome: Outcome | None, step: StepResult) -> bool:
        """Writes down a stage that was a sandbox step; its log was added before. True when the candidate goes on."""
        self._truncated = self._truncated or step.log_truncated
        if outcome is not None and step.ended in _CUT_SHORT and self._logs:
            self._logs[-1] = first_lines(without_limit_notices(self._logs[-1]), _CUT_SHORT_BYTES)
        if outcome is not None and step.ended is not Ended.EXITED:
            self.add(f"{name}: {_end(step)}\n".encode())
        return self.decided(name, outcome, step.seconds)

    def decided(self, name: str, outcome: Outcome | None, seconds: float) -> bool:
        """Writes down a stage that was judged otherwise. True when the candidate goes on."""
        self._stages.append(StageReport(name, outcome is None, seconds))
        self._outcome = outcome or self._outcome
        return outcome is None

    def skipped(self, name: str, seconds: float) -> None:
        """A stage that failed and does not count."""
        self._stages.append(StageReport(name, False, seconds))

    def rejected(self, name: str, findings: Sequence[Finding], seconds: float, *, again: bool = False) -> bool:
        """The reject stage; `again` is its second look, written down only where it finds something."""
        if findings or not again:
            self._stages.append(StageReport(name, not findings, seconds))
        if findings:
            self._outcome = Outcome.REJECTED
            self._logs = [report(findings, self.bundle.candidate_file)]
        return not findings

    def measure(self, metrics: Mapping[str, float]) -> None:
        """Adds numbers to the observation, by stable name."""
        self._metrics.update(metrics)

    def time(self, timings: Mapping[str, float]) -> None:
        """Adds numbers that differ from run to run, by stable name."""
        self._timings.update(timings)

    def observation(self) -> Observation:
        """The last stage written down is the one that decided. At least one must have been."""
        limit = self.bundle.limits.log_bytes
        log = without_library_folders(without_terminal_codes(b"".join(self._logs)))
        return Observation(
            self._outcome,
            self._stages[-1].stage,
            shorten(log, limit),
            self._truncated or len(log) > limit,
            dict(self._metrics),
            tuple(self._stages),
            self.toolchain,
            time.perf_counter() - self._start,
            dict(self._timings),
        )
