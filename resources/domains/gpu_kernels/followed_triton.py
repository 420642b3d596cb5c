"""What the stages of a Triton candidate would say of the failure in which its followed cases end.

Words of accesses are `followed_accesses`, those of Triton's compiler `followed_refusals`.
"""

import ast
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from resources.domains.gpu_kernels.arrays import Array
from resources.domains.gpu_kernels.comparing import Tolerance, compare, tolerances_of
from resources.domains.gpu_kernels.faults.triton_source import TritonSource
from resources.domains.gpu_kernels.followed_accesses import said_of_access
from resources.domains.gpu_kernels.followed_refusals import compiler_words, interpreter_words, traced
from resources.domains.gpu_kernels.interpretation.cases import Case
from resources.domains.gpu_kernels.interpretation.comparison import (
    AT_LAST,
    AT_ONCE,
    ENDED,
    Run,
    first_of,
    most_steps,
    run_of,
    run_of_script,
)
from resources.domains.gpu_kernels.interpretation.endings import Budget
from resources.domains.gpu_kernels.interpretation.expected import Expected, expected
from resources.domains.gpu_kernels.interpretation.judging import first_changed, flattened
from resources.domains.gpu_kernels.interpretation.paths import Result, follow_with
from resources.domains.gpu_kernels.interpretation.scripts.expected import expected_tests
from resources.domains.gpu_kernels.interpretation.scripts.paths import follow_script_with
from resources.domains.gpu_kernels.interpretation.scripts.witness import ScriptWitness
from resources.domains.gpu_kernels.interpretation.tensors import Tensor
from resources.domains.gpu_kernels.interpretation.witness import Witness
from resources.domains.gpu_kernels.program_terms import triton_source
from resources.execution.bundle import EnvironmentBundle
from resources.execution.observation import Observation
from resources.execution.outcome import Outcome

_SCALARS = {bool: "bool", int: "int64", float: "float32"}
"""What torch makes of a number that is returned."""


@dataclass(frozen=True)
class Followed:
    """One case: what it came to, and who saw it."""

    run: Run
    result: Result
    item: Expected
    witness: Witness
    arguments: Sequence[Any]

    @property
    def number(self) -> int:
        return self.item.case.number


def followed_of_triton(bundle: EnvironmentBundle, code: str) -> Observation | None:
    source, follow = triton_source(code), _FOLLOWING.get(bundle.settings.get("harness", "entry"))
    if source is None or follow is None:
        return None
    cases = follow(bundle, source.module.tree)
    known = [case for case in cases if case.run.outcome != "unknown"]
    if not known:
        return None
    first = first_of([case.run.outcome for case in known], AT_ONCE)
    if first in ENDED:
        return _returned(known, tolerances_of(bundle))
    return _ended(bundle.candidate_file, source, next(case for case in known if case.run.outcome == first))


def _cases(bundle: EnvironmentBundle, tree: ast.Module) -> list[Followed]:
    """As many as the features follow."""
    wanted = expected(bundle.reference, bundle.files.get("oracle.py", ""), bundle.settings.get("entry", ""))
    tolerances = tolerances_of(bundle)
    found: list[Followed] = []
    for item in wanted:
        found.append(_case(tree, bundle.settings["entry"], item, tolerances))
        outcome = found[-1].run.outcome
        if outcome in AT_ONCE or (outcome in AT_LAST and len(found) > 1):
            break
    return found


def _case(tree: ast.Module, entry: str, item: Expected, tolerances: Mapping[str, Tolerance]) -> Followed:
    witness, arguments = Witness(Budget(most_steps(item))), item.case.fresh()
    witness.compiles = item.case.is_compiled
    result = follow_with(witness, tree, entry, arguments)
    return Followed(run_of(result, arguments, item, tolerances), result, item, witness, arguments)


def _tests(bundle: EnvironmentBundle, tree: ast.Module) -> list[Followed]:
    """The parts of a script that the features follow; all are the only case there is."""
    tolerances = tolerances_of(bundle)
    found: list[Followed] = []
    for wanted in expected_tests(bundle.reference, bundle.files.get("driver.py", "")):
        witness = ScriptWitness(Budget(most_steps(wanted)), wanted.part)
        tested = follow_script_with(witness, tree, wanted.script)
        item = Expected(Case(0, (), True), wanted.tested.result, wanted.tested.result.returned)
        found.append(Followed(run_of_script(tested, wanted, tolerances), tested.result, item, witness, ()))
        if found[-1].run.outcome not in (*ENDED, "unknown"):
            break
    return found


_FOLLOWING: Mapping[str, Callable[[EnvironmentBundle, ast.Module], list[Followed]]] = {
    "entry": _cases,
    "script": _tests,
}
"""By how a program is called."""


def _returned(cases: Sequence[Followed], tolerances: Mapping[str, Tolerance]) -> Observation | None:
    """In the pipeline's order: how results came about and what they are, over all cases, before their values."""
    if all(case.result.launches == 0 for case in cases):
        return _observed(Outcome.REJECTED, "rejected: no Triton kernel was launched\n")
    for told in (_unusable, _changed, lambda case: _different(case, tolerances)):
        said = next((text for case in cases if (text := told(case))), "")
        if said:
            return _observed(Outcome.FUNCTIONAL_MISMATCH, f"{said}\n")
    return None


def _unusable(case: Followed) -> str:
    wrong = [part for part in flattened(case.result.returned) if not isinstance(part, Tensor | bool | int | float)]
    return f"case {case.number}: returned {type(wrong[0]).__name__}, not a tensor" if wrong else ""


def _changed(case: Followed) -> str:
    place = first_changed(case.arguments, case.item.case.arguments)
    return "" if place is None else f"case {case.number}: argument {place} was changed"


def _different(case: Followed, tolerances: Mapping[str, Tolerance]) -> str:
    """Numbers are those of made-up arguments."""
    got, wanted = ([_array(part) for part in parts] for parts in (flattened(case.result.returned), case.item.parts))
    return compare(got, wanted, tolerances).message


def _array(part: Any) -> Array:
    if isinstance(part, Tensor):
        return Array(part.kind.name, part.view)
    return Array(_SCALARS.get(type(part), "float32"), np.asarray(part))


def _ended(file: str, source: TritonSource, case: Followed) -> Observation | None:
    """A path that did not come to its end."""
    outcome, sight = case.run.outcome, case.witness.sight
    trace = traced(file, sight.levels)
    if outcome == "endless":
        return _observed(Outcome.TIMEOUT, "interpreter: timed out\n")
    if outcome in ("memory", "race") and sight.access is not None:
        said = said_of_access(case.witness, sight.access)
        return _observed(Outcome.MEMORY_FAULT if sight.conflict is None else Outcome.RUNTIME_ERROR, trace + said)
    if outcome == "refused":
        said = compiler_words(file, source, sight, case.result.why)
        return _observed(Outcome.COMPILATION_ERROR, said, "compile") if said else None
    if outcome == "raised" and sight.levels and sight.levels[-1].in_kernel:
        said = interpreter_words(sight, case.result.why)
        return _observed(Outcome.RUNTIME_ERROR, f"{trace}{said}\n") if said else None
    return None


def _observed(outcome: Outcome, text: str, stage: str = "interpreter") -> Observation:
    return Observation(outcome, stage, text.encode("utf-8", "replace"))
