"""GpuFaultInjector: every place of a GPU candidate where a fault or an equivalent rewrite applies.

A text with `__global__` is CUDA C++, any other is Python. Knows no kind by name.
"""

from collections.abc import Iterable, Sequence
from functools import cached_property
from typing import Any

from resources.domains.faults import Edit, FaultKind
from resources.domains.gpu_kernels.language.cuda_source import CudaSource, parse_cuda
from resources.domains.gpu_kernels.language.triton_source import TritonSource, parse_triton
from resources.domains.toolkit.rules import Rule, RuleInjector, rules_of
from resources.domains.toolkit.source_version import source_version


class GpuFaultInjector:
    """Implements `FaultInjector` for both languages. Thread-safe; any text is accepted, most give no edits."""

    def __init__(self) -> None:
        self._triton: RuleInjector[TritonSource] = RuleInjector(parse_triton, _triton_rules, __name__)
        self._cuda: RuleInjector[CudaSource] = RuleInjector(parse_cuda, _cuda_rules, __name__)

    @cached_property
    def kinds(self) -> Sequence[FaultKind]:
        return (*self._triton.kinds, *self._cuda.kinds)

    @property
    def version(self) -> str:
        return source_version(__name__)

    def edits(self, code: str) -> Sequence[Edit]:
        return (self._cuda if "__global__" in code else self._triton).edits(code)


def fault_injector() -> GpuFaultInjector:
    return GpuFaultInjector()


def _triton_rules() -> Iterable[Rule[Any]]:
    from resources.domains.gpu_kernels.faults.ordinary import triton_addresses as addresses
    from resources.domains.gpu_kernels.faults.ordinary import triton_formatting as formatting
    from resources.domains.gpu_kernels.faults.ordinary import triton_launch as launch
    from resources.domains.gpu_kernels.faults.ordinary import triton_loops as loops
    from resources.domains.gpu_kernels.faults.ordinary import triton_masks as masks
    from resources.domains.gpu_kernels.faults.ordinary import triton_numerics as numerics
    from resources.domains.gpu_kernels.faults.ordinary import triton_outputs as outputs
    from resources.domains.gpu_kernels.faults.ordinary import triton_rewrites as rewrites
    from resources.domains.gpu_kernels.faults.ordinary import triton_structure as structure
    from resources.domains.gpu_kernels.faults.ordinary import triton_syntax as syntax

    return rules_of(syntax, structure, masks, addresses, launch, outputs, numerics, loops, rewrites, formatting)


def _cuda_rules() -> Iterable[Rule[Any]]:
    from resources.domains.gpu_kernels.faults.ordinary import cuda_parallelism, cuda_rewrites, cuda_syntax, cuda_values

    return rules_of(cuda_syntax, cuda_parallelism, cuda_values, cuda_rewrites)
