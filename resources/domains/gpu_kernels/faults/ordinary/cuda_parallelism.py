"""CUDA faults of threads, blocks, bounds and shared memory."""

import re
from collections.abc import Iterator

from resources.domains.gpu_kernels.faults.ordinary.categories import LAUNCH, MEMORY
from resources.domains.gpu_kernels.language.cuda_source import CudaSource
from resources.domains.toolkit.rules import Place, rule

_NUMBER = re.compile(r"\d+")


@rule(
    LAUNCH,
    "A barrier is missing.",
    symptom="Threads read shared memory before others wrote it: a data race, and values that vary.",
    repair="Put __syncthreads between writing shared memory and reading what other threads wrote.",
)
def barrier_missing(source: CudaSource) -> Iterator[Place]:
    for index in _barriers(source):
        yield source.place(index, source.change(index, index + 3, ""))


@rule(
    LAUNCH,
    "A barrier stands in a branch that not all threads of the block take.",
    symptom="Threads wait at different barriers: the block hangs, or the barrier is reported as divergent.",
    repair="Take the barrier out of the branch.",
)
def barrier_in_branch(source: CudaSource) -> Iterator[Place]:
    for index in _barriers(source):
        yield source.place(index, source.change(index, index + 3, "if (threadIdx.x % 2 == 0) __syncthreads();"))


@rule(
    MEMORY,
    "A thread does not check whether its element exists.",
    symptom="Threads of the last block access memory beyond the end.",
    repair="Let threads beyond the end do nothing.",
)
def bounds_check_missing(source: CudaSource) -> Iterator[Place]:
    for index, closed in _conditions(source):
        if source.text(closed + 1) == "return" and source.text(closed + 2) == ";":
            yield source.place(index, source.change(index, closed + 2, ""))
        elif any(source.text(at) == "<" for at in range(index, closed)):
            yield source.place(index, source.change(index, closed, ""))


@rule(
    MEMORY,
    "A bounds check lets one element too many through.",
    symptom="One element beyond the end is read or written.",
    repair="Indexes are smaller than the size: test with <, or return at >=.",
)
def bounds_check_one_too_large(source: CudaSource) -> Iterator[Place]:
    wrong = {"<": "<=", ">=": ">"}
    for index, closed in _conditions(source):
        for at in range(index, closed):
            if source.text(at) in wrong:
                yield source.place(at, source.change(at, at, wrong[source.text(at)]))


@rule(
    LAUNCH,
    "The block's number stands where the thread's is meant, or the other way round.",
    symptom="Most elements are never written, others by many threads.",
    repair="An element's index is blockIdx times blockDim plus threadIdx.",
)
def thread_and_block_exchanged(source: CudaSource) -> Iterator[Place]:
    other = {"threadIdx": "blockIdx", "blockIdx": "threadIdx"}
    for index in source.in_device():
        if source.text(index) in other:
            yield source.place(index, source.change(index, index, other[source.text(index)]))


@rule(
    LAUNCH,
    "An index is taken along the wrong axis.",
    symptom="The index is 0 for all threads, or rows and columns are exchanged.",
    repair="Use the axis that the launch gives the extent to.",
)
def axis_wrong(source: CudaSource) -> Iterator[Place]:
    for index in source.in_device():
        if source.text(index) in ("threadIdx", "blockIdx", "blockDim", "gridDim") and source.text(index + 1) == ".":
            other = {"x": "y", "y": "x", "z": "x"}.get(source.text(index + 2))
            if other:
                yield source.place(index, source.change(index + 2, index + 2, other))


@rule(
    MEMORY,
    "The block's number is not multiplied by the block's size.",
    symptom="Blocks overlap and the end is never reached.",
    repair="Multiply blockIdx by blockDim.",
)
def block_size_missing(source: CudaSource) -> Iterator[Place]:
    for index in source.in_device():
        words = source.texts(index, 7)
        if (
            words[0] in ("blockIdx", "blockDim")
            and words[1] == "."
            and words[3] == "*"
            and words[4] in ("blockIdx", "blockDim")
        ):
            yield source.place(index, source.change(index, index + 6, f"blockIdx.{words[2]}"))


@rule(
    LAUNCH,
    "The number of blocks is rounded down.",
    symptom="The last, partly filled block is never launched.",
    repair="Round up: add the block's size less one before dividing.",
)
def blocks_rounded_down(source: CudaSource) -> Iterator[Place]:
    for opened, closed in sorted(source.pairs.items()):
        inside = [source.text(index) for index in range(opened + 1, closed)]
        rounds_up = source.text(opened) == "(" and inside[-2:] == ["-", "1"] and "+" in inside
        if rounds_up and source.text(closed + 1) == "/":
            plus = opened + 1 + inside.index("+")
            yield source.place(opened, source.change(opened, closed, source.span(opened + 1, plus - 1)))


@rule(
    LAUNCH,
    "Grid and block are exchanged in a launch.",
    symptom="More threads in a block than allowed, or blocks of a few threads that leave elements out.",
    repair="The grid comes first, the block second.",
)
def grid_and_block_exchanged(source: CudaSource) -> Iterator[Place]:
    for index in _launches(source):
        given = source.launch_arguments(index)
        if len(given) >= 2:
            (a, b), (c, d) = given[:2]
            yield source.place(index, source.change(a, b, source.span(c, d)), source.change(c, d, source.span(a, b)))


@rule(
    LAUNCH,
    "A launch asks for more threads than a block can have.",
    symptom="The launch fails: invalid configuration argument; nothing is computed.",
    repair="Use at most 1024 threads in a block.",
)
def too_many_threads(source: CudaSource) -> Iterator[Place]:
    for index in _launches(source):
        for first, last in source.launch_arguments(index)[1:2]:
            if first == last:
                yield source.place(index, source.change(first, last, "2048"))


@rule(
    MEMORY,
    "A launch gives its kernel no dynamic shared memory.",
    symptom="Every access to the extern shared array is out of bounds.",
    repair="Pass the number of bytes as the launch's third argument.",
)
def dynamic_shared_memory_missing(source: CudaSource) -> Iterator[Place]:
    for index in _launches(source):
        for first, last in source.launch_arguments(index)[2:3]:
            if source.span(first, last) != "0":
                yield source.place(index, source.change(first, last, "0"))


@rule(
    MEMORY,
    "A shared array is larger than a block may have.",
    symptom="ptxas: the entry function uses too much shared data, with both sizes.",
    repair="Use a smaller tile, or dynamic shared memory within the target's limit.",
)
def shared_array_too_large(source: CudaSource) -> Iterator[Place]:
    for index, size in _shared_sizes(source):
        yield source.place(index, source.change(size, size, f"{source.text(size)} * 65536"))


@rule(
    MEMORY,
    "A shared array is smaller than what threads index.",
    symptom="Accesses beyond the end of the array, at the last threads.",
    repair="Give the array one element for each thread, and room for halos.",
)
def shared_array_too_small(source: CudaSource) -> Iterator[Place]:
    for index, size in _shared_sizes(source):
        yield source.place(index, source.change(size, size, f"{source.text(size)} / 2"))


@rule(
    LAUNCH,
    "Threads add to one address without an atomic operation.",
    symptom="A data race; additions are lost.",
    repair="Add with atomicAdd.",
)
def atomic_missing(source: CudaSource) -> Iterator[Place]:
    for index in source.in_device():
        if (
            source.text(index) == "atomicAdd"
            and index + 1 in source.pairs
            and source.text(index - 1) in (";", "{", "}", ")")
        ):
            given = source.arguments(index + 1)
            if len(given) == 2:
                (a, b), (c, d) = given
                target = source.span(a + 1, b) if source.text(a) == "&" else f"*({source.span(a, b)})"
                text = f"{target} += {source.span(c, d)}"
                yield source.place(index, source.change(index, source.pairs[index + 1], text))


@rule(
    LAUNCH,
    "A shuffle moves values in the wrong direction.",
    symptom="The first lane ends with a part of the sum only.",
    repair="Reduce towards lane 0 with __shfl_down_sync.",
)
def shuffle_direction(source: CudaSource) -> Iterator[Place]:
    other = {"__shfl_down_sync": "__shfl_up_sync", "__shfl_up_sync": "__shfl_down_sync"}
    for index in source.in_device():
        if source.text(index) in other:
            yield source.place(index, source.change(index, index, other[source.text(index)]))


def _barriers(source: CudaSource) -> Iterator[int]:
    for index in source.in_device():
        if source.texts(index, 4) == ("__syncthreads", "(", ")", ";"):
            yield index


def _conditions(source: CudaSource) -> Iterator[tuple[int, int]]:
    """`if (…)` in device code: indexes of the word and of its closing bracket."""
    for index in source.in_device():
        if source.text(index) == "if" and index + 1 in source.pairs:
            yield index, source.pairs[index + 1]


def _launches(source: CudaSource) -> Iterator[int]:
    """Indexes of `<<<`."""
    return (index for index in source.in_host() if source.text(index) == "<<<")


def _shared_sizes(source: CudaSource) -> Iterator[tuple[int, int]]:
    """Static shared arrays: index of `__shared__` and of the token that is the first dimension."""
    for index in source.in_device():
        if source.text(index) == "__shared__" and source.text(index - 1) != "extern":
            opened = next((at for at in range(index, index + 8) if source.text(at) == "["), -1)
            if opened > 0 and source.pairs.get(opened) == opened + 2:
                yield index, opened + 1
