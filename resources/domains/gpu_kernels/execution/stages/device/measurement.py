"""The bench's report, read strictly, and what it means: an outcome, or a reason why there are no figures.

No candidate's host code is in the process that writes it. Outputs of the tests' cases are compared in `stage`.
"""

import re
from collections.abc import Mapping
from typing import Annotated

from pydantic import BaseModel, ConfigDict, Field, ValidationError

from resources.domains.gpu_kernels.execution.reference import DEVICE_TIME
from resources.execution.outcome import Outcome

_Seconds = Annotated[float, Field(gt=0, allow_inf_nan=False)]
_MEMORY_FAULTS = re.compile(r"CUDA error: .*(illegal memory access|misaligned address|invalid (shared )?address)")
_OTHER_FAULTS = re.compile(
    r"CUDA error: .*(unspecified launch failure|illegal instruction|device-side assert|invalid program counter|"
    r"hardware stack error)"
)


class _Strict(BaseModel):
    model_config = ConfigDict(extra="forbid", frozen=True)


class Figures(_Strict):
    """Seconds of one side: the median, the distance between the quartiles as a share of it, and how many runs."""

    median: _Seconds
    spread: Annotated[float, Field(ge=0, allow_inf_nan=False)]
    runs: int


class Function(_Strict):
    """The tests' cases on the device: which cases' inputs were changed, and how many cases there were."""

    changed: tuple[int, ...]
    finished: int


class Timed(_Strict):
    """`wrong` says how the outputs that were timed differ from what is expected, "" where they do not."""

    wrong: str
    seconds: Figures
    baseline: Figures | None


class Measurement(_Strict):
    """`stage` is the last that was begun: record, function or time; `error` what ended it."""

    error: str
    stage: str
    function: Function | None = None
    time: Timed | None = None


def read_measurement(files: Mapping[str, bytes]) -> Measurement | None:
    """None where the bench did not get as far as writing one."""
    try:
        return Measurement.model_validate_json(files["measurement.json"])
    except (KeyError, ValidationError):
        return None


def fault(error: str) -> Outcome | None:
    """What an error of the bench says against the candidate; None where it says something of the environment."""
    if _MEMORY_FAULTS.search(error):
        return Outcome.MEMORY_FAULT
    return Outcome.RUNTIME_ERROR if _OTHER_FAULTS.search(error) else None


def metrics(timed: Timed) -> dict[str, float]:
    """Microseconds of the candidate and of PyTorch's baseline, and the speed-up where there is a baseline.

    `faster` is 1 when the speed-up is beyond both sides' spread.
    """
    ours, peer = timed.seconds, timed.baseline
    figures = {DEVICE_TIME: 1e6 * ours.median, "device_spread": ours.spread}
    if peer is None:
        return figures
    speedup = peer.median / ours.median
    return figures | {
        "baseline_us": 1e6 * peer.median,
        "baseline_spread": peer.spread,
        "speedup": speedup,
        "faster": float(speedup > 1 + max(ours.spread, peer.spread)),
    }


def words(metrics: Mapping[str, float]) -> str:
    """The log's words on speed. Times are in the metrics alone: they differ from run to run."""
    if "speedup" not in metrics:
        return "timed; PyTorch's baseline does not run there"
    margin = 1 + max(metrics["device_spread"], metrics["baseline_spread"])
    if metrics["faster"]:
        return "faster than PyTorch's baseline"
    return "slower than PyTorch's baseline" if metrics["speedup"] * margin < 1 else "as fast as PyTorch's baseline"
