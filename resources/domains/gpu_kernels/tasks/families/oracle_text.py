"""Pieces of an oracle's text that families share: what its `arguments` returns, and the sizes of its cases."""

from collections.abc import Sequence

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


def _written(part: int | str) -> str:
    return f"torch.{part}" if isinstance(part, str) else str(part)
