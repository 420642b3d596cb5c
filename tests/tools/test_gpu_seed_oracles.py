"""The oracles of the built-in tasks, Triton's above all, run by themselves: they ask what is reproducible and varied.

That references agree with them is certification's question, and needs the backend.
"""

import json
import re
from collections import Counter
from functools import cache
from itertools import combinations
from types import ModuleType
from typing import Any

import pytest
import torch

from resources.domains.gpu_kernels.tasks.library import builtin_seeds
from resources.domains.seed import TaskSeed

MOST_ELEMENTS = 400_000
"""In all tensors of all cases together: what crosses to the candidate's process and back stays under two megabytes,
and a case in which the precision of an accumulator shows has a thousand keys."""
DTYPES = {
    str(dtype).removeprefix("torch.")
    for dtype in (torch.float32, torch.float16, torch.bfloat16, torch.int8, torch.uint8, torch.int32, torch.int64)
}
Case = tuple[Any, ...]

SEEDS = {seed.seed_id: seed for seed in builtin_seeds()}
TRITON = {name: seed for name, seed in SEEDS.items() if seed.settings["language"] == "triton"}
EACH = pytest.mark.parametrize("seed", TRITON.values(), ids=list(TRITON))
EACH_OF_BOTH = pytest.mark.parametrize("seed", SEEDS.values(), ids=list(SEEDS))


@cache
def oracle(seed_id: str) -> ModuleType:
    module = ModuleType("oracle")
    exec(compile(SEEDS[seed_id].files["oracle.py"], seed_id, "exec"), module.__dict__)
    return module


@cache
def cases(seed_id: str, number: int = 1) -> tuple[Case, ...]:
    return tuple(oracle(seed_id).cases(torch.Generator().manual_seed(number)))


@cache
def expected(seed_id: str, number: int = 1) -> tuple[tuple[torch.Tensor, ...], ...]:
    results = (oracle(seed_id).expected(*case) for case in cases(seed_id, number))
    return tuple(result if isinstance(result, tuple) else (result,) for result in results)


def tensors(case: Case) -> list[torch.Tensor]:
    return [value for value in case if isinstance(value, torch.Tensor)]


def described(case: Case) -> tuple[Any, ...]:
    """All that can be told without the tensors' values: shapes, dtypes, strides."""
    return tuple((value.shape, value.dtype, value.stride()) for value in tensors(case))


def same(one: Any, other: Any) -> bool:
    """Equal to the bit; NaN equals itself."""
    if not isinstance(one, torch.Tensor):
        return bool(one == other)
    return described((one,)) == described((other,)) and torch.equal(*(_bits(value) for value in (one, other)))


def _bits(tensor: torch.Tensor) -> torch.Tensor:
    return tensor.contiguous().reshape(-1).view(torch.uint8)


@EACH
def test_a_seed_of_the_generator_determines_the_cases(seed: TaskSeed) -> None:
    again = tuple(oracle(seed.seed_id).cases(torch.Generator().manual_seed(1)))
    assert [len(case) for case in again] == [len(case) for case in cases(seed.seed_id)]
    for one, other in zip(cases(seed.seed_id), again, strict=True):
        assert all(map(same, one, other))


@EACH
def test_another_seed_gives_other_values_of_the_same_shapes(seed: TaskSeed) -> None:
    one, other = cases(seed.seed_id, 1), cases(seed.seed_id, 2)
    assert [described(case) for case in one] == [described(case) for case in other]
    changed = [not all(map(same, *pair)) for pair in zip(one, other, strict=True)]
    assert sum(changed) >= len(one) - 3, "all but empty, constant and hand-written cases are random"
    outputs = zip(expected(seed.seed_id, 1), expected(seed.seed_id, 2), strict=True)
    assert any(not all(map(same, *pair)) for pair in outputs)


@EACH
def test_cases_are_few_and_small(seed: TaskSeed) -> None:
    assert 5 <= len(cases(seed.seed_id)) <= 13
    both = [value for case in (*cases(seed.seed_id), *expected(seed.seed_id)) for value in tensors(case)]
    assert sum(value.numel() for value in both) <= MOST_ELEMENTS


@EACH_OF_BOTH
def test_a_case_is_larger_than_one_block(seed: TaskSeed) -> None:
    """What works on one block, or in a loop to some thousands, is to fail: elementwise tasks go beyond 2 ** 16."""
    largest = max(sum(value.numel() for value in tensors(case)) for case in cases(seed.seed_id))
    assert largest > (1 << 16 if "elementwise" in seed.tags else 1 << 12)


@EACH
def test_a_general_case_comes_first_and_its_shape_twice(seed: TaskSeed) -> None:
    """The first case is the one that is compiled; a stored result fails where a shape returns with other values."""
    first = cases(seed.seed_id)[0]
    assert all(value.numel() > 1 for value in tensors(first))
    shapes = Counter(described(case) for case in cases(seed.seed_id))
    assert max(shapes.values()) >= 2
    twins = [number for number, case in enumerate(cases(seed.seed_id)) if shapes[described(case)] >= 2]
    assert any(
        not same(expected(seed.seed_id)[one][0], expected(seed.seed_id)[other][0])
        for one, other in combinations(twins, 2)
        if described(cases(seed.seed_id)[one]) == described(cases(seed.seed_id)[other])
    )


@EACH
def test_cases_have_every_dtype_that_the_interface_names(seed: TaskSeed) -> None:
    named = set(re.findall(r"\bb?float\d+|\bu?int\d+", seed.interface.partition('"""\n    ...')[0])) & DTYPES
    both = [value for case in (*cases(seed.seed_id), *expected(seed.seed_id)) for value in tensors(case)]
    assert {str(value.dtype).removeprefix("torch.") for value in both} == named


@EACH
def test_edges_are_covered(seed: TaskSeed) -> None:
    """Something of size 1, something empty where the interface allows it, and sizes beside every power of two."""
    both = [value for case in cases(seed.seed_id) for value in tensors(case)]
    sizes = {size for value in both for size in (*value.shape, value.numel())}
    assert 1 in sizes
    if re.search(r"\b[A-Z]\w* >= 0|n >= 0|any shape", seed.interface):
        assert 0 in sizes
    assert any(size & (size - 1) for size in sizes)


@EACH
def test_strides_vary_where_the_interface_lets_them(seed: TaskSeed) -> None:
    loose = any(not value.is_contiguous() for case in cases(seed.seed_id) for value in tensors(case))
    allowed = re.search(r"strides|any stride", seed.interface) is not None
    assert loose == allowed


@EACH
def test_expected_values_leave_the_arguments_alone_and_say_something(seed: TaskSeed) -> None:
    before = tuple(oracle(seed.seed_id).cases(torch.Generator().manual_seed(1)))
    for one, other in zip(cases(seed.seed_id), before, strict=True):
        oracle(seed.seed_id).expected(*one)
        assert all(map(same, one, other))
    for output in (value for case in expected(seed.seed_id)[:2] for value in case):
        assert not output.is_floating_point() or bool(output.isfinite().all())
        assert torch.unique(output).numel() > 1, "a constant would pass"


def accepted(seed: TaskSeed, got: torch.Tensor, wanted: torch.Tensor) -> bool:
    """Whether the task's tolerances would let `got` pass; every dtype without one is exact."""
    pairs = json.loads(seed.settings.get("tolerances", "{}"))
    relative, absolute, *_ = pairs.get(str(wanted.dtype).removeprefix("torch."), (0.0, 0.0))
    if (got.shape, got.dtype) != (wanted.shape, wanted.dtype):
        return False
    return torch.allclose(got.double(), wanted.double(), rtol=relative, atol=absolute, equal_nan=True)


def trivial_answers(case: Case, wanted: torch.Tensor) -> list[torch.Tensor]:
    """What a program could return that computes nothing: constants, its inputs, the right values of one neighbour."""
    constants = [torch.full_like(wanted, value) for value in (0, 1)]
    inputs = [value for value in tensors(case) if (value.shape, value.dtype) == (wanted.shape, wanted.dtype)]
    return [*constants, *inputs, wanted.roll(1)]


@EACH
def test_no_trivial_answer_is_within_the_tolerances(seed: TaskSeed) -> None:
    """Seen in the general cases; edges have outputs that are all zeros by right."""
    for case, outputs in zip(cases(seed.seed_id)[:2], expected(seed.seed_id)[:2], strict=True):
        for wanted in outputs:
            assert [answer for answer in trivial_answers(case, wanted) if accepted(seed, answer, wanted)] == []


@EACH
def test_tolerances_are_given_for_the_floating_outputs(seed: TaskSeed) -> None:
    """Copies and gathers have zeros: their values are the inputs', and a default would only hide a rounding."""
    floating = {str(value.dtype).removeprefix("torch.") for case in expected(seed.seed_id) for value in case}
    floating = {name for name in floating if "float" in name}
    given = set(re.findall(r'"(\w+)":', seed.settings.get("tolerances", "")))
    assert given == floating


def test_a_dropout_case_has_the_probability_that_an_element_draws() -> None:
    """Else nothing tells > from >=."""
    drawn = {(case[1], case[2]) for case in cases("builtin/seeded_dropout")}
    uniform = oracle("builtin/seeded_dropout")._uniform
    assert any(probability > 0 and bool((uniform(seed, 600) == probability).any()) for probability, seed in drawn)
