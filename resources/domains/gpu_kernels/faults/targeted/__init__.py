"""Targeted faults of GPU kernels, which aim at a label that others seldom lead to, for Triton and for CUDA C++."""

from collections.abc import Mapping, Sequence
from functools import cache, cached_property

from resources.domains.faults import Edit, FaultKind
from resources.domains.gpu_kernels.language.cuda_source import CudaSource, parse_cuda
from resources.domains.gpu_kernels.language.triton_source import TritonSource, parse_triton
from resources.domains.toolkit.source_version import source_version
from resources.domains.toolkit.targeted_rules import RulesByLabel, TargetedRuleInjector
from resources.execution.outcome import Outcome


class GpuTargetedFaults:
    """Implements `TargetedFaults` for both languages, which are told apart as the ordinary faults do it."""

    def __init__(self) -> None:
        self._triton: TargetedRuleInjector[TritonSource] = TargetedRuleInjector(parse_triton, _triton_rules, __name__)
        self._cuda: TargetedRuleInjector[CudaSource] = TargetedRuleInjector(parse_cuda, _cuda_rules, __name__)

    @cached_property
    def kinds(self) -> Sequence[FaultKind]:
        return (*self._triton.kinds, *self._cuda.kinds)

    @cached_property
    def targets(self) -> Mapping[str, Outcome]:
        return {**self._triton.targets, **self._cuda.targets}

    @property
    def version(self) -> str:
        return source_version(__name__)

    def edits(self, code: str) -> Sequence[Edit]:
        return (self._cuda if "__global__" in code else self._triton).edits(code)


@cache
def targeted_faults() -> GpuTargetedFaults:
    """One injector for the process: it remembers the edits of the texts it saw last."""
    return GpuTargetedFaults()


def _triton_rules() -> RulesByLabel[TritonSource]:
    from resources.domains.gpu_kernels.faults.targeted import triton

    return triton.RULES


def _cuda_rules() -> RulesByLabel[CudaSource]:
    from resources.domains.gpu_kernels.faults.targeted import cuda

    return cuda.RULES
