"""GpuFaultInjector: every place of a GPU candidate where a fault or an equivalent rewrite applies.

A text with `__global__` is CUDA C++, any other is Python. Knows no kind by name.
"""

import importlib
from collections.abc import Iterable, Sequence
from functools import cached_property
from typing import Any

from resources.domains.faults import Edit, FaultKind
from resources.domains.gpu_kernels.faults.cuda_source import CudaSource, parse_cuda
from resources.domains.gpu_kernels.faults.triton_source import TritonSource, parse_triton
from resources.domains.toolkit.rules import Rule, RuleInjector
from resources.domains.toolkit.source_version import source_version

_TRITON = (
    "triton_syntax", "triton_structure", "triton_masks", "triton_addresses", "triton_launch", "triton_outputs",
    "triton_numerics", "triton_loops", "triton_rewrites", "triton_formatting",
)  # fmt: skip
_CUDA = ("cuda_syntax", "cuda_parallelism", "cuda_values", "cuda_rewrites")


class GpuFaultInjector:
    """Implements `FaultInjector` for both languages. Thread-safe; any text is accepted, most give no edits."""

    def __init__(self) -> None:
        self._triton: RuleInjector[TritonSource] = RuleInjector(parse_triton, lambda: _rules(_TRITON), __package__)
        self._cuda: RuleInjector[CudaSource] = RuleInjector(parse_cuda, lambda: _rules(_CUDA), __package__)

    @cached_property
    def kinds(self) -> Sequence[FaultKind]:
        return (*self._triton.kinds, *self._cuda.kinds)

    @property
    def version(self) -> str:
        return source_version(__package__)

    def edits(self, code: str) -> Sequence[Edit]:
        return (self._cuda if "__global__" in code else self._triton).edits(code)


def _rules(modules: Iterable[str]) -> Iterable[Rule[Any]]:
    """The rules of these modules in the order in which they are written, which does not change from run to run."""
    for name in modules:
        module = importlib.import_module(f"{__package__}.{name}")
        yield from (value for value in vars(module).values() if isinstance(value, Rule))
