"""Cases and expected values of gated_recurrence; never shown to a candidate."""

from collections.abc import Iterator

import torch

Arguments = tuple[torch.Tensor, torch.Tensor, torch.Tensor]


def _arguments(random: torch.Generator, batches: int, times: int, channels: int) -> Arguments:
    gates = torch.rand(batches, times, channels, generator=random) * 1.6 - 0.6
    inputs = torch.randn(batches, times, channels, generator=random)
    return gates, inputs, torch.randn(batches, channels, generator=random)


def cases(random: torch.Generator) -> Iterator[Arguments]:
    for _ in range(2):
        yield _arguments(random, 2, 19, 3)
    yield _arguments(random, 1, 1, 1)
    yield _arguments(random, 0, 3, 2)
    gates, inputs, initial = _arguments(random, 1, 40, 2)
    gates[0, 17], gates[0, 3, 1] = 0.0, 1.0
    yield gates, inputs, initial
    yield _arguments(random, 1, 5, 35)
    yield _arguments(random, 2, 300, 40)


def expected(
    gates: torch.Tensor, inputs: torch.Tensor, initial: torch.Tensor
) -> tuple[torch.Tensor, torch.Tensor]:
    state = initial.double()
    states = torch.empty(gates.shape, dtype=torch.float64)
    for t in range(gates.shape[1]):
        state = gates[:, t].double() * state + inputs[:, t].double()
        states[:, t] = state
    return states.float(), state.float()


def timing(random: torch.Generator) -> Arguments:
    return _arguments(random, 8, 2048, 1024)
