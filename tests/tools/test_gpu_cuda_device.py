"""What a device does in another way than a processor: a gap where it cannot be answered, and memory of its own."""

import pytest

from resources.domains.gpu_kernels.execution.stages.cuda.pipeline import CudaStages
from resources.execution.errors import EnvironmentGap
from resources.execution.outcome import Outcome
from tests.tools.gpu_cuda_sum import LAUNCH, SUM, changed, ran
from tests.tools.kept_backends import cuda_stages


@pytest.fixture(scope="module")
def stages() -> CudaStages:
    return cuda_stages()


def test_what_only_a_device_can_do_is_a_gap_and_no_outcome(stages: CudaStages) -> None:
    code = changed("    s[t] = i", '    int lane; asm volatile("mov.u32 %0, %%laneid;" : "=r"(lane));\n    s[t] = i')
    with pytest.raises(EnvironmentGap, match="inline PTX"):
        ran(stages, code)


BY_POINTER = (
    "void* given[] = {&x, &out, &n};\n    cudaLaunchKernel((const void*)sum_kernel, (n + 63) / 64, 64, given, 0, 0);"
)
OPEN = {
    "converged lanes": ("if (__activemask() != 0u && t == 0)", "__activemask"),
    "a shift that the compiler works out": ("if ((n << 32) != 7 && t == 0)", "a shift"),
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
    told = (
        "int* made = new int[4]; int own = 0;\n    const int told = ((long)made ^ (long)&own) >> 12 & 0xfff;\n    "
        "delete[] made;\n    "
    )
    code = changed(LAUNCH, told + LAUNCH).replace("(x, out, n);\n}", "(x, out, told);\n}")
    code = code.replace("atomicAdd(out, s[0])", "out[0] = n").replace("i < n ?", "i < 1 ?")
    first, second = ran(stages, code).outputs, ran(stages, code).outputs
    assert first is not None
    assert first == second
