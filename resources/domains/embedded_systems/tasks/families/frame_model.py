"""Frame: a drawn form of frames, and what a receiver makes of bytes, in Python."""

import random
from collections.abc import Callable
from dataclasses import dataclass

from resources.domains.embedded_systems.tasks.families.checksums import Checksum, draw_checksum


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


@dataclass(frozen=True)
class Frame:
    """`start` are the bytes that a frame begins with. Where `escape` is not 0 there is no length: `start` holds the
    one byte that ends a frame, and within a frame it and the escape byte are escaped."""

    start: bytes
    escape: int
    most: int
    checksum: Checksum
    covers_length: bool
    refusal: int
    transformation: Transformation

    @property
    def end(self) -> int:
        return self.start[0]

    def spelled(self, payload: bytes, length: int | None = None, wrong: int = 0) -> bytes:
        """A frame; with another length than it should have, or with wrong bits in its last byte."""
        if self.escape:
            plain = payload + self.checksum.spelled(payload)
            escaped = self._escaped(plain[:-1] + bytes([plain[-1] ^ wrong]))
            return escaped + bytes([self.end])
        length_byte = bytes([len(payload) if length is None else length])
        check = self.checksum.spelled(length_byte + payload if self.covers_length else payload)
        return self.start + length_byte + payload + check[:-1] + bytes([check[-1] ^ wrong])

    def _escaped(self, plain: bytes) -> bytes:
        special = (self.end, self.escape)
        return b"".join(bytes([self.escape, byte ^ 0x20]) if byte in special else bytes([byte]) for byte in plain)

    def replied(self, payload: bytes) -> bytes:
        return self.spelled(self.transformation.apply(payload))


@dataclass
class Receiver:
    """What the prompt says of the bytes that come in, one after the other."""

    frame: Frame
    sent: bytes = b""
    good: int = 0
    bad: int = 0

    def take(self, received: bytes) -> None:
        if self.frame.escape:
            for part in received.split(bytes([self.frame.end]))[:-1]:
                self._take_escaped(part)
            return
        while received:
            received = self._taken(received)

    def _taken(self, received: bytes) -> bytes:
        """What is left behind the next frame, or behind the bytes that cannot begin one."""
        frame, at = self.frame, received.find(self.frame.start)
        if at < 0 or at + len(frame.start) >= len(received):
            return b""
        body = received[at + len(frame.start) :]
        length, size = body[0], body[0] + 1 + frame.checksum.width // 8
        if not 1 <= length <= frame.most:
            self._refuse()
            return body[1:]
        if len(body) < size:
            return b""
        payload = body[1 : 1 + length]
        if frame.spelled(payload) == frame.start + body[:size]:
            self._reply(payload)
        else:
            self._refuse()
        return body[size:]

    def _take_escaped(self, part: bytes) -> None:
        if not part:
            return
        plain, place, broken = b"", 0, False
        while place < len(part):
            byte = part[place]
            if byte == self.frame.escape:
                place += 1
                byte = part[place] ^ 0x20 if place < len(part) else -1
                broken |= byte not in (self.frame.end, self.frame.escape)
            plain += bytes([byte & 0xFF])
            place += 1
        size = self.frame.checksum.width // 8
        payload = plain[:-size]
        whole = 1 <= len(payload) <= self.frame.most and len(plain) > size
        if not broken and whole and plain[-size:] == self.frame.checksum.spelled(payload):
            self._reply(payload)
        else:
            self._refuse()

    def _reply(self, payload: bytes) -> None:
        self.good += 1
        self.sent += self.frame.replied(payload)

    def _refuse(self) -> None:
        self.bad += 1
        self.sent += bytes([self.frame.refusal]) if self.frame.refusal else b""


def draw_frame(choice: random.Random) -> Frame:
    escaped = choice.random() < 0.4
    special = choice.sample((0x7E, 0xA5, 0xC0, 0x55, 0xAA, 0x7B, 0xF1), 2)
    return Frame(
        start=bytes(special[: 1 if escaped else choice.choice((1, 2))]),
        escape=choice.choice((0x7D, 0xDB, 0x1B)) if escaped else 0,
        most=choice.choice((6, 8, 12, 16)),
        checksum=draw_checksum(choice),
        covers_length=choice.random() < 0.6,
        refusal=choice.choice((0, 0x15, 0x3F, 0x21)),
        transformation=draw_transformation(choice),
    )
