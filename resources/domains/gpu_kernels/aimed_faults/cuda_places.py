"""Where aimed faults of CUDA candidates stand: in host functions that no other function calls, between statements."""

from collections.abc import Iterator

from resources.domains.gpu_kernels.faults.cuda_source import CudaSource, Function
from resources.domains.toolkit.rules import Place


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
