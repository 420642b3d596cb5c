"""Numbers that stand in a text, read from pyslang's values."""

from typing import Any

from resources.domains.chip_design.interpretation.signals import Code, UnmodelledError, masked


def fixed(value: Any, kind: Any) -> Code:
    """A constant, its unknown bits 0."""
    number = known_bits(value.value if hasattr(value, "value") else value) & masked(kind.bitWidth)
    return lambda: number


def known_bits(number: Any) -> int:
    """An SVInt's value; its unknown bits are 0."""
    if hasattr(number, "hasUnknown") and number.hasUnknown:
        return int(digits(number).replace("x", "0").replace("z", "0"), 2)
    try:
        return int(number)
    except (TypeError, ValueError) as error:
        raise UnmodelledError("a constant that is no number") from error


def digits(number: Any) -> str:
    """Binary digits, x and z of an SVInt, the highest first, as many as it has bits."""
    from pyslang import LiteralBase

    width = int(number.bitWidth)
    text = str(number.toString(LiteralBase.Binary, False, 1 << 13)).lower().replace("?", "z").replace("_", "")
    return text.rjust(width, text[0] if text[0] in "xz" else "0")[-width:]
