"""A candidate's host code written down: allocations, copies and launches for given shapes, in order, without values.

Tensors are on the device "meta", so nothing is computed and nothing can be stored; kernels are compiled for the device
and not launched. What comes out is replayed on the device by `device_worker`, in a process without the candidate.
"""

import contextlib
import json
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

import numpy as np
import torch
from safetensors.numpy import save_file
from torch.utils._python_dispatch import TorchDispatchMode

from . import cuda_on_cpu, errors, exchange, harness, stand_in_driver
from .stand_in_driver import Launch

PROGRAM, IMAGES = "program.json", "images.safetensors"
_ALLOCATIONS = frozenset("empty empty_like empty_strided empty_permuted new_empty new_empty_strided".split())


class UnrecordableError(Exception):
    """Host code that does more than allocate, copy and launch for these shapes."""


class Recorder(TorchDispatchMode):  # type: ignore[no-untyped-call]
    """The steps of one case. Tensors are numbered in the order of their first appearance, arguments first."""

    def __init__(self, kernels: "Kernels", arguments: Sequence[Any]) -> None:
        super().__init__()  # type: ignore[no-untyped-call]
        self._kernels = kernels
        self._known: list[torch.Tensor] = [value for value in arguments if isinstance(value, torch.Tensor)]
        self._numbers = {id(tensor): number for number, tensor in enumerate(self._known)}
        self.steps: list[dict[str, Any]] = []

    @classmethod
    def _should_skip_dynamo(cls) -> bool:
        """See `watch`."""
        return False

    def __torch_dispatch__(self, function: Any, types: Any, arguments: Any = (), options: Any = None) -> Any:
        result = function(*arguments, **(options or {}))
        made = [part for part in exchange.flattened(result) if isinstance(part, torch.Tensor)]
        name = function.overloadpacket.__name__
        if any(not part.is_meta for part in made):
            raise UnrecordableError(f"torch.{name} makes a tensor on the host")
        if name in _ALLOCATIONS:
            self._allocate(made[0])
        else:
            call = {"do": "call", "name": name, "overload": function._overloadname}
            call |= {"arguments": self._encoded(arguments), "options": self._encoded(options or {})}
            self.steps.append(call | {"makes": [self._number(part) for part in made]})
        return result

    def launch(self, launch: Launch) -> None:
        """What the stand-in driver was asked to start."""
        kernel = self._kernels.number(launch)
        arguments = [
            None if kind == "constexpr" and not self._kernels.with_constants else self._encoded(value)
            for kind, value in zip(launch.source.signature.values(), launch.arguments, strict=True)
        ]
        self.steps.append({"do": "launch", "kernel": kernel, "grid": list(launch.grid), "arguments": arguments})

    def finished(self, result: Any) -> dict[str, Any]:
        """The case with what the entry returned."""
        parts = exchange.flattened(result)
        if not all(type(part) is torch.Tensor for part in parts):
            raise UnrecordableError("the entry returns something else than tensors")
        return {"steps": self.steps, "outputs": self._encoded(parts)}

    def _allocate(self, tensor: torch.Tensor) -> None:
        described = {"size": list(tensor.size()), "stride": list(tensor.stride()), "dtype": _name(tensor.dtype)}
        self.steps.append({"do": "allocate", **described, "makes": [self._number(tensor)]})

    def _number(self, tensor: torch.Tensor) -> int:
        if id(tensor) not in self._numbers:
            self._numbers[id(tensor)] = len(self._known)
            # Kept, so that no later tensor has its identity.
            self._known.append(tensor)
        return self._numbers[id(tensor)]

    def _encoded(self, value: Any) -> Any:
        """JSON for an argument; tensors by number, dtypes and the like by name, the device by a mark."""
        if hasattr(value, "base") and hasattr(value, "data_ptr") and not isinstance(value, torch.Tensor):
            value = value.base
        match value:
            case torch.Tensor():
                if id(value) not in self._numbers:
                    raise UnrecordableError("a tensor comes from somewhere else than the recorded operations")
                return {"tensor": self._numbers[id(value)]}
            case torch.dtype():
                return {"dtype": _name(value)}
            case torch.device():
                return {"device": True}
            case torch.layout() | torch.memory_format():
                return {"format": _name(value)}
            case None | bool() | int() | float() | str():
                return value
            case list() | tuple():
                return [self._encoded(item) for item in value]
            case dict():
                return {name: self._encoded(item) for name, item in value.items()}
        inner = getattr(value, "value", None)
        if isinstance(inner, bool | int | float | str):
            return inner
        if type(value).__module__.startswith("triton.language"):
            return {"triton": str(value)}
        raise UnrecordableError(f"an argument is of the type {type(value).__name__}")


class Kernels:
    """Compiled kernels by number. `with_constants` also keeps what is compiled in, which an interpreter needs."""

    def __init__(self, *, with_constants: bool) -> None:
        self.with_constants = with_constants
        self.described: list[dict[str, Any]] = []
        self.images: list[bytes] = []
        self._numbers: dict[tuple[bytes, str], int] = {}

    def number(self, launch: Launch) -> int:
        """Raises UnrecordableError for what the replay has no launch for."""
        metadata, kinds = launch.metadata, list(launch.source.signature.values())
        if any(not isinstance(kind, str) or "desc" in kind.lower() for kind in kinds):
            raise UnrecordableError("a kernel takes tuples or tensor descriptors")
        if getattr(metadata, "num_ctas", 1) != 1 or getattr(metadata, "launch_cooperative_grid", False):
            raise UnrecordableError("a kernel is launched in clusters or as a cooperative grid")
        key = (launch.image, metadata.name)
        if key not in self._numbers:
            self._numbers[key] = len(self.images)
            self.images.append(launch.image)
            self.described.append(
                {
                    "name": metadata.name,
                    "function": launch.source.fn.__name__,
                    "kinds": kinds,
                    "threads": 32 * metadata.num_warps,
                    "shared_bytes": metadata.shared,
                    "scratch_bytes": getattr(metadata, "global_scratch_size", 0) or 0,
                }
            )
        return self._numbers[key]


def _name(value: Any) -> str:
    return str(value).removeprefix("torch.")


@contextlib.contextmanager
def _told(driver: stand_in_driver.StandInDriver, recorder: Recorder) -> Iterator[None]:
    driver.on_launch = recorder.launch
    try:
        yield
    finally:
        driver.on_launch = lambda launch: None


def main() -> None:
    """Writes program.json: each case's steps and outputs, or why there are none; and the kernels' images."""
    task = json.loads(Path("task.json").read_text())
    device: Mapping[str, Any] = task["device"]
    cuda_on_cpu.install(device["capability"], device["properties"])
    driver = stand_in_driver.install(device["capability"], device["shared_bytes"])
    kernels = Kernels(with_constants=device["kind"] == "host")
    program: dict[str, Any] = {"error": "", "cases": []}
    try:
        for described in json.loads(Path("cases.json").read_text()):
            program["cases"].append(_recorded(task, driver, kernels, described))
    except Exception as error:
        case = len(program["cases"])
        program["error"] = f"case {case}: {errors.described(error, task['file'], 'compile')['text'].strip()}"
    program["kernels"] = kernels.described
    Path(PROGRAM).write_text(json.dumps(program))
    save_file({str(number): np.frombuffer(image, np.uint8) for number, image in enumerate(kernels.images)}, IMAGES)


def _recorded(
    task: dict[str, Any], driver: stand_in_driver.StandInDriver, kernels: Kernels, described: Sequence[Any]
) -> dict[str, Any]:
    """One case. The file is imported anew for each, so that nothing is kept from case to case."""
    arguments = exchange.without_values(described)
    with cuda_on_cpu.CudaOnCpu("meta"):
        module = harness.load(Path(task["file"]), Path(task["file"]).stem)
        call = harness.bound(module, task["harness"], task["entry"], task)
        recorder = Recorder(kernels, arguments)
        with recorder, _told(driver, recorder):
            result = call(*arguments)
    return recorder.finished(result)
