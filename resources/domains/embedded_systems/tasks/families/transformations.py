"""What firmware does to a few bytes, in words, in C and in Python."""

import random
from collections.abc import Callable
from dataclasses import dataclass


@dataclass(frozen=True)
class Transformation:
    """`code` are statements that change `data` of `count` bytes in place, at one level of indentation."""

    name: str
    told: str
    apply: Callable[[bytes], bytes]
    code: str


def _each(expression: str) -> str:
    return (
        "    for (uint32_t index = 0; index < count; index++) {\n"
        f"        data[index] = (uint8_t)({expression});\n    }}\n"
    )


_REVERSE = """    for (uint32_t index = 0; index < count / 2U; index++) {
        uint8_t kept = data[index];
        data[index] = data[count - 1U - index];
        data[count - 1U - index] = kept;
    }
"""
_ROTATE = """    uint8_t first = data[0];
    for (uint32_t index = 1; index < count; index++) {
        data[index - 1U] = data[index];
    }
    data[count - 1U] = first;
"""
_RUNNING = """    for (uint32_t index = 1; index < count; index++) {
        data[index] = (uint8_t)(data[index] + data[index - 1U]);
    }
"""
_DIFFERENCE = """    for (uint32_t index = count - 1U; index > 0U; index--) {
        data[index] = (uint8_t)(data[index] - data[index - 1U]);
    }
"""


def _running(data: bytes) -> bytes:
    return bytes(sum(data[: place + 1]) & 0xFF for place in range(len(data)))


def _differences(data: bytes) -> bytes:
    return bytes((after - before) & 0xFF for before, after in zip(b"\0" + data, data, strict=False))


def draw_transformation(choice: random.Random) -> Transformation:
    """For at least one byte."""
    key, step = choice.randrange(0x11, 0xF0), choice.choice((1, 3, 7, 13))
    return choice.choice(
        (
            Transformation("reversed", "in reverse order", lambda data: data[::-1], _REVERSE),
            Transformation(
                "rotated", "with the first byte moved to the end", lambda data: data[1:] + data[:1], _ROTATE
            ),
            Transformation(
                "keyed",
                f"each exclusive-ored with 0x{key:02X}",
                lambda data: bytes(byte ^ key for byte in data),
                _each(f"data[index] ^ 0x{key:X}U"),
            ),
            Transformation(
                "shifted",
                f"each increased by {step} (modulo 256)",
                lambda data: bytes((byte + step) & 0xFF for byte in data),
                _each(f"data[index] + {step}U"),
            ),
            Transformation(
                "swapped",
                "each with its two halves of four bits exchanged",
                lambda data: bytes(16 * (byte % 16) + byte // 16 for byte in data),
                _each("(data[index] << 4) | (data[index] >> 4)"),
            ),
            Transformation(
                "summed",
                "each replaced by the sum, modulo 256, of itself and all bytes before it",
                _running,
                _RUNNING,
            ),
            Transformation(
                "differences",
                "each but the first replaced by its difference to the byte received before it (modulo 256)",
                _differences,
                _DIFFERENCE,
            ),
        )
    )
