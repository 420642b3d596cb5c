"""Reading what a GPU candidate wrote and comparing it: dtypes, tolerances, NaN, and files that are none."""

import json
import math
import struct

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from resources.domains.gpu_kernels.execution.arrays import Array, UnreadableArrays, by_case, read_arrays
from resources.domains.gpu_kernels.execution.comparison import (
    DEFAULT_TOLERANCES,
    Tolerance,
    compare,
    tolerances_of,
)
from resources.domains.gpu_kernels.execution.stages.triton.report import read_report
from resources.execution.bundle import EnvironmentBundle

FLOATS = st.lists(st.floats(width=32), max_size=30)


def safetensors_file(kind: str, shape: list[int], data: bytes) -> bytes:
    header = json.dumps({"0.0": {"dtype": kind, "shape": shape, "data_offsets": [0, len(data)]}}).encode()
    return struct.pack("<Q", len(header)) + header + data


def array(values: object, dtype: str = "float32") -> Array:
    return Array(dtype, np.array(values, dtype="float32" if dtype == "bfloat16" else dtype))


def test_bfloat16_is_widened_without_loss() -> None:
    read = read_arrays(safetensors_file("BF16", [2], struct.pack("<HH", 0x3FC0, 0xFF80)))["0.0"]
    assert (read.dtype, read.values.tolist()) == ("bfloat16", [1.5, float("-inf")])


@given(st.binary(max_size=200))
def test_no_bytes_of_a_candidate_are_more_than_unreadable(content: bytes) -> None:
    try:
        read_arrays(content)
    except UnreadableArrays:
        return


@pytest.mark.parametrize(
    "content", [b"", safetensors_file("F4", [1], b"\0"), safetensors_file("F32", [9], b"\0\0\0\0")]
)
def test_damaged_files_are_unreadable(content: bytes) -> None:
    with pytest.raises(UnreadableArrays):
        read_arrays(content)


@pytest.mark.parametrize("name", ["x", "0", "0.x", "9.0", "-1.0"])
def test_tensors_with_other_names_are_refused(name: str) -> None:
    with pytest.raises(UnreadableArrays):
        by_case({name: array([1.0])}, 2)


def test_parts_come_in_their_order_beyond_nine() -> None:
    arrays = {f"0.{number}": array([float(number)]) for number in (10, 2, 0)}
    assert [item.values[0] for item in by_case(arrays, 1)[0]] == [0.0, 2.0, 10.0]


@given(FLOATS)
def test_everything_agrees_with_itself(values: list[float]) -> None:
    assert compare([array(values)], [array(values)], DEFAULT_TOLERANCES).message == ""


@given(FLOATS.filter(bool), st.data())
def test_one_wrong_element_is_found_and_named(values: list[float], data: st.DataObject) -> None:
    place = data.draw(st.integers(0, len(values) - 1))
    wrong = list(values)
    wrong[place] = 1.0 if not (abs(values[place]) < 1e30) else values[place] + 1.0 + abs(values[place]) * 0.01
    found = compare([array(wrong)], [array(values)], DEFAULT_TOLERANCES)
    assert f"1/{len(values)} elements differ, first ({place},)" in found.message


@pytest.mark.parametrize(
    ("got", "expected", "agrees"),
    [
        (float("nan"), float("nan"), True),
        (float("nan"), 0.0, False),
        (0.0, float("nan"), False),
        (float("inf"), float("inf"), True),
        (float("inf"), float("-inf"), False),
        (1e30, float("inf"), False),
    ],
)
def test_nan_and_infinity_equal_only_themselves(got: float, expected: float, agrees: bool) -> None:
    assert (compare([array([got])], [array([expected])], DEFAULT_TOLERANCES).message == "") is agrees


def test_the_largest_error_told_is_that_of_what_differs() -> None:
    for wrong, told in ((math.nan, "nan"), (math.inf, "inf"), (3.0, "2")):
        found = compare([array([1.0, wrong])], [array([1.0, 1.0])], DEFAULT_TOLERANCES)
        assert found.message.endswith(f"max abs err {told}")


def test_integers_are_exact() -> None:
    found = compare([array([2**24], "int64")], [array([2**24 + 1], "int64")], DEFAULT_TOLERANCES)
    assert found.message.startswith("1/1 elements differ")


@pytest.mark.parametrize(
    ("got", "message"),
    [
        ([], "returned 0 tensor(s), expected 1"),
        ([array([[1.0]])], "got (1, 1) float32, expected (1,) float32"),
        ([array([1.0], "float16")], "got (1,) float16, expected (1,) float32"),
    ],
)
def test_count_shape_and_dtype_come_before_values(got: list[Array], message: str) -> None:
    assert compare(got, [array([1.0])], DEFAULT_TOLERANCES).message == message


def test_a_bundle_has_tolerances_of_its_own() -> None:
    bundle = EnvironmentBundle(
        "gpu_kernels", "x", "", "", "kernel.py", "", {}, {"tolerances": json.dumps({"float32": [0.0, 0.5]})}
    )
    assert compare([array([1.4])], [array([1.0])], tolerances_of(bundle)).message == ""
    assert compare([array([1.6])], [array([1.0])], tolerances_of(bundle)).message


def told(got: Array, expected: Array, share: float, dtype: str = "float16") -> str:
    tolerances = {dtype: Tolerance(0.01, 0.01, share)}
    return compare([got], [expected], tolerances).message


def test_only_few_elements_may_differ_where_a_result_is_rounded_once() -> None:
    expected = array(np.linspace(1, 2, 1000), "float16")
    for moved, message in ((0, ""), (12, ""), (13, "13/1000 elements are not the exact result rounded once")):
        values = expected.values.copy()
        values[:moved] = np.nextafter(values[:moved], np.float16(4))
        assert told(Array("float16", values), expected, 0.01).startswith(message)
        assert bool(message) == bool(told(Array("float16", values), expected, 0.01))


def test_what_is_moved_unchanged_keeps_every_bit() -> None:
    expected = array([0.0, math.nan, 1e-45, 2.0])
    assert told(expected, expected, 0.0, "float32") == ""
    for other in ([-0.0, math.nan, 1e-45, 2.0], [0.0, -math.nan, 1e-45, 2.0], [0.0, math.nan, 0.0, 2.0]):
        assert told(array(other), expected, 0.0, "float32").startswith("1/4 elements are not the same to the bit")


@given(st.binary(max_size=300) | st.text(max_size=100).map(str.encode))
def test_a_forged_report_is_none(content: bytes) -> None:
    assert read_report({"report.json": content}) is None


@pytest.mark.parametrize(
    "change", [{"more": 1}, {"launches": {"count": -1}}, {"finished": ["0"]}, {"stage": "x" * 999}]
)
def test_a_report_of_another_form_is_none(change: dict[str, object]) -> None:
    good = {
        "stage": "function",
        "error": None,
        "changed": [],
        "unusable": "",
        "launches": {"count": 1},
        "computed": [],
        "finished": [0],
    }
    assert read_report({"report.json": json.dumps(good).encode()}) is not None
    assert read_report({"report.json": json.dumps(good | change).encode()}) is None


def test_no_report_is_none() -> None:
    assert read_report({}) is None
