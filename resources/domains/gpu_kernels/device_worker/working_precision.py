"""The baseline: an oracle's formula as PyTorch would be asked for it, in the arguments' own precision.

Oracles compute in double precision, to be right. Timed like that they would be no yardstick, so conversions to double
are left out, and tensors that a formula makes as doubles are made as float32.
"""

from typing import Any

import torch
from torch.overrides import TorchFunctionMode

_CONVERSIONS = frozenset({"to", "type", "double"})


class WorkingPrecision(TorchFunctionMode):
    """Takes float64 out of every call of torch."""

    def __torch_function__(self, function: Any, types: Any, arguments: Any = (), options: Any = None) -> Any:
        options, name = dict(options or {}), getattr(function, "__name__", "")
        double = options.get("dtype") is torch.float64 or any(item is torch.float64 for item in arguments)
        if name == "double" or (name in _CONVERSIONS and double):
            return arguments[0]
        if options.get("dtype") is torch.float64:
            tensors = [item for item in arguments if isinstance(item, torch.Tensor) and item.is_floating_point()]
            options["dtype"] = tensors[0].dtype if tensors else torch.float32
        return function(*arguments, **options)
