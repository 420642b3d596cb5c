"""Family `window`: along rows, sums, means, maxima or weighted sums over windows, by width, step, spread and
border."""

from dataclasses import dataclass
from random import Random

from resources.domains.gpu_kernels.tasks.families.expression import Graph, Value, draw_graph
from resources.domains.gpu_kernels.tasks.families.oracle_text import sized_cases
from resources.domains.gpu_kernels.tasks.families.task import ACCUMULATED, TARGETS, KernelTask, tier_of

_SIZES = (
    (1, 1, "float32"),
    (0, 9, "float16"),
    (3, 130, "bfloat16"),
    (9, 77, "float16"),
    (2, 1300, "float32"),
    (150, 17, "float32"),
    (4, 512, "float16"),
)
_BORDERS = {
    "zero": ("0 where q is outside 0 to N - 1", "torch.where((q >= 0) & (q < N), x[:, q.clamp(0, N - 1)], 0.0)"),
    "nearest": ("x[i, q limited to 0 to N - 1]", "x[:, q.clamp(0, N - 1)]"),
    "circular": ("x[i, q modulo N], a modulo that is never negative", "x[:, q % N]"),
}


@dataclass(frozen=True)
class Window:
    """`width` elements, `spread` apart, of which the one at `centre` stands at the output's place; outputs are `step`
    apart."""

    width: int
    spread: int
    centre: int
    step: int
    border: str
    kind: str


_KINDS = {
    "weighted sum": ("sum over t of taps[t] * v[t]", "total + tap * v", "0.0"),
    "sum": ("sum over t of v[t]", "total + v", "0.0"),
    "mean": ("(sum over t of v[t]) / {width}", "total + v", "0.0"),
    "maximum": ("maximum over t of v[t]", "tl.maximum(total, v)", "float('-inf')"),
    "minimum": ("minimum over t of v[t]", "tl.minimum(total, v)", "float('inf')"),
    "sum of magnitudes": ("sum over t of |v[t]|", "total + tl.abs(v)", "0.0"),
}
_TORCH = {
    "weighted sum": "(v * taps.double()).sum(-1)",
    "sum": "v.sum(-1)",
    "mean": "v.mean(-1)",
    "maximum": "v.amax(-1)",
    "minimum": "v.amin(-1)",
    "sum of magnitudes": "v.abs().sum(-1)",
}


def draw_task(rng: Random) -> KernelTask:
    width = rng.choice((2, 3, 4, 5, 7))
    window = Window(
        width,
        rng.choice((1, 1, 2, 3)),
        rng.choice((0, width // 2, width - 1)),
        rng.choice((1, 1, 2, 3)),
        rng.choice(list(_BORDERS)),
        rng.choice(list(_KINDS)),
    )
    graph = draw_graph(rng, [Value("w", 9.0)], rng.randint(1, 3))
    return _task(rng, window, graph)


def _task(rng: Random, window: Window, graph: Graph) -> KernelTask:
    weighted = window.kind == "weighted sum"
    names = ["x", *(["taps"] if weighted else [])]
    entry = rng.choice(("windowed", "slide", "stencil", "neighbourhood"))
    place = f"{window.step} * j" if window.step > 1 else "j"
    centre = f" - {window.centre}" if window.centre else ""
    shifted = f"(t{centre})" if centre else "t"
    offset = f"{shifted} * {window.spread}" if window.spread > 1 else f"t{centre}"
    border = _BORDERS[window.border][0]
    told = f"v[t] = x[i, q], {border}" if window.border == "zero" else f"v[t] = {border}"
    out = "the number of columns, P, is " + (
        f"N divided by {window.step}, rounded up" if window.step > 1 else "N, as in x"
    )
    kind = _KINDS[window.kind][0].format(width=window.width)
    return KernelTask(
        title=f"Windows along rows: {window.kind} of {window.width}",
        entry=entry,
        tier=tier_of(len(graph.steps) + 3 + (window.step > 1) + (window.spread > 1) + weighted),
        tags=("window", "stencil", "borders"),
        parameters=", ".join(f"{name}: torch.Tensor" for name in names),
        returns="torch.Tensor",
        summary=f"`{graph.result}` of the task's formulas.",
        about=[
            "x: (M, N), contiguous.",
            *([f"taps: ({window.width},), contiguous."] if weighted else []),
            "All tensors are float32, all float16 or all bfloat16; M >= 0, N >= 1.",
            "Returns (M, P), contiguous, of the dtype of x.",
        ],
        sentences=[
            f"Write `{entry}({', '.join(names)})` with a Triton kernel. For each row i, each column j of the result "
            f"and each t from 0 to {window.width - 1}:",
            "`x` is a contiguous matrix (M, N)"
            + (f"; `taps` is a contiguous vector of {window.width} values." if weighted else "."),
            f"Return `{graph.result}`, a new contiguous tensor (M, P) of the dtype of `x`; {out}.",
            "All tensors have one dtype: float32, float16 or bfloat16. Compute in float32 and round once at the end.",
            "M may be 0, N is at least 1 (it may be smaller than the window) and a multiple of nothing. All inputs "
            "are finite.",
        ],
        formulas=[f"q = {place} + {offset}", told, f"w = {kind}", *graph.formulas],
        shared=_shared(window, weighted),
        cases=sized_cases("5, 301, torch.float32", "rows, columns, dtype", _SIZES)
        + "for columns in range(2, 12):\n    yield arguments(random, 2, columns, torch.float32)\n",
        expected=_expected(window, graph),
        timing="return arguments(random, 2048, 4096, torch.float16)\n",
        kernels=_kernel(window, graph, weighted),
        host=_host(window, names),
        target=rng.choice(TARGETS),
        tolerances=ACCUMULATED,
    )


def _shared(window: Window, weighted: bool) -> str:
    taps = f" torch.randn({window.width}, generator=random).clamp(-2, 2).to(dtype)," if weighted else ""
    return (
        "def arguments(random: torch.Generator, rows: int, columns: int, dtype: torch.dtype) -> tuple:\n"
        f"    return (torch.randn(rows, columns, generator=random).clamp(-4, 4).to(dtype),{taps})\n"
    )


def _expected(window: Window, graph: Graph) -> str:
    return (
        "dtype, N = x.dtype, x.shape[1]\nx = x.double()\n"
        f"j = torch.arange((N + {window.step - 1}) // {window.step}) * {window.step}\n"
        f"q = j[:, None] + (torch.arange({window.width}) - {window.centre}) * {window.spread}\n"
        f"v = {_BORDERS[window.border][1]}\nw = {_TORCH[window.kind]}\n{graph.torch}return {graph.result}.to(dtype)\n"
    )


def _kernel(window: Window, graph: Graph, weighted: bool) -> str:
    reads = {
        "zero": "        v = tl.load(x_pointer + row * N + q, mask=mask & (q >= 0) & (q < N), "
        "other=0.0).to(tl.float32)\n",
        "nearest": "        q = tl.minimum(tl.maximum(q, 0), N - 1)\n"
        "        v = tl.load(x_pointer + row * N + q, mask=mask, other=0.0).to(tl.float32)\n",
        "circular": "        q = (q % N + N) % N\n"
        "        v = tl.load(x_pointer + row * N + q, mask=mask, other=0.0).to(tl.float32)\n",
    }
    tap = "        tap = tl.load(taps_pointer + t).to(tl.float32)\n" if weighted else ""
    mean = f"    w = w / {float(window.width)}\n" if window.kind == "mean" else ""
    return (
        "@triton.jit\n"
        f"def window_kernel(x_pointer, {'taps_pointer, ' if weighted else ''}output, N, P, BLOCK: tl.constexpr):\n"
        "    row = tl.program_id(0).to(tl.int64)\n"
        "    column = tl.program_id(1) * BLOCK + tl.arange(0, BLOCK)\n"
        "    mask = column < P\n"
        f"    total = tl.full((BLOCK,), {_KINDS[window.kind][2]}, dtype=tl.float32)\n"
        f"    for t in tl.static_range({window.width}):\n"
        f"        q = column * {window.step} + (t - {window.centre}) * {window.spread}\n"
        f"{reads[window.border]}{tap}        total = {_KINDS[window.kind][1]}\n"
        f"    w = total\n{mean}{graph.triton('    ')}"
        f"    tl.store(output + row * P + column, {graph.result}.to(output.dtype.element_ty), mask=mask)\n"
    )


def _host(window: Window, names: list[str]) -> str:
    return (
        f"M, N = x.shape\nP = (N + {window.step - 1}) // {window.step}\n"
        "output = torch.empty((M, P), device=x.device, dtype=x.dtype)\n"
        "if M > 0:\n"
        f"    window_kernel[(M, triton.cdiv(P, 512))]({', '.join([*names, 'output', 'N', 'P', 'BLOCK=512'])})\n"
        "return output\n"
    )
