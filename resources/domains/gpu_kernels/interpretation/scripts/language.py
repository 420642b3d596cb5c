"""Follows what public kernels call of Triton beyond built-in ones: block pointers, and functions by longer names."""

import ast
from collections.abc import Callable, Mapping
from typing import Any

from resources.domains.gpu_kernels.interpretation.blocks import Block
from resources.domains.gpu_kernels.interpretation.endings import Ending, PathEndedError, refused
from resources.domains.gpu_kernels.interpretation.kinds import Pointer
from resources.domains.gpu_kernels.interpretation.scripts import block_pointers
from resources.domains.gpu_kernels.interpretation.scripts.block_functions import BLOCK_FUNCTIONS, product, seen_as
from resources.domains.gpu_kernels.interpretation.scripts.block_pointers import BlockPointer
from resources.domains.gpu_kernels.interpretation.scripts.tuning import Tuning
from resources.domains.gpu_kernels.interpretation.values import Frame, Method, Named

_PREFIXES = ("math.", "standard.", "core.", "random.")
_MATHEMATICS = frozenset(
    "umulhi exp exp2 log log2 cos sin sqrt sqrt_rn rsqrt abs fdiv div_rn erf floor ceil fma core".split()
)
"""Of `triton.language.math`."""
_LANES_OF_A_STEP = 64
"""As many lanes of an access take as long as one node of the tree: their places are checked and noted."""
_FUNCTIONS: Mapping[str, Callable[..., Any]] = {
    **BLOCK_FUNCTIONS,
    "make_block_ptr": block_pointers.make_block_ptr,
    "advance": block_pointers.advance,
}


class PublicLanguage(Tuning):
    """Follows what public kernels call of Triton's."""

    def attribute(self, value: Any, name: str, frame: Frame) -> Any:
        if isinstance(value, Named) and value.path == "triton.language.math" and name not in _MATHEMATICS:
            raise refused(f"tl.math.{name}")
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
            return seen_as(*arguments, *(item for key, item in options.items() if key != "bitcast"))
        if name in ("load", "store"):
            self.budget.take(_lanes(arguments) // _LANES_OF_A_STEP)
        if name == "dot":
            self._before_product([*arguments, *options.values()][:2])
            return product(*arguments, **options)
        if name in _FUNCTIONS:
            return _FUNCTIONS[name](*arguments, **options)
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


def _lanes(arguments: list[Any]) -> int:
    return sum(item.data.size for item in arguments[:1] if isinstance(item, Block))
