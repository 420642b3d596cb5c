"""A CUDA candidate beside its bundle's reference: both over the cases of the bundle's oracle, with made-up inputs."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache

from resources.domains.gpu_kernels.execution.comparison import EXACT, Tolerance, tolerances_of
from resources.domains.gpu_kernels.execution.stages.cuda.signature import Role, Signature, read_signature
from resources.domains.gpu_kernels.prediction.simulator.comparison import (
    LARGEST,
    NOT_SIMULATED,
    Run,
    error_of,
    features_of,
)
from resources.domains.gpu_kernels.prediction.simulator.cuda.execution import Execution, execute
from resources.domains.gpu_kernels.prediction.simulator.cuda.parser import parsed
from resources.domains.gpu_kernels.prediction.simulator.cuda.program import Program, Unread
from resources.domains.gpu_kernels.prediction.simulator.triton.cases import STEPS_OF_EDGES, Case, cases_of, chosen
from resources.domains.gpu_kernels.prediction.simulator.triton.tensors import Tensor
from resources.domains.simulation import (
    Agreement,
    Coverage,
    Difference,
    DifferentialResult,
    FailureSite,
    HaltReason,
    reference_unsupported,
)
from resources.execution.bundle import Candidate, EnvironmentBundle
from resources.execution.errors import PermanentEnvironmentFailure

_MOST_OF_AN_OUTPUT = 1 << 17
"""Elements of an output whose size the reference's own run shows."""
_STEPS_OF_A_REFERENCE = 16_000
_STEPS_OF_ALL, _SHORT = 4_000, 500
"""Of the cases that are kept, as in Triton's `expected`."""
_SLACK, _MOST_OF_A_LOOP = 1_500, 6_000
_STEPS_AN_ELEMENT = 20
"""Of a loop by which one thread goes over all that a case gives: slow, and no loop without an end."""
_LONGER, _LONGEST = 10, 40_000
"""Times the steps of a case, and how many at most, for one that seems endless: once in a candidate that is slow."""
AT_ONCE = ("refused", "entry")
"""What ends a candidate before any case is run to its end."""


@dataclass(frozen=True, eq=False)
class Expected:
    """A case, and what the reference makes of it."""

    case: Case
    execution: Execution

    @property
    def steps(self) -> int:
        return self.execution.steps

    @property
    def steps_of_a_loop(self) -> int:
        elements = sum(value.view.size for value in self.case.arguments if isinstance(value, Tensor))
        return _STEPS_AN_ELEMENT * elements

    @property
    def most_steps(self) -> int:
        """That a candidate may take where the reference takes its own."""
        return 3 * self.steps + _SLACK + min(self.steps_of_a_loop, _MOST_OF_A_LOOP)


@dataclass(frozen=True)
class Trial:
    """A case of a candidate, and what came of it. `differs` names the first output whose values do."""

    expected: Expected
    execution: Execution
    run: Run
    differs: str = ""

    @property
    def is_known(self) -> bool:
        return self.execution.reason is not HaltReason.UNSUPPORTED

    @property
    def difference(self) -> Difference | None:
        if not self.is_known or self.run.outcome == "same":
            return None
        what = "an input" if self.run.outcome == "changed" else self.differs or self.run.outcome
        return Difference(f"case {self.expected.case.number}", what)


def compare(bundle: EnvironmentBundle, candidate: Candidate) -> DifferentialResult:
    """See Simulator. A case is one of the oracle's, of which those that are alike are simulated once."""
    wanted = expected_of(bundle)
    if not wanted:
        return reference_unsupported("no case of the reference")
    program = parsed(candidate.code)
    if isinstance(program, Unread):
        return _unread(program, len(wanted))
    tried = trials(bundle, program, wanted)
    return DifferentialResult(
        _agreement(tried, len(wanted)),
        next((reason for reason in _reasons(tried) if reason is not HaltReason.RETURNED), HaltReason.RETURNED),
        Coverage(len(wanted), sum(trial.is_known for trial in tried), _unsupported(tried), NOT_SIMULATED),
        next((trial.difference for trial in tried if trial.difference is not None), None),
        next((trial.execution.halt.site for trial in tried if trial.execution.halt is not None), None),
        features_of([trial.run for trial in tried], [item.steps for item in wanted], AT_ONCE),
    )


def _unread(text: Unread, cases: int) -> DifferentialResult:
    """Few texts that are CUDA at all cannot be read where the reference can."""
    return DifferentialResult(
        Agreement.UNKNOWN,
        HaltReason.UNSUPPORTED,
        Coverage(cases, 0, ("its text cannot be read",)),
        site=None if text.missing is None else FailureSite(text.missing.line),
        features={"followed": 0.0, "followed_unread": 1.0},
    )


def _agreement(tried: Sequence[Trial], cases: int) -> Agreement:
    if any(trial.difference is not None for trial in tried):
        return Agreement.DIFFERENT
    is_complete = len(tried) == cases and all(trial.is_known for trial in tried)
    return Agreement.SAME if is_complete else Agreement.UNKNOWN


def _reasons(tried: Sequence[Trial]) -> list[HaltReason]:
    return [trial.execution.reason for trial in tried]


def _unsupported(tried: Sequence[Trial]) -> tuple[str, ...]:
    return tuple(dict.fromkeys(trial.execution.why for trial in tried if not trial.is_known))


def signature_of(bundle: EnvironmentBundle) -> Signature:
    return read_signature({"entry": bundle.settings.get("entry", ""), "arguments": _arguments(bundle)})


def expected_of(bundle: EnvironmentBundle) -> tuple[Expected, ...]:
    """None where the reference cannot be simulated."""
    oracle, entry = bundle.files.get("oracle.py", ""), bundle.settings.get("entry", "")
    return _expected(bundle.reference, oracle, entry, _arguments(bundle))


def _arguments(bundle: EnvironmentBundle) -> str:
    return bundle.settings.get("arguments", "[]")


def trials(bundle: EnvironmentBundle, program: Program, wanted: tuple[Expected, ...]) -> list[Trial]:
    """All cases, up to an end that a later one cannot come before. Where they are the same and hang on local variables
    that nobody sets, those with other beginnings count."""
    tried = _tried_with(bundle, program, wanted, zeros=False)
    is_same = all(trial.run.outcome == "same" for trial in tried)
    if not is_same or not any(trial.execution.reads_unset for trial in tried):
        return tried
    return _tried_with(bundle, program, wanted, zeros=True)


def _tried_with(
    bundle: EnvironmentBundle, program: Program, wanted: tuple[Expected, ...], *, zeros: bool
) -> list[Trial]:
    signature, tolerances = signature_of(bundle), tolerances_of(bundle)
    executions = _executions(program, signature, wanted, zeros=zeros)
    return [_trial(*pair, signature, tolerances) for pair in zip(wanted, executions, strict=False)]


def _trial(wanted: Expected, execution: Execution, signature: Signature, tolerances: Mapping[str, Tolerance]) -> Trial:
    if execution.reason is not HaltReason.RETURNED:
        return Trial(wanted, execution, Run(str(execution.reason), 0.0, execution.steps, execution.launches))
    outputs = [argument for argument in signature.arguments if argument.role is Role.OUTPUT]
    errors = [
        error_of(one, other, tolerances.get(output.dtype, EXACT))
        for one, other, output in zip(execution.outputs, wanted.execution.outputs, outputs, strict=True)
    ]
    worst = max(errors, default=-LARGEST)
    outcome = "values" if worst > 0.0 else "changed" if execution.is_changed else "same"
    differs = next((output.name for output, error in zip(outputs, errors, strict=True) if error > 0.0), "")
    return Trial(wanted, execution, Run(outcome, worst, execution.steps, execution.launches), differs)


@lru_cache(maxsize=8)
def _executions(
    program: Program, signature: Signature, wanted: tuple[Expected, ...], *, zeros: bool
) -> tuple[Execution, ...]:
    """Kept for whoever asks for the features first and for the failure then."""
    made: list[Execution] = []
    is_slow = False
    for item in wanted:
        execution = execute(program, signature, item.case, item.execution.reaches, item.most_steps, zeros=zeros)
        execution = _settled(execution, item, is_slow=is_slow)
        if execution.reason is HaltReason.ENDLESS:
            steps = min(_LONGER * item.most_steps, _LONGEST)
            execution = execute(program, signature, item.case, item.execution.reaches, steps, zeros=zeros)
            is_slow = execution.reason is not HaltReason.ENDLESS
        made.append(execution)
        if str(made[-1].reason) in (*AT_ONCE, HaltReason.ENDLESS):
            break
    return tuple(made)


def _settled(execution: Execution, item: Expected, *, is_slow: bool) -> Execution:
    """Out of steps, a path is endless only where a loop over all elements would have ended, and the program is not
    slow in an earlier case."""
    is_slow |= item.steps_of_a_loop > item.most_steps
    is_slow &= execution.reason is HaltReason.ENDLESS
    return replace(execution, reason=HaltReason.UNSUPPORTED) if is_slow else execution


@lru_cache(maxsize=64)
def _expected(reference: str, oracle: str, entry: str, arguments: str) -> tuple[Expected, ...]:
    """The cases that are kept, in the oracle's order; none where the reference cannot be simulated."""
    program = parsed(reference)
    try:
        signature = read_signature({"entry": entry, "arguments": arguments})
    except PermanentEnvironmentFailure:
        return ()
    if isinstance(program, Unread):
        return ()
    count = sum(argument.role is Role.OUTPUT for argument in signature.arguments)
    tried = [_tried(program, signature, case, count) for case in cases_of(oracle)]
    returned = [item for item in tried if item.execution.reason is HaltReason.RETURNED]
    in_order = sorted(returned, key=lambda item: item.steps)
    return tuple(chosen(in_order, short=_SHORT, in_all=_STEPS_OF_ALL, of_edges=STEPS_OF_EDGES))


def _tried(program: Program, signature: Signature, case: Case, outputs: int) -> Expected:
    """With outputs that end where the reference's own accesses do."""
    first = execute(program, signature, case, [_MOST_OF_AN_OUTPUT] * outputs, _STEPS_OF_A_REFERENCE)
    if first.reason is not HaltReason.RETURNED:
        return Expected(case, first)
    return Expected(case, execute(program, signature, case, first.reaches, first.steps + 1))
