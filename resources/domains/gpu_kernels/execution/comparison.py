"""Comparing what a candidate returned with what is expected, outside the candidate's process.

Tolerances are per dtype of the expected output: |got - expected| <= absolute + relative * |expected|. NaN equals NaN
and an infinity itself; integers and booleans are compared exactly.
"""

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt

from resources.domains.gpu_kernels.execution.arrays import Array
from resources.domains.gpu_kernels.execution.oracle import Trial
from resources.execution.bundle import EnvironmentBundle


@dataclass(frozen=True)
class Tolerance:
    """Relative and absolute, and the share of elements that may differ at all: rounding once more on the way moves a
    quarter of the elements of a 16-bit result, each within its tolerance, and another order of summation one in 300 at
    most (two other authors' answers to all tasks). 0 asks for equal bits."""

    relative: float
    absolute: float
    differing: float = 1.0

    def most_differing(self, size: int) -> int:
        """Of `size` elements; of a few, chance may move two."""
        return int(self.differing * size) + 2 * (self.differing > 0)


DEFAULT_TOLERANCES: Mapping[str, Tolerance] = {
    "float64": Tolerance(1e-7, 1e-9),
    "float32": Tolerance(1e-4, 1e-5),
    "float16": Tolerance(1e-2, 1e-3),
    "bfloat16": Tolerance(2e-2, 1e-2),
}
"""As wide as a different order of summation needs, and narrower than a wrong scale or a missing term."""
EXACT = Tolerance(0.0, 0.0)


@dataclass(frozen=True)
class Difference:
    """`message` says what differs first, "" where nothing does. `largest` is the largest absolute error seen."""

    message: str
    largest: float = 0.0


def tolerances_of(bundle: EnvironmentBundle) -> Mapping[str, Tolerance]:
    """The bundle's own, where its settings have any, over the defaults."""
    own = json.loads(bundle.settings.get("tolerances", "{}"))
    return {**DEFAULT_TOLERANCES, **{dtype: Tolerance(*pair) for dtype, pair in own.items()}}


def compare_all(results: Sequence[Sequence[Array]], trial: Trial, bundle: EnvironmentBundle) -> Difference:
    """The first case that differs, with the case's description; the largest error over all where none does."""
    tolerances, largest = tolerances_of(bundle), 0.0
    for case, expected in enumerate(trial.expected):
        difference = compare(results[case], expected, tolerances, trial.bounds[case] if trial.bounds else ())
        if difference.message:
            return Difference(f"{trial.describe(case)}: {difference.message}", difference.largest)
        largest = max(largest, difference.largest)
    return Difference("", largest)


def compare(
    got: Sequence[Array],
    expected: Sequence[Array],
    tolerances: Mapping[str, Tolerance],
    bounds: Sequence[float | None] = (),
) -> Difference:
    """One case: number, shapes and dtypes of the outputs first, then their values, and their error as a whole where it
    has bounds."""
    if len(got) != len(expected):
        return Difference(f"returned {len(got)} tensor(s), expected {len(expected)}")
    largest = 0.0
    for number, (one, other) in enumerate(zip(got, expected, strict=True)):
        name = f"output {number}: " if len(expected) > 1 else ""
        if (one.shape, one.dtype) != (other.shape, other.dtype):
            return Difference(f"{name}got {one}, expected {other}")
        difference = _values(one.values, other.values, tolerances.get(other.dtype, EXACT))
        if not difference.message:
            difference = _share(one.values, other.values, tolerances.get(other.dtype, EXACT), difference)
        if not difference.message and bounds and (bound := bounds[number]) is not None:
            difference = _precision(one.values, other.values, bound, difference)
        largest = max(largest, difference.largest)
        if difference.message:
            return Difference(name + difference.message, largest)
    return Difference("", largest)


def differing(got: npt.NDArray[Any], expected: npt.NDArray[Any], tolerance: Tolerance) -> int:
    """How many elements differ where fewer may; 0 where as many as differ may."""
    if tolerance.differing >= 1:
        return 0
    if tolerance.differing == 0:
        different = _bits(got) != _bits(expected)
    else:
        different = (got != expected) & ~((got != got) & (expected != expected))
    count = int(different.sum())
    return count if count > tolerance.most_differing(different.size) else 0


def _bits(values: npt.NDArray[Any]) -> npt.NDArray[Any]:
    flat = np.ascontiguousarray(values).ravel()
    return flat.view(np.dtype(f"u{flat.dtype.itemsize}"))


def _share(
    got: npt.NDArray[Any], expected: npt.NDArray[Any], tolerance: Tolerance, difference: Difference
) -> Difference:
    count = differing(got, expected, tolerance)
    if not count:
        return difference
    told = "not the same to the bit" if tolerance.differing == 0 else "not the exact result rounded once"
    most = tolerance.most_differing(got.size)
    return Difference(f"{count}/{got.size} elements are {told}, at most {most} may differ", difference.largest)


def _precision(got: npt.NDArray[Any], expected: npt.NDArray[Any], bound: float, difference: Difference) -> Difference:
    """Rounding on the way moves all elements by a little, each within its tolerance."""
    with np.errstate(invalid="ignore", over="ignore"):
        error = got.astype(np.float64) - expected.astype(np.float64)
    finite = error[np.isfinite(error)]
    size = float(np.sqrt(np.mean(np.square(finite)))) if finite.size else 0.0
    if size <= bound:
        return difference
    return Difference(
        f"computed more coarsely than in float32: RMS error {size:.3g}, at most {bound:.3g}", difference.largest
    )


def _values(got: npt.NDArray[Any], expected: npt.NDArray[Any], tolerance: Tolerance) -> Difference:
    if expected.size == 0:
        return Difference("")
    with np.errstate(invalid="ignore", over="ignore"):
        wide, other = got.astype(np.float64), expected.astype(np.float64)
        error = np.abs(wide - other)
        near = error <= tolerance.absolute + tolerance.relative * np.abs(other)
    same = (got == expected) | (np.isnan(wide) & np.isnan(other))
    wrong = ~(same | (near & np.isfinite(other)))
    finite = error[np.isfinite(error)]
    largest = float(finite.max()) if finite.size else 0.0
    if not wrong.any():
        return Difference("", largest)
    first = tuple(int(index) for index in np.argwhere(wrong)[0])
    place = f", first {first}" if first else ""
    # nan or inf where one of them is, as a largest error beside `got nan` would else be that of the right elements
    return Difference(
        f"{int(wrong.sum())}/{wrong.size} elements differ{place}: got {wide[first]:.6g} expected {other[first]:.6g}, "
        f"max abs err {float(error[wrong].max()):.3g}",
        largest,
    )
