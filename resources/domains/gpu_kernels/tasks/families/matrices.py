"""Family `fused_matmul`: products of matrices, either side transposed, with bias, activation, residual and scale
behind."""

from random import Random

from resources.domains.gpu_kernels.tasks.families.expression import Graph, Value, draw_graph
from resources.domains.gpu_kernels.tasks.families.oracle_text import large_cases, returned, sized_cases
from resources.domains.gpu_kernels.tasks.families.task import TARGETS, KernelTask, tier_of

_TOLERANCES = {"float32": (1e-4, 1e-4), "float16": (2e-3, 2e-3, 0.02), "bfloat16": (1.6e-2, 1.6e-2, 0.02)}
_EXTRAS = {
    "bias": ("a contiguous vector (N,)", "columns", "bias_pointer + n[None, :], mask=n[None, :] < N", "bias[None, :]"),
    "gain": ("a contiguous vector (M,)", "rows", "gain_pointer + m[:, None], mask=m[:, None] < M", "gain[:, None]"),
    "residual": (
        "a contiguous matrix (M, N)",
        "rows, columns",
        "residual_pointer + m[:, None] * N + n[None, :], mask=inside",
        "residual",
    ),
}
_SIZES = (
    (1, 1, 1, "float32"),
    (0, 4, 8, "float16"),
    (33, 17, 70, "float16"),
    (20, 66, 9, "bfloat16"),
    (5, 40, 130, "float32"),
    (64, 64, 64, "bfloat16"),
    (32, 48, 128, "float16"),
)


def draw_task(rng: Random) -> KernelTask:
    left, right = rng.random() < 0.3, rng.random() < 0.4
    extras = rng.sample(list(_EXTRAS), rng.randint(1, 2))
    values = [Value("p", 4.0), *(Value(name, 4.0) for name in extras)]
    graph = draw_graph(rng, values, rng.randint(1, 4))
    entry = rng.choice(("linear", "project", "matmul_fused", "dense"))
    names = ["a", "b", *extras]
    shapes = [("K, M" if left else "M, K"), ("N, K" if right else "K, N")]
    a_view, b_view = ("a.T" if left else "a"), ("b.T" if right else "b")
    formula = f"p = sum over k of a[{'k, i' if left else 'i, k'}] * b[{'j, k' if right else 'k, j'}]"
    return KernelTask(
        title=f"Matrix product with {len(graph.steps)} steps behind it",
        entry=entry,
        tier=tier_of(len(graph.steps) + len(extras) + 4),
        tags=("matmul", "fusion", "tiling"),
        parameters=", ".join(f"{name}: torch.Tensor" for name in names),
        returns="torch.Tensor",
        summary=f"`{graph.result}` of the task's formulas.",
        about=[
            f"a: ({shapes[0]}), contiguous. b: ({shapes[1]}), contiguous.",
            *(f"{name}: {_EXTRAS[name][0]}." for name in extras),
            "All tensors are float32, all float16 or all bfloat16; M >= 0, N, K >= 1.",
            "Returns (M, N), contiguous, of the dtype of a.",
        ],
        sentences=[
            f"Write `{entry}({', '.join(names)})` with Triton, for speed in one fused kernel with tiles. For each row "
            "i and column j of the result compute, where a matrix (M, N) stands for its element [i, j], a vector (M,) "
            "for [i] and a vector (N,) for [j]:",
            f"`a` is a contiguous matrix ({shapes[0]}), `b` is a contiguous matrix ({shapes[1]}).",
            *(f"`{name}` is {_EXTRAS[name][0]}." for name in extras),
            f"Return `{graph.result}`, a new contiguous tensor (M, N) of the dtype of `a`.",
            "All tensors have one dtype: float32, float16 or bfloat16. Accumulate in float32, compute all that "
            "follows in float32, and round once at the end. Products of float32 are full float32 products, not TF32.",
            "M may be 0; N and K are at least 1; all are multiples of nothing. All inputs are finite and stay "
            "unchanged.",
        ],
        formulas=[formula, *graph.formulas],
        shared=_shared(left, right, extras),
        cases=sized_cases("37, 50, 45, torch.float32", "rows, columns, inner, dtype", _SIZES)
        + (large_cases("20, 24, 1, torch.float32") if graph.is_steep else ""),
        expected=(
            f"dtype = a.dtype\np = {a_view}.double() @ {b_view}.double()\n"
            + "".join(f"{name} = {_EXTRAS[name][3].replace(name, name + '.double()')}\n" for name in extras)
            + graph.torch
            + f"return {graph.result}.expand(p.shape).to(dtype)\n"
        ),
        timing="return arguments(random, 2048, 2048, 2048, torch.float16)\n",
        kernels=_kernel(left, right, extras, graph),
        host=_host(left, right, extras),
        target=rng.choice(TARGETS),
        tolerances=_TOLERANCES,
    )


def _shared(left: bool, right: bool, extras: list[str]) -> str:
    shapes = {"bias": "columns", "gain": "rows", "residual": "rows, columns"}
    made = [
        f"(torch.randn({'inner, rows' if left else 'rows, inner'}, generator=random) / inner**0.5).to(dtype)",
        f"torch.randn({'columns, inner' if right else 'inner, columns'}, generator=random).to(dtype)",
        *(f"torch.randn({shapes[name]}, generator=random).clamp(-4, 4).to(dtype)" for name in extras),
    ]
    return (
        "def arguments(random: torch.Generator, rows: int, columns: int, inner: int, dtype: torch.dtype) -> tuple:\n"
        + returned(made)
    )


def _kernel(left: bool, right: bool, extras: list[str], graph: Graph) -> str:
    pointers = ", ".join(f"{name}_pointer" for name in ("a", "b", *extras))
    a_address = "k[None, :] * M + m[:, None]" if left else "m[:, None] * K + k[None, :]"
    b_address = "n[None, :] * K + k[:, None]" if right else "k[:, None] * N + n[None, :]"
    loads = "".join(f"    {name} = tl.load({_EXTRAS[name][2]}, other=0.0).to(tl.float32)\n" for name in extras)
    return (
        f"@triton.jit\ndef matmul_kernel({pointers}, output, M, N, K, TILE: tl.constexpr, DEPTH: tl.constexpr):\n"
        "    m = tl.program_id(0) * TILE + tl.arange(0, TILE)\n"
        "    n = tl.program_id(1) * TILE + tl.arange(0, TILE)\n"
        "    inside = (m[:, None] < M) & (n[None, :] < N)\n"
        "    p = tl.zeros((TILE, TILE), dtype=tl.float32)\n"
        "    for start in range(0, K, DEPTH):\n"
        "        k = start + tl.arange(0, DEPTH)\n"
        f"        a = tl.load(a_pointer + {a_address}, mask=(m[:, None] < M) & (k[None, :] < K), other=0.0)\n"
        f"        b = tl.load(b_pointer + {b_address}, mask=(k[:, None] < K) & (n[None, :] < N), other=0.0)\n"
        '        p = tl.dot(a, b, p, input_precision="ieee")\n'
        f"{loads}{graph.triton('    ')}"
        f"    tl.store(output + m[:, None] * N + n[None, :], {graph.result}.to(output.dtype.element_ty), mask=inside)\n"
    )


def _host(left: bool, right: bool, extras: list[str]) -> str:
    rows, inner = ("a.shape[1]", "a.shape[0]") if left else ("a.shape[0]", "a.shape[1]")
    columns = "b.shape[0]" if right else "b.shape[1]"
    return (
        f"M, K, N = {rows}, {inner}, {columns}\noutput = torch.empty((M, N), device=a.device, dtype=a.dtype)\n"
        "if M > 0:\n    matmul_kernel[(triton.cdiv(M, 32), triton.cdiv(N, 32))](\n"
        f"        {', '.join(['a', 'b', *extras, 'output', 'M', 'N', 'K', 'TILE=32', 'DEPTH=32'])}\n    )\n"
        "return output\n"
    )
