"""Which operands an instruction takes, as the GNU assembler decides it: how many, of which kinds and sizes.

Whatever is not in `instruction_tables` is not judged, so that a refusal found here is one of the assembler.
"""

import re
from collections.abc import Sequence
from functools import lru_cache

from resources.domains.code_optimization.language.assembly import PREFIXES
from resources.domains.code_optimization.language.instruction_tables import UNTABLED, WIDE_SIZES, Form, extension, forms
from resources.domains.code_optimization.language.operands import (
    OperandForm,
    OperandKind,
    fits_in_signed_32_bits,
    read_operand,
)
from resources.domains.code_optimization.language.vocabulary import SIZES, is_known

_CHANGES_MEMORY = frozenset("add adc and btc btr bts cmpxchg dec inc neg not or sbb sub xadd xchg xor".split())
_STRINGS = re.compile(r"(movs|stos|lods|scas|cmps)[bwlq]?")
_EXTENSION = re.compile(r"mov[sz](b[wlq]|w[lq])|movslq")
_LETTERS = {
    OperandKind.REGISTER: "r",
    OperandKind.VECTOR: "x",
    OperandKind.IMMEDIATE: "i",
    OperandKind.MEMORY: "m",
    OperandKind.INDIRECT: "j",
    OperandKind.OTHER: "?",
}
UNSUPPORTED = "not supported"
_OLD_FLOATS = re.compile(r"[vfk][a-z0-9]+")


@lru_cache(maxsize=20_000)
def refusal(name: str, operands: tuple[str, ...], prefixes: tuple[str, ...] = ()) -> str:
    """Why the assembler refuses an instruction, in few words; "" where it does not, or where nothing is known of it."""
    if extension(name):
        return UNSUPPORTED
    read = tuple(map(read_operand, operands))
    if not is_mnemonic(name):
        return "" if name in PREFIXES else "no such instruction"
    for operand in read:
        if operand.kind is OperandKind.WRONG:
            return operand.text
    if "lock" in prefixes and not _lockable(name, read):
        return "not lockable"
    if any(prefix.startswith("rep") for prefix in prefixes) and name in forms() and not name.startswith("ret"):
        return "" if _STRINGS.fullmatch(name) or name.startswith(("bsf", "bsr", "nop")) else "no repeatable instruction"
    if _EXTENSION.fullmatch(name):
        return _extension(name, read)
    if name in ("movabs", "movabsq"):
        return _wide_move(read)
    known = forms().get(name)
    if known is None or name in UNTABLED:
        return ""
    return _misfit(known[0], known[1], read, name)


@lru_cache(maxsize=4096)
def is_mnemonic(name: str) -> bool:
    """Whether the assembler knows the mnemonic; True where this cannot tell."""
    if name in forms() or name in UNTABLED or _EXTENSION.fullmatch(name) is not None:
        return True
    return _OLD_FLOATS.fullmatch(name) is not None and is_known(name)


def _lockable(name: str, operands: Sequence[OperandForm]) -> bool:
    base = name if name in _CHANGES_MEMORY else name[:-1]
    return base in _CHANGES_MEMORY and any(operand.kind is OperandKind.MEMORY for operand in operands)


def _extension(name: str, operands: Sequence[OperandForm]) -> str:
    if len(operands) != 2:
        return "number of operands"
    source, target = operands
    sizes = SIZES[name[-2]], SIZES[name[-1]]
    if OperandKind.OTHER in (source.kind, target.kind):
        return ""
    if source.kind not in (OperandKind.REGISTER, OperandKind.MEMORY) or target.kind is not OperandKind.REGISTER:
        return "operand type"
    fits = (source.size or sizes[0], target.size) == sizes
    return _high_byte(operands) if fits else "operand size"


def _misfit(form: Form, suffix: int, operands: Sequence[OperandForm], name: str) -> str:
    letters = [_LETTERS[operand.kind] for operand in operands]
    fitting = [pattern for pattern in form.patterns if len(pattern) == len(operands)]
    if not fitting:
        return "number of operands"
    if "?" in letters:
        return ""
    if not any(_takes(pattern, letters, operands) for pattern in fitting) or letters.count("m") > 1:
        return "operand type"
    if _unreachable(operands, name):
        return "operand type"
    if not form.sizes:
        return _fixed_size(name, operands)
    if "x" in letters:
        return "operand type" if any(operand.size not in (0, 8, 16) for operand in operands) else ""
    return _sizes(form, suffix, operands, name) or _constant(suffix, operands, name) or _high_byte(operands)


def _takes(pattern: Sequence[str], letters: Sequence[str], operands: Sequence[OperandForm]) -> bool:
    for wanted, letter, operand in zip(pattern, letters, operands, strict=True):
        counts = letter == "r" and "c" in wanted and operand.text in ("cl", "ecx", "rcx")
        named = letter == "m" and "n" in wanted and operand.is_plain_name
        if letter not in wanted and not counts and not named:
            return False
    return True


def _unreachable(operands: Sequence[OperandForm], name: str) -> bool:
    """An absolute address of more than 31 bits: only moves of the accumulator have the room, and jumps are apart."""
    if name.startswith(("j", "call")) or (
        name.startswith("mov") and any(item.text in ("al", "ax", "eax", "rax") for item in operands)
    ):
        return False
    places = (item for item in operands if item.kind is OperandKind.MEMORY)
    return not all(fits_in_signed_32_bits(item.value) for item in places)


def _wide_move(operands: Sequence[OperandForm]) -> str:
    """movabs: a constant into a whole register; what goes from and to memory is not judged."""
    if len(operands) != 2:
        return "number of operands"
    first, last = operands
    if first.kind is OperandKind.IMMEDIATE:
        return "" if last.kind is OperandKind.REGISTER and last.size == 8 else "operand type"
    absolute = any(item.kind is OperandKind.MEMORY for item in operands)
    accumulates = any(item.text in ("al", "ax", "eax", "rax") for item in operands)
    return "" if absolute and accumulates else "operand type"


def _fixed_size(name: str, operands: Sequence[OperandForm]) -> str:
    general = [operand.size for operand in operands if operand.kind is OperandKind.REGISTER]
    if name == "movd" or name.startswith(("pmovmsk", "movmsk")):
        return "operand size" if any(size < 4 for size in general) else ""
    return "operand size" if any(size not in (2, 8) for size in general) else ""


def _sizes(form: Form, suffix: int, operands: Sequence[OperandForm], name: str) -> str:
    """Registers that are to have one size; a shift's count and a byte condition's are apart."""
    wanted = operands[1:] if len(operands) == 2 and "c" in form.patterns[-1][0] else operands
    given = {operand.size for operand in wanted if operand.kind is OperandKind.REGISTER}
    if suffix:
        given.add(suffix)
    multiplies = name.startswith("imul") and len(operands) > 1
    allowed = WIDE_SIZES if multiplies else form.sizes
    return "operand size" if len(given) > 1 or not given <= set(allowed) else ""


def _constant(suffix: int, operands: Sequence[OperandForm], name: str) -> str:
    """Constants that the form has no room for. Too long ones for 1, 2 and 4 bytes are cut with a warning."""
    first = operands[0]
    if first.kind is not OperandKind.IMMEDIATE:
        return ""
    if name.startswith("xchg"):
        return "operand type"
    if first.value is None:
        return ""
    size = suffix or next((item.size for item in operands if item.kind is OperandKind.REGISTER), 0)
    if name[:3] in ("sal", "shl", "sar", "shr", "rol", "ror", "rcl", "rcr"):
        return "" if -129 < first.value < 256 else "operand type"
    to_register = name in ("mov", "movq") and operands[-1].kind is OperandKind.REGISTER
    if size != 8 or to_register:
        return ""
    return "" if fits_in_signed_32_bits(first.value) else "operand type"


def _high_byte(operands: Sequence[OperandForm]) -> str:
    """ah, bh, ch and dh go with none of the registers that need a prefix of their own."""
    names = [operand.text for operand in operands if operand.kind is OperandKind.REGISTER]
    if not any(name in ("ah", "bh", "ch", "dh") for name in names):
        return ""
    needs = [name for name in names if name.startswith("r") or name in ("sil", "dil", "bpl", "spl")]
    return "high byte" if needs else ""
