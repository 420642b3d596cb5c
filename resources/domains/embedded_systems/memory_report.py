"""Memory regions: read from memory.ld, and from what the linker says it used of them."""

import re
from collections.abc import Mapping
from dataclasses import dataclass

_REGION = re.compile(r"(\w+)\s*\([a-z]+\)\s*:\s*ORIGIN\s*=\s*\w+,\s*LENGTH\s*=\s*(\d+)")
_USED = re.compile(rb"^ *(FLASH|RAM): +(\d+) (B|KB|MB|GB) +(\d+) (B|KB|MB|GB) +[\d.]+%\n?", re.MULTILINE)
_HEADING = re.compile(rb"^Memory region +Used Size.*\n?", re.MULTILINE)
_NOISE = re.compile(rb"^[^\n]*(?:is not implemented and will always fail|in function `_\w+_r'[^\n]*|_r\.c:[^\n]*)\n",
                    re.MULTILINE)  # fmt: skip
_UNITS = {b"B": 1, b"KB": 1 << 10, b"MB": 1 << 20, b"GB": 1 << 30}


@dataclass(frozen=True)
class Regions:
    """The linker's log without its table, and the table as numbers: flash_bytes and ram_bytes."""

    log: bytes
    metrics: Mapping[str, float]


def read_regions(memory_script: str) -> dict[str, int]:
    """Region → bytes, from memory.ld."""
    return {name: int(size) for name, size in _REGION.findall(memory_script)}


def region_metrics(log: bytes) -> Regions:
    metrics = {
        f"{name.decode().lower()}_bytes": float(int(used) * _UNITS[unit]) for name, used, unit, *_ in _USED.findall(log)
    }
    return Regions(_NOISE.sub(b"", _HEADING.sub(b"", _USED.sub(b"", log))), metrics)
