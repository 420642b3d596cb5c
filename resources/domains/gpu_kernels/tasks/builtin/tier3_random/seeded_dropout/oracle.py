"""Cases and expected values of seeded_dropout; never shown to a candidate."""

from collections.abc import Iterator

import torch
import numpy

Arguments = tuple[torch.Tensor, float, int]
LOW = numpy.uint64(0xFFFFFFFF)
SHIFT = numpy.uint64(32)


def _philox(seed: int, counters: numpy.ndarray) -> numpy.ndarray:
    """The first word of Philox 4x32-10 with the counter in word 0, as uint64 holding 32 bits."""
    word_0 = counters.astype(numpy.uint64)
    word_1, word_2, word_3 = (numpy.zeros_like(word_0) for _ in range(3))
    key_0, key_1 = seed & 0xFFFFFFFF, seed >> 32
    for _ in range(10):
        product_0, product_2 = numpy.uint64(0xD2511F53) * word_0, numpy.uint64(0xCD9E8D57) * word_2
        word_0 = (product_2 >> SHIFT) ^ word_1 ^ numpy.uint64(key_0)
        word_2 = (product_0 >> SHIFT) ^ word_3 ^ numpy.uint64(key_1)
        word_1, word_3 = product_2 & LOW, product_0 & LOW
        key_0, key_1 = (key_0 + 0x9E3779B9) & 0xFFFFFFFF, (key_1 + 0xBB67AE85) & 0xFFFFFFFF
    return word_0


def _uniform(seed: int, length: int) -> torch.Tensor:
    """Numbers in [0, 1) as Triton makes them: the word read as int32, folded at zero, divided by 2^31."""
    signed = _philox(seed, numpy.arange(length)).astype(numpy.uint32).view(numpy.int32).astype(numpy.int64)
    folded = numpy.where(signed < 0, -signed - 1, signed)
    return torch.from_numpy(folded.astype(numpy.float32) * numpy.float32(4.6566127342e-10))


def cases(random: torch.Generator) -> Iterator[Arguments]:
    seeds = torch.randint(2, 2**31, (4,), generator=random).tolist()
    for seed in (seeds[1], seeds[1] + (seeds[2] << 32)):
        yield torch.randn(700, generator=random), 0.5, seed
    yield torch.randn(1, generator=random), 0.25, seeds[0]
    yield torch.randn(0, 3, generator=random), 0.5, seeds[0]
    yield torch.randn(9, 67, generator=random).half(), 0.2, seeds[3]
    yield torch.randn(515, generator=random), 0.0, 1
    special = torch.randn(300, generator=random)
    special[::3] = float("inf")
    yield special, 0.75, 0
    drawn_by_element_17 = 0.6189214587211609  # From seed 1: it is kept.
    yield torch.randn(600, generator=random), drawn_by_element_17, 1
    yield torch.randn(300, generator=random), 0.5, 2**62 + seeds[1]
    yield torch.randn(70001, generator=random), 0.4, seeds[2]


def expected(x: torch.Tensor, probability: float, seed: int) -> torch.Tensor:
    # The comparison is in float32, as it is in a kernel that is given the probability.
    is_kept = _uniform(seed, x.numel()).reshape(x.shape) >= torch.tensor(probability, dtype=torch.float32)
    return torch.where(is_kept, x.double() / (1.0 - probability), 0.0).to(x.dtype)


def timing(random: torch.Generator) -> Arguments:
    return torch.randn(4096, 4096, generator=random), 0.1, 12345
