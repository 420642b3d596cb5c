"""Faults of GPU kernels that aim at a label that others seldom lead to, for Triton and for CUDA C++."""

from collections.abc import Mapping, Sequence
from functools import cache, cached_property

from resources.domains.aimed_rules import AimedRuleInjector, RulesByLabel
from resources.domains.faults import Edit, FaultKind
from resources.domains.gpu_kernels.faults.cuda_source import CudaSource, parse_cuda
from resources.domains.gpu_kernels.faults.triton_source import TritonSource, parse_triton
from resources.domains.toolkit.source_version import source_version
from resources.execution.outcome import Outcome


class GpuAimedFaults:
    """Implements `AimedFaults` for both languages, which are told apart as the ordinary faults do it."""

    def __init__(self) -> None:
        self._triton: AimedRuleInjector[TritonSource] = AimedRuleInjector(parse_triton, _triton_rules, __name__)
        self._cuda: AimedRuleInjector[CudaSource] = AimedRuleInjector(parse_cuda, _cuda_rules, __name__)

    @cached_property
    def kinds(self) -> Sequence[FaultKind]:
        return (*self._triton.kinds, *self._cuda.kinds)

    @cached_property
    def aims(self) -> Mapping[str, Outcome]:
        return {**self._triton.aims, **self._cuda.aims}

    @property
    def version(self) -> str:
        return source_version(__name__)

    def edits(self, code: str) -> Sequence[Edit]:
        return (self._cuda if "__global__" in code else self._triton).edits(code)


@cache
def aimed_faults() -> GpuAimedFaults:
    """One injector for the process: it remembers the edits of the texts it saw last."""
    return GpuAimedFaults()


def _triton_rules() -> RulesByLabel[TritonSource]:
    from resources.domains.gpu_kernels.aimed_faults import triton_excesses, triton_forbidden, triton_linking

    return {
        Outcome.REJECTED: triton_forbidden.RULES,
        Outcome.RESOURCE_EXCEEDED: triton_excesses.EXCEEDING,
        Outcome.TIMEOUT: triton_excesses.ENDLESS,
        Outcome.LINK_ERROR: triton_linking.RULES,
    }


def _cuda_rules() -> RulesByLabel[CudaSource]:
    from resources.domains.gpu_kernels.aimed_faults import cuda_excesses, cuda_forbidden, cuda_linking

    return {
        Outcome.REJECTED: cuda_forbidden.RULES,
        Outcome.RESOURCE_EXCEEDED: cuda_excesses.EXCEEDING,
        Outcome.TIMEOUT: cuda_excesses.ENDLESS,
        Outcome.LINK_ERROR: cuda_linking.RULES,
    }
