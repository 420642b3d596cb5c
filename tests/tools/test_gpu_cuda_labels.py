"""Each outcome that the CUDA stages can have, by variants of one small kernel, run by nvcc, g++ and the shim."""

from dataclasses import replace

import pytest

from resources.domains.gpu_kernels.cuda.case import Case
from resources.domains.gpu_kernels.cuda.pipeline import CudaStages
from resources.execution.errors import EnvironmentGap
from resources.execution.outcome import Outcome
from resources.execution.sandbox.selection import make_sandbox
from tests.tools.gpu_cuda_runs import Ran, bundle, floats, numbers, run, shape

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


@pytest.fixture(scope="module")
def stages() -> CudaStages:
    return CudaStages(make_sandbox())


@pytest.fixture(scope="module")
def others() -> CudaStages:
    """Stages with a shim of their own, as another process has."""
    return CudaStages(make_sandbox())


def changed(old: str, new: str) -> str:
    assert old in SUM
    return SUM.replace(old, new, 1)


def ran(stages: CudaStages, code: str, cpu_s: int = 20) -> Ran:
    return run(stages, replace(TASK, limits=replace(TASK.limits, cpu_s=cpu_s)), code, CASES)


def test_a_right_kernel_gives_its_outputs_and_its_figures(stages: CudaStages) -> None:
    result = ran(stages, SUM)
    assert result.outputs is not None
    sums = [sum((7 * i % 13) / 4 for i in range(length)) for length in LENGTHS]
    assert [numbers(case[0])[0] for case in result.outputs] == pytest.approx(sums)
    assert result.observation.metrics["shared_bytes"] == 256.0
    assert result.observation.metrics["registers"] > 0
    assert result.observation.metrics["launches"] == 3.0
    assert "Used" in result.observation.text


def test_an_extern_c_entry_and_an_unconst_parameter_will_do(stages: CudaStages) -> None:
    code = changed("void sum(const float* x,", 'extern "C" void sum(float* x,')
    assert ran(stages, code).outputs is not None


FAULTS = {
    "undeclared name": (
        changed("int t =", "int u ="),
        Outcome.COMPILATION_ERROR,
        "compile",
        'kernel.cu(3): error: identifier "t" is undefined',
    ),
    "missing brace": (changed("}\n\nvoid", "\nvoid"), Outcome.COMPILATION_ERROR, "compile", 'expected a "}"'),
    "missing entry": (changed("void sum(", "void total("), Outcome.LINK_ERROR, "compile", 'identifier "sum"'),
    "another signature": (
        changed("float* out, int n) {\n    cuda", "float* out, int* m) {\n    int n = 1;\n    cuda"),
        Outcome.LINK_ERROR,
        "compile",
        "driver(",
    ),
    "undefined function": (
        changed("void sum(", "void helper(int);\nvoid sum(").replace(LAUNCH, "helper(n); " + LAUNCH),
        Outcome.LINK_ERROR,
        "link",
        "undefined reference to `helper(int)'",
    ),
    "too much static shared memory": (
        changed("s[64]", "s[64000]"),
        Outcome.MEMORY_FAULT,
        "compile",
        "uses too much shared data",
    ),
    "too much dynamic shared memory": (
        changed("64>>>", "64, 200000>>>"),
        Outcome.MEMORY_FAULT,
        "emulator",
        "out of resource: shared memory, Required: 200256, Hardware limit: 166912",
    ),
    "dynamic shared memory without opting in": (
        changed("64>>>", "64, 60000>>>"),
        Outcome.MEMORY_FAULT,
        "emulator",
        "without cudaFuncSetAttribute",
    ),
    "too many threads": (
        changed("64>>>", "2048>>>"),
        Outcome.MEMORY_FAULT,
        "emulator",
        "out of resource: threads, Required: 2048, Hardware limit: 1024",
    ),
    "more threads than __launch_bounds__": (
        changed("void sum_kernel", "void __launch_bounds__(32) sum_kernel"),
        Outcome.MEMORY_FAULT,
        "emulator",
        "too many resources requested for launch",
    ),
    "empty grid": (
        changed("(n + 63) / 64", "n / 64"),
        Outcome.RUNTIME_ERROR,
        "emulator",
        "invalid configuration argument",
    ),
    "missing bounds check": (
        changed("i < n ? x[i] : 0.0f", "x[i]"),
        Outcome.MEMORY_FAULT,
        "emulator",
        "case 0: Invalid __global__ read of size 4 bytes: kernel.cu:4, thread (36, 0, 0) of block (1, 0, 0); "
        "address is just past the end of the 400-byte allocation of argument x (kernel sum_kernel)",
    ),
    "write before the start": (
        changed("atomicAdd(out, s[0])", "out[-2] = s[0]"),
        Outcome.MEMORY_FAULT,
        "emulator",
        "Invalid __global__ write of size 4 bytes: kernel.cu:10, thread (0, 0, 0) of block (0, 0, 0); "
        "address is 8 bytes before the 4-byte allocation of argument out",
    ),
    "far past the end": (
        changed("i < n ? x[i] : 0.0f", "x[i < n ? i : i + (1 << 28)]"),
        Outcome.MEMORY_FAULT,
        "emulator",
        "address is 1073741824 bytes past the end of the 400-byte allocation of argument x",
    ),
    "far before the start": (
        changed("i < n ? x[i] : 0.0f", "x[i < n ? i : i - (1 << 30)]"),
        Outcome.MEMORY_FAULT,
        "emulator",
        "bytes before the 400-byte allocation of argument x",
    ),
    "index beyond an array": (
        changed("s[t + half]", "s[t + half + 40]"),
        Outcome.MEMORY_FAULT,
        "emulator",
        "kernel.cu:7, thread (0, 0, 0) of block (0, 0, 0); index 72 is out of bounds for type 'float [64]'",
    ),
    "misaligned int": (
        changed(
            "x[i] : 0.0f",
            "(n > 40 ? *reinterpret_cast<const float*>(reinterpret_cast<const char*>(x) + 2) : x[i]) : 0.0f",
        ),
        Outcome.MEMORY_FAULT,
        "emulator",
        "address is misaligned",
    ),
    "freed memory": (
        changed(LAUNCH, "float* y; cudaMalloc(&y, 4); cudaFree(y); x = y; " + LAUNCH),
        Outcome.MEMORY_FAULT,
        "emulator",
        "which was freed",
    ),
    "host code reads device memory": (
        changed(LAUNCH, "n += static_cast<int>(x[0]); " + LAUNCH),
        Outcome.MEMORY_FAULT,
        "emulator",
        "Invalid host access: kernel.cu:15",
    ),
    "kernel reads host memory": (
        changed(LAUNCH, "float y[4] = {}; x = y; n = 4; " + LAUNCH),
        Outcome.MEMORY_FAULT,
        "emulator",
        "address is not in device memory",
    ),
    "missing barrier": (
        changed("    __syncthreads();\n    for", "    for"),
        Outcome.RUNTIME_ERROR,
        "emulator",
        "Race reported between read access at kernel.cu:6",
    ),
    "missing barrier in the loop": (
        changed("        __syncthreads();\n", ""),
        Outcome.RUNTIME_ERROR,
        "emulator",
        "no barrier orders them in __shared__ memory",
    ),
    "race between blocks": (
        changed("atomicAdd(out, s[0])", "*out += s[0]"),
        Outcome.RUNTIME_ERROR,
        "emulator",
        "by thread (0, 0, 0) of block (1, 0, 0)",
    ),
    "divergent barrier": (
        changed("    __syncthreads();\n    for", "    if (t < 40) __syncthreads();\n    for"),
        Outcome.RUNTIME_ERROR,
        "emulator",
        "Barrier error detected: divergent threads in block",
    ),
    "lanes that do not come": (
        changed(
            "    if (t == 0) atomic",
            "    if (t < 7) s[t] = __shfl_sync(0xffu, s[t], 0);\n    else if (t == 7) __syncthreads();\n"
            "    if (t == 0) atomic",
        ),
        Outcome.RUNTIME_ERROR,
        "emulator",
        "Barrier error detected: divergent threads in warp",
    ),
    "division by zero": (
        changed("int t = threadIdx.x", "int t = threadIdx.x / (n - 100)"),
        Outcome.RUNTIME_ERROR,
        "emulator",
        "Integer division by zero: kernel.cu:3",
    ),
    "bad copy": (
        changed(LAUNCH, "cudaMemcpy(out, x, 4000, cudaMemcpyDeviceToDevice); " + LAUNCH),
        Outcome.RUNTIME_ERROR,
        "emulator",
        "cudaErrorInvalidValue",
    ),
    "no launch": (changed(LAUNCH, "if (n < 0) " + LAUNCH), Outcome.REJECTED, "emulator", "no kernel was launched"),
    "work on the host": (
        changed(LAUNCH, "float y[100]; cudaMemcpy(y, x, 4 * n, cudaMemcpyDeviceToHost); " + LAUNCH),
        Outcome.REJECTED,
        "emulator",
        "400 bytes were copied to the host",
    ),
    "changed input": (
        changed("if (t == 0) atomic", "if (i == 0) const_cast<float*>(x)[i] = 9.0f; if (t == 0) atomic"),
        Outcome.FUNCTIONAL_MISMATCH,
        "emulator",
        "case 0: the input x was changed",
    ),
    "another program for the shim": (
        changed(LAUNCH, "\n#ifdef CUDASHIM_ARCH\n    return;\n#endif\n    " + LAUNCH),
        Outcome.REJECTED,
        "reject",
        "kernel.cu:16: forbidden: CUDASHIM_ARCH",
    ),
    "early exit": (
        changed(LAUNCH, "__builtin_exit(0); " + LAUNCH),
        Outcome.RUNTIME_ERROR,
        "emulator",
        "the program ended before all cases were done",
    ),
    "abort": (changed(LAUNCH, "__builtin_abort(); " + LAUNCH), Outcome.RUNTIME_ERROR, "emulator", "ended by signal 6"),
    "endless output": (
        changed(LAUNCH, 'for (;;) __builtin_printf("more and more and more and more and more\\n"); ' + LAUNCH),
        Outcome.RESOURCE_EXCEEDED,
        "emulator",
        "limit exceeded",
    ),
    "too much device memory": (
        changed(LAUNCH, "float* y; cudaMalloc(&y, 1 << 30); " + LAUNCH),
        Outcome.RESOURCE_EXCEEDED,
        "emulator",
        "device memory is exhausted",
    ),
}


@pytest.mark.parametrize("name", FAULTS)
def test_what_is_wrong_has_its_label_and_says_where(stages: CudaStages, name: str) -> None:
    code, outcome, stage, says = FAULTS[name]
    result = ran(stages, code)
    assert (result.observation.outcome, result.observation.stage) == (outcome, stage), result.observation.text[-800:]
    assert says in result.observation.text
    assert result.outputs is None


def test_an_endless_kernel_is_a_timeout(stages: CudaStages) -> None:
    result = ran(stages, changed("if (t == 0)", "while (n > 0) { s[t] += 1.0f; }\n    if (t == 0)"), cpu_s=2)
    assert result.observation.outcome is Outcome.TIMEOUT
    assert "emulator: timed out" in result.observation.text


def test_what_only_a_device_can_do_is_a_gap_and_no_outcome(stages: CudaStages) -> None:
    code = changed("    s[t] = i", '    int lane; asm volatile("mov.u32 %0, %%laneid;" : "=r"(lane));\n    s[t] = i')
    with pytest.raises(EnvironmentGap, match="inline PTX"):
        ran(stages, code)


BY_POINTER = (
    "void* given[] = {&x, &out, &n};\n    cudaLaunchKernel((const void*)sum_kernel, (n + 63) / 64, 64, given, 0, 0);"
)
OPEN = {
    "converged lanes": ("if (__activemask() != 0u && t == 0)", "__activemask"),
    "a conversion that does not fit": ("if (int(s[0] * 1e30f) != 7 && t == 0)", "kernel.cu:10"),
    "a conversion of NaN": ("if (int(s[0] / 0.0f - s[0] / 0.0f) != 7 && t == 0)", "a conversion"),
    "an unsigned conversion of what is negative": ("if (unsigned(s[0] - 1e3f) != 7 && t == 0)", "a conversion"),
    "a shift by the type's width": ("if ((n << 30 + n % 2 + 2) != 7 && t == 0)", "a shift"),
}


@pytest.mark.parametrize("name", OPEN)
def test_what_a_device_answers_in_another_way_is_a_gap(stages: CudaStages, name: str) -> None:
    code, told = OPEN[name]
    with pytest.raises(EnvironmentGap, match=told):
        ran(stages, changed("if (t == 0)", code))


def test_a_launch_by_pointer_is_a_gap(stages: CudaStages) -> None:
    with pytest.raises(EnvironmentGap, match="cudaLaunchKernel"):
        ran(stages, changed("sum_kernel<<<(n + 63) / 64, 64>>>(x, out, n);", BY_POINTER))


ANSWERED = {
    "a trap that is not reached": changed("if (t == 0)", "if (n < 0) __trap();\n    if (t == 0)"),
    "a conversion that saturates": changed("if (t == 0)", "if (__float2int_rz(s[0] * 1e30f + 1e30f) > 0 && t == 0)"),
    "negative fractions": changed("if (t == 0)", "if (unsigned(s[0] * 0.0f - 0.5f) == 0u && t == 0)"),
    "occupancy": changed(
        "sum_kernel<<<",
        "int blocks = 0, grid = 0, threads = 0;\n"
        "    cudaOccupancyMaxActiveBlocksPerMultiprocessor(&blocks, sum_kernel, 64, 0);\n"
        "    cudaOccupancyMaxPotentialBlockSize(&grid, &threads, sum_kernel, 0, 0);\n"
        "    if (blocks > 0 && grid > 0 && threads >= 64) sum_kernel<<<",
    ),
}


@pytest.mark.parametrize("name", ANSWERED)
def test_what_a_device_can_do_is_answered(stages: CudaStages, name: str) -> None:
    assert ran(stages, ANSWERED[name]).outputs is not None


@pytest.mark.parametrize("size", ["4ull << 30", "1 << 28", "100 << 20"])
def test_variables_of_gigabytes_are_too_much(stages: CudaStages, size: str) -> None:
    code = f"__device__ char huge[{size}];\n" + changed("if (t == 0)", "huge[t] = 1;\n    if (t == 0)")
    assert ran(stages, code).observation.outcome is Outcome.RESOURCE_EXCEEDED


@pytest.mark.parametrize("name", ["missing barrier", "missing bounds check", "undeclared name", "work on the host"])
def test_the_same_candidate_gives_the_same_observation(stages: CudaStages, others: CudaStages, name: str) -> None:
    code = FAULTS[name][0]
    assert ran(stages, code).observation == ran(others, code).observation


def test_what_nvcc_takes_runs(stages: CudaStages) -> None:
    """Names of the C library's functions for a candidate's own, null pointers for parameters, alignments, a mark."""
    code = changed("const float* x, float* out", "const float* x, const Four* y, float* out")
    code = code.replace(
        "const int t", "int exit = n, system = 0, read = exit;\n    n = y ? system : read;\n    const int t"
    )
    code = code.replace("(x, out, n);", "(x, NULL, out, n);").replace("sum_kernel", "send")
    types = "struct alignas(16) Four { float v[4]; };\n__inline__ __device__ float same(float v) { return v; }\n"
    assert ran(stages, "\ufeff" + types + code).observation.outcome is Outcome.PASS


VARIABLE = "__device__ float given[100];\n__global__ void sum_kernel"
OTHER_MEMORY = {
    "host array for kernels": ("static float given[100];\n__global__ void sum_kernel", "", Outcome.MEMORY_FAULT),
    "constant of the host": (
        "static const float given[100] = {1};\n__global__ void sum_kernel",
        "",
        Outcome.MEMORY_FAULT,
    ),
    "symbol as a pointer": (VARIABLE, "", Outcome.MEMORY_FAULT),
    "symbol's address": (
        VARIABLE,
        "float zero = 0; cudaMemcpyToSymbol(given, &zero, 4);\n    "
        "void* own; cudaGetSymbolAddress(&own, given); cudaMemcpy(own, x, n * 4, cudaMemcpyDeviceToDevice);\n    "
        "x = static_cast<float*>(own); given[0] = 7; given[1] = given[0];\n    ",
        Outcome.PASS,
    ),
}


@pytest.mark.parametrize("name", OTHER_MEMORY)
def test_host_code_and_kernels_have_memory_of_their_own(stages: CudaStages, name: str) -> None:
    before, prepared, outcome = OTHER_MEMORY[name]
    code = changed("__global__ void sum_kernel", before).replace(LAUNCH, (prepared or "x = given;\n    ") + LAUNCH)
    result = ran(stages, code)
    assert result.observation.outcome is outcome
    if result.outputs is not None:
        wanted = ran(stages, SUM).outputs
        assert result.outputs == wanted


def test_indices_have_the_types_of_cuda(stages: CudaStages) -> None:
    same = "__is_same(decltype(threadIdx), const uint3) && __is_same(decltype((blockDim)), const dim3&)"
    code = changed("const int t", f"static_assert({same});\n    const int t")
    assert ran(stages, code).observation.outcome is Outcome.PASS


def test_addresses_are_the_same_in_each_run(stages: CudaStages) -> None:
    told = "int* made = new int[4]; int own = 0;\n    const int told = ((long)made ^ (long)&own) >> 12 & 0xfff;\n    "
    code = changed(LAUNCH, told + LAUNCH).replace("(x, out, n);\n}", "(x, out, told);\n}")
    code = code.replace("atomicAdd(out, s[0])", "out[0] = n").replace("i < n ?", "i < 1 ?")
    first, second = ran(stages, code).outputs, ran(stages, code).outputs
    assert first is not None
    assert first == second
