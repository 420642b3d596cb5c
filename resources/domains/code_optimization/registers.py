"""x86-64 registers and operand sizes: names by size, which one another name is part of, what calls keep."""

import re
from functools import cache

SIZES = {"b": 1, "w": 2, "l": 4, "q": 8}
_OLD = {"a": "ax", "b": "bx", "c": "cx", "d": "dx"}
CALLEE_SAVED = ("rbx", "rbp", "r12", "r13", "r14", "r15")
ARGUMENTS = ("rdi", "rsi", "rdx", "rcx", "r8", "r9")
_SUFFIXED = re.compile(
    r"(?:mov|add|sub|and|or|xor|cmp|test|lea|imul|mul|div|idiv|neg|not|inc|dec|sal|shl|sar|shr|rol|ror|adc|sbb|push|pop"
    r"|xchg|bsf|bsr|bt|popcnt|lzcnt|tzcnt)([bwlq])"
)
_SHIFT = re.compile(r"(?:sal|shl|sar|shr|rol|ror)[bwlq]")


@cache
def families() -> dict[str, tuple[str, str, str, str]]:
    """64-bit name → names of 8, 4, 2 and 1 bytes, without the percent sign."""
    found: dict[str, tuple[str, str, str, str]] = {}
    for letter, name in _OLD.items():
        found[f"r{name}"] = (f"r{name}", f"e{name}", name, f"{letter}l")
    for name in ("si", "di", "bp", "sp"):
        found[f"r{name}"] = (f"r{name}", f"e{name}", name, f"{name}l")
    for number in range(8, 16):
        found[f"r{number}"] = (f"r{number}", f"r{number}d", f"r{number}w", f"r{number}b")
    return found


@cache
def _places() -> dict[str, tuple[str, int]]:
    places = {name: (whole, 8 >> step) for whole, names in families().items() for step, name in enumerate(names)}
    return places | {f"{letter}h": (f"r{letter}x", 1) for letter in _OLD}


def is_register_name(name: str) -> bool:
    """Whether a name without percent sign is a general register's."""
    return name in _places()


def whole_of(register: str) -> str | None:
    """The 64-bit register that "%eax" is part of, without percent sign; None for others, vectors too."""
    place = _places().get(register.removeprefix("%"))
    return place[0] if place else None


def size_of(register: str) -> int | None:
    """Bytes of a general register; None for others."""
    place = _places().get(register.removeprefix("%"))
    return place[1] if place else None


def resized(register: str, size: int) -> str:
    """The part of that many bytes of a general register. KeyError for another register."""
    whole, _ = _places()[register.removeprefix("%")]
    return f"%{families()[whole][{8: 0, 4: 1, 2: 2, 1: 3}[size]]}"


def suffix_size(mnemonic: str) -> int | None:
    """Bytes that a mnemonic's suffix asks of all its registers; None where it asks none, as for shifts by %cl."""
    match = _SUFFIXED.fullmatch(mnemonic)
    return SIZES[match[1]] if match and not _SHIFT.fullmatch(mnemonic) else None
