"""The image that QEMU runs: the program with the guard behind it, and the vectors of reset, faults and TIM5 bent to it.

What the guard does stands in `board/qemu_guard.S`.
"""

import struct

from .cpu import FLASH
from .image import Image

GUARD_FILE = "guard.bin"
_RESET, _FAULTS, _TIM5 = 1, (2, 3, 4, 5, 6), 16 + 50
_ENTRY_BYTES = 4
_ORIGINAL_RESET = 12
"""Where the guard keeps the program's own reset handler: behind its three branches."""


def qemu_image(image: Image, guard: bytes) -> bytes:
    content = bytearray()
    for segment in image.segments():
        offset = segment.address - FLASH
        if offset >= 0:
            content += bytes(max(0, offset + len(segment.data) - len(content)))
            content[offset : offset + len(segment.data)] = segment.data
    content += bytes(-len(content) % 16)
    start = FLASH + len(content) | 1
    code = bytearray(guard)
    code[_ORIGINAL_RESET : _ORIGINAL_RESET + 4] = content[4 * _RESET : 4 * _RESET + 4]
    for vector, entry in ((_RESET, 0), *((fault, 1) for fault in _FAULTS), (_TIM5, 2)):
        struct.pack_into("<I", content, 4 * vector, start + _ENTRY_BYTES * entry)
    return bytes(content + code)
