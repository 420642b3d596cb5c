"""What Triton's compiler, or its interpreter, says of the place in a kernel where a simulation halts.

First the words for what it refuses, by what was found there and the values at hand; then where they stand in a log.
"""

import ast
from collections.abc import Callable, Mapping, Sequence
from typing import Any, NamedTuple

from resources.domains.gpu_kernels.language.triton_interface import signatures
from resources.domains.gpu_kernels.language.triton_source import TritonSource
from resources.domains.gpu_kernels.prediction.simulator.halting import MOST_ELEMENTS
from resources.domains.gpu_kernels.prediction.simulator.triton.blocks import Block
from resources.domains.gpu_kernels.prediction.simulator.triton.kinds import Kind, Pointer, of_number
from resources.domains.gpu_kernels.prediction.simulator.triton.tracer import Carried, Level, Trace
from resources.domains.gpu_kernels.prediction.simulator.triton.values import Named
from resources.domains.gpu_kernels.prediction.static_diagnostics import place_in


class Message(NamedTuple):
    """An exception of Triton's. `is_bare`: its text is shown as it is, wherever it is raised."""

    error: str
    text: str
    is_bare: bool = False


def message_of(level: Level, carried: Carried | None, why: str) -> Message | None:
    """None where the words are not known."""
    if why == "a variable that changes its type in a loop":
        return None if carried is None else _carried(carried)
    if why.startswith("no name "):
        return Message("NameError", f"{why.removeprefix('no name ')} is not defined")
    if why in ("an unknown argument", "arguments") or why.startswith(("arguments of tl.", "tl.")):
        return _misfit(level.node)
    case = _CASES.get(why)
    return None if case is None else case(level)


def _carried(carried: Carried) -> Message | None:
    if not isinstance(carried.before, tuple) or not isinstance(carried.after, tuple):
        return None
    return Message(
        "AssertionError",
        f"Loop-carried variable {carried.name} has initial type {_typed(*carried.before)} but is re-assigned to "
        f"{_typed(*carried.after)} in loop! Please make sure that the type stays consistent.",
    )


def _misfit(node: ast.AST | None) -> Message | None:
    """Names that a function does not take, and names that it lacks."""
    if not isinstance(node, ast.Call) or not isinstance(node.func, ast.Attribute):
        return None
    name, known = node.func.attr, signatures().get(f"triton.language.{node.func.attr}")
    known = known or signatures().get(name)
    if known is None or known.open or any(isinstance(item, ast.Starred) for item in node.args):
        return None
    given = [*known.names[: len(node.args)], *(item.arg for item in node.keywords)]
    lacking = next((item for item in known.names if item in known.needed and item not in given), None)
    strange = next((item.arg for item in node.keywords if item.arg not in known.names), None)
    if name in ("max", "min", "sum", "argmax", "argmin", "zeros", "cdiv", "cumsum"):
        if lacking is not None:
            return Message("TypeError", f"TypeError(\"missing a required argument: '{lacking}'\")", is_bare=True)
        text = f"TypeError(\"got an unexpected keyword argument '{strange}'\")"
        return None if strange is None else Message("TypeError", text, is_bare=True)
    return None if strange is None else Message("TypeError", f"{name}() got an unexpected keyword argument '{strange}'")


def _no_power(level: Level) -> Message:
    is_range = isinstance(level.node, ast.Call) and ast.unparse(level.node.func).endswith("arange")
    return Message("ValueError", "arange's range must be a power of 2" if is_range else _SHAPE)


_SHAPE = "Shape element 0 must be a power of 2"


def _many(level: Level) -> Message:
    numbers = [item for item in level.values if isinstance(item, int)]
    size = numbers[1] - numbers[0] if len(numbers) == 2 else next(iter(numbers), 2 * MOST_ELEMENTS)
    shapes = [item for item in level.values if isinstance(item, tuple | list)]
    for part in shapes[0] if shapes else ():
        size *= part if isinstance(part, int) else 1
    return Message("ValueError", f"numel ({size}) exceeds triton maximum tensor numel ({MOST_ELEMENTS})")


def _branches(level: Level) -> Message | None:
    """Where the types are alike and the condition is a block, other words are said."""
    types = [_type(item) for item in level.values[-2:]]
    if len(types) < 2 or "" in types or types[0] == types[1]:
        return None
    text = f"Ternary expression with dynamic condition has inconsistent types {types[0]} and {types[1]}"
    return Message("AssertionError", text)


def _axis(level: Level) -> Message | None:
    blocks = [item for item in level.values if isinstance(item, Block)]
    axes = [item for item in level.values if isinstance(item, int)]
    if not blocks or not axes:
        return None
    rank = len(blocks[0].shape)
    return Message("ValueError", f"invalid axis {axes[0]}. Expected {-rank} <= axis < {rank}")


def _operands(level: Level) -> Message | None:
    """A pointer is named first."""
    kinds = [item.kind if isinstance(item, Block) else of_number(item) for item in level.values[-2:] if _is_value(item)]
    if len(kinds) < 2:
        return None
    first, second = sorted(kinds, key=lambda kind: not isinstance(kind, Pointer))
    text = f"IncompatibleTypeErrorImpl({f'invalid operands of type {_long(first)} and {_long(second)}'!r})"
    return Message("IncompatibleTypeErrorImpl", text, is_bare=True)


def _shapes(level: Level) -> Message | None:
    shapes = [item.shape for item in level.values if isinstance(item, Block) and item.shape]
    for place, first in enumerate(shapes):
        for second in shapes[place + 1 :]:
            rank = max(len(first), len(second))
            pairs = zip(*((1,) * (rank - len(item)) + item for item in (first, second)), strict=True)
            for index, (one, other) in enumerate(pairs):
                if one != other and 1 not in (one, other):
                    said = f"Cannot make_shape_compatible: incompatible dimensions at index {index}: {one} and {other}"
                    return Message("ValueError", said)
    return None


def _product(level: Level) -> Message | None:
    blocks = [item.kind for item in level.values if isinstance(item, Block) and isinstance(item.kind, Kind)][:2]
    if len(blocks) < 2:
        return None
    for side, kind in zip(("lhs", "rhs"), blocks, strict=True):
        if not kind.is_float and kind.bits != 8:
            return Message("AssertionError", f"Unsupported {side} dtype {_short(kind)}")
    text = f"Both operands must be same dtype. Got {_short(blocks[0])} and {_short(blocks[1])}"
    return Message("AssertionError", text)


def _program(level: Level) -> Message | None:
    numbers = [item for item in level.values if isinstance(item, int)]
    return Message("ValueError", f"program_id axis must be 0, 1, or 2 but got {numbers[0]}") if numbers else None


def _bounds(level: Level) -> Message | None:
    """Of a loop over a range that a pointer bounds."""
    values = [item for item in level.values if not isinstance(item, Named)]
    if not 1 <= len(values) <= 3 or not all(_is_value(item) for item in values):
        return None
    three = {1: [0, *values, 1], 2: [*values, 1], 3: values}[len(values)]
    said = f"For loop bounds and step must all be ints, are ({', '.join(_type(item) for item in three)})"
    return Message("TypeError", f"TypeError({said!r})", is_bare=True)


def _pointed(level: Level) -> Message | None:
    return _bounds(level) if isinstance(level.node, ast.Call) else _operands(level)


def _is_value(item: Any) -> bool:
    return isinstance(item, Block | int | float)


def _type(value: Any) -> str:
    """As Triton writes the type of a value; "" where it is none of a kernel's."""
    if isinstance(value, Block):
        return _typed(value.kind, value.shape)
    return _short(of_number(value)) if isinstance(value, int | float) else ""


def _typed(kind: Kind | Pointer, shape: tuple[int, ...]) -> str:
    return f"<{[str(size) for size in shape]}, {_short(kind)}>" if shape else _short(kind)


def _short(kind: Kind | Pointer) -> str:
    if isinstance(kind, Pointer):
        return f"pointer<{_short(kind.element)}>"
    if kind.name == "bool":
        return "int1"
    return kind.name.replace("bfloat", "bf").replace("float", "fp")


def _long(kind: Kind | Pointer) -> str:
    if isinstance(kind, Pointer):
        return _short(kind)
    return f"triton.language.{'int1' if kind.name == 'bool' else kind.name}"


_EMPTY = "arange's end argument must be greater than the start argument"
_CASES: Mapping[str, Callable[[Level], Message | None]] = {
    "a shape that is no power of two": _no_power,
    "a block with too many elements": _many,
    "branches of different types": _branches,
    "an axis out of range": _axis,
    "arithmetic with pointers": _operands,
    "bits of floats": _operands,
    "a pointer where a value is needed": _pointed,
    "shapes that do not fit": _shapes,
    "dot of different kinds": _product,
    "an axis of programs": _program,
    "an accumulator of another type": lambda _: Message("AssertionError", "", is_bare=True),
    "an empty range": lambda _: Message("ValueError", _EMPTY),
    "no compile-time number": lambda _: Message("ValueError", "arange's arguments must be of type tl.constexpr"),
}


def compiler_words(file: str, source: TritonSource, trace: Trace, why: str) -> str:
    """The whole log; "" where it is not known, or where a function that the kernel calls is at fault."""
    inside = [level for level in trace.levels if level.in_kernel and level.node is not None]
    kernel = next((item for item in source.kernels if inside and item.name == inside[-1].function), None)
    said = message_of(inside[-1], trace.carried, why) if len(inside) == 1 else None
    node = _blamed(source, inside[-1].node, why) if said is not None else None
    if said is None or kernel is None or not isinstance(node, ast.expr | ast.stmt):
        return ""
    host = traced(file, [level for level in trace.levels if not level.in_kernel])
    place = f"{file}:{node.lineno}: in kernel\nCompilationError: {place_in(source, kernel, node)}\n"
    return host + place + _raised_there(source, node, said)


def _raised_there(source: TritonSource, node: ast.AST, said: Message) -> str:
    """Functions of Triton's that are kernels themselves name the error behind their own place; built-in ones give its
    words alone; anything else shows it as Python writes it."""
    if said.is_bare:
        return f"{said.text}\n" if said.text else ""
    name = source.language_name(node) if isinstance(node, ast.Call) else None
    if name in _KERNELS:
        return f"{said.error}: {said.text}\n"
    return f"{said.text}\n" if name is not None else f"{said.error}({said.text!r})\n"


_KERNELS = frozenset(
    "max min sum argmax argmin cumsum cumprod zeros zeros_like cdiv sigmoid softmax sort flip ravel xor_sum".split()
)


def _blamed(source: TritonSource, node: ast.AST | None, why: str) -> ast.AST | None:
    """Of a loop's range and of what it carries, the loop."""
    is_range = isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == "range"
    if why != "a variable that changes its type in a loop" and not is_range:
        return node
    while node is not None and not isinstance(node, ast.For | ast.While):
        node = source.module.parents.get(node)
    return node


def traced(file: str, levels: Sequence[Level]) -> str:
    """The frames in the candidate's file, each line once."""
    lines = [f"{file}:{line}: in {item.function}\n" for item in levels[1:] if (line := getattr(item.node, "lineno", 0))]
    return "".join(dict.fromkeys(lines))
