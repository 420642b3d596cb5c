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
    """The first and the last, the grid's corners, neighbours of the first along each axis and at powers of two, where
    programs that forget an offset race, and what lies evenly between; as far as there is room."""
    count = grid[0] * grid[1] * grid[2]
    ends = [sorted({0, size - 1}) for size in grid]
    corners = [(x * grid[1] + y) * grid[2] + z for x, y, z in product(*ends)]
    beside = [1, grid[2], grid[1] * grid[2], *(1 << power for power in range(count.bit_length()))]
    between = [place * (count - 1) // most for place in range(most)]
    wanted = dict.fromkeys([0, count - 1, *corners, *beside, *between])
    return sorted([number for number in wanted if number < count][:most])


def _place(number: int, grid: Grid) -> tuple[int, ...]:
    rest, last = divmod(number, grid[2])
    return (*divmod(rest, grid[1]), last)
