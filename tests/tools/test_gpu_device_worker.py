"""The replay's process, part by part: memory that nobody wrote, forged records, the comparison, the baseline's
precision."""

from collections.abc import Sequence
from typing import Any

import pytest
import torch

from resources.domains.gpu_kernels.execution.worker.device_worker.baseline import WorkingPrecision, difference
from resources.domains.gpu_kernels.execution.worker.device_worker.cuda_device import parameters
from resources.domains.gpu_kernels.execution.worker.device_worker.program import Replay, UnreplayableError
from resources.domains.gpu_kernels.execution.worker.triton_worker import exchange
from resources.domains.gpu_kernels.execution.worker.triton_worker.unwritten import Unwritten

ALLOCATE = {"do": "allocate", "size": [4], "stride": [1], "dtype": "float32", "makes": [1]}
LAUNCH = {"do": "launch", "kernel": 0, "grid": [1, 1, 1], "arguments": [{"tensor": 0}, {"tensor": 1}, 3]}


class Processor:
    """A device whose kernels are functions of Python."""

    torch_device = torch.device("cpu")

    def load(self, kernel: Any) -> Any:
        raise AssertionError

    def seconds(self, run: Any) -> float:
        raise AssertionError

    def synchronise(self) -> None: ...


def replay(steps: Sequence[dict[str, Any]], kernel: Any = None, allowed: Sequence[str] = ()) -> Replay:
    case = {"steps": list(steps), "outputs": [{"tensor": 1}]}
    return Replay(case, [kernel], Processor(), frozenset(allowed), Unwritten().fill)


def test_what_a_kernel_is_to_write_never_holds_what_it_wrote_before() -> None:
    found: list[list[float]] = []

    def kernel(grid: tuple[int, int, int], arguments: Sequence[Any]) -> None:
        found.append(arguments[1].tolist())
        arguments[1].copy_(arguments[0] + arguments[2])

    made = replay([ALLOCATE, LAUNCH], kernel)
    for _ in range(3):
        prepared = made.prepare([torch.ones(4), 3])
        prepared.run()
        assert prepared.outputs()[0].tolist() == [4.0] * 4
    assert not any(number in (0.0, 4.0) for number, *_ in found)
    assert len({str(numbers) for numbers in found}) == 3


def test_operations_that_are_not_allowed_are_not_called() -> None:
    call = {"do": "call", "name": "mul", "overload": "Tensor", "options": {}, "makes": [1]}
    step = {**call, "arguments": [{"tensor": 0}, {"tensor": 0}]}
    with pytest.raises(UnreplayableError, match=r"torch\.mul"):
        replay([step]).prepare([torch.ones(4)]).run()
    prepared = replay([step], allowed=["mul"]).prepare([torch.full((4,), 3.0)])
    prepared.run()
    assert prepared.outputs()[0].tolist() == [9.0] * 4


def test_values_of_a_record_are_what_they_name() -> None:
    step = {
        **{"do": "call", "name": "zeros", "overload": "default", "makes": [1], "arguments": [[2, 3]]},
        "options": {"dtype": {"dtype": "float16"}, "device": {"device": True}, "layout": {"format": "strided"}},
    }
    prepared = replay([step], allowed=["zeros"]).prepare([])
    prepared.run()
    (output,) = prepared.outputs()
    assert (output.shape, output.dtype, output.device.type) == ((2, 3), torch.float16, "cpu")


@pytest.mark.parametrize(
    ("got", "expected", "said"),
    [
        (torch.ones(3), torch.ones(3), ""),
        (torch.tensor([1.0, float("nan"), float("inf")]), torch.tensor([1.0, float("nan"), float("inf")]), ""),
        (torch.ones(3), torch.tensor([1.0, 1.0, 1.1]), "output 0: 1/3 elements differ"),
        (torch.tensor([float("nan")]), torch.ones(1), "output 0: 1/1 elements differ"),
        (torch.full((1,), 3e38), torch.tensor([float("inf")]), "output 0: 1/1 elements differ"),
        (torch.ones(3), torch.ones(4), "output 0: got (3,) float32, expected (4,) float32"),
        (torch.tensor([1, 2]), torch.tensor([1, 3]), "output 0: 1/2 elements differ"),
    ],
)
def test_outputs_of_a_realistic_size_are_compared_as_the_others(
    got: torch.Tensor, expected: torch.Tensor, said: str
) -> None:
    assert difference([got], [expected], {"float32": (1e-4, 1e-5)}) == said


def test_too_few_outputs_differ() -> None:
    assert difference([], [torch.ones(1)], {}) == "returned 0 tensor(s), expected 1"


def test_the_baseline_computes_in_the_arguments_precision() -> None:
    seen: list[torch.dtype] = []

    def formula(x: torch.Tensor) -> torch.Tensor:
        wide = torch.softmax(x.double(), dim=0) + x.to(torch.float64)
        seen.append(wide.dtype)
        seen.append(torch.zeros(3, dtype=torch.float64).dtype)
        seen.append(x.sum(dtype=torch.float64).dtype)
        return wide.to(x.dtype)

    with WorkingPrecision():
        assert formula(torch.ones(3, dtype=torch.float16)).dtype is torch.float16
    assert seen == [torch.float16, torch.float32, torch.float16]


def test_parameters_are_packed_by_tritons_types() -> None:
    kinds = ("*fp32", "constexpr", "i32", "fp32", "u1", "i64", "bf16", "fp16")
    tensor = torch.ones(2)
    packed = parameters(kinds, [tensor, 128, -3, 0.5, True, 1 << 40, 1.0, 1.0])
    assert [value.value for value in packed] == [tensor.data_ptr(), -3, 0.5, 1, 1 << 40, 0x3F80, 0x3C00]


def test_arguments_move_while_torch_makes_tensors_elsewhere() -> None:
    """The formula's tensors are made on the device, its arguments come from the processor."""
    argument = torch.arange(6.0)[1::2]
    with torch.device("meta"):
        here = exchange.moved(argument, torch.device("cpu"))
    assert here.tolist() == [1.0, 3.0, 5.0]
    assert here.stride() == (2,)
