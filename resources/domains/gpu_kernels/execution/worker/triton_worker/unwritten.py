"""What lies in memory that nobody wrote: numbers of all sorts, others at each place and in each allocation, and the
same in each run of a program. Zeros are among them, so are NaN, and neither stands alone: whoever adds to what was
never cleared, or takes a maximum over it, gives wrong results.
"""

import functools
from typing import Any

import numpy as np
import torch

_WORDS = 1 << 14
_WORDS_OF_A_START = 4
"""An allocation starts at a multiple of so many words of the table, where numbers are NaN, ordinary or large."""
_ALLOCATING = frozenset("empty empty_like empty_strided empty_permuted new_empty new_empty_strided resize_".split())


class Unwritten:
    """Fills what torch allocates. The numbers of one allocation are not those of the next."""

    def __init__(self) -> None:
        self._filled = 0

    def fill(self, tensor: torch.Tensor, begin: int = 0) -> None:
        """The whole storage behind a tensor, from the byte `begin` on."""
        storage = tensor.untyped_storage()
        words = _words(tensor.dtype == torch.bool, tensor.device)
        self._filled += 1
        start = self._filled * 7919 % (_WORDS // _WORDS_OF_A_START) * _WORDS_OF_A_START * words.element_size()
        begin, end = min(begin, storage.nbytes()), storage.nbytes()
        pattern = words.view(torch.uint8).roll(-start)
        flat = torch.empty(0, dtype=torch.uint8, device=tensor.device).set_(storage, begin, (end - begin,), (1,))
        whole = flat.numel() // pattern.numel() * pattern.numel()
        flat[:whole].view(-1, pattern.numel()).copy_(pattern.expand(whole // pattern.numel(), -1))
        flat[whole:].copy_(pattern[: flat.numel() - whole])

    def allocated(self, name: str, result: Any, held: int) -> None:
        """After the operation `name`; `held` are the bytes that its first argument had before."""
        if name in _ALLOCATING and isinstance(result, torch.Tensor) and not result.is_meta:
            self.fill(result, held if name == "resize_" else 0)


def held(arguments: Any) -> int:
    """Bytes behind the first argument, where it is a tensor."""
    first = arguments[0] if arguments else None
    return first.untyped_storage().nbytes() if isinstance(first, torch.Tensor) and not first.is_meta else 0


@functools.cache
def _words(truths: bool, device: torch.device) -> torch.Tensor:
    """A word as float32, and its upper half as 16 bits: NaN; of ordinary size; large; as an integer a small one;
    anything; 0. Booleans are 0 and 1."""
    random = np.random.default_rng(0)
    low = random.integers(0, 1 << 32, _WORDS, np.uint32)
    sign = low & np.uint32(1 << 31)
    ordinary = sign | np.uint32(0x3F800000) | (low & np.uint32(0x01FFFFFF))
    large = sign | np.uint32(0x71000000) | (low & np.uint32(0x007FFFFF))
    nan, zero, small = np.full_like(low, 0xFFFFFFFF), np.zeros_like(low), np.uint32(1) + (low & np.uint32(63))
    sorts = (nan, large, ordinary, ordinary, ordinary, small, low, zero)
    begins = np.arange(_WORDS) % _WORDS_OF_A_START == 0
    words = np.choose(random.integers(0, np.where(begins, 5, len(sorts))), sorts)
    return torch.from_numpy((words & np.uint32(0x01010101) if truths else words).view(np.int32)).to(device)
