"""Launches of which some programs are followed instead of all."""

from collections.abc import Iterable
from itertools import product

from resources.domains.gpu_kernels.interpretation.endings import Budget
from resources.domains.gpu_kernels.interpretation.scripts.classes import Classes

EVER = 1 << 30
"""More than there is of anything."""
Grid = tuple[int, int, int]


class Sampling(Classes):
    """`most_programs` are followed of each launch; `grids` are the launches' sizes."""

    def __init__(self, budget: Budget) -> None:
        super().__init__(budget)
        self.most_programs = EVER
        self.grids: list[Grid] = []

    def programs(self, grid: Grid) -> Iterable[tuple[int, tuple[int, ...]]]:
        self.grids.append(grid)
        count = grid[0] * grid[1] * grid[2]
        if count <= self.most_programs or self.most_programs == EVER:
            return ((number, _place(number, grid)) for number in range(count))
        return ((number, _place(number, grid)) for number in chosen_programs(grid, self.most_programs))


def chosen_programs(grid: Grid, most: int) -> list[int]:
    """The grid's corners, as far as there is room, and what lies evenly between the first and the last program."""
    count = grid[0] * grid[1] * grid[2]
    ends = [sorted({0, size - 1}) for size in grid]
    corners = [(x * grid[1] + y) * grid[2] + z for x, y, z in product(*ends)]
    room = most - len(corners)
    if room < 0:
        return [place * (count - 1) // (most - 1) for place in range(most)]
    between = ((place + 1) * (count - 1) // (room + 1) for place in range(room))
    return sorted({*corners, *between})


def _place(number: int, grid: Grid) -> tuple[int, ...]:
    rest, last = divmod(number, grid[2])
    return (*divmod(rest, grid[1]), last)
