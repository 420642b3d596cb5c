"""The entry's signature as a bundle states it, the call that the harness makes, and the bytes of its arguments.

How a bundle's other settings are read is the domain's backend.
"""

import json
import re
import struct
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from enum import IntEnum

from resources.domains.gpu_kernels.execution.stages.cuda.case import CPP_TYPES, ITEM_BYTES, Case, Tensor, TensorShape
from resources.execution.errors import PermanentEnvironmentFailure

DRIVER = "driver"
"""The file that diagnostics about the harness's call are reported in."""

_ARGUMENT = re.compile(r"([A-Za-z_]\w*): (?:(in|out) )?(\w+)")
_SCALAR_FORMATS = {"float64": "<d", "float32": "<f", "int64": "<q", "int32": "<i", "int16": "<h", "int8": "<b"}
_HEADERS = {"float16": "cuda_fp16.h", "bfloat16": "cuda_bf16.h"}


class Role(IntEnum):
    """What an argument is; the numbers are those of the harness's file."""

    SCALAR = 0
    INPUT = 1
    OUTPUT = 2


@dataclass(frozen=True)
class Argument:
    """One parameter of the entry, in order."""

    name: str
    role: Role
    dtype: str


@dataclass(frozen=True)
class Signature:
    """The host function that a candidate must define."""

    entry: str
    arguments: tuple[Argument, ...]


def read_signature(settings: Mapping[str, str]) -> Signature:
    """From the settings `entry` and `arguments` (a JSON list such as ["x: in float32", "rows: int32"]).

    Raises PermanentEnvironmentFailure where they are missing or wrong.
    """
    try:
        texts = json.loads(settings["arguments"])
        return Signature(settings["entry"], tuple(_argument(str(text)) for text in texts))
    except (KeyError, ValueError, TypeError) as error:
        raise PermanentEnvironmentFailure(
            f"a CUDA bundle needs the settings `entry` and `arguments`: {error}"
        ) from error


def _argument(text: str) -> Argument:
    match = _ARGUMENT.fullmatch(text)
    if match is None or match[3] not in CPP_TYPES or (match[2] is None and match[3] not in _SCALAR_FORMATS):
        raise ValueError(f"not an argument: {text!r}")
    return Argument(match[1], {None: Role.SCALAR, "in": Role.INPUT, "out": Role.OUTPUT}[match[2]], match[3])


def driver_text(signature: Signature) -> str:
    """C++ that calls the entry; appended to a candidate, so that either linkage and any conversion will do.

    Inputs are passed without const, which a parameter with or without it takes.
    """
    headers = sorted({_HEADERS[argument.dtype] for argument in signature.arguments if argument.dtype in _HEADERS})
    values = [
        ("*" if argument.role is Role.SCALAR else "") + f"static_cast<{CPP_TYPES[argument.dtype]}*>(arguments[{index}])"
        for index, argument in enumerate(signature.arguments)
    ]
    includes = "".join(f"#include <{header}>\n" for header in headers)
    call = ",\n        ".join(values)
    return (
        f'\n#line 1 "{DRIVER}"\n{includes}extern "C" void cudashim_entry(void** arguments) {{\n'
        f"    {signature.entry}(\n        {call});\n}}\n"
    )


def encode_cases(signature: Signature, cases: Sequence[Case]) -> bytes:
    """The file that the harness reads: little-endian, counts and lengths before what they count.

    Raises PermanentEnvironmentFailure for a case that does not fit the signature.
    """
    parts = [struct.pack("<I", len(cases))]
    for number, case in enumerate(cases):
        try:
            parts += _encoded_case(signature, case)
        except (ValueError, struct.error) as error:
            raise PermanentEnvironmentFailure(f"case {number} does not fit the arguments: {error}") from error
    return b"".join(parts)


def bound(signature: Signature, case: Case) -> Iterator[tuple[Argument, int | float | Tensor | TensorShape]]:
    """Each argument with its value or shape. Raises ValueError where there are too few or too many."""
    given, outputs = iter(case.arguments), iter(case.outputs)
    for argument in signature.arguments:
        value = next(outputs if argument.role is Role.OUTPUT else given, None)
        if value is None:
            raise ValueError(f"nothing is given for {argument.name}")
        yield argument, value
    if next(given, None) is not None or next(outputs, None) is not None:
        raise ValueError("more is given than there are arguments")


def _encoded_case(signature: Signature, case: Case) -> Iterator[bytes]:
    yield struct.pack("<I", len(signature.arguments))
    for argument, value in bound(signature, case):
        name = argument.name.encode()
        yield struct.pack("<II", argument.role, len(name)) + name
        content, size = _content(argument, value)
        yield struct.pack("<Q", size) + content


def _content(argument: Argument, value: int | float | Tensor | TensorShape) -> tuple[bytes, int]:
    if isinstance(value, Tensor | TensorShape):
        expected = TensorShape(argument.dtype, value.shape).bytes
        if argument.role is Role.SCALAR or value.dtype != argument.dtype or value.bytes != expected:
            raise ValueError(f"{argument.name} is {argument.dtype}, not {value.dtype} {value.shape}")
        return value.data if isinstance(value, Tensor) else b"", value.bytes
    if argument.role is not Role.SCALAR:
        raise ValueError(f"{argument.name} is a tensor, not a number")
    content = struct.pack(_SCALAR_FORMATS[argument.dtype], value)
    return content, ITEM_BYTES[argument.dtype]
