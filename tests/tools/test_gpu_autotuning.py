"""Autotuned kernels: each configuration is to be right, and so is a first call, in which a device runs several on the
same buffers."""

import pytest
import torch
from triton.tools.tensor_descriptor import TensorDescriptor

from resources.domains.gpu_kernels.execution.worker.triton_worker.tuning import _elements
from resources.execution.outcome import Outcome
from tests.gpu_autotuned import ADD, COUNT
from tests.tools.test_gpu_triton_forgeries import run


def test_what_adds_is_cleared_between_the_runs_of_tuning() -> None:
    seen = run("histogram", COUNT.replace("MORE", ""))
    assert seen.outcome is Outcome.FUNCTIONAL_MISMATCH, seen.text


@pytest.mark.parametrize("more", [', reset_to_zero=["counts"]', ', restore_value=["counts"]'])
def test_what_is_cleared_or_put_back_is_right(more: str) -> None:
    seen = run("histogram", COUNT.replace("MORE", more))
    assert seen.outcome is Outcome.PASS, seen.text


@pytest.mark.parametrize(("lazy", "key"), [("(0, 1)", "['n']"), ("(0, 2, 1)", "[]")])
def test_each_configuration_is_to_be_right(lazy: str, key: str) -> None:
    seen = run("vector_add", ADD.replace("in LAZY", f"in {lazy}").replace("KEY", key))
    assert seen.outcome is Outcome.FUNCTIONAL_MISMATCH, seen.text


def test_configurations_that_are_all_right_pass() -> None:
    seen = run("vector_add", ADD.replace("in LAZY", "in (0, 2, 3, 4)").replace("KEY", "['n']"))
    assert seen.outcome is Outcome.PASS, seen.text


def test_a_program_that_warms_up_on_other_memory_once_is_right() -> None:
    """Its own note of the keys that it has warmed up outlives a case, in which its tuner knows nothing again."""
    warmed = COUNT.replace("MORE", "").replace("def histogram", "WARM = set()\n\n\ndef histogram")
    launch = '        count_kernel[lambda given: (triton.cdiv(n, given["BLOCK"]),)](values, counts, n, bins)\n'
    first = f"        if n not in WARM:\n    {launch.replace('counts,', 'counts.clone(),')}            WARM.add(n)\n"
    seen = run("histogram", warmed.replace(launch, first + launch))
    assert seen.outcome is Outcome.PASS, seen.text


def test_what_an_argument_holds_counts_whatever_it_is() -> None:
    rows = torch.zeros(4, 16)
    assert _elements(torch.nn.Parameter(rows)) == _elements((1, rows)) == _elements(lambda: rows) + 64 == 64
    assert _elements(TensorDescriptor(rows, [4, 16], [16, 1], [4, 16])) == 64
    assert _elements(object()) > 10_000 > _elements(torch.float32) == _elements("x") == 0
