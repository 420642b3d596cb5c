"""GpuTracer: how far from right each case's outputs are, and what was launched."""

from collections.abc import Iterator, Mapping, Sequence

import numpy as np

from resources.domains.gpu_kernels.execution.arrays import Array
from resources.domains.gpu_kernels.execution.comparison import EXACT, Tolerance, compare, tolerances_of
from resources.domains.gpu_kernels.execution.dense_tensors import arrays_of, cases_of
from resources.domains.gpu_kernels.execution.interpreters import compiling, interpreting
from resources.domains.gpu_kernels.execution.oracle import Oracle, Trial
from resources.domains.gpu_kernels.execution.rejection import judged, refused
from resources.domains.gpu_kernels.execution.stages.cuda.pipeline import CudaStages
from resources.domains.gpu_kernels.execution.stages.triton.pipeline import TritonStages
from resources.domains.gpu_kernels.execution.stages.triton.report import Report
from resources.domains.toolkit.recording import Recording
from resources.domains.traces import ExecutionTrace, TraceEvent, around
from resources.execution.bundle import Candidate, EnvironmentBundle
from resources.execution.sandbox.job import Sandbox


class GpuTracer:
    """See the Tracer protocol."""

    def __init__(self, sandbox: Sandbox) -> None:
        self._oracle = Oracle(interpreting(sandbox))
        self._triton, self._cuda = TritonStages(compiling(sandbox)), CudaStages(sandbox)

    def trace(self, bundle: EnvironmentBundle, candidate: Candidate) -> ExecutionTrace | None:
        """`at` is the number of a case; `differs_at` is the first whose outputs are not within their tolerance."""
        if refused(bundle, candidate):
            return None
        trial, own = self._oracle.trial(bundle, candidate), judged(bundle, candidate)
        found = self._results(bundle, own, trial)
        if found is None:
            return None
        report, results = found
        events = [*_events(trial, results, tolerances_of(bundle)), *_ending(report)]
        return around("errors by case", "case", events, _first_wrong(trial, results, bundle))

    def _results(
        self, bundle: EnvironmentBundle, candidate: Candidate, trial: Trial
    ) -> "tuple[Report | None, _Results] | None":
        """What came back, by case; None where nothing ran."""
        if bundle.settings["language"] != "cuda":
            return self._triton.results(bundle, candidate, trial)
        outputs = self._cuda.observe(Recording(bundle, ""), bundle, candidate, cases_of(trial))
        return None if outputs is None else (None, dict(enumerate(arrays_of(case) for case in outputs)))


_Results = Mapping[int, Sequence[Array]]


def _events(trial: Trial, results: _Results, tolerances: Mapping[str, Tolerance]) -> Iterator[TraceEvent]:
    for case, got in sorted(results.items()):
        yield TraceEvent(case, "arguments", trial.descriptions[case])
        for number, (one, other) in enumerate(zip(got, trial.expected[case], strict=False)):
            name = f"output {number}"
            yield TraceEvent(case, name, str(one))
            if (one.shape, one.dtype) == (other.shape, other.dtype) and one.values.size:
                yield from _errors(case, name, one, other, tolerances.get(other.dtype, EXACT))


def _errors(case: int, name: str, got: Array, expected: Array, tolerance: Tolerance) -> Iterator[TraceEvent]:
    """The largest absolute error and its place, the mean, and how many elements are outside the tolerance. An element
    that is no number where one is expected is the worst."""
    wide, other = got.values.astype(np.float64), expected.values.astype(np.float64)
    with np.errstate(invalid="ignore", over="ignore"):
        error = np.abs(wide - other)
        allowed = tolerance.absolute + tolerance.relative * np.abs(other)
        same = (got.values == expected.values) | (np.isnan(wide) & np.isnan(other))
    outside = ~((error <= allowed) | same)
    ranked = np.where(same, 0.0, np.where(np.isnan(error), np.inf, error))
    place = tuple(int(index) for index in np.unravel_index(int(ranked.argmax()), ranked.shape)) if ranked.ndim else ()
    largest = 0.0 if same[place] else float(error[place])
    finite = error[np.isfinite(error)]
    yield TraceEvent(case, f"{name} largest error", f"{largest:.6g} at {place}")
    yield TraceEvent(case, f"{name} mean error", f"{float(finite.mean()) if finite.size else 0.0:.6g}")
    yield TraceEvent(case, f"{name} elements outside the tolerance", f"{int(outside.sum())} of {outside.size}")


def _ending(report: Report | None) -> Iterator[TraceEvent]:
    if report is None:
        return
    last = max(report.finished, default=0)
    yield TraceEvent(last, "launches", str(report.launches.count))
    if report.error is not None:
        yield TraceEvent(last if report.case is None else report.case, "raised", report.error.text.strip()[-400:])


def _first_wrong(trial: Trial, results: _Results, bundle: EnvironmentBundle) -> int | None:
    allowed = tolerances_of(bundle)
    wrong = (case for case, got in sorted(results.items()) if compare(got, trial.expected[case], allowed).message)
    return next(wrong, None)


def tracer(sandbox: Sandbox) -> GpuTracer:
    return GpuTracer(sandbox)
