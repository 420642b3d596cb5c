"""Family `row_normalisation`: rows made even by statistics of their own (softmax, norms, standard scores, ranges),
with an expression before and a scale, shift or residual after."""

from dataclasses import dataclass
from random import Random

from resources.domains.gpu_kernels.tasks.families import operands
from resources.domains.gpu_kernels.tasks.families.expression import Graph, draw_graph
from resources.domains.gpu_kernels.tasks.families.operands import Operands
from resources.domains.gpu_kernels.tasks.families.task import TARGETS, KernelTask, tier_of


@dataclass(frozen=True)
class Normalisation:
    """From `e` to `n`, as formulas, in torch and in a kernel that has one row in a block (`mask`, `columns`)."""

    name: str
    formulas: tuple[str, ...]
    torch: str
    triton: tuple[str, ...]


NORMALISATIONS = (
    Normalisation(
        "softmax",
        ("n = exp(e - m) / sum of exp(e - m), where m is the maximum of e",),
        "n = torch.softmax(e, dim=1)",
        (
            "shifted = tl.where(mask, e, float('-inf'))",
            "shifted = tl.exp(shifted - tl.max(shifted, axis=0))",
            "n = shifted / tl.sum(shifted, axis=0)",
        ),
    ),
    Normalisation(
        "root-mean-square normalisation",
        ("n = e / sqrt(mean of e * e + 1e-3)",),
        "n = e / (e.square().mean(dim=1, keepdim=True) + 1e-3).sqrt()",
        ("kept = tl.where(mask, e, 0.0)", "n = e / tl.sqrt(tl.sum(kept * kept, axis=0) / columns + 1e-3)"),
    ),
    Normalisation(
        "standardisation",
        ("c = e - mean of e", "n = c / sqrt(mean of c * c + 1e-3)"),
        "c = e - e.mean(dim=1, keepdim=True)\nn = c / (c.square().mean(dim=1, keepdim=True) + 1e-3).sqrt()",
        (
            "mean = tl.sum(tl.where(mask, e, 0.0), axis=0) / columns",
            "c = tl.where(mask, e - mean, 0.0)",
            "n = c / tl.sqrt(tl.sum(c * c, axis=0) / columns + 1e-3)",
        ),
    ),
    Normalisation(
        "centring",
        ("n = e - mean of e",),
        "n = e - e.mean(dim=1, keepdim=True)",
        ("n = e - tl.sum(tl.where(mask, e, 0.0), axis=0) / columns",),
    ),
    Normalisation(
        "range normalisation",
        ("n = (e - lowest) / (highest - lowest + 1), with the lowest and the highest of e",),
        "low = e.amin(dim=1, keepdim=True)\nn = (e - low) / (e.amax(dim=1, keepdim=True) - low + 1.0)",
        (
            "low = tl.min(tl.where(mask, e, float('inf')), axis=0)",
            "high = tl.max(tl.where(mask, e, float('-inf')), axis=0)",
            "n = (e - low) / (high - low + 1.0)",
        ),
    ),
    Normalisation(
        "normalisation by the sum of magnitudes",
        ("n = e / (1 + sum of |e|)",),
        "n = e / (1.0 + e.abs().sum(dim=1, keepdim=True))",
        ("n = e / (1.0 + tl.sum(tl.where(mask, tl.abs(e), 0.0), axis=0))",),
    ),
    Normalisation(
        "normalisation by the largest magnitude",
        ("n = e / (0.5 + maximum of |e|)",),
        "n = e / (0.5 + e.abs().amax(dim=1, keepdim=True))",
        ("n = e / (0.5 + tl.max(tl.where(mask, tl.abs(e), 0.0), axis=0))",),
    ),
)
_AFTER = (
    ((), "out = n", "n", "n"),
    (("weight",), "out = n * weight", "n * weight", "n * weight"),
    (("weight", "shift"), "out = n * weight + shift", "n * weight + shift", "n * weight + shift"),
    (("gain",), "out = n * gain", "n * gain", "n * gain"),
    (("residual",), "out = n + residual", "n + residual", "n + residual"),
    (("alpha",), "out = alpha * n", "alpha * n", "alpha * n"),
    (("weight",), "out = n * (1 + weight)", "n * (1.0 + weight)", "n * (1.0 + weight)"),
    (("residual", "alpha"), "out = alpha * n + residual", "alpha * n + residual", "alpha * n + residual"),
)
_OPERANDS = {
    "weight": operands.row_vector("weight"),
    "shift": operands.row_vector("shift"),
    "gain": operands.column_vector("gain"),
    "residual": operands.matrix("residual", strided=False),
    "alpha": operands.scalar("alpha"),
    "bias": operands.row_vector("bias"),
}
_SIZES = (
    (1, 1, "float32"),
    (0, 5, "float32"),
    (3, 130, "bfloat16"),
    (9, 77, "float16"),
    (2, 2049, "float32"),
    (260, 3, "float32"),
    (4, 512, "float16"),
)


def draw_task(rng: Random) -> KernelTask:
    normalisation, after = rng.choice(NORMALISATIONS), rng.choice(_AFTER)
    first = operands.matrix("x", strided=rng.random() < 0.6)
    before = rng.sample([_OPERANDS["bias"], operands.matrix("y", strided=False)], rng.randint(0, 1))
    given = Operands([first, *before, *(_OPERANDS[name] for name in after[0])])
    graph = draw_graph(rng, [one.value for one in (first, *before)], rng.randint(1, 3))
    return _task(rng, given, graph, normalisation, after[1:])


def _task(
    rng: Random, given: Operands, graph: Graph, normalisation: Normalisation, after: tuple[str, str, str]
) -> KernelTask:
    entry = rng.choice(("normalise_rows", "rescale", "even_out", "row_transform"))
    return KernelTask(
        title=f"Rows: {normalisation.name} of an expression",
        entry=entry,
        tier=tier_of(len(graph.steps) + len(given.each) + len(normalisation.triton)),
        tags=("normalisation", "reduction", "fusion"),
        parameters=given.parameters,
        returns="torch.Tensor",
        summary="out of the task's formulas, for each row.",
        about=[
            *given.about,
            f"{operands.DTYPES}; M >= 0, 1 <= N <= 4096.",
            "Returns (M, N), contiguous, of the dtype of x.",
        ],
        sentences=[
            f"Write `{entry}({given.call})` with Triton, for speed in one fused kernel. For each row i and column j "
            "compute e, where a matrix stands for its element [i, j], a row's vector for [i] and a column's for [j]; "
            "then n and `out`, where sums, means, maxima and minima are over the row's N elements:",
            *given.sentences,
            "Return `out`, a new contiguous tensor (M, N) of the dtype of `x`.",
            operands.ROUNDING,
            "M may be 0; N is from 1 to 4096 and no power of two in general. All inputs are finite and stay unchanged.",
        ],
        formulas=[*graph.formulas, f"e = {graph.result}", *normalisation.formulas, after[0]],
        shared=given.oracle_arguments(),
        cases=given.cases(_SIZES, steep=graph.bears_large and normalisation.name == "softmax"),
        expected=given.as_double
        + graph.torch
        + f"e = {graph.result}.expand(len(x), x.shape[1])\n{normalisation.torch}\nreturn ({after[1]}).to(dtype)\n",
        timing="return arguments(random, 4096, 4096, torch.float16)\n",
        kernels=_kernel(given, graph, normalisation, after[2]),
        host=given.row_host("normalise_kernel"),
        target=rng.choice(TARGETS),
    )


def _kernel(given: Operands, graph: Graph, normalisation: Normalisation, after: str) -> str:
    steps = "".join(f"    {line}\n" for line in normalisation.triton)
    return (
        f"@triton.jit\ndef normalise_kernel({given.kernel_parameters(['output'], 'columns', 'BLOCK: tl.constexpr')}):\n"
        "    row = tl.program_id(0).to(tl.int64)\n"
        "    column = tl.arange(0, BLOCK)\n"
        "    mask = column < columns\n"
        f"{given.loads}{graph.triton('    ')}    e = {graph.result}\n{steps}    out = {after}\n"
        "    tl.store(output + row * columns + column, out.to(output.dtype.element_ty), mask=mask)\n"
    )
