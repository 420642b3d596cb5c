"""Aimed at RESOURCE_EXCEEDED and TIMEOUT: host functions that ask for too much memory, or never launch."""

from collections.abc import Iterator

from resources.domains.gpu_kernels.aimed_faults.cuda_places import inserted
from resources.domains.gpu_kernels.faults.cuda_source import CudaSource
from resources.domains.toolkit.rules import Place, rule

_CATEGORY = "resources"
_SHIFTS = (40, 42, 44)


@rule(
    _CATEGORY,
    "a workspace on the device is far larger than the device",
    symptom="the allocation fails at the memory limit",
    repair="allocate what the blocks need",
)
def device_workspace_too_large(source: CudaSource) -> Iterator[Place]:
    for shift in _SHIFTS:
        yield from inserted(source, f"float* workspace = nullptr; cudaMalloc(&workspace, size_t(1) << {shift});")


@rule(
    _CATEGORY,
    "a workspace on the host is far larger than the machine",
    symptom="std::bad_alloc in the host function",
    repair="allocate what the launch needs",
)
def host_workspace_too_large(source: CudaSource) -> Iterator[Place]:
    for shift in _SHIFTS:
        text = f"volatile float* staging = new float[size_t(1) << {shift}]; staging[0] = 0.0f;"
        yield from inserted(source, text)


@rule(
    _CATEGORY,
    "workspace is allocated in each round of a loop and never freed",
    symptom="an allocation fails at the memory limit",
    repair="allocate once, and free it",
)
def workspace_leaks(source: CudaSource) -> Iterator[Place]:
    for count in (100_000, 200_000, 500_000):
        body = "float* part = nullptr; cudaMalloc(&part, size_t(1) << 30);"
        yield from inserted(source, f"for (int round = 0; round < {count}; ++round) {{ {body} }}")


@rule(
    _CATEGORY,
    "an unsigned size is halved for as long as it is not negative",
    symptom="the run hits its time limit before any launch",
    repair="stop at zero",
)
def unsigned_never_negative(source: CudaSource) -> Iterator[Place]:
    for size in (64, 256, 1024):
        yield from inserted(source, f"for (unsigned step = {size}; step >= 0; step /= 2) {{ cudaGetLastError(); }}")


@rule(
    _CATEGORY,
    "the host waits for a flag that nobody sets",
    symptom="the run hits its time limit before any launch",
    repair="wait by cudaDeviceSynchronize",
)
def flag_never_set(source: CudaSource) -> Iterator[Place]:
    for name in ("ready", "done", "arrived"):
        yield from inserted(source, f"volatile int {name} = 0; while ({name} == 0) {{ }}")


@rule(
    _CATEGORY,
    "the host asks for the last error a trillion times",
    symptom="the run hits its time limit before any launch",
    repair="ask once",
)
def polled_for_hours(source: CudaSource) -> Iterator[Place]:
    for shift in _SHIFTS:
        yield from inserted(source, f"for (long long i = 0; i < (1LL << {shift}); ++i) {{ cudaGetLastError(); }}")


EXCEEDING = (device_workspace_too_large, host_workspace_too_large, workspace_leaks)
ENDLESS = (unsigned_never_negative, flag_never_set, polled_for_hours)
