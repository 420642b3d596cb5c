"""What nvcc would say of a CUDA candidate that it refuses: a type or name that nothing declares, what is due where
reading ends, and launches with other arguments than the kernel has.
"""

from collections.abc import Sequence
from itertools import pairwise
from typing import NamedTuple

from resources.domains.gpu_kernels.language.cuda_source import Token, tokens
from resources.domains.gpu_kernels.prediction.simulator.cuda.execution import Halt
from resources.domains.gpu_kernels.prediction.simulator.cuda.layout import Layout
from resources.domains.gpu_kernels.prediction.simulator.cuda.machine import OTHER_COUNT
from resources.domains.gpu_kernels.prediction.simulator.cuda.name_resolution import undeclared_names
from resources.domains.gpu_kernels.prediction.simulator.cuda.program import MissingToken, Program
from resources.domains.gpu_kernels.prediction.simulator.cuda.unset import Unset
from resources.domains.gpu_kernels.prediction.simulator.cuda.values import Address

_BEFORE = frozenset("; { } ( ,".split())
_QUALIFIERS = frozenset("const __shared__ static constexpr extern __device__ __global__".split())
_AFTER = frozenset("const volatile __restrict__".split())
_TYPES = frozenset(
    "volatile __restrict__ __host__ inline __forceinline__ __noinline__ register typename __constant__ float double"
    " bool __half half __nv_bfloat16 __half2 int8_t uint8_t int16_t uint16_t int32_t uint32_t int64_t uint64_t size_t"
    " int unsigned signed long short char void auto dim3 struct class enum using cudaError_t cudaStream_t float2 float3"
    " float4 int2 int3 int4 uint2 uint3 uint4".split()
)
_WORDS = (
    _QUALIFIERS
    | _TYPES
    | frozenset(
        "return else goto typedef namespace template case new delete operator do if for while switch __launch_bounds__"
        " __align__ alignas public private protected explicit virtual friend operator union mutable thread_local"
        " static_assert decltype concept requires consteval constinit export try throw catch default override final"
        " noexcept this sizeof alignof".split()
    )
    | frozenset(
        f"{base}{count}"
        for base in "char uchar short ushort int uint long ulong longlong ulonglong float double".split()
        for count in (1, 2, 3, 4)
    )
)
_GOES_ON = frozenset("[ ( { = , : < . ~".split())
"""Where one of these stands, nothing need be missing: the text may be of a part of the language that is not read."""
_NOT_WRITABLE = "expression must be a modifiable lvalue"
_STRANGE_ARGUMENT = 'argument of type "int" is incompatible with parameter of type "float *"'


class Error(NamedTuple):
    """`start` is the place that is pointed at, -1 for none."""

    line: int
    text: str
    start: int = -1


def syntax_log(code: str, missing: MissingToken | None) -> str:
    """The whole log of a text that cannot be read, or "" where it is not known. An undeclared name counts before all
    else, as in a diagnosis."""
    if "#define" in code:
        return ""
    words = [token for token in tokens(code) if not token.directive]
    due = missing if missing is not None and missing.due in (";", ")", "]") and missing.start >= 0 else None
    if due is not None and due.due == ";" and code[due.start] in _GOES_ON:
        due = None
    strange = [token for token in (_strange_type(words), _lost(words, due)) if token is not None]
    if strange:
        first = min(strange, key=lambda token: token.line)
        return _log(code, [Error(first.line, _undeclared(first.text))])
    if due is None:
        return ""
    error = Error(due.line, f'expected a "{due.due}"', due.start)
    return _log(code, [Error(due.line, _NOT_WRITABLE), error] if _assigns_inside(words, due) else [error])


def refusal_log(code: str, program: Program, halt: Halt | None, why: str) -> str:
    """The whole log of one that is read; "" where it is not known."""
    names, is_called_wrongly = undeclared_names(program)
    if names:
        return _log(code, [Error(node.line, _undeclared(node.parts[0]), node.start) for node in names])
    if is_called_wrongly or halt is None or halt.called is None or why != OTHER_COUNT or not halt.called.is_kernel:
        return ""
    layout, parameters = Layout(program.structs, Unset(with_zeros=False)), halt.called.parameters
    pairs = zip(parameters, halt.arguments, strict=False)
    strange = [kind for (parameter, _), kind in pairs if _differs(layout.resolved(parameter), kind)]
    errors = [Error(halt.launch_line, _STRANGE_ARGUMENT)] if strange else []
    count = "few" if len(halt.arguments) < len(parameters) else "many"
    return _log(code, [*errors, Error(halt.launch_line, f"too {count} arguments in function call")])


def _differs(kind: object, other: object) -> bool:
    if isinstance(kind, Address) and isinstance(other, Address):
        return kind.of != other.of
    return isinstance(kind, Address) != isinstance(other, Address)


def _strange_type(words: Sequence[Token]) -> Token | None:
    for before, token, after in zip(words, words[1:], words[2:], strict=False):
        is_strange = token.kind == "name" and token.text not in _WORDS and _is_type(before, after)
        if is_strange and not any(one.text in _TYPES and other.text == token.text for one, other in pairwise(words)):
            return token
    return None


def _is_type(before: Token, after: Token) -> bool:
    """Whether a name stands where a type is due."""
    if before.text in _QUALIFIERS and after.text in ("*", "&"):
        return True
    return after.kind == "name" and after.text not in _AFTER and before.text in (*_BEFORE, *_QUALIFIERS)


def _lost(words: Sequence[Token], missing: MissingToken | None) -> Token | None:
    """The first use of a variable whose declaration is skipped, since the statement before it has no end."""
    if missing is None or missing.due != ";":
        return None
    rest = [token for token in words if token.start >= missing.start]
    if not rest or rest[0].text not in _TYPES | _QUALIFIERS:
        return None
    at = next((place for place, token in enumerate(rest) if token.text not in _TYPES | _QUALIFIERS | {"*"}), 0)
    if at == 0 or at + 1 >= len(rest) or rest[at + 1].text not in ("=", ";", "["):
        return None
    return next((token for token in rest[at + 1 :] if token.text == rest[at].text), None)


def _assigns_inside(words: Sequence[Token], missing: MissingToken) -> bool:
    """Whether an assignment stands in the brackets that are not closed."""
    open_brackets = 0
    has_sign = False
    for token in reversed([token for token in words if token.start < missing.start]):
        open_brackets += (token.text == "]") - (token.text == "[")
        if open_brackets < 0:
            return missing.due == "]" and has_sign
        has_sign |= token.text == "=" and open_brackets == 0
    return False


def _undeclared(name: str) -> str:
    return f'identifier "{name}" is undefined'


def _log(code: str, errors: Sequence[Error]) -> str:
    """As nvcc shows errors: the source below each, its place where it is known, and how many there are."""
    lines = code.split("\n")
    texts = [_error(code, lines, error) for error in errors if 0 < error.line <= len(lines)]
    if not texts:
        return ""
    return "".join(texts) + f'{len(texts)} error{"s" * (len(texts) > 1)} detected in the compilation of "kernel.cu".\n'


def _error(code: str, lines: list[str], error: Error) -> str:
    text = f"kernel.cu({error.line}): error: {error.text}\n  {lines[error.line - 1]}\n"
    if error.start < 0:
        return text
    column = error.start - (code.rfind("\n", 0, error.start) + 1)
    return f"{text}{' ' * (column + 2)}^\n"
