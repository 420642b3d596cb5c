"""Dense tensors: a trial's arguments and outputs as the plain bytes that CUDA C++ candidates work on, and back.

Strides are a matter of torch: a CUDA entry gets row-major tensors.
"""

import json
from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np
import numpy.typing as npt

from resources.domains.gpu_kernels.execution.arrays import Array, read_arrays
from resources.domains.gpu_kernels.execution.oracle import Trial
from resources.domains.gpu_kernels.execution.stages.cuda.case import Case, Tensor, TensorShape

_BFLOAT = "bfloat16"


def cases_of(trial: Trial) -> list[Case]:
    """Each case's arguments in order, and the shapes of the outputs that are expected of it."""
    storages = read_arrays(trial.files["tensors.safetensors"])
    described = json.loads(trial.files["arguments.json"])
    return [
        Case(
            tuple(_argument(item, storages) for item in arguments),
            tuple(TensorShape(array.dtype, array.shape) for array in expected),
        )
        for arguments, expected in zip(described, trial.expected, strict=True)
    ]


def arrays_of(outputs: Sequence[Tensor]) -> list[Array]:
    """What a candidate wrote, for comparing."""
    return [Array(tensor.dtype, _values(tensor)) for tensor in outputs]


def _argument(item: Mapping[str, Any], storages: Mapping[str, Array]) -> int | float | Tensor:
    if "tensor" not in item:
        value: int | float = item["value"]
        return value
    flat = storages[item["tensor"]]
    size = flat.values.itemsize
    view = np.lib.stride_tricks.as_strided(
        flat.values[item["offset"] :], item["size"], [stride * size for stride in item["stride"]], writeable=False
    )
    return Tensor(flat.dtype, tuple(item["size"]), _data(flat.dtype, np.ascontiguousarray(view)))


def _data(dtype: str, values: npt.NDArray[Any]) -> bytes:
    """bfloat16 is the upper half of float32; the values here came from bfloat16, so nothing is lost."""
    return (values.view(np.uint32) >> 16).astype(np.uint16).tobytes() if dtype == _BFLOAT else values.tobytes()


def _values(tensor: Tensor) -> npt.NDArray[Any]:
    if tensor.dtype == _BFLOAT:
        wide = np.frombuffer(tensor.data, np.uint16).astype(np.uint32) << 16
        return wide.view(np.float32).reshape(tensor.shape)
    return np.frombuffer(tensor.data, np.dtype(tensor.dtype)).reshape(tensor.shape)
