"""A CUDA program with a harness of its own: built by the machine's nvcc for its device, run without Python."""

import os
from collections.abc import Callable, Sequence
from pathlib import Path

from infra.device.inputs import read_inputs
from resources.domains.gpu_kernels.execution.dense_tensors import cases_of
from resources.domains.gpu_kernels.execution.stages.cuda.signature import driver_text, encode_cases, read_signature
from resources.execution.bundle import EnvironmentBundle

PROGRAM, SOURCE = "program", "kernel.cu"
_HARNESS = Path(__file__).with_name("harness.cu")


def write_source(bundle: EnvironmentBundle, code: str, folder: Path) -> None:
    driver = driver_text(read_signature(bundle.settings))
    harness = f'\n#line 1 "harness.cu"\n{_HARNESS.read_text()}'
    text = code.removeprefix("\ufeff") + driver + harness
    (folder / SOURCE).write_text(text, encoding="utf-8", errors="replace")


def building(bundle: EnvironmentBundle, runs: Sequence[tuple[str, Path]]) -> Callable[[], None]:
    """In the program's folder: cases of each run, then the compiler."""

    def action() -> None:
        signature = read_signature(bundle.settings)
        for label, inputs in runs:
            if not Path(f"cases-{label}.bin").exists():
                Path(f"cases-{label}.bin").write_bytes(encode_cases(signature, cases_of(read_inputs(inputs))))
        os.execvp("nvcc", ["nvcc", f"-arch={_architecture()}", "-std=c++17", "-lineinfo", "-o", PROGRAM, SOURCE])

    return action


def _architecture() -> str:
    return os.environ.get("HELD_ARCHITECTURE", "native")


def running(labels: Sequence[str]) -> Callable[[], None]:
    """In the program's folder: every run in one process."""

    def action() -> None:
        pairs = [name for label in labels for name in (f"cases-{label}.bin", f"outputs-{label}.bin")]
        os.execv(f"./{PROGRAM}", [PROGRAM, *pairs])

    return action
