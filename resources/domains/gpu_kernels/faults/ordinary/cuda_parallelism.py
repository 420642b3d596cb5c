"""CUDA faults of threads, blocks, bounds and shared memory."""

from collections.abc import Iterator

from resources.domains.gpu_kernels.faults.ordinary.categories import LAUNCH, MEMORY
from resources.domains.gpu_kernels.language.cuda_source import CudaSource
from resources.domains.toolkit.rules import Place, rule


@rule(LAUNCH, "A barrier is missing.")
def barrier_missing(source: CudaSource) -> Iterator[Place]:
    for index in _barriers(source):
        yield source.place(index, source.change(index, index + 3, ""))


@rule(LAUNCH, "A barrier stands in a branch that not all threads of the block take.")
def barrier_in_branch(source: CudaSource) -> Iterator[Place]:
    for index in _barriers(source):
        yield source.place(index, source.change(index, index + 3, "if (threadIdx.x % 2 == 0) __syncthreads();"))


@rule(MEMORY, "A thread does not check whether its element exists.")
def bounds_check_missing(source: CudaSource) -> Iterator[Place]:
    for index, closed in _conditions(source):
        if source.text(closed + 1) == "return" and source.text(closed + 2) == ";":
            yield source.place(index, source.change(index, closed + 2, ""))
        elif any(source.text(at) == "<" for at in range(index, closed)):
            yield source.place(index, source.change(index, closed, ""))


@rule(MEMORY, "A bounds check lets one element too many through.")
def bounds_check_one_too_large(source: CudaSource) -> Iterator[Place]:
    wrong = {"<": "<=", ">=": ">"}
    for index, closed in _conditions(source):
        for at in range(index, closed):
            if source.text(at) in wrong:
                yield source.place(at, source.change(at, at, wrong[source.text(at)]))


@rule(LAUNCH, "The block's number stands where the thread's is meant, or the other way round.")
def thread_and_block_exchanged(source: CudaSource) -> Iterator[Place]:
    other = {"threadIdx": "blockIdx", "blockIdx": "threadIdx"}
    for index in source.in_device():
        if source.text(index) in other:
            yield source.place(index, source.change(index, index, other[source.text(index)]))


@rule(LAUNCH, "An index is taken along the wrong axis.")
def axis_wrong(source: CudaSource) -> Iterator[Place]:
    for index in source.in_device():
        if source.text(index) in ("threadIdx", "blockIdx", "blockDim", "gridDim") and source.text(index + 1) == ".":
            other = {"x": "y", "y": "x", "z": "x"}.get(source.text(index + 2))
            if other:
                yield source.place(index, source.change(index + 2, index + 2, other))


@rule(MEMORY, "The block's number is not multiplied by the block's size.")
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


@rule(LAUNCH, "The number of blocks is rounded down.")
def blocks_rounded_down(source: CudaSource) -> Iterator[Place]:
    for opened, closed in sorted(source.pairs.items()):
        inside = [source.text(index) for index in range(opened + 1, closed)]
        rounds_up = source.text(opened) == "(" and inside[-2:] == ["-", "1"] and "+" in inside
        if rounds_up and source.text(closed + 1) == "/":
            plus = opened + 1 + inside.index("+")
            yield source.place(opened, source.change(opened, closed, source.span(opened + 1, plus - 1)))


@rule(LAUNCH, "Grid and block are exchanged in a launch.")
def grid_and_block_exchanged(source: CudaSource) -> Iterator[Place]:
    for index in _launches(source):
        given = source.launch_arguments(index)
        if len(given) >= 2:
            (a, b), (c, d) = given[:2]
            yield source.place(index, source.change(a, b, source.span(c, d)), source.change(c, d, source.span(a, b)))


@rule(LAUNCH, "A launch asks for more threads than a block can have.")
def too_many_threads(source: CudaSource) -> Iterator[Place]:
    for index in _launches(source):
        for first, last in source.launch_arguments(index)[1:2]:
            if first == last:
                yield source.place(index, source.change(first, last, "2048"))


@rule(MEMORY, "A launch gives its kernel no dynamic shared memory.")
def dynamic_shared_memory_missing(source: CudaSource) -> Iterator[Place]:
    for index in _launches(source):
        for first, last in source.launch_arguments(index)[2:3]:
            if source.span(first, last) != "0":
                yield source.place(index, source.change(first, last, "0"))


@rule(MEMORY, "A shared array is larger than a block may have.")
def shared_array_too_large(source: CudaSource) -> Iterator[Place]:
    for index, size in _shared_sizes(source):
        yield source.place(index, source.change(size, size, f"{source.text(size)} * 65536"))


@rule(MEMORY, "A shared array is smaller than what threads index.")
def shared_array_too_small(source: CudaSource) -> Iterator[Place]:
    for index, size in _shared_sizes(source):
        yield source.place(index, source.change(size, size, f"{source.text(size)} / 2"))


@rule(LAUNCH, "Threads add to one address without an atomic operation.")
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


@rule(LAUNCH, "A shuffle moves values in the wrong direction.")
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
