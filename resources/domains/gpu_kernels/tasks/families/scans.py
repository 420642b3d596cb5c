"""Family `row_scan`: running sums, maxima, minima and norms along rows, from either end, of an expression."""

from dataclasses import dataclass
from random import Random

from resources.domains.gpu_kernels.tasks.families import operands
from resources.domains.gpu_kernels.tasks.families.expression import Graph, draw_graph
from resources.domains.gpu_kernels.tasks.families.operands import TENSORS, Operands, draw_operands
from resources.domains.gpu_kernels.tasks.families.task import TARGETS, KernelTask, tier_of


@dataclass(frozen=True)
class Scan:
    """`torch` scans `e` along its last axis forwards; `triton` does the same in a block, with {reverse} for its
    direction and masked elements filled with `fill`. `combine` is a device function that it needs."""

    name: str
    words: str
    torch: str
    triton: str
    fill: str
    combine: str = ""


_COMBINE = "@triton.jit\ndef {name}(a, b):\n    return {body}\n\n\n"
SCANS = (
    Scan("running sum", "sum of e[i, k]", "e.cumsum(1)", "tl.cumsum(e, axis=0, reverse={reverse})", "0.0"),
    Scan(
        "running maximum",
        "maximum of e[i, k]",
        "e.cummax(1).values",
        "tl.associative_scan(e, 0, larger, reverse={reverse})",
        "float('-inf')",
        _COMBINE.format(name="larger", body="tl.maximum(a, b)"),
    ),
    Scan(
        "running minimum",
        "minimum of e[i, k]",
        "e.cummin(1).values",
        "tl.associative_scan(e, 0, smaller, reverse={reverse})",
        "float('inf')",
        _COMBINE.format(name="smaller", body="tl.minimum(a, b)"),
    ),
    Scan(
        "running norm",
        "sqrt(1 + sum of e[i, k] * e[i, k])",
        "(1.0 + e.square().cumsum(1)).sqrt()",
        "tl.sqrt(1.0 + tl.cumsum(e * e, axis=0, reverse={reverse}))",
        "0.0",
    ),
)
_SIZES = (
    (1, 1, "float32"),
    (0, 5, "float32"),
    (3, 130, "bfloat16"),
    (9, 77, "float16"),
    (2, 1500, "float32"),
    (200, 3, "float32"),
    (4, 512, "float16"),
)
_TOLERANCES = {"float32": (5e-5, 2e-4), "float16": (2e-3, 1e-3, 0.02), "bfloat16": (1.6e-2, 8e-3, 0.02)}
_AFTER = (
    ("out = s", "s", "s"),
    ("out = s * sigmoid(x)", "s * torch.sigmoid(x)", "s * tl.sigmoid(x)"),
    ("out = max(s, x)", "torch.maximum(s, x)", "tl.maximum(s, x)"),
    ("out = s / (j + 1)", "s / torch.arange(1.0, 1.0 + x.shape[1])", "s / (column + 1.0)"),
    ("out = x / (1 + |s|)", "x / (1.0 + s.abs())", "x / (1.0 + tl.abs(s))"),
)


def draw_task(rng: Random) -> KernelTask:
    scan, reverse, after = rng.choice(SCANS), rng.random() < 0.4, rng.choice(_AFTER)
    given = draw_operands(rng, TENSORS, 0, 2)
    graph = draw_graph(rng, [one.value for one in given.each], rng.randint(1, 3))
    return _task(rng, given, graph, scan, after, reverse=reverse)


def _task(
    rng: Random, given: Operands, graph: Graph, scan: Scan, after: tuple[str, str, str], *, reverse: bool
) -> KernelTask:
    entry = ("reverse_" if reverse else "") + scan.name.replace(" ", "_")
    reach = "k from j to the row's end" if reverse else "k from 0 to j"
    turned = scan.torch.replace("e.", "e.flip(1).", 1) if reverse else scan.torch
    return KernelTask(
        title=f"{scan.name.capitalize()} along rows" + (", from the end" if reverse else ""),
        entry=entry,
        tier=tier_of(len(graph.steps) + len(given.each) + 2),
        tags=("scan", "fusion"),
        parameters=given.parameters,
        returns="torch.Tensor",
        summary="out of the task's formulas, for each row.",
        about=[
            *given.about,
            f"{operands.DTYPES}; M >= 0, 1 <= N <= 2048.",
            "Returns (M, N), contiguous, of the dtype of x.",
        ],
        sentences=[
            f"Write `{entry}({given.call})` with Triton, for speed in one fused kernel. For each row i and column j "
            "compute e, where a matrix stands for its element [i, j], a row's vector for [i] and a column's for [j]; "
            f"then s[i, j] over all {reach} (both included), and `out`:",
            *given.sentences,
            "Return `out`, a new contiguous tensor (M, N) of the dtype of `x`.",
            operands.ROUNDING + operands.accumulation(scan.words),
            "M may be 0; N is from 1 to 2048 and no power of two in general. All inputs are finite and stay unchanged.",
        ],
        formulas=[
            *graph.formulas,
            f"e = {graph.result}",
            f"s[i, j] = {scan.words} over {reach}",
            after[0],
        ],
        shared=given.oracle_arguments(),
        cases=given.cases(_SIZES, steep=graph.is_steep),
        expected=given.as_double
        + graph.torch
        + f"e = {graph.result}.expand(len(x), x.shape[1])\n"
        + f"s = {f'({turned}).flip(1)' if reverse else turned}\n"
        + f"return ({after[1]}).to(dtype)\n",
        timing="return arguments(random, 4096, 2048, torch.float16)\n",
        kernels=_kernel(given, graph, scan, after[2], reverse=reverse),
        host=given.row_host("scan_kernel"),
        target=rng.choice(TARGETS),
        tolerances=_TOLERANCES,
    )


def _kernel(given: Operands, graph: Graph, scan: Scan, after: str, *, reverse: bool) -> str:
    return (
        f"{scan.combine}@triton.jit\n"
        f"def scan_kernel({given.kernel_parameters(['output'], 'columns', 'BLOCK: tl.constexpr')}):\n"
        "    row = tl.program_id(0).to(tl.int64)\n"
        "    column = tl.arange(0, BLOCK)\n"
        "    mask = column < columns\n"
        f"{given.loads}{graph.triton('    ')}    e = tl.where(mask, {graph.result}, {scan.fill})\n"
        f"    s = {scan.triton.format(reverse=reverse)}\n    out = {after}\n"
        "    tl.store(output + row * columns + column, out.to(output.dtype.element_ty), mask=mask)\n"
    )
