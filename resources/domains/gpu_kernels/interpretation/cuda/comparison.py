"""What following a bundle's cases shows of a CUDA candidate against its reference: features, and no verdict."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import lru_cache

from resources.domains.gpu_kernels.comparing import EXACT, Tolerance, tolerances_of
from resources.domains.gpu_kernels.cuda.signature import Role, Signature, read_signature
from resources.domains.gpu_kernels.interpretation.cases import Case, cases_of, chosen
from resources.domains.gpu_kernels.interpretation.comparison import Run, features_of
from resources.domains.gpu_kernels.interpretation.cuda.runs import Ran, run
from resources.domains.gpu_kernels.interpretation.cuda.syntax import Parser, read
from resources.domains.gpu_kernels.interpretation.endings import Ending
from resources.domains.gpu_kernels.interpretation.judging import LARGEST, error_of
from resources.domains.gpu_kernels.interpretation.tensors import Tensor
from resources.execution.bundle import EnvironmentBundle
from resources.execution.errors import PermanentEnvironmentFailure

_ROOM = 1 << 17
"""Elements of an output whose size the reference's own run shows."""
_STEPS_OF_A_REFERENCE = 16_000
_STEPS_OF_ALL, _SHORT = 4_000, 500
"""Of the cases that are kept, as in Triton's `expected`."""
_SLACK, _MOST_OF_A_LOOP = 1_500, 6_000
_STEPS_AN_ELEMENT = 20
"""Of a loop by which one thread goes over all that a case gives: slow, and no loop without an end."""
AT_ONCE = ("refused", "entry")


@dataclass(frozen=True)
class Expected:
    """A case, and what the reference makes of it."""

    case: Case
    ran: Ran

    @property
    def steps(self) -> int:
        return self.ran.steps

    @property
    def steps_of_a_loop(self) -> int:
        elements = sum(value.view.size for value in self.case.arguments if isinstance(value, Tensor))
        return _STEPS_AN_ELEMENT * elements


def compare(bundle: EnvironmentBundle, code: str) -> dict[str, float]:
    """Features named `followed…`, as for Triton."""
    names = (bundle.settings.get("entry", ""), bundle.settings.get("arguments", "[]"))
    wanted = expected(bundle.reference, bundle.files.get("oracle.py", ""), *names)
    if not wanted:
        return {}
    program = read(code)
    if program is None:
        # Few texts that are CUDA at all cannot be read where the reference can.
        return {"followed": 0.0, "followed_unread": 1.0}
    signature = read_signature({"entry": names[0], "arguments": names[1]})
    runs: list[Run] = []
    for item in wanted:
        runs.append(_compared(program, signature, item, tolerances_of(bundle)))
        if runs[-1].outcome in (*AT_ONCE, "endless"):
            break
    return features_of(runs, [item.steps for item in wanted], AT_ONCE)


def _compared(program: Parser, signature: Signature, item: Expected, tolerances: Mapping[str, Tolerance]) -> Run:
    ran = settled(run(program, signature, item.case, item.ran.reaches, most_steps(item)), item)
    outcome, error = judged(ran, item.ran, signature, tolerances)
    return Run(outcome, error, ran.steps, ran.launches)


def most_steps(item: Expected) -> int:
    """That a candidate may take where the reference takes its own."""
    return 3 * item.steps + _SLACK + min(item.steps_of_a_loop, _MOST_OF_A_LOOP)


def settled(ran: Ran, item: Expected) -> Ran:
    """Out of steps, a path is endless only where a loop over all elements would have ended."""
    slow = ran.ending is Ending.ENDLESS and item.steps_of_a_loop > most_steps(item)
    return replace(ran, ending=Ending.UNKNOWN) if slow else ran


def judged(ran: Ran, wanted: Ran, signature: Signature, tolerances: Mapping[str, Tolerance]) -> tuple[str, float]:
    if ran.ending is not Ending.RETURNED:
        return str(ran.ending), 0.0
    kinds = [argument.dtype for argument in signature.arguments if argument.role is Role.OUTPUT]
    worst = -LARGEST
    for one, other, kind in zip(ran.outputs, wanted.outputs, kinds, strict=True):
        worst = max(worst, error_of(one, other, tolerances.get(kind, EXACT)))
    if worst > 0.0:
        return "values", worst
    return ("changed" if ran.is_changed else "same"), worst


@lru_cache(maxsize=64)
def expected(reference: str, oracle: str, entry: str, arguments: str) -> tuple[Expected, ...]:
    """The cases that are kept, in the oracle's order; none where the reference cannot be followed."""
    program = read(reference)
    try:
        signature = read_signature({"entry": entry, "arguments": arguments})
    except PermanentEnvironmentFailure:
        return ()
    if program is None:
        return ()
    count = sum(argument.role is Role.OUTPUT for argument in signature.arguments)
    tried = [_tried(program, signature, case, count) for case in cases_of(oracle)]
    returned = [item for item in tried if item.ran.ending is Ending.RETURNED]
    return tuple(chosen(sorted(returned, key=lambda item: item.steps), short=_SHORT, in_all=_STEPS_OF_ALL))


def _tried(program: Parser, signature: Signature, case: Case, outputs: int) -> Expected:
    """With outputs that end where the reference's own accesses do."""
    first = run(program, signature, case, [_ROOM] * outputs, _STEPS_OF_A_REFERENCE)
    if first.ending is not Ending.RETURNED:
        return Expected(case, first)
    return Expected(case, run(program, signature, case, first.reaches, first.steps + 1))
