"""Host code written for a CUDA device, run where there is none: device="cuda" is the CPU, torch.cuda answers, and a
tensor says that it lies on the device.

Only what host code asks of a device; kernels never run through here.
"""

import contextlib
from collections.abc import Iterator, Mapping
from types import SimpleNamespace
from typing import Any

import torch
from torch.overrides import TorchFunctionMode

from .handing_on import hands_on

THE_DEVICE = torch.device("cuda", 0)
_PLACE = torch.Tensor.device
"""The attribute of tensors that says where they lie, as torch's own function mode hands it over."""


def _is_cuda(value: Any) -> bool:
    return isinstance(value, str | torch.device) and str(value).startswith("cuda")


class CudaOnCpu(TorchFunctionMode):
    """Takes "cuda" out of the arguments of every torch call, for the device that stands in for it."""

    def __init__(self, stand_in: str = "cpu") -> None:
        super().__init__()
        self._stand_in = stand_in

    @hands_on
    def __torch_function__(self, function: Any, types: Any, arguments: Any = (), options: Any = None) -> Any:
        options = dict(options or {})
        if function is torch.device:  # a name, which is equal to where tensors say that they are
            return function(*arguments, **options)
        if _is_cuda(options.get("device")):
            options["device"] = self._stand_in
        if getattr(function, "__name__", "") == "cuda":
            return arguments[0]
        if getattr(function, "__self__", None) is _PLACE:
            place = function(*arguments, **options)
            return THE_DEVICE if place.type == self._stand_in else place
        if function is torch.Tensor.get_device:
            return THE_DEVICE.index
        return function(*(self._stand_in if _is_cuda(item) else item for item in arguments), **options)


@contextlib.contextmanager
def _nothing(*arguments: Any, **options: Any) -> Iterator[None]:
    yield


STAND_IN: Mapping[str, Any] = {
    "name": "stand-in",
    "multi_processor_count": 108,
    "total_memory": 80 << 30,
    "warp_size": 32,
    "max_threads_per_multi_processor": 2048,
    "regs_per_multiprocessor": 65536,
    "L2_cache_size": 40 << 20,
}


def install(capability: int, properties_of: Mapping[str, Any] = STAND_IN) -> None:
    """Answers of torch.cuda for one device of this compute capability. Tensors say that they are on it."""
    properties = SimpleNamespace(**{**STAND_IN, **properties_of}, major=capability // 10, minor=capability % 10)
    answers: dict[str, Any] = {
        "is_available": lambda: True,
        "device_count": lambda: 1,
        "current_device": lambda: 0,
        "get_device_properties": lambda device=None: properties,
        "get_device_capability": lambda device=None: (properties.major, properties.minor),
        "get_device_name": lambda device=None: properties.name,
        "synchronize": lambda device=None: None,
        "empty_cache": lambda: None,
        "set_device": lambda device: None,
        "device": _nothing,
        "manual_seed": lambda seed: None,
        "manual_seed_all": lambda seed: None,
    }
    for name, answer in answers.items():
        setattr(torch.cuda, name, answer)
    torch.Tensor.is_cuda = property(lambda tensor: True)  # type: ignore[assignment]
