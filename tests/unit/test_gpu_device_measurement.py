"""What a bench's report means: faults of the candidate, reasons for no figures, and words on speed."""

import json

import pytest

from resources.domains.gpu_kernels.execution.reference import read
from resources.domains.gpu_kernels.execution.stages.device.measurement import (
    Figures,
    Timed,
    fault,
    metrics,
    read_measurement,
    words,
)
from resources.execution.observation import Observation
from resources.execution.outcome import Outcome

FIGURES = {"median": 1e-3, "spread": 0.01, "runs": 20}
REPORT = {
    "error": "",
    "stage": "time",
    "function": {"changed": [], "finished": 7},
    "time": {"wrong": "", "seconds": FIGURES, "baseline": FIGURES},
}


def timed(seconds: float, spread: float, baseline: float | None, baseline_spread: float = 0.0) -> Timed:
    peer = None if baseline is None else Figures(median=baseline, spread=baseline_spread, runs=20)
    return Timed(wrong="", seconds=Figures(median=seconds, spread=spread, runs=20), baseline=peer)


@pytest.mark.parametrize(
    ("error", "outcome"),
    [
        ("AcceleratorError: CUDA error: an illegal memory access was encountered", Outcome.MEMORY_FAULT),
        ("RuntimeError: CUDA error: misaligned address", Outcome.MEMORY_FAULT),
        ("RuntimeError: CUDA error: unspecified launch failure", Outcome.RUNTIME_ERROR),
        ("OutOfMemoryError: CUDA out of memory. Tried to allocate 20.00 GiB", None),
        ("RuntimeError: CUDA error: no kernel image is available for execution on the device", None),
        ("RuntimeError: CUDA error: the provided PTX was compiled with an unsupported toolchain.", None),
        ("UnreplayableError: torch.mm", None),
    ],
)
def test_only_what_kernels_do_is_held_against_them(error: str, outcome: Outcome | None) -> None:
    assert fault(error) is outcome


@pytest.mark.parametrize(
    ("seconds", "spread", "baseline", "faster", "said"),
    [
        (1e-3, 0.01, 2e-3, 1.0, "faster than PyTorch's baseline"),
        (1e-3, 0.01, 1.005e-3, 0.0, "as fast as PyTorch's baseline"),
        (1e-3, 1.5, 2e-3, 0.0, "as fast as PyTorch's baseline"),
        (2e-3, 0.01, 1e-3, 0.0, "slower than PyTorch's baseline"),
    ],
)
def test_a_speed_up_counts_beyond_the_spread(
    seconds: float, spread: float, baseline: float, faster: float, said: str
) -> None:
    found = metrics(timed(seconds, spread, baseline))
    assert (found["faster"], words(found)) == (faster, said)
    assert found["device_us"] == pytest.approx(1e6 * seconds)
    assert found["speedup"] == pytest.approx(baseline / seconds)


def test_without_a_baseline_there_is_no_speed_up() -> None:
    found = metrics(timed(1e-3, 0.01, None))
    assert "speedup" not in found
    assert "does not run" in words(found)


def test_a_report_is_read_strictly() -> None:
    assert read_measurement({"measurement.json": json.dumps(REPORT).encode()}) is not None
    for wrong in ({"extra": 1}, {"error": None}, {"time": {**REPORT["time"], "seconds": {**FIGURES, "median": 0.0}}}):  # type: ignore[dict-item]
        assert read_measurement({"measurement.json": json.dumps({**REPORT, **wrong}).encode()}) is None
    assert read_measurement({}) is None


def test_candidates_are_timed_where_the_reference_was() -> None:
    assert read(Observation(Outcome.PASS, "gpu", metrics={"device_us": 3.0})).timed
    assert not read(Observation(Outcome.PASS, "interpreter")).timed
