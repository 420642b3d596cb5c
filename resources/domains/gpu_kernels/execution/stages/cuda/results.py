"""What lay in device memory after each case, read from the harness's file and held against the rules of a case.

Values are compared with what is expected by the domain's backend. The file was written by a process that the candidate
shares: only its length is relied on, and what it says against the candidate.
"""

import struct
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from resources.domains.gpu_kernels.execution.stages.cuda.case import Case, Tensor, TensorShape
from resources.domains.gpu_kernels.execution.stages.cuda.signature import Role, Signature, bound

MOST_COPIED_BYTES = 256
"""A host function may read a count or a flag back; with more, it could compute on the CPU instead."""
MOST_PIECES = 256
"""Copies from device memory to device memory, each row of one by rows on its own: with more, host code could move what
a kernel is to move."""
_COUNTS = struct.Struct("<QQQ")


@dataclass(frozen=True)
class CaseResult:
    """One case: its outputs, the inputs that were changed by name, launches, bytes copied to the host, and pieces that
    host code moved within the device's memory."""

    outputs: tuple[Tensor, ...]
    changed_inputs: tuple[str, ...]
    launches: int
    copied_bytes: int
    pieces_moved: int


def results_bytes(signature: Signature, cases: Sequence[Case]) -> int:
    """How long the file of a complete run is."""
    tensors = [
        value for case in cases for _, value in bound(signature, case) if isinstance(value, Tensor | TensorShape)
    ]
    return sum(value.bytes for value in tensors) + _COUNTS.size * len(cases)


def read_results(signature: Signature, cases: Sequence[Case], content: bytes) -> list[CaseResult]:
    """`content` is as long as `results_bytes` says."""
    results, position = [], 0
    for case in cases:
        outputs: list[Tensor] = []
        changed: list[str] = []
        for argument, value in bound(signature, case):
            if not isinstance(value, Tensor | TensorShape):
                continue
            data, position = content[position : position + value.bytes], position + value.bytes
            if argument.role is Role.OUTPUT:
                outputs.append(Tensor(value.dtype, value.shape, data))
            elif isinstance(value, Tensor) and data != value.data:
                changed.append(argument.name)
        launches, copied, pieces = _COUNTS.unpack_from(content, position)
        position += _COUNTS.size
        results.append(CaseResult(tuple(outputs), tuple(changed), launches, copied, pieces))
    return results


def forbidden(results: Sequence[CaseResult]) -> Iterator[str]:
    """Work that was not done by kernels, in words; nothing where all was."""
    if results and not any(result.launches for result in results):
        yield "no kernel was launched"
    for number, result in enumerate(results):
        if result.copied_bytes > MOST_COPIED_BYTES:
            yield f"case {number}: {result.copied_bytes} bytes were copied to the host (at most {MOST_COPIED_BYTES})"
            return
        if result.pieces_moved > MOST_PIECES:
            yield f"case {number}: {result.pieces_moved} pieces were moved by host code (at most {MOST_PIECES})"
            return
