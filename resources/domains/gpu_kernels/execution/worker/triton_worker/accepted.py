"""Which launches Triton's compiler accepted, each by a key over all that a launch compiles in.

The key has the kernel's source and that of what it calls, the types of its arguments, its constants and its options.
The alignment of pointers and sizes is in it where there is a product: its loads are fetched ahead only where they are
aligned, and the tiles that wait take shared memory, perhaps more than there is. Elsewhere alignment changes what the
compiler makes and not what it accepts.

A launch that no earlier stage compiled is compiled until its threads and its shared memory are known, and no further:
what follows, LLVM's optimiser and ptxas, takes nine tenths of the time.
"""

import hashlib
from collections.abc import Iterable
from typing import Any

from triton.backends.nvidia import compiler as nvidia_compiler
from triton.backends.nvidia.compiler import CUDABackend
from triton.runtime.errors import OutOfResources
from triton.runtime.jit import JITCallable, JITFunction

from . import stand_in_driver
from .handing_on import hands_on
from .stand_in_driver import MAXIMUM_THREADS, StandInDriver


class Accepted:
    """`keys` are those that were compiled here, in order; `known` were compiled by an earlier stage."""

    def __init__(self, known: Iterable[str]) -> None:
        self.known = frozenset(known)
        self.keys: dict[str, None] = {}

    def has(self, key: str) -> bool:
        return key in self.known or key in self.keys


class _CompiledBefore:
    """Stands for a kernel that needs no second compilation: its launches are checked and do nothing."""

    function, packed_metadata = "", None

    def launch_metadata(self, *launch: Any) -> None:
        return None

    def run(self, x: int, y: int, z: int, *rest: Any) -> None:
        stand_in_driver.check_grid(x, y, z)


def _key(function: JITFunction, signature: Any, constants: Any, options: Any, attributes: Any) -> str:
    named = {path: item.cache_key if isinstance(item, JITCallable) else item for path, item in constants.items()}
    aligned = attributes if _may_multiply(function) else None
    text = repr((function.cache_key, signature, named, str(options), aligned))
    return hashlib.sha256(text.encode()).hexdigest()


def _may_multiply(function: JITFunction) -> bool:
    """Whether it, or a function beside it, which it may call, has a product of tiles."""
    beside = [item for item in function.fn.__globals__.values() if isinstance(item, JITFunction)]
    return any("dot" in item.src for item in (function, *beside))


class _FarEnough(Exception):
    """The compiler has come to the target's own code."""

    def __init__(self, shared_bytes: int, warps: int) -> None:
        super().__init__()
        self.shared_bytes, self.warps = shared_bytes, warps


class _NoFurther:
    """In the place of LLVM."""

    def __getattr__(self, name: str) -> Any:
        raise _FarEnough(0, 0)


def _stop_at_llvm() -> None:
    lower = CUDABackend.make_llir

    @hands_on
    def lowering(self: Any, source: Any, metadata: Any, options: Any, *rest: Any) -> Any:
        try:
            return lower(self, source, metadata, options, *rest)
        except _FarEnough:
            warps = source.get_int_attr("ttg.total-num-warps") or options.num_warps
            raise _FarEnough(source.get_int_attr("ttg.shared") or 0, warps) from None

    CUDABackend.make_llir = lowering
    nvidia_compiler.llvm = _NoFurther()


def _check_resources(reached: _FarEnough, driver: StandInDriver) -> None:
    """Raises OutOfResources, as loading the kernel would."""
    if reached.shared_bytes > driver.shared_bytes:
        raise OutOfResources(reached.shared_bytes, driver.shared_bytes, "shared memory")
    if 32 * reached.warps > MAXIMUM_THREADS:
        raise OutOfResources(32 * reached.warps, MAXIMUM_THREADS, "threads")


def install() -> Accepted:
    """Writes down every compilation, down to the target's resources."""
    accepted = Accepted(())
    compile_kernel = JITFunction._do_compile

    @hands_on
    def compiling(
        self: Any, key: Any, signature: Any, device: int, constants: Any, options: Any, attributes: Any, warmup: bool
    ) -> Any:
        kernel = compile_kernel(self, key, signature, device, constants, options, attributes, warmup)
        if kernel is not None:
            kernel._init_handles()
            accepted.keys[_key(self, signature, constants, options, attributes)] = None
        return kernel

    JITFunction._do_compile = compiling
    return accepted


def install_after(known: Iterable[str], driver: StandInDriver) -> None:
    """What is in `known`, or was compiled here, is not compiled again, and nothing is compiled to the end."""
    accepted = Accepted(known)
    compile_kernel = JITFunction._do_compile
    _stop_at_llvm()

    @hands_on
    def compiling(
        self: Any, key: Any, signature: Any, device: int, constants: Any, options: Any, attributes: Any, warmup: bool
    ) -> Any:
        name = _key(self, signature, constants, options, attributes)
        if not accepted.has(name):
            try:
                compile_kernel(self, key, signature, device, constants, options, attributes, warmup)
            except _FarEnough as found:
                _check_resources(found, driver)
            accepted.keys[name] = None
        stand_in = self.device_caches[device][0][key] = _CompiledBefore()
        return stand_in

    JITFunction._do_compile = compiling
