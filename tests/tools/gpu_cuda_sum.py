"""A small CUDA kernel with its cases, and variants of it run by nvcc, g++ and the shim. No tests."""

from dataclasses import replace

from resources.domains.gpu_kernels.execution.stages.cuda.case import Case
from resources.domains.gpu_kernels.execution.stages.cuda.pipeline import CudaStages
from tests.tools.gpu_cuda_runs import Ran, bundle, floats, run, shape

SUM = """\
__global__ void sum_kernel(const float* x, float* out, int n) {
    __shared__ float s[64];
    const int t = threadIdx.x, i = blockIdx.x * 64 + t;
    s[t] = i < n ? x[i] : 0.0f;
    __syncthreads();
    for (int half = 32; half > 0; half /= 2) {
        if (t < half) s[t] += s[t + half];
        __syncthreads();
    }
    if (t == 0) atomicAdd(out, s[0]);
}

void sum(const float* x, float* out, int n) {
    cudaMemset(out, 0, sizeof(float));
    sum_kernel<<<(n + 63) / 64, 64>>>(x, out, n);
}
"""
TASK = bundle("sum", ["x: in float32", "out: out float32", "n: int32"])
LENGTHS = (100, 64, 1)
CASES = [
    Case((floats([(7 * i % 13) / 4 for i in range(length)]), length), (shape("float32", 1),)) for length in LENGTHS
]
LAUNCH = "sum_kernel<<<"


def changed(old: str, new: str) -> str:
    assert old in SUM
    return SUM.replace(old, new, 1)


def ran(stages: CudaStages, code: str, cpu_s: int = 20) -> Ran:
    return run(stages, replace(TASK, limits=replace(TASK.limits, cpu_s=cpu_s)), code, CASES)
