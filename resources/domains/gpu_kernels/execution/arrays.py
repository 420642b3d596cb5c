"""Arrays outside torch: safetensors files read into numpy, for the process that compares. Torch is not imported.

How they are compared is `comparison`.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt

_PLAIN = {
    "F64": np.float64,
    "F32": np.float32,
    "F16": np.float16,
    "I64": np.int64,
    "I32": np.int32,
    "I16": np.int16,
    "I8": np.int8,
    "U8": np.uint8,
    "BOOL": np.bool_,
}
_NAMES = {
    "F64": "float64",
    "F32": "float32",
    "F16": "float16",
    "BF16": "bfloat16",
    "I64": "int64",
    "I32": "int32",
    "I16": "int16",
    "I8": "int8",
    "U8": "uint8",
    "BOOL": "bool",
}


class UnreadableArrays(ValueError):
    """The bytes are no safetensors file, or hold a dtype that is not known here."""


@dataclass(frozen=True)
class Array:
    """One tensor: torch's name of its dtype, and its values; bfloat16 is widened to float32."""

    dtype: str
    values: npt.NDArray[Any]

    @property
    def shape(self) -> tuple[int, ...]:
        return tuple(self.values.shape)

    def __str__(self) -> str:
        return f"{self.shape} {self.dtype}"


def read_arrays(content: bytes) -> Mapping[str, Array]:
    """The tensors of a safetensors file by name. Raises UnreadableArrays: a candidate may have written the file."""
    import safetensors

    try:
        return {name: _array(item) for name, item in safetensors.deserialize(content)}  # type: ignore[no-untyped-call]
    except (safetensors.SafetensorError, KeyError, ValueError, TypeError) as error:
        raise UnreadableArrays(f"{type(error).__name__}: {error}") from error


def _array(item: Mapping[str, Any]) -> Array:
    kind, data = item["dtype"], bytes(item["data"])
    if kind == "BF16":
        bits = np.frombuffer(data, np.uint16).astype(np.uint32) << 16
        return Array("bfloat16", bits.view(np.float32).reshape(item["shape"]))
    return Array(_NAMES[kind], np.frombuffer(data, _PLAIN[kind]).reshape(item["shape"]))


def by_case(arrays: Mapping[str, Array], cases: int) -> list[list[Array]]:
    """Names are "case.part"; the parts of each case in order. Raises UnreadableArrays for any other name."""
    by_part: list[dict[int, Array]] = [{} for _ in range(cases)]
    for name, array in arrays.items():
        case, _, part = name.partition(".")
        if not (case.isdecimal() and part.isdecimal() and int(case) < cases):
            raise UnreadableArrays(f"a tensor is called {name!r}")
        by_part[int(case)][int(part)] = array
    return [[parts[number] for number in sorted(parts)] for parts in by_part]
