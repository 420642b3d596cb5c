"""What `triton.language` offers: its members, and the parameters of the functions that kernels call most.

Written down, because Triton takes seconds to import and is no part of the process that predicts. A test compares it
with the installed Triton. What calls do is `block_shapes`.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache

MEMBERS = frozenset(
    "PropagateNan TRITON_MAX_TENSOR_NUMEL abs add advance arange argmax argmin associative_scan assume atomic_add"
    " atomic_and atomic_cas atomic_max atomic_min atomic_or atomic_xchg atomic_xor bfloat16 bitonic_merge block_type"
    " broadcast broadcast_to cast cat cdiv ceil clamp condition const constexpr constexpr_type core cos cumprod cumsum"
    " debug_barrier device_assert device_print div_rn dot dot_scaled dtype erf exp exp2 expand_dims extra fdiv flip"
    " float16 float32 float64 float8e4b15 float8e4b8 float8e4nv float8e5 float8e5b16 floor fma full gather histogram"
    " inline_asm_elementwise int1 int16 int32 int64 int8 interleave join load load_tensor_descriptor log log2"
    " make_block_ptr make_tensor_descriptor map_elementwise math max max_constancy max_contiguous maximum min minimum"
    " mul multiple_of num_programs pair_uniform_to_normal permute philox philox_impl pi32_t pointer_type program_id"
    " rand rand4x randint randint4x randn randn4x random range ravel reduce reduce_or reshape rsqrt sigmoid sin slice"
    " softmax sort split sqrt sqrt_rn squeeze standard static_assert static_print static_range store"
    " store_tensor_descriptor str_to_ty sub sum swizzle2d target_info tensor tensor_descriptor tensor_descriptor_type"
    " to_tensor topk trans tuple tuple_type uint16 uint32 uint64 uint8 uint_to_uniform_float umulhi unsqueeze view void"
    " where xor_sum zeros zeros_like".split()
)
UNARY = frozenset("exp exp2 log log2 sqrt rsqrt sin cos erf abs sigmoid floor ceil sqrt_rn".split())

_FUNCTIONS = """
load pointer mask= other= boundary_check= padding_option= cache_modifier= eviction_policy= volatile=
store pointer value mask= boundary_check= cache_modifier= eviction_policy=
atomic_add pointer val mask= sem= scope=
atomic_max pointer val mask= sem= scope=
atomic_min pointer val mask= sem= scope=
atomic_cas pointer cmp val sem= scope=
arange start end
zeros shape dtype
full shape value dtype
dot input other acc= input_precision= allow_tf32= max_num_imprecise_acc= out_dtype=
sum input axis= keep_dims= dtype=
max input axis= return_indices= return_indices_tie_break_left= keep_dims=
min input axis= return_indices= return_indices_tie_break_left= keep_dims=
argmax input axis tie_break_left= keep_dims=
argmin input axis tie_break_left= keep_dims=
where condition x y
exp x
exp2 x
log x
log2 x
sqrt x
rsqrt x
sin x
cos x
erf x
abs x
sigmoid x
floor x
ceil x
sqrt_rn x
maximum x y propagate_nan=
minimum x y propagate_nan=
cdiv x div
program_id axis
num_programs axis
cumsum input axis= reverse= dtype=
cumprod input axis= reverse=
broadcast_to input *
reshape input * can_reorder=
trans input *
permute input *
expand_dims input axis
zeros_like input
multiple_of input values
max_contiguous input values
fma x y z
clamp x min max propagate_nan=
rand seed offset n_rounds=
associative_scan input axis combine_fn reverse=
reduce input axis combine_fn keep_dims=
histogram input num_bins mask=
"""


@dataclass(frozen=True)
class Signature:
    """Names in order; those that must be given; whether any number of others may follow."""

    names: tuple[str, ...]
    needed: frozenset[str]
    open: bool


@cache
def signatures() -> Mapping[str, Signature]:
    lines = (line.split() for line in _FUNCTIONS.strip().splitlines())
    return {
        words[0]: Signature(
            tuple(word.rstrip("=") for word in words[1:] if word != "*"),
            frozenset(word for word in words[1:] if word != "*" and not word.endswith("=")),
            "*" in words,
        )
        for words in lines
    }


def fits(name: str, given: int, named: frozenset[str]) -> bool:
    """Whether a call with so many arguments by position and these by name can be made; True where unknown."""
    signature = signatures().get(name)
    if signature is None or signature.open:
        return True
    taken = frozenset(signature.names[:given])
    return given <= len(signature.names) and named <= set(signature.names) - taken and signature.needed <= taken | named
