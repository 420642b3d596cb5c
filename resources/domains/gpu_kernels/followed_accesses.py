"""What the interpreter's guard says of an access of a Triton kernel: out of bounds, or racing with another program's.
The words are those of `triton_worker.memory_guard`.
"""

from typing import Any

from resources.domains.gpu_kernels.interpretation.memory import PLACE_BITS, Storage
from resources.domains.gpu_kernels.interpretation.sights import Access, Conflict, size_of
from resources.domains.gpu_kernels.interpretation.witness import Witness

_OTHER = {"write": "reads or writes with another value"}


def said_of_access(witness: Witness, access: Access) -> str:
    """One line. Addresses are those of storages apart from each other: what lies between is not known."""
    first, conflict = int(access.wanted.flat[0]), witness.sight.conflict
    storage = witness.watched.storage_at(first)
    if storage is None or storage.values.size == 0:
        what, size = access.what, size_of(access.kind) if access.kind else 4
        count = access.wanted.size
        return f"{_start(what, size, count, access.program)}; no argument has any memory\n"
    name = f"argument shape={witness.shape_of(storage)} torch.{storage.kind.name}"
    places = access.wanted.reshape(-1) - (storage.number << PLACE_BITS)
    return _race(access, storage, conflict, name) if conflict is not None else _outside(access, storage, places, name)


def _start(what: str, size: int, count: int, program: tuple[int, ...]) -> str:
    access = f"Invalid __global__ {what} of size {size} bytes"
    return f"InvalidAccess: {access}: {count} lane(s) of program {program} out of bounds"


def _outside(access: Access, storage: Storage, places: Any, name: str) -> str:
    size, length = size_of(access.kind or storage.kind), storage.values.size
    wrong = places[(places < 0) | (places >= length)]
    first = int(wrong[0]) if wrong.size else length
    bytes_of_all = length * size
    distance = f"{(first + 1 - length) * size} bytes past the end of" if first >= 0 else f"{-first * size} bytes before"
    start = _start(access.what, size, int(wrong.size), access.program)
    return f"{start}; first is {distance} the {bytes_of_all}-byte allocation of {name}\n"


def _race(access: Access, storage: Storage, conflict: Conflict, name: str) -> str:
    verb = {"read": "reads", "write": "writes"}.get(access.what, "updates atomically")
    other = "updates atomically" if conflict.is_atomic else _OTHER.get(access.what, "writes")
    place = conflict.place * size_of(storage.kind)
    return (
        f"DataRace: data race: program {access.program} {verb} {name} at byte {place}, "
        f"which another program of this launch {other}\n"
    )
