"""Family `attention_sweep`: attention with a drawn mask, bias, cap and layout, over a sweep of shapes and dtypes."""

from dataclasses import dataclass, replace
from random import Random

from resources.domains.families import MadeTask
from resources.domains.gpu_kernels.tasks.families.oracle_text import returned
from resources.domains.gpu_kernels.tasks.families.task import TARGETS, KernelTask
from resources.execution.bundle import Limits

LIMITS = Limits(wall_s=240.0, cpu_s=150, memory_bytes=3 << 30)
_TOLERANCES = {"float32": (1e-4, 1e-4), "float16": (2e-3, 2e-3, 0.02), "bfloat16": (1.6e-2, 1.6e-2, 0.02)}
_DTYPES = ("float32", "float16", "bfloat16")
_LENGTHS = ((1, 1), (17, 33), (64, 64), (70, 130), (33, 5), (96, 31), (5, 200), (128, 96))
"""Of queries and keys."""
_WIDTHS = (16, 24, 40, 64)


@dataclass(frozen=True)
class Attention:
    """`mask`: none, causal, window or lengths. `bias`: none, slopes or keys. `rows_first`: tensors are (B, S, H, D),
    else (B, H, S, D). `cap` is 0 where scores have none; `tells_weight`: the sum's logarithm is returned, too."""

    mask: str
    bias: str
    cap: float
    window: int
    rows_first: bool
    tells_weight: bool
    has_scale: bool

    @property
    def extras(self) -> list[str]:
        return ["lengths"] * (self.mask == "lengths") + [self.bias] * (self.bias != "none")

    @property
    def parameters(self) -> str:
        tensors = "".join(f", {name}: torch.Tensor" for name in self.extras)
        scale = ", scale: float" if self.has_scale else ""
        return f"query: torch.Tensor, key: torch.Tensor, value: torch.Tensor{tensors}{scale}"

    @property
    def names(self) -> list[str]:
        return ["query", "key", "value", *self.extras, *["scale"] * self.has_scale]

    @property
    def returns(self) -> str:
        return "tuple[torch.Tensor, torch.Tensor]" if self.tells_weight else "torch.Tensor"

    def shape(self, length: str, heads: str) -> str:
        return f"(B, {length}, {heads}, D)" if self.rows_first else f"(B, {heads}, {length}, D)"


def draw_attention(rng: Random) -> Attention:
    return Attention(
        mask=rng.choice(("none", "causal", "causal", "window", "lengths")),
        bias=rng.choice(("none", "slopes", "keys")),
        cap=rng.choice((0.0, 0.0, 5.0, 20.0)),
        window=rng.choice((7, 24, 40)),
        rows_first=rng.random() < 0.5,
        tells_weight=rng.random() < 0.5,
        has_scale=rng.random() < 0.5,
    )


def _formulas(one: Attention) -> list[str]:
    scale = "scale" if one.has_scale else "D ** -0.5"
    lines = [f"s = {scale} * sum over d of query[i, d] * key[j, d]"]
    if one.cap:
        lines.append(f"s = {one.cap:g} * tanh(s / {one.cap:g})")
    if one.bias == "slopes":
        lines.append("s = s + slopes[h] * (j - i - (K - Q))")
    elif one.bias == "keys":
        lines.append("s = s + keys[b, j]")
    seen = {
        "none": "always",
        "causal": "where j <= i + (K - Q)",
        "window": f"where i + (K - Q) - {one.window} < j <= i + (K - Q)",
        "lengths": "where j < lengths[b]",
    }[one.mask]
    lines += [
        f"w = exp(s) if query i sees key j, else 0; it does {seen}",
        "out[i, d] = sum over j of w * value[j, d] / sum over j of w, and 0 where all w are 0",
    ]
    return lines + ["weight[i] = log of the sum over j of w, and -inf where all w are 0"] * one.tells_weight


def _about(one: Attention) -> list[str]:
    lines = [
        f"query: {one.shape('Q', 'H')}. key, value: {one.shape('K', 'G')}, where H is a multiple of G.",
        "All three contiguous, and of one dtype: float32, float16 or bfloat16. 8 <= D <= 64; Q, K >= 1; B >= 0.",
    ]
    if one.mask == "lengths":
        lines.append("lengths: (B,), int32, contiguous, between 0 and K.")
    if one.bias == "slopes":
        lines.append("slopes: (H,), float32, contiguous.")
    if one.bias == "keys":
        lines.append("keys: (B, K), float32, contiguous.")
    if one.has_scale:
        lines.append("scale: a Python float.")
    lines.append(f"Returns out, {one.shape('Q', 'H')}, contiguous, of query's dtype.")
    return lines + ["And weight, (B, H, Q), float32, contiguous: the pair (out, weight)."] * one.tells_weight


def _sentences(one: Attention, entry: str) -> list[str]:
    extras = {"lengths": "`lengths` (B,) of int32 between 0 and K", "slopes": "`slopes` (H,) of float32",
              "keys": "`keys` (B, K) of float32"}  # fmt: skip
    more = "".join(f", {extras[name]}" for name in one.extras)
    scale = ", and a Python float `scale`" if one.has_scale else ""
    weight = " and `weight`, a new contiguous float32 tensor (B, H, Q), as the pair (out, weight)"
    return [
        f"Write `{entry}({', '.join(one.names)})` with Triton: attention in one fused kernel that never holds all "
        "scores of a head at once. For each batch b, head h, query i and key j compute, where `key` and `value` "
        "are those of head h // (H / G):",
        f"`query` is a contiguous tensor {one.shape('Q', 'H')}; `key` and `value` are contiguous tensors "
        f"{one.shape('K', 'G')}, where H is a multiple of G{more}{scale}. The extra tensors are contiguous.",
        f"Return `out`, a new contiguous tensor {one.shape('Q', 'H')} of query's dtype"
        f"{weight if one.tells_weight else ''}.",
        "`query`, `key` and `value` have one dtype: float32, float16 or bfloat16. Products of float32 are full float32 "
        "products, not TF32. Scores, sums and the accumulator are float32, whatever the dtype; `out` is rounded once.",
        "Exponentials must not overflow: scores reach some hundreds. B may be 0; Q and K are at least 1, and either "
        "may be the larger; D is between 8 and 64; all are multiples of nothing. All inputs are finite and stay "
        "unchanged.",
        "It is tried over a sweep of shapes, head counts, widths and dtypes.",
    ]


def _shared(one: Attention) -> str:
    made = {
        "lengths": "torch.randint(0, keys + 1, (batches,), generator=random).int()",
        "slopes": "0.5 * torch.rand(heads, generator=random)",
        "keys": "2.0 * torch.randn(batches, keys, generator=random)",
    }
    query, other = (
        ("batches, queries, heads, width", "batches, keys, groups, width")
        if one.rows_first
        else ("batches, heads, queries, width", "batches, groups, keys, width")
    )
    tensors = [
        f"(size * torch.randn({query}, generator=random)).to(dtype)",
        f"torch.randn({other}, generator=random).to(dtype)",
        f"torch.randn({other}, generator=random).to(dtype)",
        *(made[name] for name in one.extras),
        *["0.7 / width**0.5"] * one.has_scale,
    ]
    return (
        "def arguments(\n    random: torch.Generator, batches: int, heads: int, groups: int, queries: int, keys: int, "
        "width: int,\n    dtype: torch.dtype, size: float = 1.0,\n) -> tuple:\n" + returned(tensors)
    )


def _cases(rng: Random) -> str:
    """Each length with a width and a dtype, each width with each dtype, and scores of some hundreds."""
    rows = []
    for place, (queries, keys) in enumerate(_LENGTHS):
        heads, groups = ((1, 1), (2, 1), (4, 2), (3, 3))[place % 4]
        rows.append((1 + place % 2, heads, groups, queries, keys, _WIDTHS[place % 4], _DTYPES[place % 3], 1.0))
    for width in _WIDTHS:
        for dtype in rng.sample(_DTYPES, 2):
            rows.append((1, 2, 1, rng.randint(30, 50), rng.randint(30, 80), width, dtype, rng.choice((1.0, 4.0))))
    rows += [(1, 2, 2, 40, 90, 64, "float32", 30.0), (0, 2, 1, 5, 7, 16, "float16", 1.0)]
    told = "".join(f"    ({', '.join(map(str, row[:6]))}, torch.{row[6]}, {row[7]}),\n" for row in rows)
    return (
        "for _ in range(2):\n    yield arguments(random, 1, 2, 1, 45, 75, 32, torch.float32)\n"
        f"for sizes in (\n{told}):\n    yield arguments(random, *sizes)\n"
    )


def _expected(one: Attention) -> str:
    lines = ["dtype = query.dtype"]
    if one.rows_first:
        lines.append("query, key, value = (tensor.transpose(1, 2) for tensor in (query, key, value))")
    lines += [
        "group = query.shape[1] // key.shape[1]",
        "key, value = (tensor.double().repeat_interleave(group, dim=1) for tensor in (key, value))",
        "queries, count = query.shape[2], key.shape[2]",
        f"scores = query.double() @ key.transpose(2, 3) * {'scale' if one.has_scale else 'query.shape[3] ** -0.5'}",
        "i, j = torch.arange(queries)[:, None] + (count - queries), torch.arange(count)[None, :]",
    ]
    if one.cap:
        lines.append(f"scores = {one.cap} * torch.tanh(scores / {one.cap})")
    if one.bias == "slopes":
        lines.append("scores = scores + slopes.double()[:, None, None] * (j - i)")
    elif one.bias == "keys":
        lines.append("scores = scores + keys.double()[:, None, None, :]")
    lines.append({
        "none": "seen = torch.ones_like(scores, dtype=torch.bool)",
        "causal": "seen = (j <= i).expand(scores.shape)",
        "window": f"seen = ((j <= i) & (j > i - {one.window})).expand(scores.shape)",
        "lengths": "seen = (j < lengths[:, None, None, None]).expand(scores.shape)",
    }[one.mask])  # fmt: skip
    lines += [
        "scores = scores.masked_fill(~seen, -float('inf'))",
        "weight = torch.logsumexp(scores, dim=3)",
        "shares = torch.exp(scores - weight.masked_fill(weight == -float('inf'), 0.0)[..., None])",
        "out = (shares @ value).to(dtype)",
    ]
    out = "out.transpose(1, 2).contiguous()" if one.rows_first else "out"
    lines.append(f"return {out}, weight.float()" if one.tells_weight else f"return {out}")
    return "\n".join(lines) + "\n"


def _kernel(one: Attention) -> str:
    pointers = "".join(f", {name}_pointer" for name in one.extras)
    step, head_step = ("{heads} * D", "D") if one.rows_first else ("D", "{length} * D")

    def base(length: str, heads: str, head: str) -> str:
        return f"batch * {heads} * {length} * D + {head} * {head_step.format(length=length)}"

    query_step, key_step = step.format(heads="H"), step.format(heads="G")
    score = ['        s = tl.dot(q, k, input_precision="ieee") * scale']
    if one.cap:
        score.append(f"        s = {one.cap} * (2.0 * tl.sigmoid(2.0 * s / {one.cap}) - 1.0)")
    if one.bias == "slopes":
        score.append("        s += slope * (n[None, :] - place[:, None]).to(tl.float32)")
    elif one.bias == "keys":
        score.append("        s += tl.load(keys_pointer + batch * K + n, mask=n < K, other=0.0)[None, :]")
    seen = {
        "none": "n[None, :] < K",
        "causal": "(n[None, :] < K) & (n[None, :] <= place[:, None])",
        "window": f"(n[None, :] < K) & (n[None, :] <= place[:, None]) & (n[None, :] > place[:, None] - {one.window})",
        "lengths": "n[None, :] < length",
    }[one.mask]
    before = "    length = tl.load(lengths_pointer + batch)\n" * (one.mask == "lengths")
    before += "    slope = tl.load(slopes_pointer + head)\n" * (one.bias == "slopes")
    weight = (
        "    told = tl.where(total == 0.0, float('-inf'), best + tl.log(tl.where(total == 0.0, 1.0, total)))\n"
        "    tl.store(weight_pointer + pair * Q + m, told, mask=m < Q)\n"
    ) * one.tells_weight
    newline = "\n"
    return f"""@triton.jit
def attention_kernel(
    query_pointer, key_pointer, value_pointer{pointers}, output_pointer{", weight_pointer" * one.tells_weight},
    H, G, Q, K, scale, D, WIDTH: tl.constexpr, ROWS: tl.constexpr, COLUMNS: tl.constexpr,
):
    pair = tl.program_id(1)
    batch = pair // H
    head = pair % H
    group = head // (H // G)
    m = tl.program_id(0) * ROWS + tl.arange(0, ROWS)
    d = tl.arange(0, WIDTH)
    place = m + (K - Q)
    rows = {base("Q", "H", "head")} + m[:, None] * ({query_step}) + d[None, :]
    inside = (m[:, None] < Q) & (d[None, :] < D)
    q = tl.load(query_pointer + rows, mask=inside, other=0.0)
    start = {base("K", "G", "group")}
{before}    best = tl.full((ROWS,), float("-inf"), tl.float32)
    total = tl.zeros((ROWS,), tl.float32)
    sums = tl.zeros((ROWS, WIDTH), tl.float32)
    for first in range(0, K, COLUMNS):
        n = first + tl.arange(0, COLUMNS)
        k_rows = start + n[None, :] * ({key_step}) + d[:, None]
        k = tl.load(key_pointer + k_rows, mask=(n[None, :] < K) & (d[:, None] < D), other=0.0)
{newline.join(score)}
        s = tl.where({seen}, s, float("-inf"))
        top = tl.maximum(best, tl.max(s, axis=1))
        safe = tl.where(top == float("-inf"), 0.0, top)
        w = tl.exp(s - safe[:, None])
        kept = tl.exp(best - safe)
        v_rows = start + n[:, None] * ({key_step}) + d[None, :]
        v = tl.load(value_pointer + v_rows, mask=(n[:, None] < K) & (d[None, :] < D), other=0.0).to(tl.float32)
        total = total * kept + tl.sum(w, axis=1)
        sums = tl.dot(w, v, sums * kept[:, None], input_precision="ieee")
        best = top
    out = sums / tl.where(total == 0.0, 1.0, total)[:, None]
    tl.store(output_pointer + rows, out.to(output_pointer.dtype.element_ty), mask=inside)
{weight}"""


def _host(one: Attention) -> str:
    query = "B, Q, H, D" if one.rows_first else "B, H, Q, D"
    taken = "_, K, G, _" if one.rows_first else "_, G, K, _"
    extras = "".join(f"{name}, " for name in one.extras)
    weight = "weight = torch.empty((B, H, Q), device=query.device, dtype=torch.float32)\n" * one.tells_weight
    scale = "scale" if one.has_scale else "D ** -0.5"
    return (
        f"{query} = query.shape\n{taken} = key.shape\noutput = torch.empty_like(query)\n{weight}"
        "if B > 0:\n"
        "    attention_kernel[(triton.cdiv(Q, 32), B * H)](\n"
        f"        query, key, value, {extras}output, {'weight, ' * one.tells_weight}H, G, Q, K, {scale}, D,\n"
        "        WIDTH=max(16, triton.next_power_of_2(D)), ROWS=32, COLUMNS=32,\n    )\n"
        f"return {'output, weight' if one.tells_weight else 'output'}\n"
    )


def draw_task(rng: Random) -> KernelTask:
    one = draw_attention(rng)
    entry = rng.choice(("attention", "fused_attention", "attend"))
    parts = [one.mask != "none", one.bias != "none", bool(one.cap), one.tells_weight]
    return KernelTask(
        title=f"Attention, mask {one.mask}, bias {one.bias}" + (", capped" if one.cap else ""),
        entry=entry,
        tier=4 if sum(parts) < 2 else 5,
        tags=("attention", "fusion", "sweep"),
        parameters=one.parameters,
        returns=one.returns,
        summary="Attention by the task's formulas.",
        about=_about(one),
        sentences=_sentences(one, entry),
        formulas=_formulas(one),
        shared=_shared(one),
        cases=_cases(rng),
        expected=_expected(one),
        timing="return arguments(random, 2, 8, 4, 1024, 1024, 64, torch.float16)\n",
        kernels=_kernel(one),
        host=_host(one),
        target=rng.choice(TARGETS),
        tolerances=_TOLERANCES,
    )


def make(rng: Random) -> MadeTask:
    return replace(draw_task(rng).made(), limits=LIMITS)
