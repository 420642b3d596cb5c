"""Watches what torch computes while a candidate's host code runs: kernels are to do the arithmetic.

Names every operation outside an allow list of allocation, views, layout and conversion; whether one matters is
decided outside. What the interpreter itself does inside a launch is not looked at.
"""

import contextlib
from collections.abc import Iterator
from typing import Any

import torch
from torch.utils._python_dispatch import TorchDispatchMode

ALLOWED = frozenset(
    """
    empty empty_like empty_strided empty_permuted new_empty new_empty_strided zeros zeros_like new_zeros ones ones_like
    new_ones full full_like new_full fill_ fill zero_ zero scalar_tensor arange lift_fresh lift_fresh_copy
    view _unsafe_view reshape _reshape_alias as_strided expand permute transpose t squeeze unsqueeze slice select split
    split_with_sizes unbind chunk narrow diagonal alias detach detach_ view_as_real view_as_complex unfold flatten ravel
    movedim swapaxes expand_as view_as unflatten squeeze_ unsqueeze_ transpose_ t_ numpy_T
    clone copy_ copy contiguous _to_copy to _conj set_ resize_ is_pinned pin_memory record_stream
    _local_scalar_dense item is_same_size sym_size sym_stride sym_numel sym_storage_offset _has_same_storage_numel
    is_contiguous is_nonzero equal
    """.split()
)


class Watch(TorchDispatchMode):  # type: ignore[no-untyped-call]
    """`computed` collects names such as "mm" and "sum", in order of their first use."""

    def __init__(self) -> None:
        super().__init__()  # type: ignore[no-untyped-call]
        self.computed: dict[str, None] = {}
        self._paused = 0

    @classmethod
    def _should_skip_dynamo(cls) -> bool:
        """Else torch imports its compiler, three seconds, to keep it away from this mode."""
        return False

    def __torch_dispatch__(self, function: Any, types: Any, arguments: Any = (), options: Any = None) -> Any:
        name = function.overloadpacket.__name__ if hasattr(function, "overloadpacket") else str(function)
        if not self._paused and name not in ALLOWED:
            self.computed[name] = None
        return function(*arguments, **(options or {}))

    @contextlib.contextmanager
    def paused(self) -> Iterator[None]:
        self._paused += 1
        try:
            yield
        finally:
            self._paused -= 1


def deterministic() -> None:
    """One thread, and memory that nobody wrote reads the same in every run: NaN, or the largest integer."""
    torch.set_num_threads(1)
    # torch.use_deterministic_algorithms would import torch's compiler first, which takes two seconds.
    torch._C._set_deterministic_algorithms(True, warn_only=True)
    torch.utils.deterministic.fill_uninitialized_memory = True  # type: ignore[attr-defined]
