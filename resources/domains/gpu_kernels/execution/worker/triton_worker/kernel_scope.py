"""What an interpreted kernel sees: what the compiler lets a kernel use, and nothing of the host's.

The stock interpreter runs a kernel as a Python function among the globals of its module and of the interpreter
itself, so that torch and NumPy are at hand in it.
"""

import collections
import functools
import math
import sys
from pathlib import Path
from types import CodeType, FunctionType, ModuleType, SimpleNamespace
from typing import Any

import torch
import triton
import triton.language as tl
from triton.compiler.code_generator import CodeGenerator
from triton.runtime import interpreter
from triton.runtime.jit import JITCallable

_PLAIN = (bool, int, float, complex, str, type(None), torch.dtype)
_TYPES = (bool, int, float, str, tl.tensor, tl.constexpr, tl.dtype, tl.pointer_type, tl.block_type, tl.tuple)
_LIBRARY = f"{Path(tl.__file__).parent}/"
_INTERPRETERS_OWN = frozenset({"handle", "_flatten_ir", "to_ir"})
"""Attributes of the language's values through which the interpreter's arrays can be reached."""


class HostCodeInKernel(Exception):
    """A kernel used a value of the host's that no compiled kernel could use."""


class _HostValue:
    """In the place of such a value; a kernel may name it where it does not use it."""

    def __init__(self, name: str) -> None:
        object.__setattr__(self, "told", f"a kernel uses {name}, which is neither Triton's nor a constant")

    def _refuse(self, *arguments: Any, **options: Any) -> Any:
        raise HostCodeInKernel(object.__getattribute__(self, "told"))

    __getattribute__ = __call__ = __getitem__ = __iter__ = __len__ = __bool__ = __eq__ = __contains__ = _refuse
    __add__ = __radd__ = __sub__ = __rsub__ = __mul__ = __rmul__ = __truediv__ = __rtruediv__ = _refuse
    __hash__ = None  # type: ignore[assignment]


def _is_languages(value: Any) -> bool:
    """Whether a module, class or function is Triton's own. A name proves nothing: `functools.wraps` copies names."""
    if isinstance(value, ModuleType):
        return f"{value.__name__}.".startswith("triton.language.") and sys.modules.get(value.__name__) is value
    if isinstance(value, type):
        home = sys.modules.get(value.__module__)
        return f"{value.__module__}.".startswith("triton.language.") and getattr(home, value.__name__, None) is value
    code = getattr(value, "__code__", None)
    return isinstance(value, FunctionType) and isinstance(code, CodeType) and code.co_filename.startswith(_LIBRARY)


def is_library(function: JITCallable) -> bool:
    """Whether a device function comes with Triton."""
    return _is_languages(function.fn)


def _on_numbers(function: Any) -> Any:
    def guarded(*arguments: Any) -> Any:
        if any(isinstance(item, tl.tensor) for item in arguments):
            raise HostCodeInKernel(f"a kernel uses math.{function.__name__} on a value that is no constant")
        return function(*arguments)

    return guarded


_MATH = SimpleNamespace(
    **{
        name: _on_numbers(item) if callable(item) else item
        for name, item in vars(math).items()
        if not name.startswith("_")
    }
)
_TRITON = SimpleNamespace(language=tl, cdiv=triton.cdiv, next_power_of_2=triton.next_power_of_2)
_TORCH = SimpleNamespace(**{name: item for name, item in vars(torch).items() if isinstance(item, torch.dtype)})


def _as_interpreted(builtin: Any) -> Any:
    """One of the language's own functions under a name of the candidate's (`from triton.language import load`)."""
    home = sys.modules[builtin.__module__]

    def called(*arguments: Any, **options: Any) -> Any:
        now = getattr(home, builtin.__name__)
        return now(*arguments, **options, **({"_semantic": interpreter.interpreter_semantic} if now is builtin else {}))

    return called


def admitted(name: str, value: Any) -> Any:
    """`value` as a kernel sees it: itself where the compiler would take it, else what refuses every use."""
    if isinstance(value, ModuleType) and value in (math, triton, torch):
        return {math: _MATH, triton: _TRITON, torch: _TORCH}[value]
    if _is_languages(value):
        return _as_interpreted(value) if tl.core.is_builtin(value) else value
    try:
        return _plain(value)
    except _NoConstant:
        return _HostValue(name)


class _NoConstant(Exception):
    """A value is none that the compiler would take."""


_RECORDS: dict[type, Any] = {}


def _plain(value: Any) -> Any:
    """A number, a text, a type, a device function or a block, or a collection of them. Classes of the candidate's own
    stay outside with their methods: a named tuple is one of the same fields and of no more. Raises _NoConstant."""
    kind = type(value)
    if kind in (tuple, list):
        return kind(_plain(item) for item in value)
    if kind is dict:
        return {_plain(key): _plain(item) for key, item in value.items()}
    if kind is type and issubclass(value, tuple) and value is not tuple and value not in _TYPES:
        return _record(value)
    if isinstance(value, tuple):
        return _record(kind)(*(_plain(item) for item in tuple.__iter__(value)))
    if kind is tl.tuple:
        return tl.tuple([_plain(item) for item in value.values])
    if kind is tl.constexpr:
        inner = _plain(value.value)
        return value if inner is value.value else tl.constexpr(inner)
    if kind in _PLAIN or isinstance(value, JITCallable) or (kind is type and value in _TYPES):
        return value
    if _is_languages(kind):
        return value
    raise _NoConstant


def _record(kind: type) -> Any:
    fields = vars(kind).get("_fields")
    if type(fields) is not tuple or not all(type(field) is str for field in fields):
        raise _NoConstant
    if kind not in _RECORDS:
        defaults = vars(kind).get("_field_defaults", {})
        given = [_plain(defaults[field]) for field in fields if field in defaults]
        _RECORDS[kind] = collections.namedtuple(kind.__name__, fields, defaults=given)
    return _RECORDS[kind]


def _attribute(value: Any, name: str, *default: Any) -> Any:
    if name in _INTERPRETERS_OWN or name.startswith("_"):
        raise HostCodeInKernel(f"a kernel asks for the attribute {name}")
    return getattr(value, name, *default)


def _has_attribute(value: Any, name: str) -> bool:
    absent = object()
    return _attribute(value, name, absent) is not absent


def _is_instance(value: Any, kinds: Any) -> bool:
    """Constants of a launch are plain numbers here and `tl.constexpr` for the compiler."""
    wanted = kinds if isinstance(kinds, tuple) else (kinds,)
    if tl.constexpr in wanted and not isinstance(value, tl.tensor):
        return True
    return isinstance(value, kinds)


def _of_values(plain: Any, elementwise: Any) -> Any:
    """Python's own of constants; the compiler has the elementwise one where a tensor is among them."""
    of_tensors = _as_interpreted(elementwise)

    def chosen(*values: Any) -> Any:
        if any(isinstance(value, tl.tensor) for value in values):
            return functools.reduce(of_tensors, values)
        return plain(*values)

    return chosen


_BUILTINS = {
    **{name: item for name, item in CodeGenerator.builtin_namespace.items() if name not in ("min", "max", "print")},
    "getattr": _attribute,
    "hasattr": _has_attribute,
    "isinstance": _is_instance,
    "min": _of_values(min, tl.core.minimum),
    "max": _of_values(max, tl.core.maximum),
    "print": print,
}
"""Those of the compiler, and no other."""


def names_of(code: CodeType) -> set[str]:
    """All names that a function's code, and the code in it, may look up."""
    inner = (item for item in code.co_consts if isinstance(item, CodeType))
    return set(code.co_names).union(*(names_of(item) for item in inner))


def scope_of(function: Any, code: CodeType) -> dict[str, Any]:
    """The globals under which a function's interpreted code runs. Triton's own library keeps its module's."""
    ours = {"interpreter_semantic": interpreter.interpreter_semantic, "icwm_logic": interpreter.icwm_logic}
    if is_library(function):
        return {**function.fn.__globals__, **ours}
    captured = function.get_capture_scope()
    used = {name: admitted(name, captured[name]) for name in names_of(code) if name in captured}
    return {**used, **ours, "__builtins__": _BUILTINS, "__name__": "kernel"}
