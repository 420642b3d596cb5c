"""Autotuned kernels, as a device has them: any configuration may be the fastest, and those that are tried run on the
caller's own buffers.

In each case a tuner knows nothing yet, as in a process whose first call the case is, and keeps another configuration
than in the case before. Where the arguments are small, two configurations run before the one that is kept, so that what
adds to a buffer without `reset_to_zero` or `restore_value` adds too often.
"""

from collections import Counter
from typing import Any

import torch
from triton.runtime.autotuner import Autotuner

from .handing_on import hands_on
from .stand_in_driver import StandInDriver

REHEARSED = 2
"""Configurations that run before the one that is kept: one makes what is missing show, the other is another one."""
_MOST_ELEMENTS = 1 << 14
"""Of all arguments together, where configurations are rehearsed: three launches then cost less than a large case's."""


class Tuning:
    """All tuners of a candidate. With `varied` false, the first configuration that compiles runs, and none else."""

    def __init__(self, driver: StandInDriver, *, varied: bool) -> None:
        self._driver, self._varied = driver, varied
        self._tuners: dict[int, Any] = {}
        self._turns: Counter[int] = Counter()

    def install(self) -> None:
        """Of a tuner's configurations, those are tried that come up to the first that compiles, and the rehearsed."""
        run, prune = Autotuner.run, Autotuner.prune_configs

        @hands_on
        def tuning(tuner: Any, *arguments: Any, **options: Any) -> Any:
            self._tuners[id(tuner)] = tuner
            self._driver.first_only, self._driver.found = True, False
            self._driver.rehearsals = REHEARSED if self._varied and _are_small(arguments, options) else 0
            return run(tuner, *arguments, **options)

        @hands_on
        def pruned(tuner: Any, *arguments: Any, **options: Any) -> Any:
            left = list(prune(tuner, *arguments, **options))
            turn = self._turns[id(tuner)] % len(left) if self._varied else 0
            self._turns[id(tuner)] += 1
            return left[turn:] + left[:turn]

        Autotuner.run, Autotuner.prune_configs = tuning, pruned

    def begin_case(self) -> None:
        """Forgets what was tuned."""
        if self._varied:
            for tuner in self._tuners.values():
                tuner.cache.clear()


def _are_small(arguments: tuple[Any, ...], options: dict[str, Any]) -> bool:
    tensors = [value for value in (*arguments, *options.values()) if type(value) is torch.Tensor]
    return sum(tensor.numel() for tensor in tensors) <= _MOST_ELEMENTS
