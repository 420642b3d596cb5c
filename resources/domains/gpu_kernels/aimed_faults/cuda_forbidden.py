"""Aimed at REJECTED: headers and calls that whole programs have, and a candidate may not."""

from collections.abc import Iterator

from resources.domains.gpu_kernels.aimed_faults.cuda_places import at_top, inserted
from resources.domains.gpu_kernels.faults.cuda_source import CudaSource
from resources.domains.toolkit.rules import Place, rule

_CATEGORY = "forbidden construct"
_HEADERS = ("cstdio", "iostream", "vector", "cub/cub.cuh", "thrust/device_vector.h", "cublas_v2.h", "torch/extension.h")


@rule(
    _CATEGORY,
    "a header of whole programs or of a library is included",
    symptom="the candidate is refused for the #include",
    repair="include CUDA's own headers, as the task lists them",
)
def header_included(source: CudaSource) -> Iterator[Place]:
    yield from at_top(source, *(f"#include <{name}>" for name in _HEADERS))


@rule(
    _CATEGORY,
    "an error ends the program",
    symptom="the candidate is refused for exit or abort",
    repair="return; errors are found by who calls",
)
def error_exits(source: CudaSource) -> Iterator[Place]:
    for text in ("exit(1);", "abort();", "exit(EXIT_FAILURE);"):
        yield from inserted(source, f"if (cudaGetLastError() != cudaSuccess) {text}")


@rule(
    _CATEGORY,
    "sizes are printed, as left over from debugging",
    symptom="the candidate is refused for printf",
    repair="take the output out",
)
def sizes_printed(source: CudaSource) -> Iterator[Place]:
    yield from inserted(source, 'printf("launched\\n");', 'fprintf(stderr, "launched\\n");', 'puts("launched");')


@rule(
    _CATEGORY,
    "the launch is measured with events or put on a stream of its own",
    symptom="the candidate is refused for names of the runtime",
    repair="launch on the default stream, and measure nothing",
)
def own_stream(source: CudaSource) -> Iterator[Place]:
    yield from inserted(
        source,
        "cudaStream_t own; cudaStreamCreate(&own);",
        "cudaEvent_t started; cudaEventCreate(&started);",
        "cudaSetDevice(0);",
        "cudaDeviceReset();",
    )


@rule(
    _CATEGORY,
    "machine code stands in the text",
    symptom="the candidate is refused for asm",
    repair="use CUDA's own functions",
)
def machine_code(source: CudaSource) -> Iterator[Place]:
    yield from inserted(source, 'asm volatile("" ::: "memory");')


RULES = (header_included, error_exits, sizes_printed, own_stream, machine_code)
