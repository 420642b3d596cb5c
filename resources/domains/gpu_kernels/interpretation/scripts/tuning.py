"""Kernels with options that are looked for at a launch: `triton.autotune` and `triton.heuristics`.

On a real run every configuration is compiled and tried; of those that compile the first is kept, since all take as
long. Here the first is followed, and after it a few programs of a few others, whose results are taken back.
"""

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from resources.domains.gpu_kernels.interpretation.blocks import Block
from resources.domains.gpu_kernels.interpretation.endings import Ending, PathEndedError, raised, unknown
from resources.domains.gpu_kernels.interpretation.kinds import BOOL
from resources.domains.gpu_kernels.interpretation.memory import Storage
from resources.domains.gpu_kernels.interpretation.scripts.sampling import Sampling
from resources.domains.gpu_kernels.interpretation.scripts.values import Decorator, Tuned
from resources.domains.gpu_kernels.interpretation.tensors import Tensor
from resources.domains.gpu_kernels.interpretation.values import Frame, Function, Launcher, Named

_TUNING = ("num_warps", "num_stages", "num_ctas", "maxnreg")
_USUAL = {"num_warps": 4, "num_stages": 3}
_TRIED_PROGRAMS = 2
_ELEMENTS_OF_A_STEP = 4096
"""Of memory that a launch may note accesses of, or that is taken back."""
_MODELLED = frozenset("configs key restore_value reset_to_zero warmup rep use_cuda_graph cache_results values".split())


class Tuning(Sampling):
    """Follows launches of kernels with such options."""

    def decorated(self, decorator: Any, function: Any) -> Any:
        if not isinstance(decorator, Decorator):
            return super().decorated(decorator, function)
        if not isinstance(function, Function) or not function.is_kernel:
            raise raised("a decorator of kernels over what is none")
        if not decorator.options.keys() <= _MODELLED:
            raise unknown("tuning")
        tuned = function if isinstance(function, Tuned) else Tuned(**vars(function))
        if "values" in decorator.options:
            return replace(tuned, computed={**decorator.options["values"], **tuned.computed})
        return replace(tuned, configs=tuple(decorator.options["configs"]), keys=tuple(decorator.options["key"]))

    def call_named(self, path: str, arguments: list[Any], options: dict[str, Any], frame: Frame) -> Any:
        if path == "triton.Config":
            return _config(*arguments, **options)
        if path == "triton.jit":
            return self.decorated(Named(path), arguments[0]) if arguments else Named(path)
        return super().call_named(path, arguments, options, frame)

    def launch(self, launcher: Launcher, arguments: list[Any], options: dict[str, Any]) -> None:
        kernel = launcher.kernel
        for storage in _storages([*arguments, *options.values()]):
            self.budget.take(storage.values.size // _ELEMENTS_OF_A_STEP)
        if not isinstance(kernel, Tuned):
            super().launch(_seeing(launcher, options), arguments, options)
            return
        given = dict(zip(_parameters(kernel), arguments, strict=False)) | options
        is_new = self._is_new(kernel, given)
        self._check(kernel, options)
        used = self._launch_first(launcher, given, arguments, options)
        others = dict.fromkeys((len(kernel.configs) // 2, len(kernel.configs) - 1))
        for place in others if is_new else ():
            if place > used:
                chosen = self._chosen(kernel, given, {**options, **kernel.configs[place]})
                self._try_out(launcher, arguments, chosen)

    def _launch_first(
        self, launcher: Launcher, given: Mapping[str, Any], arguments: list[Any], options: dict[str, Any]
    ) -> int:
        """With the first configuration that a device has enough for; its place."""
        kernel = launcher.kernel
        assert isinstance(kernel, Tuned)
        configs = kernel.configs or ({},)
        for place, config in enumerate(configs):
            chosen = self._chosen(kernel, given, {**options, **config})
            try:
                super().launch(_seeing(launcher, chosen), arguments, chosen)
                return place
            except PathEndedError as end:
                if end.ending is not Ending.RESOURCES or place + 1 == len(configs):
                    raise
        raise unknown("no configuration")

    def _run(self, kernel: Function, names: dict[str, Any], grid: tuple[int, int, int]) -> None:
        """Triton's interpreter takes no `True` for a parameter that is no constant. Its compiler, which comes first,
        does."""
        super()._run(kernel, names, grid)
        if any(isinstance(item, Block) and item.kind == BOOL for item in names.values()):
            raise raised("a condition as an argument")

    def _check(self, kernel: Tuned, options: Mapping[str, Any]) -> None:
        if any(name in options for config in kernel.configs for name in config if name not in _TUNING):
            raise raised("an option that is tuned and given")

    def _is_new(self, kernel: Tuned, given: Mapping[str, Any]) -> bool:
        """Whether the kernel is tuned at this launch, since it has not been for such arguments."""
        kinds = [item.kind.name for item in given.values() if isinstance(item, Tensor)]
        key = repr([given[name] for name in kernel.keys if isinstance(given.get(name), int | float | str)] + kinds)
        is_new = key not in kernel.seen
        kernel.seen.add(key)
        return is_new

    def _chosen(self, kernel: Tuned, given: Mapping[str, Any], options: dict[str, Any]) -> dict[str, Any]:
        """Options with those that functions compute from all arguments."""
        for name, function in kernel.computed.items():
            options[name] = self.call_function(function, [{**given, **options}], {})
        return options

    def _try_out(self, launcher: Launcher, arguments: list[Any], options: dict[str, Any]) -> None:
        """Leaves memory and counts as they were. What a device has too little of only passes the configuration by."""
        values = [(storage, storage.values.copy()) for storage in _storages([*arguments, *options.values()])]
        most, grids, launches = self.most_programs, list(self.grids), self.launches
        self.most_programs = min(most, _TRIED_PROGRAMS)
        try:
            super().launch(_seeing(launcher, options), arguments, options)
        except PathEndedError as end:
            if end.ending is not Ending.RESOURCES:
                raise
        self.most_programs, self.grids, self.launches = most, grids, launches
        for storage, before in values:
            storage.values[...] = before


def _seeing(launcher: Launcher, options: Mapping[str, Any]) -> Launcher:
    """A kernel whose parameters are named as options sees these as well."""
    kernel = launcher.kernel
    seen = {name: options[name] for name in _TUNING if name in options and name in _parameters(kernel)}
    if not seen:
        return launcher
    return Launcher(Function(kernel.node, kernel.around, True, {**kernel.defaults, **seen}), launcher.grid)


def _storages(arguments: list[Any]) -> list[Storage]:
    return [item.storage for item in arguments if isinstance(item, Tensor)]


def _config(kwargs: Any = None, pre_hook: Any = None, **tuning: Any) -> dict[str, Any]:
    if pre_hook is not None or not isinstance(kwargs, dict | None):
        raise unknown("a configuration")
    return {**(kwargs or {}), **_USUAL, **tuning}


def _parameters(kernel: Function) -> list[str]:
    return [item.arg for item in (*kernel.node.args.posonlyargs, *kernel.node.args.args)]
