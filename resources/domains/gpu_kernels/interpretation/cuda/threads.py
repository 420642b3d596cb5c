"""The threads of a launch: which block and warp each is in, and which barriers it has passed."""

import numpy as np


class Threads:
    """The threads of a launch, in order of their blocks. `clock` goes on at every barrier; `barrier` and `warp_sync`
    hold when each thread last came to one."""

    def __init__(self, grid: tuple[int, int, int], block: tuple[int, int, int]) -> None:
        self.grid, self.block = grid, block
        self.of_a_block = block[0] * block[1] * block[2]
        self.blocks = grid[0] * grid[1] * grid[2]
        self.count = self.blocks * self.of_a_block
        self.number = np.arange(self.count)
        self.in_block = self.number // max(self.of_a_block, 1)
        self.in_warp = (
            self.number // 32
            if self.of_a_block % 32 == 0
            else self.in_block * 1000 + (self.number % max(self.of_a_block, 1)) // 32
        )
        self.barrier = np.zeros(self.count, np.int64)
        self.warp_sync = np.zeros(self.count, np.int64)
        self.clock = 1
        self.is_fenced = False
