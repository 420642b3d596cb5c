"""Each outcome that the CUDA stages can have, by variants of one small kernel, run by nvcc, g++ and the shim."""

import pytest

from resources.domains.gpu_kernels.execution.stages.cuda.pipeline import CudaStages
from resources.execution.outcome import Outcome
from resources.execution.sandbox.selection import make_sandbox
from tests.tools.gpu_cuda_runs import numbers
from tests.tools.gpu_cuda_sum import LAUNCH, LENGTHS, SUM, changed, ran
from tests.tools.kept_backends import cuda_stages


@pytest.fixture(scope="module")
def stages() -> CudaStages:
    return cuda_stages()


@pytest.fixture(scope="module")
def others() -> CudaStages:
    """Stages with a shim of their own, as another process has."""
    return CudaStages(make_sandbox())


def test_a_right_kernel_gives_its_outputs_and_its_figures(stages: CudaStages) -> None:
    result = ran(stages, SUM)
    assert result.outputs is not None
    sums = [sum((7 * i % 13) / 4 for i in range(length)) for length in LENGTHS]
    assert [numbers(case[0])[0] for case in result.outputs] == pytest.approx(sums)
    assert result.observation.metrics["shared_bytes"] == 256.0
    assert result.observation.metrics["registers"] > 0
    assert result.observation.metrics["launches"] == 3.0
    assert "Used" in result.observation.text


def test_a_promise_that_holds_changes_nothing(stages: CudaStages) -> None:
    assert (
        ran(stages, changed("    s[t] = i < n", "    __builtin_assume(t < 64);\n    s[t] = i < n")).outputs is not None
    )


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
    "false promise to the compiler": (
        changed("    s[t] = i < n", "    __builtin_assume(i < n);\n    s[t] = i < n"),
        Outcome.RUNTIME_ERROR,
        "emulator",
        "False promise to the compiler: kernel.cu:4",
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
    code = code.replace("__shared__ float", "__shared__ alignas(16) float", 1)
    assert "alignas(16) float" in code
    types = "struct alignas(16) Four { float v[4]; };\n__inline__ __device__ float same(float v) { return v; }\n"
    assert ran(stages, "\ufeff" + types + code).observation.outcome is Outcome.PASS
