"""What public kernels use of Triton beyond built-in ones: block pointers, and mathematics by its longer names."""

import ast
from collections.abc import Callable, Mapping
from typing import Any

import numpy as np

from resources.domains.gpu_kernels.interpretation.block_operators import binary, matched
from resources.domains.gpu_kernels.interpretation.blocks import Block, block_of, cast, same_shape
from resources.domains.gpu_kernels.interpretation.compile_time import shape_of
from resources.domains.gpu_kernels.interpretation.elementwise import unary
from resources.domains.gpu_kernels.interpretation.endings import Ending, PathEndedError, refused, unknown
from resources.domains.gpu_kernels.interpretation.kinds import BOOL, FLOAT16, FLOAT32, INT32, Kind, Pointer
from resources.domains.gpu_kernels.interpretation.products import dot
from resources.domains.gpu_kernels.interpretation.scripts import block_pointers
from resources.domains.gpu_kernels.interpretation.scripts.block_pointers import BlockPointer
from resources.domains.gpu_kernels.interpretation.scripts.tuning import Tuning
from resources.domains.gpu_kernels.interpretation.values import Frame, Method

_PREFIXES = ("math.", "standard.", "core.", "extra.cuda.libdevice.", "extra.libdevice.", "random.")

_LANES_OF_A_STEP = 64
"""As many lanes of an access take as long as one node of the tree: their places are checked and noted."""


def _power(x: Any, y: Any) -> Block:
    first, second, kind = matched(x, y)
    if not kind.is_float:
        raise refused("a power of whole numbers")
    same_shape(Block(first, kind), Block(second, kind))
    return Block(np.power(first, second), kind)


def _seen_as(input: Any, dtype: Any) -> Block:
    value = block_of(input)
    if not isinstance(dtype, Kind) or dtype.bits != value.plain.bits or "bfloat16" in (dtype.name, value.plain.name):
        raise unknown("a bitcast")
    return Block(value.data.view(dtype.numpy), dtype)


def _joined(a: Any, b: Any) -> Block:
    first, second, kind = matched(a, b)
    return Block(np.stack(np.broadcast_arrays(first, second), axis=-1), kind)


def _split(a: Any) -> tuple[Block, Block]:
    value = block_of(a)
    if not value.shape or value.shape[-1] != 2:
        raise refused("a split of another size")
    return Block(value.data[..., 0], value.kind), Block(value.data[..., 1], value.kind)


def _counted(input: Any, num_bins: Any) -> Block:
    shape_of(num_bins)
    values = block_of(input).data.reshape(-1)
    inside = values[(values >= 0) & (values < num_bins)]
    return Block(np.bincount(inside, minlength=num_bins).astype(np.int32), INT32)


def _product(input: Any, other: Any, acc: Any = None, out_dtype: Any = FLOAT32, **options: Any) -> Block:
    """numpy sums products of float16 as float32, too, but slowly."""
    if out_dtype != FLOAT16 or not all(isinstance(item, Block) and item.kind == FLOAT16 for item in (input, other)):
        return dot(input, other, acc, out_dtype=out_dtype, **options)
    product = cast(dot(input, other, **options), FLOAT16)
    if acc is None:
        return product
    if not isinstance(acc, Block) or (acc.shape, acc.kind) != (product.shape, product.kind):
        raise refused("an accumulator of another type")
    return Block(product.data + acc.data, FLOAT16)


_MORE: Mapping[str, Callable[..., Any]] = {
    "pow": _power,
    "tanh": unary(np.tanh),
    "exp10": unary(lambda values: np.power(values.dtype.type(10), values)),
    "log1p": unary(np.log1p),
    "expm1": unary(np.expm1),
    "tan": unary(np.tan),
    "atan": unary(np.arctan),
    "trunc": unary(np.trunc),
    "rint": unary(np.rint),
    "nearbyint": unary(np.rint),
    "llrint": lambda x: Block(np.rint(block_of(x).data).astype(np.int64), INT32),
    "round": unary(lambda values: (np.sign(values) * np.floor(np.abs(values) + 0.5)).astype(values.dtype)),
    "fast_expf": unary(np.exp),
    "fast_dividef": lambda x, y: binary("Div", x, y),
    "isnan": lambda x: Block(np.isnan(block_of(x).data), BOOL),
    "join": _joined,
    "interleave": lambda a, b: Block((both := _joined(a, b)).data.reshape((*both.shape[:-2], -1)), both.kind),
    "split": _split,
    "ravel": lambda x: Block(block_of(x).data.reshape(-1), block_of(x).kind),
    "unsqueeze": lambda x, dim: Block(np.expand_dims(block_of(x).data, dim), block_of(x).kind),
    "histogram": _counted,
    "make_block_ptr": block_pointers.make_block_ptr,
    "advance": block_pointers.advance,
}


class PublicLanguage(Tuning):
    """Follows what public kernels call of Triton's."""

    def attribute(self, value: Any, name: str, frame: Frame) -> Any:
        if not isinstance(value, BlockPointer):
            return super().attribute(value, name, frame)
        if name in ("dtype", "type"):
            return Pointer(value.kind)
        if name in ("load", "store", "advance"):
            return Method(value, name)
        raise refused(f"a block pointer's {name}")

    def call_method(self, method: Method, arguments: list[Any], options: dict[str, Any], frame: Frame) -> Any:
        if isinstance(method.receiver, BlockPointer):
            return self.call_language(method.name, [method.receiver, *arguments], options, frame)
        return super().call_method(method, arguments, options, frame)

    def language_result(self, name: str, arguments: list[Any], options: dict[str, Any]) -> Any:
        prefix = next((item for item in _PREFIXES if name.startswith(item)), "")
        name = name.removeprefix(prefix)
        if name in ("load", "store") and arguments and isinstance(arguments[0], BlockPointer):
            return self._through(name, arguments, options)
        if name in ("to", "cast") and options.get("bitcast"):
            return _seen_as(*arguments, *(item for key, item in options.items() if key != "bitcast"))
        if name in ("load", "store"):
            self.budget.take(
                sum(item.data.size for item in arguments[:1] if isinstance(item, Block)) // _LANES_OF_A_STEP
            )
        if name == "dot":
            self._before_product([*arguments, *options.values()][:2])
            return _product(*arguments, **options)
        if name in _MORE:
            return _MORE[name](*arguments, **options)
        return super().language_result(name, arguments, options)

    def loop_while(self, node: ast.While, frame: Frame) -> None:
        """Triton's passes end in an exception of their own at a loop of this sort that moves block pointers."""
        if frame.in_kernel and BlockPointer in self._types(node, frame).values():
            raise PathEndedError(Ending.LAUNCH, "block pointers in a while loop")
        super().loop_while(node, frame)

    def _through(self, name: str, arguments: list[Any], options: dict[str, Any]) -> Any:
        """An access by a block pointer, which takes no mask."""
        self.budget.take(4)
        if any(options.get(item) is not None for item in ("mask", "other")) or len(arguments) > 1 + (name == "store"):
            raise refused("a mask of a block pointer")
        kept = {key: item for key, item in options.items() if key not in ("mask", "other")}
        return getattr(block_pointers, name)(self.memory, *arguments, **kept)
