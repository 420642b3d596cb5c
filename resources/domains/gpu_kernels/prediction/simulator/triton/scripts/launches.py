"""Launches of public programs: kernels with options that are looked for (`triton.autotune`, `triton.heuristics`), and
some programs of a grid instead of all.

On a real run every configuration is compiled and tried; of those that compile the first is kept, since all take as
long. Here the first is executed, and after it a few programs of a few others, whose results are taken back.
"""

from collections.abc import Iterable, Mapping
from itertools import product
from typing import Any

from resources.domains.gpu_kernels.prediction.simulator.halting import raised, unsupported
from resources.domains.gpu_kernels.prediction.simulator.triton.interpreter import Interpreter
from resources.domains.gpu_kernels.prediction.simulator.triton.launches import Launches
from resources.domains.gpu_kernels.prediction.simulator.triton.memory import Storage
from resources.domains.gpu_kernels.prediction.simulator.triton.scripts.script import EVER, Grid, Progress
from resources.domains.gpu_kernels.prediction.simulator.triton.tensors import Tensor
from resources.domains.gpu_kernels.prediction.simulator.triton.values import Function, Launcher, Tuned
from resources.domains.simulation import HaltReason
from resources.domains.toolkit.simulation.halting import ExecutionHalted

_TUNING = ("num_warps", "num_stages", "num_ctas", "maxnreg")
_TRIED_PROGRAMS = 2
_ELEMENTS_OF_A_STEP = 4096
"""Of memory that a launch may note accesses of, or that is taken back."""


class ScriptLaunches(Launches):
    """Launches kernels of public programs, over as many programs as `progress` says."""

    def __init__(self, interpreter: Interpreter, progress: Progress) -> None:
        super().__init__(interpreter)
        self.progress = progress

    def launch(self, launcher: Launcher, arguments: list[Any], options: dict[str, Any]) -> None:
        kernel = launcher.kernel
        for storage in _storages([*arguments, *options.values()]):
            self.budget.take(storage.values.size // _ELEMENTS_OF_A_STEP)
        if not isinstance(kernel, Tuned):
            self.launch_with(launcher, arguments, options)
            return
        given = dict(zip(_parameters(kernel), arguments, strict=False)) | options
        is_new = self._is_new(kernel, given)
        self._check(kernel, options)
        used = self._launch_first(launcher, given, arguments, options)
        others = dict.fromkeys((len(kernel.configs) // 2, len(kernel.configs) - 1))
        for place in others if is_new else ():
            if place > used:
                chosen = self.chosen(kernel, given, {**options, **kernel.configs[place]})
                self._try_out(launcher, arguments, chosen)

    def launch_with(self, launcher: Launcher, arguments: list[Any], options: dict[str, Any]) -> None:
        """With all options that the kernel may see."""
        super().launch(_seeing(launcher, options), arguments, options)

    def _launch_first(
        self, launcher: Launcher, given: Mapping[str, Any], arguments: list[Any], options: dict[str, Any]
    ) -> int:
        """With the first configuration that a device has enough for; its place."""
        kernel = launcher.kernel
        assert isinstance(kernel, Tuned)
        configs = kernel.configs or ({},)
        for place, config in enumerate(configs):
            chosen = self.chosen(kernel, given, {**options, **config})
            try:
                self.launch_with(launcher, arguments, chosen)
                return place
            except ExecutionHalted as end:
                if end.reason is not HaltReason.RESOURCES or place + 1 == len(configs):
                    raise
        raise unsupported("no configuration")

    def _check(self, kernel: Tuned, options: Mapping[str, Any]) -> None:
        if any(name in options for config in kernel.configs for name in config if name not in _TUNING):
            raise raised("an option that is tuned and given")

    def _is_new(self, kernel: Tuned, given: Mapping[str, Any]) -> bool:
        """Whether the kernel is tuned at this launch, since it has not been for such arguments."""
        key = self.key(kernel, given)
        is_new = key not in kernel.seen
        kernel.seen.add(key)
        return is_new

    def key(self, kernel: Tuned, given: Mapping[str, Any]) -> str:
        """What the kernel is tuned for."""
        kinds = [item.kind.name for item in given.values() if isinstance(item, Tensor)]
        return repr([given[name] for name in kernel.keys if isinstance(given.get(name), int | float | str)] + kinds)

    def chosen(self, kernel: Tuned, given: Mapping[str, Any], options: dict[str, Any]) -> dict[str, Any]:
        """Options with those that functions compute from all arguments."""
        for name, function in kernel.computed.items():
            options[name] = self.interpreter.calls.call_function(function, [{**given, **options}], {})
        return options

    def _try_out(self, launcher: Launcher, arguments: list[Any], options: dict[str, Any]) -> None:
        """Leaves memory and counts as they were. What a device has too little of only passes the configuration by."""
        values = [(storage, storage.values.copy()) for storage in _storages([*arguments, *options.values()])]
        most, grids, launches = self.progress.most_programs, list(self.progress.grids), self.count
        self.progress.most_programs = min(most, _TRIED_PROGRAMS)
        try:
            self.launch_with(launcher, arguments, options)
        except ExecutionHalted as end:
            if end.reason is not HaltReason.RESOURCES:
                raise
        self.progress.most_programs, self.progress.grids, self.count = most, grids, launches
        for storage, before in values:
            storage.values[...] = before

    def programs(self, grid: Grid) -> Iterable[tuple[int, tuple[int, ...]]]:
        self.progress.grids.append(grid)
        count = grid[0] * grid[1] * grid[2]
        if count <= self.progress.most_programs or self.progress.most_programs == EVER:
            return ((number, _place(number, grid)) for number in range(count))
        return ((number, _place(number, grid)) for number in chosen_programs(grid, self.progress.most_programs))


def _seeing(launcher: Launcher, options: Mapping[str, Any]) -> Launcher:
    """A kernel whose parameters are named as options sees these as well."""
    kernel = launcher.kernel
    seen = {name: options[name] for name in _TUNING if name in options and name in _parameters(kernel)}
    if not seen:
        return launcher
    return Launcher(Function(kernel.node, kernel.around, True, {**kernel.defaults, **seen}), launcher.grid)


def _storages(arguments: list[Any]) -> list[Storage]:
    return [item.storage for item in arguments if isinstance(item, Tensor)]


def _parameters(kernel: Function) -> list[str]:
    return [item.arg for item in (*kernel.node.args.posonlyargs, *kernel.node.args.args)]


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
