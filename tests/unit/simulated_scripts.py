"""Programs with a test script of their own, written for the tests of what is followed of such."""

import json

from resources.domains.gpu_kernels.tasks.importers.driver import read_driver
from resources.execution.bundle import EnvironmentBundle

HEAD = "import torch\nimport triton\nimport triton.language as tl\n\n"
OPERATOR = (
    HEAD
    + """
@triton.autotune(configs=[
    triton.Config({"BLOCK": 16}, num_warps=2),
    triton.Config({"BLOCK": 32}, num_warps=4),
], key=["n"])
@triton.heuristics({"EVEN": lambda args: args["n"] % args["BLOCK"] == 0})
@triton.jit
def scale_kernel(x, out, n, factor, BLOCK: tl.constexpr, EVEN: tl.constexpr):
    at = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    value = tl.load(x + at, mask=at < n, other=0.0)
    tl.store(out + at, value * factor, mask=at < n)


@triton.jit
def rows_kernel(x, out, height, width, H: tl.constexpr, W: tl.constexpr):
    window = tl.make_block_ptr(x, (height, width), (width, 1), (tl.program_id(0) * H, 0), (H, W), (1, 0))
    total = tl.zeros([H], dtype=tl.float32)
    for start in range(0, width, W):
        total += tl.sum(tl.load(window, boundary_check=(0, 1)), 1)
        window = tl.advance(window, (0, W))
    at = tl.program_id(0) * H + tl.arange(0, H)
    tl.store(out + at, total, mask=at < height)


def scale(x, factor=2.0):
    assert x.is_contiguous(), f"strides {x.stride()}"
    out = torch.empty_like(x)
    n = x.numel()
    scale_kernel[lambda meta: (triton.cdiv(n, meta["BLOCK"]),)](x, out, n, factor)
    return out


def rows(x):
    out = torch.empty(x.shape[0], device=x.device)
    rows_kernel[(triton.cdiv(x.shape[0], 4),)](x, out, x.shape[0], x.shape[1], H=4, W=8)
    return out


class Doubled(torch.autograd.Function):
    @staticmethod
    def forward(ctx, x, factor):
        ctx.factor = factor
        ctx.save_for_backward(x)
        return scale(x, factor)

    @staticmethod
    def backward(ctx, given):
        (x,) = ctx.saved_tensors
        return scale(given.contiguous(), ctx.factor), None
"""
)
TEST = """
def test_all():
    results = {}
    for i, size in enumerate([40, 64]):
        results[f"scaled_{i + 1}"] = scale(torch.randn(size, device="cuda"), factor=3.0)
    x = torch.randn((6, 20), device="cuda", requires_grad=True)
    results["rows"] = rows(x)
    y = Doubled.apply(x, 5.0)
    y.transpose(0, 1).sum().backward()
    results["slope"] = x.grad
    results["sizes"] = y.shape
    results["array"] = y.detach().cpu().numpy()
    try:
        scale(x.t())
    except AssertionError as error:
        results["told"] = str(error)
    return results


result = test_all()
"""


def script_bundle(operator: str = OPERATOR, test: str = TEST) -> EnvironmentBundle:
    driver = read_driver(operator, test)
    settings = {
        "language": "triton",
        "target": "sm_80",
        "harness": "script",
        "entry": driver.names[0],
        "tolerances": json.dumps({"float32": [1e-3, 1e-3]}),
    }
    files = {"driver.py": driver.driver, "oracle.py": driver.oracle}
    return EnvironmentBundle(
        "gpu_kernels", "seed", "", driver.interface, "kernel.py", operator, files=files, settings=settings
    )
