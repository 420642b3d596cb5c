"""Number codes: chains of steps that each turn a number of some bits into another, and maybe an end that counts.

A step knows itself in Verilog, in words and as a function; chains of up to three give the thousands.
"""

import random
from collections.abc import Callable
from dataclasses import dataclass


@dataclass(frozen=True)
class Step:
    """`verilog` has {x} for the number before it. `out_width` differs from the number's only at the end of a chain."""

    name: str
    verilog: str
    words: str
    value: Callable[[int], int]
    out_width: int


def draw_chain(width: int, choice: random.Random) -> list[Step]:
    """Different steps, and in a third of the chains an end."""
    drawings = choice.sample(STEPS, choice.randint(1, 3))
    chain = [drawing(width, choice) for drawing in drawings]
    return [*chain, choice.choice(ENDS)(width, choice)] if choice.random() < 0.35 else chain


def _gray(width: int, choice: random.Random) -> Step:
    return Step(
        "gray", "{x} ^ ({x} >> 1)", "its Gray code: it XOR itself shifted right by one", lambda x: x ^ x >> 1, width
    )


def _from_gray(width: int, choice: random.Random) -> Step:
    bits = ", ".join(f"^{{x}}[{width - 1}:{place}]" for place in range(width)[::-1])
    words = f"the number whose Gray code it is: bit i of the result is the XOR of its bits {width - 1} to i"
    return Step(
        "ungray", f"{{{{{bits}}}}}", words, lambda x: sum(((x >> i).bit_count() & 1) << i for i in range(width)), width
    )


def _excess(width: int, choice: random.Random) -> Step:
    amount, top = choice.randint(2, (1 << width) - 2), (1 << width) - 1
    return Step(
        "excess", f"{{x}} + {width}'d{amount}", f"it plus {amount}, modulo {top + 1}", lambda x: x + amount & top, width
    )


def _times(width: int, choice: random.Random) -> Step:
    factor, top = choice.choice((3, 5, 7)), (1 << width) - 1
    return Step(
        "times", f"{{x}} * {width}'d{factor}", f"it times {factor}, modulo {top + 1}", lambda x: x * factor & top, width
    )


def _reversed(width: int, choice: random.Random) -> Step:
    bits = ", ".join(f"{{x}}[{place}]" for place in range(width))
    words = f"its bits in reverse order: bit 0 becomes bit {width - 1}, and so on"
    return Step(
        "mirror", f"{{{{{bits}}}}}", words, lambda x: sum((x >> i & 1) << width - 1 - i for i in range(width)), width
    )


def _rotated(width: int, choice: random.Random) -> Step:
    by, top = choice.randint(1, width - 1), (1 << width) - 1
    text = f"{{{{{{x}}[{width - 1 - by}:0], {{x}}[{width - 1}:{width - by}]}}}}"
    return Step("rotate", text, f"it rotated left by {by}", lambda x: (x << by | x >> width - by) & top, width)


def _masked(width: int, choice: random.Random) -> Step:
    mask = choice.randint(1, (1 << width) - 1)
    return Step(
        "mask", f"{{x}} ^ {width}'d{mask}", f"it XOR {mask} (binary {mask:0{width}b})", lambda x: x ^ mask, width
    )


def _sign_magnitude(width: int, choice: random.Random) -> Step:
    top, high = (1 << width) - 1, width - 1
    words = (
        "as a two's complement number, its sign (1: negative) in the highest bit and its magnitude in the other "
        f"{high}; of {-(1 << high)}, whose magnitude does not fit, the magnitude's bits are 0"
    )
    text = f"{{x}}[{high}] ? {{{{1'b1, {high}'d0 - {{x}}[{high - 1}:0]}}}} : {{x}}"

    def value(x: int) -> int:
        return x if x >> high == 0 else (1 << high) | (-x & top >> 1)

    return Step("sign", text, words, value, width)


def _negabinary(width: int, choice: random.Random) -> Step:
    mask, top = sum(1 << place for place in range(1, width, 2)), (1 << width) - 1
    words = f"its lowest {width} digits to the base -2: (it plus {mask}) modulo {top + 1}, XOR {mask}"
    text = f"({{x}} + {width}'d{mask}) ^ {width}'d{mask}"
    return Step("negabinary", text, words, lambda x: (x + mask & top) ^ mask, width)


def _decimal(width: int, choice: random.Random) -> Step:
    words = "its three decimal digits, the ones in bits 3 to 0, the tens in bits 7 to 4, the hundreds in bits 11 to 8"
    text = "({x} % 10) | ((({x} / 10) % 10) << 4) | (({x} / 100) << 8)"
    return Step("decimal", text, words, lambda x: x % 10 | x // 10 % 10 << 4 | x // 100 << 8, 12)


def _counted(width: int, choice: random.Random) -> Step:
    bit, bits = choice.getrandbits(1), width.bit_length()
    text = " + ".join(f"{bits}'d1 * ({{x}}[{place}] == {bit})" for place in range(width))
    return Step(
        "count",
        text,
        f"the number of its bits that are {bit}",
        lambda x: sum(x >> i & 1 == bit for i in range(width)),
        bits,
    )


def _leading(width: int, choice: random.Random) -> Step:
    bits = width.bit_length()
    chain = "".join(f"{{x}}[{place}] ? {bits}'d{width - 1 - place} : " for place in range(width)[::-1])
    words = f"the number of zeros above its highest 1 ({width} where it is 0)"
    return Step("leading", f"{chain}{bits}'d{width}", words, lambda x: width - x.bit_length(), bits)


STEPS = (_gray, _from_gray, _excess, _times, _reversed, _rotated, _masked, _sign_magnitude, _negabinary)
ENDS = (_decimal, _counted, _leading)
