"""Family `fused_elementwise`: expression graphs over matrices, rows, columns and scalars, with one or two results."""

from random import Random

from resources.domains.gpu_kernels.tasks.families import operands
from resources.domains.gpu_kernels.tasks.families.expression import Graph, draw_graph
from resources.domains.gpu_kernels.tasks.families.operands import TENSORS_AND_SCALAR, Operands, draw_operands
from resources.domains.gpu_kernels.tasks.families.task import TARGETS, KernelTask, tier_of

_NAMES = ("fused", "blend", "mixed_units", "gate_and_scale", "activation", "combined")
_SIZES = (
    (1, 1, "float32"),
    (0, 7, "float16"),
    (3, 130, "bfloat16"),
    (9, 77, "float16"),
    (2, 2049, "float32"),
    (260, 3, "float32"),
    (4, 512, "float16"),
)


def draw_task(rng: Random) -> KernelTask:
    given = draw_operands(rng, TENSORS_AND_SCALAR, 1, 3)
    graph = draw_graph(rng, [one.value for one in given.each], rng.randint(2, 6))
    two = len(graph.steps) > 2 and rng.random() < 0.3
    results = [graph.result, *([rng.choice(graph.steps[:-1]).name] if two else [])]
    return _task(rng, given, graph, results)


def _task(rng: Random, given: Operands, graph: Graph, results: list[str]) -> KernelTask:
    entry, several = rng.choice(_NAMES), len(results) > 1
    told = f"`({', '.join(results)})`" if several else f"`{results[0]}`"
    return KernelTask(
        title=f"Fused elementwise: {len(graph.steps)} steps over {len(given.each)} operands",
        entry=entry,
        tier=tier_of(len(graph.steps) + len(given.each) - 2),
        tags=("elementwise", "fusion", "broadcast"),
        parameters=given.parameters,
        returns="tuple[torch.Tensor, torch.Tensor]" if several else "torch.Tensor",
        summary=f"{told} of the task's formulas, element by element.",
        about=[
            *given.about,
            f"{operands.DTYPES}; M >= 0, N >= 1.",
            f"Returns {'two tensors' if several else 'one tensor'} (M, N), contiguous, of the dtype of x.",
        ],
        sentences=[
            f"Write `{entry}({given.call})` with Triton, for speed in one fused kernel. For each row i and column j "
            "compute, where a matrix stands for its element [i, j], a row's vector for [i] and a column's for [j]:",
            *given.sentences,
            f"Return {told}, {'two new tensors' if several else 'a new tensor'} (M, N), contiguous, of the dtype of "
            "`x`.",
            operands.ROUNDING,
            "M may be 0, N is at least 1, and both are multiples of nothing. All inputs are finite and stay unchanged.",
        ],
        formulas=graph.formulas,
        shared=given.oracle_arguments(),
        cases=given.cases(_SIZES, steep=graph.is_steep),
        expected=given.as_double
        + graph.torch
        + f"return {', '.join(f'{name}.expand(len(x), x.shape[1]).to(dtype)' for name in results)}\n",
        timing="return arguments(random, 4096, 4096, torch.float16)\n",
        kernels=_kernel(given, graph, results),
        host=_host(given, results),
        target=rng.choice(TARGETS),
    )


def _kernel(given: Operands, graph: Graph, results: list[str]) -> str:
    outputs = [f"{name}_output" for name in results]
    stores = "".join(
        f"    tl.store({name}_output + row * columns + column, {name}.to({name}_output.dtype.element_ty), mask=mask)\n"
        for name in results
    )
    return (
        f"@triton.jit\ndef fused_kernel({given.kernel_parameters(outputs, 'columns', 'BLOCK: tl.constexpr')}):\n"
        "    row = tl.program_id(0).to(tl.int64)\n"
        "    column = tl.program_id(1) * BLOCK + tl.arange(0, BLOCK)\n"
        "    mask = column < columns\n"
        f"{given.loads}{graph.triton('    ')}{stores}"
    )


def _host(given: Operands, results: list[str]) -> str:
    outputs = [f"{name}_output" for name in results]
    made = "".join(f"{name} = torch.empty((rows, columns), device=x.device, dtype=x.dtype)\n" for name in outputs)
    return (
        f"rows, columns = x.shape\n{made}if rows > 0:\n    fused_kernel[(rows, triton.cdiv(columns, 512))](\n"
        f"        {given.kernel_arguments(outputs, 'columns', 'BLOCK=512')}\n    )\nreturn {', '.join(outputs)}\n"
    )
