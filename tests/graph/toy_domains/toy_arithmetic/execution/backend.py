"""Evaluates the expression with the shell, and compares outside the sandbox."""

import re

from resources.execution.backend import Backend, Toolchain
from resources.execution.bundle import Candidate, EnvironmentBundle
from resources.execution.observation import Observation, StageReport
from resources.execution.outcome import Outcome
from resources.execution.sandbox.job import Ended, Sandbox, SandboxJob, Step

POINTS = (0, 1, 2, 5, 9)
"""Where an expression is judged."""
ALLOWED = re.compile(r"[x0-9+\-*() \n]*")


def make_backend(sandbox: Sandbox) -> Backend:
    return ToyBackend(sandbox)


class ToyBackend:
    """Evaluates the expression with the shell; compares outside the sandbox."""

    domain = "toy_arithmetic"

    def __init__(self, sandbox: Sandbox) -> None:
        self._sandbox = sandbox

    def toolchain(self) -> Toolchain:
        return Toolchain({"sh": "posix"})

    def execute(self, bundle: EnvironmentBundle, candidate: Candidate) -> Observation:
        if not ALLOWED.fullmatch(candidate.code):
            return self._observe(Outcome.REJECTED, "reject", b"only x, digits, + - * and parentheses")
        text = " ".join(candidate.code.split())
        script = "; ".join(f"x={x}; echo $(( {text} ))" for x in POINTS)
        result = self._sandbox.run(SandboxJob((Step("evaluate", ("/bin/sh", "-c", script)),), limits=bundle.limits))
        step = result.steps[0]
        if step.ended is not Ended.EXITED or step.exit_code:
            return self._observe(Outcome.COMPILATION_ERROR, "compile", step.log)
        got, wanted = step.log.decode().split(), [str(self._truth(bundle, x)) for x in POINTS]
        for x, mine, right in zip(POINTS, got, wanted, strict=True):
            if mine != right:
                return self._observe(Outcome.FUNCTIONAL_MISMATCH, "function", f"x={x}: {right} not {mine}".encode())
        return self._observe(Outcome.PASS, "function", b"")

    def _truth(self, bundle: EnvironmentBundle, x: int) -> int:
        return int(bundle.settings[f"at {x}"])

    def _observe(self, outcome: Outcome, stage: str, log: bytes) -> Observation:
        report = (StageReport(stage, outcome.passed),)
        return Observation(outcome, stage, log, stages=report, toolchain=self.toolchain().fingerprint)
