"""Running CUDA programs through the real stages, for the tests of this folder: bundles, cases and recordings."""

import json
import struct
from collections.abc import Sequence
from dataclasses import dataclass

from resources.domains.gpu_kernels.execution.stages.cuda.case import Case, Tensor, TensorShape
from resources.domains.gpu_kernels.execution.stages.cuda.pipeline import EMULATE, CudaStages
from resources.domains.toolkit.recording import Recording
from resources.execution.bundle import Candidate, EnvironmentBundle, Limits
from resources.execution.observation import Observation

LIMITS = Limits(wall_s=60.0, cpu_s=20, memory_bytes=2 << 30)


@dataclass(frozen=True)
class Ran:
    """An observation, and the outputs of each case where all stages let the candidate through."""

    observation: Observation
    outputs: Sequence[Sequence[Tensor]] | None


def bundle(entry: str, arguments: Sequence[str], target: str = "sm_80", limits: Limits = LIMITS) -> EnvironmentBundle:
    settings = {"language": "cuda", "entry": entry, "target": target, "arguments": json.dumps(arguments)}
    return EnvironmentBundle("gpu_kernels", "test/cuda", "", "", "kernel.cu", "", {}, settings, limits)


def run(stages: CudaStages, task: EnvironmentBundle, code: str, cases: Sequence[Case]) -> Ran:
    record = Recording(task, "toolchain")
    outputs = stages.observe(record, task, Candidate(code), cases)
    if outputs is not None:
        record.decided(EMULATE, None, 0.0)
    return Ran(record.observation(), outputs)


def floats(values: Sequence[float]) -> Tensor:
    return Tensor("float32", (len(values),), struct.pack(f"<{len(values)}f", *values))


def integers(values: Sequence[int]) -> Tensor:
    return Tensor("int32", (len(values),), struct.pack(f"<{len(values)}i", *values))


def numbers(tensor: Tensor) -> tuple[float, ...]:
    """The values of a float32 or int32 tensor."""
    return struct.unpack(f"<{tensor.bytes // 4}{'f' if tensor.dtype == 'float32' else 'i'}", tensor.data)


def shape(dtype: str, *sizes: int) -> TensorShape:
    return TensorShape(dtype, sizes)
