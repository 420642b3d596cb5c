"""Cases and expected values of paged_attention_decode; never shown to a candidate."""

from collections.abc import Iterator

import torch

Arguments = tuple[torch.Tensor, torch.Tensor, torch.Tensor, torch.Tensor, torch.Tensor]
LONG = 1030
"""Keys of the case in which the accumulator's precision shows."""


def _arguments(
    random: torch.Generator, lengths: list[int], heads: tuple[int, int], page_size: int, width: int
) -> Arguments:
    """Pages are dealt out in random order; slots beyond a sequence's end, and unused pages, hold NaN."""
    needed = [-(-length // page_size) for length in lengths]
    pages = sum(needed) + 2
    order = torch.randperm(pages, generator=random).tolist()
    table = torch.full((len(lengths), max([1, *needed]) + 1), -1, dtype=torch.int32)
    query = torch.randn(len(lengths), heads[0], width, generator=random) * 2.0
    caches = [torch.full((pages, page_size, heads[1], width), float("nan")) for _ in range(2)]
    for sequence, length in enumerate(lengths):
        for index in range(needed[sequence]):
            page = table[sequence, index] = order.pop()
            used = min(page_size, length - index * page_size)
            for cache in caches:
                cache[page, :used] = torch.randn(used, heads[1], width, generator=random)
    return query.half(), caches[0].half(), caches[1].half(), table, torch.tensor(lengths, dtype=torch.int32)


def cases(random: torch.Generator) -> Iterator[Arguments]:
    for _ in range(2):
        yield _arguments(random, [9, 0, 23], (4, 2), 16, 32)
    yield _arguments(random, [1], (1, 1), 4, 16)
    yield _arguments(random, [], (2, 1), 4, 16)
    yield _arguments(random, [5, 22], (3, 1), 4, 64)
    yield _arguments(random, [100], (2, 2), 64, 128)
    yield _arguments(random, [3, 0, 17, 9, 30] * 8, (4, 2), 8, 16)
    query, keys, values, table, lengths = _arguments(random, [LONG], (16, 1), 64, 64)
    yield query * 0.125, keys, values * 0.25 + 3.0, table, lengths


def coarsest(
    query: torch.Tensor,
    key_cache: torch.Tensor,
    value_cache: torch.Tensor,
    page_table: torch.Tensor,
    lengths: torch.Tensor,
) -> float | None:
    """Probabilities rounded to float16 make 0.14 where values lie far from zero, a rounded accumulator 0.6 and more."""
    return 0.35 if lengths.tolist() == [LONG] else None


def expected(
    query: torch.Tensor,
    key_cache: torch.Tensor,
    value_cache: torch.Tensor,
    page_table: torch.Tensor,
    lengths: torch.Tensor,
) -> torch.Tensor:
    _, page_size, key_heads, width = key_cache.shape
    output = torch.zeros(query.shape, dtype=torch.float64)
    group = query.shape[1] // key_heads
    for sequence, length in enumerate(lengths.tolist()):
        if length == 0:
            continue
        pages = page_table[sequence, : -(-length // page_size)].long()
        key, value = (
            cache[pages].reshape(-1, key_heads, width)[:length].double().repeat_interleave(group, dim=1)
            for cache in (key_cache, value_cache)
        )
        scores = torch.einsum("hd,thd->ht", query[sequence].double(), key) / width**0.5
        output[sequence] = torch.einsum("ht,thd->hd", torch.softmax(scores, dim=1), value)
    return output.half()


def timing(random: torch.Generator) -> Arguments:
    return _arguments(random, [1024, 777, 2048, 1500] * 4, (32, 8), 16, 128)
