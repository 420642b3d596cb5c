"""The stages of a Triton candidate: import and compile for the target, then run in the interpreter and compare.

What runs inside the sandbox is `triton_worker`; what an end means is `judging`.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from resources.domains.gpu_kernels.execution.arrays import Array, UnreadableArrays, by_case, read_arrays
from resources.domains.gpu_kernels.execution.comparison import Difference, compare, compare_all, tolerances_of
from resources.domains.gpu_kernels.execution.interpreters import environment, folders, script
from resources.domains.gpu_kernels.execution.oracle import LARGEST_FILE, Trial, limits_of, task_file
from resources.domains.gpu_kernels.execution.reference import Yardstick
from resources.domains.gpu_kernels.execution.stages.triton.host_share import most_reads, work_of_host
from resources.domains.gpu_kernels.execution.stages.triton.layout import misplaced
from resources.domains.gpu_kernels.execution.stages.triton.report import (
    Report,
    forbidden_work,
    judge_problem,
    judge_process,
    read_report,
)
from resources.domains.toolkit.candidate_words import continued, message, printed
from resources.domains.toolkit.log_text import without_sandbox_folder
from resources.domains.toolkit.recording import Recording
from resources.execution.bundle import Candidate, EnvironmentBundle
from resources.execution.outcome import Outcome
from resources.execution.sandbox.job import Sandbox, SandboxJob, Step, StepResult

_COLLECTED = ("report.json", "outputs.safetensors", "moved.safetensors")
NO_REPORT = "the process ended before it returned from the candidate"


@dataclass(frozen=True)
class _Run:
    """One stage's process: its step, its report if it wrote one, and the files that it left."""

    step: StepResult
    report: Report | None
    files: Mapping[str, bytes]


class TritonStages:
    """Stages `import`, `link`, `compile` and `interpreter`. Thread-safe."""

    def __init__(self, sandbox: Sandbox) -> None:
        """`sandbox` is the one whose interpreter compiles kernels (`interpreters.compiling`): what a stage interprets
        it has compiled first."""
        self._sandbox = sandbox

    def observe(self, record: Recording, candidate: Candidate, trial: Trial, yardstick: Yardstick) -> Report | None:
        """Writes down the stages in order, up to the first that fails; the interpreter's report where none does.

        Raises EnvironmentGap.
        """
        limits = {"most_reads": None if yardstick.lenient else most_reads(yardstick)}
        compiled = self._run(record.bundle, candidate, trial, "compile", limits)
        if not self._compile(record, compiled):
            return None
        known = compiled.report.launches.accepted if compiled.report is not None else ()
        ran = self._run(record.bundle, candidate, trial, "function", {**limits, "accepted": list(known)})
        return _interpret(record, ran, trial, yardstick, _returned(compiled))

    def results(
        self, bundle: EnvironmentBundle, candidate: Candidate, trial: Trial
    ) -> tuple[Report, Mapping[int, Sequence[Array]]] | None:
        """What the interpreter reported and what the entry returned, by case, not judged; None where it did not run."""
        compiled = self._run(bundle, candidate, trial, "compile", {"most_reads": None})
        if compiled.report is None or compiled.report.error is not None:
            return None
        accepted = list(compiled.report.launches.accepted)
        ran = self._run(bundle, candidate, trial, "function", {"most_reads": None, "accepted": accepted})
        return None if ran.report is None else (ran.report, _returned(ran))

    def _run(
        self,
        bundle: EnvironmentBundle,
        candidate: Candidate,
        trial: Trial,
        stage: str,
        more: Mapping[str, object],
    ) -> _Run:
        job = SandboxJob(
            (Step(stage, script("run_candidate.py", stage)),),
            {
                **trial.files,
                "task.json": task_file(bundle, 0, more),
                bundle.candidate_file: candidate.code.encode("utf-8", "surrogatepass"),
                **{name: text.encode() for name, text in bundle.files.items() if name == "driver.py"},
            },
            environment(),
            folders(),
            _COLLECTED,
            LARGEST_FILE,
            limits_of(bundle),
        )
        result = self._sandbox.run(job)
        return _Run(result.steps[0], read_report(result.files), result.files)

    def _compile(self, record: Recording, run: _Run) -> bool:
        """An exception that is not Triton's own is left to the interpreter, which has the data that kernels make."""
        record.add(printed(without_sandbox_folder(run.step.log)))
        ended = judge_process(run.step, run.report, Outcome.COMPILATION_ERROR)
        if ended is not None or run.report is None:
            return _ended(record, "compile", ended, run)
        report, problem = run.report, run.report.error
        if problem is not None and problem.stage in ("import", "link"):
            record.add(continued(without_sandbox_folder(problem.text.encode())))
            return record.stage(problem.stage, judge_problem(problem), run.step)
        record.decided("import", None, 0.0)
        record.add(_figures(record.bundle.settings["target"], report).encode())
        record.measure(_metrics(report))
        if problem is not None and problem.kind in ("compilation", "resources", "launch", "harness"):
            record.add(continued(without_sandbox_folder(problem.text.encode())))
            return record.stage("compile", judge_problem(problem), run.step)
        return record.stage("compile", None, run.step)


def _ended(record: Recording, stage: str, outcome: Outcome | None, run: _Run) -> bool:
    if run.report is None and outcome is Outcome.RUNTIME_ERROR:
        record.add(f"{stage}: {NO_REPORT}\n".encode())
    return record.stage(stage, outcome or Outcome.RUNTIME_ERROR, run.step)


def _interpret(
    record: Recording, run: _Run, trial: Trial, yardstick: Yardstick, unlaunched: Mapping[int, Sequence[Array]]
) -> Report | None:
    record.add(printed(without_sandbox_folder(run.step.log)))
    ended = judge_process(run.step, run.report, Outcome.RUNTIME_ERROR)
    if ended is not None or run.report is None:
        _ended(record, "interpreter", ended, run)
        return None
    report = run.report
    if report.error is not None:
        outcome = judge_problem(report.error)
        known = report.case is not None and report.case < len(trial.expected)
        place = f"{trial.describe(report.case or 0)}: " if known else ""
        record.add(continued(without_sandbox_folder(f"{place}{report.error.text}".encode())))
        record.stage("interpreter", outcome, run.step)
        return None
    shown = yardstick.shown(report.computed, report.outside, report.reads)
    record.measure({"launches": float(report.launches.count)} | shown)
    outcome, said = _verdict(record, run, report, trial, yardstick, unlaunched)
    record.add(said.encode())
    return report if record.stage("interpreter", outcome, run.step) else None


def _verdict(
    record: Recording,
    run: _Run,
    report: Report,
    trial: Trial,
    yardstick: Yardstick,
    unlaunched: Mapping[int, Sequence[Array]],
) -> tuple[Outcome | None, str]:
    """The outcome and a line for the log: how the result came about first, then what it is."""
    beside = forbidden_work(report, yardstick) if not yardstick.lenient else []
    if beside:
        names = ", ".join(f"torch.{name}" for name in beside)
        return Outcome.REJECTED, f"rejected: host code computes with {names}; kernels are to do the arithmetic\n"
    if report.launches.count == 0 and not yardstick.lenient:
        return Outcome.REJECTED, "rejected: no Triton kernel was launched\n"
    if report.unusable:
        return Outcome.FUNCTIONAL_MISMATCH, f"{message(report.unusable)}\n"
    if report.changed:
        first = report.changed[0]
        return Outcome.FUNCTIONAL_MISMATCH, f"case {first.case}: argument {first.argument} was changed\n"
    difference = _difference(record, run, report, trial)
    record.measure({"max_abs_err": difference.largest, "cases": float(len(trial.expected))})
    if difference.message:
        return Outcome.FUNCTIONAL_MISMATCH, f"{difference.message}\n"
    parts = max((len(outputs) for outputs in trial.expected), default=0)
    if not yardstick.lenient and (placed := misplaced(report.layouts, record.bundle, parts)):
        return Outcome.FUNCTIONAL_MISMATCH, f"{placed}\n"
    if not yardstick.lenient and (
        moving := work_of_host(report, run.files.get("moved.safetensors", b""), trial, yardstick)
    ):
        return Outcome.REJECTED, f"rejected: {moving}\n"
    if not yardstick.lenient and _right_without_kernels(record, trial, unlaunched):
        return Outcome.REJECTED, "rejected: the outputs are right although no kernel was launched\n"
    return None, f"interpreter: {len(trial.expected)} cases agree, max abs err {difference.largest:.3g}\n"


def _difference(record: Recording, run: _Run, report: Report, trial: Trial) -> Difference:
    """The first case that differs; the largest error over all cases where none does."""
    try:
        results = by_case(read_arrays(run.files.get("outputs.safetensors", b"")), len(report.finished))
    except UnreadableArrays:
        return Difference("the outputs could not be read: too large, missing or damaged")
    if report.finished != tuple(range(len(trial.expected))):
        return Difference(f"results of {len(report.finished)} of {len(trial.expected)} cases")
    return compare_all(results, trial, record.bundle)


def _returned(run: _Run) -> Mapping[int, Sequence[Array]]:
    """What the entry returned, by case: of a stage that compiles, while no kernel was launched."""
    if run.report is None:
        return {}
    try:
        results = by_case(read_arrays(run.files.get("outputs.safetensors", b"")), len(run.report.finished))
    except UnreadableArrays:
        return {}
    return dict(zip(run.report.finished, results, strict=True))


def _right_without_kernels(record: Recording, trial: Trial, unlaunched: Mapping[int, Sequence[Array]]) -> bool:
    """Whether a kernel is a decoy: the expected values, not all alike, were there although nothing was launched."""
    for case, results in unlaunched.items():
        expected = trial.expected[case] if case < len(trial.expected) else []
        telling = any(np.unique(array.values).size > 1 for array in expected)
        if telling and not compare(results, expected, tolerances_of(record.bundle)).message:
            return True
    return False


def _figures(target: str, report: Report) -> str:
    return "".join(
        f"compile: {target} {kernel.name}: {kernel.registers} registers, {kernel.spilled_bytes} bytes spilled, "
        f"{kernel.shared_bytes} bytes shared, {kernel.threads} threads\n"
        for kernel in report.launches.kernels
    )


def _metrics(report: Report) -> dict[str, float]:
    """The largest of each figure over the kernels."""
    kernels = report.launches.kernels
    if not kernels:
        return {}
    return {
        "registers": float(max(kernel.registers for kernel in kernels)),
        "spilled_bytes": float(max(kernel.spilled_bytes for kernel in kernels)),
        "shared_bytes": float(max(kernel.shared_bytes for kernel in kernels)),
        "threads": float(max(kernel.threads for kernel in kernels)),
    }
