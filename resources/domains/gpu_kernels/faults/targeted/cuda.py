"""Targeted faults of CUDA C++, in host functions that no other function calls: forbidden headers and calls, too much
memory, loops without an end, an entry that the driver does not find."""

from collections.abc import Iterator

from resources.domains.gpu_kernels.language.cuda_source import CudaSource, Function
from resources.domains.toolkit.rules import Place, rule
from resources.domains.toolkit.targeted_rules import RulesByLabel
from resources.execution.outcome import Outcome


def entries(source: CudaSource) -> Iterator[Function]:
    """Host functions whose name stands in the text once: one of them is what the task asks for."""
    names = [token.text for token in source.tokens]
    for item in source.functions:
        head = {source.text(index) for index in range(item.first, item.opened)}
        if not head & {"__global__", "__device__", "static"} and names.count(item.name) == 1:
            yield item


def inserted(source: CudaSource, *texts: str) -> Iterator[Place]:
    """A place for each text at an entry's start and behind each statement of its body."""
    for item in entries(source):
        for index in (item.opened, *_ends(source, item)):
            end = source.tokens[index].end
            yield from (source.place(index, source.insert(end, f"\n    {text}")) for text in texts)


def _ends(source: CudaSource, item: Function) -> Iterator[int]:
    """Semicolons in the body itself, not in blocks inside it; none behind a return."""
    index = item.opened + 1
    while index < item.closed and source.text(index) != "return":
        index = source.pairs.get(index, index)
        if source.text(index) == ";":
            yield index
        index += 1


def at_top(source: CudaSource, *texts: str) -> Iterator[Place]:
    for _ in source.tokens[:1]:
        yield from (source.place(0, source.insert(0, f"{text}\n")) for text in texts)


_FORBIDDEN = "forbidden construct"
_HEADERS = ("cstdio", "iostream", "vector", "cub/cub.cuh", "thrust/device_vector.h", "cublas_v2.h", "torch/extension.h")


@rule(_FORBIDDEN, "a header of whole programs or of a library is included")
def header_included(source: CudaSource) -> Iterator[Place]:
    yield from at_top(source, *(f"#include <{name}>" for name in _HEADERS))


@rule(_FORBIDDEN, "an error ends the program")
def error_exits(source: CudaSource) -> Iterator[Place]:
    for text in ("exit(1);", "abort();", "exit(EXIT_FAILURE);"):
        yield from inserted(source, f"if (cudaGetLastError() != cudaSuccess) {text}")


@rule(_FORBIDDEN, "sizes are printed, as left over from debugging")
def sizes_printed(source: CudaSource) -> Iterator[Place]:
    yield from inserted(source, 'printf("launched\\n");', 'fprintf(stderr, "launched\\n");', 'puts("launched");')


@rule(_FORBIDDEN, "the launch is measured with events or put on a stream of its own")
def own_stream(source: CudaSource) -> Iterator[Place]:
    yield from inserted(
        source,
        "cudaStream_t own; cudaStreamCreate(&own);",
        "cudaEvent_t started; cudaEventCreate(&started);",
        "cudaSetDevice(0);",
        "cudaDeviceReset();",
    )


@rule(_FORBIDDEN, "machine code stands in the text")
def machine_code(source: CudaSource) -> Iterator[Place]:
    yield from inserted(source, 'asm volatile("" ::: "memory");')


FORBIDDING = (header_included, error_exits, sizes_printed, own_stream, machine_code)


_EXCESS = "resources"
_SHIFTS = (40, 42, 44)


@rule(_EXCESS, "a workspace on the device is far larger than the device")
def device_workspace_too_large(source: CudaSource) -> Iterator[Place]:
    for shift in _SHIFTS:
        yield from inserted(source, f"float* workspace = nullptr; cudaMalloc(&workspace, size_t(1) << {shift});")


@rule(_EXCESS, "a workspace on the host is far larger than the machine")
def host_workspace_too_large(source: CudaSource) -> Iterator[Place]:
    for shift in _SHIFTS:
        text = f"volatile float* staging = new float[size_t(1) << {shift}]; staging[0] = 0.0f;"
        yield from inserted(source, text)


@rule(_EXCESS, "workspace is allocated in each round of a loop and never freed")
def workspace_leaks(source: CudaSource) -> Iterator[Place]:
    for count in (100_000, 200_000, 500_000):
        body = "float* part = nullptr; cudaMalloc(&part, size_t(1) << 30);"
        yield from inserted(source, f"for (int round = 0; round < {count}; ++round) {{ {body} }}")


@rule(_EXCESS, "an unsigned size is halved for as long as it is not negative")
def unsigned_never_negative(source: CudaSource) -> Iterator[Place]:
    for size in (64, 256, 1024):
        yield from inserted(source, f"for (unsigned step = {size}; step >= 0; step /= 2) {{ cudaGetLastError(); }}")


@rule(_EXCESS, "the host waits for a flag that nobody sets")
def flag_never_set(source: CudaSource) -> Iterator[Place]:
    for name in ("ready", "done", "arrived"):
        yield from inserted(source, f"volatile int {name} = 0; while ({name} == 0) {{ }}")


@rule(_EXCESS, "the host asks for the last error a trillion times")
def polled_for_hours(source: CudaSource) -> Iterator[Place]:
    for shift in _SHIFTS:
        yield from inserted(source, f"for (long long i = 0; i < (1LL << {shift}); ++i) {{ cudaGetLastError(); }}")


EXCEEDING = (device_workspace_too_large, host_workspace_too_large, workspace_leaks)
ENDLESS = (unsigned_never_negative, flag_never_set, polled_for_hours)


_LINKING = "linking"


@rule(_LINKING, "the host function has a word more in its name")
def host_function_renamed(source: CudaSource) -> Iterator[Place]:
    for item in entries(source):
        camel = "".join(word.title() for word in item.name.split("_"))
        for name in (
            f"{item.name}_cuda",
            f"launch_{item.name}",
            f"run_{item.name}",
            f"{item.name}_host",
            camel,
            "solve",
        ):
            yield source.place(item.named, source.change(item.named, item.named, name))


@rule(_LINKING, "the host function takes a parameter more")
def parameter_added(source: CudaSource) -> Iterator[Place]:
    for item in entries(source):
        start = source.tokens[item.named + 1].end
        for text in (
            "cudaStream_t stream, ",
            "int device, ",
            "unsigned seed, ",
            "float* workspace, ",
            "int grid_size, int block_size, ",
        ):
            yield source.place(item.named, source.insert(start, text))


@rule(_LINKING, "the host function stands in a namespace")
def function_in_namespace(source: CudaSource) -> Iterator[Place]:
    for item in entries(source):
        start, end = source.tokens[item.first].start, source.tokens[item.closed].end
        for name in ("kernels", "gpu", "detail"):
            changes = source.insert(start, f"namespace {name} {{\n"), source.insert(end, f"\n}}  // namespace {name}")
            yield source.place(item.named, *changes)


@rule(_LINKING, "the host function is a template whose type no argument tells")
def type_never_told(source: CudaSource) -> Iterator[Place]:
    for item in entries(source):
        start = source.tokens[item.first].start
        for text in ("template <typename Accumulator>", "template <int kBlock>", "template <typename T, int kThreads>"):
            yield source.place(item.named, source.insert(start, f"{text}\n"))


UNLINKED = (host_function_renamed, parameter_added, function_in_namespace, type_never_told)

RULES: RulesByLabel[CudaSource] = {
    Outcome.REJECTED: FORBIDDING,
    Outcome.RESOURCE_EXCEEDED: EXCEEDING,
    Outcome.TIMEOUT: ENDLESS,
    Outcome.LINK_ERROR: UNLINKED,
}
