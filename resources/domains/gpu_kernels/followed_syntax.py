"""What nvcc would say of a CUDA text that cannot be read: a type that nothing declares, or what is due where reading it
ends."""

from collections.abc import Sequence
from itertools import pairwise

from resources.domains.gpu_kernels.interpretation.cuda.placed import Stop
from resources.domains.gpu_kernels.nvcc_words import Error, shown, undeclared
from resources.domains.gpu_kernels.reject.cuda_tokens import Token, tokens

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
        " __align__ alignas public private".split()
    )
)
_NOT_WRITABLE = "expression must be a modifiable lvalue"


def unread(code: str, stops: Sequence[Stop]) -> str:
    """The whole log, or "" where it is not known. An undeclared name counts before all else, as in a diagnosis."""
    if "#define" in code:
        return ""
    found = [token for token in tokens(code) if not token.directive]
    stop = stops[-1] if stops and stops[-1].due in (";", ")", "]") and stops[-1].start >= 0 else None
    strange = [token for token in (_strange_type(found), _lost(found, stop)) if token is not None]
    if strange:
        first = min(strange, key=lambda token: token.line)
        return shown(code, [Error(first.line, undeclared(first.text))])
    if stop is None:
        return ""
    due = Error(stop.line, f'expected a "{stop.due}"', stop.start)
    return shown(code, [Error(stop.line, _NOT_WRITABLE), due] if _assigns_inside(found, stop) else [due])


def _strange_type(found: Sequence[Token]) -> Token | None:
    for before, token, after in zip(found, found[1:], found[2:], strict=False):
        is_strange = token.kind == "name" and token.text not in _WORDS and _is_type(before, after)
        if is_strange and not any(one.text in _TYPES and other.text == token.text for one, other in pairwise(found)):
            return token
    return None


def _is_type(before: Token, after: Token) -> bool:
    """Whether a name stands where a type is due."""
    if before.text in _QUALIFIERS and after.text in ("*", "&"):
        return True
    return after.kind == "name" and after.text not in _AFTER and before.text in (*_BEFORE, *_QUALIFIERS)


def _lost(found: Sequence[Token], stop: Stop | None) -> Token | None:
    """The first use of a variable whose declaration is skipped, since the statement before it has no end."""
    if stop is None or stop.due != ";":
        return None
    rest = [token for token in found if token.start >= stop.start]
    if not rest or rest[0].text not in _TYPES | _QUALIFIERS:
        return None
    at = next((place for place, token in enumerate(rest) if token.text not in _TYPES | _QUALIFIERS | {"*"}), 0)
    if at == 0 or at + 1 >= len(rest) or rest[at + 1].text not in ("=", ";", "["):
        return None
    return next((token for token in rest[at + 1 :] if token.text == rest[at].text), None)


def _assigns_inside(found: Sequence[Token], stop: Stop) -> bool:
    """Whether an assignment stands in the brackets that are not closed."""
    open_brackets = 0
    has_sign = False
    for token in reversed([token for token in found if token.start < stop.start]):
        open_brackets += (token.text == "]") - (token.text == "[")
        if open_brackets < 0:
            return stop.due == "]" and has_sign
        has_sign |= token.text == "=" and open_brackets == 0
    return False
