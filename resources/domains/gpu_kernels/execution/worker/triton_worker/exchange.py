"""Arguments and results as files: tensors in safetensors, with their strides, everything else as JSON.

Storages are kept whole, so that a view into a wider tensor is one again on the other side.
"""

import json
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any

import torch
from safetensors.torch import load_file, save_file

ARGUMENTS = "arguments.json"
TENSORS = "tensors.safetensors"
EXPECTED = "expected.safetensors"
OUTPUTS = "outputs.safetensors"
MOVED = "moved.safetensors"
REPORT = "report.json"


def save_arguments(cases: Iterable[tuple[Any, ...]]) -> None:
    """Writes each case's positional arguments: tensors, and numbers, strings, booleans, None or lists of them."""
    storages: dict[str, torch.Tensor] = {}
    described = [
        [_described(value, f"{case}.{position}", storages) for position, value in enumerate(arguments)]
        for case, arguments in enumerate(cases)
    ]
    save_file(storages, TENSORS)
    Path(ARGUMENTS).write_text(json.dumps(described))


def _described(value: Any, name: str, storages: dict[str, torch.Tensor]) -> Mapping[str, Any]:
    if not isinstance(value, torch.Tensor):
        return {"value": value}
    whole = value.untyped_storage()
    flat = torch.empty(0, dtype=value.dtype).set_(whole, 0, (whole.nbytes() // value.element_size(),), (1,))
    storages[name] = flat.clone()
    return {
        "tensor": name,
        "size": list(value.size()),
        "stride": value.stride(),
        "offset": value.storage_offset(),
        "dtype": str(value.dtype).removeprefix("torch."),
        "items": flat.numel(),
    }


def described_only(arguments: Iterable[Any]) -> list[Mapping[str, Any]]:
    """One case's arguments without the tensors' values."""
    return [_described(value, str(position), {}) for position, value in enumerate(arguments)]


def without_values(described: Sequence[Mapping[str, Any]]) -> tuple[Any, ...]:
    """One case's arguments again, tensors on the device "meta": they have shapes, strides and no memory."""
    return tuple(_empty(item) if "tensor" in item else item["value"] for item in described)


def _empty(item: Mapping[str, Any]) -> torch.Tensor:
    flat = torch.empty(item["items"], dtype=getattr(torch, item["dtype"]), device="meta")
    return flat.as_strided(item["size"], item["stride"], item["offset"])


def moved(value: Any, device: torch.device) -> Any:
    """A tensor with a copy of its whole storage on `device`, so that strides stay; anything else as it is.

    Whatever device torch makes tensors on meanwhile.
    """
    if not isinstance(value, torch.Tensor):
        return value
    whole = value.untyped_storage()
    flat = torch.empty(0, dtype=value.dtype, device=value.device).set_(
        whole, 0, (whole.nbytes() // value.element_size(),), (1,)
    )
    return flat.to(device, copy=True).as_strided(value.size(), value.stride(), value.storage_offset())


def load_arguments() -> list[tuple[Any, ...]]:
    """The cases as they were saved; each call makes new tensors."""
    storages = load_file(TENSORS)
    return [tuple(_restored(item, storages) for item in case) for case in json.loads(Path(ARGUMENTS).read_text())]


def _restored(item: Mapping[str, Any], storages: Mapping[str, torch.Tensor]) -> Any:
    if "tensor" not in item:
        return item["value"]
    return storages[item["tensor"]].clone().as_strided(item["size"], item["stride"], item["offset"])


def flattened(result: Any) -> list[Any]:
    """A result's parts in order: of tuples and lists their items, of mappings their values by sorted key."""
    if isinstance(result, Mapping):
        return [part for key in sorted(result, key=str) for part in flattened(result[key])]
    if isinstance(result, Sequence) and not isinstance(result, str | bytes):
        return [part for item in result for part in flattened(item)]
    return [result]


def save_results(file: str, cases: Sequence[Any]) -> str:
    """Writes each case's result as tensors "case.part"; returns what in it is no tensor, "" where all are."""
    tensors: dict[str, torch.Tensor] = {}
    for case, result in enumerate(cases):
        for part, value in enumerate(flattened(result)):
            if isinstance(value, bool | int | float):
                value = torch.tensor(value)
            if type(value) not in (torch.Tensor, torch.nn.Parameter):
                return f"case {case}: returned {type(value).__name__}, not a tensor"
            tensors[f"{case}.{part}"] = value.detach().clone(memory_format=torch.contiguous_format)
    save_file(tensors, file)
    return ""


def save_moved(cases: Iterable[tuple[int, Sequence[torch.Tensor]]]) -> None:
    """Writes what the host copied or converted in each case as tensors "case.number"."""
    save_file({f"{case}.{number}": part for case, parts in cases for number, part in enumerate(parts)}, MOVED)
