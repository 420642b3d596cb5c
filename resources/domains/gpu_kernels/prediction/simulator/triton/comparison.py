"""A Triton candidate beside its bundle's reference: both over the cases of the bundle's oracle, or its test script."""

import ast
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from resources.domains.gpu_kernels.execution.comparison import Tolerance, tolerances_of
from resources.domains.gpu_kernels.execution.rejection import judged_code
from resources.domains.gpu_kernels.execution.stages.triton.layout import misplaced
from resources.domains.gpu_kernels.language.triton_source import read_triton
from resources.domains.gpu_kernels.prediction.simulator.comparison import (
    AT_LAST,
    AT_ONCE,
    ENDED,
    NOT_SIMULATED,
    Run,
    features_of,
)
from resources.domains.gpu_kernels.prediction.simulator.halting import Budget
from resources.domains.gpu_kernels.prediction.simulator.triton.cases import Case, Expected, expected
from resources.domains.gpu_kernels.prediction.simulator.triton.execution import Result, execute_with, interpreter_of
from resources.domains.gpu_kernels.prediction.simulator.triton.results import (
    Judgement,
    changed,
    flattened,
    judged,
    layouts,
)
from resources.domains.gpu_kernels.prediction.simulator.triton.scripts.execution import (
    script_execution,
    tuned_interpreter,
)
from resources.domains.gpu_kernels.prediction.simulator.triton.scripts.expected import ExpectedTests, expected_tests
from resources.domains.gpu_kernels.prediction.simulator.triton.scripts.script import Progress
from resources.domains.gpu_kernels.prediction.simulator.triton.scripts.tuning import LAUNCHES, is_tuned
from resources.domains.gpu_kernels.prediction.simulator.triton.tracer import Tracer
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

_SLACK = 1_500


@dataclass(frozen=True)
class Trial:
    """A case of a candidate, and what came of it. `differs` is the first output whose values do; `misplaced` says of
    one in words that it lies otherwise than the task asks; `tracer` knows where the execution halted, if that is asked
    for."""

    expected: Expected
    result: Result
    run: Run
    arguments: Sequence[Any] = ()
    differs: int | None = None
    tracer: Tracer | None = None
    misplaced: str = ""

    @property
    def number(self) -> int:
        return self.expected.case.number

    @property
    def is_known(self) -> bool:
        return self.run.outcome != "unknown"

    @property
    def halt(self) -> HaltReason:
        return HaltReason.RETURNED if self.run.outcome in ENDED else HaltReason(self.run.outcome)

    @property
    def why(self) -> str:
        """What is not supported."""
        return self.result.why or "launches of other sizes, of which some programs are left out"

    @property
    def difference(self) -> Difference | None:
        if not self.is_known or self.run.outcome == "same":
            return None
        if self.misplaced:
            return Difference(f"case {self.number}", "an output's layout")
        what = self.run.outcome if self.differs is None else f"output {self.differs}: {self.run.outcome}"
        return Difference(f"case {self.number}", "an input" if what == "changed" else what)

    @property
    def site(self) -> FailureSite | None:
        return FailureSite(self.result.line) if self.result.line and self.is_known else None


def compare(bundle: EnvironmentBundle, candidate: Candidate) -> DifferentialResult:
    """See Simulator. A case is one of the oracle's, of which those that are alike are simulated once, or a part of a
    test script. The features of a text that is no Python are none."""
    wanted = planned(bundle)
    if not wanted:
        return reference_unsupported("no case of the reference")
    source = read_triton(judged_code(bundle, candidate))
    if source is None:
        unread = Coverage(len(wanted), 0, ("its text cannot be read",))
        return DifferentialResult(Agreement.UNKNOWN, HaltReason.UNSUPPORTED, unread)
    tried = trials(bundle, source.module.tree)
    known = [trial for trial in tried if trial.is_known]
    if not known and not any(is_reference_known(item) for item in wanted):
        return reference_unsupported("no case of the reference")
    return DifferentialResult(
        _agreement(tried, len(wanted)),
        next((trial.halt for trial in tried if trial.halt is not HaltReason.RETURNED), HaltReason.RETURNED),
        Coverage(
            len(wanted),
            len(known),
            tuple(dict.fromkeys(trial.why for trial in tried if not trial.is_known)),
            NOT_SIMULATED,
        ),
        next((trial.difference for trial in tried if trial.difference is not None), None),
        next((trial.site for trial in tried if trial.site is not None), None),
        features_of([trial.run for trial in tried], [item.steps for item in wanted]),
    )


def _agreement(tried: Sequence[Trial], cases: int) -> Agreement:
    if any(trial.difference is not None for trial in tried):
        return Agreement.DIFFERENT
    is_complete = len(tried) == cases and all(trial.is_known for trial in tried)
    return Agreement.SAME if is_complete else Agreement.UNKNOWN


def planned(bundle: EnvironmentBundle) -> Sequence[Expected] | Sequence[ExpectedTests]:
    """None where no case can be simulated, or the bundle's harness is none that is."""
    harness = bundle.settings.get("harness", "entry")
    if harness == "script":
        return expected_tests(bundle.reference, bundle.files.get("driver.py", ""))
    if harness != "entry":
        return ()
    return expected(bundle.reference, bundle.files.get("oracle.py", ""), bundle.settings.get("entry", ""))


def trials(bundle: EnvironmentBundle, tree: ast.Module, *, traces: bool = False) -> list[Trial]:
    """All cases, up to an end that a later one cannot come before."""
    tolerances, tried = tolerances_of(bundle), list[Trial]()
    wanted: Sequence[Expected | ExpectedTests] = planned(bundle)
    for turn, item in enumerate(wanted):
        if isinstance(item, ExpectedTests):
            tried.append(_tests(tree, item, tolerances, traces=traces))
            is_last = tried[-1].run.outcome not in (*ENDED, "unknown")
        else:
            tried.append(_case(tree, bundle, item, tolerances, turn, traces=traces))
            outcome = tried[-1].run.outcome
            is_last = outcome in AT_ONCE or (outcome in AT_LAST and len(tried) > 1)
        if is_last:
            break
    return tried


def is_reference_known(item: Expected | ExpectedTests) -> bool:
    """Else it only shows whether a candidate comes as far."""
    return not isinstance(item, ExpectedTests) or item.is_known


def most_steps(item: Expected | ExpectedTests) -> int:
    """That a candidate may take where the reference takes its own."""
    return 3 * item.steps + _SLACK


def _case(
    tree: ast.Module,
    bundle: EnvironmentBundle,
    item: Expected,
    tolerances: Mapping[str, Tolerance],
    turn: int,
    *,
    traces: bool,
) -> Trial:
    """`turn` is the configuration of autotuned kernels that is kept."""
    tracer, arguments = Tracer() if traces else None, item.case.fresh()
    products = "ieee" if bundle.settings.get("harness") == "module" else "tf32"
    steps, compiles = most_steps(item), item.case.is_compiled
    if is_tuned(tree):
        budget = Budget(LAUNCHES * steps)
        interpreter = tuned_interpreter(budget, turn, compiles=compiles, tracer=tracer, products=products)
    else:
        interpreter = interpreter_of(Budget(steps), compiles=compiles, tracer=tracer, products=products)
    result = execute_with(interpreter, tree, bundle.settings["entry"], arguments)
    judgement, placed = Judgement(str(result.halt)), ""
    if result.halt is HaltReason.RETURNED:
        parts = flattened(result.returned)
        judgement = judged(parts, item.parts, tolerances)
        if judgement.outcome == "same" and changed(arguments, item.case.arguments):
            judgement = judgement._replace(outcome="changed")
        elif judgement.outcome == "same":
            placed = misplaced(layouts(item.case.number, parts, arguments), bundle, len(parts))
            judgement = judgement._replace(outcome="shapes" if placed else "same")
    return Trial(item, result, _run(result, judgement), arguments, judgement.part, tracer, placed)


def _tests(tree: ast.Module, item: ExpectedTests, tolerances: Mapping[str, Tolerance], *, traces: bool) -> Trial:
    """A part of a script. Where programs were left out, only launches of the reference's sizes were made over the same
    ones."""
    progress, wanted = Progress(item.part), item.tested.result
    tracer = Tracer(hidden=progress.frame) if traces else None
    tested = script_execution(Budget(most_steps(item)), progress, tracer).run(tree, item.script)
    result, judgement = tested.result, Judgement(str(tested.result.halt))
    if not item.is_known and result.halt in (HaltReason.RETURNED, HaltReason.ENDLESS):
        judgement = Judgement("unknown")
    elif result.halt is HaltReason.RETURNED:
        judgement = judged(result.returned, wanted.returned, tolerances)
        if (tested.is_part or item.tested.is_part) and tested.grids != item.tested.grids:
            judgement = judgement._replace(outcome="unknown")
    whole = Expected(Case(0, (), True), wanted, wanted.returned)
    return Trial(whole, result, _run(result, judgement), (), judgement.part, tracer)


def _run(result: Result, judgement: Judgement) -> Run:
    return Run(judgement.outcome, judgement.error, result.steps, result.launches, result.shared_bytes)
