"""A toy domain whose tool is a few lines of Python: what it says can be learned from the difference alone."""

import random
import re
from collections.abc import Mapping, Sequence
from typing import Any

from resources.domains.domain import DECIDED_BY_TEXT, Cheat, Diagnostic, Domain, Finding, Instructions, ToolRequirement
from resources.domains.importing import Importer
from resources.domains.output_template import DEFAULT_TEMPLATE
from resources.domains.seed import TaskSeed
from resources.domains.targeted_faults import NoTargetedFaults, TargetedFaults
from resources.execution.bundle import Candidate, EnvironmentBundle
from resources.execution.observation import Observation
from resources.execution.outcome import MEANING, Outcome
from resources.world_model.model import Executed, Query, TurnExample

LABELS = (Outcome.PASS, Outcome.COMPILATION_ERROR, Outcome.FUNCTIONAL_MISMATCH)


class ToyDomain:
    """Programs are assignments; a name must be set before it is read, and the last line is the result."""

    title = "Toy"
    package = "world_model_toy"
    language = "toy"
    outcomes: Mapping[Outcome, str] = {outcome: MEANING[outcome] for outcome in LABELS}
    tools: Sequence[ToolRequirement] = ()
    importers: Sequence[Importer] = ()
    output_template = DEFAULT_TEMPLATE
    certain_diagnostics = DECIDED_BY_TEXT
    simulator = None

    def __init__(self, name: str = "toy") -> None:
        self.name = name

    def builtin_seeds(self) -> Sequence[TaskSeed]:
        return ()

    def backend(self, sandbox: object) -> Any:
        raise RuntimeError("the toy is executed by `run` below")

    def fault_injector(self) -> Any:
        raise RuntimeError("the toy makes its faults itself")

    def targeted_faults(self) -> TargetedFaults:
        return NoTargetedFaults()

    def artist(self, sandbox: object) -> None:
        return None

    def refused(self, bundle: EnvironmentBundle, candidate: Candidate) -> Sequence[Finding]:
        return ()

    def static_diagnostic(self, bundle: EnvironmentBundle, candidate: Candidate) -> Observation | None:
        return None

    def simulated_failure(self, bundle: EnvironmentBundle, candidate: Candidate) -> Observation | None:
        return None

    def empty_candidate(self, bundle: EnvironmentBundle) -> Candidate:
        return Candidate("")

    def cheats(self, bundle: EnvironmentBundle) -> Sequence[Cheat]:
        return ()

    def instructions(self, bundle: EnvironmentBundle) -> Instructions:
        return Instructions("", (), "1")

    def diagnostics(self, observation: Observation) -> Sequence[Diagnostic]:
        found = re.findall(r"line (\d+): (\w+) name '(\w+)'", observation.text)
        return [Diagnostic(kind, f"{kind} name", int(line), name) for line, kind, name in found]

    def cheap_checks(self, bundle: EnvironmentBundle, candidate: Candidate) -> Mapping[str, float]:
        return {"lines": float(candidate.code.count("\n")), "undeclared": float(undeclared(candidate.code) is not None)}


class SimulatingToy(ToyDomain):
    """Simulates what is declared, and knows by that whether it is right."""

    def __init__(self, simulates: bool) -> None:
        super().__init__()
        self.simulates = simulates

    def cheap_checks(self, bundle: EnvironmentBundle, candidate: Candidate) -> Mapping[str, float]:
        plain = super().cheap_checks(bundle, candidate)
        if not self.simulates or plain["undeclared"]:
            return {"lines": plain["lines"]}
        return {"lines": plain["lines"], "followed_same": float(candidate.code.split() == bundle.reference.split())}


def undeclared(code: str) -> tuple[int, str] | None:
    known = {"a", "b"}
    for number, line in enumerate(code.splitlines(), 1):
        target, _, value = line.partition("=")
        for name in re.findall(r"[a-z]+", value):
            if name not in known:
                return number, name
        known.add(target.strip())
    return None


def run(reference: str, code: str) -> Observation:
    """The toy's tool: undeclared names, then whether the arithmetic is the reference's."""
    wrong = undeclared(code)
    if wrong:
        return Observation(
            Outcome.COMPILATION_ERROR,
            "compile",
            b"error: line %d: undeclared name '%s'\n" % (wrong[0], wrong[1].encode()),
        )
    if "".join(code.split()) == "".join(reference.split()):
        return Observation(Outcome.PASS, "function", b"ok\n", metrics={"checks": 8.0, "errors": 0.0})
    return Observation(Outcome.FUNCTIONAL_MISMATCH, "function", b"mismatch\n", metrics={"checks": 8.0, "errors": 3.0})


def reference(task: int) -> str:
    random_ = random.Random(task)
    names = random_.sample(["sum", "mix", "top", "low", "bit", "sel", "acc"], 4)
    lines, known = [], ["a", "b"]
    for name in names:
        lines.append(f"{name} = {random_.choice(known)} {random_.choice('+-&|')} {random_.randint(1, 9)}")
        known.append(name)
    return "\n".join(lines) + "\n"


def change(code: str, random_: random.Random) -> tuple[str, str]:
    """A kind of edit and its result. Both kinds of literal edit look alike in shape, and so on."""
    lines = code.splitlines()
    place = random_.randrange(len(lines))
    kind = random_.choice(["spacing", "literal", "operator", "name"])
    head, operator, literal = lines[place].rsplit(" ", 2)
    lines[place] = {
        "spacing": f"{head}  {operator}  {literal}",
        "literal": f"{head} {operator} {(int(literal) % 9) + 1}",
        "operator": f"{head} {'+' if operator != '+' else '-'} {literal}",
        "name": f"{head[:-1]}{random_.choice('xyz')} {operator} {literal}",
    }[kind]
    return kind, "\n".join(lines) + "\n"


def bundle(task: int, domain: str = "toy") -> EnvironmentBundle:
    return EnvironmentBundle(domain, f"toy/{task}", f"task {task}", f"result {task % 3}", "main.toy", reference(task))


def make_examples(count: int, *, tasks: int = 30, domain: Domain | None = None, seed: int = 0) -> list[TurnExample]:
    random_, domain = random.Random(seed), domain or ToyDomain()
    found = []
    for number in range(count):
        env = bundle(random_.randrange(tasks), domain.name)
        kind, code = change(env.reference, random_)
        executed = (Executed(env.reference_candidate, run(env.reference, env.reference)),)
        query = Query(domain, env, Candidate(code), executed)
        found.append(TurnExample(f"{domain.name}-{number:05}", query, run(env.reference, code), (kind,)))
    return found
