"""What Triton's compiler takes and its interpreter does not, or takes otherwise: `and` of blocks, numbers that are
tensors to the compiler, reductions and scans with a function of one's own, annotations as texts, grids as lists,
exchanged floating-point numbers.

Each is given the compiler's meaning. Functions of libdevice stand in `device_library`.
"""

import ast
import itertools
from collections.abc import Callable, Iterator, Sequence
from typing import Any

import numpy as np
import triton.language as tl
from triton.runtime import interpreter

Combine = Callable[..., Any]
_RANGE, _STATIC_RANGE = tl.core.range, tl.core.static_range


class _NeedsScalars(Exception):
    """A combine function asks whether a block is true: it has to be run element by element."""


def install() -> None:
    _logic()
    _numbers()
    _reductions()
    _launches()
    _exchanges()


def _logic() -> None:
    """`a and b`, `a or b`, `not a` are elementwise where a tensor is among the operands."""
    visit = interpreter.ASTTransformer
    assigned = visit.visit_Assign

    def assignment(self: Any, node: ast.Assign) -> ast.AST:
        # The stock transformer leaves what is assigned unvisited.
        node.value = self.visit(node.value)
        changed: ast.AST = assigned(self, node)
        return changed

    def boolean(self: Any, node: ast.BoolOp) -> ast.AST:
        self.generic_visit(node)
        name = "_both" if isinstance(node.op, ast.And) else "_either"
        return _call(name, [_later(value) for value in node.values])

    def unary(self: Any, node: ast.UnaryOp) -> ast.AST:
        self.generic_visit(node)
        return _call("_negated", [node.operand]) if isinstance(node.op, ast.Not) else node

    visit.visit_BoolOp, visit.visit_UnaryOp, visit.visit_Assign = boolean, unary, assignment
    # The interpreter hands its own module's names to the kernels that it rewrites.
    interpreter.icwm_logic = _Logic()


def _call(name: str, arguments: list[ast.expr]) -> ast.Call:
    owner = ast.Name(id="icwm_logic", ctx=ast.Load())
    return ast.Call(func=ast.Attribute(value=owner, attr=name, ctx=ast.Load()), args=arguments, keywords=[])


def _later(value: ast.expr) -> ast.Lambda:
    nothing = ast.arguments(posonlyargs=[], args=[], kwonlyargs=[], kw_defaults=[], defaults=[])
    return ast.Lambda(args=nothing, body=value)


def _numbers() -> None:
    """Loop variables, scalar arguments and constants that are assigned are tensors to the compiler, with a type and
    with methods. The stock interpreter leaves them Python's numbers."""
    visit, convert, patch = interpreter.ASTTransformer, interpreter._implicit_cvt, interpreter._patch_lang_core
    assigned = visit.visit_Assign

    def loop(self: Any, node: ast.For) -> ast.AST:
        self.generic_visit(node)
        if isinstance(node.iter, ast.Call):
            node.iter.args.insert(0, node.iter.func)
            node.iter.func = _call("_loop", []).func
        return node

    def annotated(self: Any, node: ast.AnnAssign) -> ast.AST:
        if node.value is None or "constexpr" in ast.unparse(node.annotation):
            return node
        made = ast.Assign(targets=[node.target], value=node.value)
        return self.visit(ast.copy_location(made, node))  # type: ignore[no-any-return]

    def assignment(self: Any, node: ast.Assign) -> ast.AST:
        several = isinstance(node.targets[0], ast.Tuple)
        changed: ast.AST = assigned(self, node)
        if several:
            node.value = _call("_parts", [node.value])
        return changed

    def converting(argument: Any) -> Any:
        kind = {float: tl.float32, bool: tl.int1}.get(type(argument))
        return convert(argument) if kind is None else _scalar(argument, kind)

    def patched(language: Any, scope: Any) -> None:
        patch(language, scope)
        scope.set_attr(language, "range", _RANGE)
        scope.set_attr(language, "static_range", _STATIC_RANGE)

    visit.visit_For, visit.visit_AnnAssign, visit.visit_Assign = loop, annotated, assignment
    interpreter._implicit_cvt, interpreter._patch_lang_core = converting, patched


def _scalar(number: Any, kind: Any) -> Any:
    return tl.tensor(interpreter.TensorHandle(np.array([number], interpreter._get_np_dtype(kind)), kind), kind)


def _counted(start: Any, end: Any = None, step: Any = 1, *rest: Any, **options: Any) -> Iterator[Any]:
    """What `range` and `tl.range` give: tensors of the type that the bounds and the step have together."""
    semantic = interpreter.interpreter_semantic
    if end is None:
        start, end = 0, start
    bounds = [semantic.to_tensor(item) for item in (start, end, 1 if step is None else step)]
    if not all(item.dtype.is_int() for item in bounds):
        raise TypeError(f"For loop bounds and step must all be ints, are {tuple(item.dtype for item in bounds)}")
    kind = semantic.integer_promote_impl(bounds[0].dtype, bounds[1].dtype)
    kind = semantic.integer_promote_impl(kind, bounds[2].dtype)
    first, last, pace = (int(item.handle.data.item()) for item in bounds)
    if pace > 0 or not isinstance(step, tl.tensor):
        return (_scalar(number, kind) for number in range(first, last, pace))
    # The compiler turns a loop round for a constant step alone: one that is known at run time is added until the end is
    # reached, which never happens here.
    return (_scalar(number, kind) for number in (itertools.count(first, pace) if first < last else ()))


def _constants(start: Any, end: Any = None, step: Any = 1) -> range:
    """What `tl.static_range` gives."""
    return range(start, end, 1 if step is None else step) if end is not None else range(start)


class _Logic:
    """As `visit_BoolOp` of Triton's compiler: constants decide early, tensors are combined element by element."""

    def _both(self, *operands: Callable[[], Any]) -> Any:
        return self._combined(operands, decides=False, method="logical_and")

    def _either(self, *operands: Callable[[], Any]) -> Any:
        return self._combined(operands, decides=True, method="logical_or")

    def _combined(self, operands: Sequence[Callable[[], Any]], *, decides: bool, method: str) -> Any:
        tensors: list[Any] = []
        value: Any = None
        for operand in operands:
            value = operand()
            if isinstance(value, tl.tensor):
                tensors.append(value)
            elif bool(value) is decides:
                return value
        while len(tensors) > 1:
            left, right, *rest = tensors
            tensors = [getattr(left, method)(right), *rest]
        return tensors[0] if tensors else value

    def _loop(self, kind: Any, *arguments: Any, **options: Any) -> Any:
        if kind is range or kind is _RANGE:
            return _counted(*arguments, **options)
        return _constants(*arguments, **options) if kind is _STATIC_RANGE else kind(*arguments, **options)

    def _parts(self, values: Any) -> Any:
        if not isinstance(values, tuple):
            return values
        return tuple(interpreter.interpreter_semantic.to_tensor(item, False) for item in values)

    def _negated(self, value: Any) -> Any:
        return value.__not__() if isinstance(value, tl.tensor) else not value


def _reductions() -> None:
    """Combine functions run on halves of the block at a time: the stock ones run once for every element in Python,
    which takes a kernel of some thousand elements past any time limit."""
    reduce, scan = interpreter.ReduceOps, interpreter.ScanOps
    one_by_one, scan_one_by_one = reduce.generic_reduce, scan.generic_scan

    def reducing(self: Any, tensors: Any) -> Any:
        return _by_blocks(lambda: _reduced(self, tensors), lambda: one_by_one(self, tensors))

    def scanning(self: Any, tensors: Any) -> Any:
        return _by_blocks(lambda: _scanned(self, tensors), lambda: scan_one_by_one(self, tensors))

    reduce.generic_reduce, scan.generic_scan = reducing, scanning


def _by_blocks(together: Callable[[], Any], alone: Callable[[], Any]) -> Any:
    """Blocks that are asked whether they are true make the combine function one of scalars."""
    truth = tl.tensor.__bool__

    def of_scalars(self: Any) -> bool:
        if self.handle.data.size > 1:
            raise _NeedsScalars
        return bool(self.handle.data)

    tl.tensor.__bool__ = of_scalars
    try:
        return together()
    except Exception as error:
        if not _caused_by(error, _NeedsScalars):
            raise
    finally:
        tl.tensor.__bool__ = truth
    return alone()


def _caused_by(error: BaseException | None, kind: type[BaseException]) -> bool:
    while error is not None:
        if isinstance(error, kind):
            return True
        error = error.__cause__ or error.__context__
    return False


def _function(combine: Any) -> Combine:
    """The combine function as kernels are rewritten, so that what is mended there holds in it too."""
    rewritten: Combine = combine.rewrite()
    return rewritten


def _reduced(self: Any, tensors: Sequence[Any]) -> list[Any]:
    """The first half is combined with the second, then what came of them, as a warp's lanes do on a device: not in the
    elements' order, which a combine function that tells its sides apart needs."""
    kinds, axis = [tensor.dtype for tensor in tensors], self.axis
    rank = len(tensors[0].handle.data.shape)
    arrays = [tensor.handle.data.ravel() if axis is None else tensor.handle.data for tensor in tensors]
    along = 0 if axis is None else axis % rank
    function = _function(self.combine_fn)
    while arrays[0].shape[along] > 1:
        arrays = _combined(self, function, _half(arrays, along, 0), _half(arrays, along, 1), kinds)
    if axis is None:
        shape: tuple[int, ...] = (1,) * rank if self.keep_dims else ()
        return [self.to_tensor(_packed(array.reshape(shape)), kind) for array, kind in zip(arrays, kinds, strict=True)]
    if not self.keep_dims:
        arrays = [array.squeeze(along) for array in arrays]
    return [self.to_tensor(_packed(array), kind) for array, kind in zip(arrays, kinds, strict=True)]


def _packed(array: Any) -> Any:
    """A scalar where nothing is left of the shape, as the interpreter has them."""
    return array if array.shape else array.item()


def _half(arrays: Sequence[Any], axis: int, second: int) -> list[Any]:
    return [np.split(array, 2, axis)[second] for array in arrays]


def _combined(
    self: Any, function: Combine, left: Sequence[Any], right: Sequence[Any], kinds: Sequence[Any]
) -> list[Any]:
    given = [
        self.to_tensor(_packed(array), kind) for side in (left, right) for array, kind in zip(side, kinds, strict=True)
    ]
    result = function(*given)
    parts = result if isinstance(result, tuple | tl.tuple) else (result,)
    shape = left[0].shape
    return [
        np.broadcast_to(part.handle.data if isinstance(part, tl.tensor) else np.asarray(part), shape or (1,))
        .reshape(shape)
        .astype(array.dtype)
        for part, array in zip(parts, left, strict=True)
    ]


def _scanned(self: Any, tensors: Sequence[Any]) -> list[Any]:
    """Each element is combined with what stands 1, 2, 4, … before it."""
    kinds, axis = [tensor.dtype for tensor in tensors], self.axis % len(tensors[0].handle.data.shape)
    arrays = [tensor.handle.data for tensor in tensors]
    function, length = _function(self.combine_fn), arrays[0].shape[axis]
    shape = [1] * arrays[0].ndim
    shape[axis] = length
    places = np.arange(length).reshape(shape)
    step = 1
    while step < length:
        before = [np.roll(array, step, axis) for array in arrays]
        new = _combined(self, function, before, arrays, kinds)
        arrays = [np.where(places >= step, one, other) for one, other in zip(new, arrays, strict=True)]
        step *= 2
    return [self.to_tensor(array, kind) for array, kind in zip(arrays, kinds, strict=True)]


def _launches() -> None:
    """Grids may be lists; an annotation may be the text of one, as under `from __future__ import annotations`."""
    executor = interpreter.GridExecutor
    prepare, init = executor._init_args_hst, executor.__init__

    def initialised(self: Any, function: Any, names: Any, grid: Any, *rest: Any) -> None:
        init(self, function, names, _as_tuple(grid), *rest)
        texts = {name: text for name, text in function.__annotations__.items() if isinstance(text, str)}
        self.constexprs += [name for name, text in texts.items() if "constexpr" in text and name in names]

    def prepared(self: Any, arguments: Any, options: Any) -> Any:
        self.grid = _as_tuple(self.grid)
        return prepare(self, arguments, options)

    executor.__init__, executor._init_args_hst = initialised, prepared


def _as_tuple(grid: Any) -> Any:
    if isinstance(grid, list):
        return tuple(grid)
    if callable(grid) and not getattr(grid, "gives_tuples", False):
        return _Grid(grid)
    return grid


class _Grid:
    """A grid that is asked for with the launch's arguments."""

    gives_tuples = True

    def __init__(self, asked: Callable[[Any], Any]) -> None:
        self._asked = asked

    def __call__(self, arguments: Any) -> Any:
        grid = self._asked(arguments)
        return tuple(grid) if isinstance(grid, list) else grid


def _exchanges() -> None:
    """An atomic exchange moves bits, so one of float32 or float64 is one of integers as wide."""
    builder = interpreter.InterpreterBuilder
    update = builder.create_atomic_rmw

    def atomic_rmw(self: Any, kind: Any, pointers: Any, value: Any, *rest: Any) -> Any:
        integers = _INTEGERS.get(value.data.dtype.name) if kind == interpreter._ir.ATOMIC_OP.XCHG else None
        if integers is None:
            return update(self, kind, pointers, value, *rest)
        bits = interpreter.TensorHandle(np.ascontiguousarray(value.data).view(integers), value.dtype)
        found = update(self, kind, pointers, bits, *rest)
        return interpreter.TensorHandle(found.data.view(value.data.dtype), value.dtype.scalar)

    builder.create_atomic_rmw = atomic_rmw


_INTEGERS = {"float32": np.int32, "float64": np.int64}
