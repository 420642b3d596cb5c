"""Autotuned kernels of tasks with an entry: as on a real run any configuration may be the fastest, and a first call
tries several on the same buffers.

A case begins with another configuration than the case before. Where the arguments are small, two run before it; those
that no case begins with run a few programs, and memory is put back.
"""

import ast
from dataclasses import replace
from typing import Any

from resources.domains.gpu_kernels.prediction.simulator.triton.interpreter import Interpreter
from resources.domains.gpu_kernels.prediction.simulator.triton.scripts.launches import ScriptLaunches
from resources.domains.gpu_kernels.prediction.simulator.triton.scripts.script import Progress
from resources.domains.gpu_kernels.prediction.simulator.triton.tensors import Tensor
from resources.domains.gpu_kernels.prediction.simulator.triton.values import Launcher, Tuned
from resources.domains.simulation import HaltReason
from resources.domains.toolkit.simulation.halting import ExecutionHalted

_REHEARSED, _MOST_ELEMENTS = 2, 1 << 14
"""As in `triton_worker.tuning`: configurations that run before the one that is kept, and elements of all arguments."""
LAUNCHES = _REHEARSED + 3
"""At most for one that is written: those, the one that is kept, and what is tried of others."""
_DECORATORS = frozenset({"autotune", "heuristics"})


def is_tuned(tree: ast.Module) -> bool:
    """Whether a kernel waits for a decorator of Triton's that looks for options."""
    functions = (node for node in tree.body if isinstance(node, ast.FunctionDef))
    return any(_name(item) in _DECORATORS for node in functions for item in node.decorator_list)


def _name(decorator: ast.expr) -> str:
    called = decorator.func if isinstance(decorator, ast.Call) else decorator
    return called.attr if isinstance(called, ast.Attribute) else called.id if isinstance(called, ast.Name) else ""


class TunedLaunches(ScriptLaunches):
    """Launches kernels over all their programs; `turn` is the place of the configuration that is kept first."""

    def __init__(self, interpreter: Interpreter, progress: Progress, turn: int) -> None:
        super().__init__(interpreter, progress)
        self._turn = turn
        self._kept: dict[str, Tuned] = {}
        """The kernel with its configurations in the order of a key."""

    def launch(self, launcher: Launcher, arguments: list[Any], options: dict[str, Any]) -> None:
        kernel = launcher.kernel
        if not isinstance(kernel, Tuned) or len(kernel.configs) <= 1:
            super().launch(launcher, arguments, options)
            return
        given = dict(zip(_parameters(kernel), arguments, strict=False)) | options
        key = f"{id(kernel.node)} {self.key(kernel, given)}"
        if key not in self._kept:
            self._kept[key] = self._turned(kernel)
            tensors = [item for item in given.values() if isinstance(item, Tensor)]
            if sum(item.view.size for item in tensors) <= _MOST_ELEMENTS:
                self._rehearse(Launcher(self._kept[key], launcher.grid), given, arguments, options)
        super().launch(Launcher(self._kept[key], launcher.grid), arguments, options)

    def _turned(self, kernel: Tuned) -> Tuned:
        at = self._turn % len(kernel.configs)
        self._turn += 1
        return replace(kernel, configs=kernel.configs[at:] + kernel.configs[:at])

    def _rehearse(
        self, launcher: Launcher, given: dict[str, Any], arguments: list[Any], options: dict[str, Any]
    ) -> None:
        """What adds to memory that nobody clears between the runs adds too often."""
        kernel = launcher.kernel
        assert isinstance(kernel, Tuned)
        put_back = [(item.storage, item.storage.values.copy()) for item in _named(given, kernel.restored)]
        count = self.count
        for config in kernel.configs[:_REHEARSED]:
            self._clear(kernel, given)
            chosen = self.chosen(kernel, given, {**options, **config})
            try:
                self.launch_with(launcher, arguments, chosen)
            except ExecutionHalted as end:
                if end.reason is not HaltReason.RESOURCES:
                    raise
            for storage, before in put_back:
                storage.values[...] = before
        self._clear(kernel, given)
        self.count = count

    def _clear(self, kernel: Tuned, given: dict[str, Any]) -> None:
        for item in _named(given, kernel.cleared):
            item.view[...] = 0


def _parameters(kernel: Tuned) -> list[str]:
    return [item.arg for item in (*kernel.node.args.posonlyargs, *kernel.node.args.args)]


def _named(given: dict[str, Any], names: tuple[str, ...]) -> list[Tensor]:
    return [item for name in names if isinstance(item := given.get(name), Tensor)]
