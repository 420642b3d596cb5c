"""Family `ragged_rows`: rows of which only a part counts, by length, by start and end, or by a mask; reduced, or
normalised with the rest filled."""

from dataclasses import dataclass
from random import Random

from resources.domains.gpu_kernels.tasks.families import operands
from resources.domains.gpu_kernels.tasks.families.expression import Graph, draw_graph
from resources.domains.gpu_kernels.tasks.families.operands import Operands
from resources.domains.gpu_kernels.tasks.families.task import ACCUMULATED, TARGETS, KernelTask, tier_of


@dataclass(frozen=True)
class Part:
    """Which elements of row i count: `words`, the extra operands with how the oracle makes them, in torch and in the
    kernel."""

    words: str
    operands: tuple[tuple[str, str, str], ...]
    torch: str
    load: str
    triton: str


_ENDPOINT = "torch.randint(0, columns + 1, (rows,), generator=random)"
PARTS = (
    Part(
        "j < lengths[i]",
        (("lengths", "a contiguous vector (M,) of int32 between 0 and N", f"{_ENDPOINT}.int()"),),
        "torch.arange(x.shape[1])[None, :] < lengths[:, None]",
        "    length = tl.load(lengths_pointer + row)\n",
        "column < length",
    ),
    Part(
        "starts[i] <= j < ends[i]",
        (
            ("starts", "a contiguous vector (M,) of int64 between 0 and N", _ENDPOINT),
            ("ends", "a contiguous vector (M,) of int64 between 0 and N, at times below the start: then nothing counts",
             _ENDPOINT),
        ),
        "(torch.arange(x.shape[1])[None, :] >= starts[:, None]) & (torch.arange(x.shape[1])[None, :] < ends[:, None])",
        "    first = tl.load(starts_pointer + row)\n    last = tl.load(ends_pointer + row)\n",
        "(column >= first) & (column < last)",
    ),
    Part(
        "keep[i, j] is true",
        (("keep", "a contiguous matrix (M, N) of bool", "torch.rand(rows, columns, generator=random) < 0.6"),),
        "keep",
        "    keep = tl.load(keep_pointer + row * columns + column, mask=mask, other=0).to(tl.int1)\n",
        "keep",
    ),
    Part(
        "j <= i + offset (a causal band)",
        (("offset", "a Python int, 0 or more", "int(torch.randint(0, 40, (1,), generator=random))"),),
        "torch.arange(x.shape[1])[None, :] <= torch.arange(len(x))[:, None] + offset",
        "",
        "column <= row + offset",
    ),
)  # fmt: skip
_RESULTS = {
    "sum": (
        ["out[i] = sum of e over what counts, 0 where nothing does"],
        "return torch.where(counts, e, 0.0).sum(1).to(dtype)",
        ["    out = tl.sum(tl.where(counts, e, 0.0), axis=0)"],
    ),
    "mean": (
        ["out[i] = mean of e over what counts, 0 where nothing does"],
        "return (torch.where(counts, e, 0.0).sum(1) / counts.sum(1).clamp(min=1)).to(dtype)",
        [
            "    number = tl.maximum(tl.sum(tl.where(counts, 1.0, 0.0), axis=0), 1.0)",
            "    out = tl.sum(tl.where(counts, e, 0.0), axis=0) / number",
        ],
    ),
    "maximum": (
        ["out[i] = maximum of e over what counts, 0 where nothing does"],
        "top = torch.where(counts, e, float('-inf')).amax(1)\nreturn torch.where(counts.any(1), top, 0.0).to(dtype)",
        [
            "    top = tl.max(tl.where(counts, e, float('-inf')), axis=0)",
            "    out = tl.where(tl.sum(tl.where(counts, 1, 0), axis=0) > 0, top, 0.0)",
        ],
    ),
    "softmax": (
        [
            "out[i, j] = exp(e - m) / sum of exp(e - m) over what counts, with the maximum m of e over what counts,",
            "            where j counts; 0 elsewhere, and in rows in which nothing counts",
        ],
        "safe = torch.where(counts, e, float('-inf'))\nsafe[~counts.any(1)] = 0.0\n"
        "return torch.where(counts, torch.softmax(safe, dim=1), 0.0).to(dtype)",
        [
            "    top = tl.max(tl.where(counts, e, float('-inf')), axis=0)",
            "    top = tl.where(top == float('-inf'), 0.0, top)",
            "    weight = tl.where(counts, tl.exp(tl.where(counts, e, 0.0) - top), 0.0)",
            "    sum_of_weights = tl.sum(weight, axis=0)",
            "    out = weight / tl.where(sum_of_weights == 0.0, 1.0, sum_of_weights)",
        ],
    ),
    "centred": (
        ["out[i, j] = e - mean of e over what counts, where j counts; -1 elsewhere"],
        "number = counts.sum(1, keepdim=True).clamp(min=1)\n"
        "mean = torch.where(counts, e, 0.0).sum(1, keepdim=True) / number\n"
        "return torch.where(counts, e - mean, -1.0).to(dtype)",
        [
            "    number = tl.maximum(tl.sum(tl.where(counts, 1.0, 0.0), axis=0), 1.0)",
            "    mean = tl.sum(tl.where(counts, e, 0.0), axis=0) / number",
            "    out = tl.where(counts, e - mean, -1.0)",
        ],
    ),
}
_SIZES = (
    (1, 1, "float32"),
    (0, 5, "float32"),
    (7, 130, "bfloat16"),
    (9, 77, "float16"),
    (3, 1500, "float32"),
    (200, 3, "float32"),
    (4, 512, "float16"),
)


def draw_task(rng: Random) -> KernelTask:
    part, kind = rng.choice(PARTS), rng.choice(list(_RESULTS))
    others = rng.sample([operands.row_vector("weight"), operands.column_vector("gain")], rng.randint(0, 1))
    given = Operands([operands.matrix("x", strided=False), *others])
    graph = draw_graph(rng, [one.value for one in given.each], rng.randint(1, 3))
    return _task(rng, given, graph, part, kind)


def _task(rng: Random, given: Operands, graph: Graph, part: Part, kind: str) -> KernelTask:
    formulas, torch, triton = _RESULTS[kind]
    reduced = kind in ("sum", "mean", "maximum")
    kinds = {name: "int" if "Python" in words else "torch.Tensor" for name, words, _ in part.operands}
    entry = f"ragged_{kind}"
    shape = "(M,)" if reduced else "(M, N)"
    names = ", ".join([given.call, *kinds])
    return KernelTask(
        title=f"Rows of which a part counts: {kind}",
        entry=entry,
        tier=tier_of(len(graph.steps) + len(given.each) + len(part.operands) + len(triton)),
        tags=("ragged", "masking", "reduction"),
        parameters=", ".join([given.parameters, *(f"{name}: {declared}" for name, declared in kinds.items())]),
        returns="torch.Tensor",
        summary="out of the task's formulas.",
        about=[
            *given.about,
            *(f"{name}: {words}." for name, words, _ in part.operands),
            "The floating-point tensors are float32, all float16 or all bfloat16; M >= 0, 1 <= N <= 4096.",
            f"Returns {shape}, contiguous, of the dtype of x.",
        ],
        sentences=[
            f"Write `{entry}({names})` with Triton, for speed in one fused kernel. For each row i and column j "
            "compute e, where a matrix stands for its element [i, j], a row's vector for [i] and a column's for [j]. "
            f"Element j of row i counts where {part.words}. Then:",
            *given.sentences,
            *(f"`{name}` is {words}." for name, words, _ in part.operands),
            f"Return `out`, a new contiguous tensor {shape} of the dtype of `x`.",
            "The floating-point tensors have one dtype: float32, float16 or bfloat16. Compute in float32 and round "
            "once at the end.",
            "M may be 0; N is from 1 to 4096 and a multiple of nothing. A row in which nothing counts is ordinary "
            "input. All numbers are finite.",
        ],
        formulas=[*graph.formulas, f"e = {graph.result}", *formulas],
        shared=given.oracle_arguments(*(made for _, _, made in part.operands)),
        cases=given.cases(_SIZES, steep=graph.is_steep or (graph.bears_large and kind == "softmax")),
        expected=given.as_double
        + graph.torch
        + f"e = {graph.result}.expand(len(x), x.shape[1])\ncounts = {part.torch}\n{torch}\n",
        timing="return arguments(random, 4096, 2048, torch.float16)\n",
        kernels=_kernel(given, graph, part, triton, reduced=reduced),
        host=given.row_host("ragged_kernel", *kinds, size="rows" if reduced else "(rows, columns)"),
        target=rng.choice(TARGETS),
        tolerances=ACCUMULATED,
    )


def _kernel(given: Operands, graph: Graph, part: Part, triton: list[str], *, reduced: bool) -> str:
    extra = [name if "Python" in words else f"{name}_pointer" for name, words, _ in part.operands]
    parameters = given.kernel_parameters(["output"], *extra, "columns", "BLOCK: tl.constexpr")
    store = (
        "    tl.store(output + row, out.to(output.dtype.element_ty))\n"
        if reduced
        else "    tl.store(output + row * columns + column, out.to(output.dtype.element_ty), mask=mask)\n"
    )
    steps = "\n".join(triton)
    return (
        f"@triton.jit\ndef ragged_kernel({parameters}):\n"
        "    row = tl.program_id(0).to(tl.int64)\n"
        "    column = tl.arange(0, BLOCK)\n"
        "    mask = column < columns\n"
        f"{given.loads}{part.load}{graph.triton('    ')}    e = {graph.result}\n"
        f"    counts = mask & ({part.triton})\n{steps}\n{store}"
    )
