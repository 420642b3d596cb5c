"""The threads of a launch: which block and warp each is in, and what orders them or lets them see each other's values:
barriers, shuffles and votes.
"""

import math

import numpy as np

from resources.domains.gpu_kernels.prediction.simulator.cuda.values import Value, cast
from resources.domains.gpu_kernels.prediction.simulator.halting import raised, unsupported
from resources.domains.gpu_kernels.prediction.simulator.triton.kinds import BOOL, INT32, UINT32, Array

_INDEXES = frozenset("threadIdx blockIdx blockDim gridDim".split())
LINE_BITS = 32
LINES = (1 << LINE_BITS) - 1
"""Of a time: below them stands the line of the text, so that what has happened is found with its line. Of two times
with one clock, neither is known to be later."""


class Threads:
    """In order of their blocks. The clock goes on at every barrier; `barrier` and `warp_sync` hold when each thread
    last came to one. `exited` have returned from the kernel."""

    def __init__(self, grid: tuple[int, int, int], block: tuple[int, int, int]) -> None:
        self.grid, self.block = grid, block
        self.of_a_block = math.prod(block)
        self.blocks = math.prod(grid)
        self.count = self.blocks * self.of_a_block
        self.number = np.arange(self.count)
        self.in_block = self.number // max(self.of_a_block, 1)
        self.in_warp = (
            self.number // 32
            if self.of_a_block % 32 == 0
            else self.in_block * 1000 + (self.number % max(self.of_a_block, 1)) // 32
        )
        self.exited = np.zeros(self.count, bool)
        self.barrier = np.zeros(self.count, np.int64)
        self.warp_sync = np.zeros(self.count, np.int64)
        self.is_fenced = False
        self._clock = 1

    def time(self, line: int) -> int:
        """That of an access in this line."""
        return self._clock << LINE_BITS | line

    def index(self, owner: str, axis: str) -> Value | None:
        """Of threadIdx and the like; None for other names."""
        if owner not in _INDEXES or axis not in ("x", "y", "z"):
            return None
        place = "xyz".index(axis)
        if owner.endswith("Dim"):
            return Value(np.uint32((self.grid if owner == "gridDim" else self.block)[place]), UINT32)
        sizes = self.grid if owner == "blockIdx" else self.block
        number = self.in_block if owner == "blockIdx" else self.number % self.of_a_block
        below = math.prod(sizes[:place])
        return Value((number // below % sizes[place]).astype(np.uint32), UINT32)

    def come_to_barrier(self, name: str, arguments: list[Value], mask: Array) -> Value:
        there = np.bincount(self.in_block[mask], minlength=self.blocks)
        alive = np.bincount(self.in_block[~self.exited], minlength=self.blocks)
        if ((there != 0) & (there != alive)).any():
            raise raised("a barrier that not all threads come to")
        self.barrier[mask] = self._next_time()
        if not arguments:
            return Value(np.int32(0), "void")
        holds = np.broadcast_to(cast(arguments[0], BOOL).data, mask.shape) & mask
        counts = np.bincount(self.in_block[holds], minlength=self.blocks)
        if name.endswith("_count"):
            return Value(counts[self.in_block].astype(np.int32), INT32)
        result = counts > 0 if name.endswith("_or") else counts == there
        return Value(result[self.in_block].astype(np.int32), INT32)

    def sync_warps(self, mask: Array) -> None:
        self.warp_sync[mask] = self._next_time()

    def shuffle(self, name: str, arguments: list[Value], mask: Array) -> Value:
        if self.of_a_block % 32 or len(arguments) != 3:
            raise unsupported("a shuffle")
        value, by = arguments[1], np.broadcast_to(np.asarray(arguments[2].data).astype(np.int64), mask.shape)
        value.plain  # noqa: B018  refuses addresses and structs
        lane = self.number % 32
        kind = name.removeprefix("__shfl").removesuffix("_sync")
        wanted = {"_up": lane - by, "_down": lane + by, "_xor": lane ^ by, "": by % 32}[kind]
        inside = (wanted >= 0) & (wanted < 32)
        source = np.where(inside, self.number - lane + wanted, self.number)
        if not mask[source[mask]].all():
            raise raised("a shuffle with a thread that is not there")
        self.sync_warps(mask)
        return Value(np.broadcast_to(value.data, mask.shape)[source], value.kind)

    def vote(self, name: str, arguments: list[Value], mask: Array) -> Value:
        if self.of_a_block % 32 or len(arguments) != 2:
            raise unsupported("a vote")
        holds = (np.broadcast_to(cast(arguments[1], BOOL).data, mask.shape) & mask).reshape(-1, 32)
        bits = (holds.astype(np.uint64) << np.arange(32, dtype=np.uint64)).sum(axis=1).astype(np.uint32)
        self.sync_warps(mask)
        if name == "__ballot_sync":
            return Value(np.repeat(bits, 32), UINT32)
        full = (mask.reshape(-1, 32) <= holds).all(axis=1) if name == "__all_sync" else bits != 0
        return Value(np.repeat(full, 32).astype(np.int32), INT32)

    def _next_time(self) -> int:
        self._clock += 1
        return self._clock << LINE_BITS
