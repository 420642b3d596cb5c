"""Program: what a candidate's host code was seen to do for given shapes, done again on a device.

The record was written in a candidate's process and may be forged. It is a list of three kinds of steps, of which only
launches compute anything that an allow list does not name; whatever it holds, it has to make right outputs of inputs
that it never saw.
"""

import json
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import torch
from safetensors.numpy import load_file

from .devices import Device, Kernel, Loaded


class UnreplayableError(Exception):
    """The record has a step that is not allowed, or one that does not fit the others."""


@dataclass(frozen=True)
class Record:
    """All cases of one candidate: steps and outputs of each, and the kernels that they launch."""

    error: str
    cases: Sequence[Mapping[str, Any]]
    kernels: Sequence[Kernel]


def read_record(folder: Path) -> Record:
    """program.json and images.safetensors."""
    program = json.loads((folder / "program.json").read_text())
    images = load_file(folder / "images.safetensors")
    kernels = [
        Kernel(**{**item, "kinds": tuple(item["kinds"]), "image": images[str(number)].tobytes()})
        for number, item in enumerate(program["kernels"])
    ]
    return Record(program["error"], program["cases"], kernels)


class Replay:
    """One case on one device. `allowed` names the operations of torch that may be called; `fill` writes into what was
    allocated."""

    def __init__(
        self,
        case: Mapping[str, Any],
        kernels: Sequence[Loaded],
        device: Device,
        allowed: frozenset[str],
        fill: Callable[[torch.Tensor], None],
    ) -> None:
        self._case, self._kernels, self._device, self._allowed = case, kernels, device, allowed
        self._fill = fill

    def prepare(self, arguments: Sequence[Any]) -> "Prepared":
        """Allocates what the case allocates, with numbers of all sorts in it, so that memory which a kernel forgets to
        write holds no earlier results; `arguments` are on the device."""
        tensors: dict[int, torch.Tensor] = dict(
            enumerate(value for value in arguments if isinstance(value, torch.Tensor))
        )
        for step in self._case["steps"]:
            if step["do"] == "allocate":
                dtype = getattr(torch, step["dtype"])
                made = torch.empty_strided(step["size"], step["stride"], dtype=dtype, device=self._device.torch_device)
                self._fill(made)
                tensors[step["makes"][0]] = made
        steps = [step for step in self._case["steps"] if step["do"] != "allocate"]
        return Prepared(steps, self._case["outputs"], tensors, self)

    def call(self, step: Mapping[str, Any], tensors: dict[int, torch.Tensor]) -> None:
        """One of torch's operations."""
        if step["name"] not in self._allowed:
            raise UnreplayableError(f"torch.{step['name']}")
        packet = getattr(torch.ops.aten, step["name"])
        options = {name: self._value(item, tensors) for name, item in step["options"].items()}
        result = getattr(packet, step["overload"])(
            *(self._value(item, tensors) for item in step["arguments"]), **options
        )
        made = list(result) if isinstance(result, list | tuple) else [result]
        for number, tensor in zip(step["makes"], made, strict=True):
            tensors[number] = tensor

    def launch(self, step: Mapping[str, Any], tensors: dict[int, torch.Tensor]) -> None:
        arguments = [self._value(item, tensors) for item in step["arguments"]]
        x, y, z = step["grid"]
        self._kernels[step["kernel"]]((x, y, z), arguments)

    def _value(self, item: Any, tensors: Mapping[int, torch.Tensor]) -> Any:
        if isinstance(item, list):
            return [self._value(part, tensors) for part in item]
        if not isinstance(item, dict) or "triton" in item:
            return item
        if "tensor" in item:
            return tensors[item["tensor"]]
        if "device" in item:
            return self._device.torch_device
        return getattr(torch, item["dtype"] if "dtype" in item else item["format"])


class Prepared:
    """A case that is ready to run, once: running it is what is timed."""

    def __init__(
        self, steps: Sequence[Mapping[str, Any]], outputs: Any, tensors: dict[int, torch.Tensor], replay: Replay
    ) -> None:
        self._steps, self._outputs, self._tensors, self._replay = steps, outputs, tensors, replay

    def run(self) -> None:
        for step in self._steps:
            if step["do"] == "launch":
                self._replay.launch(step, self._tensors)
            else:
                self._replay.call(step, self._tensors)

    def outputs(self) -> list[torch.Tensor]:
        """After `run`."""
        return [self._tensors[item["tensor"]] for item in self._outputs]
