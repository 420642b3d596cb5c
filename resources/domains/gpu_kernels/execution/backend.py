"""GpuBackend: rejects, makes the trial, and hands the candidate to the stages of its language.

What a stage does stands in `stages`, what runs inside the sandbox in `worker` and `cuda_shim`.
"""

from dataclasses import replace
from functools import cached_property

from resources.domains.gpu_kernels.execution.comparison import Difference, compare_all
from resources.domains.gpu_kernels.execution.dense_tensors import arrays_of, cases_of
from resources.domains.gpu_kernels.execution.interpreters import compiling, interpreting
from resources.domains.gpu_kernels.execution.oracle import Oracle, Trial
from resources.domains.gpu_kernels.execution.reference import LENIENT, Yardstick, for_candidates, read
from resources.domains.gpu_kernels.execution.rejection import judged, refused
from resources.domains.gpu_kernels.execution.stages.cuda.pipeline import EMULATE, CudaStages, Outputs
from resources.domains.gpu_kernels.execution.stages.device.discovery import FoundDevice, look
from resources.domains.gpu_kernels.execution.stages.device.stage import DeviceStage
from resources.domains.gpu_kernels.execution.stages.triton.pipeline import TritonStages
from resources.domains.gpu_kernels.execution.toolchain import read_toolchain
from resources.domains.toolkit.recording import Recording
from resources.domains.toolkit.references import ReferenceMemory
from resources.execution.backend import Toolchain
from resources.execution.bundle import Candidate, EnvironmentBundle
from resources.execution.cache import ResultCache
from resources.execution.errors import PermanentEnvironmentFailure
from resources.execution.observation import Observation
from resources.execution.outcome import Outcome
from resources.execution.sandbox.job import Sandbox

_NEEDED = ("language", "entry", "target")


class GpuBackend:
    """Triton and CUDA C++: compiled for a named target, run by interpreter or CPU, and Triton on a GPU where there is
    one. Thread-safe."""

    domain = "gpu_kernels"

    def __init__(self, sandbox: Sandbox, device: FoundDevice | None = None) -> None:
        """`device` is the one to use in place of what this machine has."""
        self._sandbox, self._given = sandbox, device
        self._compiling, self._interpreting = compiling(sandbox), interpreting(sandbox)
        self._oracle = Oracle(self._interpreting)
        self._triton = TritonStages(self._compiling)
        self._cuda = CudaStages(sandbox)
        self._references = ReferenceMemory(self._observe_reference, read, self.toolchain)

    @cached_property
    def _toolchain(self) -> Toolchain:
        return read_toolchain(self._device)

    @cached_property
    def _device(self) -> FoundDevice | None:
        return self._given or look(self._sandbox).device

    @cached_property
    def _timing(self) -> DeviceStage | None:
        if self._device is None:
            return None
        replaying = self._sandbox if self._device.kind == "cuda" else self._interpreting
        return DeviceStage(self._device, self._compiling, replaying, self._oracle)

    def toolchain(self) -> Toolchain:
        """Raises ToolMissing with the package's name."""
        return self._toolchain

    def remember_references(self, cache: ResultCache) -> None:
        """From now on, references' observations are looked up in `cache` before they are run."""
        self._references.use_cache(cache)

    def execute(self, bundle: EnvironmentBundle, candidate: Candidate) -> Observation:
        """See the Backend protocol. The bundle's reference is run first, once, if it has not been yet."""
        missing = [name for name in _NEEDED if not bundle.settings.get(name)]
        if missing:
            raise PermanentEnvironmentFailure(f"{bundle.seed_id}: the bundle lacks settings: {', '.join(missing)}")
        if candidate == bundle.reference_candidate:
            return self._references.run(bundle)
        return self._observe(bundle, candidate, for_candidates(bundle, self._references.profile(bundle)))

    def _observe_reference(self, bundle: EnvironmentBundle) -> Observation:
        return self._observe(bundle, bundle.reference_candidate, LENIENT)

    def _observe(self, bundle: EnvironmentBundle, candidate: Candidate, yardstick: Yardstick) -> Observation:
        record = Recording(bundle, self.toolchain().fingerprint)
        with record.timed() as seconds:
            findings = refused(bundle, candidate)
        if record.rejected("reject", findings, seconds()):
            self._run(record, judged(bundle, candidate), self._oracle.trial(bundle, candidate), yardstick)
        return record.observation()

    def _run(self, record: Recording, candidate: Candidate, trial: Trial, yardstick: Yardstick) -> None:
        if record.bundle.settings["language"] == "cuda":
            self._observe_cuda(record, candidate, trial)
        else:
            report = self._triton.observe(record, candidate, trial, yardstick)
            if report is not None and self._timing is not None:
                used = replace(yardstick, operations=yardstick.operations | frozenset(report.computed))
                self._timing.observe(record, candidate, trial, used if yardstick.lenient else yardstick)

    def _observe_cuda(self, record: Recording, candidate: Candidate, trial: Trial) -> None:
        """The stages of `stages.cuda`, whose outputs are compared here."""
        with record.timed() as seconds:
            outputs = self._cuda.observe(
                record,
                record.bundle,
                candidate,
                cases_of(trial),
                lambda seen: not _difference(seen, trial, record.bundle).message,
            )
        if outputs is None:
            return
        difference = _difference(outputs, trial, record.bundle)
        record.measure({"max_abs_err": difference.largest, "cases": float(len(trial.expected))})
        agreed = f"{len(trial.expected)} cases agree, max abs err {difference.largest:.3g}"
        record.add(f"{difference.message or f'{EMULATE}: {agreed}'}\n".encode())
        record.decided(EMULATE, Outcome.FUNCTIONAL_MISMATCH if difference.message else None, seconds())


def _difference(outputs: Outputs, trial: Trial, bundle: EnvironmentBundle) -> Difference:
    return compare_all([arrays_of(case) for case in outputs], trial, bundle)


def make_backend(sandbox: Sandbox) -> GpuBackend:
    return GpuBackend(sandbox)
