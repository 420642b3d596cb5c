"""Every launch compiled first, and then interpreted from the very text that the compiler took.

What the interpreter runs is the launch that was compiled: the same function, constants, options and grid. What
kernels see is `kernel_scope`; which accesses they may make is `memory_guard`.
"""

import ast
import inspect
import math
import operator
from collections.abc import Callable, Iterator, Mapping
from contextlib import AbstractContextManager, contextmanager
from types import CodeType, SimpleNamespace
from typing import Any

import triton.language as tl
from triton.language.extra import libdevice as portable
from triton.language.extra.cuda import libdevice as of_cuda
from triton.runtime import interpreter
from triton.runtime.errors import InterpreterError
from triton.runtime.jit import JITFunction

from . import device_library, kernel_scope
from .contraction import Contraction
from .handing_on import hands_on
from .memory_guard import Guard
from .stand_in_driver import StandInDriver, check_architecture, check_cooperative

_PATCHED = (tl, tl.core, tl.math, tl.tensor, tl.dtype, tl.core.tensor_descriptor_base, portable, of_cuda)


class _Language:
    """triton.language as the interpreter wants it, put in place for a launch and taken away after it."""

    def __init__(self) -> None:
        self._changes: list[tuple[Any, str, Any]] = []
        self._before: list[dict[str, Any]] = []

    @contextmanager
    def interpreted(self) -> Iterator[None]:
        self._before = [dict(vars(item)) for item in _PATCHED]
        self._changes = self._changes or self._found()
        for item, name, value in self._changes:
            setattr(item, name, value)
        try:
            yield
        finally:
            self._restore()

    def _found(self) -> list[tuple[Any, str, Any]]:
        """What the stock interpreter changes, and the methods of blocks that are device functions."""
        interpreter._patch_lang(SimpleNamespace(__globals__={"tl": tl, "core": tl.core}))
        device_library.install()
        kernels = [
            (item, name, value)
            for item, before in zip(_PATCHED, self._before, strict=True)
            for name, value in vars(item).items()
            if before.get(name, self) is not value
        ]
        kernels += [(tl.tensor, name, _method(item)) for name, item in vars(tl.tensor).items() if _is_device(item)]
        for name in ("reduce", "associative_scan"):
            kernels += [(module, name, _combining(getattr(tl, name))) for module in (tl, tl.core)]
        self._restore()
        return kernels

    def _restore(self) -> None:
        for item, before in zip(_PATCHED, self._before, strict=True):
            now = dict(vars(item))
            for name in now.keys() - before.keys():
                delattr(item, name)
            for name, value in before.items():
                if now.get(name, self) is not value:
                    setattr(item, name, value)


def _is_device(value: Any) -> bool:
    return isinstance(value, JITFunction)


def _method(function: JITFunction) -> Callable[..., Any]:
    return lambda *arguments, **options: function(*arguments, **options)


def _combining(reduce: Callable[..., Any]) -> Callable[..., Any]:
    """The stock reductions call a combining function's Python body; a candidate's is interpreted as any other."""

    def combined(values: Any, axis: Any, combine_fn: Any, *rest: Any, **options: Any) -> Any:
        if _is_device(combine_fn) and not kernel_scope.is_library(combine_fn):
            body = _method(combine_fn)
            combine_fn = SimpleNamespace(fn=body, rewrite=lambda: body)
        return reduce(values, axis, combine_fn, *rest, **options)

    return combined


class _Bodies:
    """Compiled functions as Python functions of their own text, each made once."""

    def __init__(self) -> None:
        self._made: dict[int, tuple[JITFunction, Callable[..., Any]]] = {}

    def of(self, function: JITFunction) -> Callable[..., Any]:
        if id(function) not in self._made:
            self._made[id(function)] = (function, _made(function))
        return self._made[id(function)][1]


def _made(function: JITFunction) -> Callable[..., Any]:
    tree = ast.parse(function.src)
    definition = tree.body[0]
    assert isinstance(definition, ast.FunctionDef)
    # Defaults were evaluated when the module was imported, and annotations say nothing to the interpreter.
    definition.decorator_list, definition.returns = [], None
    definition.args.defaults, definition.args.kw_defaults = [], [None] * len(definition.args.kwonlyargs)
    for argument in ast.walk(definition.args):
        if isinstance(argument, ast.arg):
            argument.annotation = None
    tree = ast.fix_missing_locations(interpreter.FunctionRewriter.ast_transformer.visit(tree))
    ast.increment_lineno(tree, _first_line(function) - 1)
    code = compile(tree, function.fn.__code__.co_filename, "exec")
    inner = next(item for item in code.co_consts if isinstance(item, CodeType))
    scope = kernel_scope.scope_of(function, inner)
    exec(code, scope)
    body: Callable[..., Any] = scope[function.fn.__name__]
    body.__defaults__, body.__kwdefaults__ = function.fn.__defaults__, function.fn.__kwdefaults__
    return body


def _first_line(function: JITFunction) -> int:
    """The file's line of the `def`, which may stand below decorators."""
    above = next(number for number, line in enumerate(function.raw_src) if line.lstrip().startswith("def "))
    return int(function.starting_line_number) + above


def install(
    driver: StandInDriver,
    guard: Guard,
    around_launches: Callable[[], AbstractContextManager[None]],
    contraction: Contraction,
) -> None:
    """From now on a launch compiles and is then interpreted, inside `around_launches`."""
    language, bodies = _Language(), _Bodies()
    compile_and_launch, refuse = JITFunction.run, JITFunction.__call__
    running: list[JITFunction] = []

    @hands_on
    def run(self: Any, *arguments: Any, grid: Any, warmup: bool, **options: Any) -> Any:
        asked = _Asked(grid) if callable(grid) else grid
        kernel = compile_and_launch(self, *arguments, grid=asked, warmup=warmup, **options)
        if not warmup and not driver.measuring:
            guard.begin()
            # Objects of the candidate's own may run code here, which is the host's.
            bound, sizes = _bound(self, arguments, options), _sizes(asked.answer if isinstance(asked, _Asked) else grid)
            check_architecture(str(options.get("arch") or ""), driver.capability)
            if options.get("launch_pdl"):  # what the launch before has not written yet may be read
                early = InterpreterError("launch_pdl=True: a launch that may begin before the one before it has ended")
                guard.failure = guard.failure or early
                raise early
            if options.get("launch_cooperative_grid"):
                check_cooperative(math.prod(sizes), options.get("num_warps", 4), driver.capability)
            running.append(self)
            try:
                with around_launches(), language.interpreted(), contraction.of_launch(options):
                    _interpret(guard, bodies.of(self), bound, sizes)
            except Exception as error:
                guard.failure = guard.failure or error
                raise
            finally:
                running.pop()
        return kernel

    @hands_on
    def call(self: Any, *arguments: Any, **options: Any) -> Any:
        if not running:
            return refuse(self, *arguments, **options)
        options.pop("_semantic", None)
        return bodies.of(self)(*arguments, **options)

    JITFunction.run, JITFunction.__call__ = run, call
    JITFunction.rewrite = lambda self: bodies.of(self)  # what the interpreter's reductions ask a function for


class _Asked:
    """A grid that is a function, and what it last answered: it is asked once for both."""

    def __init__(self, grid: Callable[[Any], Any]) -> None:
        self._grid, self.answer = grid, None

    @hands_on
    def __call__(self, bound: Any) -> Any:
        self.answer = self._grid(bound)
        return self.answer


def _bound(function: JITFunction, arguments: tuple[Any, ...], options: Mapping[str, Any]) -> dict[str, Any]:
    """All parameters by name, constants as they are. What is no parameter is an option of the launch."""
    constants = {parameter.name for parameter in function.params if parameter.is_constexpr}
    given = {name: value for name, value in options.items() if name in function.arg_names}
    bound = inspect.getcallargs(function.fn, *arguments, **given)
    converted = {
        name: value if name in constants else interpreter._implicit_cvt(value) for name, value in bound.items()
    }
    return {name: kernel_scope.admitted(name, value) for name, value in converted.items()}


@hands_on
def _sizes(grid: Any) -> tuple[int, int, int]:
    sizes = [operator.index(size) for size in grid]
    return tuple(sizes + [1] * (3 - len(sizes)))  # type: ignore[return-value]


def _interpret(guard: Guard, body: Callable[..., Any], arguments: dict[str, Any], grid: tuple[int, int, int]) -> None:
    """In the order of the programs' numbers, and where an atomic gives them turns, backwards too: nothing on a device
    makes a program's number its turn. One that waits is seen in the first order alone."""
    places = [(x, y, z) for x in range(grid[0]) for y in range(grid[1]) for z in range(grid[2])]
    before = guard.contents() if len(places) > 1 else []
    _run_programs(body, arguments, grid, places)
    if len(places) < 2 or not guard.takes_turns:
        return
    after = guard.contents()
    guard.turn_back(before)
    try:
        _run_programs(body, arguments, grid, places[::-1])
    except InterpreterError:
        if not guard.waits:
            raise
        guard.restore(after)


def _run_programs(
    body: Callable[..., Any], arguments: dict[str, Any], grid: tuple[int, int, int], places: list[tuple[int, int, int]]
) -> None:
    builder = interpreter.interpreter_builder
    builder.set_grid_dim(*grid)
    try:
        for x, y, z in places:
            builder.set_grid_idx(x, y, z)
            body(**arguments)
    except Exception as error:
        raise InterpreterError(repr(error)) from error
