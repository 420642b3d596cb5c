"""Watches what torch does while a candidate's host code runs: kernels are to do the work.

Names every operation outside an allow list of allocation, views, layout and conversion, keeps what was copied or
converted, and counts the values that the host read, by whatever way they leave a tensor; whether any of it matters
is decided outside. What the interpreter itself does inside a launch is not looked at.
"""

import contextlib
from collections.abc import Iterator
from typing import Any

import torch
from torch.overrides import TorchFunctionMode
from torch.utils._python_dispatch import TorchDispatchMode

from .handing_on import hands_on
from .unwritten import Unwritten, held

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


_COPYING = frozenset("clone copy copy_ contiguous _to_copy fill_ fill".split())
_READING = frozenset("_local_scalar_dense item is_nonzero equal".split())
_READING_FUNCTIONS = frozenset("tensor as_tensor asarray scalar_tensor full full_like new_tensor new_full".split())
_MADE_OF_NUMBERS = frozenset("lift_fresh fill_ fill full full_like new_full scalar_tensor".split())
_DESCRIBING = frozenset(
    """
    __get__ __len__ __iter__ __reversed__ __hash__ __dir__ size stride dim ndimension numel nelement element_size
    storage_offset data_ptr const_data_ptr untyped_storage get_device dim_order type storage_type has_names
    is_contiguous is_floating_point is_complex is_signed is_pinned is_same_size is_set_to is_shared is_inference
    is_conj is_neg is_tensor is_storage result_type promote_types can_cast broadcast_shapes output_nr dense_dim
    sparse_dim get_default_dtype is_grad_enabled
    """.split()
)
"""What tells of a tensor and not of its values, though it gives no tensor."""
_SHOWN_WHOLE, _SHOWN_OF_A_DIMENSION = 1000, 6
"""Of a longer tensor, a text has so many elements at the ends of each dimension."""
FEWEST = 8
"""Elements of a copy that is kept; what is smaller counts as so many values read."""
MOST_KEPT = 6 << 20
"""Elements of all the copies of a case that are kept."""


class HostReadsValues(Exception):
    """Host code read more values than a run may, or made as many numbers beside those that it read."""


class Watch(TorchDispatchMode):  # type: ignore[no-untyped-call]
    """`computed` collects names such as "mm" and "sum", in order of their first use; `moved` the copies of the
    running case, `overfull` once there were more than are kept; `reads` counts values over all cases.

    With `calls_only` all that is about what happens inside a call of the program; what a test script computes itself
    goes to `outside`, by name."""

    def __init__(self, most_reads: int | None = None, *, calls_only: bool = False) -> None:
        super().__init__()  # type: ignore[no-untyped-call]
        self._most_reads = most_reads
        self._calls = 0 if calls_only else 1
        self.computed: dict[str, None] = {}
        self.outside: dict[str, None] = {}
        self.moved: list[torch.Tensor] = []
        self.overfull, self.reads = False, 0
        self._kept = self._made = 0
        self._paused = 0
        # A public script's reference, which says what is expected, may itself leave elements of a result unwritten.
        self._unwritten = None if calls_only else Unwritten()

    def begin_case(self) -> None:
        self.moved, self._kept, self._made = [], 0, 0

    @property
    def watching(self) -> bool:
        return not self._paused and self._calls > 0

    @contextlib.contextmanager
    def calling(self) -> Iterator[None]:
        """Around a call of the program by its test script."""
        self._calls += 1
        try:
            yield
        finally:
            self._calls -= 1

    @classmethod
    def _should_skip_dynamo(cls) -> bool:
        """Else torch imports its compiler, three seconds, to keep it away from this mode."""
        return False

    @hands_on
    def __torch_dispatch__(self, function: Any, types: Any, arguments: Any = (), options: Any = None) -> Any:
        name = function.overloadpacket.__name__ if hasattr(function, "overloadpacket") else str(function)
        if not self._paused and name not in ALLOWED:
            (self.computed if self._calls else self.outside)[name] = None
        before = held(arguments)
        result = function(*arguments, **(options or {}))
        if self.watching:
            with self.paused():
                if self._unwritten is not None:
                    self._unwritten.allocated(name, result, before)
                self._noted(name, arguments, result)
        return result

    def read(self, values: int) -> None:
        """Raises HostReadsValues: a loop over a tensor's values would not end before the limit of time."""
        self.reads += values
        if self._most_reads is not None and self.reads > self._most_reads:
            raise HostReadsValues(f"host code reads more than {self._most_reads} values; kernels are to do the work")

    def _make(self, numbers: int) -> None:
        """Results that the host worked out from what it read would come back as such numbers."""
        self._made += numbers if self.reads else 0
        if self._most_reads is not None and self._made > self._most_reads:
            self.reads = max(self.reads, self._most_reads + 1)
            raise HostReadsValues(f"host code makes more than {self._most_reads} numbers beside those that it reads")

    def _noted(self, name: str, arguments: Any, result: Any) -> None:
        if name in _READING:
            self.read(1)
        if name in _MADE_OF_NUMBERS:
            self._make(result.numel() if name == "lift_fresh" else 1)
        if not isinstance(result, torch.Tensor) or not (name in _COPYING or name not in ALLOWED):
            return
        if name in ("fill_", "fill", "copy_") and not isinstance(arguments[1], torch.Tensor):
            return
        if result.numel() < FEWEST:
            self.read(result.numel())
        elif self._kept + result.numel() > MOST_KEPT:
            self.overfull = True
        else:
            self._kept += result.numel()
            self.moved.append(result.detach().clone(memory_format=torch.contiguous_format))

    @contextlib.contextmanager
    def paused(self) -> Iterator[None]:
        self._paused += 1
        try:
            yield
        finally:
            self._paused -= 1


class ReadTensors(TorchFunctionMode):
    """Counts the values that leave tensors unseen by a dispatch mode: to make other tensors of them,
    `torch.tensor([x[0], x[1]])`, and through whatever gives no tensor, as texts, arrays and pickles do."""

    def __init__(self, watch: Watch) -> None:
        super().__init__()
        self._watch = watch

    @hands_on
    def __torch_function__(self, function: Any, types: Any, arguments: Any = (), options: Any = None) -> Any:
        name, given, before = getattr(function, "__name__", ""), options or {}, self._watch.reads
        if not self._watch.watching:
            return function(*arguments, **given)
        if name in _READING_FUNCTIONS:
            values = arguments[1:] if name in ("full", "full_like", "new_tensor", "new_full") else arguments
            self._watch.read(sum(_read(item) for item in (*values, *given.values())))
        result = function(*arguments, **given)
        if name not in _DESCRIBING and not _is_of_tensors(result):
            count = _shown if isinstance(result, str) else _read
            values = sum(count(item) for item in (*arguments, *given.values()))
            self._watch.read(max(0, values - (self._watch.reads - before)))
        return result


def _is_of_tensors(result: Any) -> bool:
    """Whether a dispatch mode has seen all that is in a result."""
    if isinstance(result, tuple | list):
        return all(_is_of_tensors(item) for item in result)
    return result is None or isinstance(result, torch.Tensor)


def _shown(value: Any) -> int:
    """Elements of a tensor that its text has."""
    if not isinstance(value, torch.Tensor) or value.numel() <= _SHOWN_WHOLE:
        return _read(value)
    count = 1
    for size in value.shape:
        count *= min(size, _SHOWN_OF_A_DIMENSION)
    return count


def _read(value: Any) -> int:
    if isinstance(value, torch.Tensor):
        return value.numel()
    return sum(_read(item) for item in value) if isinstance(value, list | tuple) else 0


def deterministic() -> None:
    """One thread, and memory that nobody wrote reads the same in every run: NaN, or the largest integer, where
    `unwritten` does not fill it."""
    torch.set_num_threads(1)
    # torch.use_deterministic_algorithms would import torch's compiler first, which takes two seconds.
    torch._C._set_deterministic_algorithms(True, warn_only=True)
    torch.utils.deterministic.fill_uninitialized_memory = True  # type: ignore[attr-defined]
