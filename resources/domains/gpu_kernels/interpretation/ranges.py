"""Ranges: their bounds, and the numbers that a kernel's loop over one goes through."""

from typing import Any

from resources.domains.gpu_kernels.interpretation.blocks import Block, full_index
from resources.domains.gpu_kernels.interpretation.endings import raised, refused, unknown
from resources.domains.gpu_kernels.interpretation.kinds import INT64, of_number

_MOST_NUMBERS = 1 << 16


def range_bounds(arguments: list[Any]) -> tuple[Any, Any, Any]:
    """Start, end and step of a range."""
    if len(arguments) == 1:
        return 0, arguments[0], 1
    return arguments[0], arguments[1], arguments[2] if len(arguments) > 2 else 1


def loop_numbers(start: Any, end: Any, step: Any, *, known: bool) -> list[Any]:
    """What a kernel's range goes through: scalars, unless they are known when it is compiled."""
    values = [full_index(item) if isinstance(item, Block) else item for item in (start, end, step)]
    if not all(isinstance(item, int) for item in values):
        raise refused("a range of what is no whole number")
    if values[2] == 0:
        raise raised("a step of 0")
    numbers = range(*values)
    if len(numbers) > _MOST_NUMBERS:
        raise unknown("a long loop")
    if known:
        return list(numbers)
    wide = any(isinstance(item, Block) and item.kind == INT64 for item in (start, end, step))
    kind = INT64 if wide else of_number(0)
    return [Block(kind.numpy(item), kind) for item in numbers]
