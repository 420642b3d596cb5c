"""What gcc's driver prints, read: its messages without paths and tables, and the memory regions as numbers."""

import re
from collections.abc import Mapping

from resources.domains.toolkit.candidate_words import told
from resources.domains.toolkit.log_text import without_sandbox_folder

_REGION = re.compile(r"(\w+)\s*\([a-z]+\)\s*:\s*ORIGIN\s*=\s*\w+,\s*LENGTH\s*=\s*(\d+)")
_USED = re.compile(rb"^ *(FLASH|RAM): +(\d+) (B|KB|MB|GB) +(\d+) (B|KB|MB|GB) +[\d.]+%\n?", re.MULTILINE)
_HEADING = re.compile(rb"^Memory region +Used Size.*\n?", re.MULTILINE)
_NOISE = re.compile(rb"^[^\n]*(?:is not implemented and will always fail|in function `_\w+_r'[^\n]*|_r\.c:[^\n]*)\n",
                    re.MULTILINE)  # fmt: skip
_LIMIT = re.compile(
    rb"^arm-none-eabi-gcc: [a-z ]*error: (?:CPU time limit exceeded|Killed|File size limit exceeded) signal terminated"
    rb" program \w+\n(?:compilation terminated\.\n|Please submit [^\n]*\n|See <[^\n]*\n)*",
    re.MULTILINE,
)
"""What gcc's driver says of a child that a signal ended: the stage's own line tells which limit it was."""
_CRASH_REPORT = re.compile(rb"^(?:Please submit a full bug report|See <)[^\n]*\n", re.MULTILINE)
_LINKER_PATH = re.compile(rb"^/\S*/ld: ", re.MULTILINE)
_UNITS = {b"B": 1, b"KB": 1 << 10, b"MB": 1 << 20, b"GB": 1 << 30}


def read_regions(memory_script: str) -> dict[str, int]:
    """Region → bytes, from memory.ld."""
    return {name: int(size) for name, size in _REGION.findall(memory_script)}


def region_metrics(log: bytes) -> Mapping[str, float]:
    """flash_bytes and ram_bytes, from the linker's table."""
    return {
        f"{name.decode().lower()}_bytes": float(int(used) * _UNITS[unit]) for name, used, unit, *_ in _USED.findall(log)
    }


def build_log(log: bytes) -> bytes:
    """The messages alone: no table, no notes on the C library's stubs, no folder of the toolchain, no call to tell
    gcc's authors of a program."""
    text = _HEADING.sub(b"", _USED.sub(b"", without_sandbox_folder(log)))
    return told(_LINKER_PATH.sub(b"ld: ", _CRASH_REPORT.sub(b"", _LIMIT.sub(b"", _NOISE.sub(b"", text)))))
