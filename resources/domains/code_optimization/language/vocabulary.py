"""x86-64 registers by name and size, and what mnemonics do to flags and control, as far as rewrites and checks ask.

Not a full instruction set.
"""

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
    names_by_register: dict[str, tuple[str, str, str, str]] = {}
    for letter, name in _OLD.items():
        names_by_register[f"r{name}"] = (f"r{name}", f"e{name}", name, f"{letter}l")
    for name in ("si", "di", "bp", "sp"):
        names_by_register[f"r{name}"] = (f"r{name}", f"e{name}", name, f"{name}l")
    for number in range(8, 16):
        names_by_register[f"r{number}"] = (f"r{number}", f"r{number}d", f"r{number}w", f"r{number}b")
    return names_by_register


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


CONDITIONS = "a ae b be c e g ge l le na nae nb nbe nc ne ng nge nl nle no np ns nz o p pe po s z".split()
INVERSE = {
    "e": "ne", "ne": "e", "l": "ge", "ge": "l", "g": "le", "le": "g", "a": "be", "be": "a", "b": "ae", "ae": "b",
    "s": "ns", "ns": "s", "c": "nc", "nc": "c", "o": "no", "no": "o", "p": "np", "np": "p", "z": "nz", "nz": "z",
}  # fmt: skip
OTHER_SIGN = {"l": "b", "b": "l", "g": "a", "a": "g", "le": "be", "be": "le", "ge": "ae", "ae": "ge"}
OTHER_BOUND = {"l": "le", "le": "l", "g": "ge", "ge": "g", "a": "ae", "ae": "a", "b": "be", "be": "b"}
SWAPPED = {"l": "g", "g": "l", "le": "ge", "ge": "le", "a": "b", "b": "a", "ae": "be", "be": "ae", "e": "e", "ne": "ne"}

_CONDITIONAL = re.compile(rf"(j|set|cmov)({'|'.join(sorted(CONDITIONS, key=len, reverse=True))})([bwlq]?)")
_READS_FLAGS = re.compile(r"adc|sbb|rc[lr]|lahf|pushf|cmc")
_SETS_ALL = re.compile(r"(add|sub|cmp|test|and|or|xor|neg|imul|mul|popcnt|u?comis[sd]|vu?comis[sd]|ptest)[bwlq]?")
_SETS_BY_SHIFT = re.compile(r"(sal|shl|sar|shr)[bwlq]?")
_KNOWN = re.compile(
    r"(mov|add|sub|and|or|xor|cmp|test|lea|imul|mul|div|idiv|neg|not|inc|dec|sal|shl|sar|shr|rol|ror|rcl|rcr|adc|sbb"
    r"|push|pop|xchg|bswap|bsf|bsr|bt|bts|btr|btc|popcnt|lzcnt|tzcnt|shld|shrd|ret|call|leave|cmpxchg|xadd"
    r"|movs|stos|lods|scas|cmps)[bwlq]?"
    r"|jmp|nop[wl]?|ud2|endbr64|cltq|cltd|cqto|cwtl|cwtd|cbtw|int3|cld|std|pause|movabsq?|[lms]fence|hlt|leaveq"
    r"|mov[sz](bw|bl|bq|wl|wq|lq|x|xd)|prefetch\w+|sahf|lahf|clc|stc|cmc|enter"
)
_VECTOR = re.compile(
    r"v?(mov(ap|up|dq|hp|lp|s|d|q|mskp|nt)\w*|p?(add|sub|mul|madd|and|andn|or|xor|cmp|max|min|avg|sad|sign|abs|shuf|unpck"
    r"|pack|sll|srl|sra|align|blend|insr|extr|mov|test|hadd|hsub)\w*|div[ps][sd]|sqrt[ps][sd]|cvt\w+|u?comis[sd]"
    r"|shufp[sd]|unpck\w+|rcp\w+|rsqrt\w+|round\w+|broadcast\w+|perm\w+|zero\w+|fn?m\w+|gather\w+|ld\w+|st\w+|insert\w+"
    r"|extract\w+|haddp\w)|f\w+|pdep|pext|bextr|bls\w+|andn|mulx|rorx|sarx|shlx|shrx|bzhi"
)


def condition_of(mnemonic: str) -> tuple[str, str, str] | None:
    """("j", "ge", "") of "jge"; None for mnemonics without a condition."""
    match = _CONDITIONAL.fullmatch(mnemonic)
    return (match[1], match[2], match[3]) if match else None


def reads_flags(mnemonic: str) -> bool:
    return condition_of(mnemonic) is not None or bool(_READS_FLAGS.match(mnemonic))


def sets_all_flags(mnemonic: str, first_operand: str) -> bool:
    """Whether the flags before no longer matter. A shift by nothing leaves them: only constants count."""
    if _SETS_BY_SHIFT.fullmatch(mnemonic):
        return first_operand.startswith("$") and first_operand != "$0"
    return bool(_SETS_ALL.fullmatch(mnemonic))


def is_known(mnemonic: str) -> bool:
    """Whether this looks like an instruction that compilers write."""
    return any(pattern.fullmatch(mnemonic) for pattern in (_KNOWN, _VECTOR)) or condition_of(mnemonic) is not None
