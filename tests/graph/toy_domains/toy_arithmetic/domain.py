"""Toy domain: a candidate is a shell arithmetic expression of x, checked at a few values in the sandbox."""

import re
from collections.abc import Mapping, Sequence

from resources.domains.domain import Cheat, Diagnostic, Instructions, ToolRequirement
from resources.domains.faults import Change, Edit, FaultInjector, FaultKind
from resources.domains.importing import Importer
from resources.domains.seed import SeedOrigin, TaskSeed
from resources.execution.backend import Backend, Toolchain
from resources.execution.bundle import Candidate, EnvironmentBundle
from resources.execution.observation import Observation, StageReport
from resources.execution.outcome import Outcome
from resources.execution.sandbox.job import Ended, Sandbox, SandboxJob, Step

POINTS = (0, 1, 2, 5, 9)
TASKS = {
    "line": "3 * x + 2",
    "square": "x * x + 1",
    "cubic": "x * x * x - 2 * x + 7",
    "mixed": "(x + 4) * (x - 3) + 6 * x",
}
ALLOWED = re.compile(r"[x0-9+\-*() \n]*")


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


class ToyInjector:
    """Operators and constants go wrong; operands commute."""

    kinds: Sequence[FaultKind] = (
        FaultKind("wrong_operator", "semantics", "one operator for another", "a value differs", "put it back"),
        FaultKind("wrong_constant", "semantics", "a constant off by one", "a value differs", "correct it"),
        FaultKind("lost_parenthesis", "syntax", "a parenthesis is missing", "it does not parse", "add it"),
        FaultKind("spaces", "equivalent", "spaces around an operator", "nothing", "nothing"),
    )

    version = "1"

    def edits(self, code: str) -> Sequence[Edit]:
        return [*self._operators(code), *self._constants(code), *self._parentheses(code)]

    def _operators(self, code: str) -> list[Edit]:
        found = []
        for match in re.finditer(r"[+*-]", code):
            for other in "+-*".replace(match[0], ""):
                found.append(self._edit("wrong_operator", match, other))
            found.append(self._edit("spaces", match, f"  {match[0]}  "))
        return found

    def _constants(self, code: str) -> list[Edit]:
        changed = [(match, int(match[0]) + step) for match in re.finditer(r"\d+", code) for step in (1, 2, 3)]
        return [self._edit("wrong_constant", match, str(value)) for match, value in changed]

    def _parentheses(self, code: str) -> list[Edit]:
        return [self._edit("lost_parenthesis", match, "") for match in re.finditer(r"\)", code)]

    def _edit(self, kind: str, match: re.Match[str], replacement: str) -> Edit:
        return Edit(kind, (Change(match.start(), match.end(), match[0], replacement),), 1, "the expression")


class ToyDomain:
    name = "toy_arithmetic"
    title = "Toy arithmetic"
    language = "sh"
    outcomes: Mapping[Outcome, str] = {
        Outcome.PASS: "all values are right",
        Outcome.FUNCTIONAL_MISMATCH: "a value is wrong",
        Outcome.COMPILATION_ERROR: "the shell cannot evaluate it",
        Outcome.REJECTED: "a character that no expression needs",
    }
    tools: Sequence[ToolRequirement] = (ToolRequirement("sh", ("sh", "-c", "echo 1"), "dash", "toy_arithmetic"),)
    importers: Sequence[Importer] = ()

    def builtin_seeds(self) -> Sequence[TaskSeed]:
        return [self._seed(name, expression) for name, expression in TASKS.items()]

    def _seed(self, name: str, expression: str) -> TaskSeed:
        values = {f"at {x}": str(eval(expression, {"x": x})) for x in POINTS}
        origin = SeedOrigin("toy", "1", "Apache-2.0", name)
        prompt = f"Write an expression of x: {expression} in words is not given; its values are {values}."
        return TaskSeed(
            f"toy/{name}", self.name, name, prompt, "x", "expression.txt", expression, origin, settings=values
        )

    def backend(self, sandbox: Sandbox) -> Backend:
        return ToyBackend(sandbox)

    def fault_injector(self) -> FaultInjector:
        return ToyInjector()

    def empty_candidate(self, bundle: EnvironmentBundle) -> Candidate:
        return Candidate("0")

    def cheats(self, bundle: EnvironmentBundle) -> Sequence[Cheat]:
        return [Cheat("print", "prints a verdict", Candidate("0 )); echo PASS; echo $(( 0"))]

    def instructions(self, bundle: EnvironmentBundle) -> Instructions:
        return Instructions("Write one arithmetic expression.", ("arithmetic",), "1")

    def diagnostics(self, observation: Observation) -> Sequence[Diagnostic]:
        return [Diagnostic("value", observation.text)] if observation.log else []

    def cheap_checks(self, bundle: EnvironmentBundle, candidate: Candidate) -> Mapping[str, float]:
        return {"length": float(len(candidate.code)), "balance": candidate.code.count("(") - candidate.code.count(")")}


DOMAIN = ToyDomain()
