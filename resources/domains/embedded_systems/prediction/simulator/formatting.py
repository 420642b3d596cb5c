"""What printf makes of a format and values: integers, letters and texts. newlib-nano, with which programs are linked,
knows no longer integers and no %b, which it puts out as a letter; floating-point numbers are not simulated."""

from __future__ import annotations

import re
from collections.abc import Callable

from resources.domains.toolkit.simulation.halting import UnsupportedConstruct

_PART = re.compile(
    rb"%(?P<flags>[-+ #0]*)(?P<width>\d+|\*)?(?:\.(?P<places>\d*))?(?P<size>h|l)?(?P<form>[diuxXoscp%b])"
    rb"|[^%]+"
)
_WIDEST = 512


def formatted(form: bytes, take: Callable[[int], int], text_at: Callable[[int], bytes]) -> bytes:
    """`take` gives the next value of so many bytes. Raises UnsupportedConstruct."""
    made, place = b"", 0
    while place < len(form):
        match = _PART.match(form, place)
        if match is None:
            raise UnsupportedConstruct("a format of another kind")
        made += _part(match, take, text_at) if match["form"] else match[0]
        place = match.end()
    return made


def _part(match: re.Match[bytes], take: Callable[[int], int], text_at: Callable[[int], bytes]) -> bytes:
    kind = match["form"]
    if kind == b"%":
        return b"%"
    width = _signed(take(4), 4) if match["width"] == b"*" else int(match["width"] or 0)
    flags = match["flags"] + (b"-" if width < 0 else b"")
    places = None if match["places"] is None else int(match["places"] or 0)
    if abs(width) > _WIDEST or (places or 0) > _WIDEST:
        raise UnsupportedConstruct("a format so wide")
    if kind in b"cb":
        letter = bytes((take(4) & 0xFF,)) if kind == b"c" else kind
        return _padded(b"", letter, abs(width), flags)
    if kind == b"s":
        return _padded(b"", text_at(take(4))[:places], abs(width), flags.replace(b"0", b""))
    sign, digits = _number(kind, match["size"] or b"", flags, take)
    if places is not None:
        digits = digits.rjust(places, b"0") if places or digits != b"0" else b""
        flags = flags.replace(b"0", b"")
    return _padded(sign, digits, abs(width), flags)


def _number(kind: bytes, modifier: bytes, flags: bytes, take: Callable[[int], int]) -> tuple[bytes, bytes]:
    """What stands before the digits, and the digits."""
    size = 2 if modifier == b"h" else 4
    value = take(4) & ((1 << 8 * size) - 1)
    if kind in b"di":
        value = _signed(value, size)
        sign = b"-" if value < 0 else b"+" if b"+" in flags else b" " if b" " in flags else b""
        return sign, str(abs(value)).encode()
    digits = {b"u": "d", b"p": "x"}.get(kind, kind.decode())
    prefix = b"0x" if kind == b"p" or (b"#" in flags and value and kind in b"xX") else b""
    return prefix.upper() if kind == b"X" else prefix, format(value, digits).encode()


def _signed(value: int, size: int) -> int:
    half = 1 << 8 * size - 1
    return ((value + half) & (2 * half - 1)) - half


def _padded(sign: bytes, content: bytes, width: int, flags: bytes) -> bytes:
    if b"-" in flags:
        return (sign + content).ljust(width)
    return sign + content.rjust(width - len(sign), b"0") if b"0" in flags else (sign + content).rjust(width)
