"""Pieces of an oracle's text that families share: what its `arguments` returns, and the sizes of its cases."""

from collections.abc import Sequence

from resources.domains.gpu_kernels.tasks.families.expression import ENLARGED, FAR

Size = Sequence[int | str]
"""Numbers, and the names of dtypes."""


def returned(made: Sequence[str]) -> str:
    """The end of `arguments`: expressions, one a line."""
    inside = ",\n        ".join(made)
    return f"    return (\n        {inside},\n    )\n"


def sized_cases(first: str, names: str, sizes: Sequence[Size], more: str = "") -> str:
    """Two draws of the size `first`, then each of the sizes, whose parts are called `names`; `more` follows these."""
    rows = "".join(f"    ({', '.join(map(_written, size))}),\n" for size in sizes)
    return (
        f"for _ in range(2):\n    yield arguments(random, {first})\n"
        f"for {names} in (\n{rows}):\n    yield arguments(random, {names}{more})\n"
    )


def large_cases(size: str) -> str:
    """Draws of that size, each tensor and scalar in turn `ENLARGED`, or all of its numbers far above 0, or far below:
    exponentials overflow in float32, or are all 0."""
    return (
        f"drawn = arguments(random, {size})\nfor place, one in enumerate(drawn):\n"
        "    if isinstance(one, float) or (isinstance(one, torch.Tensor) and one.is_floating_point()):\n"
        f"        for large in ({ENLARGED}.0 * one, one + {FAR}, one - {FAR}):\n"
        "            yield (*drawn[:place], large, *drawn[place + 1 :])\n"
    )


def _written(part: int | str) -> str:
    return f"torch.{part}" if isinstance(part, str) else str(part)
