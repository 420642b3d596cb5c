"""The stages of a CUDA C++ candidate: compile for the target, then run on the CPU, thread by thread.

What the tools are asked is `nvcc` and `emulation`; what an end means, `judging`. Outputs are returned and not compared:
that is the backend's, outside the candidate's process.
"""

from collections.abc import Callable, Sequence
from functools import partial
from typing import NamedTuple

from resources.domains.gpu_kernels.execution.stages.cuda.case import Case, Tensor
from resources.domains.gpu_kernels.execution.stages.cuda.emulation import (
    DEVICES,
    SYMBOLS,
    Emulation,
    architecture,
    emulate,
    target_file,
)
from resources.domains.gpu_kernels.execution.stages.cuda.judging import (
    Fault,
    judge_build,
    judge_compilation,
    judge_run,
    read_fault,
)
from resources.domains.gpu_kernels.execution.stages.cuda.nvcc import Compilation, compile_candidate
from resources.domains.gpu_kernels.execution.stages.cuda.results import (
    CaseResult,
    forbidden,
    read_results,
    results_bytes,
)
from resources.domains.gpu_kernels.execution.stages.cuda.rewriting import is_balanced, rewrite, shim_names, tokens_of
from resources.domains.gpu_kernels.execution.stages.cuda.shim_library import ShimLibrary
from resources.domains.gpu_kernels.execution.stages.cuda.signature import (
    Signature,
    driver_text,
    encode_cases,
    read_signature,
)
from resources.domains.toolkit.candidate_words import continued, printed, told
from resources.domains.toolkit.recording import Recording
from resources.execution.bundle import Candidate, EnvironmentBundle
from resources.execution.errors import PermanentEnvironmentFailure
from resources.execution.outcome import Outcome
from resources.execution.sandbox.job import Ended, Sandbox

COMPILE, EMULATE = "compile", "emulator"
"""The stages. A passed run is written down by the backend, under EMULATE, when it has compared the outputs."""
_WITH_ZEROS = f"{EMULATE}: with local variables at 0 that are never set:\n".encode()
"""Before the verdict of a second run that fails."""

Outputs = Sequence[Sequence[Tensor]]
"""Of each case."""


class CudaStages:
    """Thread-safe. The first run in a process compiles the shim (3 s of CPU)."""

    def __init__(self, sandbox: Sandbox) -> None:
        self._sandbox = sandbox
        self._library = ShimLibrary(sandbox)

    def observe(
        self,
        record: Recording,
        bundle: EnvironmentBundle,
        candidate: Candidate,
        cases: Sequence[Case],
        agrees: Callable[[Outputs], bool] = lambda outputs: True,
    ) -> Outputs | None:
        """The outputs of each case; None when a stage failed and was written down. Where they agree with what is
        expected, and a local variable may have been read before it was set, those of a second run in which such
        variables hold something else.

        Raises EnvironmentGap for a construct that cannot run on the CPU, PermanentEnvironmentFailure for a broken
        bundle, and EnvironmentFailure for the sandbox's own failures.
        """
        if not record.rejected("reject", shim_names(candidate.code), 0.0, again=True):
            return None
        signature = read_signature(bundle.settings)
        target = bundle.settings["target"]
        if target not in DEVICES:
            raise PermanentEnvironmentFailure(f"{bundle.seed_id}: no limits are known for the target {target!r}")
        driver = driver_text(signature)
        code = candidate.code.removeprefix("\ufeff")
        whole = is_balanced(tokens_of(code))
        compilation = compile_candidate(self._sandbox, code, driver if whole else "", target, bundle.limits)
        if not _compiled(record, compilation):
            return None
        run = partial(
            emulate,
            self._sandbox,
            self._library,
            architecture(target) + rewrite(code) + rewrite(driver) + SYMBOLS,
            encode_cases(signature, cases),
            target_file(target, compilation.kernels, code, compilation.frame_bytes),
            results_bytes(signature, cases),
            bundle.limits,
            counts_calls=compilation.frame_bytes > 0,
        )
        emulation = run()
        outputs = _emulated(record, emulation, signature, cases, code)
        if outputs is None or not emulation.may_read_unset(code) or not agrees(outputs):
            return outputs
        again = _emulated(record, run(zeros=True), signature, cases, code, is_second=True)
        if again is not None and not agrees(again):
            record.add(_WITH_ZEROS)
        return again


def _compiled(record: Recording, compilation: Compilation) -> bool:
    record.add(told(compilation.log))
    record.measure(compilation.metrics)
    return record.stage(COMPILE, judge_compilation(compilation), compilation.step)


def _emulated(
    record: Recording,
    emulation: Emulation,
    signature: Signature,
    cases: Sequence[Case],
    source: str,
    *,
    is_second: bool = False,
) -> Outputs | None:
    """A second run's log says what it was, in the place of what the program printed, and only where it fails."""
    refused = judge_build(emulation, source)
    if refused is not None:
        step = emulation.built if emulation.linked.log == b"" else emulation.linked
        record.add(told(step.log))
        record.stage("link", refused, step)
        return None
    if not is_second:
        record.add(printed(emulation.run.log))
    fault = read_fault(emulation.report)
    expected = results_bytes(signature, cases)
    outcome = judge_run(emulation, fault, expected)
    results = read_results(signature, cases, emulation.results) if outcome is None else []
    if is_second and (outcome is not None or _broken_rule(results)):
        record.add(_WITH_ZEROS)
    if outcome is not None:
        record.add(_explained(fault, emulation, outcome, expected).encode())
        record.stage(EMULATE, outcome, emulation.run)
        return None
    return _judged(record, emulation, results)


def _explained(fault: Fault | None, emulation: Emulation, outcome: Outcome, expected: int) -> str:
    """What the log has to say besides what the program printed."""
    if fault is not None:
        return f"case {fault.case}: {continued(fault.text.encode()).decode()}\n"
    if outcome is Outcome.RUNTIME_ERROR and emulation.run.exit_code == 0 and len(emulation.results) != expected:
        return "the program ended before all cases were done\n"
    if emulation.run.ended is Ended.EXITED:
        return f"the program ended with exit code {emulation.run.exit_code}\n"
    return ""


def _judged(record: Recording, emulation: Emulation, results: Sequence[CaseResult]) -> Outputs | None:
    """Rules that hold whatever the values are."""
    record.measure({"launches": float(sum(result.launches for result in results))})
    broken = _broken_rule(results)
    if broken is not None:
        record.add(broken.text.encode())
        record.stage(EMULATE, broken.outcome, emulation.run)
        return None
    return [result.outputs for result in results]


class _Broken(NamedTuple):
    """What the log says of a broken rule, and what it comes to."""

    text: str
    outcome: Outcome


def _broken_rule(results: Sequence[CaseResult]) -> _Broken | None:
    done_elsewhere = list(forbidden(results))
    if done_elsewhere:
        return _Broken("".join(f"forbidden: {what}\n" for what in done_elsewhere), Outcome.REJECTED)
    changed = ((number, result.changed_inputs[0]) for number, result in enumerate(results) if result.changed_inputs)
    for number, name in changed:
        return _Broken(f"case {number}: the input {name} was changed\n", Outcome.FUNCTIONAL_MISMATCH)
    return None
