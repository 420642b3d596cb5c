"""Small sets in the layouts of public ones, of this project's own writing, for where no sample is at hand."""

import json
from collections.abc import Callable, Mapping
from pathlib import Path

LINE = "#" * 146
SCALED_RELU = """import torch
import torch.nn.functional as F


def scaled_relu(x: torch.Tensor, factor: float = 2.0) -> torch.Tensor:
    return F.relu(x * factor)
"""
SCALED_RELU_TEST = """import torch
torch.manual_seed(42)

def test_scaled_relu():
    results = {}
    x = torch.randn(16, 33, device='cuda')
    results["test_case_1"] = scaled_relu(x)
    results["test_case_2"] = scaled_relu(x, factor=-0.5)
    return results

test_results = test_scaled_relu()
print(test_results)
"""
SCALED_RELU_KERNEL = """import torch
import triton
import triton.language as tl


@triton.jit
def scaled_relu_kernel(x, y, count, factor, BLOCK: tl.constexpr):
    at = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    value = tl.load(x + at, mask=at < count) * factor
    tl.store(y + at, tl.where(value > 0, value, 0.0), mask=at < count)


def scaled_relu(x: torch.Tensor, factor: float = 2.0) -> torch.Tensor:
    y = torch.empty_like(x)
    scaled_relu_kernel[(triton.cdiv(x.numel(), 256),)](x, y, x.numel(), factor, BLOCK=256)
    return y
"""
"""An answer to it: the set has none."""


def tritonbench_t(
    folder: Path, files: Mapping[str, tuple[str, str]] = {"scaled_relu": (SCALED_RELU, SCALED_RELU_TEST)}
) -> None:
    """Operators and their tests by name, in the release whose index is called `.jsonl` and is a JSON list."""
    place = folder / "data" / "TritonBench_T_v1"
    place.mkdir(parents=True, exist_ok=True)
    rows = []
    for name, (operator, test) in files.items():
        (place / f"{name}.py").write_text(f"{operator}\n{LINE}\n\n\n{test}", encoding="utf-8")
        said = {"name": f"torch.{name}", "func_inputs": f"{name}(x, factor=2.0) -> Tensor", "other": ""}
        more = {"description": "Scales, then drops what is negative.", "math": "y = max(0, f x)", "difficulty": 2}
        rows.append({**said, **more, "torch_cnt": 1, "params_cnt": 2, "file": f"{name}.py"})
    index = folder / "data" / "TritonBench_T_v1.jsonl"
    index.write_text(json.dumps(rows, indent=4), encoding="utf-8")


SQUARES = """#include <stdio.h>

int main(void) {
    int count, value, sum = 0;
    if (scanf("%d", &count) != 1) return 1;
    while (count-- > 0 && scanf("%d", &value) == 1) sum += value * value;
    printf("%d\\n", sum);
    return 0;
}
"""
SQUARES_INPUTS, SQUARES_OUTPUTS = ["2\n1 2\n", "3\n4 5 6\n", "1\n9\n"], ["5\n", "77\n", "81\n"]


def supercoder(folder: Path) -> None:
    """One row, flattened."""
    folder.mkdir(parents=True, exist_ok=True)
    row = {"split": "val", "index": 0, "c_code": SQUARES, "inputs": SQUARES_INPUTS, "outputs": SQUARES_OUTPUTS}
    (folder / "val.jsonl").write_text(json.dumps(row) + "\n", encoding="utf-8")


WRITTEN: Mapping[str, Callable[[Path], None]] = {"tritonbench-t": tritonbench_t, "supercoder": supercoder}
"""By importer's name, what writes a set of one certifiable task."""
