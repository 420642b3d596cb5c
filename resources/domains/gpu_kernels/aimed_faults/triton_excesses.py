"""Aimed at RESOURCE_EXCEEDED and TIMEOUT: host functions that ask for too much memory or output, or never launch."""

from collections.abc import Iterator

from resources.domains.gpu_kernels.aimed_faults.triton_places import inserted, tensors
from resources.domains.gpu_kernels.faults.triton_source import TritonSource
from resources.domains.toolkit.rules import Place, rule

_CATEGORY = "resources"


@rule(
    _CATEGORY,
    "a workspace for every pair of elements is allocated",
    symptom="the allocator cannot get the memory",
    repair="allocate what the blocks need",
)
def workspace_too_large(source: TritonSource) -> Iterator[Place]:
    for _, name in tensors(source):
        shapes = ("(1 << 22, 1 << 22)", "(2_000_000, 3_000_000)", "1 << 43")
        yield from inserted(source, *(f"workspace = torch.empty({shape}, device={name}.device)" for shape in shapes))


@rule(
    _CATEGORY,
    "a list on the host has an entry for every address",
    symptom="MemoryError in the host function",
    repair="let the kernel compute its offsets",
)
def offsets_listed(source: TritonSource) -> Iterator[Place]:
    for count in ("10**13", "1 << 44", "5 * 10**12"):
        yield from inserted(source, f"offsets = [0] * ({count})", f"starts = list(range({count}))")


@rule(
    _CATEGORY,
    "a table for all seeds is filled in host memory",
    symptom="the allocator cannot get the memory",
    repair="compute the entries in the kernel",
)
def table_too_large(source: TritonSource) -> Iterator[Place]:
    for text in ("torch.zeros(1 << 42)", "torch.full((1 << 21, 1 << 21), 0.5)", "torch.arange(10**13)"):
        yield from inserted(source, f"table = {text}")


@rule(
    _CATEGORY,
    "the search for a block size prints each try and does not end",
    symptom="the run is stopped at the limit of its output",
    repair="end the search, and print nothing",
)
def search_printed_forever(source: TritonSource) -> Iterator[Place]:
    for name in ("width", "tile", "lanes"):
        yield from inserted(source, f'{name} = 1\nwhile {name} > 0:\n    print("trying {name}", {name} % 1024)')


@rule(
    _CATEGORY,
    "a size is never doubled in the loop that looks for it",
    symptom="the run hits its time limit before any launch",
    repair="double the size in each round, or use triton.next_power_of_2",
)
def size_never_doubled(source: TritonSource) -> Iterator[Place]:
    for size in (256, 1024, 4096):
        yield from inserted(source, f"width = 1\nwhile width < {size}:\n    doubled = width * 2")


@rule(
    _CATEGORY,
    "a size is halved until it is negative, which it never is",
    symptom="the run hits its time limit before any launch",
    repair="stop at one",
)
def halved_for_ever(source: TritonSource) -> Iterator[Place]:
    for size in (64, 512, 2048):
        yield from inserted(source, f"tile = {size}\nwhile tile >= 0:\n    tile //= 2")


@rule(
    _CATEGORY,
    "the host warms up in a loop of thousands of millions of rounds",
    symptom="the run hits its time limit before any launch",
    repair="leave warming up to the benchmark",
)
def warmed_up_for_hours(source: TritonSource) -> Iterator[Place]:
    for rounds in (10**10, 10**11, 10**12):
        yield from inserted(source, f"warm = 0\nfor step in range({rounds}):\n    warm += step & 1")


EXCEEDING = (workspace_too_large, offsets_listed, table_too_large, search_printed_forever)
ENDLESS = (size_never_doubled, halved_for_ever, warmed_up_for_hours)
