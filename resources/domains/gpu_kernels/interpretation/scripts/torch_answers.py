"""What torch says of itself and of its device, and calls of other modules that have no effect on results.

The device is the one that stands in for a GPU on a real run (`triton_worker.cuda_on_cpu`).
"""

from collections.abc import Callable, Mapping
from typing import Any

import numpy as np

from resources.domains.gpu_kernels.interpretation.endings import raised
from resources.domains.gpu_kernels.interpretation.kinds import FLOAT16, FLOAT32, FLOAT64, Kind
from resources.domains.gpu_kernels.interpretation.scripts.values import Object
from resources.domains.gpu_kernels.interpretation.tensor_methods import DEVICE

_CAPABILITY = (8, 0)
_FIGURES = {
    "name": "stand-in",
    "multi_processor_count": 108,
    "total_memory": 80 << 30,
    "warp_size": 32,
    "max_threads_per_multi_processor": 2048,
    "regs_per_multiprocessor": 65536,
    "L2_cache_size": 40 << 20,
    "major": _CAPABILITY[0],
    "minor": _CAPABILITY[1],
}
"""What the device's stand-in in the worker says (`triton_worker/cuda_on_cpu.py`, which needs torch)."""
SILENT = ("logging.", "warnings.", "super.", "torch.cuda.set_", "torch.cuda.manual_", "torch.backends.", "torch._")
"""What begins so is called without an effect. `super.` is what a class has of torch's."""


def _properties(device: Any = None) -> Object:
    return Object(None, dict(_FIGURES))


def _limits(kind: Any) -> Object:
    if kind not in (FLOAT16, FLOAT32, FLOAT64):
        raise raised("limits of what is no such type")
    found = np.finfo(kind.numpy)
    return Object(None, {name: float(getattr(found, name)) for name in ("max", "min", "eps", "tiny")})


def _whole_limits(kind: Any) -> Object:
    if not isinstance(kind, Kind) or kind.rank != 1:
        raise raised("limits of what is no such type")
    found = np.iinfo(kind.numpy)
    return Object(None, {"max": int(found.max), "min": int(found.min)})


ANSWERS: Mapping[str, Callable[..., Any]] = {
    "torch.device": lambda *_, **__: DEVICE,
    "torch.finfo": _limits,
    "torch.iinfo": _whole_limits,
    "torch.Size": tuple,
    "torch.cuda.device": lambda *_: None,
    "torch.cuda.is_available": lambda: True,
    "torch.cuda.device_count": lambda: 1,
    "torch.cuda.current_device": lambda: 0,
    "torch.cuda.get_device_properties": _properties,
    "torch.cuda.get_device_capability": lambda device=None: _CAPABILITY,
    "torch.cuda.synchronize": lambda device=None: None,
    "torch.cuda.empty_cache": lambda: None,
    "torch.is_grad_enabled": lambda: False,
    "time.time": lambda: 0.0,
    "time.perf_counter": lambda: 0.0,
    "functools.wraps": lambda _: None,
    "functools.lru_cache": lambda *_, **__: None,
}
VALUES: Mapping[str, Any] = {"torch.version.hip": None, "torch.version.cuda": "12.8", "torch.__version__": "2.13.0"}
