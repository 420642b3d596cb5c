"""Checksums of frames: each in words, in C, and in Python by another way than the C takes."""

import random
from dataclasses import dataclass


@dataclass(frozen=True)
class Checksum:
    """`width` is in bits. `poly` and `start` are a CRC's; its bytes are sent in the order that `high_first` says."""

    kind: str
    width: int
    poly: int = 0
    start: int = 0
    high_first: bool = True

    def value(self, data: bytes) -> int:
        """A CRC is a remainder of polynomials here, computed on one long integer."""
        if self.kind == "crc":
            return self._remainder(data)
        if self.kind == "fletcher":
            sums = [sum(data[: place + 1]) % 255 for place in range(len(data))]
            return sum(sums) % 255 << 8 | sum(data) % 255
        if self.kind == "xor":
            folded = self.start
            for byte in data:
                folded ^= byte
            return folded
        return (sum(data) if self.kind == "sum" else -sum(data)) & (1 << self.width) - 1

    def _remainder(self, data: bytes) -> int:
        degree = self.width
        number = int.from_bytes(data, "big") << degree
        bits = 8 * len(data) + degree
        number ^= self.start << bits - degree
        divisor = 1 << degree | self.poly
        while number.bit_length() > degree:
            number ^= divisor << number.bit_length() - degree - 1
        return number

    def spelled(self, data: bytes) -> bytes:
        """As it stands in a frame."""
        return self.value(data).to_bytes(self.width // 8, "big" if self.high_first else "little")

    @property
    def told(self) -> str:
        order = f", {'high' if self.high_first else 'low'} byte first" if self.width == 16 else ""
        if self.kind == "crc":
            return (
                f"the CRC-{self.width} with polynomial 0x{self.poly:0{self.width // 4}X} (no reflection, most "
                f"significant bit first), start value 0x{self.start:0{self.width // 4}X} and no final exclusive or"
                f"{order}"
            )
        if self.kind == "fletcher":
            return (
                "the Fletcher checksum of 16 bits (a and b begin at 0; for each byte a = (a + byte) mod 255, then "
                f"b = (b + a) mod 255; the value is b * 256 + a){order}"
            )
        if self.kind == "xor":
            return f"the exclusive or of 0x{self.start:02X} and the bytes"
        modulo = 1 << self.width
        if self.kind == "sum":
            return f"the sum of the bytes modulo {modulo}{order}"
        return f"the byte that brings the sum of the bytes and itself to 0 modulo {modulo}"

    @property
    def code(self) -> str:
        """`check_of(data, count)` in C."""
        head = "static uint32_t check_of(const uint8_t *data, uint32_t count) {\n"
        loop = "    for (uint32_t index = 0; index < count; index++) {\n"
        if self.kind == "crc":
            shift, top, mask = self.width - 8, 1 << self.width - 1, (1 << self.width) - 1
            step = f"check ^= (uint32_t)data[index] << {shift};" if shift else "check ^= data[index];"
            return (
                f"{head}    uint32_t check = 0x{self.start:X}U;\n{loop}        {step}\n"
                "        for (uint32_t bit = 0; bit < 8U; bit++) {\n"
                f"            check = check & 0x{top:X}U ? (check << 1) ^ 0x{self.poly:X}U : check << 1;\n        }}\n"
                f"    }}\n    return check & 0x{mask:X}U;\n}}\n\n"
            )
        if self.kind == "fletcher":
            return (
                f"{head}    uint32_t low = 0;\n    uint32_t high = 0;\n{loop}"
                "        low = (low + data[index]) % 255U;\n        high = (high + low) % 255U;\n"
                "    }\n    return (high << 8) | low;\n}\n\n"
            )
        start = f"0x{self.start:X}U" if self.start else "0"
        operation = {"xor": "^=", "sum": "+=", "negated": "-="}[self.kind]
        return (
            f"{head}    uint32_t check = {start};\n{loop}        check {operation} data[index];\n    }}\n"
            f"    return check & 0x{(1 << self.width) - 1:X}U;\n}}\n\n"
        )


def draw_checksum(choice: random.Random) -> Checksum:
    kind = choice.choice(("sum", "sum", "negated", "xor", "crc", "crc", "crc", "fletcher"))
    if kind == "crc":
        width = choice.choice((8, 16))
        poly = choice.choice((0x07, 0x31, 0x1D, 0x9B, 0x2F) if width == 8 else (0x1021, 0x8005, 0x3D65, 0xC867))
        return Checksum(kind, width, poly, choice.choice((0, (1 << width) - 1)), choice.random() < 0.5)
    if kind == "xor":
        return Checksum(kind, 8, start=choice.choice((0, 0x55, 0xA5, 0xFF)))
    width = 16 if kind == "fletcher" or (kind == "sum" and choice.random() < 0.4) else 8
    return Checksum(kind, width, high_first=choice.random() < 0.5)
