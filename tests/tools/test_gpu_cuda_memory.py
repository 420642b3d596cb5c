"""What a CUDA candidate allocates: freed, no more than there is, and on a device's stack as much as a device has."""

import pytest

from resources.domains.gpu_kernels.execution.stages.cuda.pipeline import CudaStages
from resources.execution.errors import EnvironmentGap
from resources.execution.outcome import Outcome
from tests.tools.gpu_cuda_sum import LAUNCH, changed, ran
from tests.tools.kept_backends import cuda_stages


@pytest.fixture(scope="module")
def stages() -> CudaStages:
    return cuda_stages()


def on_host(code: str, after: str = "") -> str:
    launch = f"{LAUNCH}(n + 63) / 64, 64>>>(x, out, n);"
    return changed(launch, f"{code} {launch} {after}")


def in_kernel(code: str) -> str:
    return changed("const int t =", f"{code} const int t =")


LEAKS = {
    "cudaMalloc": (
        on_host("float* t; cudaMalloc(&t, 64); float* u; cudaMalloc((void**)&u, 32);", "cudaFree(u);"),
        "Leak of device memory: 1 allocation(s) of 64 bytes were not freed; first is the 64-byte allocation of "
        "cudaMalloc at kernel.cu:",
    ),
    "kept between calls": (
        on_host("static float* t = nullptr; if (t == nullptr) cudaMallocAsync(&t, 128, 0);"),
        "Leak of device memory: 1 allocation(s) of 128 bytes",
    ),
    "new": (
        on_host("float* a = new float[8]; a[0] = 1; double* b = new double(2.0);"),
        "Leak of host memory: 2 allocation(s) of 40 bytes were not freed; first is the 32-byte allocation of new at "
        "kernel.cu:",
    ),
    "malloc": (on_host("void* a = malloc(10); a = realloc(a, 20); void* b = calloc(2, 5);"), "2 allocation(s) of 30"),
}
FREED = on_host(
    "float* t; cudaMalloc(&t, 64); void* a = realloc(malloc(10), 20); float* b = new float[8]; double* c = new double;",
    "delete c; delete[] b; free(a); cudaFree(t);",
)
ENDLESS = on_host("for (;;) { char* p = new char[1 << 26]; for (int i = 0; i < 9; i++) p[i] = 1; }")
ON_STACK = "float v[{0}]; for (int j = 0; j < 9; j++) v[(j * 7919 + n) % {0}] = j; if (v[n % {0}] < -1) return;"


@pytest.mark.parametrize("kind", LEAKS)
def test_what_is_not_freed_is_told_with_its_size_and_count(stages: CudaStages, kind: str) -> None:
    code, said = LEAKS[kind]
    result = ran(stages, code)
    assert (result.observation.outcome, said in result.observation.text) == (Outcome.RUNTIME_ERROR, True), (
        result.observation.text
    )


def test_what_is_freed_is_no_leak(stages: CudaStages) -> None:
    assert ran(stages, FREED).outputs is not None


def test_memory_of_the_host_ends(stages: CudaStages) -> None:
    result = ran(stages, ENDLESS)
    assert result.observation.outcome is Outcome.RESOURCE_EXCEEDED
    assert "host memory is exhausted" in result.observation.text


def test_a_thread_has_as_much_of_a_stack_as_a_device_gives(stages: CudaStages) -> None:
    right = ran(stages, in_kernel(ON_STACK.format(100_000)))
    assert right.outputs is not None, right.observation.text
    wrong = ran(stages, in_kernel(ON_STACK.format(200_000))).observation
    assert (wrong.outcome, "local memory of a thread, Required: 8" in wrong.text) == (Outcome.MEMORY_FAULT, True), (
        wrong.text
    )


RECURSIVE = """
__device__ __noinline__ float rest(const float* x, int i, int n) { return i < n ? x[i] + rest(x, i + STEP, n) : 0.0f; }
"""


@pytest.mark.parametrize(("step", "outcome"), [(1, Outcome.MEMORY_FAULT), (7, None)])
def test_functions_that_call_themselves_have_a_stack_of_one_kibibyte(
    stages: CudaStages, step: int, outcome: Outcome | None
) -> None:
    """The device's frames count, which ptxas tells, and not this processor's: 100 calls are too many, 14 are not."""
    code = RECURSIVE.replace("STEP", str(step)) + in_kernel("if (rest(x, 0, n) < -1e9f) return;")
    seen = ran(stages, code)
    assert (seen.observation.outcome if seen.outputs is None else None) is outcome, seen.observation.text
    assert ("Stack overflow" in seen.observation.text) == (outcome is Outcome.MEMORY_FAULT)


ADDER = "__host__ __device__ float plus(float a, float b) { return a + b; }\ntypedef float (*Adder)(float, float);\n"
CODE_OF_HOST = {
    "a function's address": (ADDER, "Adder how", "how(x[i], 1)", "plus"),
    "a table of virtual functions": (
        "struct Base { __host__ __device__ virtual float plus(float a) const { return a; } };\n"
        "struct More : Base { __host__ __device__ float plus(float a) const override { return a + 1; } };\n",
        "More how",
        "((const Base&)how).plus(x[i])",
        "More()",
    ),
}
CALLING = """
__global__ void call_kernel(const float* x, float* out, int n, HOW) {
    const int i = threadIdx.x;
    if (i < n && CALL < -1e9f) out[0] = 0;
}
"""


@pytest.mark.parametrize("what", CODE_OF_HOST)
def test_code_of_the_host_is_no_kernels(stages: CudaStages, what: str) -> None:
    before, parameter, call, given = CODE_OF_HOST[what]
    kernel = CALLING.replace("HOW", parameter).replace("CALL", call)
    code = before + kernel + on_host(f"call_kernel<<<1, 64>>>(x, out, n, {given});")
    seen = ran(stages, code).observation
    assert (seen.outcome, "Invalid program counter" in seen.text) == (Outcome.MEMORY_FAULT, True), seen.text


def test_a_functions_address_from_the_device_is_a_kernels(stages: CudaStages) -> None:
    kernel = CALLING.replace("HOW", "Adder how").replace("CALL", "how(x[i], 1)")
    host = "Adder how; cudaMemcpyFromSymbol(&how, chosen, sizeof how); call_kernel<<<1, 64>>>(x, out, n, how);"
    result = ran(stages, ADDER + "__device__ Adder chosen = plus;\n" + kernel + on_host(host))
    assert result.outputs is not None, result.observation.text


GAPS = {
    "malloc in a kernel": in_kernel("float* p = (float*)malloc(8); p[0] = n; free(p);"),
    "coalesced groups": "#include <cooperative_groups.h>\n"
    + in_kernel("auto g = cooperative_groups::coalesced_threads();"),
    "a barrier of the whole grid": "#include <cooperative_groups.h>\n"
    + in_kernel("cooperative_groups::this_grid().sync();"),
}


@pytest.mark.parametrize("what", GAPS)
def test_what_the_emulator_lacks_is_named(stages: CudaStages, what: str) -> None:
    with pytest.raises(EnvironmentGap, match=what):
        ran(stages, GAPS[what])


ORDINARY = {
    "the grid as a group": "#include <cooperative_groups.h>\n"
    + in_kernel("auto g = cooperative_groups::this_grid(); if (g.size() < 1 || g.thread_rank() >= g.size()) return;"),
    "a clock": in_kernel("long long a = clock64(); if (clock64() <= a) return;"),
    "the architecture": in_kernel("\n#if defined(__CUDA_ARCH__) && __CUDA_ARCH__ < 700\n return;\n#endif\n"),
    "what a kernel needs": on_host(
        "cudaFuncAttributes f; cudaFuncGetAttributes(&f, sum_kernel); "
        "if (f.numRegs < 1 || f.sharedSizeBytes != 256 || f.maxThreadsPerBlock != 1024) return;"
    ),
}


@pytest.mark.parametrize("what", ORDINARY)
def test_ordinary_code_runs(stages: CudaStages, what: str) -> None:
    result = ran(stages, ORDINARY[what])
    assert result.outputs is not None, result.observation.text
