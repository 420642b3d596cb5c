"""What names of a followed program stand for, beside numbers, blocks and tensors."""

import ast
import math
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from resources.domains.gpu_kernels.interpretation.kinds import TORCH_NAMES, TRITON_NAMES


@dataclass(frozen=True)
class Named:
    """A module, or something of it, by its dotted name."""

    path: str


@dataclass(frozen=True)
class Constant:
    """A number that the module declares `tl.constexpr`, so that kernels may use it."""

    value: Any


@dataclass
class Frame:
    """The names of one call; `around` is where names that it does not bind are looked up."""

    names: dict[str, Any]
    around: "Frame | None" = None
    in_kernel: bool = False
    yielded: list[Any] | None = None


@dataclass(frozen=True, eq=False)
class Function:
    """`node` is a definition or a lambda. `defaults` are those of its parameters that have one, by name."""

    node: ast.FunctionDef | ast.Lambda
    around: Frame
    is_kernel: bool = False
    defaults: Mapping[str, Any] = field(default_factory=dict)


@dataclass(frozen=True)
class Launcher:
    """A kernel with a grid in brackets."""

    kernel: Function
    grid: Any


@dataclass(frozen=True)
class Method:
    """An attribute that waits for being called."""

    receiver: Any
    name: str


MODULES = frozenset(
    "torch torch.cuda triton triton.language math typing dataclasses functools itertools collections collections.abc"
    " __future__ numpy torch.nn torch.nn.functional triton.language.extra operator enum warnings contextlib".split()
)
CONSTANTS: Mapping[str, Any] = {
    **{f"torch.{name}": kind for name, kind in TORCH_NAMES.items()},
    **{f"triton.language.{name}": kind for name, kind in TRITON_NAMES.items()},
    **{f"math.{name}": getattr(math, name) for name in ("pi", "e", "inf", "nan", "tau")},
    **{f"torch.{name}": getattr(math, name) for name in ("pi", "inf", "nan")},
    "numpy.pi": math.pi,
    "numpy.inf": math.inf,
    "triton.language.constexpr": Named("triton.language.constexpr"),
}
