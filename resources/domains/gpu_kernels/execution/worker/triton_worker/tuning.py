"""Autotuned kernels, as a device has them: any configuration may be the fastest, and those that are tried run on the
caller's own buffers.

In each case a tuner knows nothing yet, as in a process whose first call the case is, and keeps another configuration
than in the case before. When it meets a key for the first time, and the arguments are small, two configurations run
before the one that is kept, so that what adds to a buffer without `reset_to_zero` or `restore_value` adds too often.
A later case makes no such runs: the candidate may know that it has warmed up on other memory.
"""

from collections import Counter
from collections.abc import Mapping
from typing import Any

import torch
import triton.language as tl
from triton.runtime.autotuner import Autotuner
from triton.tools.tensor_descriptor import TensorDescriptor

from .handing_on import hands_on
from .stand_in_driver import StandInDriver

REHEARSED = 2
"""Configurations that run before the one that is kept: one makes what is missing show, the other is another one."""
_MOST_ELEMENTS = 1 << 14
"""Of all arguments together, where configurations are rehearsed: three launches then cost less than a large case's."""
_WITHOUT_ELEMENTS = (bool, int, float, str, type(None), torch.dtype, tl.dtype, tl.constexpr)


class Tuning:
    """All tuners of a candidate. With `varied` false, the first configuration that compiles runs, and none else."""

    def __init__(self, driver: StandInDriver, *, varied: bool) -> None:
        self._driver, self._varied = driver, varied
        self._tuners: dict[int, Any] = {}
        self._turns: Counter[int] = Counter()
        self._known: set[tuple[Any, ...]] = set()

    def install(self) -> None:
        """Of a tuner's configurations, those are tried that come up to the first that compiles, and the rehearsed."""
        run, prune = Autotuner.run, Autotuner.prune_configs

        @hands_on
        def tuning(tuner: Any, *arguments: Any, **options: Any) -> Any:
            self._tuners[id(tuner)] = tuner
            self._driver.first_only, self._driver.found = True, False
            self._driver.rehearsals = REHEARSED if self._is_rehearsed(tuner, arguments, options) else 0
            return run(tuner, *arguments, **options)

        @hands_on
        def pruned(tuner: Any, *arguments: Any, **options: Any) -> Any:
            left = list(prune(tuner, *arguments, **options))
            turn = self._turns[id(tuner)] % len(left) if self._varied else 0
            self._turns[id(tuner)] += 1
            return left[turn:] + left[:turn]

        Autotuner.run, Autotuner.prune_configs = tuning, pruned

    def _is_rehearsed(self, tuner: Any, arguments: tuple[Any, ...], options: Mapping[str, Any]) -> bool:
        if not self._varied or len(tuner.configs) < 2:
            return False
        key = (id(tuner), *_key(tuner, arguments, options))
        is_new = key not in self._known
        self._known.add(key)
        return is_new and sum(map(_elements, (*arguments, *options.values()))) <= _MOST_ELEMENTS

    def begin_case(self) -> None:
        """Forgets what was tuned."""
        if self._varied:
            for tuner in self._tuners.values():
                tuner.cache.clear()


def _key(tuner: Any, arguments: tuple[Any, ...], options: Mapping[str, Any]) -> tuple[Any, ...]:
    """Under which the tuner keeps a configuration, as `Autotuner.run` makes it."""
    given = dict(zip(tuner.arg_names, arguments, strict=False)) | dict(options)
    own = {name: value for name, value in given.items() if name in tuner.arg_names}
    return (
        *(own[name] for name in tuner.keys if name in own),
        *(str(value.dtype) for value in own.values() if hasattr(value, "dtype")),
    )


def _elements(value: Any) -> int:
    """Of an argument's tensors; more than is small of an object that may hold any."""
    if isinstance(value, torch.Tensor):
        return value.numel()
    if isinstance(value, TensorDescriptor):
        return _elements(value.base)
    if isinstance(value, tuple | list):
        return sum(map(_elements, value))
    return 0 if isinstance(value, _WITHOUT_ELEMENTS) or callable(value) else _MOST_ELEMENTS + 1
